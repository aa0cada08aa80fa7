"""The map of the Crusader battlefield and the names the rules use for its hexes."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import MappingProxyType

from sandtable.core.board import Board
from sandtable.core.map_file import read_board

ROAD = "road"
TRAIL = "trail"
ESCARPMENT = "escarpment"
FORTIFICATION = "fortification"

_NOWHERE: tuple[int, ...] = ()


@functools.cache
def board() -> Board:
    """[2.1] The map, read once."""
    return read_board(__package__)


# Hexes


def terrain(hex: int) -> str:
    """[2.1] "clear", "rough", "city" or "sea", as the Terrain Effects Chart names them."""
    return board().terrain[hex]


@functools.cache
def rough() -> frozenset[int]:
    return board().with_terrain("rough")


@functools.cache
def cities() -> frozenset[int]:
    """[8.0, 9.4] No zone reaches into them, no overrun either."""
    return board().with_terrain("city")


@functools.cache
def tobruk() -> int:
    """[15.1] The town hex whose loss ends the game."""
    return place("Tobruk")


@functools.cache
def place(name: str) -> int:
    """The hex of a named place."""
    return board().place(name)


@functools.cache
def forts() -> Mapping[str, frozenset[int]]:
    """[8.0] The fort hexes by name of the fort: all that its fortification hexsides and the sea enclose."""
    return MappingProxyType({site.name: _enclosed(site.hex) for site in board().sites if site.kind == "fortress"})


@functools.cache
def fort_hexes() -> frozenset[int]:
    """[8.0] No zone reaches into these but that of the garrison."""
    return frozenset[int]().union(*forts().values())


@functools.cache
def fort_owner(hex: int) -> str | None:
    """The side that built the fort of this hex: "commonwealth" at Tobruk, "axis" at Bardia, None outside a fort."""
    for site in board().sites:
        if site.kind == "fortress" and hex in forts()[site.name]:
            return site.side
    return None


def perimeter() -> frozenset[int]:
    """[15.1] Within the Tobruk fortification hexlines."""
    return forts()["Tobruk"]


# Entry hexes and the edges


@functools.cache
def entries(side: str) -> Mapping[str, int]:
    """[4.0, 5.1] The entry hexes of a side by their label, numbered for the Axis and lettered for the Commonwealth."""
    found = {site.name: site.hex for site in board().sites if site.kind == "entry" and site.side == side}
    if not found:
        raise ValueError(f"there is no entry hex of a side called '{side}'")
    return MappingProxyType(found)


@functools.cache
def entry(label: str) -> int:
    """The hex with this entry label, "1" to "3" or "A" to "G"."""
    for site in board().sites:
        if site.kind == "entry" and site.name == label:
            return site.hex
    raise ValueError(f"there is no entry hex '{label}'")


@functools.cache
def supply_sources(side: str) -> frozenset[int]:
    """[5.1] The entry hexes of the side, and for the Commonwealth the port of Tobruk."""
    return frozenset(entries(side).values()) | {site.hex for site in board().sites if site.port and site.side == side}


@functools.cache
def ports() -> frozenset[int]:
    """[5.1, 10.3] Tobruk, a source of supply that lies within the map and not at its edge."""
    return frozenset(site.hex for site in board().sites if site.port)


@functools.cache
def edge() -> tuple[int, ...]:
    """[4.0] Every playable hex at the edge of the map, clockwise from the north-west corner."""
    return tuple(hex for hex in _border() if board().playable[hex])


@functools.cache
def edge_between(first: str, last: str) -> tuple[int, ...]:
    """[15.4] The playable map-edge hexes from one entry hex to another of the same edge, both included."""
    border = edge()
    start, end = sorted((border.index(entry(first)), border.index(entry(last))))
    return border[start : end + 1]


@functools.cache
def edge_by_distance(label: str) -> tuple[int, ...]:
    """[4.0] The playable map-edge hexes, the nearest to this entry hex first and among equals in edge order."""
    ground, home = board(), entry(label)
    return tuple(sorted(edge(), key=lambda hex: ground.distance(home, hex)))


# Hexsides


def road(a: int, b: int) -> bool:
    """[9.2] Whether a road crosses the hexside between two neighbours."""
    return b in board().road_steps(ROAD).get(a, _NOWHERE)


def trail(a: int, b: int) -> bool:
    """[5.1] Whether a trail crosses the hexside between two neighbours."""
    return b in board().road_steps(TRAIL).get(a, _NOWHERE)


@functools.cache
def road_steps() -> Mapping[int, tuple[int, ...]]:
    """[9.2] For each road hex the neighbours the road leads to."""
    return board().road_steps(ROAD)


@functools.cache
def trail_steps() -> Mapping[int, tuple[int, ...]]:
    """[5.1] For each trail hex the neighbours the trail leads to."""
    return board().road_steps(TRAIL)


def escarpment(a: int, b: int) -> bool:
    """[5.1, 9.5, 10.5] Met in both directions; the map file says which side is the lower one, for the picture."""
    return ESCARPMENT in board().features(a, b) or ESCARPMENT in board().features(b, a)


def fortification(a: int, b: int) -> bool:
    """[9.4, 10.1] A fortification hexside, from whichever side."""
    return into_fort(a, b) or into_fort(b, a)


def into_fort(a: int, b: int) -> bool:
    """[10.1] Across a fortification hexside from outside; `fort_owner(b)` tells whose it is."""
    return FORTIFICATION in board().features(a, b)


def _enclosed(start: int) -> frozenset[int]:
    """The land reached from here without crossing a fortification hexside."""
    return board().joined(start, fortification)


def _border() -> list[int]:
    """The hexes of the outer ring of the map, clockwise: north, east, south, west."""
    names = board().names
    columns, rows = sorted({name[:2] for name in names}), sorted({name[2:] for name in names})
    ring = [column + rows[0] for column in columns] + [columns[-1] + row for row in rows[1:]]
    ring += [column + rows[-1] for column in columns[-2::-1]] + [columns[0] + row for row in rows[-2:0:-1]]
    return [board().index[name] for name in ring]
