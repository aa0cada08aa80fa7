"""Who keeps the time of an open table: what becomes of its clock with every change, and what a fallen flag brings."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from sandtable.core.parley import Flag
from sandtable.core.values import Refusal
from sandtable.table.live.clocks import running
from sandtable.table.messages.tables import Summary
from sandtable.table.pace import clock as clocks
from sandtable.table.pace import moment
from sandtable.table.pace.clock import DAY, Clock
from sandtable.table.stores.base import Row, Seat


def time_after(row: Row, summary: Summary, seats: Mapping[str, Seat], waiting: bool) -> Clock | None:
    """The clocks of a table when this is what everybody sees of it."""
    if row.pace is None or row.clock is None:
        return None
    clock = row.clock
    if not clock.begun:
        if waiting or any(seat.kind == "open" for seat in seats.values()):
            return clock
        clock = clocks.begun(clock)
    return clocks.moved_on(clock, row.pace, running(summary, seats), summary.turn, moment.seconds())


def fallen(row: Row) -> tuple[str, Flag] | None:
    """The side whose flag has fallen, if any, and what was agreed for that."""
    if row.pace is None or row.clock is None:
        return None
    side = next(iter(row.clock.fallen(moment.seconds())), "")
    return (side, Flag(clocks.verdict(row.clock, row.pace, side))) if side else None


def time_of_the_fallen(row: Row, side: str) -> Clock | None:
    assert row.pace is not None and row.clock is not None
    return clocks.after_the_fall(row.clock, row.pace, side, moment.seconds())


def is_out_of_time(row: Row, side: str) -> bool:
    """Whether a machine has taken this side over for good."""
    return (
        row.pace is not None
        and row.clock is not None
        and row.pace.flag == "machine"
        and row.clock.hands[side].falls > 0
    )


def absent(row: Row, side: str, days: float) -> Clock:
    """A player goes away for so many days, or comes back. Raises `Refusal`."""
    if row.clock is None:
        raise Refusal("clock", "this game has no clock")
    try:
        return clocks.gone_away(row.clock, side, days * DAY, moment.seconds())
    except ValueError as error:
        raise Refusal("clock", str(error)) from None


def adjourned(row: Row, summary: Summary, is_adjourned: bool) -> Clock:
    """All clocks stand, or go on. Raises `Refusal`."""
    if row.clock is None or row.pace is None:
        raise Refusal("clock", "this game has no clock")
    clock = replace(row.clock, adjourned=is_adjourned)
    return clocks.moved_on(clock, row.pace, running(summary, row.seats), summary.turn, moment.seconds())
