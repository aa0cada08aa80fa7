"""[16.6, 16.7, 16.8] What becomes of patrols and what they see: the tables that dice are read on."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.tables import Sourced, load
from sandtable.games.campaign_for_north_africa.dice import shown


class Losses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[16.33, 16.34] TOE Strength Points lost to a patrol or by it."""

    killed: int
    captured: int


def patrol_losses(die: int, all_recce: bool) -> Losses:
    """[16.6, 16.33] Of the patrol, one less on the die if every point is from recce units."""
    return _lost(_patrol().survival.value, shown(die) - all_recce)


def units_revealed(patrol_points: int, die: int) -> int | None:
    """[16.7, 16.5] Battalions, to a patrol with so many points left; None for all of them."""
    row = _patrol().reconnaissance.value[shown(die) - 1]
    if not 1 <= patrol_points <= len(row):
        raise ValueError(f"no column for {patrol_points} points")
    found = row[patrol_points - 1]
    return None if found == "all" else found


def objective_losses(die: int, patrol_eliminated: bool) -> Losses:
    """[16.8, 16.34] Of the patrolled; nobody is captured by a patrol that is gone."""
    found = _lost(_patrol().objective_loss.value, shown(die))
    return Losses(found.killed + found.captured, 0) if patrol_eliminated else found


def _lost(rows: tuple[_Row, ...], die: int) -> Losses:
    row = next(row for row in rows if row.die == die)
    return Losses(row.killed, row.captured)


@functools.cache
def patrol_sources() -> Mapping[str, str]:
    return MappingProxyType({name: getattr(_patrol(), name).source for name in _patrol().__struct_fields__})


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    die: int
    killed: int
    captured: int


class _Patrol(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    survival: Sourced[tuple[_Row, ...]]
    reconnaissance: Sourced[tuple[tuple[int | Literal["all"], ...], ...]]
    objective_loss: Sourced[tuple[_Row, ...]]


@functools.cache
def _patrol() -> _Patrol:
    return load(__package__, "patrol.toml", _Patrol)
