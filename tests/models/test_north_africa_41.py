"""North Africa '41 against its model."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.games.north_africa_41.ground.fitness import is_confined
from sandtable.games.north_africa_41.ground.reach import reach, tactical_reach
from sandtable.games.north_africa_41.ground.zones import front
from sandtable.games.north_africa_41.lines.tracing import full_supply
from sandtable.games.north_africa_41.map import airfields, board, cities, climbs_escarpment, edge, ports
from sandtable.games.north_africa_41.pieces.counters import counters
from sandtable.games.north_africa_41.results.retreat_routes import Terms, ways_of
from sandtable.games.north_africa_41.results.tables import odds, odds_name
from sandtable.games.north_africa_41.state import movement_of
from tests.models import north_africa_41 as model
from tests.models.placing import FEW, MANY, VERY_FEW, Placed, crowds, told, without_meetings
from tests.north_africa_41.positions import position

SIDE = {name: counter.side for name, counter in counters().items()}
cliffs = [at for at in range(len(board())) if any(climbs_escarpment(at, near) for near in board().adjacent[at])]
HELD = {"axis": {*cities(), *ports().values(), *airfields().values()}, "allied": set[int]()}  # all Allied at first
EDGES, FAR = {at for box in ("tripoli", "delta") for at in edge(box)}, 14  # whence nobody comes back out of a box
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


def check_moves(placed: Placed, movers: int = 99) -> None:
    placed = without_meetings(placed, SIDE)
    state = position(told(board(), placed, SIDE, "axis"), told(board(), placed, SIDE, "allied"))
    for name, at in list(placed.items())[:movers]:
        counter = counters()[name]
        enemies = {there for other, there in placed.items() if SIDE[other] != SIDE[name]}
        if counter.immobile or is_confined(state, name) or any(board().distance(at, there) < FAR for there in EDGES):
            continue
        mover = model.Mover(movement_of(state, name), counter.mechanised, counter.vehicle)
        boxes = {at, board().location("tripoli"), board().location("delta")}
        assert set(reach(state, (name,)).ends) - boxes == model.reach(at, mover, enemies), name
        assert set(tactical_reach(state, (name,)).ends) - boxes == model.tactical(at, mover, enemies), name


def check_retreats(placed: Placed, units: int = 99) -> None:
    placed = without_meetings(placed, SIDE)
    state = position(told(board(), placed, SIDE, "axis"), told(board(), placed, SIDE, "allied"))
    for name, at in list(placed.items())[:units]:
        counter, side = counters()[name], SIDE[name]
        if counter.immobile or any(board().distance(at, there) < FAR for there in EDGES):
            continue
        enemies = {there for other, there in placed.items() if SIDE[other] != side}
        friends = {there for other, there in placed.items() if SIDE[other] == side and other != name}
        mover = model.Mover(movement_of(state, name), counter.mechanised, counter.vehicle)
        for hexes in (2, 3):  # no result asks for fewer or more
            ways = ways_of(state, Terms(side, at, (name,), hexes, hexes), (name,))
            lawful = model.retreats(at, hexes, mover, enemies, friends)
            assert {way.path for way in ways.found if not way.early} == lawful, (name, hexes)
            best = model.guided(lawful, enemies, friends)
            assert {way.path for way in ways.allowed if not way.early} <= best, (name, hexes)


@pytest.mark.case("12.1.1", "12.1.3", "12.2.1")
@VERY_FEW
@given(crowded, on_the_cliffs)
def test_units_retreat_as_the_book_lets_them(desert: Placed, cliff: Placed) -> None:
    check_retreats(desert, units=3)
    check_retreats(cliff, units=3)


@pytest.mark.long
@MANY
@given(st.one_of(crowded, on_the_cliffs))
def test_units_retreat_as_the_book_lets_them_in_many_positions(placed: Placed) -> None:
    check_retreats(placed)


@pytest.mark.case("5.1", "5.2.1", "5.2.2", "5.3", "5.4", "5.5", "5.7", "7.2", "7.3")
@VERY_FEW
@given(crowded, on_the_cliffs)
def test_units_go_where_the_book_lets_them(desert: Placed, cliff: Placed) -> None:
    check_moves(desert, movers=2)
    check_moves(cliff, movers=2)


@pytest.mark.long
@MANY
@given(st.one_of(crowded, on_the_cliffs))
def test_units_go_where_the_book_lets_them_in_many_positions(placed: Placed) -> None:
    check_moves(placed)


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
