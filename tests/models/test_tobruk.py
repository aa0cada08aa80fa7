"""Tobruk against its model."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.games.tobruk.combat.retreats import retreat_paths
from sandtable.games.tobruk.map import board, entries, place
from sandtable.games.tobruk.movement.reach import reach
from sandtable.games.tobruk.movement.supply import has_path
from sandtable.games.tobruk.movement.zones import front
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.pieces.tables import Ratio
from sandtable.games.tobruk.state import enemy_of
from tests.models import tobruk as model
from tests.models.placing import FEW, MANY, Placed, around, crowds, told, without_meetings
from tests.tobruk.positions import position

NAMES = list(counters())
SIDE = {name: counter.side for name, counter in counters().items()}
crowded = crowds(board(), NAMES, most=14, far=4)
besieged = crowds(board(), NAMES, most=14, far=3, centres=around(board(), place("Tobruk"), 4))
LIMIT, BATTALIONS = 6, {"HQ": 0, "II": 1, "III": 3}


def check(placed: Placed, movers: int = 99) -> None:
    placed = without_meetings(placed, SIDE)
    state = position(told(board(), placed, SIDE, "axis"), told(board(), placed, SIDE, "commonwealth"))
    for name, at in list(placed.items())[:movers]:
        side, counter = SIDE[name], counters()[name]
        foe = enemy_of(side)
        held = {there for other, there in placed.items() if SIDE[other] == foe}
        friends = {there for other, there in placed.items() if SIDE[other] == side}
        fighting = {there for other, there in placed.items() if SIDE[other] == foe and counters()[other].is_combat}
        zone = model.zones(foe, fighting)
        assert {there for there, inside in enumerate(front(state, side).zone) if inside} == zone
        assert set(reach(state, name)) - {at} == model.reach(counter, at, zone, held), name
        sources = dict.fromkeys(entries(side).values(), False)
        if side == "commonwealth":
            sources[place("Tobruk")] = True
        free = {source for source in sources if source not in held}
        assert has_path(state, name) == model.supplied(at, free, zone, held, friends), name
        load = {
            there: sum(BATTALIONS[counters()[n].size] for n, where in placed.items() if where == there)
            for there in friends
        }
        full = {there for there, many in load.items() if many + BATTALIONS[counter.size] > LIMIT}
        for hexes in (2, 3):
            lawful = model.retreats(at, hexes, sources, zone, held, full)
            assert set(retreat_paths(state, name, hexes)) == lawful, (name, hexes)


@pytest.mark.case("5.1", "8.0", "9.0", "9.1", "9.2", "10.3")
@FEW
@given(crowded, besieged)
def test_units_go_trace_and_retreat_as_the_book_lets_them(desert: Placed, fort: Placed) -> None:
    check(desert, movers=2)
    check(fort, movers=2)


@pytest.mark.long
@MANY
@given(st.one_of(crowded, besieged))
def test_units_go_trace_and_retreat_as_the_book_lets_them_in_many_positions(placed: Placed) -> None:
    check(placed)


@pytest.mark.case("10.1")
def test_ratios_favour_the_defender() -> None:
    for attack in range(50):
        for defence in range(1, 30):
            for left in range(4):
                found = Ratio.of(attack, defence).shifted(left)
                assert (found.column, found.modifier) == model.ratio(attack, defence, left)
