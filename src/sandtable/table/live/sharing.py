"""Giving one's share in the dice: promised first, opened when all have promised."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.core.dice import promise_of
from sandtable.core.values import Refusal
from sandtable.table.live.dice import dice_of, waiting_for
from sandtable.table.live.holder import Holder
from sandtable.table.live.resuming import replayed
from sandtable.table.live.sight import Sight
from sandtable.table.live.table import LiveTable, asked_since, now, with_desks_asked
from sandtable.table.stores.base import Row, Seating


def promise(table: LiveTable, holder: Holder, promise: str) -> None:
    """A guest's commitment. It may be changed while nobody's share has been opened."""
    side = _sharing(table, holder)
    seats = table.row.seats
    if any(seat.share for seat in seats.values()):
        raise Refusal("share", "a share has already been revealed: promises can no longer change")
    if any(seat.promise == promise for other, seat in seats.items() if other != side):
        raise Refusal("share", "another seat has made this promise")
    table.seat({**seats, side: replace(seats[side], promise=promise)}, table.tokens.values())


def give_share(table: LiveTable, holder: Holder, share: str) -> None:
    """A guest's share, when all have promised theirs. The last one begins the game."""
    side = _sharing(table, holder)
    seats = table.row.seats
    if not all(seats[each].promise for each in table.waiting):
        raise Refusal("share", "shares are revealed once everyone has promised one")
    if promise_of(bytes.fromhex(share)) != seats[side].promise:
        raise Refusal("share", "this is not the share that was promised")
    row = replace(table.row, seats={**seats, side: replace(seats[side], share=share)})
    if waiting_for(row):
        table.seat(row.seats, table.tokens.values())
    else:
        _begin(table, row)


def _sharing(table: LiveTable, holder: Holder) -> str:
    held = () if holder.comrade else holder.sides
    side = next((side for side in held if side in table.waiting), "")
    if not side:
        raise Refusal("share", "the dice of this game are not waiting for a share of yours")
    return side


def _begin(table: LiveTable, row: Row) -> None:
    """The game from its set-up on, with the dice of all shares."""
    before = table.row
    dice = dice_of(row, table.dice.secret)
    game = replayed(table.title, row, dice, [])
    summary = asked_since(Sight(game, ()).summary(), now())
    summary = with_desks_asked(summary, row.seats, lambda sides: Sight(game, sides))
    table.announce("Every share in the dice has been given: the game begins.")
    table.write_seats(Seating(row.seats, tuple(table.tokens.values())), summary, waiting=False)
    table.begin(game, dice, summary)
    table.moved(before, table.row)
