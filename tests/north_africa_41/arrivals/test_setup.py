"""[S1.1, S1.2, S2.1, S2.2, S3.1, S3.2] The first position of each scenario."""

import pytest

from sandtable.core.title import Setup
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.pieces.counters import counters
from sandtable.games.north_africa_41.sea.ports import capacity
from sandtable.games.north_africa_41.setup import begin
from sandtable.games.north_africa_41.turn import PlayerTurn
from tests.north_africa_41.positions import supply_at, where


@pytest.mark.case("S1.1", "S2.1", "2.2.3")
def test_march_1941_the_markers_stand_where_the_book_puts_them() -> None:
    for scenario in ("enter-rommel", "campaign"):
        state = begin(Setup(scenario))
        assert (state.turn, state.impulse, state.phasing) == (1, 3, "axis")
        assert state.stack == (PlayerTurn("axis"),)
        assert state.malta == -2 and state.points == 0 and state.rommel
        assert set(state.control.values()) == {"allied"}
        assert capacity(state, board().hex("3211")) == 3 and capacity(state, board().hex("3138")) == 4
        assert not state.forts and all(not books.resources and not books.assets for books in state.books.values())
        assert supply_at(state, "axis", "tripoli") == 2
        assert all(where(state, name) == "pool" for name in state.units if name.startswith("repl-"))


@pytest.mark.case("S1.2", "S2.2")
def test_the_reserve_units_are_left_out_of_enter_rommel_and_due_in_the_campaign() -> None:
    short, long = begin(Setup("enter-rommel")), begin(Setup("campaign"))
    for name in ("nz-6", "sa-3", "sa-6"):
        assert where(short, name) == "removed" and where(long, name) == "due"
    assert where(short, "po-carp") == "2478"


@pytest.mark.case("S3.1", "S3.3")
def test_november_1941() -> None:
    state = begin(Setup("crusader", ("tag-along",)))
    assert (state.turn, state.impulse, state.phasing) == (17, 1, "allied")
    assert state.malta == 3 and state.damage == {} and state.option("tag-along")
    axis_fields = {at for at in ("3212", "3629", "3041", "2751", "2365") if state.control[at] == "axis"}
    assert axis_fields == {"3212", "3629", "3041"}
    assert state.control["2937"] == "axis" and state.control["3332"] == "axis"  # El Adem and Tmimi
    assert all(fort.complete for fort in state.forts.values()) and len(state.forts) == 11
    assert state.units["br-7rtr"].steps == counters()["br-7rtr"].steps - 1


def test_every_unit_stands_where_its_side_may_be_and_with_its_steps() -> None:
    for scenario in ("enter-rommel", "campaign", "crusader"):
        state = begin(Setup(scenario))
        for name, counter in counters().items():
            assert 1 <= state.units[name].steps <= counter.steps
            at = state.units[name].at
            assert at < 0 or board().playable[at]
            if at >= 0:
                assert state.holder(at) in (None, counter.side)
