"""[32.16, 10.6] Supply range: which Supply Units a unit may draw upon, and what the enemy must be asked for it.

A line runs where its unit could go, not through enemies nor through their zones where no friend stands. Most of what is
asked again has not changed since: a line depends on the ground and on what bars the hexes around the unit, and is
remembered by just that.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from sandtable.core.fields import Approach
from sandtable.games.campaign_for_north_africa.ground.minefields import ground_alone
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import Ground
from sandtable.games.campaign_for_north_africa.ground.zones import casting, controlled, hexes_around, stands
from sandtable.games.campaign_for_north_africa.logistics.transport_tables import truck
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.carriage import Gait, gait
from sandtable.games.campaign_for_north_africa.pieces.sameness import Kept, changed, kept_stacks, kept_units
from sandtable.games.campaign_for_north_africa.pieces.units import cpa
from sandtable.games.campaign_for_north_africa.state import (
    POINT,
    ROMMEL,
    Campaign,
    Replacement,
    Unit,
    all_of,
    enemy_of,
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


@lru_cache(maxsize=1024)
def _lines_past(land: Ground, hex: int, limit: int, stores: Places, barred: Hexes) -> tuple[Mapping[int, int], Places]:
    near = _depots(land, limit, stores).near(hex)
    lengths = {at: toward.cost(hex, limit) for at, toward in near}
    crossed = tuple([at for at, toward in near if not barred.isdisjoint(toward.way(hex))])
    if not crossed:
        return lengths, ()
    found = _around(land, hex, limit, crossed, _within(land, limit, crossed, barred))
    lost = tuple([at for at in crossed if at not in found])
    return {at: found.get(at, length) for at, length in lengths.items() if at not in lost}, lost


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


class Depots:
    """Places on one ground with all that lines of one range to them have in common."""

    def __init__(self, land: Ground, limit: int, stores: Places) -> None:
        self._land, self._limit = land, limit
        self._stores = [(at, board().axial[at][0]) for at in stores]
        self._known: dict[int, Approach] = {}

    def near(self, hex: int) -> list[tuple[int, Approach]]:
        """Those within range if there is no enemy, and the shortest ways there: one that nobody bars is the shortest
        there is."""
        column, limit, known, found = board().axial[hex][0], self._limit, self._known, []
        for at, there in self._stores:
            if not -limit <= there - column <= limit:  # no step costs less than half a point
                continue
            toward = known.get(at)
            if toward is None:
                toward = known[at] = _toward(self._land, at, limit)
            if toward.cost(hex, limit) <= limit:
                found.append((at, toward))
        return found


@lru_cache(maxsize=256)
def _depots(land: Ground, limit: int, stores: Places) -> Depots:
    return Depots(land, limit, stores)


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
    """All that lines may meet, and where the enemy must be asked for them: worked out once for each range as long as
    nothing of it changes."""

    def __init__(self, lands: tuple[Ground, Ground], bars: Hexes, enemies: Places, stores: Places) -> None:
        self._lands: dict[Gaits, Ground] = dict(zip((FOOT, TRUCK), lands, strict=True))
        self._bars, self._enemies, self._stores = bars, frozenset(enemies), stores
        columns = board().axial
        self._in_order = sorted(bars, key=lambda hex: columns[hex][0])
        self._columns = [columns[hex][0] for hex in self._in_order]
        self._sectors: dict[tuple[int, Gaits], Sector] = {}
        self._cramped: dict[Ranges, tuple[Sector, ...]] = {}

    def asked(self, hex: int, ranges: Ranges) -> Hexes:
        """Where lines to the places that are cut off could run if there were no zones."""
        cramped = self._cramped.get(ranges)
        if cramped is None:
            sectors = [self._sector(*each) for each in ranges]
            cramped = self._cramped[ranges] = tuple(each for each in sectors if each.stores)
        return NOTHING.union(*[each.asked(hex) for each in cramped]) if cramped else NOTHING

    def _sector(self, limit: int, gaits: Gaits) -> Sector:
        """What of it matters within one range: the places around which something bars lines, and what does."""
        found = self._sectors.get((limit, gaits))
        if found is None:
            land = self._lands[gaits]
            met = {at: hexes for at in self._stores if (hexes := self._met(land, limit, at))}
            enemies = (_could_pass(land, limit, at, self._enemies) for at in met)
            found = _sector(land, limit, tuple(met), NOTHING.union(*met.values()), NOTHING.union(*enemies))
            self._sectors[limit, gaits] = found
        return found

    def _met(self, land: Ground, limit: int, at: int) -> list[int]:
        """What could bar a line to a place."""
        column, columns = board().axial[at][0], self._columns  # no step costs less than half a point
        near = self._in_order[bisect_left(columns, column - limit) : bisect_right(columns, column + limit)]
        return _could_pass(land, limit, at, near) if near else []


def _could_pass(land: Ground, limit: int, at: int, hexes: Iterable[int]) -> list[int]:
    """Those of some hexes through which a line to a place could run."""
    costs = _toward(land, at, limit).costs(limit)
    return [hex for hex in hexes if costs[hex] <= limit]


class Sector:
    """Places around which something bars lines of one range: nothing else of a front changes what is asked for them."""

    def __init__(self, land: Ground, limit: int, stores: Places, bars: Hexes, enemies: Hexes) -> None:
        self._land, self._limit, self.stores, self._bars, self._enemies = land, limit, stores, bars, enemies
        self._asked: dict[int, Hexes] = {}

    def asked(self, hex: int) -> Hexes:
        found = self._asked.get(hex)
        if found is None:
            found = self._asked[hex] = self._work_out(hex)
        return found

    def _work_out(self, hex: int) -> Hexes:
        land, limit = self._land, self._limit
        _, lost = _lines_past(land, hex, limit, self.stores, self._bars)
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
    found = _tracing(side).asked(state, side, front_of(state, side))
    if not found:
        return NOTHING
    return (hexes_around(casting(state, side)) & found) - state.stacks.keys()


def front_of(state: Campaign, side: str) -> Front:
    lands = _land(state, side, FOOT), _land(state, side, TRUCK)
    return _front(*lands, _expected_bars(state, side), stands(state, enemy_of(side)), _places(state, side))


class Stood(NamedTuple):
    """Units as they were, and how far each counter and those in each hex may draw."""

    units: Kept[str, Unit]
    stacks: Kept[int, tuple[str, ...]]
    replacements: Kept[str, Replacement]
    rommel: tuple[object, object]  # [31.0]
    own: dict[str, Ranges]
    ranges: dict[int, Ranges]


class Asked(NamedTuple):
    """What was asked for the hexes of a side at one front: where anything was, by the hex for which it was."""

    front: Front | None
    ranges: dict[int, Ranges]
    found: dict[int, Hexes]


class Tracing:
    """How far the units of a side may draw, and what is asked for them. Whoever is the very same as at the last look
    draws as he did then."""

    def __init__(self) -> None:
        self._last = Stood(Kept({}), Kept({}), Kept({}), (None, None), {}, {})
        self._asked = Asked(None, {}, {})

    def asked(self, state: Campaign, side: str, front: Front) -> Hexes:
        """What is asked for all of them: at the same front again only for hexes where others stand than did then."""
        ranges, then = self.look(state, side), self._asked
        known = then.ranges if then.front is front else {}
        found = {hex: asked for hex, asked in then.found.items() if known.get(hex) is ranges.get(hex)} if known else {}
        for hex in [hex for hex, each in ranges.items() if known.get(hex) is not each]:
            asked = front.asked(hex, ranges[hex])
            if asked:
                found[hex] = asked
        self._asked = Asked(front, ranges, found)
        return NOTHING.union(*found.values())

    def look(self, state: Campaign, side: str) -> dict[int, Ranges]:
        then, rommel = self._last, (state.escort, state.units[ROMMEL])
        now = Stood(kept_units(state), kept_stacks(state), Kept(state.replacements), rommel, {}, {})
        if rommel[0] is then.rommel[0] and rommel[1] is then.rommel[1]:
            counters, hexes = _affected(now, then)
            now = now._replace(own=dict(then.own), ranges=dict(then.ranges))
            for name in counters:
                now.own.pop(name, None)
            for hex in hexes:
                now.ranges.pop(hex, None)
        for hex in stands(state, side):
            if hex not in now.ranges:
                now.ranges[hex] = _ranges(state, hex, now.own)
        self._last = now
        return now.ranges


def _affected(now: Stood, then: Stood) -> tuple[set[str], set[int]]:
    """The counters of units that have changed and of Replacement Points meant for some that have [20.42]; and where
    they stand, or others than before."""
    units, table = {*changed(now.units, then.units)}, now.units.table
    counters = {_counter_of(each, name) for name in units for each in (table, then.units.table) if name in each}
    recast = {*changed(now.replacements, then.replacements)}
    for name, each in now.replacements.table.items():
        if each.unit in units or name in recast:
            counters.add(_counter_of(table, name))
    hexes = {*changed(now.stacks, then.stacks)}
    hexes.update(table[name].at for name in counters if name in table)
    return counters, hexes


def _counter_of(units: Mapping[str, Unit], name: str) -> str:
    """The counter that represents a unit."""
    while (above := units[name].attached) in units:
        name = above
    return name


@cache
def _tracing(side: str) -> Tracing:
    return Tracing()


def _ranges(state: Campaign, hex: int, own: dict[str, Ranges]) -> Ranges:
    """How far units in a hex may draw, by what is known of their counters and what is worked out of the others."""
    found: set[tuple[int, Gaits]] = set()
    for counter in state.stacks[hex]:
        if counter not in own:
            own[counter] = frozenset(_range_of(state, name) for name in all_of(state, counter))
        found |= own[counter]
    return frozenset(found)


def _range_of(state: Campaign, name: str) -> tuple[int, Gaits]:
    """How far a unit may draw, and whether as infantry walks."""
    return supply_range(cpa(state, name)), FOOT if is_foot_infantry(state, name) else TRUCK
