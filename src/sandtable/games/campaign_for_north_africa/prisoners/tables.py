"""The figures of the rules for prisoners."""

from __future__ import annotations

import functools

import msgspec

from sandtable.core.tables import Sourced, load
from sandtable.games.campaign_for_north_africa.map import board, city, places
from sandtable.games.campaign_for_north_africa.pieces.counters import Side


class PrisonerTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The shape of prisoners.toml."""

    free_hexes: Sourced[int]
    allowance: Sourced[int]
    most_in_hex: Sourced[int]
    camp: Sourced[int]
    marching_with_guard: Sourced[int]
    refuge: Sourced[int]
    months_away: Sourced[int]
    departure: Sourced[dict[Side, tuple[str, ...]]]


@functools.cache
def prisoner_table() -> PrisonerTable:
    return load(__package__, "prisoners.toml", PrisonerTable)


@functools.cache
def departure_points(captor: Side) -> frozenset[int]:
    """[28.16] The hexes in which prisoners of this captor leave the game."""
    found: set[int] = set()
    for name in prisoner_table().departure.value[captor]:
        found.update(city(name) if name in places() else (board().hex(name),))
    return frozenset(found)


def guards_needed(points: int) -> int:
    """[28.17] Guard Points for so many Prisoner Points on the march."""
    return -(-points // prisoner_table().marching_with_guard.value)
