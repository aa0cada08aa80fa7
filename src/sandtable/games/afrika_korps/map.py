"""The Afrika Korps board and the names the rules use for its hexes."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from sandtable.core.board import Board
from sandtable.core.map_file import read_board

COAST_ROAD = "coast_road"


@functools.cache
def board() -> Board:
    """[1.1] The mapboard, read once."""
    return read_board(__package__)


@functools.cache
def fortresses() -> frozenset[int]:
    """[1.1] Bengasi and Tobruch."""
    return frozenset(site.hex for site in board().sites if site.kind == "fortress")


@functools.cache
def home_base(side: str) -> int:
    """[1.1] The home base hex of "axis" or "allied"."""
    for site in board().sites:
        if site.kind == "home_base" and site.side == side:
            return site.hex
    raise ValueError(f"there is no home base of a side called '{side}'")


@functools.cache
def home_bases() -> frozenset[int]:
    """[1.1] The home bases of both sides."""
    return frozenset(site.hex for site in board().sites if site.kind == "home_base")


@functools.cache
def ports() -> frozenset[int]:
    """[23.3, 23.4] Both home bases and Tobruch; Bengasi is a fortress but no port."""
    return frozenset(site.hex for site in board().sites if site.port)


def decisive(side: str) -> tuple[str, ...]:
    """[4.1, 4.2] The Axis need all four sites; the Allies may give up Bengasi, which is not a port."""
    sites = home_bases() | (ports() if side == "allied" else fortresses())
    return tuple(board().name(at) for at in sorted(sites))


def is_port(hex: int) -> bool:
    return hex in ports()


@functools.cache
def escarpments() -> frozenset[int]:
    """[1.1, 18] Every escarpment hex, with or without the coast road."""
    return board().with_terrain("escarpment")


@functools.cache
def coast_road() -> Mapping[int, tuple[int, ...]]:
    """[17.2] For each coast road hex, the neighbours across hexsides that the road crosses."""
    return board().road_steps(COAST_ROAD)


@functools.cache
def coast_road_escarpments() -> frozenset[int]:
    """[18.4] Escarpments that the coast road passes through."""
    return escarpments() & frozenset(coast_road())


@functools.cache
def full_qattara() -> frozenset[int]:
    """[5.6] Impassable."""
    return board().with_terrain("qattara_full")
