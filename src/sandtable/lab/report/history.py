"""Where the line between the armies ran on a day of the war, for comparison with where it ran in games."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache
from itertools import pairwise
from pathlib import Path

from sandtable.core.board import Board
from sandtable.core.typed import from_toml
from sandtable.core.values import Value

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
PARTS = {"I": 1, "II": 2, "III": 3, "IV": 4}


class Point(Value, frozen=True, forbid_unknown_fields=True):
    date: date
    place: str
    longitude: float
    latitude: float


class History(Value, frozen=True, forbid_unknown_fields=True):
    source: str
    line: tuple[Point, ...]


@cache
def history() -> History:
    return from_toml((Path(__file__).parents[1] / "data" / "history.toml").read_bytes(), History)


def day(text: str, parts: int = 2) -> date | None:
    """The day that a game's date means: `1 April 1941`, `18-19 Nov 1941`, `June II 1941` in so many parts of a month,
    `April 1941` (the middle of it)."""
    found = re.search(r"(?:(\d{1,2})(?:-\d{1,2})? )?([A-Z][a-z]{2})[a-z]*(?: (IV|I{1,3})\b)? (19\d\d)", text)
    if not found or found.group(2).casefold() not in MONTHS:
        return None
    number, month, part, year = found.groups()
    first = date(int(year), MONTHS.index(month.casefold()) + 1, 1)
    if part:
        return first + timedelta(days=round((PARTS[part] - 0.5) * 30 / parts))
    return first + timedelta(days=int(number) - 1 if number else 14)


def days(texts: Sequence[str]) -> list[date | None]:
    """Of the turns of one game, whose dates show into how many parts it divides a month."""
    parts = max((PARTS[part] for text in texts for part in re.findall(r"\b(IV|I{1,3})\b", text)), default=2)
    return [day(text, max(2, parts)) for text in texts]


def line_on(board: Board, when: date) -> float | None:
    """How far east on this board the line ran that day; nothing before the first or after the last known day."""
    line = history().line
    if board.fit is None or not line[0].date <= when <= line[-1].date:
        return None
    for before, after in pairwise(line):
        if before.date <= when <= after.date:
            share = (when - before.date).days / max(1, (after.date - before.date).days)
            west, east = (board.fit.point(each.longitude, each.latitude)[0] for each in (before, after))
            return west + share * (east - west)
    return None
