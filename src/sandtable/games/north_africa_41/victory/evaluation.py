"""How good a position is: a plain count of what the scenario calls winning, for players that look one move ahead."""

from __future__ import annotations

from functools import cache

from sandtable.core.tables import load
from sandtable.core.values import Value
from sandtable.games.north_africa_41.arrivals.scenarios import scenario_named
from sandtable.games.north_africa_41.map import airfields, board
from sandtable.games.north_africa_41.pieces.counters import Side, counters
from sandtable.games.north_africa_41.state import DISRUPTED, FULL_RETREAT, OFF_MAP, SIDES, NorthAfrica, enemy_of
from sandtable.games.north_africa_41.victory.conditions import held_objectives, holds_prize, prize


class Worth(Value, frozen=True):
    """The weights of data/evaluation.toml."""

    source: str
    strength: float
    disrupted: float
    fleeing: float
    out: float
    support: float
    truck: float
    supply: float
    far_supply: float
    resource: float
    asset: float
    fortification: float
    objective: float
    airfield: float
    port: float
    point: float
    prize: float
    nearer: float


@cache
def worth() -> Worth:
    return load(__package__, "evaluation.toml", Worth)


def evaluate(state: NorthAfrica, side: str) -> float:
    own, foe = (_worth(state, each) for each in SIDES)
    even = own - foe - worth().point * state.points  # the VP marker counts for the Axis
    return even if side == SIDES[0] else -even


def _worth(state: NorthAfrica, side: Side) -> float:
    return _army(state, side) + _stores(state, side) + _places(state, side) - worth().nearer * _distance(state, side)


def _army(state: NorthAfrica, side: Side) -> float:
    weigh, facts, total = worth(), counters(), 0.0
    for at, names in state.layout.combat[side].items():
        if at < 0 and at not in OFF_MAP[side]:
            continue
        for name in names:
            unit, counter = state.units[name], facts[name]
            face = counter.face(unit.steps)
            value = weigh.support if counter.support else weigh.strength * (face.attack + face.defence)
            if unit.order == DISRUPTED:
                value *= weigh.disrupted
            elif unit.order == FULL_RETREAT:
                value *= weigh.fleeing
            if unit.out:
                value *= weigh.out
            if counter.support and unit.depleted:
                value -= weigh.supply
            total += value
    return total


def _stores(state: NorthAfrica, side: Side) -> float:
    weigh, books, layout = worth(), state.books[side], state.layout
    total = sum((weigh.supply if at >= 0 else weigh.far_supply) * count for at, count in books.stores.items())
    for at, names in layout.trucks[side].items():
        if at < 0 and at not in OFF_MAP[side]:
            continue
        total += weigh.truck * len(names) + weigh.supply * sum(state.units[name].loaded for name in names)
    total += weigh.resource * books.resources + weigh.asset * sum(books.assets.values())
    return total + weigh.fortification * sum(fort.side == side for fort in state.forts.values())


def _places(state: NorthAfrica, side: Side) -> float:
    weigh, chosen = worth(), scenario_named(state.scenario)
    total = weigh.airfield * sum(state.holder(at) == side for at in airfields().values())
    total += weigh.port * sum(holder == side for holder in state.control.values())
    if chosen.objectives:
        total += weigh.objective * len(held_objectives(state, side, chosen.objectives))
    return total + weigh.prize * holds_prize(state, side)


def _distance(state: NorthAfrica, side: Side) -> float:
    """How far the army stands, on average, from the nearest place that the enemy holds."""
    foe = enemy_of(side)
    goals = [board().hex(name) for name, holder in state.control.items() if holder == foe] or [prize(side)]
    stands = {at: names for at, names in state.layout.combat[side].items() if at >= 0}
    if not stands:
        return 0.0
    hexes = sum(min(board().distance(at, goal) for goal in goals) * len(names) for at, names in stands.items())
    return hexes / sum(map(len, stands.values()))
