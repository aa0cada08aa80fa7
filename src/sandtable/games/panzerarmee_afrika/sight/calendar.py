"""[2.2, 13] The turn track: what each month brings to both sides, and what must leave."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.standing import Due, TurnBox
from sandtable.games.panzerarmee_afrika.pieces.schedule import (
    Turn,
    arriving,
    depots_arriving,
    options,
    points,
    pool_name,
    reserve_turn,
    turns,
)
from sandtable.games.panzerarmee_afrika.pieces.tables import limits
from sandtable.games.panzerarmee_afrika.state import SIDES, PanzerarmeeAfrika


def calendar(state: PanzerarmeeAfrika, side: str) -> tuple[TurnBox, ...]:
    return tuple(
        TurnBox(turn.number, turn.month, turn.month.rpartition(" ")[2], tuple(_dues(state, turn))) for turn in turns()
    )


def _dues(state: PanzerarmeeAfrika, turn: Turn) -> Iterator[Due]:
    for side in SIDES:
        if units := arriving(turn.number, side, state.malta):
            yield Due("arrives", ", ".join(units), side)  # [13.2.2]
        if not depots_arriving(turn.number, side, state.malta):
            yield Due("changes", "no installation arrives", side)  # [13.5.2]
        received = [f"{count} {pool_name(pool)}" for pool, count in points(turn.number, side).items() if count]
        if received:
            yield Due("changes", f"replacement points: {', '.join(received)}", side)  # [13.3.1]
        letters = [each.letter for each in options().values() if each.side == side and turn.number in each.turns]
        if letters and reserve_turn(state.malta) != turn.number:
            yield Due("changes", f"reinforcement options {', '.join(letters)}", side)  # [13.5]
    for order in turn.withdrawals:  # [13.2.3]
        yield Due("leaves", f"{order.count} {order.category} ({order.reason})", "allied")
    for back in turn.reinstatements:  # [13.2.4]
        yield Due("arrives", f"{back.count} {back.category} again ({back.reason})", "allied")
    if turn.number == limits().malta_turn:
        yield Due("changes", "the invasion of Malta may be tried", "axis")  # [9]
