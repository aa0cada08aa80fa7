"""Barrage, anti-armour fire and close assault: the tables that dice are read on."""

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.tables import Sourced, load
from sandtable.games.campaign_for_north_africa.dice import NOTHING, Code, CodeTable, band, shown, span, total

Target = Literal["infantry", "armour", "gun", "truck"]
Contender = Literal["attacker", "defender"]
Added = Literal[  # results told by the sum of the dice
    "attacker_captured",
    "attacker_engaged",
    "defender_captured",
    "defender_retreat_1",
    "defender_retreat_2",
    "defender_retreat_3",
]

RETREATS: tuple[tuple[int, Added], ...] = (
    (3, "defender_retreat_3"),
    (2, "defender_retreat_2"),
    (1, "defender_retreat_1"),
)


class Barrage(msgspec.Struct, frozen=True):
    """[12.44, 12.45] What a barrage does to its target; guns and trucks are never pinned."""

    pinned: bool = False
    lost: int = 0  # TOE Strength Points, or Truck Points


class Assault(msgspec.Struct, frozen=True):
    """[15.73] What one side's dice bring it; the attacker is engaged, the defender retreats."""

    percent: int  # of its Raw Points lost
    captured: bool
    engaged: bool = False
    retreat: int = 0  # hexes


# Barrage


def barrage_column(points: int, shift: int) -> int | None:
    """[12.33, 12.34] The column for Actual Barrage Points; None where the barrage has no effect."""
    if points < 1:
        return None
    names = _barrage_names()
    place = band(names, points) + shift
    return None if place < 0 else min(place, len(names) - 1)


def barrage_column_name(column: int) -> str:
    return _barrage_names()[column]


def barrage(target: Target, points: int, shift: int, code: Code) -> Barrage:
    """[12.43, 12.46] Trucks are given no shift by those who call for them."""
    column = barrage_column(points, shift)
    return Barrage() if column is None else barrage_in(target, column, code)


def barrage_in(target: Target, column: int, code: Code) -> Barrage:
    """[12.6] The result in a column."""
    result = _barrages()[target][column][code]
    lost = int(result.removeprefix("lose_")) if result.startswith("lose_") else 0
    return Barrage(pinned=target in ("infantry", "armour") and result != "no_effect", lost=lost)


# Anti-armour fire


def anti_armour_column(points: int, shift: int) -> int:
    """[14.32, 14.35] Never below the 0 column nor beyond the last."""
    width = len(_damage()[0])
    if points < 0:
        raise ValueError(f"nobody fires with {points} points")
    return min(max(min(points, width - 1) + shift, 0), width - 1)


def damage(points: int, shift: int, code: Code, phasing: bool) -> int:
    """[14.6, 14.41] Damage Points of Actual Anti-Armour Points; the phasing player reads one row lower."""
    row = _damage_row()[code]
    return _damage()[max(row - 1, 0) if phasing else row][anti_armour_column(points, shift)]


# Close assault


def column_of(differential: int) -> int:
    """[15.72] The column of an Assault Differential, from the left."""
    return sum(lowest <= differential for lowest in _tables().columns.lowest)


def shifted(column: int, by: int) -> int:
    """[15.31, 15.62] So many columns to the right, below zero to the left, not beyond the ends."""
    return min(max(column + by, 0), len(_tables().columns.names) - 1)


def column_name(column: int) -> str:
    return _tables().columns.names[column]


def overrun(column: int) -> bool:
    """[15.77]"""
    return column_name(column) in _tables().columns.overruns


def attacker_result(column: int, code: Code) -> Assault:
    """[15.73, 15.75, 15.79]"""
    added = total(code)
    return Assault(
        int(_losses()["attacker"][column][code]),
        added in sums("attacker_captured", column),
        engaged=added in sums("attacker_engaged", column),
    )


def defender_result(column: int, code: Code) -> Assault:
    """[15.73, 15.75, 15.79]"""
    added = total(code)
    hexes = next((hexes for hexes, result in RETREATS if added in sums(result, column)), 0)
    return Assault(int(_losses()["defender"][column][code]), added in sums("defender_captured", column), retreat=hexes)


def sums(result: Added, column: int) -> tuple[int, ...]:
    """[15.73] The sums of the dice that bring a result in a column."""
    return _sums()[result][column]


def size_shift(larger: int, smaller: int) -> int:
    """[15.52, 15.53] Columns for the side whose largest unit is the larger, in Stacking Points; none between equals."""
    sizes = organization(larger), organization(smaller)
    if sizes[0] == sizes[1]:
        return 0
    for row in _tables().size:
        if (row.larger, row.smaller) == sizes:
            return row.columns
    raise ValueError(f"the chart does not set {larger} against {smaller}")


def organization(points: int) -> int:
    """[15.52, 9.2, 20.45] The largest organization that so many Stacking Points are equal to: Replacement Points may
    have more than a division."""
    sizes = {size for row in _tables().size for size in (row.larger, row.smaller)}
    return max(size for size in sizes if size <= points)


def prisoners(die: int) -> int:
    """[15.89, 15.73] Percentage of the losses that the enemy takes."""
    return _tables().prisoners.value[shown(die) - 1]


@functools.cache
def combat_sources() -> Mapping[str, str]:
    """Where each table comes from, and each cell that does not stand as printed."""
    tables = _tables()
    found: dict[str, str] = {}
    for target, table in tables.barrage.items():
        found |= table.sources(f"barrage {target}")
    for side, table in tables.losses.items():
        found |= table.sources(f"losses {side}")
    found |= {f"size {row.larger} {row.smaller}": row.source for row in tables.size}
    found |= {
        "anti-armour": tables.anti_armour.source,
        "columns": tables.columns.source,
        "sums": tables.sums.source,
        "prisoners": tables.prisoners.source,
    }
    return MappingProxyType(found)


# The tables as they are read, each once.


@functools.cache
def _barrages() -> Mapping[Target, tuple[Mapping[Code, str], ...]]:
    return {target: table.by_column() for target, table in _tables().barrage.items()}


def _barrage_names() -> tuple[str, ...]:
    return _tables().barrage["infantry"].columns


@functools.cache
def _damage() -> tuple[tuple[int, ...], ...]:
    return tuple(_tables().anti_armour.rows.values())


@functools.cache
def _damage_row() -> Mapping[Code, int]:
    return {code: row for row, cell in enumerate(_tables().anti_armour.rows) for code in span(cell)}


@functools.cache
def _losses() -> Mapping[Contender, tuple[Mapping[Code, str], ...]]:
    return {side: table.by_column() for side, table in _tables().losses.items()}


@functools.cache
def _sums() -> Mapping[Added, tuple[tuple[int, ...], ...]]:
    return {
        result: tuple(() if cell == NOTHING else tuple(int(part) for part in cell.split()) for cell in cells)
        for result, cells in _tables().sums.rows.items()
    }


# The shape of combat.toml.


class _Damage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    rows: dict[str, tuple[int, ...]]


class _Size(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    larger: int
    smaller: int
    columns: int
    source: str


class _Columns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    names: tuple[str, ...]
    lowest: tuple[int, ...]  # differential of each column but the first
    overruns: tuple[str, ...]


class _Sums(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    rows: dict[Added, tuple[str, ...]]


class _Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    barrage: dict[Target, CodeTable]
    anti_armour: _Damage
    size: tuple[_Size, ...]
    columns: _Columns
    losses: dict[Contender, CodeTable]
    sums: _Sums
    prisoners: Sourced[tuple[int, ...]]


@functools.cache
def _tables() -> _Tables:
    return load(__package__, "combat.toml", _Tables)
