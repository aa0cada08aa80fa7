"""Morale, training and patrols: the tables that dice are read on."""

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.tables import Sourced, load
from sandtable.games.campaign_for_north_africa.dice import Code, CodeTable, shown

Surrender = Literal["surrender"]
Trainee = Literal["gun", "infantry", "tank_recce_armoured_car", "commando", "commonwealth_unit_per_morale_point"]

BEST, WORST = 8, -17  # [17.24] the outer rows


class Losses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[16.33, 16.34] TOE Strength Points lost to a patrol or by it."""

    killed: int
    captured: int


def morale_modifier(cohesion: int, code: Code) -> int | Surrender:
    """[17.22, 17.24, 17.25] The modifier of the Basic Morale for a Cohesion Level."""
    found = _modifiers()[min(max(cohesion, WORST), BEST)][code]
    return "surrender" if found == "surrender" else int(found)


def training(trainee: Trainee) -> int:
    """[17.6, 17.34, 20.43] Operations Stages for a point."""
    return _morale().training.value[trainee]


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


def _lost(rows: tuple["_Row", ...], die: int) -> Losses:
    row = next(row for row in rows if row.die == die)
    return Losses(row.killed, row.captured)


@functools.cache
def morale_sources() -> Mapping[str, str]:
    morale, patrol = _morale(), _patrol()
    found = morale.modifiers.sources("morale") | {"training": morale.training.source}
    found |= {name: getattr(patrol, name).source for name in patrol.__struct_fields__}
    return MappingProxyType(found)


@functools.cache
def _modifiers() -> Mapping[int, Mapping[Code, str]]:
    return {int(level): row for level, row in _morale().modifiers.by_row().items()}


# The shapes of morale.toml and patrol.toml.


class _Morale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    modifiers: CodeTable
    training: Sourced[dict[Trainee, int]]


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    die: int
    killed: int
    captured: int


class _Patrol(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    survival: Sourced[tuple[_Row, ...]]
    reconnaissance: Sourced[tuple[tuple[int | Literal["all"], ...], ...]]
    objective_loss: Sourced[tuple[_Row, ...]]


@functools.cache
def _morale() -> _Morale:
    return load(__package__, "morale.toml", _Morale)


@functools.cache
def _patrol() -> _Patrol:
    return load(__package__, "patrol.toml", _Patrol)
