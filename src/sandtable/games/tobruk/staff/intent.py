"""What a side wants: objectives, the supply route to Tobruk, prey; and who may not leave his place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property

from sandtable.games.tobruk.map import board, perimeter, tobruk
from sandtable.games.tobruk.movement.reach import allowance
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.pieces.tables import victory
from sandtable.games.tobruk.staff.ground import freest_way, hindrance, inner_ring, outer_ring, siege_of, travel
from sandtable.games.tobruk.staff.picture import Picture, Threats

OPEN = 1  # hexes in Axis zones on the supply route with which it counts as nearly open
RING = 4  # hexes around the perimeter in which units may be part of the siege


@cache
def objective_hexes() -> dict[int, int]:
    return {board().hex(objective.hex): objective.points for objective in victory().objectives}


@cache
def siege_ground() -> frozenset[int]:
    return frozenset(
        h for h in range(len(board())) if any(board().distance(h, inside) <= RING for inside in perimeter())
    )


class Intent:
    """The aims of one activation."""

    def __init__(self, picture: Picture, threats: Threats) -> None:
        self.picture, self.threats, self.weights = picture, threats, picture.weights.ground
        state = picture.state
        self.siege = siege_of(state)
        held = {board().hex(name) for name in state.held}
        ours = picture.side == "commonwealth"
        self.behind = picture.behind
        self.own = {h: p for h, p in objective_hexes().items() if (h in held) == ours}
        self.wanted = {h: p for h, p in objective_hexes().items() if h not in self.own}
        self._goals: dict[tuple[int, bool, int], tuple[int, float]] = {}

    @property
    def fear(self) -> float:
        """How much of the enemy's replies counts."""
        return self.picture.fear

    @property
    def patience(self) -> float:
        """How much attackers think of what comes after: less only when time runs out."""
        return min(1.0, self.fear / self.picture.weights.danger.behind)

    @property
    def zeal(self) -> float:
        """How much a side seeks the enemy: one that would win if nothing happened need not."""
        return 1.0 if self.behind else self.weights.ease

    # --- the supply route

    def route_value(self, closed: int) -> float:
        """What the supply route is worth when so many hexes in Axis zones lie on it."""
        w, points = self.weights, victory().supply_route
        if not self.picture.left and not any(
            corps.likely == 1.0 for corps in self.threats.corps
        ):  # the enemy has no say any more
            return float(points) if closed == 0 else points * w.route * w.hindrance ** (closed + 2)
        return points * w.route * w.hindrance**closed

    def route_without(self, hexagon: int) -> float:
        """How much nearer the Commonwealth would be to its supply route without the Axis units of a hex."""
        if hexagon not in siege_ground():
            return 0.0
        layout = self.picture.state.layout
        without = hindrance(layout.fronts["axis"] - {hexagon}, layout.held["axis"] - {hexagon})
        return self.route_value(without) - self.route_value(self.siege)

    @cached_property
    def closing(self) -> dict[int, float]:
        """Hexes from which an Axis unit would bar the supply route, and what that is worth."""
        if self.picture.side != "axis" or self.siege > OPEN:
            return {}
        layout, found = self.picture.state.layout, dict[int, float]()
        way = [h for h in freest_way(layout.fronts["axis"], layout.held["axis"]) if h in siege_ground()]
        for hexagon in way:
            if hexagon not in perimeter():
                closed = hindrance(layout.fronts["axis"] | {hexagon}, layout.held["axis"])
                gain = self.route_value(self.siege) - self.route_value(closed)
                if gain > 0:
                    found[hexagon] = gain
        return found

    # --- ground

    def ground(self, hexagon: int) -> float:
        """What it is worth to drive the enemy out of a hex."""
        w = self.weights
        value = w.objective * self.wanted.get(hexagon, 0)
        if self.picture.side == "commonwealth":
            return value + max(0.0, self.route_without(hexagon)) + (w.inner if hexagon in perimeter() else 0.0)
        if hexagon == tobruk():
            return w.town
        return value + (w.inner if hexagon in inner_ring() else w.breach if hexagon in outer_ring() else 0.0)

    def beyond(self, hexagon: int) -> float:
        """[10.4] What the hex after it is worth to who advances two: the town, if nobody is in it."""
        layout, w = self.picture.state.layout, self.weights
        empty = hexagon in inner_ring() and tobruk() not in layout.held["commonwealth"]
        return w.town if empty and self.picture.side == "axis" else 0.0

    def doorstep(self, name: str, hexagon: int) -> float:
        """What it is worth to the Axis that a unit stands next to the town, ready to storm it next turn."""
        if self.picture.side != "axis" or hexagon not in inner_ring() or not self.picture.left:
            return 0.0
        factors = self.picture.attack(name) if counters()[name].is_combat else 0
        return self.weights.doorstep * factors / 10

    def _besiegers(self, stands: frozenset[int]) -> list[int]:
        """The hexes that stay held: around an empty town, which wins the game at once, only those that matter alone."""
        if self.picture.state.at(tobruk(), "commonwealth"):
            return self._ring(stands)
        return [hexagon for hexagon in sorted(stands) if self.route_without(hexagon) > self.weights.guard]

    def _ring(self, stands: frozenset[int]) -> list[int]:
        """Of these hexes those that keep Tobruk shut in once all the others have been left together."""
        layout, left, kept = self.picture.state.layout, set[int](), list[int]()
        before = self.route_value(self.siege)
        for hexagon in sorted(stands, key=lambda each: (self.route_without(each), each)):
            gone = left | {hexagon}
            without = hindrance(layout.fronts["axis"] - gone, layout.held["axis"] - gone)
            if self.route_value(without) - before > self.weights.guard:
                kept.append(hexagon)
            else:
                left = gone
        return kept

    def pinned(self, movers: Sequence[str]) -> dict[int, int]:
        """Hexes that must not be left empty, and how many units they need."""
        state, found = self.picture.state, dict[int, int]()
        for hexagon, points in self.own.items():
            if state.at(hexagon, self.picture.side) and self.threats.reaches(hexagon):
                found[hexagon] = points
        if self.picture.side == "axis":
            stands = frozenset(state.units[name].at for name in movers if state.units[name].at >= 0)
            for hexagon in self._besiegers(stands & siege_ground() & state.layout.fronts["axis"]):
                found.setdefault(hexagon, 1)
        return found

    # --- where to go

    @cached_property
    def interests(self) -> list[tuple[float, int]]:
        """Places worth going to: objectives, and enemies worth beating."""
        w, picture, state = self.weights, self.picture, self.picture.state
        found = [(w.objective * points, hexagon) for hexagon, points in self.wanted.items()]
        for hexagon, points in self.own.items():
            if self.threats.on(hexagon):
                found.append((w.guard * points, hexagon))
        for hexagon in sorted(state.layout.held[picture.foe]):
            names = state.everybody(hexagon, picture.foe)
            worth = picture.stake(names).whole * w.prey * self.zeal
            if picture.side == "commonwealth":
                worth += max(0.0, self.route_without(hexagon))
            found.append((worth, hexagon))
        return found

    def goal(self, name: str, at: int) -> tuple[int, float]:
        """The place that draws a unit most, and how strongly."""
        counter, w = counters()[name], self.weights
        points = max(1, allowance(self.picture.state, name))
        key = (at, counter.motorised, points)
        found = self._goals.get(key)
        if found is None:
            side, best = self.picture.side, (0.0, tobruk())
            for worth, hexagon in self.interests:
                turns = travel(side, counter.motorised, hexagon)[at] / points
                best = max(best, (worth * w.near**turns, hexagon))
            turns = travel(side, counter.motorised, tobruk())[at] / points
            if side == "axis" and turns <= self.picture.left:  # in time to storm it afterwards, whoever is ahead
                best = max(best, (w.storm / self.zeal * w.near**turns, tobruk()))
            found = self._goals[key] = (best[1], best[0])
        return found
