"""The map as a staff reads it: how far it is from everywhere to somewhere, and where it is good to stand."""

from __future__ import annotations

from functools import cache

from sandtable.core import fields
from sandtable.games.panzerarmee_afrika.map import board, fort_of_zone, roads, tracks
from sandtable.games.panzerarmee_afrika.routes import supply_graph
from sandtable.games.panzerarmee_afrika.strength import fort_name
from sandtable.games.panzerarmee_afrika.tables import defence_factor

FAR = 400  # movement factors: farther than anything on the map


@cache
def travel(goal: int) -> tuple[int, ...]:
    """[11.1.2] The movement factors from every hex to this one, as if nobody stood in the way."""
    reached = fields.reach(supply_graph(), supply_graph().end(goal), FAR, 0, (), bytes(len(board())))
    return tuple(0 if at == goal else reached.points(at) if at in reached else FAR for at in range(len(board())))


@cache
def cover(side: str, hexagon: int) -> int:
    """[12.4.2] What the ground makes of a defender."""
    return defence_factor(side, board().terrain[hexagon], fort_name(hexagon))


@cache
def is_paved(hexagon: int) -> bool:
    """[11.1.3] Whether lorries come here."""
    return hexagon in roads() or hexagon in tracks()


@cache
def touching(hexagon: int) -> frozenset[int]:
    return frozenset(board().adjacent[hexagon])


def zone_of(hexagon: int) -> int:
    """[12.1.1] The fort in whose zone a hex lies, or -1."""
    return fort_of_zone().get(hexagon, -1)
