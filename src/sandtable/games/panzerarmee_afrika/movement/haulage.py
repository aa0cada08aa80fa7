"""[11.3, 11.3.1] Carrying installations, with transport units and on the Egyptian railroad."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache, partial

from msgspec.structs import replace

from sandtable.core.fields import Reach
from sandtable.core.frames import Draft
from sandtable.core.listing import Branch, Made
from sandtable.core.values import Action, Refusal
from sandtable.games.panzerarmee_afrika.map import board, railroad
from sandtable.games.panzerarmee_afrika.movement.capture import pass_through
from sandtable.games.panzerarmee_afrika.movement.orders import Haul, Rail
from sandtable.games.panzerarmee_afrika.movement.reach import (
    check_free,
    full_path,
    is_free,
    pace,
    reach_on,
    stranding_case,
    written,
)
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.pieces.reading import check_own, check_together, hex_of, hexes_of
from sandtable.games.panzerarmee_afrika.pieces.routes import transport_routes
from sandtable.games.panzerarmee_afrika.pieces.zones import front
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, Trek, place, role_of
from sandtable.games.panzerarmee_afrika.supply.network import (
    Network,
    blocked_hexes,
    broken_line,
    dependants,
    depots_without,
    network_between,
    network_with,
)


def check_depot(state: PanzerarmeeAfrika, side: Side, depot: str, case: str) -> None:
    """[10.3, 11.2, 11.3] Refuse what is no installation, or none that may be carried."""
    check_own(state, side, depot, case)
    if role_of(depot) != "depot":
        raise Refusal(case, f"{depot} is not an installation")
    if state.units[depot].adrift:
        raise Refusal("10.3", f"{depot} is out of command and cannot be carried")
    if state.trek(depot).shipped:
        raise Refusal("11.2", f"{depot} has moved by sea and cannot move again this phase")


def check_stages(state: PanzerarmeeAfrika, side: Side, carried: Sequence[str], path: Sequence[int]) -> None:
    """[8.4.1, 8.4.2, 11.1.1] With the installation and who carries it in each hex of the way, nobody goes short."""
    left, others = depots_without(state, side, carried[:1]), blocked_hexes(state, side, carried[1:])
    for at in path[1:]:
        blocked = others - {at} if len(carried) > 1 else others  # where its carrier negates a zone
        net = network_between(state, side, left | {at}, blocked)
        stranded = dependants(state, side, net, dict.fromkeys(carried, at))
        if not stranded:
            continue
        name = stranded[0]
        moved = {name: replace(state.units[name], at=at) for name in carried}
        after = replace(state, units={**state.units, **moved})
        line = broken_line(after, side, after.units[name].at)
        why = f"with {carried[0]} at {board().name(at)} {name} would be out of supply: {line}"
        raise Refusal("11.1.1" if name in carried else stranding_case(side), why)


def _network_without(state: PanzerarmeeAfrika, side: Side, carried: Sequence[str]) -> Network:
    """[8.2] What is left while an installation and its carrier are on the road and count for nothing."""
    return network_with(state, side, depots_without(state, side, carried[:1]), tuple(carried[1:]))


def _is_dispensable(state: PanzerarmeeAfrika, side: Side, carried: Sequence[str], net: Network) -> bool:
    return all(name in carried for name in dependants(state, side, net))


# --- by transport unit


def hauled(state: PanzerarmeeAfrika, side: Side, action: Haul) -> tuple[tuple[int, ...], Trek]:
    """The way of a haul and what its transport unit will have spent, checked and worked out once."""
    found: tuple[tuple[int, ...], Trek] | None = state.layout.derived.get(action)
    if found is None:
        found = state.layout.derived[action] = _haul(state, side, action)
    return found


def _haul(state: PanzerarmeeAfrika, side: Side, action: Haul) -> tuple[tuple[int, ...], Trek]:
    lorry, depot = action.lorry, action.depot
    points = hexes_of(action.path, "11.3")
    check_together(state, side, (lorry,), points[0], "11.3")
    if role_of(lorry) != "lorry":
        raise Refusal("11.3", f"{lorry} is not a transport unit")
    check_depot(state, side, depot, "11.3")
    if state.units[depot].at != points[0]:
        raise Refusal("11.3", f"{depot} is at {board().name(state.units[depot].at)}; {lorry} must go there to load it")
    check_free(state, lorry)
    if points[-1] == points[0]:
        raise Refusal("11.3", f"the path ends where it begins, at {action.path[0]}")
    path = _way(state, side, (depot, lorry), points)
    trek = pace(state, (lorry,), path)[lorry]
    check_stages(state, side, (depot, lorry), path)
    return path, trek


def _way(state: PanzerarmeeAfrika, side: Side, carried: tuple[str, str], points: tuple[int, ...]) -> tuple[int, ...]:
    """The path as named; between two ends the cheapest way on which the transport unit needs no help from its load."""
    if len(points) == 2 and points[1] not in board().neighbours[points[0]]:
        within = _reach(state, side, carried, _network_without(state, side, carried))
        if points[1] in within:
            return within.path(points[1])
        open_way = reach_on(state, {carried[1]: state.trek(carried[1])}, points[0], None)
        if points[1] in open_way:
            return open_way.path(points[1])
    return full_path(state, carried[1:], points)


def _reach(state: PanzerarmeeAfrika, side: Side, carried: tuple[str, str], net: Network) -> Reach:
    lorry = carried[1]
    return reach_on(state, {lorry: state.trek(lorry)}, state.units[lorry].at, net if side == "allied" else None)


def haul(draft: Draft[PanzerarmeeAfrika], side: Side, action: Haul) -> list[str]:
    """Carry an installation; the installations won on the way."""
    path, trek = hauled(draft.state, side, action)
    draft.note("hauled", depot=action.depot, lorry=action.lorry, path=[board().name(at) for at in path])
    draft.amend("treks", action.lorry, trek)
    draft.amend("treks", action.depot, draft.state.trek(action.depot))
    for name in (action.lorry, action.depot):
        place(draft, name, path[-1])
    return pass_through(draft, (action.lorry,), path[1:])


def hauls(state: PanzerarmeeAfrika, side: Side) -> Iterator[Branch[Action]]:
    """Hauls of installations that nobody would miss, to hexes without one."""
    held, most = state.layout.depots[side], transport_routes().extent
    for at, lorries in state.layout.lorries[side].items():
        depots = [depot for depot in held.get(at, ()) if not _is_bound_to_stay(state, depot)]
        for lorry in lorries if depots else ():
            for depot in depots:
                yield Branch(most, partial(_hauls_of, state, side, (depot, lorry)))


def _hauls_of(state: PanzerarmeeAfrika, side: Side, carried: tuple[str, str]) -> Sequence[Action]:
    depot, lorry = carried
    if not is_free(state, lorry):
        return ()
    net = _network_without(state, side, carried)
    if not _is_dispensable(state, side, carried, net):
        return ()
    reached, here = _reach(state, side, carried, net), state.units[lorry].at
    ends = [end for end in reached if end not in state.layout.depots[side]]
    return Made(ends, lambda end: Haul(lorry, depot, written(reached, here, end)))


def _is_bound_to_stay(state: PanzerarmeeAfrika, depot: str) -> bool:
    return state.units[depot].adrift or state.trek(depot).shipped


# --- by rail


@cache
def railway() -> tuple[int, ...]:
    """[11.3.1] The hexes of the Egyptian railroad from its eastern end to its western one."""
    line = [max(railroad(), key=lambda at: board().name(at)[2:])]
    while len(line) < len(railroad()):
        line.append(next(at for at in railroad()[line[-1]] if at not in line))
    return tuple(line)


def open_railway(state: PanzerarmeeAfrika) -> tuple[int, ...]:
    """[11.3.1] What can be used of it: everything east of the easternmost hex in an Axis zone or in Axis hands,
    whatever Allied units stand there."""
    facing = front(state, "allied")
    for index, at in enumerate(railway()):
        if facing.zone[at] or at in facing.occupied or at in state.layout.depots["axis"]:
            return railway()[:index]
    return railway()


def check_rail(state: PanzerarmeeAfrika, side: Side, action: Rail) -> None:
    if side != "allied":
        raise Refusal("11.3.1", "the Axis cannot use the railroad")
    check_depot(state, side, action.name, "11.3.1")
    here, goal = state.units[action.name].at, hex_of(action.at, "11.3.1")
    if goal == here:
        raise Refusal("11.3.1", f"{action.name} is already at {action.at}")
    for at in (here, goal):
        if at not in railroad():
            raise Refusal("11.3.1", f"{board().name(at)} is not on the railroad")
        if at not in open_railway(state):
            where = board().name(at)
            raise Refusal("11.3.1", f"the Axis blocks the railroad at {where}, by its zones there or east of it")
    check_stages(state, side, (action.name,), rail_path(here, goal))


def rail_path(here: int, goal: int) -> tuple[int, ...]:
    start, end = railway().index(here), railway().index(goal)
    return railway()[start : end + 1] if start < end else tuple(reversed(railway()[end : start + 1]))


def rail(draft: Draft[PanzerarmeeAfrika], side: Side, action: Rail) -> None:
    here, goal = draft.state.units[action.name].at, hex_of(action.at, "11.3.1")
    draft.note("railed", depot=action.name, path=[board().name(at) for at in rail_path(here, goal)])
    draft.amend("treks", action.name, draft.state.trek(action.name))
    place(draft, action.name, goal)


def rails(state: PanzerarmeeAfrika, side: Side, crowded: Collection[int]) -> Iterator[Branch[Action]]:
    """Rail transports of installations that nobody would miss and that were not carried yet, or stand one too many in
    a hex, to hexes without one."""
    if side != "allied":
        return
    line, held = open_railway(state), state.layout.depots[side]
    goals = [board().name(at) for at in line if at not in held]
    for at in line:
        for depot in held.get(at, ()):
            if _is_bound_to_stay(state, depot) or (depot in state.treks and at not in crowded):
                continue
            yield Branch(len(goals), partial(_rails_of, state, side, depot, goals))


def _rails_of(state: PanzerarmeeAfrika, side: Side, depot: str, goals: Sequence[str]) -> Sequence[Action]:
    if not _is_dispensable(state, side, (depot,), _network_without(state, side, (depot,))):
        return ()
    return Made(goals, lambda goal: Rail(depot, goal))
