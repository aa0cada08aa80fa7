"""What was worked out of the very same units need not be worked out again.

A state is never changed, only replaced, and keeps what it does not replace. So the same objects mean the same answer,
and to find that out is far cheaper than to compare them.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import compress
from operator import is_not
from typing import TypeVar

from sandtable.games.campaign_for_north_africa.state import Campaign, all_of

Name = TypeVar("Name", str, int)


class Same:
    """Some objects of a state as a key. Whoever works the answer out takes the state, so that no key keeps it."""

    __slots__ = ("_ids", "_objects", "_state")

    def __init__(self, state: Campaign, *objects: object) -> None:
        self._state: Campaign | None = state
        self._objects = objects  # as long as they are kept no other object has their identity
        self._ids = tuple(map(id, objects))

    def take(self) -> Campaign:
        state, self._state = self._state, None
        assert state is not None
        return state

    def __hash__(self) -> int:
        return hash(self._ids)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self._ids == other._ids


def same_units(state: Campaign, hex: int, *objects: object) -> Same:
    """The units in a hex, attached or not, for whom Replacement Points there are meant, and what else matters."""
    units = state.units
    stack = state.stacks.get(hex, ())
    here = [units[name] for counter in stack for name in all_of(state, counter)]
    meant = [state.replacements[name] for name in stack if name in state.replacements]  # [20.42]
    theirs = [units.get(each.unit) for each in meant]
    return Same(state, *objects, *here, *meant, *theirs)


def changed(now: Mapping[Name, object], then: Mapping[Name, object]) -> list[Name]:
    """The names under which something else is kept than before, or which only one of the two has."""
    if list(now) == list(then):
        return list(compress(now, map(is_not, now.values(), then.values())))
    found = [name for name, each in now.items() if then.get(name) is not each]
    return found + [name for name in then if name not in now]
