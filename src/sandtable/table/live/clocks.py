"""Clocks as everybody sees them: they follow from what everybody sees."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.table.messages.tables import ClockShown, HandShown, PaceShown, Summary
from sandtable.table.pace.clock import Clock, Pace
from sandtable.table.stores.base import Row, Seat


def running(summary: Summary, seats: Mapping[str, Seat]) -> tuple[str, ...]:
    """The sides whose clocks run: those that are asked and that a person plays."""
    if summary.over:
        return ()
    return tuple(side for side in summary.asked if seats[side].kind == "human")


def clock_shown(row: Row) -> ClockShown | None:
    if row.pace is None or row.clock is None:
        return None
    return ClockShown(pace_shown(row.pace), _hands(row.clock), row.clock.begun, row.clock.adjourned)


def pace_shown(pace: Pace) -> PaceShown:
    return PaceShown(
        pace.kind, round(pace.each), round(pace.reserve), pace.flag, round(pace.extension), pace.times,
        round(pace.leave),
    )  # fmt: skip


def _hands(clock: Clock) -> dict[str, HandShown]:
    return {
        side: HandShown(
            round(hand.turn), round(hand.reserve), round(hand.leave), round(hand.since), round(hand.due),
            round(hand.away[1]), hand.falls,
        )
        for side, hand in clock.hands.items()
    }  # fmt: skip
