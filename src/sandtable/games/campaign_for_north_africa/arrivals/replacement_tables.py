"""Replacements: what points cost, and what the pool of the Axis holds. Tables of the whole game."""

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.tables import Sourced, load

Source = Literal["trucks", "german", "italian"]  # trucks are drawn from one pool by both nations
Cost = Mapping[str, int]  # Replacement Points of each class


class Period(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[20.66] How many points of an item may be planned, from one Game-Turn to another."""

    most: int
    per: Literal["turn", "fortnight", "month"]
    first: int
    last: int | None = None
    total: int | None = None  # ceiling of the period; the first one holds for those that name none

    def arrivals(self) -> tuple[int, int | None]:
        """[20.63] The Game-Turns in which its first and last points arrive."""
        delay = _tables().pool.delay
        return self.first + delay, None if self.last is None else self.last + delay


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[20.66] One line of the pool."""

    tons: int
    periods: tuple[Period, ...]
    tunis_box: bool = False  # taken over from the French in Tunis

    @property
    def total(self) -> int:
        return sum(period.total or 0 for period in self.periods)

    def tonnage(self, points: int) -> int:
        """[20.62] Of so many points in a convoy."""
        return self.tons * points


def item(source: Source, name: str) -> Item:
    """[20.66] A class of points, or a weapon by its name."""
    pool = _tables().pool
    items = {"trucks": pool.trucks, "german": pool.german, "italian": pool.italian}[source]
    return items[name]


def conversion(unit: str) -> tuple[Cost, ...]:
    """[20.3, 19.63] What one TOE Strength Point, or a headquarters, costs: one of these; nothing buys what has none."""
    return tuple(MappingProxyType(cost) for cost in _tables().conversion.value[unit])


def raider_returns(eliminated: int) -> int:
    """[27.16] The Game-Turn in which a Desert Raider unit is formed again."""
    return eliminated + _tables().raiders_return.value


@functools.cache
def replacement_sources() -> Mapping[str, str]:
    tables = _tables()
    return MappingProxyType(
        {
            "conversion": tables.conversion.source,
            "pool": tables.pool.source,
            "raiders": tables.raiders_return.source,
        }
    )


# The shape of replacements.toml.


class _Pool(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    delay: int
    trucks: dict[str, Item]
    german: dict[str, Item]
    italian: dict[str, Item]


class _Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    conversion: Sourced[dict[str, tuple[dict[str, int], ...]]]
    raiders_return: Sourced[int]
    pool: _Pool


@functools.cache
def _tables() -> _Tables:
    return load(__package__, "replacements.toml", _Tables)
