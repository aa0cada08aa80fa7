"""Courses: ways to play that a general may try beside his staff's own judgement, each a value from a data file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

Values = TypeVar("Values", bound=msgspec.Struct)


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another goal for the army, or other weights."""

    name: str
    goal: str = ""  # in the words of the game; empty: as the staff judges
    weights: Mapping[str, float] = {}  # how many times a weight counts, by its name: `ground.pull`


JUDGEMENT = Course("")


def course_named(courses: Iterable[Course], name: str) -> Course:
    """A course by its name; the empty name and one that is not listed are the staff's own judgement."""
    return next((course for course in courses if course.name == name), JUDGEMENT)


def bent(values: Values, times: Mapping[str, float]) -> Values:
    """Weights as a course changes them."""
    for path, factor in times.items():
        values = _multiplied(values, path.split("."), factor)
    return values


def _multiplied(values: Any, path: list[str], factor: float) -> Any:
    first, *rest = path
    held = values[first] if isinstance(values, Mapping) else getattr(values, first)
    changed = _multiplied(held, rest, factor) if rest else held * factor
    return {**values, first: changed} if isinstance(values, Mapping) else replace(values, **{first: changed})


class Budget(NamedTuple):
    """What a general may spend on one deliberation: playouts, not seconds, so that the same seed plays the same game on
    every machine."""

    answers: int = 3  # turns, or activations, of the enemy after which a playout ends
    first: int = 2  # playouts of every course
    best: int = 3  # courses that get more, the staff's own judgement among them
    more: int = 6  # playouts of each of these

    def times(self, factor: int) -> Budget:
        """As long playouts, and so many times more of them."""
        return self._replace(first=self.first * factor, more=self.more * factor)
