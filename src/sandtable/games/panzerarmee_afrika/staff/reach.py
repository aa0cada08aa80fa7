"""Where units can go, as a bare set of hexes: what the rules flood with paths, many times faster without them."""

from __future__ import annotations

from functools import cache, lru_cache

from sandtable.core.fields import Graph
from sandtable.core.values import Refusal
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.movement import reach
from sandtable.games.panzerarmee_afrika.pieces.routes import regular_routes
from sandtable.games.panzerarmee_afrika.pieces.zones import Front, front
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, movement_of, side_of
from sandtable.games.panzerarmee_afrika.supply.network import is_bound

NOBODY: frozenset[int] = frozenset()


def hexes(state: PanzerarmeeAfrika, name: str, kept: int = 0) -> frozenset[int]:
    """[11.1] Where a regular unit can be at the end of its move, staying included, with so many points `kept`."""
    at, side = state.units[name].at, side_of(name)
    try:
        reach.check_free(state, name)
        net = reach.check_leaving(state, (name,))
    except Refusal:
        return _alone(at)
    trek = state.trek(name)
    unserved = net.unserved if is_bound(name) else NOBODY
    node, points = regular_routes().node(at, trek.came), max(0, movement_of(name) - trek.spent - kept)
    return _spread(front(state, side), node, points, unserved, reach.border_is_closed(state, side))


@cache
def _alone(at: int) -> frozenset[int]:
    return frozenset((at,))


@lru_cache(maxsize=1024)
def _spread(facing: Front, node: int, points: int, unserved: frozenset[int], shut: bool) -> frozenset[int]:
    routes = regular_routes()
    here = routes.hexes[node]
    barred = bytearray(facing.zone) if facing.zone[here] else None  # [11.1.4] not from zone to zone
    closed = bytearray(len(board()))
    for at in facing.occupied:
        closed[at] = 1
    for at in unserved:
        closed[at] = 1
    graph = routes.graph_with_border_shut if shut else routes.graph
    return _flood(graph, node, points, closed, facing.zone, barred)


def _flood(
    graph: Graph, start: int, points: int, closed: bytearray, halting: bytes, barred: bytearray | None
) -> frozenset[int]:
    hexes, edges, never = graph.hexes, graph.on_foot, points + 1
    best = [never] * len(hexes)
    best[start] = 0
    buckets: list[list[int]] = [[] for _ in range(never)]
    for node, cost, _ in edges[start]:
        at = hexes[node]
        if cost < best[node] and not closed[at] and not (barred is not None and barred[at]):
            best[node] = cost
            buckets[cost].append(node)
    found = {hexes[start]}
    for spent in range(1, never):
        for node in buckets[spent]:
            if best[node] < spent:
                continue
            at = hexes[node]
            found.add(at)
            if halting[at]:
                continue
            for target, cost, _ in edges[node]:
                after = spent + cost
                if after < best[target] and not closed[hexes[target]]:
                    best[target] = after
                    buckets[after].append(target)
    return frozenset(found)


@lru_cache(maxsize=1024)
def range_of(at: int, points: int) -> frozenset[int]:
    """Everything within so many movement factors, nobody in the way."""
    nothing = bytearray(len(board()))
    return _flood(regular_routes().graph, at, points, nothing, bytes(nothing), None)
