"""[8.0, 9.0, 9.1, 9.2, 9.6] Where a unit may go.

`reach` floods the board and is what lists and screens use; `walk` follows one path step by step, refuses with the
case that forbids it, and is what decides. Tests hold the two equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sandtable.core.nouns import plural
from sandtable.core.values import Explanation, Refusal
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.movement.routes import Prices, Reach, entry_cost, flood, ground, leaving_zone, prices
from sandtable.games.tobruk.movement.zones import Front, front
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.pieces.tables import HALVES
from sandtable.games.tobruk.state import Tobruk, Trek, movement_of, out_of_supply, side_of, strength

# --- allowance


def allowance(state: Tobruk, name: str) -> int:
    """[9.0, 9.6, 5.2] In half points: the printed one, halved down by a minefield, halved up for want of petrol."""
    unit = state.units[name]
    points = movement_of(name, unit.reduced)
    if name == state.mined:
        points //= 2
    if unit.unsupplied and out_of_supply(state, name) and counters()[name].motorised:
        points = (points + 1) // 2
    return points * HALVES


def points_left(state: Tobruk, name: str, trek: Trek) -> int:
    return max(0, allowance(state, name) - trek.points)


def points_text(halves: int) -> str:
    """Half points as a player counts them."""
    return str(halves // HALVES) if halves % HALVES == 0 else f"{halves / HALVES:.1f}"


def can_move(state: Tobruk, name: str) -> bool:
    """[9.0] Whether anything is left of its move: it has not begun, or its stack is still the one that moves."""
    trek = state.treks.get(name)
    if trek is None:
        return True
    return name in state.moving and not trek.halted and points_left(state, name, trek) > 0


# --- the flood


def reach(state: Tobruk, name: str) -> Reach:
    """Every hex this unit can still move to by itself, stacking apart."""
    return reach_from(state, name, state.units[name].at, state.trek(name))


def reach_from(state: Tobruk, name: str, at: int, trek: Trek) -> Reach:
    points = 0 if trek.halted else points_left(state, name, trek)
    return reach_of(state, side_of(name), counters()[name].motorised, at, points, trek.hexes == 0)


def reach_of(state: Tobruk, side: str, motorised: bool, at: int, points: int, least: bool) -> Reach:
    """The same for any unit of this class with so many half points; `least`: it may still claim its one hex [9.1]."""
    facing = front(state, side)
    key = (motorised, at, points, least)
    found = facing.reaches.get(key)
    if found is None:
        granted = None if least else facing.reaches.get((motorised, at, points, True))
        if granted is not None and not granted.granted:
            found = granted  # all of it is paid for
        else:
            found = flood(
                ground(side, motorised), at, points, facing.zone, facing.held, facing.near, leaving_zone(), least
            )
        facing.reaches[key] = found
    return found


# --- one step after the other


def walk(state: Tobruk, name: str, path: Sequence[int], trek: Trek) -> Trek:
    """Follow a path and return what the unit will have spent, or refuse with the case that forbids it."""
    facing, most = front(state, side_of(name)), allowance(state, name)
    price_of = prices(side_of(name), counters()[name].motorised)
    for here, there in pairwise(path):
        _check_ground(here, there)
        _check_enemies(facing, there)
        if trek.halted:
            raise Refusal("8.0", f"{name} must stop at {board().name(here)}, in an enemy zone")
        trek = _step(facing.zone, price_of, name, here, there, trek, most)
    return trek


def enter(state: Tobruk, name: str, path: Sequence[int]) -> Trek:
    """[4.0] The same for a reinforcement, whose first hex is the one it enters by."""
    first = path[0]
    facing = front(state, side_of(name))
    _check_enemies(facing, first)
    halted = bool(facing.zone[first])
    motorised = counters()[name].motorised
    plain = entry_cost(motorised, first, False)
    points = plain if halted else entry_cost(motorised, first, True)
    return walk(state, name, path, Trek(min(points, allowance(state, name)), 1, halted, plain - points))


def _check_ground(here: int, there: int) -> None:
    if there in board().adjacent[here]:
        return
    names = f"{board().name(here)} to {board().name(there)}"
    if there not in board().neighbours[here]:
        raise Refusal("9.0", f"{names}: the hexes are not adjacent")
    raise Refusal("9.0", f"{board().name(there)}: no unit may enter")


def _check_enemies(facing: Front, there: int) -> None:
    if there in facing.held:
        raise Refusal("7.0", f"{board().name(there)} is held by the enemy")


def _step(zone: Sequence[int], price_of: Prices, name: str, here: int, there: int, trek: Trek, most: int) -> Trek:
    """[8.0, 9.1, 9.2] What one step costs and what it leaves open. `most`: the allowance."""
    by_road, plain = price_of[here, there]
    price = plain if zone[here] or zone[there] else by_road
    spared = plain - price
    if zone[here]:
        price += leaving_zone()
    left = max(0, most - trek.points)
    if price > left:
        if trek.hexes:
            raise Refusal(
                "9.0",
                f"{name} cannot go on to {board().name(there)}: that costs"
                f" {plural(points_text(price), 'movement point')}, and it has {points_text(left)} left",
            )
        price = left  # [9.1] one hex is always granted
    return Trek(trek.points + price, trek.hexes + 1, bool(zone[there]), spared)


def explain_reach(state: Tobruk, name: str) -> Explanation:
    """What a unit may spend and how far that takes it."""
    at = state.units[name].at
    if at < 0:
        return Explanation(f"{name} is not on the map", "9.0")
    printed, trek = strength(state, name).movement, state.trek(name)
    parts = [Explanation(f"printed movement {printed}", "9.0")]
    if name == state.mined:
        parts.append(Explanation("halved by a minefield", "9.6"))
    if counters()[name].motorised and out_of_supply(state, name):
        parts.append(Explanation("halved for lack of supply, rounded up", "5.2"))
    if trek.points:
        parts.append(Explanation(f"{points_text(trek.points)} spent", "9.0"))
    if front(state, side_of(name)).zone[at]:
        parts.append(Explanation("one point more to leave the enemy zone, and no road rate", "8.0"))
    left = points_text(points_left(state, name, trek))
    if not can_move(state, name):
        return Explanation(f"{name} at {board().name(at)} has completed its move", "9.0", tuple(parts))
    hexes = len(reach(state, name))
    return Explanation(
        f"{name} at {board().name(at)}: {plural(left, 'point')}, {plural(hexes, 'hex')} in reach", "9.0", tuple(parts)
    )
