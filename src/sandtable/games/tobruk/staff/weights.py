"""What the staff values, read from data/staff.toml."""

from __future__ import annotations

from functools import cache

import msgspec

from sandtable.core.tables import load
from sandtable.kit.staff.courses import Course, bent


class Worth(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of units and their steps, in victory points."""

    factor: float
    first_step: float
    late_first_step: float
    recovered: float
    headquarters: float
    lasting: float


class Combat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How attacks are judged."""

    threshold: float
    use: float
    exposure: float
    own_loss: float
    driven: float
    pocket: float
    enemy_air: float
    stay: float
    shock: float


class Ground(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What places are worth."""

    objective: float
    guard: float
    route: float
    hindrance: float
    town: float
    inner: float
    breach: float
    doorstep: float
    storm: float
    ring: float
    wall: float
    unsupplied: float
    unsafe_supply: float
    out_of_range: float
    pull: float
    near: float
    prey: float
    ease: float
    company: float


class Danger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the enemy's next attacks are foreseen."""

    weight: float
    drift: float
    behind: float
    late: float
    desperate: float
    drawn: float
    second: float
    support: int
    caution: float
    retreat: float
    trap: float
    trap_by_two: float
    felt: float
    power: float
    alarm: float
    lone_headquarters: float


class Air(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What air units are worth."""

    price: float
    reserve: float
    loss: float
    spoiling: float
    idle: float
    watch: float
    reply: float
    artillery: float
    planned: float


class Garrison(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    in_town: int
    at_gate: int
    gates: int
    relief: float


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    worth: Worth
    combat: Combat
    ground: Ground
    danger: Danger
    air: Air
    garrison: Garrison
    courses: tuple[Course, ...]


@cache
def weights() -> Weights:
    return load("sandtable.games.tobruk", "staff.toml", Weights)


def weights_for(course: Course) -> Weights:
    """The weights as a course changes them."""
    return bent(weights(), course.weights)
