"""What the map says: how far it is, which ways a beaten stack has, how firmly Tobruk is shut in."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Sequence
from functools import cache, lru_cache

from sandtable.core import fields
from sandtable.games.tobruk.map import board, entries, fort_owner, perimeter, ports, road_steps, tobruk
from sandtable.games.tobruk.movement.routes import prices
from sandtable.games.tobruk.movement.supply import free_sources
from sandtable.games.tobruk.movement.zones import covered
from sandtable.games.tobruk.state import Tobruk, enemy_of

FAR = 9999
GRASP = 3  # hexes from an enemy unit within which no way of supply is safe
BARRED = 3  # zones that a hex held by the enemy counts for on the way to Tobruk

Ways = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=4000)
def travel(side: str, motorised: bool, goal: int) -> tuple[int, ...]:
    """The cost of the way from every hex to the goal if there were no enemy, in half points."""
    price = prices(side, motorised)
    found = [FAR] * len(board())
    found[goal] = 0
    queue = [(0, goal)]
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > found[here]:
            continue
        for there in board().adjacent[here]:
            after = spent + price[there, here][0]
            if after < found[there]:
                found[there] = after
                heapq.heappush(queue, (after, there))
    return tuple(found)


@cache
def around(hexagon: int) -> frozenset[int]:
    return frozenset(board().adjacent[hexagon])


@cache
def columns(hexagon: int) -> bool:
    """[7.1, 9.2] Whether units may end a move here in column of route, with less room."""
    return hexagon in road_steps()


@lru_cache(maxsize=20000)
def ways_back(at: int, havens: tuple[int, ...], hexes: int) -> Ways:
    """[10.3] The ways of a beaten unit if there were no enemy: every hex nearer to the same haven."""
    found: dict[tuple[int, ...], None] = {}
    for haven in havens:
        paths: list[tuple[int, ...]] = [(at,)]
        for _ in range(hexes):
            paths = [path for path in paths if path[-1] == haven != at and haven in ports()] + [
                (*path, there)
                for path in paths
                for there in board().adjacent[path[-1]]
                if board().distance(there, haven) < board().distance(path[-1], haven)
            ]
        found.update((path[1:], None) for path in paths)
    return tuple(found)


@lru_cache(maxsize=20000)
def first_steps(at: int, havens: tuple[int, ...]) -> frozenset[int]:
    """The neighbours by which a beaten unit may leave."""
    return frozenset(path[0] for path in ways_back(at, havens, 2))


CLEAR, HARRIED, TRAPPED = range(3)


def way_out(ways: Ways, zone: Collection[int], held: Collection[int]) -> int:
    """[10.3] What a retreat will be like among these enemy zones and hexes."""
    found = TRAPPED
    for path in ways:
        for there in path:
            if there in held:
                break
            if there in zone:
                found = HARRIED
                break
        else:
            return CLEAR
    return found


def zone_of(side: str, hexes: Collection[int]) -> frozenset[int]:
    """[8.0] What combat units of this side in these hexes control."""
    cover = covered(side)
    return frozenset(there for here in hexes for there in cover[here])


@lru_cache(maxsize=4096)
def hindrance(casting: frozenset[int], held: frozenset[int]) -> int:
    """[15.1] How many hexes in Axis zones lie on the freest way from Tobruk to a Commonwealth entry hex; none when
    the supply route is open."""
    best, end = _freest(casting, held)
    return best[end] if end >= 0 else FAR


def freest_way(casting: frozenset[int], held: frozenset[int]) -> tuple[int, ...]:
    """That way itself, from the entry hex to Tobruk."""
    best, here = _freest(casting, held)
    way = []
    while here >= 0:
        way.append(here)
        near = [there for there in board().adjacent[here] if best[there] <= best[here] and there not in way]
        here = min(near, key=lambda h: (best[h], board().distance(h, tobruk()), h), default=-1)
        if way[-1] == tobruk():
            break
    return tuple(way)


def _freest(casting: frozenset[int], held: frozenset[int]) -> tuple[list[int], int]:
    zone = fields.zones(covered("axis"), casting)
    ends = frozenset(entries("commonwealth").values())
    adjacent, start = board().adjacent, tobruk()
    best = [FAR] * len(adjacent)
    best[start] = 0
    rings: list[list[int]] = [[start]]
    level = 0
    while level < len(rings):
        ring = rings[level]
        for here in ring:  # grows while it is read: free steps stay in the ring
            if best[here] < level:
                continue
            if here in ends:
                return best, here
            for there in adjacent[here]:
                after = level + (BARRED if there in held else zone[there])
                if after < best[there]:
                    best[there] = after
                    while len(rings) <= after:
                        rings.append([])
                    rings[after].append(there)
        level += 1
    return best, -1


def siege_of(state: Tobruk) -> int:
    return hindrance(state.layout.fronts["axis"], state.layout.held["axis"])


@cache
def _within(hexagon: int) -> frozenset[int]:
    return frozenset(fields.spread(board().adjacent, [hexagon], bytes(len(board())), GRASP))


def safely_supplied(state: Tobruk, side: str) -> frozenset[int]:
    """[5.1] Hexes whose way to a source keeps away from the enemy by some hexes."""
    near = frozenset[int]().union(*(_within(at) for at in state.layout.fronts[enemy_of(side)]))
    closed = bytearray(len(board()))
    for hexagon in near - state.layout.fronts[side]:
        closed[hexagon] = 1
    found = fields.spread(board().adjacent, list(free_sources(state, side)), closed)
    return frozenset(hexagon for hexagon in found if not closed[hexagon])


@cache
def inner_ring() -> frozenset[int]:
    """The fort hexes around the town of Tobruk."""
    return frozenset(h for h in board().adjacent[tobruk()] if fort_owner(h) == "commonwealth")


@cache
def outer_ring() -> frozenset[int]:
    """The fort hexes two hexes from the town."""
    return frozenset(h for h in perimeter() if board().distance(h, tobruk()) == 2)


def nearest(hexes: Sequence[int], goal: int) -> int:
    return min(hexes, key=lambda h: (board().distance(h, goal), h))
