"""[32.16, 10.6] Supply range: which Supply Units a unit may draw upon, and what the enemy must be asked for it.

A line runs where its unit could go, not through enemies nor through their zones where no friend stands. Most of what is
asked again has not changed since: a line depends on the ground and on what bars the hexes around the unit, and is
remembered by just that.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TypeAlias

from sandtable.core.fields import Reach
from sandtable.games.campaign_for_north_africa.ground.minefields import ground_alone
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import Ground
from sandtable.games.campaign_for_north_africa.ground.zones import casting, controlled, hexes_around, stands
from sandtable.games.campaign_for_north_africa.logistics.transport_tables import truck
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.carriage import Gait, facts, gait
from sandtable.games.campaign_for_north_africa.pieces.sameness import Same, same_units
from sandtable.games.campaign_for_north_africa.pieces.units import cpa
from sandtable.games.campaign_for_north_africa.state import POINT, ROMMEL, Campaign, enemy_of, everyone_at, side_of

Gaits: TypeAlias = tuple[Gait, ...]
Places: TypeAlias = tuple[int, ...]
Hexes: TypeAlias = frozenset[int]
Distances: TypeAlias = dict[int, int]

FOOT: Gaits = ("foot",)
TRUCK: Gaits = ("motor",)
WALKERS = 10  # [6.11] the Allowance of infantry
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
    return facts(name).counter.is_infantry_type and gait(state, name) == "foot"


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
        land = _lasting(_land(state, side, gaits), hex, limit)
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
    land = _lasting(_land(state, side, gaits), hex, limit)
    return _lines_past(land, hex, limit, _places(state, side), _expected_bars(state, side))


def _lines_past(land: Ground, hex: int, limit: int, stores: Places, barred: Hexes) -> tuple[Mapping[int, int], Places]:
    disc, hexes = _disc(land, hex, limit)
    goals = [at for at in stores if at in disc]
    bars = barred & hexes if goals else NOTHING
    if not bars:
        return {at: disc[at] for at in goals}, ()
    found = _disc_past(land, hex, limit, bars)
    return {at: found[at] for at in goals if at in found}, tuple([at for at in goals if at not in found])


# Lines over the ground


def _land(state: Campaign, side: str, gaits: Gaits) -> Ground:
    """[32.16, 26.21] The ground, with its minefields, as a medium truck meets it, or as infantry does."""
    key = "land", side, gaits
    found: Ground | None = state.derived.get(key)
    if found is None:
        allowance = truck("medium").supplies if gaits == TRUCK else WALKERS
        found = state.derived[key] = ground_alone(state, side, gaits, allowance)
    return found


@lru_cache(maxsize=4096)
def _lasting(land: Ground, hex: int, limit: int) -> Ground:
    """The ground that is remembered longest of those on which lines from a hex are the same."""
    if land.settled is not None and _disc(land.settled, hex, limit)[1].isdisjoint(land.restless):
        return land.settled
    return land


@lru_cache(maxsize=2048)
def _disc(land: Ground, hex: int, limit: int) -> tuple[Distances, Hexes]:
    """Where lines from a hex could run if there were no enemy: how far it is, and the hexes by themselves."""
    found = _distances(land.flood(hex, limit, ()), hex)
    return found, frozenset(found)


@lru_cache(maxsize=1024)
def _disc_past(land: Ground, hex: int, limit: int, bars: Hexes) -> Distances:
    """The same around what bars the way."""
    return _distances(land.flood(hex, limit, bars), hex)


def _distances(found: Reach, start: int) -> Distances:
    return {start: 0} | {hex: found.points(hex) for hex in found}


@lru_cache(maxsize=256)
def _passable(land: Ground, hex: int, limit: int, goals: Places, held: Hexes) -> Hexes:
    """Where lines to these places could run if only enemies themselves were in the way."""
    return frozenset(_flood(land, hex, limit, goals, held.__contains__))


def _flood(land: Ground, start: int, limit: int, goals: Places, shut: Callable[[int], bool]) -> dict[int, int]:
    """The hexes that lines from here may pass, and how far they are: only those from which one of the places could
    still be reached if there were no enemy."""
    steps, lines = land.steps, [_lines(land, at, limit) for at in goals]
    found: dict[int, int] = {}
    rings: list[list[int]] = [[] for _ in range(limit + 1)]
    rings[0].append(start)
    for now, ring in enumerate(rings):
        for here in ring:
            if here in found:
                continue
            found[here] = now
            for there, step in steps(here):
                left = limit - now - step
                if there in found or not any(line.get(there, limit) <= left for line in lines):
                    continue
                if not shut(there):
                    rings[now + step].append(there)
    return found


@lru_cache(maxsize=256)
def _lines(land: Ground, goal: int, farthest: int) -> Distances:
    """How far a place is from the hexes around it if there is no enemy."""
    found: Distances = {}
    rings: list[list[int]] = [[] for _ in range(farthest + 1)]
    rings[0].append(goal)
    for now, ring in enumerate(rings):
        for here in ring:
            if here in found:
                continue
            found[here] = now
            for behind, step in land.approaches(here):
                if behind not in found and now + step <= farthest:
                    rings[now + step].append(behind)
    return found


# What the enemy is asked for it [10.6]


class Front:
    """All that lines may meet, and where the enemy must be asked for them: worked out once for each hex and range as
    long as nothing of it changes."""

    def __init__(self, lands: tuple[Ground, Ground], bars: Hexes, enemies: Places, stores: Places) -> None:
        self._lands: dict[Gaits, Ground] = dict(zip((FOOT, TRUCK), lands, strict=True))
        self._bars, self._enemies, self._stores = bars, enemies, stores
        self._columns = sorted({board().axial[hex][0] for hex in bars})
        self._asked: dict[tuple[int, int, Gaits], Hexes] = {}

    def asked(self, hex: int, limit: int, gaits: Gaits) -> Hexes:
        """Where lines to the places that are cut off could run if there were no zones."""
        key = hex, limit, gaits
        found = self._asked.get(key)
        if found is None:
            found = self._asked[key] = NOTHING if self._is_far(hex, limit) else self._work_out(hex, limit, gaits)
        return found

    def _is_far(self, hex: int, limit: int) -> bool:
        """Whether no line could come to anything that bars it: no step costs less than half a point."""
        column = board().axial[hex][0]
        first = bisect_left(self._columns, column - limit)
        return first == len(self._columns) or self._columns[first] > column + limit

    def _work_out(self, hex: int, limit: int, gaits: Gaits) -> Hexes:
        land = _lasting(self._lands[gaits], hex, limit)
        _, lost = _lines_past(land, hex, limit, self._stores, self._bars)
        if not lost:
            return NOTHING
        return _passable(land, hex, limit, lost, _disc(land, hex, limit)[1].intersection(self._enemies))


@lru_cache(maxsize=32)
def _front(foot: Ground, truck: Ground, bars: Hexes, enemies: Places, stores: Places) -> Front:
    return Front((foot, truck), bars, enemies, stores)


def asked_for_lines(state: Campaign, side: str) -> Hexes:
    """[10.6, 32.16] The hexes of which the enemy has to say whether they are in his zone: those through which alone a
    unit that stands somewhere could still draw on a Supply Unit."""
    lands = _land(state, side, FOOT), _land(state, side, TRUCK)
    front = _front(*lands, _expected_bars(state, side), stands(state, enemy_of(side)), _places(state, side))
    found: set[int] = set()
    for hex in stands(state, side):
        units = same_units(state, hex, state.escort, state.units[ROMMEL])  # [31.0]
        for limit, gaits in _tracing_there(units, hex, side):
            found |= front.asked(hex, limit, gaits)
    if not found:
        return NOTHING
    return (hexes_around(casting(state, side)) & found) - state.stacks.keys()


@lru_cache(maxsize=2048)
def _tracing_there(units: Same, hex: int, side: str) -> frozenset[tuple[int, Gaits]]:
    """How far units in a hex may draw, and whether as infantry walks."""
    state = units.take()
    names = everyone_at(state, hex, side)
    return frozenset(
        (supply_range(cpa(state, name)), FOOT if is_foot_infantry(state, name) else TRUCK) for name in names
    )
