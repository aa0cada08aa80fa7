"""The way to one hex, found without the flood that would find the ways to all of them.

What it takes at least from hex to hex, whoever stands in between, hangs on the map alone: it is worked out once, tells
how many hexes a piece could reach at most, and keeps a search for one of them from looking where it cannot be.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import TypeAlias

from sandtable.core.board import Board
from sandtable.core.fields import Going, Graph, numbers

Steps: TypeAlias = Sequence[Sequence[tuple[int, int]]]  # by hex: the hexes next to it, and what a step there takes

FAR = 255  # as far as a byte can tell: nobody goes there in one move


class Afar:
    """What it takes at least from one hex to all others, or from all others to that one: worked out as far as somebody
    has asked."""

    __slots__ = ("_ends", "_order", "_rings", "_steps", "_working", "costs")

    def __init__(self, steps: Steps, start: int) -> None:
        self.costs = bytearray((FAR,)) * len(steps)  # by hex; those that cost more than was asked for may cost less
        self.costs[start] = 0
        self._steps = steps
        self._rings: dict[int, list[int]] = {0: [start]}  # the hexes that wait, by cost
        self._order = array("H")  # those that do not, the nearest first
        self._ends: list[int] = []  # by cost: how many of them cost no more
        self._working = Lock()  # players at several tables ask for the same one

    def up_to(self, most: int) -> Sequence[int]:
        """The costs, once all that are no higher than this are known."""
        if len(self._ends) <= most:
            with self._working:
                while len(self._ends) <= most:
                    self._next_ring()
        return self.costs

    def within(self, most: int) -> int:
        """How many hexes cost no more than this, the first one included."""
        if len(self._ends) <= most:
            self.up_to(most)
        return self._ends[most] if most >= 0 else 0

    def nearest(self, count: int) -> Sequence[int]:
        """The nearest but for the first one, once so many are known."""
        return self._order[1:count]

    def _next_ring(self) -> None:
        now, rings, costs, order = len(self._ends), self._rings, self.costs, self._order
        ring = rings.pop(now, [])
        for here in ring:  # grows while it is read where a step costs nothing
            if costs[here] < now:
                continue
            order.append(here)
            for there, cost in self._steps[here]:
                after = now + cost
                if after >= costs[there]:
                    continue
                costs[there] = after
                if cost == 0:
                    ring.append(there)
                elif after in rings:
                    rings[after].append(there)
                else:
                    rings[after] = [there]
        self._ends.append(len(order))


class Distances:
    """Between the hexes of a graph: in points where every step along a road is paid for by a road allowance, and in
    length of way. No unit, zone or toll makes any of them shorter."""

    def __init__(self, graph: Graph) -> None:
        size = max(graph.hexes) + 1
        points, lengths = _by_hex(graph, size, 1), _by_hex(graph, size, 2)
        self._onward = points, points if lengths == points else lengths
        back = _turned(points), _turned(lengths)
        self._back = self._onward if back == (points, lengths) else (back[0], back[0] if lengths == points else back[1])
        self._found: dict[tuple[bool, int], tuple[Afar, Afar]] = {}  # one for each hex of the map, or one each way
        self._most: dict[tuple[int, int, int], int] = {}  # one for each hex and what movers have left, a few thousand

    def beyond(self, start: int) -> tuple[Afar, Afar]:
        """From a hex to all others: points and length."""
        return self._from(self._onward, start)

    def before(self, goal: int) -> tuple[Afar, Afar]:
        """From all others to a hex: points and length."""
        return self._from(self._back, goal)

    def _from(self, steps: tuple[Steps, Steps], start: int) -> tuple[Afar, Afar]:
        key = steps is self._onward, start
        found = self._found.get(key)
        if found is None:
            points, lengths = steps
            by_points = Afar(points, start)
            found = self._found[key] = by_points, by_points if lengths is points else Afar(lengths, start)
        return found

    def most_ends(self, start: int, points: int, road: int) -> int:
        """As many hexes as can be reached at most with so many points and so much road."""
        most = self._most.get((start, points, road))
        if most is None:
            by_points, by_length = self.beyond(start)
            near = by_points.within(points)
            if by_length is not by_points:
                near = min(near, by_length.within(points + road))
            most = self._most[start, points, road] = max(0, near - 1)
        return most

    def ends(self, start: int, points: int, road: int) -> Sequence[int]:
        """Those hexes."""
        by_points, by_length = self.beyond(start)
        near, nearer = by_points.within(points), by_length.within(points + road)
        return by_points.nearest(near) if near <= nearer else by_length.nearest(nearer)


def _by_hex(graph: Graph, size: int, figure: int) -> Steps:
    """For every hex the hexes next to it and what a step there takes at least: the points or the length of edges."""
    least: list[dict[int, int]] = [{} for _ in range(size)]
    for here, edges in zip(graph.hexes, graph.with_road, strict=True):
        for edge in edges:
            there = graph.hexes[edge[0]]
            least[here][there] = min(least[here].get(there, FAR), edge[figure])
    return [sorted(each.items()) for each in least]


def _turned(steps: Steps) -> Steps:
    """The same from each hex to those from which one gets there."""
    back: list[list[tuple[int, int]]] = [[] for _ in steps]
    for here, each in enumerate(steps):
        for there, cost in each:
            back[there].append((here, cost))
    return back


def way(graph: Graph, distances: Distances, start: int, goal: int, going: Going) -> tuple[int, ...]:
    """The path that `fields.reach` has to this hex, from the start to it; empty if it has none. Without tolls."""
    home, points, road = graph.hexes[start], going.points, going.road
    if goal == home or goal in going.closed or goal in going.no_stop:
        return ()
    by_points, by_length = distances.before(goal)
    least = max(by_points.up_to(points)[home], by_length.up_to(points + road)[home] - road)
    if least > points:
        return ()
    # Most ways are hardly longer than they would be with nobody around: the more may be spent, the more is searched.
    slack = 0
    while True:
        most = min(least + slack, points)
        if road:
            found = _within(graph, by_points.costs, by_length.costs, start, goal, most, going)
        else:
            found = _within_on_foot(graph, by_length.costs, start, goal, most, going)
        if found or most == points:
            return found
        slack = 3 * slack + 1


def _within(
    graph: Graph,
    least: Sequence[int],
    shortest: Sequence[int],
    start: int,
    goal: int,
    points: int,
    going: Going,
) -> tuple[int, ...]:
    """The flood of `fields.reach` for so many of the points, less all that could no longer get to the goal with what is
    left. Such an arrival leads to none that could, and at its node it stands in the way of none that could, for they
    would have spent less."""
    hexes, with_road, on_foot, road = graph.hexes, graph.with_road, graph.on_foot, going.road
    closed, halting, first_barred, limit = going.closed, going.halting, going.first_barred, points + road
    never = limit + 1
    settled: dict[int, int] = {start: 0}  # by node the shortest way of those taken
    nodes, lengths, came = [start], [0], [-1]
    buckets: list[list[int]] = [[] for _ in range(points + 1)]
    buckets[0].append(0)
    best = -1
    for spent, bucket in enumerate(buckets):
        for arrival in bucket:  # grows while it is read: road steps cost no points
            node, length = nodes[arrival], lengths[arrival]
            if arrival:
                if length >= settled.get(node, never):
                    continue
                settled[node] = length
                if hexes[node] == goal:
                    if best < 0 or length < lengths[best]:
                        best = arrival
                    continue
            for target, cost, along in (with_road if length < spent + road else on_foot)[node]:
                after, there = spent + cost, hexes[target]
                if after + least[there] > points:
                    continue
                longer = length + along
                if longer + shortest[there] > limit or longer >= settled.get(target, never) or there in closed:
                    continue
                if (there != goal and halting[there]) or (not arrival and there in first_barred):
                    continue
                buckets[after].append(len(nodes))
                nodes.append(target)
                lengths.append(longer)
                came.append(arrival)
        if best >= 0:
            break
    found: list[int] = []
    while best >= 0:
        found.append(hexes[nodes[best]])
        best = came[best]
    return tuple(reversed(found))


def _within_on_foot(
    graph: Graph, least: Sequence[int], start: int, goal: int, points: int, going: Going
) -> tuple[int, ...]:
    """The same for movers without a road allowance: the points alone tell which arrival at a node is the best."""
    hexes, edges, closed, halting = graph.hexes, graph.on_foot, going.closed, going.halting
    never = points + 1
    cheapest = numbers(never, len(hexes))
    cheapest[start] = 0
    came = {start: -1}
    buckets: list[list[int]] = [[] for _ in range(never)]
    buckets[0].append(start)
    barred = going.first_barred
    for spent, bucket in enumerate(buckets):
        for node in bucket:  # grows while it is read where a step costs nothing
            if cheapest[node] < spent:
                continue
            if hexes[node] == goal:
                return _path(hexes, came, node)
            for target, cost, _ in edges[node]:
                after = spent + cost
                if after >= cheapest[target]:
                    continue
                there = hexes[target]
                if after + least[there] > points or there in closed or (node == start and there in barred):
                    continue
                if halting[there] and there != goal:
                    continue
                cheapest[target] = after
                came[target] = node
                buckets[after].append(target)
    return ()


def _path(hexes: Sequence[int], came: Mapping[int, int], node: int) -> tuple[int, ...]:
    """The hexes to a node from where the search began."""
    found: list[int] = []
    while node >= 0:
        found.append(hexes[node])
        node = came[node]
    return tuple(reversed(found))


def straight(board: Board, here: int, there: int) -> tuple[int, ...]:
    """A way by geometry alone, over land where that is no longer: the reason why it cannot be walked is what a player
    wants to know."""
    path = [here]
    while path[-1] != there:
        steps = [n for n in board.neighbours[path[-1]] if n >= 0 and n not in path]
        if not steps:  # some maps have gaps out at sea
            return here, there
        path.append(min(steps, key=lambda n: (board.distance(n, there), not board.playable[n])))
    return tuple(path)
