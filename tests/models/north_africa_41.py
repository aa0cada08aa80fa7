"""North Africa '41 by the book: zones, movement, retreats, supply, odds. Combat Units in Good Order."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple, get_args

from sandtable.games.north_africa_41.map import (
    board,
    climbs_escarpment,
    climbs_ridge,
    desert,
    edge,
    enters_perimeter,
    escarpment,
    highway,
    is_road,
    jebel,
    road_edge,
    roads,
)
from sandtable.games.north_africa_41.pieces.tables import POINT, Ground, Hexside, Mobility, hexside_cost, road_cost
from sandtable.games.north_africa_41.pieces.tables import terrain as terrain_effects

OVERLAND, DESERTS = 5, 2
EXTENDED, HIGHWAY_HEXES, TRACK_HEXES = 3, 8, 4
ON_FOOT = 2
GROUNDS: Mapping[str, Ground] = {ground: ground for ground in get_args(Ground)}


def zones(enemies: Collection[int]) -> tuple[set[int], set[int], set[int]]:
    """[7.1, 7.3, 7.4] The hexes in full, in only limited, and in overlapping zones."""
    full: dict[int, set[int]] = {}
    limited: set[int] = set()
    for enemy in enemies:
        for there in board().adjacent[enemy]:
            if climbs_escarpment(enemy, there):
                limited.add(there)
            else:
                full.setdefault(there, set()).add(enemy)
    overlapping = {
        there for there, near in full.items() if any(b not in board().neighbours[a] for a in near for b in near - {a})
    }
    return set(full), limited - set(full), overlapping


def overland(
    start: int, enemies: Collection[int], friends: Collection[int], held: Collection[int]
) -> Iterator[tuple[int, int]]:
    """[16.3.2] The hexes that an Overland Portion can end in, with what it counts, way by way. The enemy controls what
    is `held`: cities, ports and airfields."""
    full, _, overlapping = zones(enemies)
    ways = [(start, 0, 0)]  # the hex, the count, and the desert hexes entered in a row
    seen = set(ways)
    while ways:
        here, count, row = ways.pop()
        yield here, count
        for there in board().adjacent[here]:
            barred = overlapping if here == start and count == 0 else full
            if there in enemies or there in held or (there in barred and there not in friends):
                continue
            if escarpment(here, there) and not is_road(here, there) and count > 0:
                continue
            length = 2 if there in jebel() and not is_road(here, there) else 1
            after = (there, count + length, row + 1 if there in desert() else 0)
            if after[1] <= OVERLAND and after[2] <= DESERTS and after not in seen:
                seen.add(after)
                ways.append(after)


def road_leads(start: int, box: str, enemies: Collection[int], friends: Collection[int], held: Collection[int]) -> bool:
    """[16.3.3] Whether a road runs from this hex to the box through hexes without enemies and zones of any type."""
    full, limited, _ = zones(enemies)
    if start not in roads() and start not in road_edge(box):
        return False
    reached, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        if here in road_edge(box):
            return True
        for there in roads().get(here, ()):
            shut = there in enemies or there in held or (there in full | limited and there not in friends)
            if there not in reached and not shut:
                reached.add(there)
                waiting.append(there)
    return False


def supplied(start: int, box: str, enemies: Collection[int], friends: Collection[int], held: Collection[int]) -> bool:
    """[16.3.1] Overland to a road that leads to the box, or overland into the box itself."""
    for hexagon, count in overland(start, enemies, friends, held):
        if hexagon in edge(box) and count + 1 <= OVERLAND:
            return True
        if road_leads(hexagon, box, enemies, friends, held):
            return True
    return False


def odds(attack: int, defence: int) -> str:
    """[8.3] The best odds that the attacker can pay for."""
    for better in range(attack, 0, -1):
        if attack >= better * defence:
            return f"{better}-1"
    return next(f"1-{worse}" for worse in range(2, defence + 1) if attack * worse >= defence)


# --- movement


class Mover(NamedTuple):
    """A Combat Unit in Good Order on the map."""

    allowance: int  # Movement Points
    mechanised: bool
    vehicle: bool  # the mark of vehicles, which cross fewer hexsides


def step(mover: Mover, here: int, there: int) -> int | None:
    """[5.1, 5.2.1, 5.7] Parts of a point for a step, by the Terrain Effects Chart; None where it may not be taken."""
    mobility: Mobility = "mechanised" if mover.mechanised else "foot"
    if there in roads().get(here, ()):
        return road_cost("highway" if there in highway().get(here, ()) else "track", mobility)
    total = terrain_effects(GROUNDS[board().terrain[there]]).cost(mobility)
    crossed: list[tuple[Hexside, bool]] = [
        ("escarpment", escarpment(here, there)),
        ("ridge", climbs_ridge(here, there)),
        ("perimeter", enters_perimeter(here, there)),
    ]
    for hexside, is_crossed in crossed:
        if is_crossed:
            more = hexside_cost(hexside, mobility, mover.vehicle)
            if more is None:
                return None
            total += more
    return total


def reach(start: int, mover: Mover, enemies: Collection[int]) -> set[int]:
    """[5.1, 5.2.2, 5.3] Every hex that a unit can move to by Movement Points."""
    full, limited, _ = zones(enemies)
    found = set(_marches(start, mover, enemies, mover.allowance, ()))
    if mover.mechanised:  # [5.3] three points more, and into no zone of any type
        found |= set(_marches(start, mover, enemies, mover.allowance + EXTENDED, full | limited))
    else:
        near = {there for enemy in enemies for there in board().neighbours[enemy]}
        if start not in near:
            found |= along(start, highway(), HIGHWAY_HEXES, near | set(enemies))
            found |= along(start, roads(), TRACK_HEXES, near | set(enemies))
    return found - {start}


def _marches(
    start: int, mover: Mover, enemies: Collection[int], points: int, avoided: Collection[int]
) -> Iterator[int]:
    """Ways by cost, and by the desert hexes entered in a row [5.5]."""
    full, limited, _ = zones(enemies)
    waiting, seen = [(0, start, 0)], set[tuple[int, int]]()
    while waiting:
        spent, here, row = heappop(waiting)
        if (here, row) in seen:
            continue
        seen.add((here, row))
        yield here
        if spent and here in full:  # [7.2]
            continue
        leaving = 2 if here in full else 1 if here in limited else 0  # [7.2, 7.3]
        for there in board().adjacent[here]:
            cost, after = step(mover, here, there), row + 1 if there in desert() else 0
            if cost is None or there in enemies or there in avoided or after > DESERTS:
                continue
            total = spent + cost + leaving * POINT
            if total <= points * POINT:
                heappush(waiting, (total, there, after))


def along(start: int, line: Mapping[int, Collection[int]], hexes: int, closed: Collection[int]) -> set[int]:
    """[5.2.2] So many hexes of a road."""
    ways = {(start, 0)}
    found = set[int]()
    for _ in range(hexes):
        steps = {(there, row + 1 if there in desert() else 0) for here, row in ways for there in line.get(here, ())}
        ways = {(there, row) for there, row in steps if there not in closed and row <= DESERTS}
        found |= {there for there, _ in ways}
    return found


def tactical(start: int, mover: Mover, enemies: Collection[int]) -> set[int]:
    """[5.4] One or two hexes wherever one may go; a zone that is not limited stops."""
    full, _, _ = zones(enemies)
    first = {there for there in board().adjacent[start] if _may_step(mover, start, there, enemies)}
    second = {
        there for here in first - full for there in board().adjacent[here] if _may_step(mover, here, there, enemies)
    }
    return (first | second) - {start}


def _may_step(mover: Mover, here: int, there: int, enemies: Collection[int]) -> bool:
    return there not in enemies and step(mover, here, there) is not None


# --- retreats

Path = tuple[int, ...]


def retreats(start: int, hexes: int, mover: Mover, enemies: Collection[int], friends: Collection[int]) -> set[Path]:
    """[12.1.1, 12.1.3, 12.2.1] The ways that a unit survives; `friends` are the hexes of others. A Mechanised unit may
    go one hex farther if that alone saves it; on foot nobody retreats more than two."""
    if not mover.mechanised and hexes > ON_FOOT:
        return set()
    found = {way for way in _ways((start,), hexes, mover, enemies) if is_survived(way, enemies, friends)}
    if found or not mover.mechanised:
        return found
    return {way for way in _ways((start,), hexes + 1, mover, enemies) if is_survived(way, enemies, friends)}


def _ways(way: Path, hexes: int, mover: Mover, enemies: Collection[int]) -> Iterator[Path]:
    """So many steps into hexes not yet entered and never held by the enemy."""
    if not hexes:
        yield way
        return
    for there in board().adjacent[way[-1]]:
        if there not in way and _may_step(mover, way[-1], there, enemies):
            yield from _ways((*way, there), hexes - 1, mover, enemies)


def is_survived(way: Path, enemies: Collection[int], friends: Collection[int]) -> bool:
    full, _, overlapping = zones(enemies)
    zoned = [there for there in way[1:] if there in full and there not in friends]
    deserts = "".join("d" if there in desert() else "." for there in way[1:])
    return (
        len(zoned) <= 1
        and way[-1] not in zoned
        and not any(there in overlapping and there not in friends for there in way[1:])
        and "d" * (DESERTS + 1) not in deserts
    )


def guided(ways: Collection[Path], enemies: Collection[int], friends: Collection[int]) -> set[Path]:
    """[12.1.3] Of these the ways with the fewest zones, and of those the ones that lead away with the most hexes."""
    full, _, _ = zones(enemies)

    def merit(way: Path) -> tuple[int, int]:
        far = [board().distance(way[0], there) for there in way]
        return (
            sum(there in full and there not in friends for there in way[1:]),
            sum(after <= before for before, after in pairwise(far)),
        )

    best = min(map(merit, ways), default=(0, 0))
    return {way for way in ways if merit(way) == best}
