"""How good a position is: a plain count of what the book calls winning, for players that look one move ahead."""

from __future__ import annotations

from functools import cache

from sandtable.core.tables import load
from sandtable.core.values import Value
from sandtable.games.panzerarmee_afrika.map import agheila, alexandria, board, tobruk
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.state import SIDES, PanzerarmeeAfrika, enemy_of, strength_of
from sandtable.games.panzerarmee_afrika.supply.network import network
from sandtable.games.panzerarmee_afrika.victory.conditions import counts, penalty


class Worth(Value, frozen=True):
    """The weights of data/evaluation.toml."""

    source: str
    factor: float
    out: float
    lorry: float
    depot: float
    stray: float
    point: float
    base: float
    tobruk: float
    nearer: float


@cache
def worth() -> Worth:
    return load(__package__, "evaluation.toml", Worth)


def evaluate(state: PanzerarmeeAfrika, side: str) -> float:
    own, foe = (_worth(state, each) for each in SIDES)
    return own - foe if side == SIDES[0] else foe - own


def _worth(state: PanzerarmeeAfrika, side: Side) -> float:
    weigh, layout, books = worth(), state.layout, state.books[side]
    total = sum(
        (weigh.factor if counts(state, name) else weigh.out) * strength_of(state, name) for name in layout.names(side)
    )
    total -= weigh.factor * penalty(state, side)
    total += weigh.lorry * sum(map(len, layout.lorries[side].values()))
    live = network(state, side).live
    total += sum(weigh.depot if at in live else weigh.stray for at in layout.depots[side])
    total += weigh.point * sum(books.points.values())
    total += weigh.base * sum(state.holder(at) == side for at in (agheila(), alexandria()))
    total += weigh.tobruk * (state.holder(tobruk()) == side)
    return total - weigh.nearer * _distance(state, side)


def _distance(state: PanzerarmeeAfrika, side: Side) -> float:
    """How far the army stands, on average, from the nearest place that the enemy holds."""
    goals = [at for at in (agheila(), tobruk(), alexandria()) if state.holder(at) == enemy_of(side)]
    stands = state.layout.stands[side]
    if not goals:
        return 0.0
    if not stands:
        return float(board().distance(agheila(), alexandria()))
    hexes = sum(min(board().distance(at, goal) for goal in goals) * len(names) for at, names in stands.items())
    return hexes / sum(map(len, stands.values()))
