"""The record of a game: its save, and the whole of it for looking back."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.core import journal
from sandtable.core.journal import Record
from sandtable.core.values import Refusal
from sandtable.table.live.holder import Holder
from sandtable.table.live.table import LiveTable
from sandtable.table.thinking import jobs


def record_for(table: LiveTable, holder: Holder) -> dict[str, Any]:
    """The save of a finished game; of one in progress, what the holder may know of it."""
    save = _record(table).save()
    if table.game.outcome is not None:
        return {"finished": True, **_plain(save)}
    if not holder.sides and table.is_delayed:
        raise Refusal("seat", "who looks on later than the players has the record when the game is over")
    return {"finished": False, **_plain(table.sight(holder.sides).record(save))}


def _record(table: LiveTable) -> Record:
    players = {side: seat.bot if seat.kind == "bot" else "human" for side, seat in table.row.seats.items()}
    record = Record(table.game, table.dice, table.row.seed, players)
    record.orders = {side: seat.orders for side, seat in table.row.seats.items()}
    record.desks = {side: seat.desks for side, seat in table.row.seats.items()}
    record.settled = {side: seat.settled for side, seat in table.row.seats.items()}
    return record


def looking_back(table: LiveTable, most: int) -> jobs.LookBack:
    """The finished game, for a worker to look back on, if it has no more than so many throws. Raises `Refusal`."""
    if table.game.outcome is None:
        raise Refusal("over", "the game is not over; looking back on it would tell what is still hidden")
    if sum(bool(entry.rolls) for entry in table.game.record) > most:
        raise Refusal("size", "this game has too many throws to go through here: save its record and `review` that")
    return jobs.LookBack(
        game=table.title.key, rules=table.title.rules_version, save=msgspec.json.encode(_record(table).save())
    )


def _plain(save: journal.Save) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(save)
    return plain
