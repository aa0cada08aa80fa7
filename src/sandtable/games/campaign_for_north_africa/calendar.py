"""The calendar of Game-Turns: months, weeks, seasons; and the Initiative Ratings, which change with it."""

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.tables import DatedTable, Sourced, load

Season = Literal["spring", "summer", "fall", "winter"]
AxisCommand = Literal["rommel", "germans", "neither"]

MONTHS = 12


class Date(msgspec.Struct, frozen=True, order=True):
    """The week of a Game-Turn; a month has four."""

    year: int
    month: int
    week: int

    @property
    def key(self) -> str:
        """The month as the tables name it: 1941-11."""
        return f"{self.year}-{self.month:02}"


def date(turn: int) -> Date:
    """[5.1, 29.1] ValueError for a turn that the game does not have."""
    if not 1 <= turn <= last_turn():
        raise ValueError(f"there is no Game-Turn {turn}")
    calendar = _calendar()
    year, month = (int(part) for part in calendar.first.value.split("-"))
    months, week = divmod(calendar.first_week.value - 1 + turn - 1, calendar.weeks.value)
    years, place = divmod(month - 1 + months, MONTHS)
    return Date(year + years, place + 1, week + 1)


def month(turn: int) -> str:
    """[32.57] The month of a turn as the tables name it: 1941-11."""
    return date(turn).key


def begins_month(turn: int) -> bool:
    """[32.57] Whether the turn is the first of its month."""
    return date(turn).week == 1


def turn_of(year: int, month: int, week: int) -> int:
    """The Game-Turn of a date, before the first or after the last as it may be."""
    first = date(1)
    weeks = _calendar().weeks.value
    return ((year - first.year) * MONTHS + month - first.month) * weeks + week - first.week + 1


def last_turn() -> int:
    return _calendar().last.value


def season(turn: int) -> Season:
    """[29.1]"""
    calendar, today = _calendar(), date(turn)
    begun = today.month if today.week >= calendar.season_week.value else today.month - 1
    seasons = sorted(calendar.seasons.value.items(), key=lambda entry: entry[1])
    started = [name for name, first in seasons if first <= begun]
    return started[-1] if started else seasons[-1][0]


def commonwealth_initiative(turn: int) -> int:
    """[7.2, 7.13]"""
    return _initiative().commonwealth.on(turn)


def axis_initiative(command: AxisCommand) -> int:
    """[7.2, 7.13] With Rommel on the map, with German combat units but not him, with neither."""
    return _initiative().axis[command].value


@functools.cache
def calendar_sources() -> Mapping[str, str]:
    calendar, initiative = _calendar(), _initiative()
    found = {name: getattr(calendar, name).source for name in calendar.__struct_fields__}
    found |= {f"initiative {command}": rating.source for command, rating in initiative.axis.items()}
    found |= {f"initiative {period.name}": period.source for period in initiative.commonwealth.periods}
    return MappingProxyType(found)


# The shapes of calendar.toml and initiative.toml.


class _Calendar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    first: Sourced[str]
    first_week: Sourced[int]
    weeks: Sourced[int]
    last: Sourced[int]
    seasons: Sourced[dict[Season, int]]
    season_week: Sourced[int]


class _Initiative(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    commonwealth: DatedTable[int]
    axis: dict[AxisCommand, Sourced[int]]


@functools.cache
def _calendar() -> _Calendar:
    return load(__package__, "calendar.toml", _Calendar)


@functools.cache
def _initiative() -> _Initiative:
    return load(__package__, "initiative.toml", _Initiative)
