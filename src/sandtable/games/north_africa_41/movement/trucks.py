"""[5.8, 17.2.4] Trucks: carrying units and Supply Points, putting these down, the Special Transfer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, pairwise

from sandtable.core.fields import Reach
from sandtable.core.frames import Draft
from sandtable.core.listing import Branch, Branches, Made
from sandtable.core.values import Action, Refusal, Value, may
from sandtable.games.north_africa_41.ground.entering import put_down
from sandtable.games.north_africa_41.ground.fitness import (
    check_able_to_march,
    check_fit_to_leave_box,
    check_movable,
    check_own,
    check_together,
    closed_to,
    is_able_to_march,
)
from sandtable.games.north_africa_41.ground.paths import is_written_out, place_of, places_of, way_from
from sandtable.games.north_africa_41.ground.ranges import NOWHERE, Mode, Range
from sandtable.games.north_africa_41.ground.reach import (
    Mover,
    Trail,
    beyond,
    check_overlap,
    check_step,
    check_tactical_length,
    judge,
    mover_of,
    onward,
    options,
    step,
    tactical_reach,
)
from sandtable.games.north_africa_41.ground.routes import BOXES, march_routes, steps_from
from sandtable.games.north_africa_41.ground.zones import FREE, front
from sandtable.games.north_africa_41.lines.tracing import LAND_BOXES, full_supply, in_full_supply
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.movement.orders import Carry, Transfer, Unload
from sandtable.games.north_africa_41.pieces.counters import Side, trucks
from sandtable.games.north_africa_41.results.march import complete, disturb, set_out
from sandtable.games.north_africa_41.state import (
    DISRUPTED,
    OFF_MAP,
    NorthAfrica,
    add_supply,
    is_mechanised,
    mark,
    role_of,
    side_of,
    take_supply,
)

SUPPLY = "supply"  # the load that is no piece
Leg = Callable[[NorthAfrica, Mover, Trail, int], tuple[int, ...]]  # the steps from where a trail has led to a place


# --- carrying


class Haul(Value, frozen=True):
    """A carriage worked out: the way to the load, and the way on with it."""

    there: tuple[int, ...]
    onward: tuple[int, ...]
    mode: Mode


def planned(state: NorthAfrica, side: Side, action: Carry) -> Haul:
    """A carriage checked and worked out, once for checking and once more for carrying it out."""
    found: Haul | None = state.layout.derived.get(action)
    if found is None:
        found = state.layout.derived[action] = _plan(state, side, action)
    return found


def check_carry(state: NorthAfrica, side: Side, action: Carry) -> None:
    """[5.8.1, 5.8.2]"""
    planned(state, side, action)


def _plan(state: NorthAfrica, side: Side, action: Carry) -> Haul:
    path = places_of(action.path, "5.8.1")
    check_together(state, side, (action.truck,), path[0])
    _check_truck(state, side, action.truck)
    where = _load_place(state, side, action.load, path)
    _check_load(state, side, action.load)
    i = path.index(where)
    if len(path) == i + 1:
        raise Refusal("5.8.1", f"say where {action.truck} takes {action.load}")
    for way in _short_ways(path):
        if may(_check_tactical, state, action, way, where):
            return Haul(way[: i + 1], way[i:], "tactical")
    _check_march(state, action)
    refused: Refusal | None = None
    for leg in (_as_written, _cheapest):
        try:
            return _march(state, action, path, i, leg)
        except Refusal as refusal:
            refused = refused or refusal
    assert refused is not None
    raise refused


def _march(state: NorthAfrica, action: Carry, path: tuple[int, ...], i: int, leg: Leg) -> Haul:
    """A carriage by Movement Points, the load waiting at the place `i` of the path."""
    empty = mover_of(state, action.truck)
    there = _way(state, empty, empty, path[:1], path[1 : i + 1], 0, leg)
    laden = _laden(state, action.truck, action.load)
    full = _way(state, empty, laden, there, path[i + 1 :], len(there) - 1, leg)
    spent = _trail(state, empty, laden, full, len(there) - 1).spent
    return Haul(there, full[len(there) - 1 :], judge(state, empty, full, spent))


def _as_written(state: NorthAfrica, mover: Mover, trail: Trail, goal: int) -> tuple[int, ...]:
    """To a neighbour by one step, where that can be taken."""
    if goal in steps_from(trail.here) and may(step, state, mover, trail, goal):
        return (goal,)
    return _cheapest(state, mover, trail, goal)


def _cheapest(state: NorthAfrica, mover: Mover, trail: Trail, goal: int) -> tuple[int, ...]:
    return way_from(state, mover, trail, goal)[1:]


def _check_truck(state: NorthAfrica, side: Side, name: str) -> None:
    if name not in trucks():
        raise Refusal("5.8.1", f"{name} is not a Truck")
    check_movable(state, side, name)
    check_fit_to_leave_box(state, name)
    if state.units[name].loaded:
        raise Refusal("5.8.1", f"{name} already carries a Supply Point")


def _check_load(state: NorthAfrica, side: Side, load: str) -> None:
    """[5.8.1, 19.2.1] One Combat Unit or one Replacement without vehicles."""
    if load == SUPPLY:
        return
    if role_of(load) == "truck":
        raise Refusal("5.8.1", f"{load} is a Truck itself")
    if role_of(load) == "replacement" and is_mechanised(load):
        raise Refusal("19.2.1", f"{load} has its own vehicles and cannot be carried by Truck")
    check_movable(state, side, load)
    check_fit_to_leave_box(state, load)


def _check_march(state: NorthAfrica, action: Carry) -> None:
    """[13.2.3] Refuse a Truck or a load to which only Tactical Movement is left."""
    check_able_to_march(state, action.truck)
    if action.load == SUPPLY:
        return
    if state.units[action.load].order == DISRUPTED:
        raise Refusal("13.2.3", f"{action.load} is Disrupted; its Truck may only move tactically")
    check_able_to_march(state, action.load)


def _check_tactical(state: NorthAfrica, action: Carry, way: Sequence[int], where: int) -> None:
    """[5.4, 13.2.3, 16.4, 17.4] A Truck that carries something only one or two hexes does so by Tactical Movement."""
    check_tactical_length(state, action.truck, way)
    i, empty, laden = way.index(where), mover_of(state, action.truck), _laden(state, action.truck, action.load)
    if action.load != SUPPLY:
        check_tactical_length(state, action.load, way[i:])
    for k, (here, there) in enumerate(pairwise(way)):
        mover = empty if k < i else laden
        check_step(state, mover, here, there, begun=k > 0)
        for name in {action.truck: None, mover.name: None}:
            check_overlap(state, name, there)


def _short_ways(path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The path as it is written, or over any hex between two places that are not neighbours."""
    if is_written_out(path):
        yield path
    elif len(path) == 2:
        start, end = path
        yield from ((start, between, end) for between in steps_from(start) if end in steps_from(between))


def _load_place(state: NorthAfrica, side: Side, load: str, path: Sequence[int]) -> int:
    """Where on the path the load waits."""
    if load == SUPPLY:
        stocked = next((at for at in path if state.stores_at(at, side) > 0), None)
        if stocked is None:
            raise Refusal("5.8.1", "there is no Supply Point on the path that may be moved")
        return stocked
    check_own(state, side, load)
    where = state.units[load].at
    if where not in path:
        raise Refusal("5.8.1", f"{load} is at {board().name(where)}: name that place in the path")
    return where


def _laden(state: NorthAfrica, truck: str, load: str) -> Mover:
    """The Truck as it goes on with its load, in whose name: a Combat Unit protects it, one in Full Retreat binds it."""
    if load == SUPPLY:
        return mover_of(state, truck)
    alone = mover_of(state, truck, (load,))
    return alone._replace(name=load, closed=alone.closed | closed_to(state, load, (truck,)))


def _way(
    state: NorthAfrica, empty: Mover, laden: Mover, path: Sequence[int], goals: Sequence[int], since: int, leg: Leg
) -> tuple[int, ...]:
    """A path that leads on over these places; from its step `since` on the Truck has its load."""
    way = tuple(path)
    for goal in goals:
        mover = empty if len(way) <= since else laden
        way = (*way, *leg(state, mover, _trail(state, empty, laden, way, since), goal))
    return way


def _trail(state: NorthAfrica, empty: Mover, laden: Mover, path: Sequence[int], since: int) -> Trail:
    trail = Trail(path[0])
    for i, there in enumerate(path[1:]):
        trail = step(state, empty if i < since else laden, trail, there)
    return trail


def do_carry(draft: Draft[NorthAfrica], side: Side, action: Carry) -> None:
    haul = planned(draft.state, side, action)
    truck, load, where = action.truck, action.load, haul.onward[0]
    moving = (truck,) if load == SUPPLY else (truck, load)
    if len(haul.there) > 1:
        draft.note("moved", units=[truck], path=[board().name(each) for each in haul.there], mode=haul.mode)
        put_down(draft, side, (truck,), where)
    draft.note("loaded", truck=truck, load=load, at=board().name(where))
    if load == SUPPLY:
        take_supply(draft, side, where)
        mark(draft, truck, loaded=True)
    complete(draft, moving)
    if haul.mode != "tactical":
        disturb(draft, side)
    set_out(draft, side, moving, haul.onward, haul.mode)


def carriages(state: NorthAfrica, side: Side) -> Iterator[Branch[Action]]:
    """[5.8.1] Every carriage of what waits beside a Truck, and of what waits at the nearest place on its way."""
    ready = [name for name in _unmoved(state, side) if may(_check_truck, state, side, name)]
    loads = _loads(state, side) if ready else {}
    for name in ready:
        here = state.units[name].at
        if not is_able_to_march(state.units[name]):
            most = len(options(state, name).tactical.ends)
            for load in loads.get(here, ()):
                yield Branch(most, partial(_tactical_carriages, state, side, name, load))
            continue
        most = _most_ends(state, name)
        for load in loads.get(here, ()):
            yield Branch(most, partial(_carriages_from, state, name, load))
        alone = options(state, name).marching
        where = _nearest(state, side, alone, loads)
        if where is not None:
            yield from (Branch(most, partial(_fetching, state, name, load, alone, where)) for load in loads[where])


def _unmoved(state: NorthAfrica, side: Side) -> list[str]:
    moved = {*state.moved}
    return [name for name in chain.from_iterable(state.layout.trucks[side].values()) if name not in moved]


def _most_ends(state: NorthAfrica, truck: str) -> int:
    """How many places a Truck gets to at most, whomever it takes along: a Combat Unit opens some to it [5.8.3]."""
    here = state.units[truck].at
    if here < 0 and here not in BOXES:
        return 0
    facing, alone = front(state, side_of(truck)), mover_of(state, truck)
    node = march_routes(alone.gait).node(here)
    return len(onward(facing, alone._replace(closed=facing.closed), node, 0).ends)


def _nearest(state: NorthAfrica, side: Side, alone: Range, loads: Mapping[int, Sequence[str]]) -> int | None:
    """The place with loads that costs a Truck least to get to and does not stop it."""
    zone = front(state, side).zone
    near = [at for at in loads if at >= 0 and zone[at] == FREE and at in alone]
    return min(near, key=lambda at: (alone.reach(at).points(at), at), default=None)


def _fetching(state: NorthAfrica, truck: str, load: str, alone: Range, where: int) -> Sequence[Action]:
    farther = range_with(state, truck, load, alone.reach(where), where)
    return _carriages(truck, load, way_to_load(alone, state.units[truck].at, where), farther)


def _carriages_from(state: NorthAfrica, truck: str, load: str) -> Sequence[Action]:
    """With a load beside the Truck."""
    return _carriages(truck, load, (state.units[truck].at,), range_with(state, truck, load))


def way_to_load(alone: Range, here: int, where: int) -> tuple[int, ...]:
    """The way as an order names it: written out where a neighbour is reached cheaper by a detour."""
    return alone.path(where) if where in steps_from(here) else (here, where)


def _carriages(truck: str, load: str, path: tuple[int, ...], found: Range) -> Sequence[Action]:
    start, name = tuple(board().name(at) for at in path), board().name
    ends = [end for end in found.ends if end not in path]
    return Made(ends, lambda end: Carry(truck, load, (*start, name(end))))


def _tactical_carriages(state: NorthAfrica, side: Side, truck: str, load: str) -> Sequence[Action]:
    """[16.4] For a Truck to which only Tactical Movement is left."""
    here = board().name(state.units[truck].at)
    every = [Carry(truck, load, (here, board().name(end))) for end in tactical_reach(state, (truck,)).ends]
    return [action for action in every if may(check_carry, state, side, action)]


def range_with(state: NorthAfrica, truck: str, load: str, way: Reach | None = None, where: int = 0) -> Range:
    """Where a Truck gets with a load beside it, or with one to which a way has led it."""
    laden, here = _laden(state, truck, load), state.units[truck].at
    facing = front(state, laden.side)
    if way is None:
        if here < 0 and here not in BOXES:  # [6.3.3] in Italy, waiting to arrive or lost: no way leads to the map
            return NOWHERE
        return onward(facing, laden, march_routes(laden.gait).node(here), 0)
    return beyond(facing, way.path(where), onward(facing, laden, way.node(where), way.points(where)))


def _loads(state: NorthAfrica, side: Side) -> dict[int, list[str]]:
    """What Trucks may carry, by place: whoever goes on foot, and Supply Points. Units with vehicles need no Truck."""
    layout, moved, found = state.layout, set(state.moved), dict[int, list[str]]()
    for places in (layout.combat[side], layout.replacements[side]):
        for at, names in places.items():
            if at < 0 and at not in OFF_MAP[side]:
                continue
            able = [name for name in names if name not in moved and is_able_to_march(state.units[name])]
            ready = [name for name in able if not is_mechanised(name) and may(_check_load, state, side, name)]
            if ready:
                found.setdefault(at, []).extend(ready)
    for at in state.books[side].stores:
        if state.stores_at(at, side) > 0:
            found.setdefault(at, []).append(SUPPLY)
    return found


# --- putting Supply Points down


def check_unload(state: NorthAfrica, side: Side, action: Unload) -> None:
    """[5.8.2, 17.2.4] A Mobile Supply Unit puts its Supply Point down before it moves; afterwards it stays with it."""
    check_own(state, side, action.name)
    if not state.units[action.name].loaded:
        raise Refusal("17.2.4", f"{action.name} carries no Supply Point")
    if action.name in state.moved:
        raise Refusal("5.8.2", f"{action.name} has moved its Supply Point and must keep it this phase")
    check_movable(state, side, action.name)


def do_unload(draft: Draft[NorthAfrica], side: Side, action: Unload) -> None:
    at = draft.state.units[action.name].at
    mark(draft, action.name, loaded=False)
    add_supply(draft, side, at)
    draft.note("unloaded", truck=action.name, at=board().name(at))


def most_unloaded(state: NorthAfrica, side: Side) -> int:
    return sum(map(len, state.layout.trucks[side].values()))


def listed_unload(state: NorthAfrica, side: Side) -> Sequence[Action]:
    return [action for action in map(Unload, _mobile(state, side)) if may(check_unload, state, side, action)]


def _mobile(state: NorthAfrica, side: Side) -> list[str]:
    """The Mobile Supply Units on the map and in the side's boxes."""
    return [
        name
        for at, names in state.layout.trucks[side].items()
        if at >= 0 or at in OFF_MAP[side]
        for name in names
        if state.units[name].loaded
    ]


# --- the Special Transfer


def check_transfer(state: NorthAfrica, side: Side, action: Transfer) -> None:
    """[5.8.4] An empty Truck in Full Supply goes to a box or to a Combat Unit in Full Supply."""
    check_transferable(state, side, action.name)
    goal = place_of(action.at, "5.8.4")
    if goal == state.units[action.name].at:
        raise Refusal("5.8.4", f"{action.name} is already at {action.at}")
    if goal < 0:
        if goal not in OFF_MAP[side]:
            raise Refusal("5.8.4", f"{action.at} is not one of your Off Map Boxes")
    elif not state.at(goal, side) or goal not in full_supply(state, side):
        raise Refusal("5.8.4", f"no Combat Unit of yours at {action.at} is in Full Supply")


def check_transferable(state: NorthAfrica, side: Side, name: str) -> None:
    if name not in trucks():
        raise Refusal("5.8.4", f"{name} is not a Truck")
    check_movable(state, side, name)
    check_fit_to_leave_box(state, name)
    unit = state.units[name]
    if unit.loaded:
        raise Refusal("17.2.4", f"{name} carries a Supply Point")
    if unit.replaced:
        raise Refusal("19.5", f"{name} has only just been replaced")
    if not in_full_supply(state, name):
        raise Refusal("5.8.4", f"{name} is not in Full Supply")


def do_transfer(draft: Draft[NorthAfrica], side: Side, action: Transfer) -> None:
    start, goal = draft.state.units[action.name].at, board().location(action.at)
    put_down(draft, side, (action.name,), goal)
    draft.note("transferred", unit=action.name, path=[board().name(start), board().name(goal)])
    complete(draft, (action.name,))
    disturb(draft, side)


def listed_transfer(state: NorthAfrica, side: Side) -> Sequence[Action]:
    return Branches(*transfers(state, side))


def transfers(state: NorthAfrica, side: Side) -> Iterator[Branch[Action]]:
    """[5.8.4] To the box beside the map and to every Combat Unit in Full Supply."""
    most = 1 + sum(at >= 0 for at in state.layout.combat[side])
    for name in _unmoved(state, side):
        if not state.units[name].loaded:
            yield Branch(most, partial(_transfers_of, state, side, name))


def _transfers_of(state: NorthAfrica, side: Side, name: str) -> Sequence[Action]:
    if not may(check_transferable, state, side, name):
        return ()
    here, goals = state.units[name].at, (LAND_BOXES[side], *_supplied_stacks(state, side))
    return Made([goal for goal in goals if goal != here], lambda goal: Transfer(name, board().name(goal)))


def _supplied_stacks(state: NorthAfrica, side: Side) -> list[int]:
    """The hexes of Combat Units in Full Supply."""
    derived = state.layout.derived
    found: list[int] | None = derived.get(("supplied stacks", side))
    if found is None:
        supplied = full_supply(state, side)
        found = derived["supplied stacks", side] = [at for at in sorted(state.layout.combat[side]) if at in supplied]
    return found
