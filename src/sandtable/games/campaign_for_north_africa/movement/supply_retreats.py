"""[8.53, 8.98, 13.1, 32.33, 32.58] Supply Units and unattached Motorization Points that get out of the enemy's way: in
Reaction, and by Retreat Before Assault. What keeps them to one phase of their own part does not hold here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.fields import Reach
from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal, may
from sandtable.games.campaign_for_north_africa.capability.action_costs import action as cost_of
from sandtable.games.campaign_for_north_africa.contents import SupplyUnit
from sandtable.games.campaign_for_north_africa.ground.zones import closed_to, controlled, expected, hinders, near_enemy
from sandtable.games.campaign_for_north_africa.logistics.baggage import (
    allowance,
    carriers,
    carry,
    check_carried,
    check_depot_room,
)
from sandtable.games.campaign_for_north_africa.logistics.haulage import drive
from sandtable.games.campaign_for_north_africa.logistics.motorization_points import loose
from sandtable.games.campaign_for_north_africa.logistics.orders import Drive
from sandtable.games.campaign_for_north_africa.logistics.supply_lines import TRUCK
from sandtable.games.campaign_for_north_africa.logistics.truck_routes import Way, drive_left, follow, truck_ground
from sandtable.games.campaign_for_north_africa.logistics.truck_routes import reach as convoy_reach
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.orders import Withdraw
from sandtable.games.campaign_for_north_africa.movement.reach import Party, step_costs
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.state import POINT, Campaign, enemy_of
from sandtable.games.campaign_for_north_africa.verbs import record

MOTORS = "motors"  # how unattached Motorization Points are named in an order
NOT_ADJACENT = 4 * POINT  # [13.24]
LISTED = 2  # ways for each


# Supply Units


def can_roll(unit: SupplyUnit) -> bool:
    """[32.32] Whether a Supply Unit has the Motorization Points that carry it."""
    return unit.motors >= carriers(unit)


def break_off(state: Campaign, side: Side, at: int) -> int:
    """[13.22, 8.65] Half points for whoever sets out from an enemy zone."""
    return cost_of("break_contact").cost if controlled(state, at, enemy_of(side)) else 0


def train_reach(state: Campaign, side: Side, name: str, breaking_off: int = 0) -> Reach:
    """[8.55, 10.29, 32.58] Never into a zone that must be expected."""
    unit, (_, hexes) = state.supply[name], expected(state, side)
    return truck_ground(state, side).reach(
        unit.at, allowance() - unit.spent - breaking_off, hexes | closed_to(state, side)
    )


def check_train(state: Campaign, side: Side, name: str, way: Sequence[str], breaking_off: int = 0) -> Way:
    """[32.58, 8.55] The way of a Supply Unit that goes by itself; it may leave out hexes."""
    unit = state.supply[name]
    if unit.side != side:
        raise Refusal("32.33", f"{name} is not yours")
    places = tuple(board().named_hex(each, "8.13") for each in way)
    if places[0] != unit.at:
        raise Refusal("8.13", f"{name} is at {board().name(unit.at)}")
    path = places
    if len(places) == 2 and places[1] not in board().neighbours[places[0]]:
        found = train_reach(state, side, name, breaking_off)
        if places[1] not in found:
            raise Refusal("32.58", f"{name} cannot reach {way[1]}")
        path = found.path(places[1])
    cost = sum(step_costs(state, Party(side, (), (name,), unit.at, TRUCK, "react"), path))
    check_carried(state, side, name, unit.at, cost + breaking_off)
    check_depot_room(state, side, (name,), path[-1])
    return Way(path, cost)


def has_depot_room(state: Campaign, side: Side, name: str, hex: int) -> bool:
    return may(check_depot_room, state, side, (name,), hex)


def drive_train(
    draft: Draft[Campaign], side: Side, name: str, path: Sequence[int], mode: str, breaking_off: int = 0
) -> None:
    """[8.55, 10.29] As far as no zone bars the way. It may still move in its own phase [32.33]."""
    state, end = draft.state, 0
    while end + 1 < len(path) and not hinders(state, side, path[end + 1]):
        end += 1
    if not end:
        return
    ground = truck_ground(state, side)
    cost = sum(ground.paid(path[i], path[i + 1]) for i in range(end))
    carry(draft, (name,), path[end], cost + breaking_off, state.supply[name].moved)
    draft.note("moved", units=[name], path=[board().name(hex) for hex in path[: end + 1]], mode=mode)


# Unattached Motorization Points


def motors_reach(state: Campaign, side: Side, at: int, breaking_off: int = 0) -> Reach:
    """[8.98, 10.29] Where all of a place get together."""
    return convoy_reach(state, side, at, max(0, drive_left(state, side, at, loose(state, side, at)) - breaking_off))


def check_motors(state: Campaign, side: Side, way: Sequence[str], count: int, breaking_off: int = 0) -> tuple[int, Way]:
    """[8.98, 10.29] How many go, all if no number is given, and by which way."""
    at = board().named_hex(way[0], "8.13")
    there = loose(state, side, at)
    if count < 0:
        count = there
    if not 1 <= count <= there:
        raise Refusal("8.98", f"{way[0]} has {plural(there, 'unattached Motorization Point')}")
    return count, follow(state, side, way, drive_left(state, side, at, count) - breaking_off)


def drive_motors(draft: Draft[Campaign], side: Side, count: int, way: Way, breaking_off: int = 0) -> None:
    order = Drive(count, tuple(board().name(hex) for hex in way.path))
    drive(draft, side, order, way._replace(cost=way.cost + breaking_off))


# Retreat Before Assault [13.1, 32.33]


def is_train(state: Campaign, units: Sequence[str]) -> bool:
    """Whether an order is for a Supply Unit or unattached points by themselves."""
    return units[0] in state.supply or units[0] == MOTORS


def threatened(state: Campaign, side: Side) -> list[tuple[str, int]]:
    """Supply Units that can roll and unattached points next to the enemy, each with its hex."""
    front = near_enemy(state, side)
    found = [
        (name, unit.at)
        for name, unit in state.supply.items()
        if unit.side == side and unit.at in front and can_roll(unit) and name not in state.segment.withdrew
    ]
    return found + [(MOTORS, at) for at in state.motors.get(side, {}) if at in front]


def check_withdrawal(state: Campaign, side: Side, units: Sequence[str], path: Sequence[str]) -> tuple[Way, int]:
    """[13.1, 13.22, 13.23, 13.24, 32.33] The way of one that retreats by itself, and what it pays to break off."""
    if len(units) > 1:
        raise Refusal("13.1", "without combat units they retreat one at a time")
    name, at = units[0], board().index.get(path[0], -1)
    if name in state.segment.withdrew:
        raise Refusal("13.1", f"{name} has retreated before assault already")
    breaking_off = break_off(state, side, at) if at >= 0 else 0
    if name == MOTORS:
        _, way = check_motors(state, side, path, -1, breaking_off)
    else:
        way = check_train(state, side, name, path, breaking_off)
    if at not in near_enemy(state, side) and len(way.path) > 2 and way.cost > NOT_ADJACENT:
        raise Refusal("13.24", "units not next to the enemy may retreat only four Capability Points or one hex")
    return way, breaking_off


def withdraw(draft: Draft[Campaign], side: Side, units: Sequence[str], path: Sequence[str]) -> None:
    way, breaking_off = check_withdrawal(draft.state, side, units, path)
    if units[0] == MOTORS:
        drive_motors(draft, side, loose(draft.state, side, way.path[0]), way, breaking_off)
        return
    drive_train(draft, side, units[0], way.path, "withdraw", breaking_off)
    record(draft, withdrew=(*draft.state.segment.withdrew, units[0]))


def escapes(state: Campaign, side: Side) -> Iterator[Withdraw]:
    """The cheapest ways of each out of reach of the enemy."""
    front = near_enemy(state, side)
    for name, at in threatened(state, side):
        breaking_off = break_off(state, side, at)
        found = (
            motors_reach(state, side, at, breaking_off)
            if name == MOTORS
            else train_reach(state, side, name, breaking_off)
        )
        away = sorted((end for end in found if end not in front), key=lambda end: (found.points(end), end))
        for end in away[:LISTED]:
            order = Withdraw((name,), tuple(board().name(hex) for hex in found.path(end)))
            if _is_open(state, side, order):
                yield order


def _is_open(state: Campaign, side: Side, order: Withdraw) -> bool:
    return may(check_withdrawal, state, side, order.units, order.path)


__all__ = [
    "MOTORS",
    "break_off",
    "can_roll",
    "check_motors",
    "check_train",
    "check_withdrawal",
    "drive_motors",
    "drive_train",
    "escapes",
    "has_depot_room",
    "is_train",
    "motors_reach",
    "threatened",
    "train_reach",
    "withdraw",
]
