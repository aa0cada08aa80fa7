"""What the map says: how far it is, and what lies near."""

from __future__ import annotations

import heapq
from functools import cache, lru_cache

from sandtable.games.north_africa_41.ground.routes import BOXES, Gait, step_cost, steps_from
from sandtable.games.north_africa_41.map import board, is_highway, is_road
from sandtable.games.north_africa_41.pieces.tables import POINT, limits

FAR = 10_000.0
FOOT_POINTS = 3  # of a unit on foot, which a road bonus makes more of


def _price(gait: Gait, here: int, there: int) -> float | None:
    """Movement Points for a step; on foot with the road bonus [5.2.2]."""
    if gait == "foot" and here >= 0 and there >= 0:
        if is_highway(here, there):
            return FOOT_POINTS / limits().highway_bonus
        if is_road(here, there):
            return FOOT_POINTS / limits().track_bonus
    cost = step_cost("mechanised" if here < 0 else gait, here, there)
    return None if cost is None else cost / POINT


@cache
def _ways_in(gait: Gait) -> dict[int, tuple[tuple[int, float], ...]]:
    """For every place those from which one can step there, and what it costs."""
    places = (*(at for at, playable in enumerate(board().playable) if playable), *BOXES)
    found: dict[int, tuple[tuple[int, float], ...]] = {}
    for here in places:
        prices = ((there, _price(gait, there, here)) for there in steps_from(here))
        found[here] = tuple((there, cost) for there, cost in prices if cost is not None)
    return found


@lru_cache(maxsize=400)
def travel(gait: Gait, goal: int) -> tuple[float, ...]:
    """Movement Points from every hex to the goal if there were no enemy; the boxes beside the map at the end, under
    their negative numbers."""
    size = len(board()) + len(board().boxes)
    found = [FAR] * size
    found[goal] = 0.0
    queue, ways = [(0.0, goal)], _ways_in(gait)
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > found[here]:
            continue
        for there, cost in ways[here]:
            after = spent + cost
            if after < found[there]:
                found[there] = after
                heapq.heappush(queue, (after, there))
    return tuple(found)


@cache
def disc(centre: int, radius: int) -> frozenset[int]:
    """The land within so many hexes."""
    if centre < 0:
        return frozenset()
    found, ring = {centre}, {centre}
    for _ in range(radius):
        ring = {there for here in ring for there in board().neighbours[here]} - found
        found |= ring
    return frozenset(at for at in found if board().playable[at])


@cache
def around(at: int) -> frozenset[int]:
    return frozenset(board().adjacent[at]) if at >= 0 else frozenset()


__all__ = ["BOXES", "FAR", "FOOT_POINTS", "around", "disc", "travel"]
