"""[5.2 III H, 8.98, 32.33] The Truck Convoy Movement Phase: Supply Units on their Motorization Points, and points that
nobody has."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from itertools import islice, pairwise
from typing import ClassVar

from msgspec.structs import replace

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Branch, Branches, Listing, Made, branch, evenly_spaced, rotated
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal, may
from sandtable.games.campaign_for_north_africa.contents import Journey
from sandtable.games.campaign_for_north_africa.ground.zones import named_way, stands
from sandtable.games.campaign_for_north_africa.logistics.baggage import (
    WITH_TRUCKS,
    allowance,
    carriers,
    carry,
    check_carried,
)
from sandtable.games.campaign_for_north_africa.logistics.depots import check_room, room
from sandtable.games.campaign_for_north_africa.logistics.motorization_points import FRESH, LOADED, loose
from sandtable.games.campaign_for_north_africa.logistics.orders import Drive, Haul
from sandtable.games.campaign_for_north_africa.logistics.supply import burn_hauling, haul_plan, haul_plans
from sandtable.games.campaign_for_north_africa.logistics.transport_tables import Box, off_map_stages, truck
from sandtable.games.campaign_for_north_africa.logistics.truck_routes import (
    Way,
    closed,
    drive_allowance,
    drive_left,
    follow,
    places_on,
    reach,
    step,
)
from sandtable.games.campaign_for_north_africa.map import board, entry_road, hexes_of_kind
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.raiders.interception import convoy_delay, interception, spring
from sandtable.games.campaign_for_north_africa.state import GABES, POINT, REGION, TRIPOLI, TRIPOLITANIA, TUNIS, Campaign
from sandtable.games.campaign_for_north_africa.verbs import add_motors, change_supply

GOALS = ("city", "village")
LISTED, ENDS = 4, 3  # Supply Units, and groups of trucks, that are listed at a time, and hexes for each
MOST = len(REGION) + 1 + ENDS  # orders for one of them
BOXES: dict[int, Box] = {TRIPOLITANIA: "tripolitania", TRIPOLI: "tripoli", GABES: "gabes", TUNIS: "tunis"}


def open_truck_convoys(draft: Draft[Campaign], side: Side) -> None:
    """[5.2 III H] If there is anything that could move."""
    if draft.state.motors.get(side) or any(_may_roll(draft.state, side, name) for name in draft.state.supply):
        draft.push(TruckConvoys(side))


def _may_roll(state: Campaign, side: str, name: str) -> bool:
    unit = state.supply[name]
    if unit.side != side or unit.motors < carriers(unit) or unit.moved not in ("", WITH_TRUCKS):
        return False
    return unit.spent < allowance()


# Supply Units [32.33, 32.58]


def check_haul(state: Campaign, side: Side, action: Haul) -> Way:
    """[32.31, 32.32, 32.33, 32.58] The way of Supply Units that stand together."""
    if len({*action.units}) < len(action.units):
        raise Refusal("32.33", "a Supply Unit is named twice")
    start, goal = places_on((action.path[0], action.path[-1]))
    off_map = start < 0 or goal < 0
    for name in action.units:
        _check_hauled(state, side, name, start)
    if off_map:
        for name in action.units:
            check_journey(state, side, name, goal, len(action.path))
        way = Way((start, goal), allowance())
    else:
        way = follow(state, side, action.path, min(allowance() - state.supply[name].spent for name in action.units))
    for name in action.units:
        check_carried(state, side, name, start, way.cost)
    haul_plans(state, action.units)  # [32.24] enough Fuel for all of them
    check_room(state, side, landing(state, side, goal) if off_map else goal, len(action.units))
    return way


def _check_hauled(state: Campaign, side: Side, name: str, start: int) -> None:
    unit = state.supply.get(name)
    if unit is None or unit.side != side:
        raise Refusal("32.33", f"there is no Supply Unit {name} of yours")
    if unit.at != start:
        raise Refusal("32.33", f"{name} is at {board().name(unit.at)}")
    if unit.moved == LOADED:
        raise Refusal("8.88", f"{name} was loaded in this Operations Stage and must wait for the next")
    if unit.moved not in ("", WITH_TRUCKS):
        raise Refusal("32.33", f"{name} has moved in another phase of this Operations Stage")


def haul(draft: Draft[Campaign], side: Side, action: Haul) -> None:
    way = check_haul(draft.state, side, action)
    if way.path[0] < 0 or way.path[-1] < 0:
        for name in action.units:
            if name in draft.state.supply:  # [32.15] it may have given its last points to move another
                travel(draft, name, way.path[-1])
        return
    found = interception(draft.state, side, way.path, lambda hex: len(action.units) <= room(draft.state, side, hex))
    if found is not None:
        way = _cut(draft.state, side, way, found.leg)
    carry(draft, action.units, way.path[-1], way.cost, WITH_TRUCKS)
    draft.note("hauled", side=side, units=list(action.units), path=[board().name(hex) for hex in way.path])
    if found is not None and spring(draft, found, side, action.units):
        for name in action.units:
            if name in draft.state.supply:
                late = min(allowance(), draft.state.supply[name].spent + convoy_delay())
                change_supply(draft, name, spent=late)


def _cut(state: Campaign, side: str, way: Way, index: int) -> Way:
    """[27.59] A way as far as the hex where raiders stop the convoy."""
    path = way.path[: index + 1]
    return Way(path, sum(step(state, side, here, there).cost for here, there in pairwise(path)))


# Through the Tripoli/Tunisia region [8.83, 8.84, 8.85]


def check_journey(state: Campaign, side: Side, name: str, goal: int, length: int) -> None:
    """[8.82, 8.83, 8.84, 8.85]"""
    unit = state.supply[name]
    _check_ends(side, unit.at, goal, length)
    if unit.journey is None and goal == unit.at:
        raise Refusal("8.84", f"{name} is there already")
    if unit.spent:
        raise Refusal("8.83", f"{name} has spent Capability Points; a journey takes exactly its Allowance")
    if unit.journey is not None and _road_end(goal) not in (unit.journey.start, unit.journey.goal):
        raise Refusal("8.84", f"{name} is in transit: it may only go on or turn back")


def _check_ends(side: str, start: int, goal: int, length: int) -> None:
    if side != "axis":
        raise Refusal("8.82", "only the Axis enters the Tripoli/Tunisia region")
    if length != 2:
        raise Refusal("8.84", "name the box where the journey begins and the one where it ends")
    for at in (start, goal):
        if at < 0 and at not in REGION:
            raise Refusal("8.81", f"{board().name(at)} is not a box of the region")
        if at >= 0 and at != entry_road()[0]:
            raise Refusal("8.85", f"the region is reached from {_edge_name()} only")


def _edge_name() -> str:
    return board().name(entry_road()[0])


def _is_at_edge(at: int) -> bool:
    """[8.85] Whether journeys through the region begin there: in its boxes and on the road from it."""
    return at < 0 or at == entry_road()[0]


def _road_end(at: int) -> int:
    return entry_road()[0] if at >= 0 else at


def landing(state: Campaign, side: str, goal: int) -> int:
    """[8.85, 32.14] Where a Supply Unit comes on to the map: the first hex of the road that has room for it."""
    if goal < 0:
        return goal
    free = (hex for hex in entry_road() if room(state, side, hex) and hex not in closed(state, side))
    found = next(free, None)
    if found is None:
        raise Refusal("8.85", "the road from Tripolitania is closed")
    return found


def stages(start: int, goal: int, points: int) -> int:
    """[8.84, 8.89] Operations Stages of a journey with an allowance."""
    return off_map_stages(BOXES.get(start, "nofilia"), BOXES.get(goal, "nofilia"), points)


def travel(draft: Draft[Campaign], name: str, goal: int) -> None:
    """[8.83, 8.84] One Operations Stage of a journey: the whole allowance, and Fuel."""
    state = draft.state
    unit, fuel = state.supply[name], haul_plan(state, name)
    points = allowance() // POINT
    journey = unit.journey or Journey(unit.at, goal, 0)
    if goal == journey.start:  # [8.84] it turns back
        journey = Journey(journey.goal, goal, stages(journey.start, journey.goal, points) - journey.stages)
    done = journey.stages + 1
    arrived = done >= stages(journey.start, journey.goal, points)
    at = landing(state, unit.side, goal) if arrived else next(place for place in (journey.start, goal) if place < 0)
    going = None if arrived else Journey(journey.start, goal, done)
    change_supply(draft, name, at=at, spent=allowance(), moved=WITH_TRUCKS, journey=going)
    draft.note("travelled", units=[name], start=board().name(unit.at), goal=board().name(goal), arrived=arrived)
    burn_hauling(draft, fuel, name)


# Unattached Motorization Points [8.98]


def check_drive(state: Campaign, side: Side, action: Drive, driven: dict[int, int]) -> Way:
    """[8.98] Points that have not moved in this phase, within their allowance; they need no Fuel [32.24]."""
    start, goal = places_on((action.path[0], action.path[-1]))
    fresh = loose(state, side, start) - driven.get(start, 0)
    if not 1 <= action.count <= fresh:
        raise Refusal(
            "8.98", f"{plural(max(0, fresh), 'unattached Motorization Point')} can still move from {action.path[0]}"
        )
    left = drive_left(state, side, start, action.count)
    if start >= 0 and goal >= 0:
        return follow(state, side, action.path, left)
    if left < drive_allowance():
        raise Refusal("8.83", "a journey takes the whole Allowance, and they have already moved")
    _check_ends(side, start, goal, len(action.path))
    if start == goal:
        raise Refusal("8.84", f"they are at {action.path[0]} already")
    if stages(start, goal, truck("medium").supplies) > 1:
        raise Refusal("8.84", f"{action.path[-1]} is more than an Operations Stage away: go from box to box")
    return Way((start, goal), drive_allowance())


def drive(draft: Draft[Campaign], side: Side, action: Drive, way: Way) -> None:
    _tire(draft, side, action.count, way)
    add_motors(draft, side, way.path[0], -action.count)
    add_motors(draft, side, way.path[-1], action.count)
    draft.note("driven", only=side, side=side, motors=action.count, path=[board().name(at) for at in way.path])


def _tire(draft: Draft[Campaign], side: Side, count: int, way: Way) -> None:
    """[8.98] Write down what so many points spend on a way; those that have not driven go first."""
    start, goal = way.path[0], way.path[-1]
    pool = dict(draft.state.driven.get(side, {}))
    tired, spent = pool.pop(start, FRESH)
    going = max(0, count - max(0, loose(draft.state, side, start) - tired))
    if tired > going:
        pool[start] = tired - going, spent
    there, before = pool.get(goal, FRESH)
    pool[goal] = there + count, max(before, way.cost + (spent if going else 0))
    draft.amend("driven", side, pool)


# The phase


@cache
def _peopled() -> frozenset[int]:
    """The hexes of cities and villages."""
    return frozenset().union(*[hexes_of_kind(kind) for kind in GOALS])


class TruckConvoys(Decision[Campaign], frozen=True):
    """[5.2 III H] A player moves Supply Units and unattached Motorization Points."""

    side: Side
    driven: dict[int, int] = {}  # [8.98] unattached points that have moved, by where they are now
    exhaustive: ClassVar[bool] = False

    def prompt(self, state: Campaign) -> str:
        return "Move Supply Units and unattached Motorization Points; `done` ends the phase."

    def actions(self, state: Campaign, side: str) -> Sequence[Action]:
        """Some to a few places each, after every event others."""
        laden = rotated([name for name in state.supply if _may_roll(state, self.side, name)], state.count)
        rolling = (name for name in laden if _is_at_edge(state.supply[name].at) or self._may(state, name))
        motors = rotated(tuple(state.motors.get(self.side, {})), state.count)
        driving = (at for at in motors if self._fresh(state, at))
        hauls = (Branch(MOST, partial(self._hauls, state, name)) for name in islice(rolling, LISTED))
        drives = (Branch(MOST, partial(self._drives, state, at)) for at in islice(driving, LISTED))
        return Branches[Action](branch((Done(),)), *hauls, *drives)

    def _hauls(self, state: Campaign, name: str) -> Sequence[Action]:
        """One Supply Unit to wherever it gets."""
        unit = state.supply[name]
        journeys = self._journeys(state, name) if _is_at_edge(unit.at) else ()
        if unit.at < 0 or not self._may(state, name):
            return journeys
        found = reach(state, self.side, unit.at, allowance() - unit.spent)
        goals = [goal for goal in evenly_spaced(tuple(found), ENDS, state.count) if room(state, self.side, goal)]
        return Listing(journeys, Made(goals, lambda goal: Haul((name,), named_way(found, unit.at, goal))))

    def _may(self, state: Campaign, name: str) -> bool:
        return may(haul_plan, state, name)

    def _journeys(self, state: Campaign, name: str) -> Sequence[Action]:
        start = board().name(state.supply[name].at)
        ends = [*(board().name(box) for box in REGION), _edge_name()]
        orders = [Haul((name,), (start, end)) for end in ends]
        return [order for order in orders if may(self.check, state, self.side, order)]

    def _fresh(self, state: Campaign, at: int) -> int:
        """The points of a place that have not moved."""
        return max(0, loose(state, self.side, at) - self.driven.get(at, 0))

    def _drives(self, state: Campaign, at: int) -> Sequence[Action]:
        """All the points of a place that are fresh, to boxes, to cities and villages and to where friends are."""
        count, start = self._fresh(state, at), board().name(at)
        journeys: Sequence[Action] = ()
        if _is_at_edge(at):
            ends = [*(board().name(box) for box in REGION), _edge_name()]
            orders = [Drive(count, (start, end)) for end in ends if end != start]
            journeys = [order for order in orders if may(self.check, state, self.side, order)]
        if at < 0:
            return journeys
        stores = (unit.at for unit in state.supply.values() if unit.side == self.side)
        useful = {*_peopled(), *stands(state, self.side), *stores}
        found = reach(state, self.side, at, drive_left(state, self.side, at, count))
        goals = [goal for goal in found if goal in useful]
        drives = Made(evenly_spaced(goals, ENDS, state.count), lambda goal: Drive(count, named_way(found, at, goal)))
        return Listing(journeys, drives)

    def check(self, state: Campaign, side: str, action: Action) -> None:
        if isinstance(action, Done):
            return
        if isinstance(action, Haul):
            check_haul(state, self.side, action)
        elif isinstance(action, Drive):
            check_drive(state, self.side, action, self.driven)
        else:
            raise Refusal("5.2", "only Supply Units and unattached Motorization Points move in this phase")

    def do(self, draft: Draft[Campaign], side: str, action: Action) -> None:
        if isinstance(action, Haul):
            haul(draft, self.side, action)
        elif isinstance(action, Drive):
            self._drive(draft, action)
        else:
            draft.pop()

    def _drive(self, draft: Draft[Campaign], action: Drive) -> None:
        way = check_drive(draft.state, self.side, action, self.driven)
        found = interception(draft.state, self.side, way.path, lambda hex: True) if way.path[0] >= 0 else None
        if found is not None:  # [27.59] who gets away with it may drive on
            way = _cut(draft.state, self.side, way, found.leg)
            drive(draft, self.side, action, Way(way.path, min(drive_allowance(), way.cost + convoy_delay())))
            spring(draft, found, self.side, ())
            return
        drive(draft, self.side, action, way)
        goal = way.path[-1]
        driven = {**self.driven, goal: self.driven.get(goal, 0) + action.count}
        draft.swap(replace(self, driven=driven))
