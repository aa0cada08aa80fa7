"""Reaction movement: who may hurry to a hex under attack, on which rolls, and what the attacker may do about it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.panzerarmee_afrika.combat.reaction import Reaction
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, Trek
from tests.panzerarmee_afrika.combats import ALLIED_DEPOTS, AXIS_DEPOT, at, facts, phase
from tests.panzerarmee_afrika.positions import asking, listed, play, play_noting, position, refusal, where
from tests.playing import asked, top

OPTION = ("reaction",)


def attacked(axis: str, allied: str, *hexes: str, side: Side = "allied", **fields: Any) -> PanzerarmeeAfrika:
    """The defender is asked before a combat for these hexes."""
    state = position(axis, allied, options=OPTION, phasing="axis" if side == "allied" else "allied", **fields)
    return asking(state, Reaction(side, at(*hexes), at(*hexes)))


def allied_reacts(extra: str, axis: str = f"de-104 1408, {AXIS_DEPOT}") -> PanzerarmeeAfrika:
    return attacked(axis, f"uk-sg-2 1409, {extra}, {ALLIED_DEPOTS}", "1409")


# --- who


@pytest.mark.case("15.1")
@pytest.mark.parametrize(
    ("unit", "start", "cost"),
    [
        ("uk-3-a", "1410", 3),
        ("uk-3-a", "1411", 6),
        ("au-20", "1410", 3),
        ("uk-sg-7", "1410", 3),
    ],
)
def test_armour_comes_from_six_movement_factors_away_and_infantry_from_three(unit: str, start: str, cost: int) -> None:
    state = allied_reacts(f"{unit} {start}")
    assert listed(state) == [f"react {unit} to 1409", "done"]
    state = play(state, f"react {unit} to 1409", rolls=(3,))
    assert where(state, unit) == "1409"
    assert state.treks[unit].spent == cost


@pytest.mark.case("15.1")
@pytest.mark.parametrize(
    ("unit", "start", "words"),
    [
        ("au-20", "1411", "may spend 3"),
        ("uk-3-a", "1412", "may spend 6"),
        ("uk-3-a*", "1410", "out of supply"),
        ("uk-3-a!", "1410", "out of command"),
        ("uk-3-a_", "1410", "out of supply"),
        ("uk-3-a", "1309", "in an enemy zone"),
    ],
)
def test_who_cannot_react_is_refused(unit: str, start: str, words: str) -> None:
    state = allied_reacts(f"{unit} {start}")
    assert listed(state) == ["done"]
    found = refusal(state, f"react {unit.rstrip('*!_')} to 1409")
    assert found.case == "15.1"
    assert words in found.why


@pytest.mark.case("15.1")
@pytest.mark.parametrize(
    ("unit", "start", "ok"),
    [
        ("it-61", "1407", False),
        ("it-132-a", "1407", True),
        ("it-132-a", "1406", False),
        ("de-5-1-a", "1406", True),
        ("de-104", "1407", True),
        ("de-104", "1406", False),
    ],
)
def test_italian_infantry_never_reacts_and_italian_armour_is_slow(unit: str, start: str, ok: bool) -> None:
    axis = f"de-8 1408, {unit} {start}, axis-depot-1 1307"
    state = attacked(axis, f"uk-3-a 1409, {ALLIED_DEPOTS}", "1408", side="axis")
    assert (f"react {unit} to 1408" in listed(state)) == ok
    if not ok:
        assert refusal(state, f"react {unit} to 1408").case == "15.1"


@pytest.mark.case("15.1")
def test_nobody_reacts_into_a_hex_to_which_the_enemy_bars_every_way() -> None:
    ring = f"de-104 1408, de-115 1309, de-155 1310, it-19 1410, de-8 1509, de-361 1510, {AXIS_DEPOT}"
    state = allied_reacts("uk-3-a 1412", ring)
    assert listed(state) == ["done"]
    assert refusal(state, "react uk-3-a to 1409").case == "15.1"


@pytest.mark.case("15.1", "4")
def test_a_full_hex_takes_in_nobody() -> None:
    state = allied_reacts("uk-3-a 1410, uk-sg-7, au-20 1409")
    assert listed(state) == ["done"]
    assert refusal(state, "react uk-3-a to 1409").case == "4"


@pytest.mark.case("15.1")
def test_units_that_are_attacked_themselves_stay() -> None:
    state = position(f"it-19 1510, {AXIS_DEPOT}", f"uk-sg-2 1408, uk-3-a 1411, {ALLIED_DEPOTS}", phasing="axis")
    state = asking(state, Reaction("allied", at("1410"), at("1410", "1411")))
    assert "under attack itself" in refusal(state, "react uk-3-a to 1410").why


@pytest.mark.case("15.1")
def test_only_hexes_of_this_combat_and_own_regular_units_will_do() -> None:
    state = allied_reacts("uk-3-a 1410, allied-lorry-1 1410")
    for order in (
        "react uk-3-a to 1411",
        "react allied-lorry-1 to 1409",
        "react de-104 to 1409",
        "fight 1",
        "react uk-7-a to 1409",
    ):
        assert refusal(state, order).case == "15.1"


# --- the roll


@pytest.mark.case("15.1")
@pytest.mark.parametrize(("die", "comes"), [(1, False), (2, False), (3, True), (6, True)])
def test_allied_units_come_on_three_to_six(die: int, comes: bool) -> None:
    state, events = play_noting(allied_reacts("uk-3-a 1410, au-20 1410"), "react uk-3-a to 1409", rolls=(die,))
    assert (where(state, "uk-3-a") == "1409") == comes
    assert [fact["success"] for fact in facts(events, "reacted")] == [comes]
    assert refusal(state, "react uk-3-a to 1409").case == "15.1"  # one attempt for each combat
    assert "react au-20 to 1409" in listed(state)


@pytest.mark.case("15.1")
@pytest.mark.parametrize(("die", "comes"), [(1, False), (2, True)])
def test_axis_units_come_on_two_to_six(die: int, comes: bool) -> None:
    axis = "de-8 1408, de-104 1407, axis-depot-1 1307"
    state = attacked(axis, f"uk-3-a 1409, {ALLIED_DEPOTS}", "1408", side="axis")
    state = play(state, "react de-104 to 1408", rolls=(die,))
    assert (where(state, "de-104") == "1408") == comes


# --- in the course of combat


FIGHT = f"de-104, de-115 1408, {AXIS_DEPOT}"


@pytest.mark.case("15.1", "12.4")
def test_without_the_option_nobody_is_asked() -> None:
    state = phase(FIGHT, f"uk-sg-2 1409, uk-3-a 1410, {ALLIED_DEPOTS}")
    play(state, "attack 1409 with de-104, de-115", "done", "done", "fight 1", rolls=(1, 6))


@pytest.mark.case("15.1", "12.4", "12.4.2")
def test_after_a_reaction_the_attacker_may_fight_at_the_new_differential_or_cancel() -> None:
    state = phase(FIGHT, f"uk-sg-2 1409, uk-3-a 1410, {ALLIED_DEPOTS}", options=OPTION)
    state = play(state, "attack 1409 with de-104, de-115", "done", "done", "fight 1")
    assert asked(state) == "allied"
    state = play(state, "react uk-3-a to 1409", rolls=(4,))
    assert asked(state) == "axis"
    assert listed(state) == ["fight 1", "cancel 1"]
    assert "at +3" in top(state).prompt(state)
    fought, events = play_noting(state, "fight 1", rolls=(6, 6))  # nobody reacts a second time
    assert [fact["differential"] for fact in facts(events, "fought")] == [8 - 5]
    assert "uk-3-a" in fought.layout.names("allied")
    play(state, "cancel 1")


@pytest.mark.case("15.1", "12.4", "12.1.1")
def test_after_a_reaction_into_a_fort_its_besieger_attacks_at_once() -> None:
    """He has no choice, although another combat is still to be fought."""
    axis = "de-104 1829, de-8 1527, axis-depot-1 1925, axis-depot-2 1727"
    allied = "uk-sg-2 1730, uk-3-a 1629, au-20 1427"
    state = phase(axis, allied, options=OPTION, control={"1925": "axis"})
    state = play(state, "attack 1427 with de-8", "done", "fight 2")
    state, events = play_noting(state, "react uk-3-a to 1730", rolls=(6, 6))
    assert [sorted(fact["defenders"]) for fact in facts(events, "ineffective")] == [["uk-3-a", "uk-sg-2"]]
    assert listed(state) == ["fight 1", "cancel 1"]


@pytest.mark.case("15.1")
def test_a_failed_reaction_changes_nothing_and_the_combat_goes_on() -> None:
    state = phase(FIGHT, f"uk-sg-2 1409, uk-3-a 1410, {ALLIED_DEPOTS}", options=OPTION)
    state, events = play_noting(
        state, "attack 1409 with de-104, de-115", "done", "done", "fight 1", "react uk-3-a to 1409", rolls=(1, 6, 6)
    )
    assert [fact["differential"] for fact in facts(events, "fought")] == [8 - 2]


@pytest.mark.case("15.1", "12.4.3")
def test_an_attack_that_a_reaction_makes_impossible_lapses() -> None:
    state = phase(f"de-104 1408, {AXIS_DEPOT}", f"uk-sg-2 1409, uk-3-a 1410, {ALLIED_DEPOTS}", options=OPTION)
    state, events = play_noting(
        state, "attack 1409 with de-104", "done", "done", "fight 1", "react uk-3-a to 1409", rolls=(5,)
    )
    assert [fact["combat"] for fact in facts(events, "lapsed")] == [1]


@pytest.mark.case("15.1", "12.4.3", "12.4")
def test_an_attack_that_lapses_after_a_reaction_takes_no_other_with_it() -> None:
    axis = f"de-104 1408, de-155, de-361 1311, {AXIS_DEPOT}"
    state = phase(axis, f"uk-sg-2 1409, uk-3-a 1510, au-20 1411, {ALLIED_DEPOTS}", options=OPTION)
    orders = ("attack 1409 with de-104", "attack 1411 with de-155, de-361", "done", "done", "fight 1")
    state, events = play_noting(play(state, *orders), "react uk-3-a to 1409", rolls=(5,))
    assert [fact["combat"] for fact in facts(events, "lapsed")] == [1]
    assert "cancel 2" in listed(state)


@pytest.mark.case("15.1")
def test_a_unit_reacts_once_in_a_phase_but_a_failure_leaves_it_free_for_the_next_combat() -> None:
    axis = f"de-104, de-115 1408, de-155, de-361 1311, {AXIS_DEPOT}"
    allied = f"uk-sg-2 1409, au-20 1411, uk-3-a 1510, {ALLIED_DEPOTS}"
    orders = ("attack 1409 with de-104, de-115", "attack 1411 with de-155, de-361", "done", "done", "fight 1")
    state = play(phase(axis, allied, options=OPTION), *orders)
    assert asked(state) == "allied"
    failed = play(state, "react uk-3-a to 1409", "done", "fight 2", rolls=(1, 6, 6))
    assert "react uk-3-a to 1411" in listed(failed)
    came = play(state, "react uk-3-a to 1409", "fight 1", rolls=(6, 6, 6))
    came, events = play_noting(came, "fight 2", rolls=(6, 6))
    assert not facts(events, "reacted")
    moved = replace(state, treks={"uk-3-a": Trek(state.units["uk-3-a"].at, 1)})
    assert "already made its reaction" in refusal(moved, "react uk-3-a to 1409").why


@pytest.mark.case("15.1", "12.1.1")
def test_the_garrison_of_a_fort_can_be_reinforced_and_the_attack_goes_on_in_vain() -> None:
    allied = "uk-sg-2 1730, uk-3-a 1530, allied-depot-1 1440"
    state = phase("de-104 1829, axis-depot-1 1925", allied, options=OPTION, control={"1925": "axis"})
    state = play(state, "done")
    assert asked(state) == "allied"
    state, events = play_noting(state, "react uk-3-a to 1730", rolls=(3, 6))
    assert [fact["defenders"] for fact in facts(events, "ineffective")] == [["uk-sg-2", "uk-3-a"]]
    assert [fact["differential"] for fact in facts(events, "countered")] == [2 * 5 - 4]


def test_who_never_reacts_has_answered_beforehand() -> None:
    state = allied_reacts("uk-3-a 1410, uk-sg-7, au-20 1409")
    frame = top(state)
    assert isinstance(frame, Reaction) and frame.interrupt(state, "allied") == "reaction"
    assert str(frame.settled(state, "allied", "never")) == "done" and frame.settled(state, "allied", "ask") is None
