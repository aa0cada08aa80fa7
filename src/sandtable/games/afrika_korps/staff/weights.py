"""What the staff values, read from data/staff.toml."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec
from msgspec.structs import replace

from sandtable.core.tables import load


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


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A way to play that can be tried beside the staff's own judgement."""

    name: str
    goal: str = ""  # of `GOALS`: where the army goes; empty: as the staff judges
    weights: Mapping[str, float] = {}  # how many times a weight of the posture counts


GOALS = ("", "citadel", "enemy_base", "own_base", "army")
JUDGEMENT = Course("")


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


def course_named(side: str, name: str) -> Course:
    """A course by its name; the empty name and one that this side does not have are the staff's own judgement."""
    return next((course for course in weights().courses[side] if course.name == name), JUDGEMENT)


def bent(posture: Posture, course: Course) -> Posture:
    """The weights of a posture as a course changes them."""
    return replace(posture, **{name: getattr(posture, name) * times for name, times in course.weights.items()})
