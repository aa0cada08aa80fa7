"""Panzerarmee Afrika against its model."""

from __future__ import annotations

import pytest
from hypothesis import given

from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.movement.reach import reach
from sandtable.games.panzerarmee_afrika.pieces.counters import counters
from sandtable.games.panzerarmee_afrika.pieces.zones import front
from tests.models import panzerarmee_afrika as model
from tests.models.placing import FEW, MANY, Placed, crowds, told, without_meetings
from tests.panzerarmee_afrika.positions import position

SIDE = {name: counter.side for name, counter in counters().items()}
crowded = crowds(board(), list(counters()), most=12, far=5)


def check(placed: Placed, movers: int = 99) -> None:
    placed = without_meetings(placed, SIDE)
    state = position(told(board(), placed, SIDE, "axis"), told(board(), placed, SIDE, "allied"), phasing="axis")
    enemies = {at for name, at in placed.items() if SIDE[name] == "allied"}
    assert {there for there, inside in enumerate(front(state, "axis").zone) if inside} == model.zones(enemies)
    germans = [name for name in placed if name.startswith("de-")]
    for name in germans[:movers]:
        found = set(reach(state, (name,)).hexes) - {placed[name]}
        assert found == model.reach(placed[name], counters()[name].movement_factor, enemies), name


@pytest.mark.case("3", "11.1", "11.1.2", "11.1.4")
@FEW
@given(crowded)
def test_germans_go_where_the_book_lets_them(placed: Placed) -> None:
    check(placed, movers=2)


@pytest.mark.long
@MANY
@given(crowded)
def test_germans_go_where_the_book_lets_them_in_many_positions(placed: Placed) -> None:
    check(placed)
