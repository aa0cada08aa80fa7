"""Panzerarmee Afrika against its model."""

from __future__ import annotations

from itertools import cycle

import pytest
from hypothesis import given

from sandtable.games.panzerarmee_afrika.factors.strength import defenders, differential
from sandtable.games.panzerarmee_afrika.map import bardia, base, board, tobruk
from sandtable.games.panzerarmee_afrika.movement.reach import reach
from sandtable.games.panzerarmee_afrika.pieces.counters import counters, logistics
from sandtable.games.panzerarmee_afrika.pieces.tables import SupplyState
from sandtable.games.panzerarmee_afrika.pieces.zones import front
from sandtable.games.panzerarmee_afrika.state import enemy_of
from sandtable.games.panzerarmee_afrika.supply.network import attack_sources, in_supply
from tests.models import panzerarmee_afrika as model
from tests.models.placing import MANY, VERY_FEW, Placed, around, crowds, told, without_meetings
from tests.panzerarmee_afrika.positions import position

SIDE = {name: counter.side for name, counter in counters().items()} | {n: c.side for n, c in logistics().items()}
DEPOTS = [name for name, each in logistics().items() if each.kind == "depot"]
HOW: tuple[SupplyState, ...] = ("general", "attack", "maximum")
centres = [at for place in (*base("axis"), *base("allied"), tobruk(), bardia()) for at in around(board(), place, 9)]
crowded = crowds(board(), list(counters()), most=12, far=5)
supplied = crowds(board(), [*counters(), *DEPOTS * 4, *logistics()], most=16, far=8, centres=centres)


def army(side: str, placed: Placed, without: str = "") -> model.Army:
    def hexes(of: str, *kinds: str) -> frozenset[int]:
        return frozenset(at for name, at in placed.items() if SIDE[name] == of and kind(name) in kinds)

    foe = enemy_of(side)
    here = {name: at for name, at in placed.items() if name != without}
    friends = frozenset(at for name, at in here.items() if SIDE[name] == side and kind(name) != "depot")
    return model.Army(side, friends, hexes(side, "depot"), hexes(foe, "unit", "lorry"), hexes(foe, "unit"))


def kind(name: str) -> str:
    return logistics()[name].kind if name in logistics() else "unit"


def is_bound(name: str) -> bool:
    """[8.4.1, 8.4.2] Allied regular and transport units and Italian regular units stay in supply."""
    return kind(name) != "depot" and (
        SIDE[name] == "allied" or (kind(name) == "unit" and counters()[name].nation == "IT")
    )


def strands(name: str, placed: Placed) -> bool:
    """Whether others lose their line when this unit leaves its hex."""
    side = SIDE[name]
    before, after = army(side, placed), army(side, placed, without=name)
    others = [other for other in placed if SIDE[other] == side and is_bound(other) and other != name]
    return any(before.serves(placed[other]) and not after.serves(placed[other]) for other in others)


def check(placed: Placed, movers: int = 99) -> None:
    placed = without_meetings(placed, SIDE)
    texts = told(board(), placed, SIDE, "axis"), told(board(), placed, SIDE, "allied")
    for side in ("axis", "allied"):
        state = position(*texts, phasing=side)
        whole = army(side, placed)
        assert {there for there, inside in enumerate(front(state, side).zone) if inside} == model.zones(whole.casting)
        own = [name for name in placed if SIDE[name] == side and kind(name) != "depot"]
        for name in own:
            assert in_supply(state, name, "axis" if side == "axis" else "allied") == whole.serves(placed[name]), name
            near = bool(attack_sources(state, "axis" if side == "axis" else "allied", placed[name]))
            assert near == whole.serves(placed[name], model.NEAR), name
        for name in [name for name in own if kind(name) == "unit"][:movers]:
            start, factors = placed[name], counters()[name].movement_factor
            found = set(reach(state, (name,)).hexes) - {start}
            if strands(name, placed):
                lawful = set[int]()
            elif is_bound(name):
                stayed = any(at == start and other != name for other, at in placed.items() if kind(other) != "depot")
                lawful = model.reach_in_supply(start, factors, whole, stayed)
            else:
                lawful = model.reach(start, factors, whole.enemies, whole.casting)
            assert found == lawful, name


@pytest.mark.case("3", "11.1", "11.1.1", "11.1.2", "11.1.4", "8.1", "8.2", "8.3.1", "8.3.2", "8.4.1", "8.4.2", "8.5")
@VERY_FEW
@given(crowded, supplied)
def test_units_go_and_trace_as_the_book_lets_them(desert: Placed, coast: Placed) -> None:
    check(desert, movers=1)
    check(coast, movers=0)


@pytest.mark.long
@MANY
@given(crowded)
def test_units_go_as_the_book_lets_them_in_many_positions(placed: Placed) -> None:
    check(placed)


@pytest.mark.long
@MANY
@given(supplied)
def test_units_go_and_trace_as_the_book_lets_them_in_many_positions(placed: Placed) -> None:
    check(placed, movers=2)


@pytest.mark.long
@pytest.mark.case("12.4.2")
@MANY
@given(crowded)
def test_differentials_are_those_of_the_book(placed: Placed) -> None:
    placed = without_meetings(placed, SIDE)
    texts = told(board(), placed, SIDE, "axis"), told(board(), placed, SIDE, "allied")
    for side in ("axis", "allied"):
        state = position(*texts, phasing=side)
        for target in {at for name, at in placed.items() if SIDE[name] != side}:
            near = [n for n, at in placed.items() if SIDE[n] == side and at in board().adjacent[target]]
            how = dict(zip(near, cycle(HOW), strict=False))
            facing = defenders(state, enemy_of(side), (target,))
            attackers = [(counters()[n].strength(0), how[n], placed[n]) for n in near]
            lawful = model.differential(attackers, target, [(SIDE[n], counters()[n].strength(0)) for n in facing])
            assert differential(state, how, (target,), facing) == lawful
