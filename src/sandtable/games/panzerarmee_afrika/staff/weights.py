"""What the staff values, read from data/staff.toml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from sandtable.core.tables import load
from sandtable.kit.staff.courses import Course


class Posture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one side weighs ground against men; a combat factor in supply is the currency."""

    kill: float
    loss: float
    risk: float
    exposure: float
    effort: float
    threshold: float
    depot_cost: float
    pull: float
    company: float
    own_base: float
    enemy_base: float
    tobruk: float
    bold: float
    timid: float
    homeward: float
    daring: float


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    sites: Mapping[str, float]
    stores: Mapping[str, float]
    attack: Mapping[str, float]
    ground: Mapping[str, float]
    outlook: Mapping[str, float]
    postures: Mapping[str, Posture]
    manners: tuple[Mapping[str, float], ...]
    courses: tuple[Course, ...]


@cache
def weights() -> Weights:
    return load("sandtable.games.panzerarmee_afrika", "staff.toml", Weights)
