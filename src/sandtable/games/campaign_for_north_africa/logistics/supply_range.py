"""[32.16, 10.6] Supply range: which Supply Units a unit may draw upon, and what the enemy must be asked for it.

A line runs where its unit could go, not through enemies nor through their zones where no friend stands. Most of what is
asked again has not changed since: a line depends on the ground and on what bars the hexes around the unit, and is
remembered by just that.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from sandtable.core.fields import Approach
from sandtable.games.campaign_for_north_africa.ground.minefields import ground_alone
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import Ground
from sandtable.games.campaign_for_north_africa.ground.zones import casting, controlled, hexes_around, stands
from sandtable.games.campaign_for_north_africa.logistics.transport_tables import truck
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.carriage import Gait, gait
from sandtable.games.campaign_for_north_africa.pieces.sameness import changed
from sandtable.games.campaign_for_north_africa.pieces.units import cpa
from sandtable.games.campaign_for_north_africa.state import (
    POINT,
    ROMMEL,
    Campaign,
    Replacement,
    Unit,
    enemy_of,
    everyone_at,
    side_of,
)

Gaits: TypeAlias = tuple[Gait, ...]
Places: TypeAlias = tuple[int, ...]
Hexes: TypeAlias = frozenset[int]
Distances: TypeAlias = dict[int, int]
Ranges: TypeAlias = frozenset[tuple[int, Gaits]]  # half points, and whether as infantry walks

FOOT: Gaits = ("foot",)
TRUCK: Gaits = ("motor",)
NOTHING: Hexes = frozenset()


def supply_range(allowance: int) -> int:
    """[32.16] Half points: half the Capability Point Allowance, rounded up to a whole point."""
    return -(-allowance // 2) * POINT


def reachable(state: Campaign, name: str, at: int | None = None) -> Mapping[str, int]:
    """[32.16] The Supply Units on which a unit may draw, by its own Capability Point Allowance, where it is or from
    another place that it has come to."""
    where = state.units[name].at if at is None else at
    return in_range(state, side_of(name), where, cpa(state, name), is_foot_infantry(state, name))


def is_foot_infantry(state: Campaign, name: str) -> bool:
    """[32.16] Who traces as infantry moves."""
    return gait(state, name) == "foot"


def in_range(state: Campaign, side: str, hex: int, cpa: int, foot: bool) -> Mapping[str, int]:
    """[32.16] The real Supply Units on which a combat unit in a hex or box may draw, the nearest first, and how far
    they are. `foot` traces as infantry walks, else as a medium truck drives."""
    key = "in range", side, hex, cpa, foot
    found: Mapping[str, int] | None = state.derived.get(key)
    if found is None:
        gaits = FOOT if foot else TRUCK
        found = state.derived[key] = _in_range(state, side, hex, supply_range(cpa), gaits)
    return found


def _in_range(state: Campaign, side: str, hex: int, limit: int, gaits: Gaits) -> Mapping[str, int]:
    """[32.16, 10.6] Lines around the zones that must be expected; where there is none and units stand to draw, through
    hexes of which the enemy has to say that they are not in his zone."""
    stores = _stores(state, side)
    if hex < 0:
        return dict.fromkeys(stores.get(hex, ()), 0)
    distances, lost = _expected_lines(state, side, hex, limit, gaits)
    if lost and state.holder(hex) == side:
        land = _land(state, side, gaits)
        found = _flood(land, hex, limit, lost, lambda there: is_barred(state, side, there))
        distances = {**distances, **{at: found[at] for at in lost if at in found}}
    near = sorted(distances.items(), key=lambda each: each[1])
    return {name: distance for at, distance in near for name in stores[at]}


def is_barred(state: Campaign, side: str, hex: int) -> bool:
    """[32.16] Whether a supply line may not enter a hex: enemies hold it, or their zone where no friend stands."""
    holder = state.holder(hex)
    return holder != side if holder is not None else controlled(state, hex, enemy_of(side))


def _expected_bars(state: Campaign, side: str) -> Hexes:
    """The same of every hex, by the counters that the side sees."""
    key = "expected bars", side
    found: Hexes | None = state.derived.get(key)
    if found is None:
        enemies, zoned = stands(state, enemy_of(side)), casting(state, side)
        own = hexes_around(zoned).intersection(stands(state, side))
        found = state.derived[key] = _bars(enemies, zoned, own)
    return found


@lru_cache(maxsize=64)
def _bars(enemies: Places, zoned: Places, own: Hexes) -> Hexes:
    """Whoever is far from all zones may come and go, and these stay the very same."""
    return hexes_around(zoned).union(enemies).difference(own)


def _stores(state: Campaign, side: str) -> dict[int, list[str]]:
    """The real Supply Units of a side by place."""
    key = "stores", side
    found: dict[int, list[str]] | None = state.derived.get(key)
    if found is None:
        found = state.derived[key] = {}
        for name, unit in state.supply.items():
            if unit.side == side and not unit.dummy and unit.journey is None:
                found.setdefault(unit.at, []).append(name)
    return found


def _places(state: Campaign, side: str) -> Places:
    """The hexes of the map with Supply Units."""
    key = "places of stores", side
    found: Places | None = state.derived.get(key)
    if found is None:
        found = state.derived[key] = tuple(at for at in _stores(state, side) if at >= 0)
    return found


def _expected_lines(state: Campaign, side: str, hex: int, limit: int, gaits: Gaits) -> tuple[Mapping[int, int], Places]:
    """How far the places within range are around all zones that must be expected, and which of them these cut off."""
    return _lines_past(_land(state, side, gaits), hex, limit, _places(state, side), _expected_bars(state, side))


def _lines_past(land: Ground, hex: int, limit: int, stores: Places, barred: Hexes) -> tuple[Mapping[int, int], Places]:
    lines = _lines_to(land, hex, limit, stores)
    crossed = tuple([line.to for line in lines if not barred.isdisjoint(line.passed)])
    if not crossed:
        return {line.to: line.length for line in lines}, ()
    found = _around(land, hex, limit, crossed, _within(land, limit, crossed, barred))
    lengths = {line.to: found.get(line.to) if line.to in crossed else line.length for line in lines}
    return (
        {at: length for at, length in lengths.items() if length is not None},
        tuple([at for at in crossed if lengths[at] is None]),
    )


# Lines over the ground


def _land(state: Campaign, side: str, gaits: Gaits) -> Ground:
    """[32.16, 26.21] The ground, with its minefields, as a medium truck meets it, or as infantry does."""
    key = "land", side, gaits
    found: Ground | None = state.derived.get(key)
    if found is None:
        # only what drives pays for mines by an Allowance
        found = state.derived[key] = ground_alone(state, side, gaits, truck("medium").supplies)
    return found


@lru_cache(maxsize=2048)
def _toward(land: Ground, goal: int, limit: int) -> Approach:
    """How far a place is from the hexes around it if there is no enemy, as far as lines go."""
    return _lasting(land, goal, limit).approach(goal)


def _lasting(land: Ground, goal: int, limit: int) -> Ground:
    """The ground that is remembered longest of those on which lines to a place are the same."""
    return land.settled if land.settled is not None and land.calm(goal, limit) > limit else land


class Line(NamedTuple):
    """The shortest way to a place if there is no enemy."""

    to: int
    length: int
    passed: Places


@lru_cache(maxsize=2048)
def _lines_to(land: Ground, hex: int, limit: int, stores: Places) -> tuple[Line, ...]:
    """To those of some places that are within range. One that nobody bars is the shortest there is."""
    known = _known_lines(land, hex, limit)
    for at in stores:
        if at not in known:
            known[at] = _line(land, hex, limit, at)
    return tuple([line for at in stores if (line := known[at]) is not None])


@lru_cache(maxsize=1024)
def _known_lines(land: Ground, hex: int, limit: int) -> dict[int, Line | None]:
    """From a hex to all places that were ever asked for: when one Supply Unit has moved, the others lie where they
    did."""
    return {}


def _line(land: Ground, hex: int, limit: int, at: int) -> Line | None:
    columns = board().axial
    if abs(columns[at][0] - columns[hex][0]) > limit:  # no step costs less than half a point
        return None
    toward = _toward(land, at, limit)
    length = toward.cost(hex, limit)
    return Line(at, length, toward.way(hex)) if length <= limit else None


def _within(land: Ground, limit: int, goals: Places, hexes: Hexes) -> Hexes:
    """Those of some hexes through which a line to one of these places could run."""
    first, *others = [_toward(land, at, limit).costs(limit) for at in goals]
    near = {hex for hex in hexes if first[hex] <= limit}
    return frozenset(near.union(hex for costs in others for hex in hexes if costs[hex] <= limit))


@lru_cache(maxsize=1024)
def _around(land: Ground, hex: int, limit: int, goals: Places, bars: Hexes) -> Distances:
    """How far some places are around what bars the way, those left out to which no line leads."""
    found = _flood(land, hex, limit, goals, bars.__contains__)
    return {at: found[at] for at in goals if at in found}


@lru_cache(maxsize=1024)
def _passable(land: Ground, hex: int, limit: int, goals: Places, held: Hexes) -> Hexes:
    """Where lines to these places could run if only enemies themselves were in the way."""
    return frozenset(_flood(land, hex, limit, goals, held.__contains__))


def _flood(land: Ground, start: int, limit: int, goals: Places, shut: Callable[[int], bool]) -> Distances:
    """The hexes that lines from here may pass, and how far they are: only those from which one of the places could
    still be reached if there were no enemy."""
    steps, (costs, *others) = land.steps, [_toward(land, at, limit).costs(limit) for at in goals]
    found: Distances = {}
    rings: list[list[int]] = [[] for _ in range(limit + 1)]
    rings[0].append(start)
    for now, ring in enumerate(rings):
        for here in ring:
            if here in found:
                continue
            found[here] = now
            for there, step in steps(here):
                left = limit - now - step
                if there in found or (costs[there] > left and all(other[there] > left for other in others)):
                    continue
                if not shut(there):
                    rings[now + step].append(there)
    return found


# What the enemy is asked for it [10.6]


class Front:
    """All that lines may meet, and where the enemy must be asked for them: worked out once for each hex and range as
    long as nothing of it changes."""

    def __init__(self, lands: tuple[Ground, Ground], bars: Hexes, enemies: Places, stores: Places) -> None:
        self._lands: dict[Gaits, Ground] = dict(zip((FOOT, TRUCK), lands, strict=True))
        self._bars, self._enemies, self._stores = bars, frozenset(enemies), stores
        self._columns = sorted({board().axial[hex][0] for hex in bars})
        self._sectors: dict[tuple[int, Gaits], Sector] = {}
        self._asked: dict[tuple[int, Ranges], Hexes] = {}

    def asked(self, hex: int, ranges: Ranges) -> Hexes:
        """Where lines to the places that are cut off could run if there were no zones."""
        key = hex, ranges
        found = self._asked.get(key)
        if found is None:
            found = self._asked[key] = NOTHING.union(*(self._sector(*each).asked(hex) for each in ranges))
        return found

    def _sector(self, limit: int, gaits: Gaits) -> Sector:
        """What of it matters within one range: the places around which something bars lines, and what does."""
        found = self._sectors.get((limit, gaits))
        if found is None:
            land, bars = self._lands[gaits], self._bars
            stores = tuple([at for at in self._stores if not self._is_far(at, limit) and _met(land, limit, at, bars)])
            found = _sector(
                land,
                limit,
                stores,
                NOTHING.union(*(_met(land, limit, at, bars) for at in stores)),
                NOTHING.union(*(_met(land, limit, at, self._enemies) for at in stores)),
            )
            self._sectors[limit, gaits] = found
        return found

    def _is_far(self, hex: int, limit: int) -> bool:
        """Whether no line could come to anything that bars it: no step costs less than half a point."""
        column = board().axial[hex][0]
        first = bisect_left(self._columns, column - limit)
        return first == len(self._columns) or self._columns[first] > column + limit


@lru_cache(maxsize=1024)
def _met(land: Ground, limit: int, at: int, hexes: Hexes) -> Hexes:
    """Those of some hexes through which a line to a place could run."""
    return _around_place(land, limit, at) & hexes


@lru_cache(maxsize=256)
def _around_place(land: Ground, limit: int, at: int) -> Hexes:
    return frozenset(_toward(land, at, limit).within(limit))


class Sector:
    """Places around which something bars lines of one range: nothing else of a front changes what is asked for them."""

    def __init__(self, land: Ground, limit: int, stores: Places, bars: Hexes, enemies: Hexes) -> None:
        self._land, self._limit, self._stores, self._bars, self._enemies = land, limit, stores, bars, enemies
        self._near = NOTHING.union(*(_around_place(land, limit, at) for at in stores))
        self._asked: dict[int, Hexes] = {}

    def asked(self, hex: int) -> Hexes:
        if hex not in self._near:
            return NOTHING
        found = self._asked.get(hex)
        if found is None:
            found = self._asked[hex] = self._work_out(hex)
        return found

    def _work_out(self, hex: int) -> Hexes:
        land, limit = self._land, self._limit
        _, lost = _lines_past(land, hex, limit, self._stores, self._bars)
        if not lost:
            return NOTHING
        return _passable(land, hex, limit, lost, _within(land, limit, lost, self._enemies))


@lru_cache(maxsize=128)
def _sector(land: Ground, limit: int, stores: Places, bars: Hexes, enemies: Hexes) -> Sector:
    return Sector(land, limit, stores, bars, enemies)


@lru_cache(maxsize=32)
def _front(foot: Ground, truck: Ground, bars: Hexes, enemies: Places, stores: Places) -> Front:
    return Front((foot, truck), bars, enemies, stores)


def asked_for_lines(state: Campaign, side: str) -> Hexes:
    """[10.6, 32.16] The hexes of which the enemy has to say whether they are in his zone: those through which alone a
    unit that stands somewhere could still draw on a Supply Unit."""
    front, found = _front_of(state, side), set[int]()
    for hex, ranges in _tracing(side).look(state, side).items():
        found |= front.asked(hex, ranges)
    if not found:
        return NOTHING
    return (hexes_around(casting(state, side)) & found) - state.stacks.keys()


def _front_of(state: Campaign, side: str) -> Front:
    lands = _land(state, side, FOOT), _land(state, side, TRUCK)
    return _front(*lands, _expected_bars(state, side), stands(state, enemy_of(side)), _places(state, side))


class Stood(NamedTuple):
    """Units as they were, and how far those in each hex may draw."""

    units: dict[str, Unit]
    stacks: dict[int, tuple[str, ...]]
    replacements: dict[str, Replacement]
    rommel: tuple[object, object]  # [31.0]
    ranges: dict[int, Ranges]


class Tracing:
    """How far the units of a side may draw. Whoever is the very same as at the last look draws as he did then."""

    def __init__(self) -> None:
        self._last = Stood({}, {}, {}, (None, None), {})

    def look(self, state: Campaign, side: str) -> dict[int, Ranges]:
        then, rommel = self._last, (state.escort, state.units[ROMMEL])
        there = stands(state, side)
        ranges = {}
        if rommel[0] is then.rommel[0] and rommel[1] is then.rommel[1]:
            moved = self._affected(state)
            ranges = {hex: then.ranges[hex] for hex in there if hex in then.ranges and hex not in moved}
        for hex in there:
            if hex not in ranges:
                ranges[hex] = _ranges(state, hex, side)
        self._last = Stood(dict(state.units), dict(state.stacks), dict(state.replacements), rommel, ranges)
        return ranges

    def _affected(self, state: Campaign) -> set[int]:
        """Where units have changed, and where Replacement Points are meant for some that have [20.42]."""
        then = self._last
        found = set(changed(state.stacks, then.stacks))
        units = {*changed(state.units, then.units)}
        for name in units:
            for each in (state.units, then.units):
                if name in each:
                    found.add(_place_of(each, name))
        recast = changed(state.replacements, then.replacements)
        meant = (name for name, each in state.replacements.items() if each.unit in units or name in recast)
        found.update(_place_of(state.units, name) for name in meant)
        return found


def _place_of(units: Mapping[str, Unit], name: str) -> int:
    """Where the counter is that represents a unit."""
    while (above := units[name].attached) in units:
        name = above
    return units[name].at


@cache
def _tracing(side: str) -> Tracing:
    return Tracing()


def _ranges(state: Campaign, hex: int, side: str) -> Ranges:
    """How far units in a hex may draw, and whether as infantry walks."""
    names = everyone_at(state, hex, side)
    return frozenset(
        (supply_range(cpa(state, name)), FOOT if is_foot_infantry(state, name) else TRUCK) for name in names
    )
