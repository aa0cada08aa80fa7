"""[5, 6.3, 7.2] Where units may go over land.

`reach` and `tactical_reach` flood the map and are what lists and screens use; `walk` and `walk_tactically` follow one
path step by step, refuse with the case that forbids it, and are what decides. Tests hold them equal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from sandtable.core import fields
from sandtable.core.fields import Going, Reach
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal
from sandtable.games.north_africa_41.ground.fitness import (
    check_able_to_march,
    check_leaving_box,
    check_movable,
    closed_to,
    gait_of,
    why_closed,
)
from sandtable.games.north_africa_41.ground.ranges import NOWHERE, Marches, Mode, Options, Range
from sandtable.games.north_africa_41.ground.routes import (
    Gait,
    Routes,
    bonus_routes,
    march_routes,
    step_cost,
    steps_from,
    tactical_routes,
)
from sandtable.games.north_africa_41.ground.zones import FREE, FULL, Front, front, steady_hexes
from sandtable.games.north_africa_41.map import board, desert, escarpment, is_highway, is_road
from sandtable.games.north_africa_41.pieces.tables import POINT, limits, points, terrain
from sandtable.games.north_africa_41.state import (
    FULL_RETREAT,
    IN_SUPPLY,
    NorthAfrica,
    Unit,
    is_combat,
    movement_of,
    side_of,
)


class Mover(NamedTuple):
    """What a flood or a walk needs to know of a piece."""

    name: str
    side: str
    gait: Gait
    points: int  # parts of a Movement Point
    closed: frozenset[int]  # the places it may not enter


def mover_of(state: NorthAfrica, name: str, company: Sequence[str] = (), more: int = 0) -> Mover:
    """A piece that moves with others and with more Movement Points than its own."""
    allowance = (movement_of(state, name) + more) * POINT
    return Mover(name, side_of(name), gait_of(name), allowance, closed_to(state, name, company))


def check_marchers(state: NorthAfrica, names: Iterable[str]) -> None:
    """Refuse pieces that may not move by Movement Points from where they are."""
    for name in names:
        check_movable(state, side_of(name), name)
        check_able_to_march(state, name)
        check_leaving_box(state, name)


def _check_tacticians(state: NorthAfrica, names: Iterable[str]) -> None:
    for name in names:
        check_movable(state, side_of(name), name)
        check_leaving_box(state, name)


# --- floods


def reach(state: NorthAfrica, names: Sequence[str], more: int = 0) -> Range:
    """[5.1] Where these pieces, standing together, can move by Movement Points; nowhere when one of them may not."""
    try:
        check_marchers(state, names)
    except Refusal:
        return NOWHERE
    ranges = {id(found): found for found in (_range_of(state, mover_of(state, name, names, more)) for name in names)}
    return _common(list(ranges.values()))


def options(state: NorthAfrica, name: str) -> Options:
    """The ranges of a piece that has not moved, found once for each state it is in."""
    unit, facing = state.units[name], front(state, side_of(name))
    closed = _closed_alone(state, facing, name, unit)
    known = facing.options.get(name)
    if known is not None and known.unit is unit and known.turn == state.turn and known.closed is closed:
        return known
    marching, tactical = reach(state, (name,)), tactical_reach(state, (name,))
    beyond = tuple(end for end in tactical.ends if end not in marching)
    found = facing.options[name] = Options(unit, state.turn, closed, marching, tactical, beyond)
    return found


def _closed_alone(state: NorthAfrica, facing: Front, name: str, unit: Unit) -> frozenset[int]:
    """The places that a piece by itself may not enter, the same for all that are alike; [7.4, 16.4] Out of Supply also
    overlapping zones, where friends who come and go make a difference."""
    derived = state.layout.derived
    key = facing.side, unit.order == FULL_RETREAT, is_combat(name), unit.out == IN_SUPPLY
    found: frozenset[int] | None = derived.get(key)
    if found is None:
        closed = closed_to(state, name)
        if unit.out:
            closed |= _overlapping(state, name)
        found = derived[key] = facing.same.setdefault(closed, closed)
    return found


def tactical_reach(state: NorthAfrica, names: Sequence[str]) -> Range:
    """[5.4] Where these pieces can go by Tactical Movement."""
    try:
        _check_tacticians(state, names)
    except Refusal:
        return NOWHERE
    ranges = {id(found): found for found in (_tactical_range(state, name, names) for name in names)}
    return _common(list(ranges.values()))


def _common(ranges: Sequence[Range]) -> Range:
    """[5.1] Where all can go; the way is that of the first, who may have to look for another to please the rest."""
    first, *others = ranges
    if not others:
        return first
    shared = [place for place in first.ends if all(place in other for other in others)]
    return Range({place: (first.mode(place), first.reach(place)) for place in shared})


def _range_of(state: NorthAfrica, mover: Mover) -> Range:
    facing, place = front(state, mover.side), state.units[mover.name].at
    if mover.gait == "foot":
        return _range_on_foot(facing, place, mover)
    return onward(facing, mover, march_routes(mover.gait).node(place), 0)


def onward(facing: Front, mover: Mover, node: int, spent: int) -> Range:
    """[5.1, 5.3] Where a mechanised mover gets from a node to which it has spent so much, with Extended Movement."""
    allowance = mover.points - spent
    if allowance + limits().extended_movement * POINT < 0:
        return NOWHERE
    return _marches(facing, mover.gait, node, allowance, mover.closed)


def _marches(facing: Front, gait: Gait, node: int, allowance: int, closed: frozenset[int]) -> Marches:
    """One flood for all who set out alike: what is closed to some of them alone makes no difference to those who would
    not come to it anyhow."""
    key = gait, node, allowance, closed
    found = facing.marches.get(key)
    if found is None:
        widest = None if closed == facing.closed else _marches(facing, gait, node, allowance, facing.closed)
        if widest is not None and widest.misses(closed - facing.closed):
            found = widest
        else:
            found = _flooded(facing, march_routes(gait), node, allowance, closed)
        facing.marches[key] = found
    return found


def _flooded(facing: Front, routes: Routes, node: int, allowance: int, closed: frozenset[int]) -> Marches:
    # Nobody goes on from a zone, so that one flood over the longer distance serves both kinds of movement; only limited
    # zones, which normal movement may cross, need another.
    extended = allowance + limits().extended_movement * POINT
    far = near = _flood(facing, routes, node, extended, closed)
    if not far.misses(facing.limited):
        near = _flood(facing, routes, node, max(allowance, 0), closed)
        far = _flood(facing, routes, node, extended, closed | facing.limited)
    return Marches(near, allowance, far, facing.zone)


def _flood(facing: Front, routes: Routes, node: int, allowance: int, closed: Collection[int]) -> Reach:
    return fields.reach(routes.graph, node, facing.going(allowance, closed))


def beyond(facing: Front, behind: Sequence[int], found: Range) -> Range:
    """[5.3] Of where a mover gets from the end of a way, what it may still enter: Extended Movement keeps out of zones
    from its beginning, the way that lies behind included."""
    if all(facing.zone[there] == FREE for there in behind[1:]):
        return found
    return Range({end: ("normal", found.reach(end)) for end in found.ends if found.mode(end) == "normal"})


def _range_on_foot(facing: Front, place: int, mover: Mover) -> Range:
    key = "foot", place, mover.points, mover.closed
    known = facing.ranges.get(key)
    if known is not None:
        return known
    routes = march_routes("foot")
    plain = _flood(facing, routes, routes.node(place), mover.points, mover.closed)
    found: dict[int, tuple[Mode, Reach]] = dict.fromkeys(plain, ("normal", plain))
    if place not in facing.near:
        closed, tolls = mover.closed | facing.near, _in_hexes(facing.tolls)
        for on_highway, hexes in ((True, limits().highway_bonus), (False, limits().track_bonus)):
            routes = bonus_routes(on_highway)
            if not routes.graph.on_foot[routes.node(place)]:
                continue  # no road here
            going = Going(hexes, 0, closed, facing.halting, entering=tolls)
            along = fields.reach(routes.graph, routes.node(place), going)
            for there in along:
                if there not in found:
                    found[there] = "road-bonus", along
    facing.ranges[key] = Range(found)
    return facing.ranges[key]


def _tactical_range(state: NorthAfrica, name: str, company: Sequence[str]) -> Range:
    facing, unit = front(state, side_of(name)), state.units[name]
    closed = closed_to(state, name, company)
    if unit.out:
        closed |= _overlapping(state, name)
    key = "tactical", gait_of(name), unit.at, tactical_hexes(state, name), closed
    found = facing.ranges.get(key)
    if found is None:
        routes = tactical_routes(gait_of(name))
        going = Going(tactical_hexes(state, name), 0, closed, facing.halting)
        flood = fields.reach(routes.graph, routes.node(unit.at), going)
        found = facing.ranges[key] = Range(dict.fromkeys(flood, ("tactical", flood)))
    return found


def tactical_hexes(state: NorthAfrica, name: str) -> int:
    """[5.4, 19.5]"""
    return limits().replaced_hexes if state.units[name].replaced else limits().tactical_hexes


def _in_hexes(tolls: Mapping[int, int]) -> dict[int, int]:
    """[5.2.2] On a road a unit on foot pays a point for a hex, so a point more is a hex less."""
    return {at: cost // POINT for at, cost in tolls.items()}


# --- one step after the other


class Trail(NamedTuple):
    """How far a walk has come."""

    here: int
    spent: int = 0
    row: int = 0  # [5.5] desert hexes entered in a row
    begun: bool = False


def walk(state: NorthAfrica, names: Sequence[str], path: Sequence[int], more: int = 0) -> Mode:
    """[5.1] Follow a path with pieces that stand together; the kind of movement it takes, or the refusal."""
    check_marchers(state, names)
    modes: list[Mode] = []
    for name in names:
        mover = mover_of(state, name, names, more)
        modes.append(judge(state, mover, path, trail_of(state, mover, path).spent))
    return next((mode for mode in modes if mode != "normal"), "normal")


def step(state: NorthAfrica, mover: Mover, trail: Trail, there: int) -> Trail:
    """[5.1, 5.5, 5.7, 7.2] Take one step and pay for it."""
    facing, here = front(state, mover.side), trail.here
    cost = check_step(state, mover, here, there, trail.begun)
    row = trail.row + 1 if there in desert() else 0
    if row > terrain("trackless_desert").consecutive:
        raise Refusal("5.5", f"{board().name(there)} would be the third desert hex in a row")
    spent = trail.spent + cost + facing.tolls.get(there, 0) + facing.leaving.get(here, 0)
    return Trail(there, spent, row, begun=True)


def check_step(state: NorthAfrica, mover: Mover, here: int, there: int, begun: bool) -> int:
    """What the ground costs for a step; refuse one that may not be taken at all."""
    name, way = mover.name, f"{board().name(here)} to {board().name(there)}"
    if begun and here < 0:
        raise Refusal("6.3.1", f"{name} must stop in {board().name(here)}")
    if begun and front(state, mover.side).zone[here] == FULL:
        raise Refusal("7.2", f"{name} must stop at {board().name(here)}, in an enemy Zone of Control")
    if there not in steps_from(here):
        raise Refusal("5.1", f"{name} cannot move directly from {way}")
    if there in mover.closed:
        raise why_closed(state, name, there)
    cost = step_cost(mover.gait, here, there)
    if cost is None:
        assert escarpment(here, there)  # nobody sets out from a box on foot [6.3.4]
        raise Refusal("5.7", f"{name} may cross the escarpment between {way} only along a road")
    return cost


def judge(state: NorthAfrica, mover: Mover, path: Sequence[int], spent: int) -> Mode:
    """[5.2.2, 5.3] The kind of movement for a way that costs so much."""
    if spent <= mover.points:
        return "normal"
    if mover.gait == "foot":
        return _judge_on_foot(state, mover, path, spent)
    extended = mover.points + limits().extended_movement * POINT
    if spent > extended:
        has = f"it has {points(mover.points)}, extended {points(extended)}"
        raise Refusal("5.3", f"the path costs {mover.name} {points(spent)} MP; {has}")
    zone = front(state, mover.side).zone
    entered = next((there for there in path[1:] if zone[there] != FREE), None)
    if entered is not None:
        why = f"{board().name(entered)} is in an enemy zone, where {mover.name} may not go by Extended Movement"
        raise Refusal("5.3", f"{why}; the path costs {points(spent)} MP")
    return "extended"


def _judge_on_foot(state: NorthAfrica, mover: Mover, path: Sequence[int], spent: int) -> Mode:
    name, facing = mover.name, front(state, mover.side)
    steps = list(pairwise(path))
    if not all(is_road(here, there) for here, there in steps):
        raise Refusal("5.1", f"the path costs {name} {points(spent)} MP and it has {points(mover.points)}")
    on_highway = all(is_highway(here, there) for here, there in steps)
    most = limits().highway_bonus if on_highway else limits().track_bonus
    hexes = len(steps) + sum(_in_hexes(facing.tolls).get(there, 0) for there in path[1:])
    if hexes > most:
        raise Refusal(
            "5.2.2", f"by {'highway' if on_highway else 'road'} {name} may move {plural(most, 'hex')}, not {hexes}"
        )
    beside = next((there for there in path if there in facing.near), None)
    if beside is not None:
        why = f"{board().name(beside)} is next to enemy Combat Units, so {name} has no Road Bonus"
        raise Refusal("5.2.2", why)
    return "road-bonus"


def trail_of(state: NorthAfrica, mover: Mover, path: Sequence[int]) -> Trail:
    """Where a path has brought a mover and what it has spent."""
    trail = Trail(path[0])
    for there in path[1:]:
        trail = step(state, mover, trail, there)
    return trail


def walk_tactically(state: NorthAfrica, names: Sequence[str], path: Sequence[int]) -> None:
    """[5.4] Follow a path of one or two hexes by Tactical Movement, or refuse it."""
    _check_tacticians(state, names)
    for name in names:
        check_tactical_length(state, name, path)
        mover = mover_of(state, name, names)
        for i, (here, there) in enumerate(pairwise(path)):
            check_step(state, mover, here, there, begun=i > 0)
            check_overlap(state, name, there)


def check_tactical_length(state: NorthAfrica, name: str, path: Sequence[int]) -> None:
    """[5.4, 19.5]"""
    most = tactical_hexes(state, name)
    if len(path) - 1 <= most:
        return
    case = "19.5" if state.units[name].replaced else "5.4"
    raise Refusal(case, f"{name} may move {plural(most, 'hex')}, not {len(path) - 1}")


def check_overlap(state: NorthAfrica, name: str, there: int) -> None:
    """[16.4]"""
    if state.units[name].out and there in _overlapping(state, name):
        raise Refusal("16.4", f"{name} is Out of Supply and enemy zones overlap in {board().name(there)}")


def _overlapping(state: NorthAfrica, name: str) -> frozenset[int]:
    """[7.4, 16.4] Overlapping enemy zones that no friendly unit cancels."""
    side = side_of(name)
    return front(state, side).overlapping - steady_hexes(state, side)
