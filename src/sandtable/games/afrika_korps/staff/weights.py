"""What the staff values, read from data/staff.toml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from sandtable.core.tables import load
from sandtable.kit.staff.courses import Course


class Worth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What units are worth, to their owner and to whoever destroys them."""

    attack: float
    defence: float
    mobility: float
    supply: float
    last_supply: float


class Posture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How one side weighs ground against men."""

    fortress: float
    port_fortress: float
    own_base: float
    enemy_base: float
    pull: float
    risk: float
    kill: float
    loss: float
    supply_cost: float
    last_supply_cost: float
    exposure: float
    attack_threshold: float
    storm_odds: float
    company: float
    doubled: float
    besiege: float
    desperate: float
    last_act: int


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    worth: Worth
    travel: Mapping[str, float]
    danger: Mapping[str, float]
    attack: Mapping[str, float]
    ground: Mapping[str, float]
    stores: Mapping[str, float]
    retreat: Mapping[str, float]
    postures: Mapping[str, Posture]
    courses: Mapping[str, tuple[Course, ...]]


@cache
def weights() -> Weights:
    return load("sandtable.games.afrika_korps", "staff.toml", Weights)
