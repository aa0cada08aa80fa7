"""The map of North Africa '41 and the names the rules use for its hexes."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import MappingProxyType

from sandtable.core.board import Board
from sandtable.core.map_file import read_board

TRIPOLI, ITALY, NILE_DELTA = "tripoli", "italy", "delta"
SPOKEN = MappingProxyType({TRIPOLI: "Tripoli", ITALY: "Italy", NILE_DELTA: "the Nile Delta"})  # as players say them
HIGHWAY = "highway"
TRACK = "track"
RAILWAY = "railway"
RAILWAY_EXTENSION = "railway_extension"
EXTENSION_TURN = 17
ESCARPMENT = "escarpment"
RIDGE = "ridge"
PERIMETER = "perimeter"

_NOWHERE: tuple[int, ...] = ()


@functools.cache
def board() -> Board:
    """[2.2.1] The map, read once."""
    return read_board(__package__)


# Terrain of hexes


def terrain(hex: int) -> str:
    """[2.2.2] "clear", "rough", "jebel", "trackless_desert" or "city"; a town stands on the ground of its hex."""
    return board().terrain[hex]


@functools.cache
def jebel() -> frozenset[int]:
    """[9.6, 14.5, 16.3.2]"""
    return board().with_terrain("jebel")


@functools.cache
def desert() -> frozenset[int]:
    """[5.5] Trackless Desert: nobody goes into more than two of these hexes in a row."""
    return board().with_terrain("trackless_desert")


# Places


@functools.cache
def place(name: str) -> int:
    """The hex of a named place."""
    return board().place(name)


@functools.cache
def cities() -> frozenset[int]:
    """[9.6] Alexandria alone."""
    return board().with_terrain("city")


@functools.cache
def towns() -> frozenset[int]:
    """[5.9.1, 11.2.1]"""
    return _places("town")


@functools.cache
def landmarks() -> frozenset[int]:
    """[5.9.1] Named hexes that are neither city nor town."""
    return _places("landmark") | _places("oasis")


@functools.cache
def ports() -> Mapping[str, int]:
    """[21.3, 21.4.2] The ports on the map by name, from west to east."""
    return board().sites_of("port")


@functools.cache
def damageable_ports() -> Mapping[str, int]:
    """[21.4.2, S1.3] All but Alexandria."""
    return MappingProxyType({name: hex for name, hex in ports().items() if hex not in cities()})


@functools.cache
def airfields() -> Mapping[str, int]:
    """[22.2.2, S2.3.1] The five airfields on the map by name, from west to east; Crete is not on it."""
    return board().sites_of("airfield")


@functools.cache
def oases() -> Mapping[str, int]:
    """[27.2] The oases that supply one unit each, by name."""
    return board().sites_of("oasis")


@functools.cache
def groundworks() -> frozenset[int]:
    """[9.5.5] The five hexes of Existing Groundworks."""
    return frozenset[int]().union(*_areas("existing_groundworks").values())


# Hexsides


def escarpment(a: int, b: int) -> bool:
    """[5.7] Whether an escarpment lies between two neighbours, whichever is the higher."""
    return climbs_escarpment(a, b) or climbs_escarpment(b, a)


def climbs_escarpment(a: int, b: int) -> bool:
    """[7.3, 9.6] Whether going from a to b leads up and over an escarpment."""
    return ESCARPMENT in board().features(a, b)


def climbs_ridge(a: int, b: int) -> bool:
    """[9.6] Whether going from a to b leads up a ridge."""
    return RIDGE in board().features(a, b)


def enters_perimeter(a: int, b: int) -> bool:
    """[9.6] Whether going from a to b crosses the Tobruk Perimeter inwards; outwards it has no effect."""
    return PERIMETER in board().features(a, b)


@functools.cache
def perimeter() -> frozenset[int]:
    """[2.2.4, 9.6] The hexes within the Tobruk Perimeter, the harbour among them."""
    return _areas("perimeter")["Tobruk"]


# Roads and the railway


@functools.cache
def highway() -> Mapping[int, tuple[int, ...]]:
    """[5.2.1] For each hex of a highway, the neighbours it leads to."""
    return board().road_steps(HIGHWAY)


@functools.cache
def track() -> Mapping[int, tuple[int, ...]]:
    """[5.2.1] For each hex of a track, the neighbours it leads to."""
    return board().road_steps(TRACK)


@functools.cache
def roads() -> Mapping[int, tuple[int, ...]]:
    """[5.2.1] Highways and tracks together."""
    return _joined(highway(), track())


def is_highway(a: int, b: int) -> bool:
    return b in highway().get(a, _NOWHERE)


def is_road(a: int, b: int) -> bool:
    """[5.2.1] Whether a highway or a track crosses the hexside between two neighbours."""
    return b in roads().get(a, _NOWHERE)


@functools.cache
def railway(extended: bool) -> Mapping[int, tuple[int, ...]]:
    """[5.9.1, 5.9.2] For each hex of the railway the neighbours it leads to, with or without its extension."""
    line = board().road_steps(RAILWAY)
    return _joined(line, board().road_steps(RAILWAY_EXTENSION)) if extended else line


@functools.cache
def rail_stops(extended: bool) -> frozenset[int]:
    """[5.9.1] Where units entrain and detrain on the map: cities, towns and landmarks along the railway."""
    return frozenset(railway(extended)) & (cities() | towns() | landmarks())


# Off-map boxes and sections of the map


@functools.cache
def edge(box: str) -> frozenset[int]:
    """[6.3.3] The playable hexes next to an off-map box; none for Italy."""
    if box not in board().boxes:
        raise ValueError(f"there is no box '{box}' beside this map")
    return _areas("map_edge").get(box, frozenset())


@functools.cache
def road_edge(box: str) -> frozenset[int]:
    """[6.3.3] The hexes from which a road leads off the map into the box."""
    ends = {end for road in board().roads if road.kind in (HIGHWAY, TRACK) for end in (road.hexes[0], road.hexes[-1])}
    return edge(box) & ends


@functools.cache
def sections() -> tuple[str, ...]:
    """[25.1.1] The sections of the map from west to east."""
    return tuple(area.name for area in board().areas if area.kind == "map_section")


@functools.cache
def section_hexes(name: str) -> frozenset[int]:
    """[25.1.1, 25.1.2] The playable hexes of a section; off-map boxes are in none."""
    found = _areas("map_section").get(name)
    if found is None:
        raise ValueError(f"there is no map section '{name}'")
    return found


@functools.cache
def _section_of() -> Mapping[int, str]:
    return MappingProxyType({hex: name for name in sections() for hex in section_hexes(name)})


def section(hex: int) -> str:
    """[25.1.1] The section a playable hex lies in."""
    return _section_of()[hex]


# What the accessors are made of


def _places(kind: str) -> frozenset[int]:
    return frozenset(place.hex for place in board().places if place.kind == kind)


def _areas(kind: str) -> Mapping[str, frozenset[int]]:
    return {area.name: frozenset(area.hexes) for area in board().areas if area.kind == kind}


def _joined(*lines: Mapping[int, tuple[int, ...]]) -> Mapping[int, tuple[int, ...]]:
    """Lines as one network."""
    hexes = sorted({hex for line in lines for hex in line})
    return MappingProxyType(
        {hex: tuple(sorted({near for line in lines for near in line.get(hex, _NOWHERE)})) for hex in hexes}
    )
