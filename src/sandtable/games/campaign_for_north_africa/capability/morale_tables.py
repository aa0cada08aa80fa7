"""[17.2, 17.6] Morale and training: the tables that dice are read on."""

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.tables import Sourced, load
from sandtable.games.campaign_for_north_africa.dice import Code, CodeTable
from sandtable.games.campaign_for_north_africa.pieces.weapons import ReplacementClass

Surrender = Literal["surrender"]
Trainee = Literal["gun", "infantry", "tank_recce_armoured_car", "commando", "commonwealth_unit_per_morale_point"]

BEST, WORST = 8, -17  # [17.24] the outer rows


def morale_modifier(cohesion: int, code: Code) -> int | Surrender:
    """[17.22, 17.24, 17.25] The modifier of the Basic Morale for a Cohesion Level."""
    found = _modifiers()[min(max(cohesion, WORST), BEST)][code]
    return "surrender" if found == "surrender" else int(found)


def training(trainee: Trainee) -> int:
    """[17.6, 17.34, 20.43] Operations Stages for a point."""
    return _morale().training.value[trainee]


def schooling(kind: ReplacementClass) -> int:
    """[20.43, 19.84, 19.95] Operations Stages for Replacement Points of a class."""
    trainees: Mapping[ReplacementClass, Trainee] = {
        "infantry": "infantry",
        "gun": "gun",
        "tank": "tank_recce_armoured_car",
        "recce": "tank_recce_armoured_car",
    }
    return training(trainees[kind])


@functools.cache
def morale_sources() -> Mapping[str, str]:
    return MappingProxyType(_morale().modifiers.sources("morale") | {"training": _morale().training.source})


@functools.cache
def _modifiers() -> Mapping[int, Mapping[Code, str]]:
    return {int(level): row for level, row in _morale().modifiers.by_row().items()}


# The shape of morale.toml.


class _Morale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    modifiers: CodeTable
    training: Sourced[dict[Trainee, int]]


@functools.cache
def _morale() -> _Morale:
    return load(__package__, "morale.toml", _Morale)
