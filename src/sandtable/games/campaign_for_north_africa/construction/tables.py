"""The figures of construction and demolition."""

from __future__ import annotations

import functools
from typing import Literal

import msgspec

from sandtable.core.tables import Sourced, load

Role = Literal[
    "engineer_battalion",
    "engineer_company",
    "headquarters",
    "commonwealth_headquarters",
    "railway_company",
    "road_battalion",
    "scorpions",
    "infantry",
]
Word = Role | Literal["engineers"]
ENGINEERS: frozenset[Role] = frozenset(("engineer_battalion", "engineer_company", "headquarters"))


class Crew(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units that do a work together."""

    roles: tuple[Word, ...]
    hexes: int = 1
    pace: int = 1


class Work(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the Construction or Demolition Chart."""

    source: str
    stages: int
    crews: tuple[Crew, ...]
    in_zone: bool = False
    only_in: tuple[str, ...] = ()
    not_in: tuple[str, ...] = ()


class ConstructionTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of construction.toml."""

    least_infantry: Sourced[int]
    least_scorpions: Sourced[int]
    most_facilities: Sourced[int]
    highest_fortification: Sourced[int]
    dump_cost: Sourced[int]
    works: dict[str, Work]


@functools.cache
def construction_table() -> ConstructionTable:
    return load(__package__, "construction.toml", ConstructionTable)


def work(name: str) -> Work | None:
    """[24.17, 24.18] The line of a work as it is ordered, `build road`."""
    return construction_table().works.get(name)
