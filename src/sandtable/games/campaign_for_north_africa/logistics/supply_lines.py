"""[32.16, 10.6] Supply lines over the ground: how long they are around what bars them, and where they could run without
zones.

A line runs where its unit could go, not through enemies nor through their zones where no friend stands. Lines to a
place depend on the ground and on what bars the hexes from which it is within range, and on nothing else. So most of
them stay the same from one action to the next, and what is asked again of these is remembered.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
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


class Columns:
    """Hexes in the order of their columns."""

    def __init__(self, hexes: Hexes) -> None:
        columns = board().axial
        self.hexes = hexes
        self._in_order = sorted(hexes, key=lambda hex: columns[hex][0])
        self._columns = [columns[hex][0] for hex in self._in_order]

    def passed(self, land: Ground, limit: int, at: int) -> list[int]:
        """Those through which a line to a place could run: no step costs less than half a point."""
        column, columns = board().axial[at][0], self._columns
        near = self._in_order[bisect_left(columns, column - limit) : bisect_right(columns, column + limit)]
        if not near:
            return near
        costs = _toward(land, at, limit).costs(limit)
        return [hex for hex in near if costs[hex] <= limit]


class Lines:
    """Lines of one range to one place, past the hexes that could bar them. What it remembers is bounded by the hexes of
    the map."""

    def __init__(self, land: Ground, limit: int, at: int, bars: Columns, enemies: Hexes) -> None:
        self._land, self._limit, self.at = land, limit, at
        self._all_bars, self._enemies = bars, enemies
        self._bars: Hexes | None = None
        self._lengths: dict[int, int] = {}
        self._asked: dict[int, Hexes] = {}

    @property
    def bars(self) -> Hexes:
        """What could bar one of them."""
        if self._bars is None:
            self._bars = frozenset(self._all_bars.passed(self._land, self._limit, self.at))
        return self._bars

    def after(self, bars: Columns, enemies: Hexes, changed: Columns) -> Lines:
        """The lines once other hexes bar them. What was found holds from wherever no line could run through one of
        those that have changed: no step there costs less than half a point."""
        land, limit, at = self._land, self._limit, self.at
        now = Lines(land, limit, at, bars, enemies)
        if self._bars is None:
            return now
        others = changed.passed(land, limit, at)
        if not others:
            return self
        now._bars = self._bars.difference(others).union(bars.hexes.intersection(others))
        costs, distance = _toward(land, at, limit).costs(limit), board().distance
        for hex, length in self._lengths.items():
            if all(distance(hex, other) + costs[other] > limit for other in others):
                now._lengths[hex] = length
                if hex in self._asked:
                    now._asked[hex] = self._asked[hex]
        return now

    def length(self, hex: int) -> int:
        """From a hex, around what bars the way; FAR from beyond the range, and `CUT_OFF` where no way leads around."""
        found = self._lengths.get(hex)
        if found is None:
            found = self._lengths[hex] = self._work_out(hex)
        return found

    def _work_out(self, hex: int) -> int:
        toward = _toward(self._land, self.at, self._limit)
        length = toward.cost(hex, self._limit)
        if length > self._limit:
            return FAR
        if self.bars.isdisjoint(toward.way(hex)):
            return length  # a shortest way that nobody bars is the shortest there is
        return self._past(hex, self.bars).get(self.at, CUT_OFF)

    def asked(self, hex: int) -> Hexes:
        """Where a line from a hex that is cut off could run if only enemies themselves were in the way."""
        found = self._asked.get(hex)
        if found is None:
            cut_off = bool(self.bars) and self.length(hex) == CUT_OFF
            found = self._asked[hex] = frozenset(self._past(hex, self._enemies)) if cut_off else NOTHING
        return found

    def _past(self, hex: int, bars: Hexes) -> Distances:
        return flood(self._land, hex, self._limit, self.at, bars.__contains__)


class Met(NamedTuple):
    """All that the lines of a side may meet."""

    foot: Ground
    truck: Ground
    bars: Hexes
    enemies: Hexes  # among what bars
    stores: Places


class Known(NamedTuple):
    """Lines by their places at an earlier front, and the hexes of which some have changed since: they bar, or enemies
    hold them, now and not then, or the other way round."""

    to: Mapping[int, Lines]
    changed: Hexes


class Front:
    """The lines of a side past all that they may meet. Of an earlier front is taken over what nothing has changed."""

    def __init__(self, met: Met, before: Front | None = None) -> None:
        self.met = met
        self._bars = Columns(met.bars)
        self._to: dict[Range, dict[int, Lines]] = {}
        self._known: dict[Range, Known] = {}
        if before is not None and (met.foot, met.truck) == (before.met.foot, before.met.truck):
            changed = (met.bars ^ before.met.bars) | (met.enemies ^ before.met.enemies)
            known = before._known | {each: Known(to, NOTHING) for each, to in before._to.items()}
            self._known = {each: Known(to, since | changed) for each, (to, since) in known.items()}

    def lines(self, hex: int, limit: int, gaits: Gaits) -> list[Lines]:
        """Of one range, to the places that a hex could be within range of."""
        to = self._to.get((limit, gaits))
        if to is None:
            to = self._to[limit, gaits] = self._found(limit, gaits)
        return [to[at] for at in _close(self.met.stores, hex, limit)]

    def _found(self, limit: int, gaits: Gaits) -> dict[int, Lines]:
        bars, enemies = self._bars, self.met.enemies
        land = self.met.foot if gaits == FOOT else self.met.truck
        known = self._known.pop((limit, gaits), Known({}, NOTHING))
        changed = Columns(known.changed)
        return {
            at: known.to[at].after(bars, enemies, changed) if at in known.to else Lines(land, limit, at, bars, enemies)
            for at in self.met.stores
        }

    def asked(self, hex: int, ranges: Ranges) -> Hexes:
        """Where lines from a hex to the places from which it is cut off could run if there were no zones."""
        found = [asked for one in ranges for lines in self.lines(hex, *one) if (asked := lines.asked(hex))]
        return NOTHING.union(*found) if found else NOTHING


@lru_cache(maxsize=2048)
def _close(places: Places, hex: int, limit: int) -> Places:
    """Those of some places that could be within range of a hex: no step costs less than half a point."""
    distance = board().distance
    return tuple([at for at in places if distance(at, hex) <= limit])


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
