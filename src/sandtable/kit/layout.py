"""Who stands where: gathered once from a table of units and, from state to state, only where somebody has gone.

A game names its groups (a side, or the units of a side that do alike) and says how one of them is gathered. Groups of
which nobody has gone anywhere stand as they stood in the layout before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import compress
from operator import is_not
from typing import Any, Generic, Protocol, Self, TypeVar

from sandtable.core.frames import State


class Placed(Protocol):
    """A unit that is somewhere."""

    @property
    def at(self) -> int: ...  # a hex, or one of the boxes, which are below 0


U = TypeVar("U", bound=Placed)
G = TypeVar("G")


class Gathered(Generic[U, G]):
    """Who stands where in one state."""

    def __init__(self, units: Mapping[str, U], group_of: Mapping[str, G], former: Self | None = None) -> None:
        self.derived: dict[object, Any] = {}  # what rules worked out from this layout and will ask for again
        self._units = dict(units)  # as they are now: a draft goes on writing in its table
        known = former if former is not None and list(former._units) == list(units) else None
        self._members: dict[G, list[str]] = known._members if known else _grouped(units, group_of)
        if known is None:
            for group in self._members:
                self._gather(group)
        else:
            self._follow(known, group_of)

    def _gather(self, group: G) -> None:
        """Find where everybody of a group is."""
        raise NotImplementedError

    def _keep(self, known: Self, group: G) -> None:
        """Take over a group of which nobody has gone anywhere."""
        raise NotImplementedError

    def _follow(self, known: Self, group_of: Mapping[str, G]) -> list[str]:
        """Take over what stands as it stood, and gather the rest. Returns who is not as he was, in whatever way: few
        entries of the table."""
        units, before = self._units, known._units
        altered = list(compress(units, map(is_not, units.values(), before.values())))
        gone = {group_of[name] for name in altered if units[name].at != before[name].at}
        for group in self._members:
            if group in gone:
                self._gather(group)
            else:
                self._keep(known, group)
        return altered

    @cached_property
    def stacks(self) -> dict[int, list[str]]:
        """Everybody on the map, in the order of the units."""
        units = self._units
        return by_place(units, (name for name in units if units[name].at >= 0))


def by_place(units: Mapping[str, Placed], names: Iterable[str]) -> dict[int, list[str]]:
    """The names by the place where each is, in their order."""
    found: dict[int, list[str]] = {}
    for name in names:
        at = units[name].at
        if at in found:
            found[at].append(name)
        else:
            found[at] = [name]
    return found


def _grouped(names: Iterable[str], group_of: Mapping[str, G]) -> dict[G, list[str]]:
    """Every group there is, also those of which nobody takes part."""
    found: dict[G, list[str]] = {group: [] for group in group_of.values()}
    for name in names:
        found[group_of[name]].append(name)
    return found


class Following(State, frozen=True, dict=True):
    """A state whose `layout` takes over what it can from the last one that was made before."""

    def come_of(self, before: Self) -> None:
        known = before.__dict__
        self.__dict__["former"] = known.get("layout") or known.get("former")

    def take_former(self) -> Any:
        """The layout before, once: a state that has its own keeps no other."""
        return self.__dict__.pop("former", None)
