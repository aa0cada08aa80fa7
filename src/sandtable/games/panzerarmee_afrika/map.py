"""The Panzerarmee Afrika board and the names the rules use for its hexes."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import resources
from itertools import permutations
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.board import Board
from sandtable.core.map_file import read_board
from sandtable.core.typed import from_toml

Country = Literal["Libya", "Egypt"]

ROAD = "road"
TRACK = "track"
RAILROAD = "railroad"
SEA_LANE = "sea_lane"
ESCARPMENT = "escarpment"
BORDER = "border"


@functools.cache
def board() -> Board:
    """[2.1] The map, read once."""
    return read_board(__package__)


# Roads, tracks and the railroad


@functools.cache
def roads() -> Mapping[int, tuple[int, ...]]:
    """[2.1.1] For each road hex, the neighbours across hexsides that a road crosses."""
    return board().road_steps(ROAD)


@functools.cache
def tracks() -> Mapping[int, tuple[int, ...]]:
    """[2.1.1] For each track hex, the neighbours across hexsides that a track crosses."""
    return board().road_steps(TRACK)


@functools.cache
def railroad() -> Mapping[int, tuple[int, ...]]:
    """[2.1.1, 11.3.1] For each hex of the Egyptian railroad, the neighbours it leads to."""
    return board().road_steps(RAILROAD)


@functools.cache
def road_sides() -> frozenset[tuple[int, int]]:
    """[11.1.2] The steps, both ways, that are road movement."""
    return _steps(roads())


@functools.cache
def track_sides() -> frozenset[tuple[int, int]]:
    """[11.1.2] The steps, both ways, that are track movement; no hexside has both a road and a track."""
    return _steps(tracks())


@functools.cache
def unconnected() -> frozenset[tuple[int, int, int]]:
    """[11.1.2, 11.1.3] Changes of road or track, as (hex entered from, hex, hex left for), both entered and left by
    road or track, between lines that do not meet in the middle hex."""
    ground = board()
    changes: set[tuple[int, int, int]] = set()
    for hex, pairs in ground.through.items():
        lines = {*roads().get(hex, ()), *tracks().get(hex, ())}
        joined = {*pairs, *((b, a) for a, b in pairs)}
        changes.update((a, hex, b) for a, b in permutations(sorted(lines), 2) if (a, b) not in joined)
    return frozenset(changes)


@functools.cache
def unconnected_hexes() -> frozenset[int]:
    """[11.1.2] The only hexes in which the cost of a step depends on where the unit came from."""
    return frozenset(hex for _, hex, _ in unconnected())


# Hexsides


@functools.cache
def escarpments() -> frozenset[tuple[int, int]]:
    """[2.1.1] Escarpment hexsides, each as two steps."""
    return _with_feature(ESCARPMENT)


@functools.cache
def prohibited() -> frozenset[tuple[int, int]]:
    """[2.1.1] Hexsides that nothing crosses, each as two steps; `board().adjacent` already leaves them out."""
    return board().prohibited_hexsides


@functools.cache
def border() -> frozenset[tuple[int, int]]:
    """[2.1.1] Hexsides between Libya and Egypt, each as two steps."""
    return _with_feature(BORDER)


@functools.cache
def into_egypt() -> frozenset[tuple[int, int]]:
    """[9] The steps that cross the border from Libya into Egypt."""
    return frozenset((a, b) for a, b in border() if a in libya())


# Countries


@functools.cache
def libya() -> frozenset[int]:
    """[9] Playable hexes west of the border."""
    return _country("Libya")


@functools.cache
def egypt() -> frozenset[int]:
    """[9] Playable hexes east of the border."""
    return _country("Egypt")


# Forts


@functools.cache
def forts() -> tuple[int, ...]:
    """[2.1.1] Tobruk and Bardia."""
    return tobruk(), bardia()


@functools.cache
def tobruk() -> int:
    return board().site("fortress", "Tobruk")


@functools.cache
def bardia() -> int:
    return board().site("fortress", "Bardia")


@functools.cache
def fort_zones() -> Mapping[int, tuple[int, ...]]:
    """[2.1.1, 3] For each fort the hexes of its own zone."""
    zones = (area for area in board().areas if area.kind == "fort_zone")
    return MappingProxyType({board().site("fortress", zone.name): zone.hexes for zone in zones})


@functools.cache
def fort_of_zone() -> Mapping[int, int]:
    """[12.1.1] For each hex of a fort zone the fort; no hex is in two."""
    return MappingProxyType({hex: fort for fort, zone in fort_zones().items() for hex in zone})


# Bases


@functools.cache
def base(side: str) -> tuple[int, ...]:
    """[5.1, 8.3.1, 8.3.2] The hexes of the base of "axis" or "allied", the centre first."""
    for area in board().areas:
        if area.side == side:
            return area.hexes
    raise ValueError(f"there is no base of a side called '{side}'")


@functools.cache
def agheila() -> int:
    """[5.1] The centre of the Axis base."""
    return board().site("base", "El Agheila")


@functools.cache
def alexandria() -> int:
    """[5.1] The centre of the Allied base."""
    return board().site("base", "Alexandria")


# The sea


@functools.cache
def ports() -> frozenset[int]:
    """[11.2] Alexandria (its centre only), Bardia and Tobruk."""
    return frozenset(site.hex for site in board().sites if site.port)


@functools.cache
def sea_lanes() -> Mapping[int, tuple[int, ...]]:
    """[2.1.2] From each port, the ports that a sea lane leads to."""
    reached: dict[int, set[int]] = {}
    for lane in (road for road in board().roads if road.kind == SEA_LANE):
        for start, end in ((lane.hexes[0], lane.hexes[-1]), (lane.hexes[-1], lane.hexes[0])):
            reached.setdefault(start, set()).add(end)
    return MappingProxyType({port: tuple(sorted(reached[port])) for port in sorted(reached)})


# The table of distances


class RoadDistance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of the printed table: movement factors along the coastal road between two places."""

    west: str
    east: str
    factors: int


class _Distances(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    distances: tuple[RoadDistance, ...]


@functools.cache
def road_distances() -> tuple[RoadDistance, ...]:
    """The 36 distances printed beside the map; places as in `board().places`."""
    data = resources.files("sandtable.games.panzerarmee_afrika") / "data"
    return from_toml((data / "road_distances.toml").read_bytes(), _Distances).distances


def _country(name: Country) -> frozenset[int]:
    """The playable hexes on the same side of the border as the base that lies in the country."""
    start = agheila() if name == "Libya" else alexandria()
    return board().joined(start, lambda here, near: (here, near) in border())


def _steps(lines: Mapping[int, tuple[int, ...]]) -> frozenset[tuple[int, int]]:
    return frozenset((hex, near) for hex, nearby in lines.items() for near in nearby)


def _with_feature(feature: str) -> frozenset[tuple[int, int]]:
    return frozenset(pair for pair, features in board().hexsides.items() if feature in features)
