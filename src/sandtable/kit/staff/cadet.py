"""A cadet: does what a staff would, but overlooks some of his units every turn, as people do who are new to a game."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from sandtable.core import frames
from sandtable.core.title import Player, Title
from sandtable.core.values import Action
from sandtable.kit.staff.ahead import END_OF_PHASE

OVERLOOKED = 0.45  # of the units, anew each turn
TIRED = 0.03  # chance, before each order, that he thinks the phase is done
TRIES = 40  # orders asked for in a row before one is carried out all the same


class Cadet:
    """The same turn overlooks the same units: what is forgotten is forgotten until the next."""

    def __init__(self, title: Title[Any], staff: Player, seed: int) -> None:
        self._staff, self._seed, self._random = staff, seed, Random(seed)
        self._end = title.rules.notation.classes.get(END_OF_PHASE)

    def choose(self, observed: Any, side: str) -> Action:
        action = self._staff.choose(observed, side)
        if observed.phasing != side or self._end is None or not frames.admits(observed, side, self._end()):
            return action
        if self._random.random() < TIRED:
            return self._end()
        for _ in range(TRIES):
            if not self._overlooks(observed.turn, named(action)) or isinstance(action, self._end):
                return action
            action = self._staff.choose(observed, side)
        return self._end()

    def _overlooks(self, turn: int, names: Iterable[str]) -> bool:
        """Whether an order is mostly for units that he has not seen."""
        found = [Random(f"{self._seed} {turn} {name}").random() < OVERLOOKED for name in names]
        return 2 * sum(found) > len(found)


def named(action: Action) -> tuple[str, ...]:
    """The first list of names in an order: those it is for."""
    for field in action.__struct_fields__:
        value = getattr(action, field)
        if isinstance(value, tuple) and value and all(isinstance(name, str) for name in value):
            return value
    return tuple(value for field in action.__struct_fields__[:1] if isinstance(value := getattr(action, field), str))
