"""Paths as players write them: hexes and boxes by name, with the cheapest way where hexes are left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from sandtable.core import fields
from sandtable.core.fields import Going
from sandtable.core.values import Refusal
from sandtable.games.north_africa_41.ground.ranges import Mode, Range
from sandtable.games.north_africa_41.ground.reach import (
    Mover,
    Trail,
    check_marchers,
    mover_of,
    onward,
    reach,
    trail_of,
    walk,
)
from sandtable.games.north_africa_41.ground.routes import bonus_routes, march_routes, steps_from
from sandtable.games.north_africa_41.ground.zones import front
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.pieces.tables import POINT, limits, points
from sandtable.games.north_africa_41.state import NorthAfrica

FAR = 100 * POINT  # farther than anybody moves


def places_of(names: Sequence[str], case: str) -> tuple[int, ...]:
    return tuple(board().named_location(name, case) for name in names)


def place_of(name: str, case: str) -> int:
    return places_of((name,), case)[0]


def is_written_out(path: Sequence[int]) -> bool:
    return all(there in steps_from(here) for here, there in pairwise(path))


def full_path(state: NorthAfrica, names: Sequence[str], path: Sequence[int], more: int = 0) -> tuple[int, ...]:
    """Every place of a path."""
    if len(path) > 2 and is_written_out(path):
        return tuple(path)
    return walkable(state, names, path, more)[0]


def walkable(
    state: NorthAfrica, names: Sequence[str], path: Sequence[int], more: int = 0
) -> tuple[tuple[int, ...], Mode]:
    """Every place of a path and the kind of movement it takes; between those that are not neighbours the cheapest route
    is taken, as it is between two neighbours that are all the path when the step itself cannot be taken."""
    if len(path) > 2 and is_written_out(path):
        return tuple(path), walk(state, names, path, more)
    check_marchers(state, names)
    refused: Refusal | None = None
    for way in _ways(state, names, path, more):
        try:
            return way, walk(state, names, way, more)
        except Refusal as refusal:
            refused = refused or refusal
    raise refused or Refusal("5.1", "name every hex of the path")


def _ways(state: NorthAfrica, names: Sequence[str], path: Sequence[int], more: int) -> Iterator[tuple[int, ...]]:
    if is_written_out(path):
        yield tuple(path)
    if len(path) == 2:
        found = reach(state, names, more)
        if path[1] in found:
            yield found.path(path[1])
    movers = [mover_of(state, name, names, more) for name in names]
    for mover in sorted(movers, key=lambda each: (each.gait != "foot", each.points)):
        way = path[:1]
        for there in path[1:]:
            way = (*way, there) if there in steps_from(way[-1]) else way_on(state, mover, way, there)
        yield tuple(way)


def way_on(state: NorthAfrica, mover: Mover, path: Sequence[int], there: int) -> tuple[int, ...]:
    """A path that goes on to a place the cheapest way, or the reason why the mover cannot get there."""
    return (*path, *way_from(state, mover, trail_of(state, mover, path), there)[1:])


def way_from(state: NorthAfrica, mover: Mover, trail: Trail, there: int) -> tuple[int, ...]:
    """The cheapest way on from where a trail has led."""
    node = march_routes(mover.gait).node(trail.here, trail.row)
    if mover.gait == "foot":
        found = _range_on_foot(state, mover, node, trail.spent, trail.here)
    else:
        found = onward(front(state, mover.side), mover, node, trail.spent)
    if there not in found:
        raise why_not(state, mover, trail.here, there, mover.points - trail.spent)
    return found.path(there)


def _range_on_foot(state: NorthAfrica, mover: Mover, node: int, spent: int, here: int) -> Range:
    """Along a road as far as the bonus would lead from here, or across country."""
    facing = front(state, mover.side)
    plain = fields.reach(march_routes("foot").graph, node, facing.going(max(mover.points - spent, 0), mover.closed))
    on_road = Going(limits().highway_bonus, 0, mover.closed, facing.halting)
    along = [fields.reach(bonus_routes(on_highway).graph, here, on_road) for on_highway in (True, False)]
    return Range({there: ("normal", each) for each in (plain, *reversed(along)) for there in each})


def why_not(state: NorthAfrica, mover: Mover, here: int, goal: int, left: int) -> Refusal:
    """Why a mover cannot get to a place: by the cheapest way there if no enemy stood in it, where that breaks."""
    name, routes = board().name(goal), march_routes(mover.gait)
    everywhere = Going(FAR, 0, (), bytes(len(board()) + len(board().boxes)))
    open_way = fields.reach(routes.graph, routes.node(here), everywhere)
    if goal not in open_way:
        return Refusal("5.1", f"{mover.name} has no route to {name}")
    cost = open_way.points(goal)
    more = 0 if mover.gait == "foot" else limits().extended_movement * POINT
    far = f"{name} is {points(cost)} MP away and {mover.name} has {points(left)}"
    if cost > left + more:
        return Refusal("5.1", f"{far}, extended {points(left + more)}" if more else far)
    try:
        trail_of(state, mover, open_way.path(goal))
    except Refusal as refusal:
        return refusal
    if cost > left:
        return Refusal("5.3", f"{far}; by Extended Movement it may enter no enemy zone")
    return Refusal("5.1", f"the enemy leaves {mover.name} no route to {name}")
