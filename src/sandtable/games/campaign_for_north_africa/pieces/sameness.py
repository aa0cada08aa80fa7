"""What was worked out of the very same units need not be worked out again.

A state is never changed, only replaced, and keeps what it does not replace. So the same objects mean the same answer,
and to find that out is far cheaper than to compare them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import compress
from operator import is_not
from typing import Any, Generic, TypeVar

from sandtable.games.campaign_for_north_africa.contents import Unit
from sandtable.games.campaign_for_north_africa.state import Campaign, all_of

Name = TypeVar("Name", str, int)
Each = TypeVar("Each")
BLOCK = 100  # names that are looked at together


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


class Kept(Generic[Name, Each]):
    """A table as it was at a look: a draft may still write in the table itself."""

    __slots__ = ("_since", "names", "table", "values")

    def __init__(self, table: Mapping[Name, Each]) -> None:
        self.table: dict[Name, Each] = dict(table)
        self.names: list[Name] = list(self.table)
        self.values: list[Each] = list(self.table.values())
        self._since: tuple[Kept[Name, Each], tuple[Name, ...]] | None = None

    def since(self, then: Kept[Name, Each]) -> tuple[Name, ...]:
        """The names under which something else is kept than before, or which only one of the two has. Several look at
        the same two one after the other."""
        if then is self:
            return ()
        if self._since is None or self._since[0] is not then:
            then._since = None  # or each look would keep all that were before it
            self._since = then, tuple(_changed(self, then))
        return self._since[1]


def kept_units(state: Campaign) -> Kept[str, Unit]:
    """The units as they are, for all who will want to know what has changed since."""
    found: Kept[str, Unit] | None = state.derived.get("kept units")
    if found is None:
        found = state.derived["kept units"] = Kept(state.units)
    return found


def by_stacks(state: Campaign) -> dict[object, Any]:
    """What was worked out of where the counters are, and of nothing else."""
    found: dict[object, Any] | None = state.derived.get("by stacks")
    if found is None:
        found = state.derived["by stacks"] = _stacked().look(Kept(state.stacks))
    return found


def known_by_stacks(state: Campaign) -> Mapping[object, Any]:
    """The same if somebody has looked at the stacks of this very state; on the way to it few do."""
    found: Mapping[object, Any] = state.derived.get("by stacks", {})
    return found


def share_stacks(state: Campaign, seen: Campaign) -> None:
    """Two states have the same counters in the same places."""
    seen.derived["by stacks"] = by_stacks(state)


class Stacked:
    """What was worked out of the stacks at the last look: it holds as long as these are the same."""

    def __init__(self) -> None:
        nobody = Kept[int, tuple[str, ...]]({})
        self._last: tuple[Kept[int, tuple[str, ...]], dict[object, Any]] = nobody, {"stacks": nobody}

    def look(self, now: Kept[int, tuple[str, ...]]) -> dict[object, Any]:
        then, found = self._last
        if now.names != then.names or now.values != then.values:
            found = {"stacks": now}
            self._last = now, found
        return found


@cache
def _stacked() -> Stacked:
    return Stacked()


def kept_stacks(state: Campaign) -> Kept[int, tuple[str, ...]]:
    """The stacks as they are, for all who will want to know what has changed since."""
    found: Kept[int, tuple[str, ...]] = by_stacks(state)["stacks"]
    return found


def _changed(now: Kept[Name, Each], then: Kept[Name, Each]) -> list[Name]:
    names, here, there = now.names, now.values, then.values
    if names != then.names:
        found = [name for name, each in now.table.items() if then.table.get(name) is not each]
        return found + [name for name in then.names if name not in now.table]
    found = []
    for start in range(0, len(names), BLOCK):  # most blocks are the same, which is seen at a glance
        end = start + BLOCK
        if (some := here[start:end]) != (others := there[start:end]):
            found += compress(names[start:end], map(is_not, some, others))
    return found
