"""What the map alone says: how far it is, how far an enemy may come, who is next to whom."""

from __future__ import annotations

import heapq
from functools import cache, lru_cache

from sandtable.core import fields
from sandtable.core.fields import Going
from sandtable.games.afrika_korps.ground.routes import routes
from sandtable.games.afrika_korps.map import board, coast_road, escarpments, fortresses
from sandtable.games.afrika_korps.pieces.counters import Counter, counters
from sandtable.games.afrika_korps.pieces.tables import limits
from sandtable.games.afrika_korps.staff.weights import weights
from sandtable.games.afrika_korps.state import FRESH

FAR = 999.0
TRAP = 4  # neighbours at the most


@cache
def travel(goal: int) -> tuple[float, ...]:
    """The cost of the way from every hex to the goal, in clear hexes."""
    cost = weights().travel
    found = [FAR] * len(board())
    found[goal] = 0.0
    queue = [(0.0, goal)]
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > found[here]:
            continue
        for there in board().adjacent[here]:
            if there in coast_road().get(here, ()):
                step = cost["road"]
            elif here in escarpments() and here not in coast_road():  # travelled towards the goal: `here` is entered
                step = cost["escarpment"]
            else:
                step = cost["clear"]
            if spent + step < found[there]:
                found[there] = spent + step
                heapq.heappush(queue, (spent + step, there))
    return tuple(found)


@lru_cache(maxsize=20000)
def free_reach(at: int, movement: int) -> frozenset[int]:
    """Where a unit could go if there were no enemy."""
    never = bytes(len(board()))
    found = fields.reach(routes().graph, routes().node(at, FRESH), Going(movement, limits().road_bonus, never, never))
    return frozenset(found.hexes) | {at}


@lru_cache(maxsize=20000)
def free_range(at: int, movement: int) -> frozenset[int]:
    """The hexes a unit could attack if there were no enemy in its way."""
    return spread_out(free_reach(at, movement))


def spread_out(hexes: frozenset[int]) -> frozenset[int]:
    adjacent = board().adjacent
    found = set(hexes)
    for hexagon in hexes:
        found.update(adjacent[hexagon])
    return frozenset(found)


@lru_cache(maxsize=5000)
def supplied_range(at: int) -> frozenset[int]:
    """The hexes that could be attacked next turn with a supply that is here now."""
    found = free_reach(at, _supply_movement())
    adjacent = board().adjacent
    return frozenset(fields.spread(adjacent, found, bytes(len(adjacent)), limits().supply_radius + 1))


@cache
def _supply_movement() -> int:
    return next(counter.movement for counter in counters().values() if counter.is_supply)


@cache
def doubling(hexagon: int) -> int:
    """[10.2]"""
    return limits().doubled_defence if hexagon in fortresses() or hexagon in escarpments() else 1


@cache
def is_trap(hexagon: int) -> bool:
    """[7.61, 23.7] Fortresses and corners of the map: whoever is beaten there hardly ever gets away."""
    return hexagon in fortresses() or len(board().adjacent[hexagon]) <= TRAP


@cache
def worth(name: str) -> float:
    counter: Counter = counters()[name]
    value = weights().worth
    if counter.is_supply:
        return value.supply
    return value.attack * counter.attack + value.defence * counter.defence + value.mobility * counter.movement


def worth_of(names: list[str] | tuple[str, ...]) -> float:
    return sum(worth(name) for name in names)
