"""Acting at an open table, and taking back."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from sandtable.core.parley import Flag, Parley
from sandtable.core.values import Action, BadNotation, Refusal
from sandtable.table.live import desks, flags
from sandtable.table.live.holder import Holder
from sandtable.table.live.sight import looks_on
from sandtable.table.live.table import LiveTable, Overtaken, stale
from sandtable.table.pace import settling
from sandtable.table.pace.clock import exchanged
from sandtable.table.stores.base import Seating

FORGONE = 200  # answers that are given for players in a row


def play(table: LiveTable, holder: Holder, text: str, count: int, side: str = "") -> tuple[int, int]:
    """Carry out an action for the holder, decided upon at the position of this name. Says how many entries his log
    has now, and the name of the position."""
    if not holder.sides:
        raise looks_on()
    if not side and len(holder.sides) > 1:
        raise Refusal("message", "you hold several sides: say which one the action is for")
    side = side or holder.sides[0]
    if side not in holder.sides:
        raise Refusal("seat", f"you do not hold {table.the(side)}")
    table.check_begun()
    flags.look_at_the_clock(table)
    sight = table.sight(holder.sides)
    moved_on = count != sight.position
    try:
        action = table.game.read(text)
    except BadNotation as error:
        raise stale() if moved_on else Refusal("message", str(error)) from None
    if moved_on and not isinstance(action, Parley):
        raise stale()
    if isinstance(action, Flag):
        raise Refusal("message", "the clock alone says when time is up")
    if isinstance(action, Parley):
        desks.check_commands(table, holder, side)
    else:
        desks.check_decides(table, holder, side)
    sight.check(side, action)
    act(table, side, action)
    return _standing(table, table.holder(holder.secret, holder.who))


def _standing(table: LiveTable, holder: Holder) -> tuple[int, int]:
    sight = table.sight(holder.sides)
    return sight.entries, sight.position


def act(table: LiveTable, side: str, action: Action) -> None:
    """The action, and what follows from it without a choice."""
    _carry_out(table, side, action)
    go_on(table)


def go_on(table: LiveTable) -> None:
    """Whatever follows without a choice, unless another server has written that already."""
    for _ in range(FORGONE):
        if (forced := _forced(table)) is None:
            return
        try:
            _carry_out(table, *forced)
        except Overtaken:
            return


def take_up(table: LiveTable) -> bool:
    """Whatever follows from the last action without a choice, where the server ended before it had written that;
    whether there was anything. What somebody has taken back is not given for him again."""
    before = table.game.state
    if table.game.entries and not table.has_taken_back:
        go_on(table)
    return table.game.state is not before


def _forced(table: LiveTable) -> tuple[str, Action] | None:
    """The answer of a player who has no other, or has left one; machines answer for themselves."""
    players = (side for side in table.game.asked if side not in table.machine_sides)
    answers = ((side, _foregone(table, side)) for side in players)
    return next(((side, answer) for side, answer in answers if answer is not None), None)


def _foregone(table: LiveTable, side: str) -> Action | None:
    known = table.sight((side,)).known
    return table.title.rules.forced(known, side) or settling.answer(
        table.title, known, side, table.row.seats[side].settled
    )


def _seating(table: LiveTable) -> dict[str, str]:
    """Who plays each side, named by the side they sat down as."""
    return {side: table.title.rules.seat(table.game.state, side) for side in table.title.sides}


def _carry_out(table: LiveTable, side: str, action: Action) -> None:
    """The one door, then the disk."""
    table.check()
    before = _seating(table)
    table.game.play(action, side)
    after = _seating(table)
    if after == before:
        table.keep("play", table.game.entries[-1])
        return
    came_from = _came_from(before, after)
    clock = exchanged(table.row.clock, came_from) if table.row.clock else None
    table.keep("play", table.game.entries[-1], _exchanged(table, came_from), clock)


def _came_from(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    played = {seat: side for side, seat in before.items()}
    return {side: played[seat] for side, seat in after.items()}


def _exchanged(table: LiveTable, came_from: Mapping[str, str]) -> Seating:
    """The same people and machines, each now at the side that the game gave them."""
    seats = {side: replace(table.row.seats[came_from[side]], orders=(), settled={}) for side in table.title.sides}
    tokens = tuple(
        replace(token, sides=tuple(side for side in table.title.sides if came_from[side] in token.sides))
        for token in table.tokens.values()
    )
    return Seating(seats, tokens)


def undo(table: LiveTable, holder: Holder, count: int | None = None) -> tuple[int, int]:
    """Take back the last action of the holder."""
    table.check()
    if not holder.sides:
        raise looks_on()
    if count not in (None, table.sight(holder.sides).position):
        raise stale()
    last = table.game.entries[-1].side if table.game.entries else ""
    side = last if last in holder.sides else table.side(holder)
    desks.check_takes_back(table, holder, side)
    taken = table.game.undo(side)
    table.keep("undo", taken)
    table.left_alone = table.game.state  # the staff does not do at once again what was taken back
    return _standing(table, holder)
