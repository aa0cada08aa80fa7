"""What the staff values, read from data/staff.toml."""

from __future__ import annotations

from functools import cache

import msgspec

from sandtable.core.tables import load
from sandtable.kit.staff.courses import Course, bent


class Worth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of units and their steps."""

    attack: float
    defence: float
    rating: float
    elite: float
    support: float
    last_step: float
    supply: float
    truck: float


class Combat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How attacks are judged."""

    threshold: float
    own_loss: float
    disrupted: float
    routed: float
    effort: float
    supply: float
    air: float
    stubborn: float
    late_loss: float


class Ground(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What places are worth, and standing in them."""

    objective: float
    airfield: float
    port: float
    base: float
    prize: float
    victory: float
    take: float
    guard: float
    hold: float
    final_take: float
    final_guard: float
    haste: float
    main_goal: float
    pull: float
    drive: float
    near: float
    company: float
    unsupplied: float
    isolated: float
    prey: float


class Danger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the enemy's next attacks are foreseen."""

    bold: float
    timid: float
    overrun: float
    supplied: float
    trapped: float
    breakthrough: float
    host: float
    least_saving: float
    exposed: float


class Stores(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Supply Points, ships and what Resource Points are spent on."""

    cargo_risk: float
    troop_risk: float
    fortification: float
    least_fortification: float
    foresight: float
    trucks: int


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    worth: Worth
    combat: Combat
    ground: Ground
    danger: Danger
    stores: Stores
    courses: tuple[Course, ...]


@cache
def weights() -> Weights:
    return load("sandtable.games.north_africa_41", "staff.toml", Weights)


def weights_for(course: Course) -> Weights:
    """The weights as a course changes them."""
    return bent(weights(), course.weights)
