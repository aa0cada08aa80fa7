"""Afrika Korps against its model."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.games.afrika_korps.combat.retreats import ways_out
from sandtable.games.afrika_korps.ground.reach import reach
from sandtable.games.afrika_korps.ground.supply import isolated_units, served_by
from sandtable.games.afrika_korps.ground.zones import front
from sandtable.games.afrika_korps.map import board, coast_road
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import Odds
from sandtable.games.afrika_korps.state import AfrikaKorps, enemy_of
from tests.afrika_korps.positions import position
from tests.models import afrika_korps as model
from tests.models.placing import FEW, MANY, Placed, crowds, told, without_meetings

COMBAT = [name for name, counter in counters().items() if counter.is_combat and not counter.substitute]
SIDE = {name: counter.side for name, counter in counters().items()}
crowded = crowds(board(), COMBAT, most=12, far=4)
on_the_road = crowds(board(), COMBAT, most=10, far=3, centres=sorted(coast_road()))


def of(placed: Placed, more: str = "") -> AfrikaKorps:
    axis = ", ".join(text for text in (told(board(), placed, SIDE, "axis"), more) if text)
    return position(axis, told(board(), placed, SIDE, "allied"))


def enemies_of(placed: Placed, side: str) -> set[int]:
    return {at for name, at in placed.items() if SIDE[name] == enemy_of(side)}


def check_moves(placed: Placed, movers: int = 99) -> None:
    placed = without_meetings(placed, SIDE, limit=3)
    state = of(placed)
    for name, at in list(placed.items())[:movers]:
        enemies = enemies_of(placed, SIDE[name])
        zone = front(state, SIDE[name]).zone
        assert {there for there in range(len(board())) if zone[there]} == model.zones(enemies)
        assert set(reach(state, name).hexes) - {at} == model.reach(at, counters()[name].movement, enemies), name
        assert set(ways_out(at, zone, enemies)) == model.retreats(at, enemies), name


def check_lines(placed: Placed, supply: int) -> None:
    placed = without_meetings(placed, SIDE, limit=3)
    enemies = enemies_of(placed, "axis")
    if supply in enemies:
        return
    state = of(placed, f"AxS1 {board().name(supply)}")
    served = served_by(state, "AxS1", "axis")
    cut_off = isolated_units(state, "axis")
    for name, at in placed.items():
        if SIDE[name] == "axis":
            assert (at in served) == model.line(at, supply, enemies), name
            assert (name in cut_off) == (not model.line(at, supply, enemies, longest=len(board()))), name


@pytest.mark.case("5.2", "5.4", "7.1", "7.6", "7.61", "8.1", "8.3", "17.1", "17.2", "18.1", "18.5")
@FEW
@given(crowded, on_the_road)
def test_units_go_where_the_book_lets_them(desert: Placed, road: Placed) -> None:
    check_moves(desert, movers=1)
    check_moves(road, movers=1)


@pytest.mark.long
@MANY
@given(st.one_of(crowded, on_the_road))
def test_units_go_where_the_book_lets_them_in_many_positions(placed: Placed) -> None:
    check_moves(placed)


@pytest.mark.case("14.2", "24.1")
@FEW
@given(crowded, st.data())
def test_lines_of_supply_run_where_the_book_lets_them(placed: Placed, data: st.DataObject) -> None:
    near = [at for at in range(len(board())) if board().playable[at]]
    near.sort(key=lambda at: board().distance(at, next(iter(placed.values()))))
    check_lines(placed, data.draw(st.sampled_from(near[:120])))


@pytest.mark.long
@MANY
@given(crowded, st.data())
def test_lines_of_supply_run_where_the_book_lets_them_in_many_positions(placed: Placed, data: st.DataObject) -> None:
    near = [at for at in range(len(board())) if board().playable[at]]
    near.sort(key=lambda at: board().distance(at, next(iter(placed.values()))))
    check_lines(placed, data.draw(st.sampled_from(near[:120])))


@pytest.mark.case("7.3", "7.4")
def test_odds_favour_the_defender() -> None:
    for attack in range(60):
        for defence in range(1, 60):
            assert str(Odds.of(attack, defence)) == model.odds(attack, defence)
