"""[5.2, 5.5, 5.7, 6.3.3] The map as graphs of ways to move, in parts of a Movement Point or in hexes.

A desert hex is three nodes: one for a unit that begins there, one for a unit that entered it as the first desert hex in
a row and one as the second, from which none leads on. Tripoli and the Nile Delta are nodes beside the map edge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Literal, NamedTuple, get_args

from sandtable.core.fields import Graph
from sandtable.games.north_africa_41.map import (
    board,
    climbs_ridge,
    desert,
    edge,
    enters_perimeter,
    escarpment,
    highway,
    is_highway,
    is_road,
    road_edge,
    roads,
)
from sandtable.games.north_africa_41.pieces.tables import (
    POINT,
    Ground,
    Hexside,
    Mobility,
    hexside_cost,
    limits,
    road_cost,
)
from sandtable.games.north_africa_41.pieces.tables import terrain as terrain_effects
from sandtable.games.north_africa_41.state import DELTA, TRIPOLI

Gait = Literal["foot", "mechanised", "vehicle"]  # [2.3.3] vehicles are mechanised and mind the Tobruk Perimeter
BOXES = (TRIPOLI, DELTA)  # [6.3.3] those beside the map
GROUNDS: Mapping[str, Ground] = {ground: ground for ground in get_args(Ground)}


class Routes:
    """A graph of steps for one kind of mover, and the node from which a mover begins."""

    def __init__(self, gait: Gait, price: Callable[[int, int], int | None]) -> None:
        self.gait, self.price = gait, price
        self.hexes, self._first, self._second, self._boxes = _nodes()
        self.graph = Graph(self.hexes, [list(self._edges(node)) for node in range(len(self.hexes))])

    def node(self, place: int, row: int = 0) -> int:
        """The node of a mover that has entered so many desert hexes in a row, or has not moved yet."""
        if place < 0:
            return self._boxes[place]
        return (place, self._first.get(place, place), self._second.get(place, place))[row]

    def _edges(self, node: int) -> Iterator[tuple[int, int, int, int]]:
        here = self.hexes[node]
        for there in steps_from(here):
            cost, target = self.price(here, there), self._arrive(node, there)
            if cost is not None and target is not None:
                yield target, there, cost, 0

    def _arrive(self, node: int, there: int) -> int | None:
        """[5.5] The node in which a step ends: never in a third desert hex."""
        if there < 0:
            return self._boxes[there]
        if there not in self._first:
            return there
        here = self.hexes[node]
        if node == self._second.get(here):
            return None
        return (self._second if node == self._first.get(here) else self._first)[there]


class _Nodes(NamedTuple):
    """The hex or box of every node, and the nodes of those that have one of their own."""

    hexes: tuple[int, ...]
    first: Mapping[int, int]  # [5.5] of a desert hex that is entered as the first in a row
    second: Mapping[int, int]
    boxes: Mapping[int, int]


@cache
def _nodes() -> _Nodes:
    """The same for all movers."""
    size, sands = len(board()), sorted(desert())
    return _Nodes(
        (*range(size), *sands, *sands, *BOXES),
        {at: size + i for i, at in enumerate(sands)},
        {at: size + len(sands) + i for i, at in enumerate(sands)},
        {at: size + 2 * len(sands) + i for i, at in enumerate(BOXES)},
    )


@cache
def steps_from(place: int) -> tuple[int, ...]:
    """[5.6, 6.3.3] The hexes next to a hex or box, and the box next to a hex at the edge: no other way off the map."""
    if place < 0:
        return tuple(sorted(edge(board().name(place)))) if place in BOXES else ()
    beside = [box for box in BOXES if place in edge(board().name(box))]
    return (*board().adjacent[place], *beside) if beside else board().adjacent[place]


@lru_cache(maxsize=8192)  # of some hundred thousand: enough for where pieces go, and soon full
def step_cost(gait: Gait, here: int, there: int) -> int | None:
    """[5.1, 5.2.1, 5.7, 6.3.3] Parts of a Movement Point for a step to a neighbour, None where one may not go."""
    mobility: Mobility = "foot" if gait == "foot" else "mechanised"
    if there < 0:
        return limits().box_entry * POINT
    if here < 0:
        if gait == "foot":
            return None  # [6.3.4] without a Truck
        on_road = there in road_edge(board().name(here))
        return road_cost("highway", mobility) if on_road else _ground_cost(mobility, there)
    if is_highway(here, there):
        return road_cost("highway", mobility)
    if is_road(here, there):
        return road_cost("track", mobility)
    sides = [hexside_cost(each, mobility, gait == "vehicle") for each in _hexsides(here, there)]
    return None if None in sides else _ground_cost(mobility, there) + sum(cost for cost in sides if cost is not None)


def tactical_cost(gait: Gait, here: int, there: int) -> int | None:
    """[5.4] Each hex and box counts one, wherever one may go at all."""
    return None if step_cost(gait, here, there) is None else 1


def _ground_cost(mobility: Mobility, there: int) -> int:
    return terrain_effects(GROUNDS[board().terrain[there]]).cost(mobility)


def _hexsides(here: int, there: int) -> Iterator[Hexside]:
    """What a step off the road crosses and pays for; a ridge is paid for on the way up, the perimeter inwards."""
    if escarpment(here, there):
        yield "escarpment"
    if climbs_ridge(here, there):
        yield "ridge"
    if enters_perimeter(here, there):
        yield "perimeter"


@cache
def march_routes(gait: Gait) -> Routes:
    """[5.1] Movement by Movement Points."""
    return Routes(gait, lambda here, there: step_cost(gait, here, there))


@cache
def tactical_routes(gait: Gait) -> Routes:
    """[5.4]"""
    return Routes(gait, lambda here, there: tactical_cost(gait, here, there))


@cache
def bonus_routes(on_highway: bool) -> Routes:
    """[5.2.2] The hexes of a road counted one by one, for units on foot: highways alone, or all roads."""
    line = highway() if on_highway else roads()
    return Routes("foot", lambda here, there: 1 if there in line.get(here, ()) else None)


def prepare_routes() -> None:
    """Those that units of every game take."""
    gaits: tuple[Gait, ...] = get_args(Gait)
    for gait in gaits:
        march_routes(gait)
        tactical_routes(gait)
    for on_highway in (True, False):
        bonus_routes(on_highway)
