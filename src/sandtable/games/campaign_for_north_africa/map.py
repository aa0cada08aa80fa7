"""The map of The Campaign for North Africa and what its rules ask of it: terrain, lines, hexsides, places.

Hexes are numbers of the board. Everything is worked out once and kept in plain tuples and dicts.
"""

from __future__ import annotations

import functools
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from importlib import resources
from types import MappingProxyType
from typing import Literal, TypeAlias

from sandtable.core.board import Board
from sandtable.core.map_file import load_board

TRIPOLITANIA, TRIPOLI, GABES, TUNIS = "tripolitania", "tripoli", "gabes", "tunis"
TRIPOLI_TUNISIA = (TRIPOLITANIA, TRIPOLI, GABES, TUNIS)
DUE, ELIMINATED, WITHDRAWN = "due", "eliminated", "withdrawn"

LIBYA, EGYPT = "libya", "egypt"

Link: TypeAlias = Literal["road", "unfinished", "track", ""]
Rail: TypeAlias = Literal["built", "unbuilt", "none"]
Way: TypeAlias = tuple[int, Link, tuple[str, ...]]

_LINKS: tuple[tuple[str, Link], ...] = (("track", "track"), ("unfinished_road", "unfinished"), ("road", "road"))
_RAILS: tuple[tuple[str, Rail], ...] = (("railway_extension", "unbuilt"), ("railway", "built"))
_DIRECTED = ("escarpment", "slope")  # stored in the direction in which they are climbed
_NOTHING: tuple[str, ...] = ()
NOWHERE_NEAR = 1000  # hexes, more than the map has


@functools.cache
def board() -> Board:
    """[4.1] The five map sections joined, read once."""
    return load_board((resources.files(__package__) / "data" / "map.toml").read_bytes())


# Hexes


def terrain(hex: int) -> str:
    """[8.37] The terrain as the chart of its effects calls it, or "sea" or "lake"; villages have none of their own."""
    return board().terrain[hex]


def section(hex: int) -> str:
    """[4.1] The map section, "A" to "E"; a hex that lies on two belongs to the western one."""
    return board().names[hex][0]


def is_coastal(hex: int) -> bool:
    """[30.14] Whether it is land and borders the sea."""
    return hex in coastal()


@functools.cache
def coastal() -> frozenset[int]:
    ground, sea = board(), board().with_terrain("sea")
    return frozenset(hex for hex in range(len(ground)) if hex not in sea and not sea.isdisjoint(ground.neighbours[hex]))


def country(hex: int) -> str:
    """On which side of the frontier it lies, "libya" or "egypt"; nothing for the sea."""
    return _countries()[hex]


@functools.cache
def _countries() -> tuple[str, ...]:
    ground, sea = board(), board().with_terrain("sea")
    libya = {place("Tobruk")}
    edge = list(libya)
    while edge:
        hex = edge.pop()
        for near in ground.neighbours[hex]:
            if near < 0 or near in libya or near in sea or "border" in ground.features(hex, near):
                continue
            libya.add(near)
            edge.append(near)
    return tuple("" if hex in sea else LIBYA if hex in libya else EGYPT for hex in range(len(ground)))


@functools.cache
def beyond_marble_arch() -> frozenset[int]:
    """[8.19] The hexes west of Marble Arch."""
    limit, _ = board().centre[place("Marble Arch")]
    return frozenset(hex for hex, (x, _) in enumerate(board().centre) if x < limit)


def neighbours() -> tuple[tuple[int, ...], ...]:
    """For each hex the land beside it, nothing for sea and lakes."""
    return board().adjacent


@functools.lru_cache(maxsize=8192)
def away(hex: int, others: tuple[int, ...]) -> int:
    """Hexes to the nearest of some others; beyond the map where there are none."""
    distance = board().distance
    return min([distance(hex, other) for other in others], default=NOWHERE_NEAR)


# Places


@functools.cache
def places() -> Mapping[str, int]:
    """Named places; a city of several hexes by the one from which distances are measured."""
    return MappingProxyType({place.name: place.hex for place in board().places})


def place(name: str) -> int:
    """The hex of a named place."""
    found = places().get(name)
    if found is None:
        raise ValueError(f"there is no place called '{name}' on this map")
    return found


def place_kind(hex: int) -> str:
    """[8.37, 8.48] "city", "village", "oasis", "bir", "pass" or "landmark"; nothing for most hexes."""
    return _place_kinds().get(hex, "")


@functools.cache
def _place_kinds() -> Mapping[int, str]:
    kinds = {place.hex: place.kind for place in board().places}
    kinds |= {hex: area.kind for area in board().areas if area.kind == "pass" for hex in area.hexes}
    return MappingProxyType(kinds | dict.fromkeys(cities(), "city"))


def hexes_of_kind(kind: str) -> frozenset[int]:
    return frozenset(hex for hex, each in _place_kinds().items() if each == kind)


def near_to(hexes: Sequence[int], others: Sequence[int], most: int) -> list[int]:
    """Those of some hexes from which one of the others is no farther than so many hexes."""
    distance, axial = board().distance, board().axial
    in_order = sorted((axial[other][0], other) for other in others)
    columns = [column for column, _ in in_order]
    found = []
    for hex in hexes:
        column = axial[hex][0]
        abreast = in_order[bisect_left(columns, column - most) : bisect_right(columns, column + most)]
        if any(distance(hex, other) <= most for _, other in abreast):
            found.append(hex)
    return found


def water(hex: int) -> str:
    """What kind of well there is: "unlimited", "village" or "bir"; nothing for most hexes."""
    kind = place_kind(hex)
    if kind in ("city", "oasis"):
        return "unlimited"
    return kind if kind in ("village", "bir") else ""


@functools.cache
def cities() -> Mapping[int, str]:
    """[25.12] The hexes of major cities on the map and the city each belongs to."""
    return MappingProxyType(
        {hex: area.name for area in board().areas if area.kind == "major_city" for hex in area.hexes}
    )


@functools.cache
def city(name: str) -> tuple[int, ...]:
    """The hexes of a Major City, the one from which distances are measured first."""
    first = place(name)
    return (first, *(hex for hex, of in cities().items() if of == name and hex != first))


def city_level(hex: int) -> int:
    """[24.48, 25.12] The level of fortification that a major city is by itself, 0 elsewhere."""
    name = cities().get(hex)
    if name is None:
        return 0
    return 3 if name in ("Alexandria", "Cairo") else 2


@functools.cache
def ports() -> Mapping[int, str]:
    """The hexes of ports on the map and their names."""
    return MappingProxyType({site.hex: site.name for site in board().sites if site.port})


@functools.cache
def entry_road() -> tuple[int, ...]:
    """[8.85] The road from the off-map boxes on to the map, from its first hex eastwards as far as it is finished."""
    return next(road.hexes for road in board().roads if road.name == "Via Balbia")


# Roads, tracks and railways


def link(a: int, b: int) -> Link:
    """[8.33, 24.52] What joins two neighbours in print; an unfinished road is a track until it is built."""
    return _links().get((a, b), "")


@functools.cache
def _links() -> Mapping[tuple[int, int], Link]:
    return MappingProxyType(
        {(a, b): link for kind, link in _LINKS for a, around in board().road_steps(kind).items() for b in around}
    )


def stretch(a: int, b: int) -> str:
    """[24.5, 24.51] The name of the unfinished road between two neighbours."""
    return _stretches().get((a, b), "")


@functools.cache
def _stretches() -> Mapping[tuple[int, int], str]:
    sides = {(a, b): road.name for road in board().roads if road.kind == "unfinished_road" for a, b in road.hexsides()}
    return MappingProxyType(sides | {(b, a): name for (a, b), name in sides.items()})


@functools.cache
def stretches() -> Mapping[str, tuple[tuple[int, int], ...]]:
    """[24.5, 24.56] The hexsides of each unfinished road, each once, by name."""
    found: dict[str, list[tuple[int, int]]] = {}
    for (a, b), name in _stretches().items():
        if a < b:
            found.setdefault(name, []).append((a, b))
    return MappingProxyType({name: tuple(sorted(found[name])) for name in sorted(found)})


@functools.cache
def road_hexes() -> frozenset[int]:
    """[24.51] The hexes through which a finished road is printed."""
    return frozenset(board().road_steps("road"))


@functools.cache
def unfinished_hexes() -> Mapping[str, frozenset[int]]:
    """[24.51] The hexes of each unfinished road that have to be built, those where it joins a road left out."""
    return MappingProxyType(
        {name: frozenset(hex for side in sides for hex in side) - road_hexes() for name, sides in stretches().items()}
    )


def rail(a: int, b: int) -> Rail:
    """[8.71, 24.67] The railway between two neighbours in print; the line of Benghazi is none."""
    return _rails().get((a, b), "none")


@functools.cache
def _rails() -> Mapping[tuple[int, int], Rail]:
    return MappingProxyType(
        {(a, b): rail for kind, rail in _RAILS for a, around in board().road_steps(kind).items() for b in around}
    )


@functools.cache
def railway() -> Mapping[int, tuple[int, ...]]:
    """[8.71] For each hex of the railway that is built from the start, the neighbours it leads to."""
    return board().road_steps("railway")


@functools.cache
def railway_extension() -> tuple[int, ...]:
    """[24.67] The hexes of the unbuilt railway in the order of building, from the last one built to Tobruk."""
    line = next(road.hexes for road in board().roads if road.kind == "railway_extension")
    return line if line[0] in railway() else line[::-1]


# Hexsides


def crossing(a: int, b: int) -> tuple[str, ...]:
    """[8.37, 8.42, 8.43] What is met on the hexside from one hex to its neighbour, as the chart calls it."""
    return _crossings().get((a, b), _NOTHING)


@functools.cache
def _crossings() -> Mapping[tuple[int, int], tuple[str, ...]]:
    found: dict[tuple[int, int], list[str]] = {}
    for (a, b), features in board().hexsides.items():
        for feature in sorted(features - {"border"}):
            if feature in _DIRECTED:
                found.setdefault((a, b), []).append(f"up_{feature}")
                found.setdefault((b, a), []).append(f"down_{feature}")
            else:
                found.setdefault((a, b), []).append(feature)
    return MappingProxyType({side: tuple(sorted(found[side])) for side in sorted(found)})


@functools.cache
def ways() -> tuple[tuple[Way, ...], ...]:
    """For each hex every land neighbour with what joins them and what lies on the hexside, for looking far."""
    return tuple(
        tuple((near, link(hex, near), crossing(hex, near)) for near in around)
        for hex, around in enumerate(neighbours())
    )
