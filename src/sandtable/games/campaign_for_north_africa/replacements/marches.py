"""[20.42, 20.44, 20.45, 20.46] Replacement Points on their way to the units: by themselves, or on trucks."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from sandtable.core.fields import Reach
from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.capability.cohesion import is_spent_force, left, spend
from sandtable.games.campaign_for_north_africa.ground.minefields import ground_for
from sandtable.games.campaign_for_north_africa.ground.stacking import check_room
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import WALKING
from sandtable.games.campaign_for_north_africa.logistics.depots import overtake
from sandtable.games.campaign_for_north_africa.logistics.haulage import check_drive, drive
from sandtable.games.campaign_for_north_africa.logistics.motorization_points import loose
from sandtable.games.campaign_for_north_africa.logistics.orders import Drive
from sandtable.games.campaign_for_north_africa.logistics.supply import fuel_plan
from sandtable.games.campaign_for_north_africa.logistics.truck_routes import Way, closed, drive_left, reach
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.fuel import WITHIN_CPA, burn
from sandtable.games.campaign_for_north_africa.movement.march import wear
from sandtable.games.campaign_for_north_africa.movement.orders import Depart
from sandtable.games.campaign_for_north_africa.movement.region import MAP, check_journey, do_depart
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.units import (
    CARRIED_CPA,
    TOWED_CPA,
    cpa,
    facts,
    gait,
    gaits,
    is_immobile,
    need,
)
from sandtable.games.campaign_for_north_africa.replacements.orders import Carry, Forward
from sandtable.games.campaign_for_north_africa.state import OUT_OF_PLAY, POINT, Campaign, side_of
from sandtable.games.campaign_for_north_africa.terrain_chart import points as in_words
from sandtable.games.campaign_for_north_africa.verbs import mark, place


class Going(NamedTuple):
    """A move of Replacement Points that was looked at; without a way it is a journey through the region."""

    name: str
    start: int
    goal: int
    way: Way | None = None


# What both ways have in common


def _check_able(state: Campaign, side: Side, name: str) -> None:
    if name not in state.replacements or side_of(name) != side or state.units[name].at in OUT_OF_PLAY:
        raise Refusal("20.46", f"{name} is not a counter of your Replacement Points")
    if state.units[name].school:
        raise Refusal("17.33", f"{name} is in Training this Operations Stage")
    if is_spent_force(state, name):
        raise Refusal("6.26", f"{name} has lost all cohesion and cannot move")


def _goal(to: str) -> int:
    return board().named_location(to, "20.46")


def is_off_map(state: Campaign, name: str, to: str) -> bool:
    """[8.83] From a box, or to one."""
    return state.units[name].at < 0 or to == MAP or _goal(to) < 0


# By themselves [20.44]


def forward_reach(state: Campaign, side: Side, name: str) -> Reach:
    """[20.42] Within their Allowance; not to enemies nor, but for hexes of friends, into their zones."""
    points = max(0, left(state, name))
    ground = ground_for(state, side, (name,), gaits(state, (name,)))
    return ground.reach(state.units[name].at, points, closed(state, side))


def check_forward(state: Campaign, side: Side, action: Forward) -> Going:
    """[20.42, 20.44, 20.45, 20.46]"""
    name = action.name
    _check_able(state, side, name)
    if is_immobile(state, name):
        raise Refusal("3.4", f"{name} has guns that only trucks can move")
    unit = state.units[name]
    if is_off_map(state, name, action.to):
        check_journey(state, side, Depart(name, action.to))
        return Going(name, unit.at, goal=-1)
    goal, found = _goal(action.to), forward_reach(state, side, name)
    if goal == unit.at:
        raise Refusal("20.46", f"{name} is already there")
    if goal not in found:
        raise Refusal("20.42", f"{name} cannot reach {action.to} with the {_points_left(state, name)} it has left")
    check_room(state, side, goal, (name,))
    fuel_plan(state, (name,), WITHIN_CPA, ())  # [20.45] nothing for who walks or has paid
    return Going(name, unit.at, goal, Way(found.path(goal), found.points(goal)))


def _points_left(state: Campaign, name: str) -> str:
    return plural(in_words(max(0, left(state, name))), "Capability Point")


def burns(state: Campaign, name: str) -> bool:
    """[20.45] Whether vehicles move."""
    return gait(state, name) not in WALKING


def forward(draft: Draft[Campaign], side: Side, action: Forward) -> None:
    """[20.45, 21.11] With Fuel, and wear, for vehicles."""
    going = check_forward(draft.state, side, action)
    if going.way is None:
        do_depart(draft, side, Depart(action.name, action.to))
        return
    state, name, path = draft.state, action.name, going.way.path
    if burns(state, name):
        if not state.units[name].fuel:
            burn(draft, (name,), WITHIN_CPA, ())
        ground = ground_for(state, side, (name,), gaits(state, (name,)))
        costs = [ground.paid(here, there) for here, there in pairwise(path)]
        worn, sand = wear(state, side, ground, path, costs)
        unit = draft.state.units[name]
        mark(
            draft,
            name,
            breakdown=unit.breakdown + worn,
            marched=unit.marched + going.way.cost,
            in_sand=unit.in_sand + sand,
        )
    place(draft, name, going.goal)
    spend(draft, (name,), going.way.cost)
    _tell(draft, name, path, "convoy")
    overtake(draft, side, path)


# On trucks [20.44, 8.99]


def check_carry(state: Campaign, side: Side, action: Carry) -> Going:
    """[20.44, 8.99] A Motorization Point for each point of infantry or of guns without wheels."""
    name = action.name
    _check_able(state, side, name)
    unit, count = state.units[name], need(state, name)
    if not count:
        raise Refusal("20.44", f"{name} moves by itself")
    if unit.spent:
        raise Refusal("20.44", f"{name} has already moved in this Operations Stage")
    if loose(state, side, unit.at) < count:
        raise Refusal("20.44", f"it takes {plural(count, 'unattached Motorization Point')} in {board().name(unit.at)}")
    goal = _goal(action.to)
    if unit.at < 0 or goal < 0:
        if unit.journey is not None:
            raise Refusal("8.84", f"{name} is in transit")
        way = check_drive(state, side, Drive(count, (board().name(unit.at), action.to)), {})
        check_room(state, side, goal, (name,))
        return Going(name, unit.at, goal, way)
    found = carry_reach(state, side, name)
    if goal not in found:
        raise Refusal("20.42", f"trucks carrying {name} cannot reach {action.to}")
    check_room(state, side, goal, (name,))
    return Going(name, unit.at, goal, Way(found.path(goal), found.points(goal)))


def carry_reach(state: Campaign, side: Side, name: str) -> Reach:
    """[6.17, 20.42] As infantry or guns on trucks go, with what the trucks have left."""
    at, count = state.units[name].at, need(state, name)
    most = (CARRIED_CPA if facts(name).on_foot else TOWED_CPA) * POINT
    return reach(state, side, at, min(most, drive_left(state, side, at, count)))


def carry(draft: Draft[Campaign], side: Side, action: Carry) -> None:
    going = check_carry(draft.state, side, action)
    assert going.way is not None
    names = (board().name(going.start), board().name(going.goal))
    drive(draft, side, Drive(need(draft.state, action.name), names), going.way)
    place(draft, action.name, going.goal)
    mark(draft, action.name, spent=cpa(draft.state, action.name) * POINT)
    _tell(draft, action.name, going.way.path, "trucks")
    overtake(draft, side, going.way.path)


def _tell(draft: Draft[Campaign], name: str, path: tuple[int, ...], mode: str) -> None:
    draft.note("moved", units=[name], path=[board().name(hex) for hex in path], mode=mode)


def path_of_replacements(state: Campaign, side: Side, action: Forward | Carry) -> tuple[int, ...]:
    """The way that an order means, for drawing it."""
    going = check_forward(state, side, action) if isinstance(action, Forward) else check_carry(state, side, action)
    return going.way.path if going.way is not None and going.start >= 0 else ()
