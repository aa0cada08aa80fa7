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
NOT_YET = -1, FAR  # looked no way


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

    def near(self, at: int, limit: int) -> list[int]:
        """Those in columns that could be within range of a place: no step costs less than half a point."""
        column, columns = board().axial[at][0], self._columns
        return self._in_order[bisect_left(columns, column - limit) : bisect_right(columns, column + limit)]

    def away(self, hex: int) -> int:
        """How many columns it is from a hex to the nearest of them; no step costs less than half a point."""
        column, columns = board().axial[hex][0], self._columns
        i = bisect_left(columns, column)
        return min([abs(column - other) for other in columns[max(0, i - 1) : i + 1]], default=FAR)


class Lines:
    """Lines to one place, past the hexes that bar them. What it remembers is bounded by the hexes of the map and the
    ranges of units."""

    def __init__(self, land: Ground, at: int, bars: Columns, enemies: Hexes) -> None:
        self._land, self.at = land, at
        self._bars, self._enemies = bars, enemies
        self._lengths: dict[int, tuple[int, int]] = {}  # by hex how far it was looked, and what was found
        self._asked: dict[tuple[int, int], Hexes] = {}  # by hex and range

    def after(self, bars: Columns, enemies: Hexes, changed: Columns) -> Lines:
        """The lines once other hexes bar them. What was found holds from wherever no line could run through one of
        those that have changed: no step there costs less than half a point."""
        if not changed.hexes:
            return self
        now, distance = Lines(self._land, self.at, bars, enemies), board().distance
        farthest = max([looked for looked, _ in self._lengths.values()], default=0)
        if not (near := changed.near(self.at, farthest)):
            now._lengths, now._asked = dict(self._lengths), dict(self._asked)
            return now
        costs = _toward(self._land, self.at, farthest).costs(farthest)
        others = [(hex, costs[hex]) for hex in near if costs[hex] <= farthest]
        for hex, found in self._lengths.items():
            if all(distance(hex, other) + cost > found[0] for other, cost in others):
                now._lengths[hex] = found
        now._asked = {key: asked for key, asked in self._asked.items() if key[0] in now._lengths}
        return now

    def length(self, hex: int, limit: int) -> int:
        """From a hex, around what bars the way; FAR from beyond the limit, and `CUT_OFF` where no way leads around."""
        looked, found = self._lengths.get(hex, NOT_YET)
        if looked < limit and found in (FAR, CUT_OFF):
            found = self._work_out(hex, limit)
            self._lengths[hex] = limit, found
        elif looked > limit and not 0 <= found <= limit:
            return CUT_OFF if _toward(self._land, self.at, limit).cost(hex, limit) <= limit else FAR
        return found

    def _work_out(self, hex: int, limit: int) -> int:
        toward, bars = _toward(self._land, self.at, limit), self._bars.hexes
        length = toward.cost(hex, limit)
        if length > limit:
            return FAR
        if bars.isdisjoint(toward.way(hex)):
            return length  # a shortest way that nobody bars is the shortest there is
        return self._past(hex, limit, bars).get(self.at, CUT_OFF)

    def asked(self, hex: int, limit: int) -> Hexes:
        """Where a line from a hex that is cut off could run if only enemies themselves were in the way."""
        if self.length(hex, limit) != CUT_OFF:
            return NOTHING
        found = self._asked.get((hex, limit))
        if found is None:
            found = self._asked[hex, limit] = frozenset(self._past(hex, limit, self._enemies))
        return found

    def _past(self, hex: int, limit: int, bars: Hexes) -> Distances:
        return flood(self._land, hex, limit, self.at, bars.__contains__)


class Met(NamedTuple):
    """All that the lines of a side may meet."""

    foot: Ground
    truck: Ground
    bars: Hexes
    enemies: Hexes  # among what bars
    stores: Places


def _changed(met: Met, then: Met) -> Hexes:
    """The hexes that bar, or that enemies hold, now and not then, or the other way round."""
    return (met.bars ^ then.bars) | (met.enemies ^ then.enemies)


class Known(NamedTuple):
    """Lines by their places at an earlier front, and the hexes of which some have changed since."""

    to: Mapping[int, Lines]
    changed: Hexes


class Front:
    """The lines of a side past all that they may meet. Of an earlier front is taken over what nothing has changed."""

    def __init__(self, met: Met, before: Front | None = None) -> None:
        self.met = met
        self._bars = Columns(met.bars)
        self._aways: dict[int, int] = {}
        self._to: dict[Gaits, dict[int, Lines]] = {}
        self._known: dict[Gaits, Known] = {}
        if before is not None and (met.foot, met.truck) == (before.met.foot, before.met.truck):
            changed = _changed(met, before.met)
            known = before._known | {each: Known(to, NOTHING) for each, to in before._to.items()}
            self._known = {each: Known(to, since | changed) for each, (to, since) in known.items()}

    def lines(self, hex: int, limit: int, gaits: Gaits) -> list[Lines]:
        """To the places that a hex could be within range of."""
        to = self._all(gaits)
        return [to[at] for at in _close(self.met.stores, hex, limit)]

    def barred(self, hex: int, limit: int, gaits: Gaits) -> list[Lines]:
        """Of these all that something could bar: with what bars as far as that from both ends none is long enough."""
        left = limit - self._away(hex)
        return [lines for lines in self.lines(hex, limit, gaits) if self._away(lines.at) <= left] if left >= 0 else []

    def renewed(self, before: Front) -> dict[int, int]:
        """By place how long lines to it must be to be others than at an earlier front: as far as it is to the nearest
        column in which something has changed."""
        met, then = self.met, before.met
        places = {*met.stores, *then.stores}
        if (met.foot, met.truck) != (then.foot, then.truck):
            return dict.fromkeys(places, 0)
        changed, both = Columns(_changed(met, then)), {*met.stores} & {*then.stores}
        return {at: changed.away(at) if at in both else 0 for at in places}

    def _away(self, hex: int) -> int:
        found = self._aways.get(hex)
        if found is None:
            found = self._aways[hex] = self._bars.away(hex)
        return found

    def _all(self, gaits: Gaits) -> dict[int, Lines]:
        """By their places."""
        to = self._to.get(gaits)
        if to is None:
            to = self._to[gaits] = self._found(gaits)
        return to

    def _found(self, gaits: Gaits) -> dict[int, Lines]:
        bars, enemies = self._bars, self.met.enemies
        land = self.met.foot if gaits == FOOT else self.met.truck
        known = self._known.pop(gaits, Known({}, NOTHING))
        changed = Columns(known.changed)
        return {
            at: known.to[at].after(bars, enemies, changed) if at in known.to else Lines(land, at, bars, enemies)
            for at in self.met.stores
        }


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
