"""[32.16, 10.6] Supply lines over the ground: how long they are around what bars them, and where they could run without
zones.

A line runs where its unit could go, not through enemies nor through their zones where no friend stands. Lines to a
place depend on the ground and on what bars the hexes from which it is within range, and on nothing else. So most of
them stay the same from one action to the next, and what is asked again of these is remembered.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property, lru_cache
from typing import NamedTuple, TypeAlias

from sandtable.core.fields import FAR, Approach
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import Ground
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.carriage import Gait

Gaits: TypeAlias = tuple[Gait, ...]
Places: TypeAlias = tuple[int, ...]
Hexes: TypeAlias = frozenset[int]
Distances: TypeAlias = dict[int, int]
Range: TypeAlias = tuple[int, Gaits]  # half points, and whether as infantry walks
Ranges: TypeAlias = frozenset[Range]

FOOT: Gaits = ("foot",)
TRUCK: Gaits = ("motor",)
NOTHING: Hexes = frozenset()
CUT_OFF = -1  # instead of a length


@lru_cache(maxsize=2048)
def _toward(land: Ground, goal: int, limit: int) -> Approach:
    """How far a place is from the hexes around it if there is no enemy, as far as lines go."""
    return _lasting(land, goal, limit).approach(goal)


def _lasting(land: Ground, goal: int, limit: int) -> Ground:
    """The ground that is remembered longest of those on which lines to a place are the same."""
    return land.settled if land.settled is not None and land.calm(goal, limit) > limit else land


def flood(land: Ground, start: int, limit: int, goal: int, shut: Callable[[int], bool]) -> Distances:
    """The hexes that lines from here may pass, and how far they are: only those from which the place could still be
    reached if there were no enemy."""
    steps, costs = land.steps, _toward(land, goal, limit).costs(limit)
    found: Distances = {}
    rings: list[list[int]] = [[] for _ in range(limit + 1)]
    rings[0].append(start)
    for now, ring in enumerate(rings):
        for here in ring:
            if here in found:
                continue
            found[here] = now
            for there, step in steps(here):
                if there not in found and now + step + costs[there] <= limit and not shut(there):
                    rings[now + step].append(there)
    return found


class Lines:
    """Lines of one range to one place, past the hexes that could bar them. What it remembers is bounded by the hexes of
    the map."""

    def __init__(self, land: Ground, limit: int, at: int, bars: Hexes, enemies: Hexes) -> None:
        self.land, self._limit, self.at = land, limit, at
        self.bars, self._enemies = bars, enemies
        self._lengths: dict[int, int] = {}
        self._asked: dict[int, Hexes] = {}

    @cached_property
    def _toward(self) -> Approach:
        return _toward(self.land, self.at, self._limit)

    def length(self, hex: int) -> int:
        """From a hex, around what bars the way; FAR from beyond the range, and `CUT_OFF` where no way leads around."""
        found = self._lengths.get(hex)
        if found is None:
            found = self._lengths[hex] = self._work_out(hex)
        return found

    def _work_out(self, hex: int) -> int:
        toward, bars = self._toward, self.bars
        length = toward.cost(hex, self._limit)
        if length > self._limit:
            return FAR
        if bars.isdisjoint(toward.way(hex)):
            return length  # a shortest way that nobody bars is the shortest there is
        return flood(self.land, hex, self._limit, self.at, bars.__contains__).get(self.at, CUT_OFF)

    def asked(self, hex: int) -> Hexes:
        """Where a line from a hex that is cut off could run if only enemies themselves were in the way."""
        found = self._asked.get(hex)
        if found is None:
            cut = self.length(hex) == CUT_OFF
            found = self._asked[hex] = self._without_zones(hex) if cut else NOTHING
        return found

    def _without_zones(self, hex: int) -> Hexes:
        return frozenset(flood(self.land, hex, self._limit, self.at, self._enemies.__contains__))


@lru_cache(maxsize=1024)  # those of a position, for the ranges that units have
def _lines(land: Ground, limit: int, at: int, bars: Hexes, enemies: Hexes) -> Lines:
    return Lines(land, limit, at, bars, enemies)


class Bundle:
    """The lines of one range to all places."""

    def __init__(self, limit: int, lines: Iterable[Lines]) -> None:
        columns = board().axial
        self._limit = limit
        self.to = {each.at: each for each in lines}
        self._columns = [(columns[at][0], each) for at, each in self.to.items()]
        self.barred = [each for each in self.to.values() if each.bars]

    def near(self, hex: int) -> list[Lines]:
        """To the places that could be within range: no step costs less than half a point."""
        column, limit = board().axial[hex][0], self._limit
        return [each for there, each in self._columns if -limit <= there - column <= limit]


class Columns:
    """Hexes in the order of their columns."""

    def __init__(self, hexes: Hexes) -> None:
        columns = board().axial
        self._hexes = sorted(hexes, key=lambda hex: columns[hex][0])
        self._columns = [columns[hex][0] for hex in self._hexes]

    def passed(self, land: Ground, limit: int, at: int) -> list[int]:
        """Those through which a line to a place could run: no step costs less than half a point."""
        column, columns = board().axial[at][0], self._columns
        near = self._hexes[bisect_left(columns, column - limit) : bisect_right(columns, column + limit)]
        if not near:
            return near
        costs = _toward(land, at, limit).costs(limit)
        return [hex for hex in near if costs[hex] <= limit]


class Met(NamedTuple):
    """All that the lines of a side may meet."""

    foot: Ground
    truck: Ground
    bars: Hexes
    enemies: Hexes  # among what bars
    stores: Places


class Front:
    """The lines of a side past all that they may meet, by their range. Lines that nothing has changed since an earlier
    front are taken over from it."""

    def __init__(self, met: Met, before: Front | None = None) -> None:
        self.met = met
        self._bars = Columns(met.bars)
        self._bundles: dict[Range, Bundle] = {}
        self._barred: dict[Ranges, tuple[Lines, ...]] = {}
        self._known: Mapping[Range, Bundle] = {}
        changed = NOTHING  # hexes that bar or are held by enemies now and were not then, or the other way round
        if before is not None and (met.foot, met.truck) == (before.met.foot, before.met.truck):
            self._known = before._bundles
            changed = (met.bars ^ before.met.bars) | (met.enemies ^ before.met.enemies)
        self._changed = Columns(changed)

    def bundle(self, limit: int, gaits: Gaits) -> Bundle:
        found = self._bundles.get((limit, gaits))
        if found is None:
            known = self._known.get((limit, gaits))
            lines = [self._line(limit, gaits, at, known) for at in self.met.stores]
            found = self._bundles[limit, gaits] = Bundle(limit, lines)
        return found

    def barred(self, ranges: Ranges) -> tuple[Lines, ...]:
        """Those lines of some ranges that something could bar."""
        found = self._barred.get(ranges)
        if found is None:
            found = self._barred[ranges] = tuple([each for one in ranges for each in self.bundle(*one).barred])
        return found

    def _line(self, limit: int, gaits: Gaits, at: int, known: Bundle | None) -> Lines:
        land = self.met.foot if gaits == FOOT else self.met.truck
        then = known.to.get(at) if known is not None else None
        if then is None:
            bars = frozenset(self._bars.passed(land, limit, at))
        elif others := self._changed.passed(land, limit, at):
            bars = then.bars.difference(others).union(self.met.bars.intersection(others))
        else:
            return then
        return _lines(land, limit, at, bars, bars & self.met.enemies)


class Fronts:
    """The front of a side at the last look: few actions change it, and then little of it."""

    def __init__(self) -> None:
        self._last: Front | None = None

    def look(self, met: Met) -> Front:
        last = self._last
        if last is None or last.met != met:
            last = self._last = Front(met, last)
        return last


@cache
def fronts(side: str) -> Fronts:
    return Fronts()
