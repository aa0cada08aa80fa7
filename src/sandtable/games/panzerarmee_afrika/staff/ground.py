"""The map as a staff reads it: how far it is from everywhere to somewhere, and where it is good to stand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from sandtable.core import fields
from sandtable.core.fields import Going, Reach
from sandtable.games.panzerarmee_afrika.factors.strength import fort_name, is_uphill
from sandtable.games.panzerarmee_afrika.map import board, fort_of_zone, roads, tracks
from sandtable.games.panzerarmee_afrika.pieces.counters import logistics
from sandtable.games.panzerarmee_afrika.pieces.routes import supply_graph, transport_routes
from sandtable.games.panzerarmee_afrika.pieces.tables import defence_factor
from sandtable.games.panzerarmee_afrika.pieces.zones import Front

FAR = 400  # movement factors: farther than anything on the map


@cache
def travel(goal: int) -> tuple[int, ...]:
    """[11.1.2] The movement factors from every hex to this one, as if nobody stood in the way."""
    reached = fields.reach(supply_graph(), supply_graph().end(goal), Going(FAR, 0, (), bytes(len(board()))))
    return tuple(0 if at == goal else reached.points(at) if at in reached else FAR for at in range(len(board())))


@cache
def _roads_from(start: int) -> Reach:
    return fields.reach(transport_routes().graph, start, Going(FAR, 0, (), bytes(len(board()))))


@cache
def drive(start: int) -> Mapping[int, int]:
    """[11.1.3] The movement factors of a lorry from a hex to everywhere, nobody in the way."""
    reached = _roads_from(start)
    return {start: 0, **{at: reached.points(at) for at in reached}}


def highway(start: int, end: int) -> tuple[int, ...]:
    """The hexes of a lorry's way, nobody in it."""
    reached = _roads_from(start)
    return reached.path(end) if end in reached else (start,)


@lru_cache(maxsize=1024)
def open_roads(start: int, facing: Front) -> Reach:
    """[11.1.3, 11.1.4] A lorry's ways past the enemy, however many turns they take."""
    return fields.reach(transport_routes().graph, start, Going(FAR, 0, facing.occupied, facing.zone))


@cache
def lorry_range() -> int:
    """[11.1.3] The movement factors of a lorry in one turn."""
    return max(each.movement_factor for each in logistics().values())


@cache
def cover(side: str, hexagon: int) -> int:
    """[12.4.2] What the ground makes of a defender."""
    return defence_factor(side, board().terrain[hexagon], fort_name(hexagon))


@cache
def is_paved(hexagon: int) -> bool:
    """[11.1.3] Whether lorries come here."""
    return hexagon in roads() or hexagon in tracks()


@cache
def is_steep(post: int, target: int) -> bool:
    """[12.4.2] Whether an escarpment lies between two hexes that touch."""
    return is_uphill(post, (target,))


@cache
def touching(hexagon: int) -> frozenset[int]:
    return frozenset(board().adjacent[hexagon])


def zone_of(hexagon: int) -> int:
    """[12.1.1] The fort in whose zone a hex lies, or -1."""
    return fort_of_zone().get(hexagon, -1)
