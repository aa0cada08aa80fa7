"""When somebody may be told: not in his quiet hours, and all together once a day if he wishes."""

from __future__ import annotations

from sandtable.table.notices.values import Wishes

MINUTE, DAY = 60, 86_400


def ready_at(wishes: Wishes, made: int, now: int) -> int:
    """The moment from which something that was made then may be told."""
    if wishes.digest:
        return _next(wishes.at, wishes.zone, made)
    if not is_quiet(wishes, now):
        return now
    return _next(wishes.quiet[1], wishes.zone, now)


def is_quiet(wishes: Wishes, now: int) -> bool:
    if len(wishes.quiet) != 2:
        return False
    start, end = wishes.quiet
    here = (now // MINUTE + wishes.zone) % (DAY // MINUTE)
    return start <= here < end if start <= end else here >= start or here < end


def _next(minute: int, zone: int, after: int) -> int:
    """The next time that clocks there show this minute, not before that moment."""
    today = (after + zone * MINUTE) // DAY * DAY - zone * MINUTE + minute * MINUTE
    return today if today >= after else today + DAY
