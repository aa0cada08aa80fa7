"""[11.1] Where units may go over land.

`reach` floods the map and is what lists and screens use; `walk` follows one path step by step, refuses with the case
that forbids it, and is what decides. Tests hold the two equal.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.core import fields, ways
from sandtable.core.fields import Going, Reach
from sandtable.core.values import Refusal, may
from sandtable.games.panzerarmee_afrika.map import board, into_egypt, prohibited
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.pieces.routes import Routes, regular_routes, transport_routes
from sandtable.games.panzerarmee_afrika.pieces.tables import limits
from sandtable.games.panzerarmee_afrika.pieces.zones import Front, fort_besieged_from, front
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, Trek, movement_of, role_of, side_of
from sandtable.games.panzerarmee_afrika.supply.network import (
    Network,
    broken_line,
    dependants,
    depots_without,
    is_bound,
    network,
    network_after_leaving,
    network_with,
)


@cache
def routes_of(name: str) -> Routes:
    return transport_routes() if role_of(name) == "lorry" else regular_routes()


def points_left(state: PanzerarmeeAfrika, name: str) -> int:
    trek = state.treks.get(name)
    return movement_of(name) if trek is None else movement_of(name) - trek.spent


# --- who may move at all


def check_fit(state: PanzerarmeeAfrika, name: str) -> None:
    """[8.5, 10.3, 11, 11.1.5, 11.2, 13.6] Refuse a unit that may perform no manoeuvre in this movement phase."""
    unit = state.units[name]
    if unit.dismounted:
        raise Refusal("13.6", f"{name} is dismounted and cannot move")
    if unit.out:
        raise Refusal("11", f"{name} is out of supply and cannot move")
    if unit.adrift:
        raise Refusal("10.3", f"{name} is out of command and cannot move")
    if state.trek(name).shipped:
        raise Refusal("11.2", f"{name} has moved by sea and can do nothing else this phase")
    if unit.owes >= 0 and fort_besieged_from(state, side_of(name), unit.at) == unit.owes:
        fort = board().name(unit.owes)
        raise Refusal("11.1.5", f"{name} advanced into the zone of the fort {fort} and must attack it before it leaves")


def check_free(state: PanzerarmeeAfrika, name: str) -> None:
    """[11.1.4, 11.1.5] Refuse a unit that may not move, or no further."""
    check_fit(state, name)
    if state.trek(name).halted:
        where = board().name(state.units[name].at)
        raise Refusal("11.1.4", f"{name} has entered an enemy zone and stops at {where}")


def is_free(state: PanzerarmeeAfrika, name: str) -> bool:
    return points_left(state, name) > 0 and may(check_free, state, name)


def check_leaving(state: PanzerarmeeAfrika, names: Sequence[str]) -> Network:
    """[8.4.1, 8.4.2] Refuse to uncover a line on which others live; otherwise the network once these are gone."""
    side, here = side_of(names[0]), state.units[names[0]].at
    net = network_after_leaving(state, side, names)
    if net is network(state, side):
        return net
    if stranded := [name for name in _left_behind(state, side, net) if name not in names]:
        gone = board().name(here)
        why = f"without {', '.join(names)} at {gone} the line of {stranded[0]} would be cut there"
        raise Refusal(stranding_case(side), why)
    return net


def _left_behind(state: PanzerarmeeAfrika, side: Side, net: Network) -> list[str]:
    found: list[str] | None = state.layout.derived.get(("left behind", net))
    if found is None:
        found = state.layout.derived["left behind", net] = dependants(state, side, net)
    return found


def stranded_without(state: PanzerarmeeAfrika, side: Side, depots: Collection[str]) -> list[str]:
    """[8.4.1, 8.4.2] The units that live on these installations."""
    return dependants(state, side, network_with(state, side, depots_without(state, side, depots)))


def check_parting(state: PanzerarmeeAfrika, side: Side, depots: Collection[str], case: str) -> None:
    """[8.4.1, 8.4.2, 11.1.1, 12.3.1] Refuse to do without installations on which others live."""
    stranded = stranded_without(state, side, depots)
    if not stranded:
        return
    net = network_with(state, side, depots_without(state, side, depots))
    line = broken_line(state, side, state.units[stranded[0]].at, net)
    raise Refusal(case, f"without {', '.join(depots)} {stranded[0]} would be out of supply: {line}")


def stranding_case(side: str) -> str:
    """The case by which a side may not put its own units out of supply."""
    return "8.4.1" if side == "allied" else "8.4.2"


# --- the flood


def reach(state: PanzerarmeeAfrika, names: Sequence[str]) -> Reach:
    """Every hex these units, standing together, can still move to; nothing when one of them may not move."""
    try:
        for name in names:
            check_free(state, name)
        net = _binding(names, check_leaving(state, names))
        return reach_on(state, {name: state.trek(name) for name in names}, state.units[names[0]].at, net)
    except Refusal:
        return nowhere()


@cache
def nowhere() -> Reach:
    return Reach({}, regular_routes().hexes)


def _binding(names: Sequence[str], net: Network) -> Network | None:
    """[11.1.1] The network within which these units have to stay, if any."""
    return net if any(is_bound(name) for name in names) else None


class Terms(NamedTuple):
    """What counts for a flood but the enemy and supply: where it begins, with how much movement, and the border."""

    routes: Routes
    node: int
    points: int
    shut: bool  # the border


def _terms(state: PanzerarmeeAfrika, treks: Mapping[str, Trek], here: int) -> Terms:
    first, trek = next(iter(treks.items()))
    if any(other.came != trek.came for other in treks.values()):
        raise Refusal("11.1.2", f"name every hex: these units came to {board().name(here)} by different roads")
    routes = routes_of(first)
    points = min(movement_of(name) - each.spent for name, each in treks.items())
    return Terms(routes, routes.node(here, trek.came), points, border_is_closed(state, side_of(first)))


def _unserved(net: Network | None) -> frozenset[int]:
    """[11.1.1] The hexes that units who stay within a network may not enter: in supply at every step."""
    return frozenset() if net is None else net.unserved


def reach_on(state: PanzerarmeeAfrika, treks: Mapping[str, Trek], here: int, net: Network | None) -> Reach:
    """Where units get from a hex to which their treks have brought them, staying within a network if one is given."""
    key, unserved = _terms(state, treks, here), _unserved(net)
    facing = front(state, side_of(next(iter(treks))))
    found = facing.reaches.get((*key, unserved))
    if found is None:
        found = facing.reaches[*key, unserved] = _renewed(facing, key, unserved)
    return found


def is_shut_to(state: PanzerarmeeAfrika, name: str, there: int) -> bool:
    """[11.1, 11.1.1] Whether the enemy holds a hex, or supply does not reach it even while the unit stands where it
    is: nothing that its leaving does to the lines would open it."""
    side = side_of(name)
    if there in front(state, side).occupied:
        return True
    return is_bound(name) and there in network(state, side).unserved


def way(state: PanzerarmeeAfrika, names: Sequence[str], there: int) -> tuple[int, ...]:
    """The path that the flood of these units has to one hex; nothing when they cannot get there."""
    try:
        for name in names:
            check_free(state, name)
        net = _binding(names, check_leaving(state, names))
        return way_on(state, {name: state.trek(name) for name in names}, state.units[names[0]].at, net, there)
    except Refusal:
        return ()


def way_on(
    state: PanzerarmeeAfrika, treks: Mapping[str, Trek], here: int, net: Network | None, there: int
) -> tuple[int, ...]:
    """The same from a hex to which their treks have brought them: read from the flood if it was made, else found by
    itself."""
    terms, unserved = _terms(state, treks, here), _unserved(net)
    facing = front(state, side_of(next(iter(treks))))
    known = facing.reaches.get((*terms, unserved))
    if known is not None:
        return known.path(there) if there in known else ()
    key = (there, terms, unserved)
    found: tuple[int, ...] | None = state.layout.derived.get(key)
    if found is None:
        found = state.layout.derived[key] = _search(facing, terms, unserved, there)
    return found


def _search(facing: Front, terms: Terms, unserved: frozenset[int], there: int) -> tuple[int, ...]:
    routes, node, points, shut = terms
    graph = routes.graph_with_border_shut if shut else routes.graph
    closed = facing.closed_beside(unserved)
    barred = facing.controlled if facing.zone[routes.hexes[node]] else ()
    going = Going(max(points, 0), 0, closed, facing.zone, barred)
    return ways.way(graph, routes.distances, node, there, going)


def ends_by_map(state: PanzerarmeeAfrika, name: str) -> Sequence[int]:
    """Hexes among which are all that a unit can move to by itself: told by the map, whoever is on it."""
    return routes_of(name).distances.ends(state.units[name].at, points_left(state, name), 0)


def most_ends(state: PanzerarmeeAfrika, name: str) -> int:
    """How many these are."""
    trek, points = state.treks.get(name), movement_of(name)
    return routes_of(name).distances.most_ends(state.units[name].at, points - trek.spent if trek else points, 0)


def _renewed(facing: Front, key: Terms, unserved: frozenset[int]) -> Reach:
    """A flood, or the latest from the same place when what has changed of supply since does not touch it."""
    latest = facing.latest.get(key)
    if latest is None or not _holds(latest[1], key[0].hexes[key[1]], *_changes(latest[0], unserved)):
        latest = facing.latest[key] = unserved, _flood(facing, *key, unserved)
    return latest[1]


@lru_cache(maxsize=64)  # a hundred kilobytes each
def _changes(before: frozenset[int], now: frozenset[int]) -> tuple[frozenset[int], frozenset[int]]:
    """The hexes that have lost their supply and those that have won it."""
    return now - before, before - now


def _holds(reached: Reach, here: int, lost: frozenset[int], won: frozenset[int]) -> bool:
    """Whether no hex of a flood was lost and none beside it was won."""
    if not reached.misses(lost):
        return False
    return not any(near == here or near in reached for at in won for near in board().adjacent[at])


def _flood(facing: Front, routes: Routes, node: int, points: int, shut: bool, unserved: frozenset[int]) -> Reach:
    here = routes.hexes[node]
    closed = facing.occupied.union(_rim(unserved), unserved.intersection(board().adjacent[here]))
    barred = facing.controlled if facing.zone[here] else ()
    graph = routes.graph_with_border_shut if shut else routes.graph
    return fields.reach(graph, node, Going(max(points, 0), 0, closed, facing.zone, barred))


@lru_cache(maxsize=64)
def _rim(hexes: frozenset[int]) -> frozenset[int]:
    """Those of the hexes that others border on: to close them closes all, for whoever is outside or has just left."""
    return frozenset(at for at in hexes if not hexes.issuperset(board().adjacent[at]))


def forget_floods() -> None:
    """Give up what bounds those of the positions seen last."""
    _changes.cache_clear()
    _rim.cache_clear()


def border_is_closed(state: PanzerarmeeAfrika, side: str) -> bool:
    """[9] After an attempt on Malta no Axis unit moves from Libya into Egypt on that turn."""
    return side == "axis" and state.turn == limits().malta_turn and state.malta != "not-attempted"


# --- one step after the other


def full_path(state: PanzerarmeeAfrika, names: Sequence[str], path: Sequence[int]) -> tuple[int, ...]:
    """A path with every hex written out; between hexes that are not adjacent the cheapest route is taken."""
    if all(there in board().neighbours[here] for here, there in pairwise(path)):
        return tuple(path)
    for name in names:
        check_free(state, name)
    net = _binding(names, check_leaving(state, names))
    passed, treks = [path[0]], {name: state.trek(name) for name in names}
    for there in path[1:]:
        leg: tuple[int, ...] = (passed[-1], there)
        if there not in board().neighbours[passed[-1]]:
            leg = way_on(state, treks, passed[-1], net, there)
            if not leg:
                raise out_of_reach(state, names, there)
        passed += leg[1:]
        if len(path) == 2:
            break  # nobody goes on from there
        for here, after in pairwise(leg):
            treks = {name: step(state, name, trek, here, after) for name, trek in treks.items()}
    return tuple(passed)


def written(reached: Reach, here: int, end: int) -> tuple[str, ...]:
    """A move to one of these hexes."""
    return ends_of((here, end) if end not in board().neighbours[here] else reached.path(end))


def ends_of(path: Sequence[int]) -> tuple[str, ...]:
    """The two ends of a cheapest way, or all of it where its ends by themselves would mean a single step."""
    here, end = path[0], path[-1]
    return tuple(board().name(at) for at in (path if end in board().neighbours[here] else (here, end)))


def out_of_reach(state: PanzerarmeeAfrika, names: Sequence[str], goal: int) -> Refusal:
    """Why these units cannot get to a hex: supply if that is all, else by the cheapest way there if nothing stood in
    it, where that breaks."""
    first, name = names[0], board().name(goal)
    here, routes = state.units[first].at, routes_of(first)
    unbound = reach_on(state, {each: state.trek(each) for each in names}, here, None)
    if goal in unbound:
        return _broken_at(state, names, unbound.path(goal), name)
    if goal in front(state, side_of(first)).occupied:
        return Refusal("11.1", f"{name} is held by the enemy and can be entered only by overrun")
    points = min(points_left(state, each) for each in names)
    node = routes.node(here, state.trek(first).came)
    open_way = fields.reach(routes.graph, node, Going(10 * movement_of(first), 0, (), bytes(len(board()))))
    if goal not in open_way:
        return Refusal("11.1", f"there is no route to {name}")
    cost = open_way.points(goal)
    if cost > points:
        return Refusal("11.1", f"{name} is {cost} MF away and {first} has {points}")
    return _broken_at(state, names, open_way.path(goal), name)


def _broken_at(state: PanzerarmeeAfrika, names: Sequence[str], path: Sequence[int], goal: str) -> Refusal:
    """What stops units on this way."""
    try:
        walk(state, names, path)
    except Refusal as refusal:
        return refusal
    return Refusal("11.1", f"the enemy leaves no route open to {goal}")


def walk(state: PanzerarmeeAfrika, names: Sequence[str], path: Sequence[int]) -> dict[str, Trek]:
    """Follow a path with units that stand together; what each will have spent, or the refusal."""
    for name in names:
        check_free(state, name)
    net = check_leaving(state, names)
    treks = pace(state, names, path)
    if any(is_bound(name) for name in names):
        for there in path[1:]:
            check_supply(state, names, net, there)
    return treks


def pace(state: PanzerarmeeAfrika, names: Sequence[str], path: Sequence[int]) -> dict[str, Trek]:
    """Follow a path as far as ground, enemies and movement factors allow, without a look at supply."""
    treks = {name: state.trek(name) for name in names}
    facing, adjacent = front(state, side_of(names[0])), board().adjacent
    shut = border_is_closed(state, side_of(names[0]))
    for number, (here, there) in enumerate(pairwise(path)):
        if there not in adjacent[here]:
            check_ground(here, there)
        if there in facing.occupied:
            _check_enemy(facing, there)
        if shut:
            check_border(state, names[0], here, there)
        for name in names:
            treks[name] = step(state, name, treks[name], here, there)
        if number:
            _check_going_on(facing, names[0], here)
        else:
            _check_setting_out(facing, names[0], here, there)
    if len(path) > 1 and facing.zone[path[-1]]:
        treks = {name: replace(trek, halted=True) for name, trek in treks.items()}
    return treks


def check_ground(here: int, there: int) -> None:
    if there in board().adjacent[here]:
        return
    names = f"{board().name(here)} to {board().name(there)}"
    if there not in board().neighbours[here]:
        raise Refusal("11.1", f"{names}: the hexes are not adjacent")
    if (here, there) in prohibited():
        raise Refusal("2.1.1", f"no unit can cross the prohibited hexside {names}")
    raise Refusal("11.1", f"{board().name(there)}: no unit may enter")


def _check_enemy(facing: Front, there: int) -> None:
    if there in facing.occupied:
        raise Refusal("11.1", f"{board().name(there)} is held by the enemy and can be entered only by overrun")


def check_border(state: PanzerarmeeAfrika, name: str, here: int, there: int) -> None:
    if (here, there) in into_egypt() and border_is_closed(state, side_of(name)):
        raise Refusal("9", f"after the attempt on Malta {name} may not cross into Egypt this turn")


def step(state: PanzerarmeeAfrika, name: str, trek: Trek, here: int, there: int, extra: int = 0) -> Trek:
    """[11.1.2, 11.1.3] Pay for one step."""
    cost, came = routes_of(name).step(here, there, trek.came)
    if cost is None:
        way = f"{board().name(here)} to {board().name(there)}"
        raise Refusal("11.1.3", f"{name} keeps to connected roads and tracks; {way} is neither")
    spent = trek.spent + cost + extra
    if spent > movement_of(name):
        left = movement_of(name) - trek.spent
        raise Refusal("11.1", f"{board().name(there)} costs {name} {cost + extra} MF and it has {left} left")
    return replace(trek, spent=spent, came=came)


def _check_setting_out(facing: Front, name: str, here: int, there: int) -> None:
    """[11.1.4] Who begins in an enemy zone first leaves it."""
    if facing.zone[here] and facing.zone[there]:
        why = f"{name} begins in an enemy zone and must first leave it; {board().name(there)} is in one"
        raise Refusal("11.1.4", why)


def _check_going_on(facing: Front, name: str, here: int) -> None:
    """[11.1.4, 11.1.5] Who has entered an enemy zone stops, even where he came from."""
    if facing.zone[here]:
        raise Refusal("11.1.4", f"{name} must stop at {board().name(here)}, in an enemy zone")


def check_supply(state: PanzerarmeeAfrika, names: Sequence[str], net: Network, there: int) -> None:
    """[8.4.1, 8.4.2, 11.1.1] At every hex of the way Allied and Italian units are in supply."""
    if net.would_supply(there):
        return
    bound = next((name for name in names if is_bound(name)), None)
    if bound is None:
        return
    line = broken_line(state, side_of(bound), there, net)
    raise Refusal("11.1.1", f"{bound} would be out of supply at {board().name(there)}: {line}")
