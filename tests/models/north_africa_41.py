"""North Africa '41 by the book: zones, Lines of Supply to an Off Map Box, odds. Combat Units in Good Order."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sandtable.games.north_africa_41.map import (
    board,
    climbs_escarpment,
    desert,
    edge,
    escarpment,
    is_road,
    jebel,
    road_edge,
    roads,
)

OVERLAND, DESERTS = 5, 2


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
