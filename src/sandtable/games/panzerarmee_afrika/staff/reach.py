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
    node, left = regular_routes().node(at, trek.came), movement_of(name) - trek.spent
    if left <= kept:
        return _alone(at)
    return _spread(front(state, side), node, left, left - kept, unserved, reach.border_is_closed(state, side))


@cache
def _alone(at: int) -> frozenset[int]:
    return frozenset((at,))


@lru_cache(maxsize=1024)
def _spread(facing: Front, node: int, most: int, points: int, unserved: frozenset[int], shut: bool) -> frozenset[int]:
    """The hexes within so many points, read from a flood for the most that somebody there has."""
    costs = _costs(facing, node, most, unserved, shut)
    return frozenset(costs if points == most else [at for at, cost in costs.items() if cost <= points])


@lru_cache(maxsize=256)
def _costs(facing: Front, node: int, most: int, unserved: frozenset[int], shut: bool) -> dict[int, int]:
    routes = regular_routes()
    barred = facing.zone if facing.zone[routes.hexes[node]] else None  # [11.1.4] not from zone to zone
    graph = routes.graph_with_border_shut if shut else routes.graph
    return _flood(graph, node, most, bytearray(_open_nodes(facing, unserved, most)), facing.zone, barred)


@lru_cache(maxsize=64)
def _open_nodes(facing: Front, unserved: frozenset[int], most: int) -> bytes:
    """For every node more than anybody spends, and nothing where nobody may go."""
    nodes = regular_routes().graph.nodes
    cheapest = bytearray((most + 1,)) * len(regular_routes().hexes)
    for at in facing.closed_beside(unserved):
        for node in nodes.get(at, ()):
            cheapest[node] = 0
    return bytes(cheapest)


def _flood(
    graph: Graph, start: int, points: int, cheapest: bytearray, halting: bytes, barred: bytes | None
) -> dict[int, int]:
    """The hexes within so many points, with what it takes to come there. `cheapest`: what an arrival at each node has
    to spend less than."""
    hexes, edges, least, late = graph.hexes, graph.on_foot, graph.least_on_foot, points - graph.most_at_least
    cheapest[start] = 0
    buckets: list[list[int]] = [[] for _ in range(points + 1)]
    for node, cost, _ in edges[start]:
        if cost < cheapest[node] and not (barred is not None and barred[hexes[node]]):
            cheapest[node] = cost
            buckets[cost].append(node)
    found = {hexes[start]: 0}
    for spent in range(1, points + 1):
        for node in buckets[spent]:
            if cheapest[node] < spent:
                continue
            at = hexes[node]
            if at not in found:
                found[at] = spent
            if halting[at] or (spent > late and spent + least[node] > points):
                continue
            for target, cost, _ in edges[node]:
                after = spent + cost
                if after < cheapest[target]:
                    cheapest[target] = after
                    buckets[after].append(target)
    return found


@lru_cache(maxsize=1024)
def range_of(at: int, points: int) -> frozenset[int]:
    """Everything within so many movement factors, nobody in the way."""
    graph = regular_routes().graph
    anywhere = bytearray((points + 1,)) * len(graph.hexes)
    return frozenset(_flood(graph, at, points, anywhere, bytes(len(board())), None))
