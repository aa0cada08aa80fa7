"""Tobruk by the book: zones, reach, supply paths, retreats, ratios. Everybody supplied and on his front side."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sandtable.games.tobruk.map import board, escarpment, into_fort, road, trail
from sandtable.games.tobruk.pieces.counters import Counter

CLEAR, ROUGH, CITY = "clear", "rough", "city"
HEX = {(CLEAR, True): 1.0, (CLEAR, False): 1.0, (ROUGH, True): 3.0, (ROUGH, False): 2.0}
HEX |= {(CITY, True): 1.0, (CITY, False): 1.0}
CLIMB = {True: 4.0, False: 2.0}
WORKS, BY_ROAD, BY_TRAIL, LEAVING = 1.0, 0.5, 1.0, 1.0
COLUMNS = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1")


def fort_of(hexagon: int) -> tuple[str, frozenset[int]] | None:
    """Whose fort a hex belongs to, and its hexes: all that can be reached without crossing the works."""
    for site in board().sites:
        if site.kind == "fortress":
            inside, waiting = {site.hex}, [site.hex]
            while waiting:
                here = waiting.pop()
                for near in board().adjacent[here]:
                    if near not in inside and not into_fort(here, near) and not into_fort(near, here):
                        inside.add(near)
                        waiting.append(near)
            if hexagon in inside:
                return str(site.side), frozenset(inside)
    return None


FORTS = {hexagon: fort for hexagon in range(len(board())) if (fort := fort_of(hexagon))}


def zone_of(side: str, hexagon: int) -> set[int]:
    """[8.0] The six hexes around a combat unit, no city, no fort hex but those of the fort it garrisons."""
    near = {there for there in board().adjacent[hexagon] if board().terrain[there] != CITY}
    return {
        there
        for there in near
        if there not in FORTS or (FORTS[there] == FORTS.get(hexagon) and FORTS[there][0] == side)
    }


def zones(side: str, hexes: Collection[int]) -> set[int]:
    return {there for hexagon in hexes for there in zone_of(side, hexagon)}


def step(side: str, motorised: bool, here: int, there: int, zone: Collection[int]) -> float:
    """[8.0, 9.0, 9.2] The points of one step."""
    if road(here, there) and here not in zone and there not in zone:
        return BY_ROAD
    points = BY_TRAIL
    if not road(here, there) and not trail(here, there):
        points = HEX[board().terrain[there], motorised]
        points += CLIMB[motorised] if escarpment(here, there) else 0
        for outside, inside in ((here, there), (there, here)):
            points += WORKS if into_fort(outside, inside) and FORTS[inside][0] != side else 0
    return points + (LEAVING if here in zone else 0)


def reach(counter: Counter, start: int, zone: Collection[int], held: Collection[int]) -> set[int]:
    """[8.0, 9.0, 9.1] Where a fresh unit can go, going over every hex again until nothing gets cheaper."""
    spent = {start: 0.0}
    changed = True
    while changed:
        changed = False
        for here, so_far in list(spent.items()):
            if here in zone and here != start:
                continue
            for there in board().adjacent[here]:
                points = so_far + step(counter.side, counter.motorised, here, there, zone)
                free = there not in held and points <= counter.movement
                if free and points < spent.get(there, counter.movement + 1):
                    spent[there], changed = points, True
    first = {there for there in board().adjacent[start] if there not in held}  # [9.1] one hex is always granted
    return (set(spent) | first) - {start}


def supplied(
    start: int, sources: Collection[int], zone: Collection[int], held: Collection[int], friends: Collection[int]
) -> bool:
    """[5.1] Whether a path of any length leads from a unit to a source."""
    reached, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        if here in sources and (here not in zone or here in friends):
            return True
        for there in board().adjacent[here]:
            if there in reached or there in held or (there in zone and there not in friends):
                continue
            if not (road(here, there) or trail(here, there)):
                through = here != start and board().terrain[here] == ROUGH
                if through or board().terrain[there] == ROUGH or escarpment(here, there):
                    continue
            reached.add(there)
            waiting.append(there)
    return False


def retreats(
    start: int,
    hexes: int,
    sources: Mapping[int, bool],
    zone: Collection[int],
    held: Collection[int],
    full: Collection[int],
) -> set[tuple[int, ...]]:
    """[10.3] All ways of full length clear of zones; where there is none, all that end in the first zone they meet.
    A source is marked True if it is a port, where a retreat is over."""
    ways: set[tuple[int, ...]] = set()
    for source, port in sources.items():
        if source in held or source in zone:
            continue
        going: list[tuple[int, ...]] = [(start,)]
        while going:
            path = going.pop()
            over = len(path) - 1 == hexes or path[-1] in zone or (port and path[-1] == source)
            if len(path) > 1 and over:
                ways.add(path[1:])
                continue
            far = board().distance(path[-1], source)
            nearer = [there for there in board().adjacent[path[-1]] if board().distance(there, source) < far]
            going += [(*path, there) for there in nearer if there not in held]
    ways = {path for path in ways if path[-1] not in full}
    return {path for path in ways if path[-1] not in zone} or ways


def ratio(attack: int, defence: int, left: int) -> tuple[str, int]:
    """[10.1] The column and what goes to the dice: divide, drop the fraction, stop at 4:1, then shift."""
    if attack >= defence:
        whole = attack // defence
        column, more = COLUMNS.index(f"{min(whole, 4)}:1"), max(0, whole - 4)
    else:
        column, more = (1 if attack * 2 >= defence else 0), 0
    return COLUMNS[max(0, column - left)], more
