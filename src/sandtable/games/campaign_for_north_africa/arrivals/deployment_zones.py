"""The hexes in which something may be set up, as far as they do not depend on what else is on the map."""

import functools

from sandtable.games.campaign_for_north_africa.map import board, country, link, section
from sandtable.games.campaign_for_north_africa.scenarios import Zone

_SEA = ("sea", "lake")
_CLOSE = 1e-6


@functools.cache
def hexes(zone: Zone) -> tuple[int, ...]:
    """The hexes of a zone; none for a box. Distances from the enemy and between divisions are the set-up's to keep."""
    if zone.box:
        return ()
    found = _listed(zone)
    if zone.or_in:
        found = (*found, *(hex for hex in _land() if section(hex) in zone.or_in and hex not in found))
    if zone.but_not:
        found = tuple(hex for hex in found if board().name(hex) not in zone.but_not)
    if zone.country:
        found = tuple(hex for hex in found if country(hex) == zone.country)
    if zone.sections:
        found = tuple(hex for hex in found if section(hex) in zone.sections)
    if zone.of:
        found = _near(found, zone)
    if zone.west_of:
        limit, _ = board().centre[board().hex(zone.west_of)]
        found = tuple(hex for hex in found if board().centre[hex][0] < limit)
    return found


def _listed(zone: Zone) -> tuple[int, ...]:
    if zone.hexes:
        return tuple(board().hex(name) for name in zone.hexes)
    if zone.along:
        return _road(*(board().hex(name) for name in zone.along))
    if zone.corners:
        return _triangle(tuple(board().hex(name) for name in zone.corners))
    return _land()


@functools.cache
def _land() -> tuple[int, ...]:
    return tuple(hex for hex in range(len(board())) if board().terrain[hex] not in _SEA)


def _near(found: tuple[int, ...], zone: Zone) -> tuple[int, ...]:
    centres = tuple(board().hex(name) for name in zone.of)
    limit = max(board().centre[hex][0] for hex in centres)
    away = {hex: min(board().distance(hex, centre) for centre in centres) for hex in found}
    if zone.beyond:
        return tuple(hex for hex in found if away[hex] > zone.beyond)
    return tuple(
        hex for hex in found if away[hex] <= zone.within and not (zone.not_east and board().centre[hex][0] > limit)
    )


def _road(start: int, goal: int) -> tuple[int, ...]:
    """The shortest way along finished road, both ends included."""
    before = {start: start}
    front = [start]
    for hex in front:
        for near in board().adjacent[hex]:
            if near not in before and link(hex, near) == "road":
                before[near] = hex
                front.append(near)
    if goal not in before:
        raise ValueError(f"no road joins {board().name(start)} and {board().name(goal)}")
    way = [goal]
    while way[-1] != start:
        way.append(before[way[-1]])
    return tuple(reversed(way))


def _triangle(corners: tuple[int, ...]) -> tuple[int, ...]:
    """Land whose centre lies in the triangle or on its sides."""
    points = tuple(board().centre[hex] for hex in corners)
    sides = tuple(zip(points, (*points[1:], points[0]), strict=True))
    return tuple(hex for hex in _land() if _inside(board().centre[hex], sides))


def _inside(
    point: tuple[float, float],
    sides: tuple[tuple[tuple[float, float], tuple[float, float]], ...],
) -> bool:
    turns = [(b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) for a, b in sides]
    return all(turn >= -_CLOSE for turn in turns) or all(turn <= _CLOSE for turn in turns)
