"""North Africa '41 against its model."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.games.north_africa_41.ground.zones import front
from sandtable.games.north_africa_41.lines.tracing import full_supply
from sandtable.games.north_africa_41.map import airfields, board, cities, climbs_escarpment, ports
from sandtable.games.north_africa_41.pieces.counters import counters
from sandtable.games.north_africa_41.results.tables import odds, odds_name
from tests.models import north_africa_41 as model
from tests.models.placing import FEW, MANY, Placed, crowds, told, without_meetings
from tests.north_africa_41.positions import position

SIDE = {name: counter.side for name, counter in counters().items()}
cliffs = [at for at in range(len(board())) if any(climbs_escarpment(at, near) for near in board().adjacent[at])]
HELD = {"axis": {*cities(), *ports().values(), *airfields().values()}, "allied": set[int]()}  # all Allied at first
BOX = {"axis": "tripoli", "allied": "delta"}
crowded = crowds(board(), list(counters()), most=12, far=4)
on_the_cliffs = crowds(board(), list(counters()), most=12, far=3, centres=cliffs)


def check(placed: Placed) -> None:
    placed = without_meetings(placed, SIDE)
    state = position(told(board(), placed, SIDE, "axis"), told(board(), placed, SIDE, "allied"))
    for side, foe in (("axis", "allied"), ("allied", "axis")):
        enemies = {at for name, at in placed.items() if SIDE[name] == foe}
        friends = {at for name, at in placed.items() if SIDE[name] == side}
        facing = front(state, side)
        full, limited, overlapping = model.zones(enemies)
        assert facing.full == full and facing.limited == limited and facing.overlapping == overlapping
        served = full_supply(state, side)
        for at in friends:
            assert (at in served) == model.supplied(at, BOX[side], enemies, friends, HELD[side]), (
                side,
                board().name(at),
            )


@pytest.mark.case("7.1", "7.3", "7.4", "16.3.1", "16.3.2", "16.3.3")
@FEW
@given(crowded, on_the_cliffs)
def test_zones_and_lines_of_supply_are_those_of_the_book(desert: Placed, cliff: Placed) -> None:
    check(desert)
    check(cliff)


@pytest.mark.long
@MANY
@given(st.one_of(crowded, on_the_cliffs))
def test_zones_and_lines_of_supply_are_those_of_the_book_in_many_positions(placed: Placed) -> None:
    check(placed)


@pytest.mark.case("8.3")
def test_odds_favour_the_defender() -> None:
    for attack in range(1, 40):
        for defence in range(1, 40):
            assert odds_name(odds(attack, defence)) == model.odds(attack, defence)
