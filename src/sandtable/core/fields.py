"""Fields over a board: movement reach, zones of control, lines of supply. Pure functions on flat sequences."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from sandtable.core.values import Value


class Graph(Value, frozen=True):
    """Movement over a board as one kind of piece sees it.

    A node is a hex together with whatever of the way there matters for going on (which road it came by, whether it
    has to stop). An edge is (node, its hex, points, road): the points every mover pays, and 1 more for a step along
    a road, which the road allowance pays first.
    """

    hexes: tuple[int, ...]  # node -> hex
    edges: tuple[tuple[tuple[int, int, int, int], ...], ...]


class Reach:
    """Where one piece can go: for every hex the cheapest arrival, with the path there; of equally cheap ones that
    which spares most of the road allowance."""

    def __init__(self, labels: list[tuple[int, int, int, int]], best: dict[int, int], hexes: Sequence[int]) -> None:
        self._labels = labels  # (node, points, road left, parent label)
        self._best = best  # hex -> label
        self._hexes = hexes

    def __contains__(self, hexagon: int) -> bool:
        return hexagon in self._best

    def __iter__(self) -> Iterator[int]:
        return iter(self._best)

    def __len__(self) -> int:
        return len(self._best)

    @property
    def hexes(self) -> Collection[int]:
        return self._best.keys()

    def node(self, hexagon: int) -> int:
        return self._labels[self._best[hexagon]][0]

    def points(self, hexagon: int) -> int:
        return self._labels[self._best[hexagon]][1]

    def road_left(self, hexagon: int) -> int:
        return self._labels[self._best[hexagon]][2]

    def path(self, hexagon: int) -> tuple[int, ...]:
        """The hexes from the start to this one, both included."""
        return tuple(self._hexes[node] for node in self.nodes(hexagon))

    def nodes(self, hexagon: int) -> tuple[int, ...]:
        way, label = [], self._best[hexagon]
        while label >= 0:
            way.append(self._labels[label][0])
            label = self._labels[label][3]
        return tuple(reversed(way))


def reach(
    graph: Graph,
    start: int,
    points: int,
    road: int,
    closed: Sequence[int],
    halting: Sequence[int],
    first_barred: Collection[int] = (),
    no_stop: Collection[int] = (),
) -> Reach:
    """Flood from a node by points spent. `closed` hexes are never entered, `halting` ones end the move,
    `first_barred` ones may not be the first step, `no_stop` ones are passed but not ended on."""
    # One arrival is no worse than another when it spent no more points and took no longer a way, for points pay what a
    # road allowance pays. `way` counts that length: points less road left.
    hexes, edges = graph.hexes, graph.edges
    labels: list[tuple[int, int, int, int]] = [(start, 0, road, -1)]
    best: dict[int, int] = {}
    never = points + 1
    settled = [never] * len(hexes)  # shortest way of any label taken from the queue, points ascending
    queued_points, queued_way = settled[:], settled[:]
    buckets: list[list[int]] = [[] for _ in range(never)]
    buckets[0].append(0)
    first = True
    for spent, bucket in enumerate(buckets):
        for label in bucket:  # grows while it is read: road steps cost no points
            node, _, left, _ = labels[label]
            way = spent - left
            if way >= settled[node]:
                continue
            settled[node] = way
            hexagon = hexes[node]
            if hexagon not in best:
                best[hexagon] = label
            if halting[hexagon] and not first:
                continue
            for target, there, cost, along in edges[node]:
                longer = way + cost + along
                if longer >= settled[target] or closed[there] or (first and there in first_barred):
                    continue
                after = spent + cost if along and left else spent + cost + along
                if after > points or (queued_points[target] <= after and queued_way[target] <= longer):
                    continue
                queued_points[target], queued_way[target] = after, longer
                buckets[after].append(len(labels))
                labels.append((target, after, after - longer, label))
            first = False
    best.pop(hexes[start], None)
    for hexagon in no_stop:
        best.pop(hexagon, None)
    return Reach(labels, best, hexes)


def zones(adjacent: Sequence[Sequence[int]], occupied: Iterable[int], immune: Collection[int] = ()) -> bytearray:
    """How many occupied hexes hold each hex in their zone; `immune` hexes neither cast nor feel one."""
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
