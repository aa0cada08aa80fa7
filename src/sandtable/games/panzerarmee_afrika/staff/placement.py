"""Where the units that do not attack go: sites held, ground gained, nothing left where it is lost cheaply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import nlargest

from sandtable.games.panzerarmee_afrika.map import bardia
from sandtable.games.panzerarmee_afrika.staff.forces import Force, Threats
from sandtable.games.panzerarmee_afrika.staff.ground import cover, zone_of
from sandtable.games.panzerarmee_afrika.staff.posture import Intent
from sandtable.games.panzerarmee_afrika.staff.sites import Holdings
from sandtable.games.panzerarmee_afrika.staff.weights import weights
from sandtable.games.panzerarmee_afrika.state import room_in

CHOICES = 12


class Placement:
    """An assignment of units to hexes, improved one unit at a time."""

    def __init__(self, force: Force, intent: Intent, holdings: Holdings, fixed: Mapping[str, int],
                 ferries: Mapping[str, Iterable[int]]) -> None:
        self.force, self.intent, self.holdings, self.ferries = force, intent, holdings, ferries
        self.weights, self.habits = intent.weights, weights().ground
        self.at: dict[str, int] = {}
        self.stacks: dict[int, list[str]] = {}
        self.forts = set(force.state.layout.stands[force.foe])
        self._seen: dict[tuple[frozenset[int], int], list[int]] = {}
        for name, at in fixed.items(): self._put(name, at)

    # --- the whole

    def place(self, names: Iterable[str], rounds: int = 1) -> None:
        order = sorted(names, key=lambda n: (-self.force.strength[n], n))
        self._seen.clear()
        for name in order: self._settle(name)
        for _ in range(rounds):
            before = dict(self.at)
            for name in order:
                self._lift(name)
                self._settle(name)
            if self.at == before: return

    def look_again(self, names: Iterable[str], threats: Threats) -> None:
        """With a better idea of what the enemy can do."""
        self.holdings.review(threats)
        self._seen.clear()
        for name in sorted(names, key=lambda n: (-self.force.strength[n], n)):
            here = self.at[name]
            self._lift(name)
            self._settle(name, here)

    def _put(self, name: str, at: int) -> None:
        self.at[name] = at
        self.stacks.setdefault(at, []).append(name)

    def _lift(self, name: str) -> None:
        self.stacks[self.at.pop(name)].remove(name)

    def _settle(self, name: str, here: int = -1) -> None:
        reach = self.reach(name)
        manned = (at for at, stack in self.stacks.items() if stack and at in reach)
        choices = dict.fromkeys((*([here] if here >= 0 else []), *self._choices(name, reach), *manned))
        open_choices = [at for at in choices if len(self.stacks.get(at, ())) < room_in(at)]
        open_choices = open_choices or [at for at in reach if len(self.stacks.get(at, ())) < room_in(at)]
        best = max(open_choices, key=lambda at: (self._value(name, at), at), default=self.force.units[name])
        self._put(name, best)

    def reach(self, name: str) -> frozenset[int]:
        overseas = self.ferries.get(name)
        return self.force.reach(name) | frozenset(overseas) if overseas else self.force.reach(name)

    # --- one unit in one hex

    def _choices(self, name: str, reach: frozenset[int]) -> list[int]:
        """The hexes most worth looking at: those ahead, the safest for the unit alone, and sites."""
        key = (reach, self.force.strength[name])
        found = self._seen.get(key)
        if found is None:
            ground, risk, loss = {at: self._ground(name, at) for at in reach}, self.intent.risk, self.holdings.loss
            ahead = nlargest(CHOICES, reach, key=lambda at: (ground[at], at))
            alone = nlargest(CHOICES, reach, key=lambda at: (ground[at] - risk * loss(at, (key[1],)), at))
            sites = [site for site in (*self.holdings.places, *self.holdings.posts) if site in reach]
            found = self._seen[key] = list(dict.fromkeys((*ahead, *alone, *sites)))
        return found

    def _ground(self, name: str, at: int) -> float:
        value = self.intent.ground(name, at) + self.habits["cover"] * (cover(self.force.side, at) > 1)
        if not self._supplied(at): value -= self.habits["unsupplied"] * self.force.strength[name]
        if zone_of(at) in self.forts: value -= self.habits["besieging"]
        return value

    def _supplied(self, at: int) -> bool:
        return self.force.net.supplies(at) or (self.force.side == "allied" and at == bardia())

    def _value(self, name: str, at: int) -> float:
        """What adding the unit to the stack in this hex changes."""
        stack, holdings = self.stacks.get(at, []), self.holdings
        before = tuple(sorted(self.force.strength[each] for each in stack))
        after = tuple(sorted((*before, self.force.strength[name])))
        value = self._ground(name, at) - self.intent.risk * (holdings.loss(at, after) - holdings.loss(at, before))
        value += holdings.hold(at, after) - holdings.hold(at, before)
        return value + (self.weights.company if stack else 0.0)
