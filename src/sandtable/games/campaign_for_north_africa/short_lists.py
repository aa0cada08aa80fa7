"""A few of many: what is listed where everything that is lawful would fill a book."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import TypeVar

T = TypeVar("T")


def spread(found: Sequence[T], count: int, turn: int) -> list[T]:
    """At most so many entries, evenly spread over all of them; each turn of the wheel brings others."""
    total = len(found)
    if total <= count:
        return list(found)
    return [found[(turn + place * total // count) % total] for place in range(count)]


def rotated(found: Sequence[T], turn: int) -> list[T]:
    """All entries in a circle, beginning where the wheel stands."""
    start = turn % len(found) if found else 0
    return [*found[start:], *found[:start]]


def by_turns(one: Iterable[T], other: Iterable[T]) -> list[T]:
    """The first of each, the second of each, and so on; what is in both comes once."""
    woven = (each for pair in zip_longest(one, other) for each in pair if each is not None)
    return list(dict.fromkeys(woven))
