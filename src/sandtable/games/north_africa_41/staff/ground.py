"""What the map says: how far it is, and what lies near."""

from __future__ import annotations

import heapq
from functools import cache, lru_cache

from sandtable.games.north_africa_41.map import board, is_highway, is_road
from sandtable.games.north_africa_41.routes import BOXES, Gait, step_cost, steps_from
from sandtable.games.north_africa_41.tables import POINT, limits

FAR = 10_000.0
FOOT_POINTS = 3  # of a unit on foot, which a road bonus makes more of


def _price(gait: Gait, here: int, there: int) -> float | None:
    """Movement Points for a step; on foot with the road bonus [5.2.2]."""
    if gait == "foot" and here >= 0 and there >= 0:
        if is_highway(here, there): return FOOT_POINTS / limits().highway_bonus
        if is_road(here, there): return FOOT_POINTS / limits().track_bonus
    cost = step_cost("mechanised" if here < 0 else gait, here, there)
    return None if cost is None else cost / POINT


@lru_cache(maxsize=400)
def travel(gait: Gait, goal: int) -> tuple[float, ...]:
    """Movement Points from every hex to the goal if there were no enemy; the boxes beside the map at the end, under
    their negative numbers."""
    size = len(board()) + len(board().boxes)
    found = [FAR] * size
    found[goal] = 0.0
    queue = [(0.0, goal)]
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > found[here]: continue
        for there in steps_from(here):
            cost = _price(gait, there, here)
            if cost is None: continue
            after = spent + cost
            if after < found[there]:
                found[there] = after
                heapq.heappush(queue, (after, there))
    return tuple(found)


@cache
def disc(centre: int, radius: int) -> frozenset[int]:
    """The land within so many hexes."""
    if centre < 0: return frozenset()
    return frozenset(
        at for at, playable in enumerate(board().playable) if playable and board().distance(centre, at) <= radius
    )


@cache
def around(at: int) -> frozenset[int]:
    return frozenset(board().adjacent[at]) if at >= 0 else frozenset()


__all__ = ["BOXES", "FAR", "FOOT_POINTS", "around", "disc", "travel"]
