"""The register of rulings: every entry names tests that exist, and those that no other file proves are proved here."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from sandtable.core import frames
from sandtable.core.cases import Ruling
from sandtable.core.frames import Decision, Over
from sandtable.games.afrika_korps.arrivals.phase import Arrivals, FullStores, SupplyArrival, controls, ports_controlled
from sandtable.games.afrika_korps.combat.declarations import Battles
from sandtable.games.afrika_korps.combat.resolution import Battle, Resolution
from sandtable.games.afrika_korps.combat.retreats import Retreats, surrounded
from sandtable.games.afrika_korps.ground.rommel import cut_off, in_danger
from sandtable.games.afrika_korps.ground.supply import isolated_units, sustaining
from sandtable.games.afrika_korps.map import board, coast_road, escarpments
from sandtable.games.afrika_korps.movement.phase import Movement
from sandtable.games.afrika_korps.pieces.counters import own_supplies
from sandtable.games.afrika_korps.pieces.tables import limits
from sandtable.games.afrika_korps.state import AfrikaKorps
from sandtable.games.afrika_korps.title import title
from sandtable.games.afrika_korps.turn import PlayerTurn
from tests.afrika_korps.combat.declarations import declaring
from tests.afrika_korps.movement.moves import barred, ends, moving
from tests.afrika_korps.positions import (
    THE_END,
    Rolls,
    asking,
    at,
    kinds,
    orders,
    play,
    play_noting,
    position,
    refused,
    with_unit,
)

ROOT = Path(__file__).parents[2]
RULINGS = title().book.cases().rulings

# What the 2016 tournament clarifications say, and the option or the plain rule that it became here.
CLARIFICATIONS = {
    "the bonus of Rommel at any point of the turn": ("rommel-bonus", ""),
    "one hex with Rommel, one hex more": ("rommel-partial", "rommel-partial"),
    "the bonus of Rommel and the road": ("rommel-bonus", ""),
    "supply in the zone of the unit attacked": ("supply-zone", "supply-zone"),
    "the way of a retreat": ("retreat-path", ""),
    "retreat into isolation": ("retreat-saves-all", ""),
    "capture against the least odds": ("capture-needs-attack", "capture-needs-attack"),
    "the count of isolation": ("isolation-points", ""),
    "units at sea and victory": ("at-sea-is-off-board", ""),
    "Rommel alone in a fortress": ("rommel-alone-in-fortress", ""),
    "zones and fortresses": ("fortress-zones", ""),
}


@cache
def functions(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


# --- the register


@pytest.mark.parametrize("ruling", RULINGS.values(), ids=RULINGS)
def test_every_ruling_names_tests_that_exist(ruling: Ruling) -> None:
    assert ruling.tests
    for path, name in (test.split("::") for test in ruling.tests):
        assert name.startswith("test_") and name in functions(path), f"{path}::{name}"
    assert len(set(ruling.tests)) == len(ruling.tests)


@pytest.mark.parametrize(("key", "option"), CLARIFICATIONS.values(), ids=CLARIFICATIONS)
def test_every_clarification_is_an_option_or_a_ruling_that_says_why_not(key: str, option: str) -> None:
    ruling = RULINGS[key]
    assert ruling.option == option
    assert "clarifications" in ruling.evidence.casefold()


def test_every_option_of_the_title_has_its_ruling() -> None:
    named = {ruling.option for ruling in RULINGS.values()} - {""}
    assert named == set(title().options) - {"tournament"}


def test_the_tournament_has_all_options() -> None:
    state = position(options=("tournament",))
    assert all(state.option(name) for name in title().options)


# --- movement and the map


@pytest.mark.case("1.1", "5.7", "17.2")
def test_the_doubtful_hexes_are_what_the_register_says() -> None:
    assert board().hex("H26") not in escarpments()
    assert all(board().hex(name) in escarpments() for name in ("N61", "N62", "O61", "O62"))
    for pair in ("Q59-Q60", "S62-S63"):
        here, there = (board().hex(name) for name in pair.split("-"))
        assert there in board().adjacent[here], pair
    for pair in ("R65-S65", "W61-X62"):
        here, there = (board().hex(name) for name in pair.split("-"))
        assert there in board().neighbours[here] and there not in board().adjacent[here], pair
    for pair in ("W3-W4", "W4-W5", "I2-H2", "H2-H3", "H25-G25", "G25-H26", "J62-J63"):
        here, there = (board().hex(name) for name in pair.split("-"))
        assert there in coast_road()[here], pair


# --- fortresses


@pytest.mark.case("15.21", "15.23", "7.1")
def test_a_unit_in_a_fortress_has_no_zone_but_takes_a_lone_supply_next_to_it() -> None:
    state = moving("ariete G24", "AlS1 H26")
    assert at(play(state, "move ariete G24-G25"), "AxC1") == "H26"
    inside = moving("ariete G23", "AlS1 G25")
    assert at(play(inside, "move ariete G23-G24"), "AlS1") == "G25"


@pytest.mark.case("13.3", "15.1")
@pytest.mark.parametrize(("unit", "case"), [("AxS1", "13.3"), ("rommel", "15.1")])
def test_a_supply_outside_keeps_lone_supplies_and_rommel_off_a_fortress_hex(unit: str, case: str) -> None:
    assert barred(moving(f"{unit} G24", "AlS1 H26"), unit, "G24-G25") == case
    assert barred(moving(f"{unit} G24, ariete G25", "AlS1 H26"), unit, "G24-G25") == ""
    assert barred(moving(f"{unit} G23", "AlS1 G25"), unit, "G23-G24") == ""


@pytest.mark.case("22.4", "22.5", "23.6")
def test_rommel_alone_in_a_fortress_stays_and_holds_it_while_a_way_is_open() -> None:
    beside = position("rommel G25, ariete W6", "9A/20 H26")
    assert not in_danger(beside) and not cut_off(beside)
    assert controls(beside, "axis", board().hex("G25"))
    shut_in = position("rommel G25, ariete W6", "9A/20 H25")
    assert not in_danger(shut_in) and cut_off(shut_in)
    state = asking(position("rommel G25, ariete H25, AxS1 W3", "9A/20 H26", phasing="allied"), Battles("allied"))
    assert refused(state, "attack rommel with 9A/20") == "8.5"


@pytest.mark.case("9.1")
def test_a_fortress_hex_is_a_refuge_unless_a_unit_that_is_named_holds_it() -> None:
    """From H26 the one way that H27 and I26 leave open leads through Tobruch to G24."""
    state = position("ariete H27, savena I26, bologna G25", "9A/20 H26")
    assert not surrounded(state, ["9A/20"], ["ariete", "savena"])
    assert surrounded(state, ["9A/20"], ["ariete", "savena", "bologna"])


@pytest.mark.case("11.7", "23.2")
def test_a_unit_led_back_next_to_a_fortress_takes_no_part_in_the_sortie_still_to_come() -> None:
    state = position("ariete G25, 21/5 J28, brescia W6", "9A/20 I27, 22gds H25, pol J62")
    sortie = Battle(("22gds",), ("ariete",))
    state = asking(state, Resolution("axis", (Battle(("9A/20",), ("21/5",)), sortie)))
    state = play(state, "fight 1", "retreat 9A/20 I26-H26", rolls=(3,))
    if refused(state, "done") == "":
        state = play(state, "done")
    state = play(state, "fight 2", rolls=(1,))
    assert (at(state, "22gds"), at(state, "9A/20")) == ("dead", "H26")


@pytest.mark.case("11.7", "7.61")
def test_a_vacant_fortress_is_not_used_while_zones_and_ground_leave_another_way_full_or_not() -> None:
    """From I26 only H27 and Tobruch are left; three friends fill H27."""
    state = position("ariete I25, savena J27", "9A/20 I26, 22gds, 7A/1, 7A/2 H27")
    retreats = Retreats("axis", ("9A/20",))
    assert {board().name(path[1]) for path in retreats.paths(state, "9A/20")} == {"H27"}
    state, _ = frames.begin(asking(state, retreats), Rolls())
    while at(state, "9A/20") == "I26":
        state = play(state, orders(state)[0])
    assert at(state, "9A/20") == "dead"


LED_IN = "ariete I28, savena I25, 15/8 G24, AxS1 G23"


def led_into_tobruch(axis: str = LED_IN, supply: str = "") -> AfrikaKorps:
    """7A/1 at H27 has no way but into Tobruch."""
    state = position(axis, f"7A/1 H27, pol J62{supply}")
    return play(asking(state, Resolution("axis", (Battle(("7A/1",), ("ariete",)),))), "fight 1", "done", rolls=(3,))


@pytest.mark.case("11.7", "14.1", "8.6")
def test_a_unit_led_into_a_vacant_fortress_falls_to_any_attack_by_a_unit_without_a_battle() -> None:
    led = led_into_tobruch()
    assert at(led, "7A/1") == "G25" and "attack 7A/1 with 15/8" in orders(led)
    assert refused(led, "attack 7A/1 with ariete") == "8.5" and refused(led, "attack pol with 15/8") == "8.6"
    taken, events = play_noting(led, "attack 7A/1 with 15/8")
    assert at(taken, "7A/1") == "dead" and "roll" not in kinds(events) and taken.spent == ("AxS1",)
    assert orders(taken) == ["advance 15/8", "done"]
    assert refused(led, "done") == "", "nobody has to"
    assert refused(led_into_tobruch(LED_IN.replace("G23", "W3")), "attack 7A/1 with 15/8") == "14.1"


@pytest.mark.case("11.7", "8.6", "8.4")
def test_that_attack_is_the_next_battle_and_is_over_with_the_fall() -> None:
    taken, events = play_noting(led_into_tobruch(), "attack 7A/1 with 15/8", "done")
    assert [event.facts["battle"] for event in events if event.kind == "fought"] == [2]
    assert taken.stack == (THE_END,), "nothing is left to resolve"
    assert {"15/8", "7A/1"} <= set(taken.fought)


@pytest.mark.case("11.7", "7.4", "8.6", "14.3")
def test_that_attack_too_is_made_at_one_to_six_or_better_and_is_asked_for_without_any_supply() -> None:
    """folgere attacks with 1: 7/7 defends with 6 behind the walls, 7/4 with 8."""
    axis = "15/8, 21/5 I28, savena I25, folgere G24"

    def led_in(name: str) -> AfrikaKorps:
        battle = Battle((name,), ("15/8", "21/5"))
        state = asking(position(axis, f"{name} H27, pol J62"), Resolution("axis", (battle,)))
        return play(state, "fight 1", "done", rolls=(3,))

    assert orders(led_in("7/7")) == ["attack 7/7 with folgere", "done"]
    assert at(led_in("7/4"), "7/4") == "G25" and led_in("7/4").stack == (THE_END,), "nothing to decide"
    axis += ", AxS1 G24"
    assert refused(led_in("7/4"), "attack 7/4 with folgere") == "7.4"
    assert refused(led_in("7/7"), "attack 7/7 with folgere supply AxS1") == "14.3"


@pytest.mark.case("11.7", "23.1", "8.6")
def test_of_two_fortresses_with_refugees_each_is_attacked_by_itself() -> None:
    state = position("15/8 G24, 21/5 I2, AxS1 G24, AxS2 I2", "7A/1 G25, 7A/2 H2, pol J62")
    back = {"7A/1": board().hex("H27"), "7A/2": board().hex("I3")}
    led = asking(state, Resolution("axis", (), (), back))
    assert refused(led, "attack 7A/1 with 15/8") == "" == refused(led, "attack 7A/2 with 21/5")
    assert at(play(led, "attack 7A/1 with 15/8"), "7A/2") == "H2"


@pytest.mark.case("11.7", "23.1", "8.6")
def test_all_who_were_led_there_are_attacked_together() -> None:
    state = position(LED_IN, "7A/1, 7A/2 H27, pol J62")
    both = asking(state, Resolution("axis", (Battle(("7A/1", "7A/2"), ("ariete",)),)))
    led = play(both, "fight 1", "done", rolls=(3,))
    assert (at(led, "7A/1"), at(led, "7A/2")) == ("G25", "G25")
    assert refused(led, "attack 7A/1 with 15/8") == "23.1" and refused(led, "attack 7A/1, 7A/2 with 15/8") == ""


@pytest.mark.case("11.7", "11.8", "15.23", "8.6")
def test_there_it_guards_the_supply_against_whoever_has_had_his_battle() -> None:
    """Who attacks takes the supply with it; who has fought already takes nothing while it is there."""
    led = led_into_tobruch(LED_IN.replace("ariete I28", "ariete, 21/5 I28"), ", AlS1 G25")
    assert refused(led, "seize AlS1 with 15/8") == "15.23"
    taken = play(led, "attack 7A/1 with 15/8")
    assert (at(taken, "7A/1"), at(taken, "AlS1"), at(taken, "AxC1")) == ("dead", "pool", "G25")


@pytest.mark.case("11.7", "11.8")
def test_a_unit_that_has_another_battle_to_fight_does_not_attack_who_was_led_into_the_fortress() -> None:
    state = position(f"{LED_IN}, AxS2, 21/5 G24", "7A/1 H27, 9A/20 H24, pol J62")
    both = Battle(("7A/1",), ("ariete",)), Battle(("9A/20",), ("15/8",), ("AxS1",))
    led = play(asking(state, Resolution("axis", both)), "fight 1", "done", rolls=(3,))
    assert at(led, "7A/1") == "G25"
    assert refused(led, "attack 7A/1 with 15/8") == "11.8"
    assert refused(led, "attack 7A/1 with 21/5") == ""


@pytest.mark.case("11.7", "11.8", "21.3")
def test_the_parts_of_a_substitute_that_has_fought_do_not_attack_who_was_led_into_the_fortress() -> None:
    """sub_arm_1 pays part of an exchange by breaking down; what is left of it has had its battle."""
    allied = "2/3 I28, pol I25, sub_arm_1, 22gds G24, AlS1, AlS2 G23, 7/7, 2/2sg exchanged"
    state = position("savena H27, folgere H24, bologna W6", allied, turn=34, phasing="allied")
    state = with_unit(state, "sub_arm_1", made_of=("2/2sg", "7/7"))
    both = Battle(("savena",), ("2/3",)), Battle(("folgere",), ("sub_arm_1",), ("AlS1",))
    state = play(asking(state, Resolution("allied", both)), "fight 1", "done", "fight 2", rolls=(3, 2))
    state = play(state, "break sub_arm_1 into 2/2sg", "done")
    assert (at(state, "savena"), at(state, "2/2sg")) == ("G25", "G24")
    assert refused(state, "attack savena with 2/2sg") == "11.8"
    assert [order for order in orders(state) if order.startswith("attack")] == ["attack savena with 22gds"]


@pytest.mark.case("15.321", "23.1")
def test_a_unit_in_a_fortress_that_did_not_fight_takes_no_supply_whose_guards_died_with_their_attackers() -> None:
    state = position("ariete I27, savena G25, brescia W6", "9A/20, AlS1 H26, pol J62")
    state = asking(state, Resolution("axis", (Battle(("9A/20",), ("ariete",)),)))
    state = play(state, "fight 1", rolls=(2,))
    assert (at(state, "ariete"), at(state, "9A/20"), at(state, "AlS1")) == ("dead", "dead", "H26")


# --- retreats


@pytest.mark.case("7.62", "24.1")
def test_a_retreat_may_end_in_isolation() -> None:
    """The only supply of 9A/20 stays behind when it is led back."""
    state = position("ariete Q40", "9A/20, AlS1 Q41")
    assert not isolated_units(state, "allied")
    ways = Retreats("axis", ("9A/20",)).paths(state, "9A/20")
    assert len(ways) == 13
    assert all(isolated_units(with_unit(state, "9A/20", at=end), "allied") for _, end in ways)


@pytest.mark.case("15.22", "14.6")
def test_a_supply_named_for_a_battle_still_to_come_is_not_overrun() -> None:
    axis = "ariete Q40, AxS1 Q39, 21/5 S47, AxS2 Q43, AxS3 P42, brescia W6"
    state = position(axis, "9A/20 Q41, 22gds S48, pol J62")
    battles = (Battle(("9A/20",), ("ariete",), ("AxS1",)), Battle(("22gds",), ("21/5",), ("AxS2",)))
    state = play(asking(state, Resolution("axis", battles)), "fight 1", "retreat 9A/20 Q42-R43", rolls=(3,))
    assert (at(state, "AxS2"), at(state, "AxS3"), at(state, "AlC1")) == ("Q43", "pool", "P42")


# --- supplies


@pytest.mark.case("12.1", "12.2", "23.4")
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_a_side_has_as_many_supply_counters_as_it_may_have_on_the_board(side: str) -> None:
    assert len(own_supplies(side)) == limits().own_supplies[side]


@pytest.mark.case("23.42", "12.4")
def test_a_supply_that_landed_this_turn_does_not_put_to_sea() -> None:
    state = asking(position("21/5 W3", turn=2), Movement("axis"), SupplyArrival("axis"))
    state = play(state, "land AxS1 at W3")
    assert refused(state, "embark AxS1") == "23.42"


@pytest.mark.case("15.21", "12.3")
def test_a_supply_taken_back_is_a_captured_one() -> None:
    state = moving("ariete R34", "AlC1 R37")
    state = play(state, "move ariete R34-R36")
    assert (at(state, "AlC1"), at(state, "AxC1"), at(state, "AxS1")) == ("", "R37", "pool")


@pytest.mark.case("14.5", "23.4")
def test_a_supply_that_sustained_an_automatic_victory_does_not_sail_though_another_covers_it() -> None:
    state = moving("21/5, AxS1, AxS2 G25, 15/8 H25", "7A/2 H26")
    state = play(state, "av 7A/2 with 15/8 supply AxS1")
    assert refused(state, "embark AxS1") == "14.5"
    assert refused(state, "embark AxS2") == ""


@pytest.mark.case("14.2", "14.4")
def test_no_supply_is_named_whose_attackers_the_others_reach() -> None:
    """AxS1 between the two others is found first, but it reaches only whom they reach as well."""
    axis = "21/5 P30, ariete P34, savena P38, bologna P42, AxS1 P36, AxS2 P32, AxS3 P40"
    state = position(axis, "9A/20 X60")
    assert sustaining(state, "axis", ["21/5", "ariete", "savena", "bologna"]) == ("AxS2", "AxS3")
    assert sustaining(state, "axis", ["ariete", "savena"]) == ("AxS1",)


@pytest.mark.case("15.4")
def test_supplies_are_destroyed_at_any_time_but_while_battles_are_declared() -> None:
    state = position("21/5, AxS1 W3", "9A/20 J62", turn=2)
    assert refused(asking(state, Battles("axis")), "destroy AxS1") == "8.6"
    free: list[Decision[AfrikaKorps]] = [
        FullStores("axis"), SupplyArrival("axis"), Arrivals("axis"), Movement("axis"), Resolution("axis", ()),
    ]  # fmt: skip
    for frame in free:
        assert refused(asking(state, frame), "destroy AxS1") == ""
        listed = not isinstance(frame, SupplyArrival | Arrivals)  # there it is allowed and serves nothing
        assert ("destroy AxS1" in orders(asking(state, frame))) == listed


@pytest.mark.case("13.2")
def test_company_that_moves_in_with_a_supply_does_not_face_the_enemy_yet() -> None:
    state = moving("21/5, AxS1 R34", "7A/2 R36")
    assert refused(state, "move 21/5, AxS1 R34-R35") == "13.2"
    assert refused(play(state, "move 21/5 R34-R35"), "move AxS1 R34-R35") == ""


@pytest.mark.case("7.4", "14.1", "15.21")
def test_with_capture_needs_attack_supply_is_not_asked_for() -> None:
    """2 to 4 is 1-2 and would need a supply, but support may still come."""
    options = ("capture-needs-attack",)
    state = moving("21/104 R36, AxS1 S36", "32 R33", side="allied", options=options)
    assert refused(state, "move 32 R33-R35") == "" and "R35" in ends(state, "32")


@pytest.mark.case("15.322")
def test_one_unit_goes_for_all_supplies_of_a_hex_and_everybody_else_fights_their_guards() -> None:
    state = declaring("15/8, AxS1, AxS2 Q40", "2SA/4 Q41, 32, 1arm Q39", "allied")
    state = play(state, "seize AxS1 with 2SA/4")
    assert refused(state, "seize AxS2 with 1arm") == "15.322" and refused(state, "seize AxS1 with 1arm") == "15.322"
    assert not any(order.startswith("seize") for order in orders(state))
    both = play(state, "attack 15/8 with 32")
    assert refused(both, "done") == "11.33" and refused(both, "seize AxS2 with 1arm") == "15.322"
    two = declaring("15/8, AxS1, AxS2 Q40", "2SA/4 Q41, 32 Q39", "allied")
    two = play(two, "seize AxS1 with 2SA/4", "attack 15/8 with 32", "done", "fight 1")
    assert (at(two, "AlC1"), at(two, "AlC2")) == ("Q40", "Q40")


# --- Rommel


@pytest.mark.case("22.4")
def test_rommel_is_not_cut_off_from_units_that_stand_in_a_zone_themselves() -> None:
    """All of the Axis is in contact; he is behind the line and nobody is around him."""
    state = position("rommel Q36, ariete Q40", "9A/20 Q41")
    assert not cut_off(state)


# --- winning


@pytest.mark.case("4.1", "23.4")
def test_an_army_whose_last_unit_puts_to_sea_has_lost() -> None:
    state = position("21/5, AxS1 W3", "9A/20, AlS1 G25", phasing="allied")
    state = asking(state, PlayerTurn("allied", 4), Movement("allied"))
    state = play(state, "embark 9A/20", "done")
    end = state.stack[-1]
    assert isinstance(end, Over) and (end.winner, end.case) == ("axis", "4.1")


@pytest.mark.case("4.3", "12.1")
def test_a_port_shared_by_rommel_and_an_enemy_supply_receives_nobody() -> None:
    state = position("rommel G25, ariete W6", "AlS1 G25")
    assert board().hex("G25") not in (*ports_controlled(state, "axis"), *ports_controlled(state, "allied"))
