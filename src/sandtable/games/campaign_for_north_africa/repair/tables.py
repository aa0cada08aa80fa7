"""[21, 22] Breakdown and repair: the tables that dice are read on."""

import functools
from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.tables import Sourced, load
from sandtable.games.campaign_for_north_africa.dice import NOTHING, Code, CodeTable, Repair, band
from sandtable.games.campaign_for_north_africa.terrain_chart import POINT

Vehicles = Literal["trucks", "armoured_cars_and_recce"]
RepairColumn = Literal["field_truck", "field_recce", "field_tank", "temporary_facility", "major_facility"]
WreckColumn = Literal[
    "field",
    "german_at_axis_facility",
    "italian_at_axis_facility",
    "commonwealth_at_axis_facility",
    "commonwealth_facility",
]

THIRD = 33  # the percentage that means one third


class Repaired(msgspec.Struct, frozen=True):
    """[22.23, 22.25] Points, in the field for trucks and recce; a percentage everywhere else."""

    value: int
    spares_single: bool  # [22.25] nothing for a single point under repair


class SquadronTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[22.6, 22.7] When squadrons come, and what they can do."""

    arrive: dict[str, str]
    load: int  # tank points
    tow: int  # Capability Points
    away: int  # Game-Turns


# Breakdown


def adjustment(vehicles: Vehicles) -> int:
    """[21.14] Columns; tanks and self-propelled guns have theirs on the weapon charts."""
    return _tables().ratings[vehicles].value


def breakdown_column(half_points: int, shift: int) -> int:
    """[21.31, 21.32, 21.33, 21.27] From the left; the first is the column without Breakdown."""
    names = _tables().breakdown.columns
    column = band(names, ceil(Fraction(half_points, POINT)))
    return 0 if column == 0 else min(max(column + shift, 0), len(names) - 1)


def breakdown_column_name(column: int) -> str:
    return _tables().breakdown.columns[column]


def breakdown_percent(column: int, code: Code) -> int:
    """[21.34, 21.38]"""
    return int(_breakdowns()[column][code])


def broken_down(points: int, percent: int) -> int:
    """[21.34, 21.35] How many of so many points; a single one ignores ten percent."""
    return 0 if points == 1 and percent == 10 else share(points, percent)


def share(points: int, percent: int) -> int:
    """[21.34, 21.35] A percentage of points, fractions up; 33 percent is one third."""
    return ceil(points * (Fraction(1, 3) if percent == THIRD else Fraction(percent, 100)))


# Repair


def repair(column: RepairColumn, die: int) -> Repaired:
    """[22.8, 22.23, 22.24, 22.34] By the die after its modifiers. ValueError for a die the column cannot meet."""
    table = _tables().repair
    cell = table.rows[str(die)][table.columns.index(column)] if str(die) in table.rows else NOTHING
    if cell == NOTHING:
        raise ValueError(f"{column} has no line {die}")
    return Repaired(int(cell.rstrip("*")), cell.endswith("*"))


def repaired(points: int, result: Repaired) -> int:
    """[22.25, 22.34] How many of so many points of a type a percentage repairs."""
    return 0 if points == 1 and result.spares_single else share(points, result.value)


def wreck(column: WreckColumn, die: int) -> Literal["repaired", "junked"] | None:
    """[22.43, 22.44] What becomes of a destroyed tank; None if another attempt may be made."""
    table = _tables().destroyed
    if str(die) not in table.rows:
        raise ValueError(f"the table has no line {die}")
    cell = table.rows[str(die)][table.columns.index(column)]
    return None if cell == NOTHING else "repaired" if cell == "repaired" else "junked"


def squadron_table() -> SquadronTable:
    """[22.6, 22.7]"""
    return _tables().squadrons.value


@functools.cache
def breakdown_sources() -> Mapping[str, str]:
    tables = _tables()
    found = tables.breakdown.sources("breakdown")
    found |= {f"adjustment {vehicles}": rating.source for vehicles, rating in tables.ratings.items()}
    found |= {"repair": tables.repair.source, "destroyed": tables.destroyed.source}
    found |= {"squadrons": tables.squadrons.source}
    return MappingProxyType(found)


# The tables as they are read, each once.


@functools.cache
def _breakdowns() -> tuple[Mapping[Code, str], ...]:
    return _tables().breakdown.by_column()


# The shape of breakdown.toml.


class _DieTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    columns: tuple[str, ...]
    rows: dict[str, tuple[str, ...]]
    repairs: tuple[Repair, ...] = ()


class _Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ratings: dict[Vehicles, Sourced[int]]
    breakdown: CodeTable
    repair: _DieTable
    destroyed: _DieTable
    squadrons: Sourced[SquadronTable]


@functools.cache
def _tables() -> _Tables:
    return load(__package__, "breakdown.toml", _Tables)
