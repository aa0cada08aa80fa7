"""[32.16, 10.6] Supply range: which Supply Units a unit may draw upon, and what the enemy must be asked for it.

How far a unit may draw follows from what it consists of; where its lines run is told by `supply_lines`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from sandtable.core.fields import FAR
from sandtable.games.campaign_for_north_africa.contents import Replacement, Unit
from sandtable.games.campaign_for_north_africa.ground.minefields import ground_alone
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import Ground
from sandtable.games.campaign_for_north_africa.ground.zones import casting, controlled, hexes_around, stands
from sandtable.games.campaign_for_north_africa.logistics.supply_lines import (
    CUT_OFF,
    FOOT,
    NOTHING,
    TRUCK,
    Distances,
    Front,
    Gaits,
    Hexes,
    Met,
    Places,
    Range,
    Ranges,
    flood,
    fronts,
)
from sandtable.games.campaign_for_north_africa.logistics.transport_tables import truck
from sandtable.games.campaign_for_north_africa.pieces.carriage import gait
from sandtable.games.campaign_for_north_africa.pieces.sameness import Kept, kept_stacks, kept_units
from sandtable.games.campaign_for_north_africa.pieces.units import cpa
from sandtable.games.campaign_for_north_africa.state import (
    DUE,
    POINT,
    Campaign,
    all_of,
    enemy_of,
    is_composed_alike,
    side_of,
)


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
    distances: Distances = {}
    lost = []
    for lines in front_of(state, side).lines(hex, limit, gaits):
        length = lines.length(hex, limit)
        if length == CUT_OFF:
            lost.append(lines.at)
        elif length <= limit:
            distances[lines.at] = length
    if lost and state.holder(hex) == side:
        distances |= _past_enemies(state, side, hex, limit, gaits, lost)
    near = sorted(distances.items(), key=lambda each: each[1])
    return {name: distance for at, distance in near for name in stores[at]}


def _past_enemies(state: Campaign, side: str, hex: int, limit: int, gaits: Gaits, places: Iterable[int]) -> Distances:
    """[10.6] How far some places are that lines reach only where the enemy says that he has no zone."""
    land = land_of(state, side, gaits)
    found = {at: flood(land, hex, limit, at, lambda there: is_barred(state, side, there)) for at in places}
    return {at: passed[at] for at, passed in found.items() if at in passed}


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


def land_of(state: Campaign, side: str, gaits: Gaits) -> Ground:
    """[32.16, 26.21] The ground, with its minefields, as a medium truck meets it, or as infantry does."""
    key = "land", side, gaits
    found: Ground | None = state.derived.get(key)
    if found is None:
        # only what drives pays for mines by an Allowance
        found = state.derived[key] = ground_alone(state, side, gaits, truck("medium").supplies)
    return found


def front_of(state: Campaign, side: str) -> Front:
    """The lines of a side past the zones that must be expected."""
    key = "front of lines", side
    found: Front | None = state.derived.get(key)
    if found is None:
        enemies = frozenset(stands(state, enemy_of(side)))
        lands = land_of(state, side, FOOT), land_of(state, side, TRUCK)
        met = Met(*lands, _expected_bars(state, side), enemies, _places(state, side))
        found = state.derived[key] = fronts(side).look(met)
    return found


# What the enemy is asked for them [10.6]


def asked_for_lines(state: Campaign, side: str) -> Hexes:
    """[10.6, 32.16] The hexes of which the enemy has to say whether they are in his zone: those through which alone a
    unit that stands somewhere could still draw on a Supply Unit."""
    found = _tracing(side).asked(state, side, front_of(state, side))
    if not found:
        return NOTHING
    return (hexes_around(casting(state, side)) & found) - state.stacks.keys()


class Stood(NamedTuple):
    """Units as they were, and how far each counter and those in each hex may draw."""

    units: Kept[str, Unit]
    stacks: Kept[int, tuple[str, ...]]
    replacements: Kept[str, Replacement]
    rommel: tuple[tuple[str, ...], int]  # [31.0] whom he accompanies, and where he is
    own: dict[str, Ranges]
    ranges: dict[int, Ranges]


class Asked(NamedTuple):
    """What was asked for the hexes of a side at one front: by hex, range and place, where it was anything; and all."""

    front: Front | None
    ranges: dict[int, Ranges]
    found: dict[tuple[int, Range, int], Hexes]
    all: Hexes


class Tracing:
    """How far the units of a side may draw, and what is asked for them. Whoever is the very same as at the last look
    draws as he did then."""

    def __init__(self) -> None:
        self._last = Stood(Kept({}), Kept({}), Kept({}), ((), DUE), {}, {})
        self._asked = Asked(None, {}, {}, NOTHING)

    def asked(self, state: Campaign, side: str, front: Front) -> Hexes:
        """What is asked for all of them. Of the last look is taken over what was asked by lines that are the same, for
        hexes where nobody draws otherwise than then."""
        ranges, then = self.look(state, side), self._asked
        before = then.front
        renewed = {} if before is None or before is front else front.renewed(before)
        found = {
            (hex, one, at): asked
            for (hex, one, at), asked in then.found.items()
            if ranges.get(hex) is then.ranges[hex] and renewed.get(at, FAR) > one[0]
        }
        for hex, each in ranges.items():
            others = then.ranges.get(hex) is not each
            if not others and not renewed:
                continue
            for one in each:
                for lines in front.barred(hex, *one):
                    if (others or renewed.get(lines.at, FAR) <= one[0]) and (asked := lines.asked(hex, one[0])):
                        found[hex, one, lines.at] = asked
        everything = then.all if found == then.found else NOTHING.union(*found.values())
        self._asked = Asked(front, ranges, found, everything)
        return everything

    def look(self, state: Campaign, side: str) -> dict[int, Ranges]:
        then, rommel = self._last, (state.escort, state.rommel)
        now = Stood(
            kept_units(state), kept_stacks(state), Kept(state.replacements), rommel, dict(then.own), dict(then.ranges)
        )
        if rommel == then.rommel:
            counters, hexes = _affected(now, then)
            for name in counters:
                now.own.pop(name, None)
            for hex in hexes:
                now.ranges.pop(hex, None)
        else:
            now.own.clear()
            now.ranges.clear()
        for hex in stands(state, side):
            if hex not in now.ranges:
                now.ranges[hex] = _ranges(state, hex, now.own)
        self._last = now
        return now.ranges


def _affected(now: Stood, then: Stood) -> tuple[set[str], set[int]]:
    """The counters of units that may draw otherwise than before, Replacement Points meant for some among them [20.42];
    and where they stand, or others than before."""
    table, before, escort = now.units.table, then.units.table, now.rommel[0]
    units = {
        name
        for name in now.units.since(then.units)
        if name in escort or not is_composed_alike(table.get(name), before.get(name))
    }
    counters = {_counter_of(each, name) for name in units for each in (table, before) if name in each}
    recast = {*now.replacements.since(then.replacements)}
    if units or recast:
        for name, each in now.replacements.table.items():
            if each.unit in units or name in recast:
                counters.add(_counter_of(table, name))
    hexes = {*now.stacks.since(then.stacks)}
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
    found: set[Range] = set()
    for counter in state.stacks[hex]:
        if counter not in own:
            own[counter] = frozenset(_range_of(state, name) for name in all_of(state, counter))
        found |= own[counter]
    return frozenset(found)


def _range_of(state: Campaign, name: str) -> Range:
    """How far a unit may draw, and whether as infantry walks."""
    return supply_range(cpa(state, name)), FOOT if is_foot_infantry(state, name) else TRUCK
