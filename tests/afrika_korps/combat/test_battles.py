"""[7, 8] Declaring attacks: who may attack whom, at which odds, and when the division is complete."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.core import frames
from sandtable.core.values import Refusal
from sandtable.games.afrika_korps.combat.declarations import Battles
from sandtable.games.afrika_korps.combat.obligations import defence_of, mandatory_attackers, mandatory_defenders
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.movement.phase import Movement
from sandtable.games.afrika_korps.orders import NOTATION, Attack
from sandtable.games.afrika_korps.pieces.counters import printed_counters
from sandtable.games.afrika_korps.saved_position import Position
from sandtable.games.afrika_korps.state import AfrikaKorps, attack_of
from sandtable.games.afrika_korps.title import title
from sandtable.games.afrika_korps.turn import PlayerTurn
from tests.afrika_korps.combat.declarations import (
    BLUE_LINE,
    FIFTEENTH,
    OUT_OF_SUPPLY,
    RED_LINE,
    SIEGE,
    battles,
    declaring,
    field,
    odds,
    opened,
)
from tests.afrika_korps.positions import THE_END, Rolls, asked, asking, orders, play, position, refusal, refused, top

# --- combat comes about


@pytest.mark.case("7.2", "8.2", "8.4", "5.3")
def test_units_that_move_into_a_zone_have_to_attack_and_all_of_them_count() -> None:
    state = field("21/5, 21/104 R44, ariete R40, AxS1 S42", "9A/20 P41")
    state, _ = frames.begin(asking(state, PlayerTurn("axis", 3)), Rolls())
    assert isinstance(top(state), Movement)
    state = play(state, "move 21/5, 21/104 R44-Q42", "move ariete R40-Q41", "done")
    assert isinstance(top(state), Battles) and asked(state) == "axis"
    assert refused(state, "done") == "8.4"
    assert odds(state, "attack 9A/20 with 21/5, 21/104, ariete") == "7-1"
    assert refused(play(state, "attack 9A/20 with 21/5, 21/104"), "done") == "11.33"


@pytest.mark.case("7.2", "10.1")
def test_the_player_who_moves_is_the_attacker_and_nobody_else_is_asked() -> None:
    state = declaring("21/5 P40", "9A/20 P41", "allied")
    assert asked(state) == "allied"
    assert refused(state, "attack 9A/20 with 21/5") == "8.5"
    assert refused(state, "attack 21/5 with 9A/20") == ""
    with pytest.raises(Refusal) as caught:
        frames.check(state, "axis", NOTATION.parse("attack 9A/20 with 21/5"))
    assert caught.value.case == "turn"


@pytest.mark.case("7.2", "23.1")
def test_nothing_is_asked_when_nobody_touches() -> None:
    state, events = opened(field("21/5 P40", "9A/20 P42"))
    assert state.stack == (THE_END,) and events == []


@pytest.mark.case("5.3", "8.6")
def test_nobody_moves_any_more_once_attacks_are_declared() -> None:
    state = declaring("21/5 P40, AxS1 P39", "9A/20 P41")
    assert refused(state, "move 21/5 P40-P39") == "5.3"
    assert refused(state, "fight 1") == "8.6"


# --- odds


@pytest.mark.case("7.3", "7.2")
def test_seventh_armoured_infantry_attacks_savena_at_1_1() -> None:
    state = declaring("savena P41", "7/7 P40, AlS1 P38", "allied")
    assert odds(state, "attack savena with 7/7") == "1-1"


@pytest.mark.case("7.3", "11.1", "11.2")
@pytest.mark.parametrize(
    ("axis", "allied", "order", "expected"),
    [
        ("21/5 P40, AxS1 P39", "9A/20 P41", "attack 9A/20 with 21/5", "3-1"),
        ("21/3 P40", "1/2, 9A/24, 7A/1 P41", "attack 1/2, 9A/24, 7A/1 with 21/3", "1-4"),
        ("21/5, 15/8 P40, AxS1 P39", "9A/20 P41", "attack 9A/20 with 21/5, 15/8", "7-1"),
        ("21/5, 15/8 P40, AxS1 P39", "7A/1 P41", "attack 7A/1 with 21/5, 15/8", "7-1"),
        ("21/104, 21/3 P40, AxS1 P39", "1/2 P41, 2/3 Q41", "attack 1/2, 2/3 with 21/104, 21/3", "1-2"),
    ],
)
def test_the_factors_of_a_battle_are_added_and_the_fraction_goes_to_the_defender(
    axis: str, allied: str, order: str, expected: str
) -> None:
    assert odds(declaring(axis, allied), order) == expected


@pytest.mark.case("10.2", "8.7")
def test_escarpment_and_fortress_double_the_defender_wherever_the_attacker_stands() -> None:
    uphill = declaring("21/5 K40, AxS1 J39", "9A/20 L40")
    assert odds(uphill, "attack 9A/20 with 21/5") == "1-1"
    along = declaring("21/5 L39, AxS1 K38", "9A/20 L40")
    assert odds(along, "attack 9A/20 with 21/5") == "1-1"
    fortress = declaring("21/5 H26, AxS1 H26", "9A/20 G25")
    assert odds(fortress, "attack 9A/20 with 21/5") == "1-1"


@pytest.mark.case("8.7")
def test_attack_factors_are_basic_from_and_into_any_terrain() -> None:
    downhill = declaring("21/5 L40, AxS1 L40", "9A/20 K40")
    assert odds(downhill, "attack 9A/20 with 21/5") == "3-1"
    sortie = declaring("21/104 G25, AxS1 G25", "9A/20 H26")
    assert odds(sortie, "attack 9A/20 with 21/104") == "1-1"


@pytest.mark.case("14.7")
def test_a_defender_without_supply_defends_with_all_it_has() -> None:
    shut_in = declaring("21/5 P40, ariete Q42, AxS1 P39", "9A/20 P41")
    free = declaring("21/5 P40, ariete Q42, AxS1 P39", "9A/20, AlS1 P41")
    order = "attack 9A/20 with 21/5, ariete"
    assert odds(shut_in, order) == odds(free, order) == "5-1"


@pytest.mark.case("7.4")
def test_nobody_attacks_by_choice_at_worse_than_1_6() -> None:
    state = declaring("21/5 P41", "7A/1 P40, 2/3, AlS1 Q42, AlS2 P39", "allied")
    assert refused(state, "attack 21/5 with 7A/1") == "7.4"
    assert odds(state, "attack 21/5 with 2/3, 7A/1") == "1-2"


@pytest.mark.case("7.4")
def test_a_unit_forced_to_attack_at_worse_than_1_6_is_gone_before_combat_begins() -> None:
    state, events = opened(field("21/5 P41", "7A/1 P40", "allied"))
    assert [(event.kind, event.facts["unit"], event.facts["case"]) for event in events] == [
        ("eliminated", "7A/1", "7.4")
    ]
    assert state.stack == (THE_END,)
    six = declaring("ariete, folgere P41", "7A/1 P40", "allied")
    assert odds(six, "attack ariete, folgere with 7A/1") == "1-6"


# --- who is next to whom


@pytest.mark.case("8.5", "11.32")
def test_an_attacker_must_touch_every_defender_of_its_battle() -> None:
    state = declaring("21/5 Q41, ariete Q40, AxS1 R41", "9A/20 P40, 9A/18 P41")
    assert refused(state, "attack 9A/20, 9A/18 with 21/5") == ""
    assert refused(state, "attack 9A/20, 9A/18 with 21/5, ariete") == "8.5"
    assert refused(state, "attack 9A/18 with ariete") == "8.5"


@pytest.mark.case("8.5")
@pytest.mark.parametrize(
    "order",
    [
        "attack AlS1 with 21/5",
        "attack 9A/20 with rommel",
        "attack 9A/20 with AxS1",
        "attack 21/5 with 9A/20",
        "attack 9A/20 with 15/8",
        "attack nobody with 21/5",
    ],
)
def test_only_combat_units_on_the_map_fight(order: str) -> None:
    state = declaring("21/5, rommel, AxS1 P40", "9A/20, AlS1 P41")
    assert refused(state, order) == "8.5" and "combat unit on the map" in str(refusal(state, order))


@pytest.mark.case("8.5", "11.32")
@pytest.mark.parametrize("attack", [Attack(("9A/20",), ()), Attack((), ("21/5",))])
def test_an_attack_has_somebody_on_both_sides(attack: Attack) -> None:
    state = declaring("21/5, AxS1 P40", "9A/20 P41")
    with pytest.raises(Refusal, match="both attackers and defenders") as refusal:
        frames.check(state, "axis", attack)
    assert refusal.value.case == "8.5"


@pytest.mark.case("5.7", "8.5")
def test_units_across_a_water_hexside_do_not_fight() -> None:
    state = declaring("21/5 E18, ariete, AxS1 G17", "9A/20 F19, 9A/18 G18")
    assert refused(state, "attack 9A/20 with 21/5") == "8.5"


# --- a complete division


@pytest.mark.case("8.4", "11.31", "11.33", "11.3")
def test_every_enemy_in_contact_is_attacked_and_every_unit_in_contact_attacks() -> None:
    state = declaring("21/5 Q41, ariete Q40, AxS1 R41", "9A/20 P40, 9A/18 P41")
    assert refused(state, "done") == "8.4"
    one = play(state, "attack 9A/20 with 21/5, ariete")
    assert refused(one, "done") == "8.4"
    other = play(state, "attack 9A/20, 9A/18 with 21/5")
    assert refused(other, "done") == "11.33"
    both = play(state, "attack 9A/18 with 21/5", "attack 9A/20 with ariete")
    assert refused(both, "done") == ""


@pytest.mark.case("8.6")
def test_declared_attacks_can_be_taken_back_and_are_then_fought_in_any_order() -> None:
    state = declaring("21/5 Q41, ariete Q40, AxS1 R41", "9A/20 P40, 9A/18 P41")
    assert refused(state, "scrap") == "8.6"
    state = play(state, "attack 9A/20 with 21/5, ariete", "scrap")
    assert battles(state) == ()
    state = play(state, "attack 9A/18 with 21/5", "attack 9A/20 with ariete", "done")
    assert [order for order in orders(state) if order.startswith("fight")] == ["fight 1", "fight 2"]
    assert refused(state, "done") == "8.4"


@pytest.mark.case("11.7", "11.8")
def test_no_unit_fights_two_battles_and_none_is_attacked_twice() -> None:
    state = declaring("21/5 Q41, ariete Q40, AxS1 R41", "9A/20 P40, 9A/18 P41")
    assert refused(state, "attack 9A/20 with ariete, ariete") == "11.7"
    assert refused(state, "attack 9A/18, 9A/18 with 21/5") == "11.7"
    state = play(state, "attack 9A/20 with ariete")
    assert refused(state, "attack 9A/20, 9A/18 with 21/5") == "11.7"
    state = play(state, "attack 9A/18 with 21/5")
    assert refused(state, "attack 9A/20 with 21/5") == "11.7"


@pytest.mark.case("11.7")
def test_a_battle_takes_further_attackers_until_the_division_is_done() -> None:
    state = declaring("21/5 Q41, ariete Q40, AxS1 R41", "9A/20 P40")
    state = play(state, "attack 9A/20 with ariete", "attack 9A/20 with 21/5", "done")
    (battle,) = battles(state)
    assert set(battle.attackers) == {"ariete", "21/5"}


@pytest.mark.case("11.4")
def test_a_stack_is_attacked_in_separate_battles_if_there_is_an_attacker_for_each() -> None:
    two = declaring("ariete, littorio Q41, AxS1 R41", "9A/20, 7A/1 P40")
    two = play(two, "attack 9A/20 with ariete", "attack 7A/1 with littorio")
    assert refused(two, "done") == ""
    one = declaring("ariete Q41, AxS1 R41", "9A/20, 7A/1 P40")
    assert odds(one, "attack 9A/20, 7A/1 with ariete") == "1-1"
    one = play(one, "attack 9A/20 with ariete")
    assert refused(one, "attack 7A/1 with ariete") == "11.7"
    assert refused(one, "done") == "8.4"


@pytest.mark.case("11.5")
def test_a_stack_attacks_defenders_on_different_hexes_in_separate_battles() -> None:
    state = declaring("ariete, littorio, 21/3 Q41, AxS1 R41", "9A/20 P40, 9A/18 P41")
    state = play(state, "attack 9A/20 with ariete", "attack 9A/18 with littorio, 21/3")
    assert refused(state, "done") == ""


# --- what is offered


def declared_to_the_end(state: AfrikaKorps) -> AfrikaKorps:
    """Follow the division that is offered, giving up units when there is none, until `done` is legal."""
    for _ in range(60):
        frame = state.stack[-1]
        if not isinstance(frame, Battles) or "done" in (listed := orders(state)):
            return state
        assert listed and all(refused(state, order) == "" for order in listed)
        if (division := frame.division(state)) is None:
            state = play(state, next(order for order in listed if order.startswith("lose")))
        else:
            group = next(group for group in division if not frame.engaged.issuperset(group.attackers))
            fresh = [name for name in group.attackers if name not in frame.engaged]
            verb = "seize" if group.prize else "attack"
            wanted = f"{verb} {', '.join(group.defenders)} with {', '.join(fresh)}"
            assert wanted in listed
            state = play(state, wanted)
    raise AssertionError("no division was completed")


@pytest.mark.case("8.4")
@pytest.mark.parametrize(
    ("axis", "allied", "phasing"),
    [
        ("21/5 Q41, ariete Q40, AxS1 R41", "9A/20 P40, 9A/18 P41", "axis"),
        (RED_LINE, BLUE_LINE, "allied"),
        ("21/3 Q40, ariete, 21/104, 15/115 R41, AxS1 S41", "1/2, 9A/24 P40, 22gds Q41", "axis"),
        (FIFTEENTH, "1/2 P42, 32 Q41", "allied"),
        (*OUT_OF_SUPPLY,),
    ],
)
def test_the_listed_orders_are_legal_and_lead_to_a_complete_division(axis: str, allied: str, phasing: str) -> None:
    assert refused(declared_to_the_end(declaring(axis, allied, phasing)), "done") == ""


def melee(seed: int, centre: str) -> AfrikaKorps:
    """A dozen units of both sides thrown together, with supplies here and there."""
    random, middle = Random(seed), board().hex(centre)
    area = [hexagon for hexagon in range(len(board())) if board().playable[hexagon]]
    close = [hexagon for hexagon in area if board().distance(hexagon, middle) <= 2]
    ring = [hexagon for hexagon in area if 3 <= board().distance(hexagon, middle) <= 5]
    armies: dict[str, list[str]] = {"axis": ["AxS1 " + board().name(random.choice(ring))], "allied": []}
    owners: dict[int, str] = {}
    combat = [counter for counter in printed_counters() if counter.is_combat and not counter.substitute]
    for counter in random.sample(combat, 14):
        there = random.choice(close)
        if owners.setdefault(there, counter.side) == counter.side:
            armies[counter.side].append(f"{counter.id} {board().name(there)}")
    if random.random() < 0.7:
        armies["allied"].append("AlS1 " + board().name(random.choice(ring)))
    return position(
        ", ".join(armies["axis"]), ", ".join(armies["allied"]), phasing=random.choice(("axis", "allied")),
        options=("supply-zone",) if random.random() < 0.3 else (),
    )  # fmt: skip


@pytest.mark.case("8.4", "8.5", "11.3", "11.31", "11.32", "11.33", "11.7", "7.4", "14.1")
@pytest.mark.parametrize("seed", range(40))
def test_any_melee_can_be_divided_and_every_division_is_lawful(seed: int) -> None:
    state = declared_to_the_end(opened(melee(seed, ("Q41", "G25", "L40", "H2")[seed % 4]))[0])
    if not isinstance(state.stack[-1], Battles):
        return
    side, fights = state.phasing, battles(state)
    attackers = [name for battle in fights for name in battle.attackers]
    defenders = [name for battle in fights for name in battle.defenders]
    assert len(set(attackers)) == len(attackers) and len(set(defenders)) == len(defenders)
    assert set(mandatory_attackers(state, side)) <= set(attackers)
    assert set(mandatory_defenders(state, side)) <= set(defenders)
    for battle in fights:
        strength, defence = attack_of(battle.attackers), defence_of(state, battle.defenders)
        for name in battle.attackers:
            near = board().adjacent[state.units[name].at]
            assert all(state.units[defender].at in near for defender in battle.defenders)
        assert battle.seizes or strength * 6 >= defence
        assert bool(battle.supplies) == (strength * 2 >= defence and not battle.seizes)


@pytest.mark.case("8.4", "11.33", "7.4")
def test_the_prompt_names_what_is_still_owed() -> None:
    state = declaring("21/5 Q41, ariete Q40, AxS1 R41", "9A/20 P40, 9A/18 P41")
    assert "9A/20" in top(state).prompt(state)
    state = play(state, "attack 9A/20, 9A/18 with 21/5")
    assert "ariete" in top(state).prompt(state)
    doomed = declaring(*OUT_OF_SUPPLY)
    assert "1SA/1, 1SA/2" in top(doomed).prompt(doomed)


def test_a_declaration_survives_being_stored() -> None:
    state = play(declaring(*SIEGE), "attack 4I/5 with ariete, 21/3")
    stored = Position(**{field: getattr(state, field) for field in state.__struct_fields__})
    assert title().rules.decode(title().rules.encode(stored)) == stored


@pytest.mark.case("8.5", "11.32")
def test_who_is_not_in_the_game_neither_attacks_nor_is_attacked() -> None:
    state = declaring("ariete, AxS1 Q40", "9A/20 Q41")
    assert refused(state, "attack nobody with ariete") == "8.5" == refused(state, "attack 9A/20 with nobody")
    assert refused(state, "attack 9A/20 with AxC1") == "8.5", "a counter that has not come into play"
