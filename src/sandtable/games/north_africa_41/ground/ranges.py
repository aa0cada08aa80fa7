"""[5.1, 5.4] Where a mover can go, as the floods found it: what `reach` makes and a `Front` keeps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from sandtable.core.fields import Reach
from sandtable.games.north_africa_41.state import Unit

Mode = Literal["normal", "extended", "road-bonus", "tactical"]


class Range:
    """Where a mover can go: for every hex and box the way there and the kind of movement it takes."""

    def __init__(self, found: Mapping[int, tuple[Mode, Reach]]) -> None:
        self._found = found
        self.ends = tuple(found)

    def __contains__(self, place: int) -> bool:
        return place in self._found

    def mode(self, place: int) -> Mode:
        return self._found[place][0]

    def reach(self, place: int) -> Reach:
        return self._found[place][1]

    def path(self, place: int) -> tuple[int, ...]:
        """The places from the start to this one, both included."""
        return self._found[place][1].path(place)


NOWHERE = Range({})


class Options(NamedTuple):
    """What one piece by itself may do, as long as nothing it depends on has changed."""

    unit: Unit
    turn: int
    closed: frozenset[int]
    marching: Range
    tactical: Range
    beyond: tuple[int, ...]  # where it gets tactically but not by Movement Points
