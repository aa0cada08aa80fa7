"""[9.0, 9.2, 8.0] What a step costs by the Terrain Effects Chart, and the flood that adds steps up.

Movement is counted in half points, because a road costs half a point a hex.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType

from sandtable.games.tobruk.map import (
    ESCARPMENT,
    FORTIFICATION,
    ROAD,
    TRAIL,
    board,
    escarpment,
    fort_owner,
    into_fort,
    road,
    road_steps,
    terrain,
    trail,
    trail_steps,
)
from sandtable.games.tobruk.pieces.tables import HALVES, hex_effect, hexside_effect, limits, rate

# A step to a hex: its cost, and its cost where the road rate is denied [8.0].
Step = tuple[int, int, int]
Prices = Mapping[tuple[int, int], tuple[int, int]]  # both costs of single steps
FAR = 1 << 10  # half points: more than any step costs


def leaving_zone() -> int:
    """[8.0] What it costs more to leave a hex in an enemy zone."""
    return limits().leaving_zone * HALVES


@cache
def steps(side: str, motorised: bool) -> tuple[tuple[Step, ...], ...]:
    """For each hex the steps out of it, as this class of this side's units pays for them."""
    return tuple(
        tuple(
            (there, cost(side, motorised, here, there, road(here, there)), cost(side, motorised, here, there, False))
            for there in board().adjacent[here]
        )
        for here in range(len(board()))
    )


@cache
def prices(side: str, motorised: bool) -> Prices:
    """The same for a single step: its cost, and its cost where the road rate is denied."""
    return MappingProxyType(
        {
            (here, there): (by_road, plain)
            for here, out in enumerate(steps(side, motorised))
            for there, by_road, plain in out
        }
    )


def cost(side: str, motorised: bool, here: int, there: int, by_road: bool) -> int:
    """[9.0, 9.2] Along a road or trail its rate, otherwise the hex and what the hexside adds.

    A road whose rate may not be used serves as a trail."""
    if by_road:
        return _points(rate(ROAD).cost(motorised))
    if road(here, there) or trail(here, there):
        return _points(rate(TRAIL).cost(motorised))
    points = _points(hex_effect(terrain(there)).cost(motorised))
    if escarpment(here, there):
        points += _points(hexside_effect(ESCARPMENT).cost(motorised))
    if _bars(side, here, there):
        points += _points(hexside_effect(FORTIFICATION).cost(motorised))
    return points


def entry_cost(motorised: bool, hexagon: int, by_road: bool) -> int:
    """[4.0, 9.2] What the first hex on the map costs a reinforcement: it comes along the road that leads there, if
    any."""
    if by_road and hexagon in road_steps():
        return _points(rate(ROAD).cost(motorised))
    if hexagon in road_steps() or hexagon in trail_steps():
        return _points(rate(TRAIL).cost(motorised))
    return _points(hex_effect(terrain(hexagon)).cost(motorised))


def _bars(side: str, here: int, there: int) -> bool:
    """The owner of a fort crosses its fortifications free."""
    if into_fort(here, there):
        return fort_owner(there) != side
    return into_fort(there, here) and fort_owner(here) != side


def _points(points: int | None) -> int:
    if points is None:
        raise ValueError("the board lets nobody enter a hex that the chart closes")
    return points


Onward = Sequence[tuple[int, int]]  # to these hexes at this cost


class Ground:
    """The steps of one class of units out of every hex, and how to go on where no enemy is near: by the hex that one
    came from, the steps to hexes that are not had as cheaply from there."""

    def __init__(self, steps: Sequence[Sequence[Step]]) -> None:
        self.steps = steps
        prices = [{there: by_road for there, by_road, _ in each} for each in steps]
        self.onward: list[dict[int, Onward]] = [{} for _ in steps]
        for before, near in enumerate(prices):
            for here, price in near.items():
                self.onward[here][before] = tuple(
                    (there, more)
                    for there, more in prices[here].items()
                    if there != before and near.get(there, FAR) > price + more
                )


@cache
def ground(side: str, motorised: bool) -> Ground:
    return Ground(steps(side, motorised))


@cache
def hex_ground() -> Ground:
    """[9.4] Steps that are counted by hexes, whatever the ground."""
    return Ground([[(there, 1, 1) for there in near] for near in board().adjacent])


class Reach:
    """Where a unit can go: for every hex the cheapest way there."""

    def __init__(
        self, start: int, hexes: tuple[int, ...], spent: bytearray, came: array[int], granted: bool = False
    ) -> None:
        self.start, self.hexes = start, hexes
        self.granted = granted  # some of them only as the one hex that may be had whatever it costs [9.1]
        self._spent, self._came = spent, came

    def __contains__(self, hexagon: int) -> bool:
        return self._came[hexagon] >= 0

    def __iter__(self) -> Iterator[int]:
        return iter(self.hexes)

    def __len__(self) -> int:
        return len(self.hexes)

    def among(self, hexes: Iterable[int]) -> frozenset[int]:
        """Those of these that can be reached."""
        came = self._came
        return frozenset([hexagon for hexagon in hexes if came[hexagon] >= 0])

    def points(self, hexagon: int) -> int:
        """In half points, of this reach."""
        return self._spent[hexagon]

    def path(self, hexagon: int) -> tuple[int, ...]:
        """The hexes from the start to this one, both included."""
        way = [hexagon]
        while way[-1] != self.start:
            way.append(self._came[way[-1]])
        return tuple(reversed(way))


def flood(
    ground: Ground,
    start: int,
    points: int,
    zone: Sequence[int],
    held: Collection[int],
    near: Collection[int],
    leaving: int,
    least: bool,
) -> Reach:
    """[8.0, 9.0, 9.1] Every hex that can be reached with so many half points. Enemy-held hexes are never entered, a
    zone ends the move and denies the road rate, and `leaving` one costs more; `near` are all hexes from which a step
    may lead to either. `least`: one hex is granted whatever it costs [9.1]."""
    out, onward = ground.steps, ground.onward
    size, beyond = len(out), points + 1
    spent = bytearray((beyond,)) * size  # what is no cheaper is out of reach
    came = array("h", (-1,)) * size  # one lump, which nobody goes through to find garbage
    for hexagon in held:
        spent[hexagon] = 0
    spent[start] = 0
    buckets: list[list[int]] = [[] for _ in range(beyond)]
    dear: list[int] = []
    for there, by_road, plain in out[start]:
        after = plain + leaving if zone[start] else plain if zone[there] else by_road
        if spent[there] == 0:
            continue
        if after <= points:
            spent[there], came[there] = after, start
            buckets[after].append(there)
        elif least:
            dear.append(there)
    ends: list[int] = []
    for now, bucket in enumerate(buckets[:-1]):
        for here in bucket:
            if spent[here] != now:
                continue  # a cheaper way was found since
            ends.append(here)
            if here in near:
                if zone[here]:
                    continue
                for there, by_road, plain in out[here]:
                    after = now + (plain if zone[there] else by_road)
                    if after < spent[there]:
                        spent[there], came[there] = after, here
                        buckets[after].append(there)
                continue
            for there, price in onward[here][came[here]]:
                after = now + price
                if after < spent[there]:
                    spent[there], came[there] = after, here
                    buckets[after].append(there)
    ends += [here for here in buckets[-1] if spent[here] == points]  # with nothing left to go on
    granted = [there for there in dear if came[there] < 0]
    for there in granted:
        spent[there], came[there] = points, start
    return Reach(start, (*ends, *granted), spent, came, bool(granted))
