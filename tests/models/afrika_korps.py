"""Afrika Korps by the book: zones, reach, lines of supply, retreats, odds. Combat units only, each by itself."""

from __future__ import annotations

from collections.abc import Collection

from sandtable.games.afrika_korps.map import board, coast_road, escarpments, fortresses

ROAD_BONUS, LINE, RETREAT = 10, 5, 2


def zone_of(enemy: int) -> set[int]:
    """[7.1, 23.1] The six hexes around, but none into or out of a fortress; prohibited hexsides are no neighbours."""
    return set() if enemy in fortresses() else {near for near in board().adjacent[enemy] if near not in fortresses()}


def zones(enemies: Collection[int]) -> set[int]:
    return {there for enemy in enemies for there in zone_of(enemy)}


def reach(start: int, factor: int, enemies: Collection[int]) -> set[int]:
    """[5, 8, 17, 18] Every hex a combat unit can move to, by trying everything.

    What was done before is kept as: the hex, the hex it came from by road, factors and road hexes spent, whether its
    one step beside the road is used, and whether it must stop."""
    zone = zones(enemies)
    first = (start, -1, 0, 0, False, False)
    seen, waiting = {first}, [first]
    while waiting:
        here, came_from, spent, bonus, beside, halted = waiting.pop()
        if halted:
            continue
        for there in board().adjacent[here]:
            if there in enemies:  # [5.4]
                continue
            if here in zone:
                if (here, spent, bonus) != (start, 0, 0):  # [8.1]
                    continue
                if any(here in zone_of(enemy) and there in zone_of(enemy) for enemy in enemies):  # [8.3]
                    continue
            for cost, road, used, stops in steps(here, there, came_from, beside):
                by_bonus = road if bonus < ROAD_BONUS else 0  # [17.1] it pays first: factors serve everywhere
                paid, mark = spent + cost + road - by_bonus, here if road and there in board().through else -1
                after = (there, mark, paid, bonus + by_bonus, used, stops or there in zone)
                if paid <= factor and after not in seen:
                    seen.add(after)
                    waiting.append(after)
    return {hexagon for hexagon, *_ in seen} - {start}


def steps(here: int, there: int, came_from: int, beside: bool) -> list[tuple[int, int, bool, bool]]:
    """The ways to take a step: factors it costs for certain, road hexes, whether the step beside the road is then used,
    whether the unit must stop."""
    found = []
    if there in coast_road().get(here, ()):
        pairs = board().through.get(here, ())
        same = came_from < 0 or there == came_from or any({came_from, there} == set(pair) for pair in pairs)
        if not pairs or same:
            found.append((0, 1, beside, False))
        elif not beside:  # [17.32] over the slope to the other road
            found.append((1, 1, True, False))
        return found
    slopes = escarpments() & set(coast_road())
    if here in slopes and beside:  # [18.41, 18.5]
        return []
    if there in escarpments() and (there not in slopes or beside):  # [18.1]
        return [(1, 0, beside, True)]
    return [(1, 0, beside or here in slopes or there in slopes, False)]


def line(start: int, supply: int, enemies: Collection[int], longest: int = LINE) -> bool:
    """[14.2, 24.1] Whether a line leads from a unit to a supply: the hex of the supply counts, the unit's does not."""
    cut, reached, edge = zones(enemies) | set(enemies), {start}, {start}
    for _ in range(longest):
        edge = {there for here in edge for there in board().adjacent[here]} - cut - reached
        reached |= edge
    return supply in reached


def retreats(start: int, enemies: Collection[int]) -> set[tuple[int, int]]:
    """[7.6, 7.61] Two hexes clear of enemies and their zones; it may bend but not come back."""
    shut = zones(enemies) | set(enemies)
    return {
        (first, second)
        for first in board().adjacent[start]
        for second in board().adjacent[first]
        if first not in shut and second not in shut and second != start
    }


def odds(attack: int, defence: int) -> str:
    """[7.3, 7.4] The best column that the attacker can pay for: the defender has the benefit of every fraction."""
    for better in range(7, 0, -1):
        if attack >= better * defence:
            return f"{better}-1"
    for worse in range(2, 7):
        if attack * worse >= defence:
            return f"1-{worse}"
    return "worse than 1-6"
