"""How the game would end if both armies only grew as they are due to."""

from __future__ import annotations

from functools import cache

from sandtable.games.panzerarmee_afrika.map import agheila, alexandria, tobruk
from sandtable.games.panzerarmee_afrika.pieces.counters import Side, counters
from sandtable.games.panzerarmee_afrika.pieces.schedule import (
    RESERVE,
    Pool,
    options,
    points,
    pool_of,
    reserve_turn,
    scheduled,
)
from sandtable.games.panzerarmee_afrika.pieces.tables import Verdict, limits, victory
from sandtable.games.panzerarmee_afrika.state import CADRE, SIDES, PanzerarmeeAfrika, enemy_of, side_of, total_strength
from sandtable.games.panzerarmee_afrika.victory.conditions import WITHOUT_AWARD, penalty


def forecast(state: PanzerarmeeAfrika, hopeful: Side) -> Verdict:
    """[14.1] The verdict on the last turn, everybody on the map in supply and nobody lost. Who asks counts on his own
    dead to come back as far as his points go, and does not reckon with those of the enemy."""
    allied, axis = (_strength(state, side) + (_replaced(state, side) if side == hopeful else 0) for side in SIDES)
    found = victory(allied, axis, state.holder(alexandria()), state.holder(agheila()))
    awarded = _award(state)
    return found.shifted(awarded) if awarded else found


def balance(state: PanzerarmeeAfrika, side: Side) -> float:
    """The factors of a side to one of the enemy's in the end."""
    own = _strength(state, side) + _replaced(state, side)
    return own / max(1, _strength(state, enemy_of(side)))


def _strength(state: PanzerarmeeAfrika, side: Side) -> int:
    here = total_strength(state, state.layout.names(side)) - penalty(state, side)
    return here + _coming(_next_arrivals(state, side), side, reserve_turn(state.malta) or 0)


def _next_arrivals(state: PanzerarmeeAfrika, side: Side) -> int:
    """[7.1] The turn on which somebody lands next: this one until the end of the side's own half of it."""
    return state.turn + 1 if side == "allied" and state.phasing == "axis" else state.turn


@cache
def _coming(first: int, side: Side, reserve: int) -> int:
    """The factors that are still to arrive, and for the Allies what their points will make of their units."""
    later = range(first, limits().last_turn + 1)
    total = sum(counters()[name].combat_factor for number in later for name in scheduled(number, side))
    if side == "axis":
        return total + (options()[RESERVE].factors if reserve >= first else 0)
    return total + sum(sum(points(number, side).values()) for number in later) * 2 // 3


def _replaced(state: PanzerarmeeAfrika, side: Side) -> int:
    """[13.3] The dead of the Axis that its points will bring back; what those of the Allies do is counted already."""
    if side == "allied":
        return 0
    first = _next_arrivals(state, side)
    dead: dict[Pool, int] = {}
    for name, unit in state.units.items():
        if unit.at == CADRE and side_of(name) == side:
            pool = pool_of(counters()[name])
            dead[pool] = dead.get(pool, 0) + counters()[name].combat_factor
    return sum(
        min(lost, state.books[side].points[pool] + _points_to_come(pool, side, first)) for pool, lost in dead.items()
    )


@cache
def _points_to_come(pool: Pool, side: Side, first: int) -> int:
    return sum(points(number, side)[pool] for number in range(first, limits().last_turn + 1))


def _award(state: PanzerarmeeAfrika) -> Side | None:
    """[14.1] Who will have held Tobruk long enough if it stays in the same hands."""
    if state.option(WITHOUT_AWARD):
        return None
    left = 2 * (limits().last_turn - state.turn) + (1 if state.phasing == "axis" else 2)
    for side in SIDES:
        books = state.books[side]
        row = books.tobruk + left if state.holder(tobruk()) == side else 0
        if max(books.tobruk_best, row) >= limits().tobruk_turns:
            return side
    return None
