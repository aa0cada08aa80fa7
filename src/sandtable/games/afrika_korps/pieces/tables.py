"""The tables of the game: combat results and odds, Axis supply, the Time Record Card, the set-up, the limits."""

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, Self

import msgspec

from sandtable.core.tables import DatedTable, OddsTable, Sourced, figures, load, sources_of


class Odds(msgspec.Struct, frozen=True, order=True):
    """[7.3, 7.4] Battle odds; better odds compare greater.

    The index is 1 to 7 for 1-1 to 7-1, -2 to -6 for 1-2 to 1-6, and -7 for anything worse.
    """

    index: int

    def __post_init__(self) -> None:
        if self.index in (-1, 0) or not -7 <= self.index <= 7:
            raise ValueError(f"no odds have the index {self.index}")

    @classmethod
    def of(cls, attack: int, defence: int) -> Self:
        """[7.3] Fractions are rounded in favour of the defender."""
        if attack < 0 or defence < 1:
            raise ValueError(f"there are no odds of {attack} against {defence}")
        if attack >= defence:
            return cls(min(attack // defence, 7))  # [7.4] 7-1 is the best
        if attack == 0:
            return cls(WORSE_THAN_1_6.index)
        return cls(max(-defence // attack, WORSE_THAN_1_6.index))

    @classmethod
    def parse(cls, text: str) -> Self:
        if text in _INDEX_OF:
            return cls(_INDEX_OF[text])
        raise ValueError(f"{text!r} names no odds")

    def __str__(self) -> str:
        return _NAME_OF[self.index]

    @property
    def allowed(self) -> bool:
        """[7.4, 11.6] No attack at worse than 1-6."""
        return self.index > -7

    @property
    def automatic(self) -> bool:
        """[9.1] Eliminates without a roll."""
        return self.index == 7

    @property
    def needs_supply(self) -> bool:
        """[14.1, 14.3] From 1-2 upwards."""
        return self.index >= -2


_NAME_OF = {-7: "worse than 1-6"} | {-n: f"1-{n}" for n in range(6, 1, -1)} | {n: f"{n}-1" for n in range(1, 8)}
_INDEX_OF = {name: index for index, name in _NAME_OF.items()}
WORSE_THAN_1_6 = Odds(-7)


class ReplacementRates(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[20.2, 20.3] Attack factors a turn for each hex controlled."""

    home_base: int
    tobruch: int


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The single figures of the rules."""

    last_turn: int
    victory_turns: int  # [4.1, 4.2] consecutive turns of holding everything
    stacking: int  # [6.1]
    retreat: int  # [7.5] hexes
    surrounded_automatic: int  # [9.1] 5-1 suffices against a surrounded defender
    doubled_defence: int  # [10.2] in a fortress or on an escarpment
    own_supplies: Mapping[str, int]  # [12.1, 12.2] on the board, by side
    supplies_per_turn: int  # [12.1, 12.2]
    supply_radius: int  # [14.2]
    road_bonus: int  # [17.1]
    first_replacement_turn: int  # [20.1]
    first_substitute_turn: int  # [21.1]
    rommel_bonus: int  # [22.1]
    isolation_turns: int  # [24.2, 24.5]
    replacement_rates: Mapping[str, ReplacementRates]  # [20.2, 20.3] by side


Announcement = Literal["no_axis_supply", "axis_reinforcements", "allied_reinforcements", "replacements", "substitutes"]


class Turn(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One line of the Time Record Card."""

    number: int
    date: str
    supply_column: str
    announces: frozenset[Announcement]


def combat_results() -> OddsTable:
    """[7.5]"""
    return _tables().combat_results


def sunk_on(turn: int) -> frozenset[int]:
    """[12.2] The die rolls that lose the Axis supply of this turn."""
    return _tables().axis_supply.on(turn)


def axis_supply_table() -> DatedTable[frozenset[int]]:
    """[12.2]"""
    return _tables().axis_supply


@functools.cache
def limits() -> Limits:
    return figures(_tables().limits, Limits)


@functools.cache
def limit_sources() -> Mapping[str, str]:
    return MappingProxyType(sources_of(_tables().limits))


@functools.cache
def time_record() -> tuple[Turn, ...]:
    """[1.5, 3] The turns in order, the first at index 0."""
    return load(__package__, "time_record.toml", _TimeRecord).turns


def date(turn: int) -> str:
    if not 1 <= turn <= len(time_record()):
        raise ValueError(f"there is no turn {turn}")
    return time_record()[turn - 1].date


@functools.cache
def setup() -> Mapping[str, str]:
    """[2.3] The hex of each unit on the board when play begins."""
    places = load(__package__, "setup.toml", _Setup).places
    return MappingProxyType({unit: place.hex for place in places for unit in place.units})


# The shapes of the data files.


class _Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    combat_results: OddsTable
    axis_supply: DatedTable[frozenset[int]]
    limits: dict[str, Sourced[Any]]


class _TimeRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turns: tuple[Turn, ...]
    sources: dict[str, str]


class _Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hex: str
    units: tuple[str, ...]
    source: str


class _Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    places: tuple[_Place, ...]


@functools.cache
def _tables() -> _Tables:
    return load(__package__, "tables.toml", _Tables)
