"""How the game would end if both armies only grew as they are due to."""

from __future__ import annotations

from functools import cache

from sandtable.games.panzerarmee_afrika.map import agheila, alexandria, tobruk
from sandtable.games.panzerarmee_afrika.pieces.counters import Side, counters
from sandtable.games.panzerarmee_afrika.pieces.schedule import RESERVE, options, points, reserve_turn, scheduled
from sandtable.games.panzerarmee_afrika.pieces.tables import Verdict, limits, victory
from sandtable.games.panzerarmee_afrika.state import SIDES, PanzerarmeeAfrika, total_strength
from sandtable.games.panzerarmee_afrika.victory.conditions import WITHOUT_AWARD, penalty


def forecast(state: PanzerarmeeAfrika) -> Verdict:
    """[14.1] The verdict on the last turn, everybody on the map in supply and nobody lost."""
    allied, axis = (_strength(state, side) for side in SIDES)
    found = victory(allied, axis, state.holder(alexandria()), state.holder(agheila()))
    awarded = _award(state)
    return found.shifted(awarded) if awarded else found


def _strength(state: PanzerarmeeAfrika, side: Side) -> int:
    here = total_strength(state, state.layout.names(side)) - penalty(state, side)
    return here + _coming(state.turn, side, reserve_turn(state.malta) or 0)


@cache
def _coming(turn: int, side: Side, reserve: int) -> int:
    """The factors that are still to arrive, and for the Allies what their points will make of their units."""
    later = range(turn + 1, limits().last_turn + 1)
    total = sum(counters()[name].combat_factor for number in later for name in scheduled(number, side))
    if side == "axis":
        return total + (options()[RESERVE].factors if reserve > turn else 0)
    return total + sum(sum(points(number, side).values()) for number in later) * 2 // 3


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
