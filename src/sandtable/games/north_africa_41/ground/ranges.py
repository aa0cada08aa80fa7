"""[5.1, 5.4] Where a mover can go, as the floods found it: what `reach` makes and a `Front` keeps."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
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


class Marches(Range):
    """Where a mechanised mover gets: within its allowance, and beyond it by Extended Movement where no enemy zone is.
    It is read from the floods themselves, which are remembered by the hundred."""

    def __init__(self, near: Reach, allowance: int, far: Reach, zone: Sequence[int]) -> None:
        self._near, self._allowance, self._far, self._zone = near, allowance, far, zone
        within = bisect_right(near.hexes, allowance, key=near.points)  # a flood names the nearest first
        beyond = far.hexes[within:] if near is far else [place for place in far.hexes if not self._is_near(place)]
        self.ends = (*near.hexes[:within], *(place for place in beyond if not zone[place]))

    def _is_near(self, place: int) -> bool:
        return place in self._near and self._near.points(place) <= self._allowance

    def __contains__(self, place: int) -> bool:
        return self._is_near(place) or (place in self._far and not self._zone[place])

    def mode(self, place: int) -> Mode:
        return "normal" if self._is_near(place) else "extended"

    def reach(self, place: int) -> Reach:
        return self._near if self._is_near(place) else self._far

    def path(self, place: int) -> tuple[int, ...]:
        return self.reach(place).path(place)

    def misses(self, hexes: Collection[int]) -> bool:
        """Whether the mover gets to none of these, nor through one."""
        return self._near.misses(hexes) and self._far.misses(hexes)


class Options(NamedTuple):
    """What one piece by itself may do, as long as nothing it depends on has changed."""

    unit: Unit
    turn: int
    closed: frozenset[int]  # to it, or where its Tactical Movement is cut short
    marching: Range
    tactical: Range
    beyond: tuple[int, ...]  # where it gets tactically but not by Movement Points
