"""The table of air bombardment: facilities, secondary barrage targets, convoys and ships under attack."""

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.tables import load
from sandtable.games.campaign_for_north_africa.dice import Code, CodeTable, band

Scale = Literal["bomb", "torpedo", "barrage"]
BombTarget = Literal["facility", "supply_dump", "fortification", "railroad", "road", "units", "convoy"]


def bombardment_column(scale: Scale, points: int) -> int:
    """[12.53, 12.54, 30.35] The column for so many points, from the left."""
    return band(_tables().scales[scale].names, points)


def bombardment_column_name(scale: Scale, column: int) -> str:
    return _tables().scales[scale].names[column]


def column_named(points: str) -> int:
    """[32.64] The column of printed Bomb Points, such as 41-80."""
    return _tables().scales["bomb"].names.index(points)


def counted_column(place: int) -> int:
    """[32.74] The column so many in from the left, 1 the first."""
    if not 1 <= place <= len(_tables().scales["bomb"].names):
        raise ValueError(f"there is no column {place}")
    return place - 1


def levels_lost(column: int, code: Code) -> int:
    """Of an airfield, a landing strip or a port."""
    return int(_result("facility", column, code))


def dump_percent_lost(column: int, code: Code) -> int:
    """[12.54] Of the supplies in a dump."""
    return int(_result("supply_dump", column, code))


def fortification_reduced(column: int, code: Code) -> bool:
    """[25.14, 22.34] By one level."""
    return _result("fortification", column, code) == "reduced"


def railroad_destroyed(column: int, code: Code) -> bool:
    """[12.53]"""
    return _result("railroad", column, code) == "destroyed"


def road_destroyed(column: int, code: Code) -> bool:
    """[12.53] It is a track from then on."""
    return _result("road", column, code) == "destroyed"


def points_hit(column: int, code: Code) -> int:
    """[30.34, 30.35, 32.74] Battalions pinned, Truck Points, anti-air points or Damage Points of ships."""
    return int(_result("units", column, code))


def convoy_percent_lost(column: int, code: Code) -> int:
    """[32.64, 32.65]"""
    return int(_result("convoy", column, code))


@functools.cache
def bombardment_sources() -> Mapping[str, str]:
    tables = _tables()
    found = {f"scale {name}": scale.source for name, scale in tables.scales.items()}
    for target, table in tables.targets.items():
        found |= table.sources(f"target {target}")
    return MappingProxyType(found)


def _result(target: BombTarget, column: int, code: Code) -> str:
    return _results()[target][column][code]


@functools.cache
def _results() -> Mapping[BombTarget, tuple[Mapping[Code, str], ...]]:
    return {target: table.by_column() for target, table in _tables().targets.items()}


# The shape of bombardment.toml.


class _Scale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    names: tuple[str, ...]


class _Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    scales: dict[Scale, _Scale]
    targets: dict[BombTarget, CodeTable]


@functools.cache
def _tables() -> _Tables:
    return load(__package__, "bombardment.toml", _Tables)
