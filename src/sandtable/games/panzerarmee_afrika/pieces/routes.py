"""[11.1.2, 11.1.3] The map as a graph of ways to move, for regular units, for transport units and for supply.

A hex in which roads or tracks pass that do not meet is several nodes: one for a unit that begins there or came across
country, one for each road or track it may have come by.
"""

from __future__ import annotations

from functools import cache, cached_property

from sandtable.core.fields import Graph
from sandtable.core.ways import Distances
from sandtable.games.panzerarmee_afrika.map import (
    board,
    escarpments,
    into_egypt,
    road_sides,
    track_sides,
    unconnected,
    unconnected_hexes,
)
from sandtable.games.panzerarmee_afrika.pieces.tables import MovementCosts, regular_costs, transport_costs


class Routes:
    """A graph for one kind of unit, and the way between a hex with the road it was entered by and a node."""

    def __init__(self, costs: MovementCosts) -> None:
        self.costs = costs
        self._by_road: dict[tuple[int, int], int] = {}
        lines = road_sides() | track_sides()
        for hexagon in sorted(unconnected_hexes()):
            for came in sorted(near for near, there in lines if there == hexagon):
                self._by_road[hexagon, came] = len(board()) + len(self._by_road)
        self._came = {node: came for (_, came), node in self._by_road.items()}
        self.hexes = (*range(len(board())), *(hexagon for hexagon, _ in self._by_road))
        self.edges = tuple(self._edges(node) for node in range(len(self.hexes)))
        self.graph = Graph(self.hexes, [[(*edge, 0) for edge in each] for each in self.edges])
        self.distances = Distances(self.graph)
        self.extent = len({there for each in self.edges for _, there, _ in each})  # hexes that can be entered
        self._steps: dict[tuple[int, int, int], tuple[int | None, int]] = {}  # those that were taken: some thousands

    @cached_property
    def graph_with_border_shut(self) -> Graph:
        """[9] The same ways without those that cross the border into Egypt."""
        return Graph(
            self.hexes,
            [
                [(*edge, 0) for edge in each if (self.hexes[node], edge[1]) not in into_egypt()]
                for node, each in enumerate(self.edges)
            ],
        )

    def node(self, hexagon: int, came: int = -1) -> int:
        return self._by_road.get((hexagon, came), hexagon)

    def came(self, node: int) -> int:
        """The hex a node was entered from, where that matters; otherwise -1."""
        return self._came.get(node, -1)

    def cost(self, here: int, there: int, came: int = -1) -> int | None:
        """What a step costs, None where this kind may not go. `came` is the hex it entered this one from by road."""
        costs = self.costs
        on_road, on_track = (here, there) in road_sides(), (here, there) in track_sides()
        if not (on_road or on_track):
            return self._across_country(here, there)
        cost = costs.road if on_road else costs.track
        if (came, here, there) not in unconnected():
            return cost
        return None if costs.change is None else cost + costs.change

    def step(self, here: int, there: int, came: int = -1) -> tuple[int | None, int]:
        """What a step costs, and for the next one the hex it comes from where that matters."""
        found = self._steps.get((here, there, came))
        if found is None:
            arrived = self.came(self.arrive(here, there))
            found = self._steps[here, there, came] = self.cost(here, there, came), arrived
        return found

    def _across_country(self, here: int, there: int) -> int | None:
        cost = self.costs.terrain(board().terrain[there])
        if cost is None or (here, there) not in escarpments():
            return cost
        return None if self.costs.escarpment is None else cost + self.costs.escarpment

    def arrive(self, here: int, there: int) -> int:
        """The node of a hex entered by this step."""
        by_line = (here, there) in road_sides() or (here, there) in track_sides()
        return self.node(there, here) if by_line else there

    def _edges(self, node: int) -> tuple[tuple[int, int, int], ...]:
        here, came = self.hexes[node], self.came(node)
        steps = ((there, self.cost(here, there, came)) for there in board().adjacent[here])
        return tuple((self.arrive(here, there), there, cost) for there, cost in steps if cost is not None)


@cache
def regular_routes() -> Routes:
    """[11.1.2]"""
    return Routes(regular_costs())


@cache
def transport_routes() -> Routes:
    """[11.1.3]"""
    return Routes(transport_costs())


class SupplyGraph(Graph):
    """[8.1] The ways of regular units read backwards: from what supplies to whom it may supply, at the cost of going
    the other way. A line may end in a hex by any road, so that `ends` names one node for all its arrivals."""

    def __init__(self, routes: Routes) -> None:
        hexes = [*routes.hexes, *sorted(unconnected_hexes())]
        edges: list[list[tuple[int, int, int, int]]] = [[] for _ in hexes]
        for node, each in enumerate(routes.edges):
            for target, _, cost in each:
                edges[target].append((node, routes.hexes[node], cost, 0))
        self.ends = {hexes[node]: node for node in range(len(routes.hexes), len(hexes))}
        for node, hexagon in enumerate(routes.hexes):
            if hexagon in self.ends:
                edges[self.ends[hexagon]] += edges[node]
        super().__init__(hexes, edges)

    def end(self, hexagon: int) -> int:
        return self.ends.get(hexagon, hexagon)


@cache
def supply_graph() -> SupplyGraph:
    """[8.1]"""
    return SupplyGraph(regular_routes())


def prepare_routes() -> None:
    """Those that units of every game take, and the lines of their supply."""
    regular_routes()
    transport_routes()
    supply_graph()
