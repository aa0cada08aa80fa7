"""Where the units that do not attack go: sites held, ground gained, nothing left where it is lost cheaply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import nlargest

from sandtable.games.panzerarmee_afrika.map import bardia
from sandtable.games.panzerarmee_afrika.staff.forces import ATTACK, MAXIMUM, Force, Threats
from sandtable.games.panzerarmee_afrika.staff.ground import cover, zone_of
from sandtable.games.panzerarmee_afrika.staff.posture import Intent
from sandtable.games.panzerarmee_afrika.staff.weights import weights
from sandtable.games.panzerarmee_afrika.state import room_in

CHOICES = 12


class Placement:
    """An assignment of units to hexes, improved one unit at a time."""

    def __init__(self, force: Force, intent: Intent, threats: Threats, fixed: Mapping[str, int],
                 ferries: Mapping[str, Iterable[int]]) -> None:
        self.force, self.intent, self.threats, self.ferries = force, intent, threats, ferries
        self.weights, self.habits, self.figures = intent.weights, weights().ground, weights().sites
        self.at: dict[str, int] = {}
        self.stacks: dict[int, list[str]] = {}
        self.forts = {zone for zone in force.state.layout.stands[force.foe]}
        for name, at in fixed.items(): self._put(name, at)

    # --- the whole

    def place(self, names: Iterable[str], rounds: int = 1) -> None:
        order = sorted(names, key=lambda n: (-self.force.strength[n], n))
        self._forget()
        for name in order: self._settle(name)
        for _ in range(rounds):
            before = dict(self.at)
            for name in order:
                self._lift(name)
                self._settle(name)
            if self.at == before: return

    def look_again(self, names: Iterable[str], threats: Threats) -> None:
        """With a better idea of what the enemy can do."""
        self.threats = threats
        self._forget()
        for name in sorted(names, key=lambda n: (-self.force.strength[n], n)):
            here = self.at[name]
            self._lift(name)
            self._settle(name, here)

    def _forget(self) -> None:
        self._seen: dict[tuple[frozenset[int], int], list[int]] = {}
        self._lost: dict[tuple[int, tuple[int, ...]], float] = {}
        self._held: dict[tuple[int, tuple[int, ...]], float] = {}

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
        best = max(open_choices, key=lambda at: self._value(name, at), default=self.force.units[name])
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
            ground = {at: self._ground(name, at) for at in reach}
            ahead = nlargest(CHOICES, reach, key=lambda at: (ground[at], at))
            alone = nlargest(
                CHOICES, reach, key=lambda at: (ground[at] - self.intent.risk * self._loss(at, (key[1],)), at)
            )
            sites = [site for site in self.intent.sites if site in reach]
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
        stack = self.stacks.get(at, [])
        before = tuple(sorted(self.force.strength[each] for each in stack))
        after = tuple(sorted((*before, self.force.strength[name])))
        value = self._ground(name, at) - self.intent.risk * (self._loss(at, after) - self._loss(at, before))
        if at in self.intent.sites: value += self._hold(at, after) - self._hold(at, before)
        return value + (self.weights.company if stack else 0.0)

    def _loss(self, at: int, factors: tuple[int, ...]) -> float:
        """The factors that a stack there must be expected to lose."""
        if not factors: return 0.0
        found = self._lost.get((at, factors))
        if found is None:
            defence = 4 * cover(self.force.side, at) * sum(factors)
            found = self._lost[at, factors] = self.threats.loss(at, defence, factors, ATTACK)[0]
        return found

    def _hold(self, at: int, factors: tuple[int, ...]) -> float:
        """What a site is worth with this garrison."""
        found = self._held.get((at, factors))
        if found is None:
            found = self._held[at, factors] = self._holding(at, factors)
        return found

    def _holding(self, at: int, factors: tuple[int, ...]) -> float:
        site, shade = self.intent.sites[at], self.figures["shade"]
        if not factors: return 0.0 if self.threats.comes(at) else site
        attack = self.threats.attack(at, MAXIMUM)
        defence = 4 * cover(self.force.side, at) * sum(factors)
        wiped = self.threats.loss(at, defence, factors, MAXIMUM)[1]
        weak = max(0.0, 1 - defence / attack) if attack else 0.0
        return site * (1 - shade * weak - (1 - shade) * wiped) + self.figures["lookout"]
