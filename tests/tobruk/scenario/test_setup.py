"""[15.0, 15.1, 15.2, 15.3] The position at the start of each scenario, and the garrison's freedom."""

from __future__ import annotations

import pytest

from sandtable.core import frames
from sandtable.games.tobruk.invariants import broken_invariants
from sandtable.games.tobruk.map import board, perimeter
from sandtable.games.tobruk.movement.supply import supply_phase
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.pieces.tables import scenarios
from sandtable.games.tobruk.scenario.opening import Deployment, garrison
from sandtable.games.tobruk.state import DUE, Tobruk
from sandtable.games.tobruk.title import title
from tests.playing import Rolls, asked, draft_of, top
from tests.tobruk.positions import facts, listed, play, play_noting, refusal, where

FIRST, SECOND, THIRD = scenarios()


def begun(scenario: str, *rolls: int) -> Tobruk:
    return frames.begin(title().rules.start(title().setup(scenario)), Rolls(*rolls))[0]


def start(scenario: str) -> Tobruk:
    return title().rules.start(title().setup(scenario))


@pytest.mark.case("15.0", "15.1", "15.2", "15.3")
@pytest.mark.parametrize(
    ("scenario", "turn", "margin", "held", "on_map", "due"),
    [(FIRST, 1, 13, (), 93, 48), (SECOND, 6, 15, ("2708", "4417"), 122, 12), (THIRD, 1, 0, (), 93, 61)],
)
def test_each_scenario_begins_as_listed(
    scenario: str, turn: int, margin: int, held: tuple[str, ...], on_map: int, due: int
) -> None:
    state = start(scenario)
    assert (state.turn, state.margin, state.held) == (turn, margin, held)
    places = [unit.at for unit in state.units.values()]
    assert (sum(at >= 0 for at in places), sum(at == DUE for at in places)) == (on_map, due)
    assert on_map + due == len(places) and broken_invariants(state) == []


@pytest.mark.case("15.1", "15.2", "5.1")
@pytest.mark.parametrize("scenario", [FIRST, SECOND, THIRD])
def test_everybody_is_in_supply_when_a_scenario_begins(scenario: str) -> None:
    draft = draft_of(start(scenario))
    supply_phase(draft)
    assert facts(draft.events, "cut_off") == []


@pytest.mark.case("15.2", "2.3")
def test_depleted_units_start_on_their_backs() -> None:
    state = start(SECOND)
    assert state.units["8Hus/4Arm"].reduced and state.units["I/8/15"].reduced and not state.units["1RTR/32Tk"].reduced
    assert not any(unit.reduced for unit in start(FIRST).units.values())


@pytest.mark.case("15.3", "15.1")
def test_the_third_scenario_begins_like_the_first() -> None:
    first, third = start(FIRST), start(THIRD)
    assert {name: unit for name, unit in third.units.items() if unit.at >= 0} == {
        name: unit for name, unit in first.units.items() if unit.at >= 0
    }
    assert {third.units[name].due for name in third.units if third.units[name].at == DUE} == {1, 3, 4, 5, 9}
    assert {first.units[name].due for name in first.units if first.units[name].at == DUE} == {1, 3, 4}


@pytest.mark.case("15.2", "15.4")
def test_the_second_scenario_receives_the_arrivals_of_turn_nine() -> None:
    state = start(SECOND)
    waiting = {name for name, unit in state.units.items() if unit.at == DUE}
    assert {state.units[name].due for name in waiting} == {9}
    assert {"2SAHQ", "ILH/3SA", "3CG/22Gd", "9RB/22Gd"} < waiting and len(waiting) == 12


@pytest.mark.case("15.2")
def test_28_pavia_starts_at_2207_in_the_second_scenario() -> None:
    assert where(start(SECOND), "28/Pav") == "2207"
    assert where(start(FIRST), "28/Pav") == "2407"


@pytest.mark.case("15.1", "15.2")
def test_the_lancers_are_a_reconnaissance_unit_of_4_3_18() -> None:
    assert counters()["Lnr/Car"].factors == "4-3-18" and counters()["Lnr/Car"].is_recon


# The garrison


@pytest.mark.case("15.1", "15.3")
def test_a_garrison_unit_may_start_one_hex_away_inside_the_perimeter() -> None:
    state = begun(FIRST)
    assert isinstance(top(state), Deployment) and asked(state) == "commonwealth"
    state, events = play_noting(state, "place 2YL/14 at 2304", "place 70HQ at 2403")
    assert where(state, "2YL/14") == "2304" and where(state, "70HQ") == "2403"
    assert facts(events, "deployed")[0] == {"unit": "2YL/14", "at": "2304", "case": "15.1"}
    assert refusal(state, "place 2YL/14 at 2305").case == "15.1"  # once
    assert refusal(state, "place 1BH/14 at 2306").case == "15.1"  # outside
    assert refusal(state, "place 1BH/14 at 2303").case == "15.1"  # two hexes
    assert refusal(state, "place CIH/4Ind at 4718").case == "15.1"  # of another corps
    assert refusal(state, "place 15PzHQ at 2304").case == "15.1"
    assert refusal(state, "begin move").case == "15.1"


@pytest.mark.case("15.1", "7.1")
def test_the_garrison_keeps_to_the_limit() -> None:
    """Three battalions stand at 2304 already; only three more come in."""
    state = play(begun(FIRST), "place 2YL/14 at 2304", "place 1BH/14 at 2304", "place 2BW/14 at 2304")
    assert refusal(state, "place 2Kng/16 at 2304").case == "15.1"  # and it is two hexes away
    assert refusal(state, "place 4Bdr/23 at 2304").case == "15.1"
    assert broken_invariants(state) == []


@pytest.mark.case("15.1")
def test_every_place_that_is_offered_is_in_the_perimeter_and_next_door() -> None:
    state = begun(FIRST)
    offered = [order.split() for order in listed(state) if order.startswith("place")]
    assert {order[1] for order in offered} == set(garrison(FIRST)) and len(garrison(FIRST)) == 22
    for _, name, _, place in offered:
        assert board().hex(place) in perimeter()
        assert board().distance(board().hex(place), state.units[name].at) == 1


@pytest.mark.case("15.2")
def test_in_the_second_scenario_the_garrison_stands_where_it_is_listed() -> None:
    state = begun(SECOND, 1, 1, 1)  # two dice for air support and the first chit
    assert not isinstance(top(state), Deployment)
