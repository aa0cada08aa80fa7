"""Fields over a board: movement reach, zones of control, lines of supply. Pure functions on flat sequences."""

from __future__ import annotations

import struct
from array import array
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from threading import Lock
from types import MappingProxyType
from typing import TypeAlias

from sandtable.core.values import Value

Edge: TypeAlias = tuple[int, int, int]  # a node, the points to it, the length of way


class Graph:
    """Movement over a board as one kind of piece sees it.

    A node is a hex together with whatever of the way there matters for going on (which road it came by, whether it
    has to stop). An edge is (node, its hex, points, road): the points every mover pays, and 1 more for a step along
    a road, which the road allowance pays first.
    """

    def __init__(self, hexes: Sequence[int], edges: Sequence[Sequence[tuple[int, int, int, int]]]) -> None:
        self.hexes, self.nodes = _nodes_by_hex(tuple(hexes))
        # A hex costs much the same from wherever it is entered: equal edges are one object, of which a map has few.
        same: dict[Edge, Edge] = {}
        # the edges as (node, points, length of way) for movers with road allowance left and without
        self.with_road = tuple(
            tuple(same.setdefault(edge := (n, cost, cost + along), edge) for n, _, cost, along in each)
            for each in edges
        )
        # and of both those that cost no points, for movers who have none left
        self.free_by_road = _free(self.with_road)
        self.on_foot, self.free_on_foot = self.with_road, self.free_by_road
        if any(along for each in edges for *_, along in each):  # without a road they are the same
            self.on_foot = tuple(
                tuple(same.setdefault(edge := (n, length, length), edge) for n, _, length in each)
                for each in self.with_road
            )
            self.free_on_foot = _free(self.on_foot)
        # by node the points that the cheapest step from there costs on foot: with fewer left nobody looks further
        self.least_on_foot = tuple([min([cost for _, cost, _ in each], default=0) for each in self.on_foot])
        self.most_at_least = max(self.least_on_foot, default=0)


def _free(edges: Sequence[Sequence[Edge]]) -> tuple[tuple[Edge, ...], ...]:
    return tuple(tuple(edge for edge in each if edge[1] == 0) for each in edges)


@lru_cache(maxsize=16)
def _nodes_by_hex(hexes: tuple[int, ...]) -> tuple[tuple[int, ...], Mapping[int, Sequence[int]]]:
    """The hexes of nodes and the nodes of hexes, which the movers of a game share."""
    nodes: dict[int, list[int]] = {}
    for node, hexagon in enumerate(hexes):
        nodes.setdefault(hexagon, []).append(node)
    return hexes, {hexagon: tuple(found) for hexagon, found in nodes.items()}


NO_TOLLS: Mapping[int, int] = MappingProxyType({})


class Going(Value, frozen=True, gc=False):
    """With how much one sets out and where one may go, by hexes."""

    points: int
    road: int  # the road allowance
    closed: Collection[int]  # never entered
    halting: Sequence[int]  # by hex: whether the move ends there
    first_barred: Collection[int] = ()  # not the first step
    no_stop: Collection[int] = ()  # passed, but not ended on
    # a step there, or away from there, costs so many points more than the terrain does
    entering: Mapping[int, int] = NO_TOLLS
    leaving: Mapping[int, int] = NO_TOLLS


class Reach:
    """Where one piece can go: for every hex the cheapest arrival, with the path there.

    Arrivals are numbers, and lists say of each its node, the points spent, the road left and the arrival it came from,
    -1 for the start: floods are remembered by the thousand, and a list of numbers is a single object.
    """

    __slots__ = ("_best", "_came", "_hexes", "_nodes", "_road", "_spent", "hexes")

    def __init__(
        self,
        best: dict[int, int],
        hexes: Sequence[int],
        nodes: Sequence[int] = (),
        spent: Sequence[int] = (),
        came: Sequence[int] | dict[int, int] = (),
        road: Sequence[int] = (),  # none where there is no road allowance
    ) -> None:
        self._best, self._hexes = best, hexes
        self._nodes, self._spent, self._came, self._road = nodes, spent, came, road
        self.hexes = tuple(best)

    def packed(self) -> Reach:
        """The same in less memory, for whoever remembers thousands of them."""
        came = self._came
        if isinstance(came, dict) or isinstance(self._spent, bytearray):
            return self  # which on foot it is already
        most = max(len(self._hexes), len(came), max(self._spent, default=0))
        nodes = self._nodes if isinstance(self._nodes, range) else _packed(self._nodes, most)
        road = _packed(self._road, most) if self._road else ()
        return Reach(self._best, self._hexes, nodes, _packed(self._spent, most), _packed(came, most), road)

    def __contains__(self, hexagon: int) -> bool:
        return hexagon in self._best

    def __iter__(self) -> Iterator[int]:
        return iter(self._best)

    def __len__(self) -> int:
        return len(self._best)

    def misses(self, hexes: Collection[int]) -> bool:
        """Whether none of these can be reached."""
        return self._best.keys().isdisjoint(hexes)

    def among(self, hexes: Set[int]) -> frozenset[int]:
        """Those of these that can be reached."""
        return frozenset(self._best.keys() & hexes)

    def node(self, hexagon: int) -> int:
        return self._nodes[self._best[hexagon]]

    def points(self, hexagon: int) -> int:
        return self._spent[self._best[hexagon]]

    def road_left(self, hexagon: int) -> int:
        return self._road[self._best[hexagon]] if self._road else 0

    def path(self, hexagon: int) -> tuple[int, ...]:
        """The hexes from the start to this one, both included."""
        return tuple(self._hexes[node] for node in self.nodes(hexagon))

    def nodes(self, hexagon: int) -> tuple[int, ...]:
        way: list[int] = []
        arrival = self._best[hexagon]
        while arrival >= 0:
            way.append(self._nodes[arrival])
            arrival = self._came[arrival]
        return tuple(reversed(way))


SMALL = 1 << 15  # numbers below it take two bytes


def _packed(numbers: Sequence[int], most: int) -> array[int]:
    """Numbers of which none is larger."""
    kind = "h" if most < SMALL else "i"
    return array(kind, struct.pack(f"{len(numbers)}{kind}", *numbers))  # which is quicker than from a list itself


class PlainReach(Reach):
    """The same where a hex is its own node and there are no roads: for every hex the points spent and the hex it was
    entered from."""

    __slots__ = ("_start",)

    def __init__(self, start: int, spent: dict[int, int], came: dict[int, int]) -> None:
        super().__init__(spent, (), came=came)
        self._start = start

    def within(self, points: int) -> PlainReach:
        """As far as so many points lead of those that were spent."""
        best = {hexagon: spent for hexagon, spent in self._best.items() if spent <= points}
        came = self._came
        assert isinstance(came, dict)
        return PlainReach(self._start, best, came)

    def node(self, hexagon: int) -> int:
        return hexagon

    def points(self, hexagon: int) -> int:
        return self._best[hexagon]

    def path(self, hexagon: int) -> tuple[int, ...]:
        came, start, way = self._came, self._start, [hexagon]
        while hexagon != start:
            hexagon = came[hexagon]
            way.append(hexagon)
        return tuple(reversed(way))

    nodes = path


def reach(graph: Graph, start: int, going: Going) -> Reach:
    """Flood from a node by points spent."""
    if not going.road:
        return _reach_on_foot(graph, start, going)
    # One arrival is no worse than another when it spent no more points and came no longer a way, as points pay what a
    # road allowance pays. They are taken in the order of points; `settled` is the shortest way of those taken. A way is
    # what was spent of both, the points and the road.
    hexes, points, road, halting = graph.hexes, going.points, going.road, going.halting
    entering, leaving = going.entering, going.leaving
    best: dict[int, int] = {}
    never = points + 1
    settled = numbers(never + road, len(hexes))
    queued_points, queued_way = settled[:], settled[:]
    for hexagon in going.closed:
        for node in graph.nodes.get(hexagon, ()):
            settled[node] = 0
    tolls = bool(entering or leaving)
    barred = {node for hexagon in going.first_barred for node in graph.nodes.get(hexagon, ())}
    nodes, spents, lefts, came = [start], [0], [road], [-1]
    settled[start] = never + road
    buckets: list[list[int]] = [[] for _ in range(never)]
    buckets[0].append(0)
    with_road, on_foot = graph.with_road, graph.on_foot
    for spent, bucket in enumerate(buckets):
        if spent == points:
            with_road, on_foot = graph.free_by_road, graph.free_on_foot
        for arrival in bucket:  # grows while it is read: road steps cost no points
            node, left = nodes[arrival], lefts[arrival]
            way = spent + road - left
            if way >= settled[node]:
                continue
            settled[node] = way
            hexagon = hexes[node]
            rival = best.get(hexagon)
            if rival is None or (spents[rival] == spent and left > lefts[rival]):
                best[hexagon] = arrival
            if arrival and halting[hexagon]:
                continue
            for target, cost, length in (with_road if left else on_foot)[node]:
                longer = way + length
                if longer >= settled[target]:
                    continue
                after = spent + cost
                if tolls:
                    toll = entering.get(hexes[target], 0) + leaving.get(hexagon, 0)
                    after, longer = after + toll, longer + toll
                    if longer >= settled[target]:
                        continue
                if after > points or (queued_points[target] <= after and queued_way[target] <= longer):
                    continue
                if not arrival and target in barred:
                    continue
                queued_points[target], queued_way[target] = after, longer
                buckets[after].append(len(nodes))
                nodes.append(target)
                spents.append(after)
                lefts.append(after + road - longer)
                came.append(arrival)
    best.pop(hexes[start], None)
    for hexagon in going.no_stop:
        best.pop(hexagon, None)
    return Reach(best, hexes, nodes, spents, came, lefts)


def numbers(most: int, count: int) -> bytearray | list[int]:
    """So many times the same number, of which none is larger: bytes where they will do, which are filled at once."""
    return bytearray((most,)) * count if most < 1 << 8 else [most] * count


def _reach_on_foot(graph: Graph, start: int, going: Going) -> Reach:
    """The same for movers without a road allowance: the points alone tell which arrival at a node is the best, so that
    the node is its number."""
    hexes, nodes, points, halting = graph.hexes, graph.nodes, going.points, going.halting
    entering, leaving = going.entering, going.leaving
    cheapest = numbers(points + 1, len(hexes))
    for hexagon in going.closed:
        for node in nodes.get(hexagon, ()):
            cheapest[node] = 0
    cheapest[start] = 0
    # One lump of memory, which the collector of garbage does not go through.
    came = array("h" if len(hexes) < SMALL else "i", (start,)) * len(hexes)
    came[start] = -1
    best: dict[int, int] = {}
    buckets: list[list[int]] = [[] for _ in range(points + 1)]
    barred = {node for hexagon in going.first_barred for node in nodes.get(hexagon, ())}
    edges, least, late = graph.on_foot, graph.least_on_foot, points - graph.most_at_least
    tolled, slowed = bool(entering), bool(leaving)
    away = leaving.get(hexes[start], 0)
    for target, cost, _ in edges[start]:
        after = away + cost + entering.get(hexes[target], 0)
        if after < cheapest[target] and target not in barred:
            cheapest[target] = after
            buckets[after].append(target)
    for spent, bucket in enumerate(buckets):
        if spent == points:
            edges = graph.free_on_foot
        for node in bucket:  # grows while it is read where a step costs nothing
            if cheapest[node] < spent:
                continue
            hexagon = hexes[node]
            if hexagon not in best:
                best[hexagon] = node
            if halting[hexagon] or (spent > late and spent + least[node] > points):
                continue
            away = spent + leaving.get(hexagon, 0) if slowed else spent
            for target, cost, _ in edges[node]:
                after = away + cost
                if tolled:
                    after += entering.get(hexes[target], 0)
                if after < cheapest[target]:
                    cheapest[target] = after
                    came[target] = node
                    buckets[after].append(target)
    best.pop(hexes[start], None)
    for hexagon in going.no_stop:
        best.pop(hexagon, None)
    return Reach(best, hexes, range(len(hexes)), cheapest, came)


class Marked(Set[int]):
    """Hexes of a map, a byte for each that there is: as a set of its own a good part of a large map would take fifty
    times as much."""

    __slots__ = ("_marks",)

    def __init__(self, marks: bytes) -> None:
        self._marks = marks

    def __contains__(self, hexagon: object) -> bool:
        return isinstance(hexagon, int) and 0 <= hexagon < len(self._marks) and self._marks[hexagon] == 1

    def __iter__(self) -> Iterator[int]:
        return (hexagon for hexagon, mark in enumerate(self._marks) if mark)

    def __len__(self) -> int:
        return self._marks.count(1)

    @classmethod
    def _from_iterable(cls, it: Iterable[int]) -> Set[int]:  # type: ignore[override]
        """What it has in common with others is a few."""
        return frozenset(it)


FAR = 1 << 20  # no way is as long


class Approach:
    """How far it is to a hex from those around it, and the next hex on the way: worked out from the goal outward, as
    far as somebody has asked. `entries` says from where a hex is entered and at what cost; no step is free."""

    def __init__(self, goal: int, size: int, entries: Callable[[int], Iterable[tuple[int, int]]]) -> None:
        self._entries = entries
        self._cost, self._ahead = array("i", [FAR]) * size, array("i", [goal]) * size
        self._cost[goal] = 0
        self._rings: dict[int, list[int]] = {0: [goal]}
        self._now = 0  # what costs no more is final
        self._last = 0  # nothing that waits costs more
        self._order: list[int] = []  # hexes as they are found, the nearest first
        self._ends: list[int] = []  # by cost: how many of them cost no more
        self._working = Lock()  # machines at several tables ask for the same one

    def cost(self, hexagon: int, most: int = FAR) -> int:
        """From a hex; something beyond `most` where it is farther than that."""
        found = self._cost[hexagon]
        if found > self._now <= most:
            self._go_on(hexagon, most)
            found = self._cost[hexagon]
        return found

    def ahead(self, hexagon: int) -> int:
        if self._cost[hexagon] > self._now:
            self._go_on(hexagon, FAR)
        return self._ahead[hexagon]

    def way(self, hexagon: int) -> tuple[int, ...]:
        """The hexes from one of which the cost is known to the goal, without the first."""
        found: list[int] = []
        while self._cost[hexagon]:
            hexagon = self._ahead[hexagon]
            found.append(hexagon)
        return tuple(found)

    def costs(self, most: int) -> Sequence[int]:
        """Of all hexes; those beyond `most` may cost less than it says."""
        if self._now < most:
            with self._working:
                while self._now < most and self._now <= self._last:
                    self._next_ring()
        return self._cost

    def within(self, most: int) -> Sequence[int]:
        """The hexes from which it costs no more than that."""
        self.costs(most + 1)
        return self._order[: self._ends[min(most, len(self._ends) - 1)]]

    def _go_on(self, hexagon: int, most: int) -> None:
        with self._working:
            while self._now < self._cost[hexagon] and self._now <= min(self._last, most):
                self._next_ring()

    def _next_ring(self) -> None:
        """All that waits at the cost reached so far."""
        now, last, cost, ahead, rings = self._now, self._last, self._cost, self._ahead, self._rings
        for here in rings.pop(now, ()):
            if cost[here] < now:
                continue
            self._order.append(here)
            for behind, step in self._entries(here):
                after = now + step
                if after >= cost[behind]:
                    continue
                cost[behind], ahead[behind] = after, here
                if after in rings:
                    rings[after].append(behind)
                else:
                    rings[after] = [behind]
                if after > last:
                    last = after
        self._ends.append(len(self._order))
        self._last, self._now = last, now + 1


def zones(adjacent: Sequence[Sequence[int]], occupied: Iterable[int], immune: Collection[int] = ()) -> bytearray:
    """How many occupied hexes hold each hex in their zone; `immune` hexes neither exert nor feel one."""
    field = bytearray(len(adjacent))
    for hexagon in occupied:
        if hexagon in immune:
            continue
        for there in adjacent[hexagon]:
            if there not in immune:
                field[there] += 1
    return field


def trace(
    adjacent: Sequence[Sequence[int]],
    start: int,
    goals: Collection[int] | Mapping[int, object],
    closed: Sequence[int],
    limit: int | None = None,
) -> tuple[int, ...] | None:
    """A shortest line from a hex to any goal through open hexes, both ends included; the start may be closed."""
    if start in goals:
        return (start,)
    came: dict[int, int] = {start: start}
    frontier: deque[tuple[int, int]] = deque([(start, 0)])
    while frontier:
        here, length = frontier.popleft()
        if limit is not None and length >= limit:
            continue
        for there in adjacent[here]:
            if there in came or closed[there]:
                continue
            came[there] = here
            if there in goals:
                line = [there]
                while line[-1] != start:
                    line.append(came[line[-1]])
                return tuple(reversed(line))
            frontier.append((there, length + 1))
    return None


def spread(
    adjacent: Sequence[Sequence[int]], starts: Iterable[int], closed: Sequence[int], limit: int | None = None
) -> dict[int, int]:
    """Every hex that a line from one of the starts reaches, with its length. Starts in closed hexes count as reached
    but lead nowhere."""
    distance: dict[int, int] = {}
    frontier: deque[int] = deque()
    for start in starts:
        if start not in distance:
            distance[start] = 0
            if not closed[start]:
                frontier.append(start)
    while frontier:
        here = frontier.popleft()
        length = distance[here] + 1
        if limit is not None and length > limit:
            continue
        for there in adjacent[here]:
            if there not in distance:
                distance[there] = length
                if not closed[there]:
                    frontier.append(there)
    return distance


def rings(adjacent: Sequence[Sequence[int]], starts: Iterable[int], closed: Sequence[int]) -> Iterator[Set[int]]:
    """The hexes of `spread` by their length, the nearest first, for whoever has seen enough before the last of them."""
    ring, seen = set(starts), set[int]()
    while ring:
        yield ring
        seen |= ring
        ring = set[int]().union(*[adjacent[here] for here in ring if not closed[here]]) - seen
