"""Prisoners: a guard where they lie, an escort to the Departure Point, a camp where the front is near."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.core.frames import admits
from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.ground.zones import stands
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.order_forms import Done, Points
from sandtable.games.campaign_for_north_africa.prisoners.escapes import escaped_of, held_by, points_at
from sandtable.games.campaign_for_north_africa.prisoners.guards import dismissible, guards_at, may_form
from sandtable.games.campaign_for_north_africa.prisoners.marches import (
    distance_to_friends,
    fleeing_reach,
    leading_ways,
    marching_reach,
)
from sandtable.games.campaign_for_north_africa.prisoners.orders import Dismiss, Escort, Flee, Guard, Lead
from sandtable.games.campaign_for_north_africa.prisoners.tables import departure_points, guards_needed, prisoner_table
from sandtable.games.campaign_for_north_africa.staff.fields import FAR, FOOT, field
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import Campaign, Side, enemy_of


def take(state: Campaign, side: Side) -> Action:
    """[28.12] To infantry that can form a guard, away from the enemy."""
    for name in held_by(state, side):
        each = state.captives[name]
        if not each.free or guards_at(state, each.at, side):
            continue
        if here := may_form(state, each.at, side):
            return Guard(here[0])
        goals = [at for at in leading_ways(state, side, each.at) if may_form(state, at, side)]
        for goal in sorted(goals, key=lambda at: (-_from_enemy(state, side, at), at)):
            room = prisoner_table().most_in_hex.value - points_at(state, goal, side)
            action = Lead((Points(name, "", min(each.points, room)),), board().name(goal))
            if room > 0 and admits(state, side, action):
                return action
    return Done()


def march(state: Campaign, side: Side) -> Action:
    """[28.13, 28.24] One order at a time, until nothing is left to do."""
    for at in dict.fromkeys(state.captives[name].at for name in held_by(state, side)):
        found = _guard(state, side, at) or _escort(state, side, at)
        if found is not None:
            return found
    for name in escaped_of(state, side):
        if (homeward := _flight(state, side, name)) is not None:
            return homeward
    idle = [name for name in dismissible(state, side) if not points_at(state, state.units[name].at, side)]
    return Dismiss(idle[0]) if idle else Done()


def _guard(state: Campaign, side: Side, at: int) -> Action | None:
    """[28.17] One for a camp from whoever can; as many as a march takes from those who can spare them."""
    guards, here = len(guards_at(state, at, side)), may_form(state, at, side)
    if not here:
        return None
    if not guards:
        return Guard(here[0])
    if _from_enemy(state, side, at) <= weights().captors.front or guards >= guards_needed(points_at(state, at, side)):
        return None
    return Guard(here[0]) if state.units[here[0]].toe[""] >= weights().captors.spared else None


def _escort(state: Campaign, side: Side, at: int) -> Action | None:
    """[28.16] All of them together, as near to the Departure Point as they get."""
    names = [name for name in held_by(state, side) if state.captives[name].at == at]
    if len(guards_at(state, at, side)) < guards_needed(points_at(state, at, side)):
        return None
    spent = max(state.captives[name].spent for name in names)
    points = tuple(Points(name, "", state.captives[name].points) for name in names)
    goals = sorted((_way_left(state, side, goal), goal) for goal in marching_reach(state, side, at, spent))
    for left, goal in goals:
        if left >= _way_left(state, side, at):
            return None
        action = Escort(points, board().name(goal))
        if admits(state, side, action):
            return action
    return None


def _flight(state: Campaign, side: Side, name: str) -> Action | None:
    each = state.captives[name]
    goals: Iterable[int] = fleeing_reach(state, each)
    best = min(goals, key=lambda at: (distance_to_friends(state, side, at), at), default=None)
    return None if best is None else Flee((Points(name, "", each.points),), board().name(best))


def _way_left(state: Campaign, side: Side, at: int) -> int:
    """Half points to the nearest Departure Point."""
    return min((field(state, goal, FOOT).cost(at) for goal in sorted(departure_points(side))), default=FAR)


def _from_enemy(state: Campaign, side: Side, at: int) -> int:
    distance = board().distance
    return min((distance(at, there) for there in stands(state, enemy_of(side))), default=FAR)
