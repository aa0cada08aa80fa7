"""After a battle: supplies that lost their guards, the move of a captured supply, the advance."""

from __future__ import annotations

import pytest

from sandtable.games.afrika_korps.combat.aftermath import AfterBattle
from sandtable.games.afrika_korps.combat.resolution import Battle, Resolution
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.state import AfrikaKorps
from tests.afrika_korps.positions import (
    THE_END,
    asked,
    asking,
    at,
    kinds,
    orders,
    play,
    play_noting,
    position,
    refused,
    top,
)


def fighting(axis: str, allied: str, *battles: Battle, phasing: str = "axis") -> AfrikaKorps:
    state = position(f"{axis}, bologna W6", f"{allied}, pol J62", phasing=phasing)
    return asking(state, Resolution(phasing, battles))


def over(state: AfrikaKorps) -> bool:
    return state.stack == (THE_END,)


BURN_OR_END = ["destroy AxC1", "done"]  # what is left to decide when all battles are over
GUARD = Battle(("9A/20",), ("ariete",))  # at 2-1 in the open


def guarded(axis: str = "ariete Q40", allied: str = "9A/20, AlS1 Q41") -> AfrikaKorps:
    return fighting(axis, allied, GUARD)


# --- guarded supplies


@pytest.mark.case("15.321", "15.3", "15.32")
def test_a_supply_falls_when_its_guard_is_eliminated() -> None:
    state, events = play_noting(guarded(), "fight 1", rolls=(1,))
    assert (at(state, "AlS1"), at(state, "AxC1")) == ("pool", "Q41")
    assert [event.facts["case"] for event in events if event.kind == "captured"] == ["15.321"]


@pytest.mark.case("15.321")
def test_no_supply_falls_but_where_the_guard_was_beaten() -> None:
    state = play(guarded(allied="9A/20, AlS1 Q41, AlS2 Q50"), "fight 1", rolls=(1,))
    assert (at(state, "AxC1"), at(state, "AlS2")) == ("Q41", "Q50")


@pytest.mark.case("21.3")
def test_the_parts_of_a_substitute_that_defended_do_not_join_the_attackers() -> None:
    after = AfterBattle("axis", ("ariete",), (), ())
    assert after.with_parts("sub_arm_1", ("7/7",)).attackers == ("ariete",)
    allied = AfterBattle("allied", ("2/3", "sub_arm_1"), (), ())
    assert allied.with_parts("sub_arm_1", ("7/7",)).attackers == ("2/3", "7/7")


@pytest.mark.case("15.321")
def test_a_supply_falls_when_its_guard_retreats_for_it_cannot() -> None:
    state = play(guarded(), "fight 1", "retreat 9A/20 Q42-Q43", rolls=(3,))
    assert at(state, "AxC1") == "Q41"


@pytest.mark.case("15.321")
def test_a_supply_is_safe_while_one_of_its_guards_holds() -> None:
    state = guarded(allied="9A/20, 22gds, AlS1 Q41")
    state = play(state, "fight 1", rolls=(1,))
    assert at(state, "AlS1") == "Q41"
    assert over(state)


@pytest.mark.case("15.321", "11.4")
def test_the_battle_that_removes_the_last_guard_takes_the_supply() -> None:
    state = fighting("ariete Q40, 21/5 R41", "9A/20, 22gds, AlS1 Q41", GUARD, Battle(("22gds",), ("21/5",)))
    state = play(state, "fight 1", rolls=(1,))
    assert at(state, "AlS1") == "Q41"
    state = play(state, "fight 2", rolls=(1,))
    assert at(state, "AxC1") == "Q41"


@pytest.mark.case("15.321")
def test_a_supply_is_safe_when_attackers_and_guards_die_together() -> None:
    state = play(guarded(), "fight 1", rolls=(2,))
    assert (at(state, "ariete"), at(state, "9A/20"), at(state, "AlS1")) == ("dead", "dead", "Q41")
    assert over(state)


@pytest.mark.case("15.321")
def test_it_falls_all_the_same_if_it_is_left_in_a_zone() -> None:
    state = play(guarded("ariete Q40, savena R42"), "fight 1", rolls=(2,))
    assert (at(state, "ariete"), at(state, "AxC1")) == ("dead", "Q41")


@pytest.mark.case("15.321", "15.23")
def test_in_a_fortress_only_an_attacker_takes_it() -> None:
    state = fighting("ariete H25, savena H26", "4I/5, AlS1 G25", Battle(("4I/5",), ("ariete",)))
    won = play(state, "fight 1", rolls=(1,))
    assert at(won, "AxC1") == "G25"
    both_lost = play(state, "fight 1", rolls=(2,))
    assert (at(both_lost, "ariete"), at(both_lost, "AlS1")) == ("dead", "G25")
    assert orders(both_lost) == ["seize AlS1 with savena", "done"]


@pytest.mark.case("15.321")
def test_an_attacker_in_a_fortress_takes_the_supply_of_its_victim() -> None:
    state = fighting("ariete G25", "9A/20, AlS1 H26", GUARD)
    assert at(play(state, "fight 1", rolls=(1,)), "AxC1") == "H26"


# --- the move of a captured supply


def prize(axis: str = "ariete Q40", allied: str = "9A/20, AlS1 Q41", retreat: str = "Q42-Q43") -> AfrikaKorps:
    return play(guarded(axis, allied), "fight 1", f"retreat 9A/20 {retreat}", rolls=(3,))


@pytest.mark.case("15.33", "15.34")
def test_a_captured_supply_moves_through_the_zone_of_its_former_guard() -> None:
    state = prize(retreat="R42-Q42")  # the guard ends next to its supply
    assert asked(state) == "axis"
    state = play(state, "move AxC1 Q41-R42-S43-S44")  # three hexes, two of them in that zone
    assert at(state, "AxC1") == "S44"
    assert orders(state) == BURN_OR_END


@pytest.mark.case("15.33")
def test_it_moves_its_full_capability() -> None:
    assert refused(prize(), "move AxC1 Q41-Q31") == ""
    assert refused(prize(), "move AxC1 Q41-Q30") == "15.33"
    steps = "-".join(f"Q{n}" for n in range(41, 29, -1))
    assert refused(prize(), f"move AxC1 {steps}") == "5.2"


@pytest.mark.case("15.33", "5.7")
def test_across_a_closed_hexside_it_goes_round() -> None:
    state = play(fighting("ariete E17", "9A/20, AlS1 E18", GUARD), "fight 1", rolls=(1,))
    assert refused(state, "move AxC1 E18-F19-G20") == "5.7"
    assert at(play(state, "move AxC1 E18-F19"), "AxC1") == "F19"


@pytest.mark.case("15.33")
def test_it_may_stay() -> None:
    state = play(prize(), "done")
    assert at(state, "AxC1") == "Q41"
    assert orders(state) == BURN_OR_END


@pytest.mark.case("15.33", "13.2", "5.4", "13.3")
def test_where_it_may_not_go() -> None:
    state = prize(allied="9A/20, AlS1 Q41, 22gds Q38, AlS2 T44, 4I/5 T44")
    assert refused(state, "move AxC1 Q41-R41-R40-R39") == "13.2"  # the zone of a unit that never guarded it
    assert refused(state, "move AxC1 Q41-Q42-Q43") == "5.4"  # onto its former guard
    assert refused(state, "move AxC1 Q41-R42-S43") == "13.2"
    assert refused(state, "move 21/5 Q41-Q42") == "15.33"
    assert refused(state, "move AxC1, ariete Q41-Q42") == "15.33"
    assert refused(state, "move AxC1 Q40-Q39") == "5.2"
    assert refused(state, "move AxC1 Q41-Z99") == "5.8"
    assert refused(state, "fight 1") == "15.33"


@pytest.mark.case("13.3", "15.1")
def test_it_keeps_away_from_lone_enemy_supplies() -> None:
    state = prize(allied="9A/20, AlS1 Q41, AlS2 O41")
    assert refused(state, "move AxC1 Q41-P41") == "13.3"
    assert "move AxC1 Q41-P41" not in orders(state)
    assert refused(state, "move AxC1 Q41-R41") == ""


@pytest.mark.case("15.34", "8.3")
def test_zones_of_others_hold_even_if_they_share_the_hex_with_the_guard() -> None:
    state = prize(allied="9A/20, AlS1 Q41, 22gds Q43")
    assert refused(state, "move AxC1 Q41-Q42") == "13.2"
    assert refused(state, "move AxC1 Q41-P41") == ""


@pytest.mark.case("15.33")
def test_everything_listed_is_lawful_and_nothing_lawful_is_missing() -> None:
    state = prize(allied="9A/20, AlS1 Q41, 22gds S38, AlS2 O38")
    listed = set(orders(state))
    assert all(refused(state, order) == "" for order in listed)
    nearby = [board().name(h) for h in range(len(board())) if 0 < board().distance(h, board().hex("Q41")) <= 4]
    lawful = {f"move AxC1 Q41-{name}" for name in nearby if refused(state, f"move AxC1 Q41-{name}") == ""}
    assert lawful <= listed


@pytest.mark.case("15.33")
def test_nobody_is_asked_about_a_supply_that_cannot_move() -> None:
    state = fighting("ariete Q40", "9A/20, AlS1 Q41, 22gds R43, 4I/5 R40, 4I/7 O40", GUARD)
    state = play(state, "fight 1", rolls=(1,))
    assert at(state, "AxC1") == "Q41"
    assert orders(state) == BURN_OR_END


# --- advance


ESCARPMENT = Battle(("9A/20",), ("ariete", "21/104"))  # at L40, 7 to 4


def assault(axis: str = "ariete, 21/104 K40", allied: str = "9A/20 L40") -> AfrikaKorps:
    return play(fighting(axis, allied, ESCARPMENT), "fight 1", rolls=(1,))


@pytest.mark.case("16.1")
def test_survivors_may_enter_the_escarpment_they_emptied() -> None:
    state = assault()
    assert asked(state) == "axis"
    assert orders(state) == ["advance ariete", "advance 21/104", "done"]
    state, events = play_noting(state, "advance 21/104", "done")
    assert (at(state, "21/104"), at(state, "ariete")) == ("L40", "K40")
    assert kinds(events) == ["advanced"]
    assert over(state)


@pytest.mark.case("16.1")
def test_all_of_them_may() -> None:
    state = play(assault(), "advance 21/104", "advance ariete")
    assert (at(state, "21/104"), at(state, "ariete")) == ("L40", "L40")
    assert over(state)


@pytest.mark.case("16.1")
def test_nobody_advances_on_open_ground_or_onto_a_hex_still_held() -> None:
    assert over(play(guarded(allied="9A/20 Q41"), "fight 1", rolls=(1,)))
    assert over(assault(allied="9A/20, 22gds L40"))


@pytest.mark.case("16.1")
def test_a_defender_driven_back_leaves_his_escarpment_too() -> None:
    state = play(fighting("ariete, 21/104 K40", "9A/20 L40", ESCARPMENT), "fight 1", rolls=(3,))
    state = play(state, next(order for order in orders(state)))
    assert orders(state) == ["advance ariete", "advance 21/104", "done"]


@pytest.mark.case("16.1", "7.63")
def test_only_attackers_of_that_battle_advance() -> None:
    state = assault("ariete, 21/104, rommel K40, 21/3 K39, AxS1 K40")
    for name in ("21/3", "rommel", "AxS1", "9A/20", "nobody"):
        assert refused(state, f"advance {name}") == "16.1", name
    assert refused(state, "fight 1") == "16.1"
    moved = play(state, "advance ariete")
    assert refused(moved, "advance ariete") == "16.1"


@pytest.mark.case("16.1", "6.1")
def test_the_stacking_limit_holds_for_the_advance() -> None:
    axis = "ariete, 21/104 K40, 21/3, savena K39"
    battle = Battle(("9A/20",), ("ariete", "21/104", "21/3", "savena"))
    state = play(fighting(axis, "9A/20 L40", battle), "fight 1", rolls=(1,))
    state = play(state, "advance ariete", "advance 21/104", "advance 21/3")
    assert at(state, "savena") == "K39"
    assert over(state)  # no room for a fourth


@pytest.mark.case("16.1")
def test_two_hexes_emptied_are_entered_one_after_the_other() -> None:
    battle = Battle(("9A/20", "7A/1"), ("ariete", "21/5"))
    state = play(fighting("ariete, 21/5 K39", "9A/20 L39, 7A/1 L40", battle), "fight 1", rolls=(1,))
    assert top(state).prompt(state) == "Advance into L39?"
    state = play(state, "advance ariete", "done")
    assert top(state).prompt(state) == "Advance into L40?"
    assert orders(state) == ["advance 21/5", "done"]  # ariete has advanced already
    assert at(play(state, "advance 21/5"), "21/5") == "L40"


@pytest.mark.case("16.2", "8.3")
def test_the_advance_may_go_from_zone_to_zone() -> None:
    state = assault(allied="9A/20 L40, 22gds L41")
    assert at(play(state, "advance ariete", "done"), "ariete") == "L40"


@pytest.mark.case("15.22")
def test_an_advancing_unit_takes_lone_supplies_next_to_its_new_hex() -> None:
    state = play(assault(allied="9A/20 L40, AlS1 M40, AlS2 M42"), "advance ariete", "done")
    assert (at(state, "AlS1"), at(state, "AxC1")) == ("pool", "M40")
    assert at(state, "AlS2") == "M42"
    assert orders(state) == BURN_OR_END  # it moves no further this turn


@pytest.mark.case("15.33", "15.34", "11.7")
def test_a_unit_led_back_from_elsewhere_was_no_companion_of_the_supply() -> None:
    """9A/20 is led from Q41 to Q43, whose neighbours Q44 and R44 its zone then closes to what 21/5 takes at R46."""
    state = fighting("ariete Q40, 21/5 R47", "9A/20 Q41, 22gds, AlS1 R46", GUARD, Battle(("22gds",), ("21/5",)))
    state = play(state, "fight 1", "retreat 9A/20 Q42-Q43", "fight 2", rolls=(3, 1))
    assert at(state, "AxC1") == "R46"
    ends = {order.rpartition("-")[2] for order in orders(state) if order.startswith("move AxC1")}
    assert "R45" in ends and not {"Q44", "R44"} & ends


@pytest.mark.case("15.22", "15.23")
def test_an_advancing_unit_takes_no_supply_that_is_guarded() -> None:
    state = play(assault(allied="9A/20 L40, 22gds, AlS1 M40"), "advance ariete", "done")
    assert at(state, "AlS1") == "M40" and at(state, "ariete") == "L40"


@pytest.mark.case("16.1", "15.33", "8.6")
def test_supply_then_advance_then_the_move_of_the_supply_then_the_next_battle() -> None:
    axis, allied = "ariete, 21/104 K40, 21/3 Q40", "9A/20, AlS1 L40, 22gds Q41"
    state = fighting(axis, allied, ESCARPMENT, Battle(("22gds",), ("21/3",)))
    state = play(state, "fight 1", rolls=(1,))
    assert at(state, "AxC1") == "L40"
    assert refused(state, "fight 2") == "16.1"
    state = play(state, "advance ariete", "done")
    assert refused(state, "fight 2") == "15.33"
    state = play(state, "move AxC1 L40-K40")
    assert refused(state, "fight 2") == ""


@pytest.mark.case("16.1")
def test_a_garrison_that_is_lost_opens_the_fortress() -> None:
    state = fighting("ariete, 21/3 H25", "4I/5 G25", Battle(("4I/5",), ("ariete", "21/3")))
    state = play(state, "fight 1", "advance ariete", "done", rolls=(3,))  # no retreat: it is eliminated
    assert (at(state, "4I/5"), at(state, "ariete")) == ("dead", "G25")


@pytest.mark.case("22.3", "22.4", "16.1")
def test_rommel_leaves_a_hex_that_the_enemy_advances_into() -> None:
    battle = Battle(("savena",), ("2/3", "7/7"))
    state = fighting("savena, rommel L40, brescia M44", "2/3, 7/7 K40", battle, phasing="allied")
    state = play(state, "fight 1", rolls=(1,))
    assert at(state, "rommel") == "M44"  # alone in a zone as soon as savena is lost


@pytest.mark.case("7.6", "22.4")
def test_a_unit_led_next_to_rommel_alone_displaces_him() -> None:
    led = play(
        fighting("ariete Q40, rommel Q44", "9A/20 Q41", Battle(("9A/20",), ("ariete",))),
        "fight 1",
        "retreat 9A/20 Q42-Q43",
        rolls=(3,),
    )
    assert (at(led, "9A/20"), at(led, "rommel")) == ("Q43", "Q40")


@pytest.mark.case("15.33", "15.321", "11.4")
def test_a_guard_led_back_in_an_earlier_battle_does_not_bind_the_supply_that_it_lost() -> None:
    """From Q43 the zone of 9A/20 reaches Q42, but it was among the guards of Q41."""
    state = fighting("ariete Q40, 21/5 R41", "9A/20, 22gds, AlS1 Q41", GUARD, Battle(("22gds",), ("21/5",)))
    state = play(state, "fight 1", "retreat 9A/20 Q42-Q43", "fight 2", rolls=(3, 1))
    assert at(state, "AxC1") == "Q41" and refused(state, "move AxC1 Q41-Q42") == ""
