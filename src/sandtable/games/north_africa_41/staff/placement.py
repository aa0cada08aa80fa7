"""Where the units go that do not attack: ground worth taking and holding, in supply, out of harm's way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from heapq import nlargest

from sandtable.games.north_africa_41.ground.fitness import gait_of, prey
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.pieces.counters import counters
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.staff.ground import around, travel
from sandtable.games.north_africa_41.staff.intent import Intent
from sandtable.games.north_africa_41.staff.picture import Mover, Picture, Threats, pace
from sandtable.games.north_africa_41.staff.weights import weights
from sandtable.games.north_africa_41.state import stacking_points

CHOICES = 8  # hexes of each kind that are looked at closely for a unit
STRONGEST_PULL = 1.5


class Placement:
    """Stacks as they will stand; units are added one by one, each where it serves best."""

    def __init__(self, picture: Picture, threats: Threats, intent: Intent, movers: Mapping[str, Mover]) -> None:
        self.picture, self.threats, self.intent = picture, threats, intent
        self.weights = picture.weights.ground
        self.stacks: dict[int, list[str]] = {}
        for at, names in picture.state.layout.combat[picture.side].items():
            staying = [name for name in names if name not in movers]
            if at >= 0 and staying:
                self.stacks[at] = staying
        self.at: dict[str, int] = {}
        self._taken: set[int] = set()
        self._pulls: dict[str, dict[int, float]] = {}
        self._prey = self._count_prey()
        self.baggage = self._count_baggage()

    def _count_prey(self) -> dict[int, float]:
        """[8.7] Trucks and Supply Points that whoever enters their hex has."""
        state, foe, w = self.picture.state, self.picture.foe, weights().worth
        found = {}
        for at in prey(state, self.picture.side):
            value = w.supply * state.books[foe].stores.get(at, 0) + w.truck * len(state.non_combat_at(at, foe))
            found[at] = self.weights.prey * value
        return found

    def _count_baggage(self) -> dict[int, float]:
        """Own Trucks and Supply Points that somebody must stay with."""
        state, side, w = self.picture.state, self.picture.side, weights().worth
        found: dict[int, float] = {}
        for at, count in state.books[side].stores.items():
            if at >= 0:
                found[at] = w.supply * count
        for at, names in state.layout.trucks[side].items():
            loaded = sum(state.units[name].loaded for name in names)
            if at >= 0:
                found[at] = found.get(at, 0.0) + w.truck * len(names) + w.supply * loaded
        return found

    def put(self, name: str, at: int) -> None:
        self.at[name] = at
        self.stacks.setdefault(at, []).append(name)
        self._taken.add(at)

    def take_away(self, name: str) -> None:
        at = self.at.pop(name)
        self.stacks[at].remove(name)
        if not self.stacks[at]:
            del self.stacks[at]

    def has_room(self, name: str, at: int) -> bool:
        return stacking_points(self.picture.state, [*self.stacks.get(at, ()), name]) <= limits().stacking

    # --- choosing

    def place_all(self, movers: Sequence[Mover]) -> None:
        """Those who can take something first, then the strongest."""
        wanted = set(self.intent.wanted) | set(self._prey)
        waiting = sorted(movers, key=lambda each: (each.reach.isdisjoint(wanted), -each.worth, each.name))
        for mover in waiting:
            self.place(mover)

    def place(self, mover: Mover) -> None:
        best, most = -1, -1e9
        for at in self._choices(mover):
            if not self.has_room(mover.name, at):
                continue
            value = self.value(mover, at)
            if value > most + 1e-9:
                best, most = at, value
        if best < 0:
            best = self._anywhere(mover)
        if best >= 0:
            self.put(mover.name, best)

    def _choices(self, mover: Mover) -> list[int]:
        pull, zone, reach = self.pull(mover), self.picture.facing.zone, mover.reach
        quiet = [at for at in reach if not zone[at]]
        ahead = nlargest(CHOICES, quiet, key=lambda at: (pull[at], at))
        safe = nlargest(
            CHOICES, (at for at in quiet if not self.threats.blows(at, frozenset())), key=lambda at: (pull[at], at)
        )
        friends = nlargest(CHOICES, (at for at in reach if at in self.stacks), key=lambda at: (pull[at], at))
        found = [*ahead, *safe, *friends]
        found += [at for place in self.intent.own if place in self.stacks for at in around(place) if at in reach]
        found += [at for at in (*self.intent.wanted, *self.intent.own, *self._prey, *self.baggage) if at in reach]
        if mover.at >= 0:
            found.append(mover.at)
        return list(dict.fromkeys(found))

    def _anywhere(self, mover: Mover) -> int:
        free = [at for at in mover.reach if self.has_room(mover.name, at)]
        zone = self.picture.facing.zone
        return max(free, key=lambda at: (not zone[at], self.pull(mover)[at], at), default=mover.at)

    # --- one unit in one hex

    def pull(self, mover: Mover) -> dict[int, float]:
        found = self._pulls.get(mover.name)
        if found is None:
            found = self._pulls[mover.name] = self._draw(mover)
        return found

    def _draw(self, mover: Mover) -> dict[int, float]:
        """How the goal draws the unit, for every hex it can reach."""
        goal, strength = self.intent.goal(mover)
        if goal < 0:
            return dict.fromkeys(mover.reach, 0.0)
        way = travel(gait_of(mover.name), goal)
        w = self.intent.drive * self.weights.pull * min(STRONGEST_PULL, max(0.3, strength / 4))
        w /= pace(self.picture.state, mover.name)
        return {at: -w * way[at] for at in mover.reach}

    def value(self, mover: Mover, at: int) -> float:
        """What adding the unit to the stack in this hex changes."""
        w, stack = self.weights, self.stacks.get(at, [])
        value = self.pull(mover)[at] + self._holding(mover.name, at, stack)
        if not stack:
            value += self._cover(at)
        if at not in self._taken:
            value += self._prey.get(at, 0.0)
        if stack:
            value += w.company
        if self.intent.last and self.picture.side == "axis":
            return value
        if not self.picture.is_served(mover.name, at):
            value -= mover.worth * (w.isolated if self.threats.reaches(at) else w.unsupplied)
        return value - self._fear(mover.name, at, stack)

    def _holding(self, name: str, at: int, stack: Sequence[str]) -> float:
        intent = self.intent
        if at in intent.wanted:
            return 0.0 if at in self._taken else intent.take * intent.wanted[at]
        stake = intent.guard * intent.own.get(at, 0.0) + self.baggage.get(at, 0.0)
        if stake <= 0:
            return 0.0
        before = self.threats.clears(at, stack, self.stacks)
        if before <= 0:
            return 0.0
        return stake * (before - self.threats.clears(at, [*stack, name], self.stacks))

    def _cover(self, at: int) -> float:
        """What standing here spares the places next to it: one hex less to attack them from."""
        intent, value = self.intent, 0.0
        for place in around(at):
            if place not in intent.own or place not in self.stacks:
                continue
            names = self.stacks[place]
            before = self.threats.clears(place, names, self.stacks)
            after = self.threats.clears(place, names, (*self.stacks, at))
            value += intent.guard * intent.own[place] * (before - after)
        return value

    def _fear(self, name: str, at: int, stack: Sequence[str]) -> float:
        if counters()[name].support and not stack:
            return self.intent.caution * 2.0 * self.threats.reaches(at)
        caution = self.intent.caution
        after = self.threats.danger(at, [*stack, name], self.stacks, caution)
        return after - (self.threats.danger(at, stack, self.stacks, caution) if stack else 0.0)


def title_of(at: int) -> str:
    """A place as players call it."""
    place = board().place_at(at) if at >= 0 else None
    return place.name if place else board().name(at)
