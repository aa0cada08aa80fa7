"""[14, 14.1, 13.5.3] How long Tobruk was held, what the armies are worth at the end, and who has won."""

from __future__ import annotations

import math

from sandtable.core.frames import Draft
from sandtable.core.values import Value
from sandtable.games.panzerarmee_afrika.map import agheila, alexandria, tobruk
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.pieces.schedule import options
from sandtable.games.panzerarmee_afrika.pieces.tables import Verdict, limits, option_cost
from sandtable.games.panzerarmee_afrika.pieces.tables import victory as victory_table
from sandtable.games.panzerarmee_afrika.state import SIDES, PanzerarmeeAfrika, total_strength, write_books

WITHOUT_AWARD = "no-tobruk-award"


class Tally(Value, frozen=True):
    """[14.1] The combat factors of one side."""

    on_map: int
    penalty: int

    @property
    def adjusted(self) -> int:
        return self.on_map - self.penalty


def tally(state: PanzerarmeeAfrika, side: Side) -> Tally:
    """[14.1] Units on the map that are in supply, less the cost of the options that were exercised."""
    counted = [name for name in state.layout.names(side) if counts(state, name)]
    return Tally(total_strength(state, counted), penalty(state, side))


def counts(state: PanzerarmeeAfrika, name: str) -> bool:
    """[8.4, 13.6, 14.1] Of units on the map: in supply as last judged, which holds to the end of the turn, and not
    dismounted."""
    unit = state.units[name]
    return not unit.out and not unit.dismounted


def penalty(state: PanzerarmeeAfrika, side: Side) -> int:
    """[13.5.3] One and a half times the factors received, fractions up."""
    received = sum(options()[letter].factors for letter in state.books[side].taken)
    return math.ceil(option_cost() * received)


def verdict(state: PanzerarmeeAfrika) -> Verdict:
    """[14.1] By factors and bases, and then by Tobruk."""
    allied, axis = (tally(state, side).adjusted for side in SIDES)
    found = victory_table(allied, axis, state.holder(alexandria()), state.holder(agheila()))
    awarded = award(state)
    return found.shifted(awarded) if awarded else found


def award(state: PanzerarmeeAfrika) -> Side | None:
    """[14.1] Who held Tobruk for 21 faction turns in a row, in a game that came to its last turn."""
    if state.option(WITHOUT_AWARD) or state.turn < limits().last_turn:
        return None
    return next((side for side in SIDES if state.books[side].tobruk_best >= limits().tobruk_turns), None)


def count_tobruk(draft: Draft[PanzerarmeeAfrika]) -> None:
    """[14.1] At the end of every faction turn, of either side."""
    for side in SIDES:
        books = draft.state.books[side]
        row = books.tobruk + 1 if draft.state.holder(tobruk()) == side else 0
        write_books(draft, side, tobruk=row, tobruk_best=max(row, books.tobruk_best))


def is_over(state: PanzerarmeeAfrika) -> bool:
    """[14] At the end of an Axis turn that leaves it in control of Alexandria, or of the last."""
    if state.phasing != "axis":
        return False
    return state.holder(alexandria()) == "axis" or state.turn == limits().last_turn


def conclude(draft: Draft[PanzerarmeeAfrika]) -> None:
    """[14, 14.1]"""
    state = draft.state
    allied, axis = (tally(state, side) for side in SIDES)
    found = verdict(state)
    draft.note(
        "weighed",
        allied=allied.on_map,
        allied_penalty=allied.penalty,
        axis=axis.on_map,
        axis_penalty=axis.penalty,
        alexandria=state.holder(alexandria()),
        el_agheila=state.holder(agheila()),
        tobruk=award(state),
        case="14.1",
    )
    taken = state.holder(alexandria()) == "axis"
    ended = "the Axis took Alexandria" if taken else "the last turn is over"
    result = f"a {found.level} {found.winner.title()} victory" if found.winner else "a draw"
    draft.end(found.winner or None, "14" if taken else "14.1", f"{ended}: {result}")
