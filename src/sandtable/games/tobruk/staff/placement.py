"""Where the units go that do not attack: ground worth holding, out of harm's way, in supply and in range."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest

from sandtable.games.tobruk.map import board, tobruk
from sandtable.games.tobruk.movement.reach import allowance
from sandtable.games.tobruk.movement.supply import supplied_if_held
from sandtable.games.tobruk.movement.zones import front
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.pieces.tables import limits
from sandtable.games.tobruk.staff.ground import around, inner_ring, safely_supplied, travel
from sandtable.games.tobruk.staff.intent import Intent
from sandtable.games.tobruk.staff.movers import Mover
from sandtable.games.tobruk.staff.picture import Picture, Threats, load_of

CHOICES = 9  # hexes looked at closely for each unit


class Placement:
    """Stacks as they will stand; units are added one by one, each where it serves best."""

    def __init__(self, picture: Picture, threats: Threats, intent: Intent, movers: Sequence[Mover]) -> None:
        self.picture, self.threats, self.intent = picture, threats, intent
        self.weights, self.danger = picture.weights.ground, picture.weights.danger
        self.caution = self.danger.weight * intent.fear
        state, side = picture.state, picture.side
        self.at: dict[str, int] = {}
        moving = {mover.name for mover in movers}
        self.stacks: dict[int, list[str]] = {}
        for at, names in state.layout.combat[side].items():
            staying = [name for name in names if name not in moving]
            if staying:
                self.stacks[at] = staying
        # [9.2] a column of another corps cannot be told to leave the road
        self._narrow = {at for at, names in self.stacks.items() if any(state.units[name].road for name in names)}
        self._supplied = supplied_if_held(state, side)
        self._safe = safely_supplied(state, side)
        self._zone = front(state, side).zone
        self.posts: list[tuple[int, int]] = []  # headquarters of the corps as planned, and their range
        self._open_doors: list[int] | None = None
        self._costs: dict[tuple[int, tuple[str, ...], frozenset[int]], float] = {}
        self._pulls: dict[str, dict[int, float]] = {}
        self._taken: dict[int, int] = {}  # objectives that somebody is on the way to

    def put(self, mover: Mover, at: int) -> None:
        self.at[mover.name] = at
        if not mover.is_headquarters:
            self.stacks.setdefault(at, []).append(mover.name)
            if at in self.intent.wanted:
                self._taken[at] = 1

    def take_away(self, mover: Mover) -> None:
        at = self.at.pop(mover.name)
        self.stacks[at].remove(mover.name)
        if not self.stacks[at]:
            del self.stacks[at]

    def has_room(self, mover: Mover, at: int) -> bool:
        stack = self.stacks.get(at, ())
        narrow = at in mover.tight or at in self._narrow
        most = limits().road_stacking if narrow else limits().stacking
        return load_of(stack) + mover.battalions <= most

    # --- choosing

    def place(self, mover: Mover) -> None:
        best, most = -1, -1e9
        for hexagon in self._choices(mover):
            if not self.has_room(mover, hexagon):
                continue
            value = self.value(mover, hexagon)
            if value > most + 1e-9:
                best, most = hexagon, value
        if best < 0:
            best = self._anywhere(mover)
        self.put(mover, best)

    def _choices(self, mover: Mover) -> list[int]:
        pull, zone, near = self._pulls_of(mover), self._zone, self.weights.near
        free = [(pull[h], h) for h in mover.reach if not zone[h]]
        ahead = nlargest(CHOICES, free)
        quiet = nlargest(CHOICES, [(drawn - near if h in self.threats.open else drawn, h) for drawn, h in free])
        friends = nlargest(CHOICES, [(pull[h], h) for h in mover.reach.intersection(self.stacks)])
        found = [h for _, h in (*ahead, *quiet, *friends)]
        found += [h for h in (*self.intent.wanted, *self.intent.own) if h in mover.reach]
        found += [h for h in (*self._doors(), *self.intent.closing) if h in mover.reach]
        if self.picture.side == "axis":
            found += [h for h in inner_ring() if h in mover.reach]
        if mover.at >= 0:
            found.append(mover.at)
        return list(dict.fromkeys(found))

    def _anywhere(self, mover: Mover) -> int:
        """Room at last."""
        free = [h for h in mover.reach if self.has_room(mover, h)]
        return max(free, key=lambda h: (not self._zone[h], -h)) if free else max(mover.at, min(mover.reach))

    # --- one unit in one hex

    def pull(self, mover: Mover, hexagon: int) -> float:
        """How the ground draws the unit."""
        return self._pulls_of(mover)[hexagon]

    def in_zone(self, hexagon: int) -> bool:
        return bool(self._zone[hexagon])

    def _pulls_of(self, mover: Mover) -> dict[int, float]:
        found = self._pulls.get(mover.name)
        if found is None:
            found = self._pulls[mover.name] = self._draw(mover)
        return found

    def _draw(self, mover: Mover) -> dict[int, float]:
        start = mover.at if mover.at >= 0 else min(mover.reach)
        goal, strength = self.intent.goal(mover.name, start)
        points = max(1, allowance(self.picture.state, mover.name))
        way = travel(self.picture.side, counters()[mover.name].motorised, goal)
        w = self.weights.pull * self.intent.zeal * max(0.2, min(strength, 3.0)) / points
        return {h: -w * way[h] for h in mover.reach}

    def value(self, mover: Mover, hexagon: int) -> float:
        """What adding the unit to the stack in this hex changes."""
        stack = self.stacks.get(hexagon, [])
        value = self.merit(mover, hexagon) + self._holding(hexagon, stack)
        if stack:
            value += self.weights.company
        return value - self.caution * self._fear(mover, hexagon, stack)

    def merit(self, mover: Mover, hexagon: int) -> float:
        """What the hex is worth to the unit, the enemy's replies apart."""
        w = self.weights
        value = self.pull(mover, hexagon) + self.intent.doorstep(mover.name, hexagon)
        if hexagon not in self._supplied:
            value -= w.unsupplied * sum(self.picture.steps(mover.name))
        elif hexagon not in self._safe:
            value -= w.unsafe_supply * sum(self.picture.steps(mover.name))
        if not mover.free_range and self.posts and not self._in_range(hexagon):
            value -= w.out_of_range
        return value

    def danger_to_all(self) -> float:
        return sum(self._cost(at, names) for at, names in self.stacks.items() if self.threats.on(at))

    def _in_range(self, hexagon: int) -> bool:
        return any(board().distance(hexagon, at) <= far for at, far in self.posts)

    def _holding(self, hexagon: int, stack: Sequence[str]) -> float:
        w, intent = self.weights, self.intent
        if hexagon in intent.wanted and hexagon not in self._taken:
            return w.objective * intent.wanted[hexagon]
        if hexagon in intent.own and not stack and self.threats.reaches(hexagon):
            return w.guard * intent.own[hexagon]
        if hexagon in intent.closing and intent.closing.keys().isdisjoint(self.stacks):
            return intent.closing[hexagon]
        if hexagon == tobruk() and self.picture.side == "commonwealth" and not stack:
            return w.inner
        return 0.0

    def _doors(self) -> list[int]:
        """Hexes behind stacks that could be trapped: a friend there keeps the way back open."""
        if self._open_doors is None:
            found: dict[int, None] = {}
            for at, names in self.stacks.items():
                if self.threats.on(at) and self._cost(at, names) > self.danger.alarm:
                    found.update(dict.fromkeys(self.threats.doors(at)))
            self._open_doors = [h for h in found if h not in self.stacks]
        return self._open_doors

    def _fear(self, mover: Mover, hexagon: int, stack: Sequence[str]) -> float:
        """What the unit adds to the expected losses there, and what it spares its neighbours by keeping their way
        back open."""
        value = 0.0
        if self.threats.on(hexagon):
            value = self._cost(hexagon, [*stack, mover.name]) - (self._cost(hexagon, stack) if stack else 0.0)
        if stack:
            return value
        for near in board().adjacent[hexagon]:
            if near in self.stacks and self.threats.on(near):
                before = self._cost(near, self.stacks[near])
                if before > 0.1:
                    self.stacks[hexagon] = [mover.name]
                    value += self._cost(near, self.stacks[near]) - before
                    del self.stacks[hexagon]
        return value

    def _cost(self, hexagon: int, names: Sequence[str]) -> float:
        key = (hexagon, tuple(sorted(names)), around(hexagon).intersection(self.stacks))
        found = self._costs.get(key)
        if found is None:
            defence, stake = self.picture.defence_of_stack(names), self.picture.stake(names)
            found = self.threats.cost(hexagon, defence, stake, key[2])
            self._costs[key] = found
        return found

    def look_again(self, threats: Threats) -> None:
        """Judge anew by what the enemy could do now."""
        self.threats, self._open_doors = threats, None
        self._costs.clear()
