"""[16.3] Where the lines of one side may go, and the two portions of a Line of Supply: overland, then by road."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Set
from functools import cache

from sandtable.games.north_africa_41.map import board, desert, edge, escarpment, is_road, jebel, road_edge, roads
from sandtable.games.north_africa_41.pieces.tables import limits, terrain

INTO_BOX = 1  # [6.3.3] hexes that an Overland Portion counts for entering the box beside the map
DESERT_ROW = terrain("trackless_desert").consecutive  # [16.3.2] Trackless Desert hexes entered in a row
NO, YES = 1, 2
_NOWHERE: tuple[int, ...] = ()
_Way = tuple[int, "_Way | None"]  # a node and the way there


class Ground:
    """[16.3.2, 16.3.3] Where the lines of one side may go."""

    def __init__(
        self, closed: frozenset[int], full: frozenset[int], limited: frozenset[int], overlapping: frozenset[int]
    ) -> None:
        self.barred = closed | full  # to an Overland Portion beyond its first hex
        self.first_barred = closed | overlapping  # to the first hex of an Overland Portion
        self.road_barred = closed | full | limited  # to the Road Portion
        self._served: dict[tuple[frozenset[int], int | None], Served] = {}
        self._chains: dict[tuple[frozenset[int], int | None, frozenset[int]], frozenset[int]] = {}
        self._reaches: dict[tuple[int, int], dict[int, int]] = {}

    def served(self, goals: frozenset[int], box: int | None = None) -> Served:
        """The hexes from which a line leads to one of the goals, or off the map into a box."""
        key = goals, box
        if key not in self._served:
            self._served[key] = Served(self, self._ends(goals, box))
        return self._served[key]

    def chained(self, goals: frozenset[int], box: int | None, links: frozenset[int]) -> frozenset[int]:
        """[16.3.4] The MSUs among the links from which a line leads to a goal, straight or by other MSUs."""
        key = goals, box, links
        if key not in self._chains:
            self._chains[key] = self._chain(goals, box, links)
        return self._chains[key]

    def _chain(self, goals: frozenset[int], box: int | None, links: frozenset[int]) -> frozenset[int]:
        joined = frozenset[int]()
        while True:
            served = self.served(goals | joined, box)
            more = frozenset(at for at in links if at in served)
            if more == joined:
                return joined
            joined = more

    def _ends(self, goals: frozenset[int], box: int | None) -> dict[int, int]:
        """[16.3.1] Where an Overland Portion may end, with what it still has to count there: at the goals, beside the
        box, or on any road that leads to them."""
        ends: dict[int, int] = {}
        if box is not None:
            ends.update(dict.fromkeys(edge(board().name(box)), INTO_BOX))
        ends.update(dict.fromkeys(self._roads_to(goals if box is None else goals | road_edge(board().name(box))), 0))
        return ends

    def _roads_to(self, goals: Collection[int]) -> set[int]:
        """[16.3.3] The hexes from which open road leads to a goal, the goals among them."""
        found, waiting = set(goals), list(goals)
        network, barred = roads(), self.road_barred
        while waiting:
            here = waiting.pop()
            if here in barred:
                continue
            for there in network.get(here, _NOWHERE):
                if there not in found:
                    found.add(there)
                    waiting.append(there)
        return found

    def line(self, start: int, goals: frozenset[int], box: int | None = None) -> tuple[int, ...] | None:
        """[16.3.1] A line from a hex to a goal or to the edge of a box, hex by hex."""
        served = self.served(goals, box)
        way = served.way(start)
        if way is None:
            return None
        last = way[-1]
        if served.ends[last] == INTO_BOX:
            return way
        aims = goals if box is None else goals | road_edge(board().name(box))
        came, waiting = {last: last}, [last]
        for here in waiting:
            if here in aims:
                road = [here]
                while road[-1] != last:
                    road.append(came[road[-1]])
                return (*way, *reversed(road[:-1]))
            for onward in roads().get(here, _NOWHERE):
                if onward not in came and onward not in self.road_barred:
                    came[onward] = here
                    waiting.append(onward)
        return None

    def overland(self, start: int, limit: int) -> dict[int, int]:
        """[16.3.2] The hexes an Overland Portion from a unit reaches, with what it counts to each."""
        key = start, limit
        if key not in self._reaches:
            found: dict[int, int] = {}
            for hexagon, count, _ in self._walk(start, limit):
                found.setdefault(hexagon, count)
            self._reaches[key] = found
        return self._reaches[key]

    def way(self, start: int, ends: Mapping[int, int], limit: int) -> tuple[int, ...] | None:
        """[16.3.2] An Overland Portion from a unit to one of these ends, hex by hex."""
        for hexagon, count, way in self._walk(start, limit):
            if hexagon in ends and count + ends[hexagon] <= limit:
                return _hexes(way)
        return None

    def _walk(self, start: int, limit: int) -> Iterator[tuple[int, int, _Way]]:
        """Flood from a unit in the order of the count. A node is a hex with the Desert hexes entered in a row."""
        origin: _Way = (3 * start, None)
        yield start, 0, origin
        rings: list[list[_Way]] = [[] for _ in range(limit + 1)]
        rings[0].append(origin)
        taken: set[int] = set()
        every_hex = _every_hex()
        for count, ring in enumerate(rings):
            for way in ring:  # no step is free, so that a ring is complete when it is read
                node = way[0]
                if node in taken:
                    continue
                taken.add(node)
                here, run = every_hex[node // 3], node % 3
                if count:
                    yield here, count, way
                barred = self.barred if count else self.first_barred
                for there, length, sandy, cliff in overland_steps()[here]:
                    # [16.3.2] cliffs are crossed off the road only by a unit next to them
                    if there in barred or (cliff and count):
                        continue
                    row = run + 1 if sandy else 0
                    if row > DESERT_ROW or count + length > limit:
                        continue
                    onward = 3 * there + row
                    if onward not in taken:
                        rings[count + length].append((onward, way))


class Served(Set[int]):
    """The hexes from which a line leads to an end; each is worked out when it is first asked for."""

    def __init__(self, ground: Ground, ends: Mapping[int, int]) -> None:
        self._ground, self.ends = ground, ends
        self._known = bytearray(len(board()))  # of each hex whether it is one, or nothing yet

    def __contains__(self, hexagon: object) -> bool:
        if not isinstance(hexagon, int) or hexagon < 0:
            return False
        if not self._known[hexagon]:
            leads = self.ends.get(hexagon, 1) == 0 or self.way(hexagon) is not None
            self._known[hexagon] = YES if leads else NO
        return self._known[hexagon] == YES

    def way(self, hexagon: int) -> tuple[int, ...] | None:
        """The Overland Portion of a line from a hex."""
        return self._ground.way(hexagon, self.ends, limits().overland)

    def __iter__(self) -> Iterator[int]:
        return (hexagon for hexagon, playable in enumerate(board().playable) if playable and hexagon in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _hexes(way: _Way | None) -> tuple[int, ...]:
    found: list[int] = []
    while way is not None:
        found.append(way[0] // 3)
        way = way[1]
    return tuple(reversed(found))


@cache
def _every_hex() -> tuple[int, ...]:
    """Each as one object: lines are remembered by the thousand, and name the same hexes again and again."""
    return tuple(range(len(board())))


@cache
def overland_steps() -> tuple[tuple[tuple[int, int, bool, bool], ...], ...]:
    """[16.3.2] For every hex its neighbours: what each counts, whether it is Desert, whether a cliff lies between."""
    return tuple(
        tuple(
            (there, _length(here, there), there in desert(), escarpment(here, there) and not is_road(here, there))
            for there in nearby
        )
        for here, nearby in enumerate(board().adjacent)
    )


def _length(here: int, there: int) -> int:
    if is_road(here, there):
        return 1
    return terrain("jebel").overland if there in jebel() else 1
