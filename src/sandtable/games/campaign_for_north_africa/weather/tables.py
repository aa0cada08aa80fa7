"""[29.6, 29.7] The weather of the seasons and where storms are: the tables that dice are read on."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.tables import Sourced, load
from sandtable.games.campaign_for_north_africa.calendar import Season
from sandtable.games.campaign_for_north_africa.dice import Code, CodeTable, shown


def weather(season: Season, code: Code) -> Weather:
    """[29.1, 29.6]"""
    return _weathers()[season][code]


def foul_sections(die: int) -> tuple[Section, ...]:
    """[29.7] Where the sandstorm or rainstorm is."""
    return _sky().foul.value[shown(die) - 1]


@functools.cache
def weather_sources() -> Mapping[str, str]:
    return MappingProxyType(_sky().weather.sources("weather") | {"foul": _sky().foul.source})


@functools.cache
def _weathers() -> Mapping[str, Mapping[Code, Weather]]:
    table = _sky().weather
    return {
        season: {code: _KINDS[kind] for code, kind in column.items()}
        for season, column in zip(table.columns, table.by_column(), strict=True)
    }


class _Sky(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    weather: CodeTable
    foul: Sourced[tuple[tuple[Section, ...], ...]]


@functools.cache
def _sky() -> _Sky:
    return load(__package__, "weather.toml", _Sky)


Weather = Literal["normal", "hot", "sandstorm", "rainstorm"]


Section = Literal["A", "B", "C", "D", "E"]


_KINDS: Mapping[str, Weather] = MappingProxyType(
    {"normal": "normal", "hot": "hot", "sandstorm": "sandstorm", "rainstorm": "rainstorm"}
)
