"""[2.5, 3.3, 10.1, 11.0] Air units: what each turn brings, and sending them to a battle."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.game import Game
from sandtable.games.tobruk.combat.air import AirAllocation, allot
from sandtable.games.tobruk.state import Air, Tobruk
from sandtable.games.tobruk.title import title
from sandtable.games.tobruk.turn import allot_air
from tests.playing import Rolls, asked, top
from tests.tobruk.positions import after, facts, fighting, listed, noting, play, play_noting, position, refusal

LOST = {"axis": Air(lost_fighters=5, lost_support=1), "commonwealth": Air(lost_fighters=2, lost_support=3)}


def allotted(turn: int, *rolls: int, **fields: Any) -> dict[str, tuple[int, int]]:
    state = after(lambda draft: allot(draft, turn), position(**fields), *rolls)
    return {side: (state.pool(side).fighters, state.pool(side).support) for side in ("axis", "commonwealth")}


# The allotment


@pytest.mark.case("15.1", "15.3", "3.3", "11.0")
@pytest.mark.parametrize("scenario", ["first-sidi-rezegh", "battle-for-tobruk"])
def test_the_surprise_of_the_first_turn_and_what_comes_after(scenario: str) -> None:
    assert allotted(1, scenario=scenario) == {"axis": (4, 3), "commonwealth": (10, 7)}
    assert allotted(2, 3, 4, scenario=scenario) == {"axis": (8, 3), "commonwealth": (4, 5)}
    assert allotted(4, 4, 5, scenario=scenario) == {"axis": (8, 5), "commonwealth": (4, 7)}


@pytest.mark.case("15.2", "3.3", "2.5")
def test_the_second_scenario_has_all_fighters_and_dice_from_its_first_turn() -> None:
    assert allotted(6, 1, 6, scenario="second-sidi-rezegh") == {"axis": (8, 3), "commonwealth": (10, 7)}
    assert allotted(10, 6, 1, scenario="second-sidi-rezegh") == {"axis": (8, 5), "commonwealth": (10, 5)}


@pytest.mark.case("2.5", "3.3", "11.1")
def test_an_allotment_is_filled_from_the_air_units_that_survive() -> None:
    """Three Axis fighters are left of eight; the Commonwealth needs four of the eight it has."""
    assert allotted(2, 6, 6, air=LOST) == {"axis": (3, 4), "commonwealth": (4, 4)}


@pytest.mark.case("2.5", "11.1")
def test_an_allotment_is_no_addition_and_what_has_flown_is_ready_again() -> None:
    state = after(lambda draft: allot(draft, 3), position(air={"axis": Air(2, 0), "commonwealth": Air(0, 1)}), 1, 1)
    assert state.pool("axis") == Air(8, 3) and state.pool("commonwealth") == Air(4, 5)


@pytest.mark.case("3.3", "3.0", "15.1")
def test_the_air_units_of_a_turn_are_there_when_it_begins() -> None:
    game = Game(title(), title().setup("first-sidi-rezegh"), Rolls())
    assert asked(game.state) == "commonwealth"
    state = play(game.state, "done")  # the garrison stands; the first turn begins
    assert state.pool("commonwealth") == Air(10, 7) and state.pool("axis") == Air(4, 3)
    state, events = noting(allot_air, position(turn=2), 2, 5)
    assert state.pool("axis") == Air(8, 3)
    assert [fact["turn"] for fact in facts(events, "allotted")] == [3, 3]  # phase three provides for the next turn


@pytest.mark.case("3.3")
def test_there_is_no_allotment_for_a_turn_after_the_last() -> None:
    assert noting(allot_air, position(turn=4))[1] == []


# To a battle

READY = {"axis": Air(2, 1), "commonwealth": Air(1, 3)}


def battle(**fields: Any) -> Tobruk:
    state = fighting("15PzHQ!!, I/8/15, II/8/15 2820", "18/4NZ 2821", "15pz", **{"air": READY, **fields})
    return play(state, "attack 2821 with I/8/15")


@pytest.mark.case("10.1", "11.0")
def test_the_attacker_sends_first_and_the_defender_knows_it() -> None:
    state = battle()
    assert isinstance(top(state), AirAllocation) and asked(state) == "axis"
    assert len(listed(state)) == 3 * 2
    state = play(state, "fly 1 fighters 1 support")
    assert asked(state) == "commonwealth" and len(listed(state)) == 2 * 4
    assert "The enemy has sent" in top(state).prompt(state)


@pytest.mark.case("10.1", "11.0")
def test_nobody_sends_more_than_he_has() -> None:
    state = battle()
    assert refusal(state, "fly 3 fighters 0 support").case == "11.0"
    assert refusal(state, "fly 0 fighters 2 support").case == "11.0"
    assert refusal(state, "done").case == "10.1"


@pytest.mark.case("11.0")
def test_an_air_unit_flies_once_a_turn() -> None:
    state = play(battle(), "fly 2 fighters 0 support", "fly 0 fighters 0 support", rolls=(1, 3))
    assert state.pool("axis") == Air(0, 1) and state.pool("commonwealth") == Air(1, 3)
    state = play(state, "attack 2821 with II/8/15")
    assert listed(state) == ["fly 0 fighters 0 support", "fly 0 fighters 1 support"]


@pytest.mark.case("10.1", "11.0")
def test_support_is_two_on_the_dice_and_fighter_cover_one() -> None:
    _, events = play_noting(battle(), "fly 2 fighters 1 support", "fly 0 fighters 0 support", rolls=(1, 2))
    assert facts(events, "fought")[0]["total"] == 3 + 2 + 2
    _, events = play_noting(battle(), "fly 0 fighters 0 support", "fly 1 fighters 3 support", rolls=(6, 5))
    assert facts(events, "fought")[0]["total"] == 11 - 1 - 6


@pytest.mark.case("10.1")
def test_who_has_no_air_units_is_not_asked() -> None:
    none = {"axis": Air(), "commonwealth": Air(1, 0)}
    assert asked(battle(air=none)) == "commonwealth"


@pytest.mark.case("10.1", "11.1")
def test_bombers_of_both_sides_pass_each_other_by() -> None:
    _, events = play_noting(battle(), "fly 0 fighters 1 support", "fly 0 fighters 2 support", rolls=(4, 4))
    assert not facts(events, "shot_down") and not facts(events, "dogfight") and not facts(events, "intercepted")
    assert facts(events, "fought")[0]["total"] == 8 + 2 - 4
