"""[28.12, 28.13, 28.14, 28.16, 28.17, 28.18, 28.24] Prisoners and escapees on the move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.capability.cohesion import may_spend_voluntarily, spend
from sandtable.games.campaign_for_north_africa.contents import Captives
from sandtable.games.campaign_for_north_africa.ground.minefields import ground_alone
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import Ground, ground_of
from sandtable.games.campaign_for_north_africa.ground.zones import closed_to, expected, stands
from sandtable.games.campaign_for_north_africa.logistics.depots import overtake
from sandtable.games.campaign_for_north_africa.logistics.haulage import drive
from sandtable.games.campaign_for_north_africa.logistics.motorization_points import loose
from sandtable.games.campaign_for_north_africa.logistics.orders import Drive
from sandtable.games.campaign_for_north_africa.logistics.truck_routes import Way, closed, drive_left, reach
from sandtable.games.campaign_for_north_africa.map import board, cities
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.units import CARRIED_CPA
from sandtable.games.campaign_for_north_africa.prisoners.escapes import (
    ON_FOOT,
    change_captives,
    is_safe,
    own_side,
    points_at,
    rejoin,
)
from sandtable.games.campaign_for_north_africa.prisoners.guards import guards_at
from sandtable.games.campaign_for_north_africa.prisoners.orders import Cart, Column, Escort, Flee, Lead
from sandtable.games.campaign_for_north_africa.prisoners.tables import departure_points, guards_needed, prisoner_table
from sandtable.games.campaign_for_north_africa.state import POINT, Campaign, enemy_of
from sandtable.games.campaign_for_north_africa.terrain_chart import points as in_words
from sandtable.games.campaign_for_north_africa.verbs import place


class Going(NamedTuple):
    """A move of prisoners that was looked at."""

    start: int
    goal: int
    way: Way
    guards: tuple[str, ...] = ()


def allowance() -> int:
    """[28.13] Half points of prisoners in an Operations Stage, never more."""
    return prisoner_table().allowance.value * POINT


# Reading


def _goal(action: Column) -> int:
    return board().named_hex(action.to, "28.13")


def _start(state: Campaign, action: Column, holder: Side | None, case: str) -> int:
    """The one hex of all the points named; whose they are."""
    places = set()
    if not action.points or len({each.unit for each in action.points}) < len(action.points):
        raise Refusal(case, "name each Prisoner marker only once")
    for each in action.points:
        found = state.captives.get(each.unit)
        if found is None or found.captor != holder:
            raise Refusal(case, f"there are no prisoners {each.unit} able to move")
        if each.weapon or not 1 <= each.points <= found.points:
            raise Refusal(case, f"{each.unit} has {plural(found.points, 'Prisoner Point')}")
        places.add(found.at)
    if len(places) > 1:
        raise Refusal(case, "they are not in the same hex")
    return places.pop()


def total(action: Column) -> int:
    return sum(each.points for each in action.points)


def check_limit(state: Campaign, side: Side, goal: int, coming: int) -> None:
    """[28.14] Not where they leave the game."""
    most = prisoner_table().most_in_hex.value
    if goal not in departure_points(side) and points_at(state, goal, side) + coming > most:
        raise Refusal("28.14", f"{board().name(goal)} may hold at most {plural(most, 'Prisoner Point')}")


# Just taken [28.12]


def leading_ways(state: Campaign, side: Side, start: int) -> dict[int, tuple[int, ...]]:
    """[28.12] The hexes within three, not through enemies, their zones or impassable ground."""
    barred = closed_to(state, side) | expected(state, side)[1]
    ground = ground_of(state, ON_FOOT)
    found: dict[int, tuple[int, ...]] = {start: (start,)}
    ring = [start]
    for _ in range(prisoner_table().free_hexes.value):
        after = []
        for here in ring:
            for there, _ in ground.steps(here):
                if there not in found and there not in barred:
                    found[there] = (*found[here], there)
                    after.append(there)
        ring = after
    del found[start]
    return found


def check_lead(state: Campaign, side: Side, action: Lead) -> Going:
    start, goal = _start(state, action, side, "28.12"), _goal(action)
    if not all(state.captives[each.unit].free for each in action.points):
        raise Refusal("28.12", "only prisoners who have just been taken may be led away at no cost")
    ways = leading_ways(state, side, start)
    if goal not in ways:
        hexes = prisoner_table().free_hexes.value
        raise Refusal(
            "28.12",
            f"{action.to} is not within {plural(hexes, 'hex')} by a way free of the enemy, his zones and closed ground",
        )
    check_limit(state, side, goal, total(action))
    return Going(start, goal, Way(ways[goal], 0))


def lead(draft: Draft[Campaign], side: Side, action: Lead) -> None:
    going = check_lead(draft.state, side, action)
    _move(draft, action, going, free=False)
    _tell(draft, "led", side, action, going)
    depart(draft, side)


# Under guard [28.13, 28.17]


def marching_reach(state: Campaign, side: Side, start: int, spent: int) -> dict[int, Way]:
    """[28.13] Where prisoners get on foot with what is left of their Allowance."""
    found = _way_on_foot(state, side).reach(start, allowance() - spent, closed(state, side))
    return {goal: Way(found.path(goal), found.points(goal)) for goal in found}


def _way_on_foot(state: Campaign, side: Side) -> Ground:
    """[26.21] The map as men on foot meet it, minefields with it."""
    return ground_alone(state, side, ON_FOOT, prisoner_table().allowance.value)


def check_escort(state: Campaign, side: Side, action: Escort) -> Going:
    """[28.13, 28.17] Eight Capability Points, and a guard for every five."""
    start, goal = _start(state, action, side, "28.13"), _goal(action)
    tired = max(state.captives[each.unit].spent for each in action.points)
    way = marching_reach(state, side, start, tired).get(goal)
    if way is None:
        raise Refusal(
            "28.13",
            f"prisoners with {plural(in_words(allowance() - tired), 'Capability Point')} left cannot reach {action.to}",
        )
    guards = _escorts(state, side, start, total(action), way.cost)
    check_limit(state, side, goal, total(action))
    return Going(start, goal, way, guards)


def _escorts(state: Campaign, side: Side, start: int, points: int, cost: int) -> tuple[str, ...]:
    """[28.17] The guards who go with them: those who have done least."""
    need = guards_needed(points)
    able = [name for name in guards_at(state, start, side) if may_spend_voluntarily(state, name, cost)]
    if len(able) < need:
        raise Refusal(
            "28.17",
            f"to move {plural(points, 'Prisoner Point')} takes {plural(need, 'Guard Point')}; {len(able)} can go along",
        )
    return tuple(able[:need])


def escort(draft: Draft[Campaign], side: Side, action: Escort) -> None:
    going = check_escort(draft.state, side, action)
    for guard in going.guards:
        place(draft, guard, going.goal)
    spend(draft, going.guards, going.way.cost)
    _move(draft, action, going, free=False)
    _tell(draft, "escorted", side, action, going)
    overtake(draft, side, going.way.path)
    depart(draft, side)


# On trucks [28.18]


def check_cart(state: Campaign, side: Side, action: Cart) -> Going:
    """[28.18] A Motorization Point for each Prisoner Point and each guard; those who have walked stay."""
    start, goal = _start(state, action, side, "28.18"), _goal(action)
    if any(state.captives[each.unit].spent for each in action.points):
        raise Refusal("28.18", "they have already moved in this Operations Stage")
    guards = _escorts(state, side, start, total(action), 0)
    count = total(action) + len(guards)
    if loose(state, side, start) < count:
        raise Refusal("28.18", f"it takes {plural(count, 'unattached Motorization Point')} in {board().name(start)}")
    found = reach(state, side, start, _truck_points(state, side, start, count))
    if goal not in found:
        raise Refusal("28.18", f"trucks carrying prisoners cannot reach {action.to}")
    check_limit(state, side, goal, total(action))
    return Going(start, goal, Way(found.path(goal), found.points(goal)), guards)


def _truck_points(state: Campaign, side: Side, start: int, count: int) -> int:
    """[6.17] As infantry on trucks goes, with what the trucks have left."""
    return min(CARRIED_CPA * POINT, drive_left(state, side, start, count))


def cart(draft: Draft[Campaign], side: Side, action: Cart) -> None:
    going = check_cart(draft.state, side, action)
    names = (board().name(going.start), board().name(going.goal))
    drive(draft, side, Drive(total(action) + len(going.guards), names), going.way)
    for guard in going.guards:
        place(draft, guard, going.goal)
    spend(draft, going.guards, min(going.way.cost, allowance()))
    _move(draft, action, Going(going.start, going.goal, Way(going.way.path, allowance())), free=False)
    _tell(draft, "carted", side, action, going)
    overtake(draft, side, going.way.path)
    depart(draft, side)


# Departure [28.16]


def depart(draft: Draft[Campaign], side: Side) -> None:
    """[28.16] Who is at a Departure Point of his captor is out of the game for good."""
    for name, each in tuple(draft.state.captives.items()):
        if each.captor == side and each.at in departure_points(side):
            draft.strike("captives", name)
            draft.note("departed", side=side, points=each.points, at=board().name(each.at))


# Those who have escaped [28.24]


def fleeing_reach(state: Campaign, each: Captives) -> dict[int, Way]:
    """[28.24] Where escapees get on foot: not into hexes with enemies, but past them."""
    side = own_side(each.nation)
    shut = frozenset(stands(state, enemy_of(side)))
    found = _way_on_foot(state, side).reach(each.at, allowance() - each.spent, shut)
    near, distance = distance_to_friends(state, side, each.at), board().distance
    farthest = max((distance(each.at, goal) for goal in found), default=0)
    within = [there for there in _refuges(state, side) if distance(each.at, there) < near + farthest]
    return {
        goal: Way(found.path(goal), found.points(goal))
        for goal in found
        if any(distance(goal, there) < near for there in within)
    }


def distance_to_friends(state: Campaign, side: Side, at: int) -> int:
    """Hexes to the nearest friendly unit or friendly major city."""
    distance = board().distance
    return min((distance(at, there) for there in _refuges(state, side)), default=1 << 20)


def _refuges(state: Campaign, side: Side) -> tuple[int, ...]:
    key = "refuges", side
    found: tuple[int, ...] | None = state.derived.get(key)
    if found is None:
        towns = [hex for hex in cities() if is_safe(state, side, hex)]
        found = state.derived[key] = tuple({*stands(state, side), *towns})
    return found


def check_flee(state: Campaign, side: Side, action: Flee) -> Going:
    """[28.24] Towards friendly units."""
    start, goal = _start(state, action, None, "28.24"), _goal(action)
    if any(own_side(state.captives[each.unit].nation) != side for each in action.points):
        raise Refusal("28.24", "they are not your men")
    tired = max((state.captives[each.unit] for each in action.points), key=lambda each: each.spent)
    way = fleeing_reach(state, tired).get(goal)
    if way is None:
        raise Refusal("28.24", f"escaped prisoners cannot go to {action.to}: they make for their own side, on foot")
    return Going(start, goal, way)


def flee(draft: Draft[Campaign], side: Side, action: Flee) -> None:
    going = check_flee(draft.state, side, action)
    moved = _move(draft, action, going)
    _tell(draft, "fled", side, action, going)
    if is_safe(draft.state, side, going.goal):
        for name in moved:
            rejoin(draft, name)


# What they have in common


def _move(draft: Draft[Campaign], action: Column, going: Going, **fields: bool) -> Sequence[str]:
    moved = []
    for each in action.points:
        spent = draft.state.captives[each.unit].spent + going.way.cost
        moved.append(change_captives(draft, each.unit, each.points, at=going.goal, spent=spent, **fields))
    return moved


def _tell(draft: Draft[Campaign], kind: str, side: Side, action: Column, going: Going) -> None:
    names = [board().name(hex) for hex in going.way.path]
    draft.note(kind, side=side, points=total(action), path=names)


def path_of_column(state: Campaign, side: Side, action: Column) -> tuple[int, ...]:
    """The way that an order means, for drawing it."""
    match action:
        case Lead():
            return check_lead(state, side, action).way.path
        case Escort():
            return check_escort(state, side, action).way.path
        case Cart():
            return check_cart(state, side, action).way.path
        case Flee():
            return check_flee(state, side, action).way.path
    return ()
