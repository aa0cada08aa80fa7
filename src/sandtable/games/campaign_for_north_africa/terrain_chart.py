"""The Terrain Effects Chart. Capability Points and Breakdown Points are counted in half points."""

import functools
from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.tables import Sourced, load

Mobility = Literal["non_motorized", "motorized"]
Fire = Literal["barrage", "anti_armour", "close_assault"]
Owner = Literal["friendly", "enemy"]  # of a minefield, as the unit in it sees it

POINT = 2  # the parts in which Capability Points and Breakdown Points are counted


class Shifts(msgspec.Struct, frozen=True):
    """[8.37] Columns on the combat tables, below zero to the left for the defender; None forbids such fire."""

    barrage: int = 0
    anti_armour: int | None = 0
    close_assault: int = 0

    def on(self, fire: Fire) -> int | None:
        if fire == "barrage":
            return self.barrage
        return self.anti_armour if fire == "anti_armour" else self.close_assault


class Terrain(msgspec.Struct, frozen=True):
    """[8.31, 8.37] One kind of hex. None for a cost: entered along a road or railroad only."""

    non_motorized: int | None
    motorized: int | None
    breakdown: int
    shifts: Shifts
    stacking: int  # [9.14] Stacking Points at the end of a Movement Segment
    paths_only: bool  # [8.44] for vehicles other than Light Trucks, recce and motorcycles
    closed_to_light: bool  # [8.45] to Light Trucks and motorcycles, even on a track

    def cost(self, mobility: Mobility) -> int | None:
        return self.non_motorized if mobility == "non_motorized" else self.motorized


class Hexside(msgspec.Struct, frozen=True):
    """[8.37] What crossing adds to the cost of the hex. None for a cost: prohibited."""

    non_motorized: int | None
    motorized: int | None
    breakdown: int
    shifts: Shifts
    track_only: bool  # [8.42] for motorized units
    bridged: bool  # motorized units cross where a road or railroad does, at no extra cost
    rain_extra: int | None  # [8.41] on the road that alone crosses it in a rainstorm; None where rain changes nothing

    def cost(self, mobility: Mobility) -> int | None:
        return self.non_motorized if mobility == "non_motorized" else self.motorized

    def track_cost(self, mobility: Mobility) -> int | None:
        """[8.41, 8.42] Where a track crosses; it does not ease the way of a vehicle down an escarpment."""
        cost = self.cost(mobility)
        return cost if cost is None or (self.track_only and mobility == "motorized") else on_track(cost)

    def track_breakdown(self) -> int:
        """[8.41, 8.42]"""
        return self.breakdown if self.track_only else on_track(self.breakdown)


class Minefield(msgspec.Struct, frozen=True):
    """[8.37, 26.2] Shifts for units in the hex; the cost is an action of its own."""

    breakdown: int
    shifts: Shifts


# Terrain


@functools.cache
def terrain(name: str) -> Terrain:
    """[8.37] KeyError for what is no land."""
    line = _chart().hexes[name]
    return Terrain(
        _halves(line.non_motorized),
        _halves(line.motorized),
        halves(line.breakdown),
        Shifts(line.barrage, line.anti_armour, line.close_assault),
        line.stacking,
        line.paths_only,
        line.closed_to_light,
    )


@functools.cache
def hexside(name: str) -> Hexside:
    """[8.37, 8.35] Slopes and escarpments by the way they are crossed: `up_slope`, `down_slope`."""
    line = _chart().hexsides[name]
    return Hexside(
        _halves(line.non_motorized),
        _halves(line.motorized),
        halves(line.breakdown),
        Shifts(0, None if line.no_anti_armour else line.anti_armour, line.close_assault),
        line.track_only,
        line.bridged,
        _halves(line.rain_extra),
    )


def road_cost(mobility: Mobility) -> int:
    """[8.37]"""
    road = _chart().road
    return halves(road.non_motorized if mobility == "non_motorized" else road.motorized)


def road_breakdown() -> int:
    """[8.41, 8.37]"""
    return halves(_chart().road.breakdown)


def path_stacking() -> int:
    """[9.33, 32.9] On a road or track in a hex; the abstract rules ignore it."""
    return _chart().road.stacking


def on_track(cost: int) -> int:
    """[8.37, 8.46] Half the cost or Breakdown Points of a hex or hexside, never less than half a point."""
    return ceil(Fraction(cost, 2))


def fortification(level: int) -> Shifts:
    """[8.37, 25.11] Level 0 gives nothing."""
    if not 0 <= level <= 3:
        raise ValueError(f"there is no fortification of level {level}")
    if level == 0:
        return Shifts()
    line = _chart().fortifications[level - 1]
    return Shifts(line.barrage, line.anti_armour, line.close_assault)


def city_level(name: str) -> int:
    """[25.12] The fortification that a major city is."""
    cities = _chart().cities
    return cities.strong_level.value if name in cities.strong.value else cities.level.value


@functools.cache
def minefield(owner: Owner) -> Minefield:
    """[8.37, 26.26]"""
    line = _chart().minefields[owner]
    return Minefield(halves(line.breakdown), Shifts(0, line.anti_armour, line.close_assault))


# Half points


def halves(points: float) -> int:
    parts = Fraction(points) * POINT
    if parts.denominator != 1:
        raise ValueError(f"{points} is no whole number of half points")
    return int(parts)


def points(parts: int) -> str:
    """For a reader: 5 half points are 2½."""
    whole, rest = divmod(parts, POINT)
    return f"{whole or ('' if rest else 0)}{'½' if rest else ''}"


def _halves(cost: float | None) -> int | None:
    return None if cost is None else halves(cost)


@functools.cache
def sources() -> Mapping[str, str]:
    """Where each line of these tables comes from."""
    chart = _chart()
    found = {f"terrain {name}": line.source for name, line in chart.hexes.items()}
    found |= {f"hexside {name}": line.source for name, line in chart.hexsides.items()}
    found |= {f"fortification {level}": line.source for level, line in enumerate(chart.fortifications, 1)}
    found |= {f"minefield {owner}": line.source for owner, line in chart.minefields.items()}
    found |= {"road": chart.road.source, "cities": chart.cities.level.source}
    return MappingProxyType(found)


# The shape of terrain.toml.


class _Hex(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    stacking: int
    source: str
    non_motorized: float | None = None
    motorized: float | None = None
    breakdown: float = 0
    barrage: int = 0
    anti_armour: int = 0
    close_assault: int = 0
    paths_only: bool = False
    closed_to_light: bool = False


class _Hexside(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    non_motorized: float | None = None
    motorized: float | None = None
    breakdown: float = 0
    anti_armour: int = 0
    close_assault: int = 0
    no_anti_armour: bool = False
    track_only: bool = False
    bridged: bool = False
    rain_extra: float | None = None


class _Road(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    non_motorized: float
    motorized: float
    breakdown: float
    stacking: int
    source: str


class _Fortification(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    barrage: int
    anti_armour: int
    close_assault: int
    source: str


class _Minefield(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    breakdown: float
    anti_armour: int
    close_assault: int
    source: str


class _Cities(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    level: Sourced[int]
    strong_level: Sourced[int]
    strong: Sourced[tuple[str, ...]]


class _Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hexes: dict[str, _Hex]
    road: _Road
    hexsides: dict[str, _Hexside]
    fortifications: tuple[_Fortification, ...]
    cities: _Cities
    minefields: dict[Owner, _Minefield]


@functools.cache
def _chart() -> _Chart:
    return load(__package__, "terrain.toml", _Chart)
