"""[8.8] The Tripoli/Tunisia region west of the map: boxes, and the ways between them counted in Operations Stages."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.frames import Draft
from sandtable.core.values import Action, Refusal, may
from sandtable.games.campaign_for_north_africa.capability.cohesion import is_spent_force, spend
from sandtable.games.campaign_for_north_africa.construction.works import check_at_leisure
from sandtable.games.campaign_for_north_africa.contents import Journey
from sandtable.games.campaign_for_north_africa.ground.stacking import points
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import WALKING
from sandtable.games.campaign_for_north_africa.logistics.supply import fuel_plan
from sandtable.games.campaign_for_north_africa.logistics.transport_tables import Box, off_map_stages
from sandtable.games.campaign_for_north_africa.map import board, entry_road
from sandtable.games.campaign_for_north_africa.movement.entering import seize
from sandtable.games.campaign_for_north_africa.movement.fuel import burn
from sandtable.games.campaign_for_north_africa.movement.orders import Depart
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters
from sandtable.games.campaign_for_north_africa.pieces.units import base_cpa, cpa, gaits, is_immobile
from sandtable.games.campaign_for_north_africa.state import POINT, REGION, Campaign, all_of
from sandtable.games.campaign_for_north_africa.verbs import mark, place

MAP = "map"  # how the map is named as the goal of a journey
EDGE: Box = "nofilia"  # the side of the chart that stands for the map
BOXES: tuple[Box, ...] = ("tripolitania", "tripoli", "gabes", "tunis")
ON_ENTRY = 5  # [8.85] Stacking Points in each hex of the road


def edge() -> int:
    """[8.84, 8.85] The hex by which the region is reached."""
    return entry_road()[0]


def stages(state: Campaign, name: str, start: int, goal: int) -> int:
    """[8.83, 8.84] Operations Stages between two places of the region."""
    return off_map_stages(_chart_name(start), _chart_name(goal), base_cpa(state, name))


def _chart_name(at: int) -> Box:
    return EDGE if at >= 0 else next(box for box in BOXES if board().box(box) == at)


# Setting out and going on


def check_depart(state: Campaign, side: Side, action: Depart) -> None:
    """[8.84, 20.46]"""
    _check_free(state, side, action.name)
    check_journey(state, side, action)


def check_journey(state: Campaign, side: Side, action: Depart) -> None:
    """[8.82, 8.83, 8.84, 8.85]"""
    _check_able(state, side, action.name)
    _check_way(state, action.name, _goal(action.to))


def _check_free(state: Campaign, side: Side, name: str) -> None:
    """[20.46, 8.23] Whether it is for this phase to move a counter."""
    if name in state.replacements:
        raise Refusal("20.46", f"{name} consists of Replacement Points, which move with the Truck Convoys")
    unit = state.units.get(name)
    if unit is not None and counters()[name].side == side and (unit.reserve or unit.halted):
        raise Refusal("8.23", f"{name} may not move in this phase")


def _check_able(state: Campaign, side: Side, name: str) -> None:
    """[8.82, 8.83] Whether a counter can make a journey, wherever it leads."""
    _check_owner(state, side, name)
    _check_fit(state, name)
    if _burns(state, name):
        fuel_plan(state, (name,), 1, ())


def _check_way(state: Campaign, name: str, goal: int) -> None:
    """[8.84, 8.85] Whether the journey may lead there."""
    _check_start(state, name, goal)
    if goal == edge() and _room(state, name) is None:
        raise Refusal("8.85", "the road from Tripolitania is full")


def _check_owner(state: Campaign, side: Side, name: str) -> None:
    unit = state.units.get(name)
    if side != "axis":
        raise Refusal("8.82", "only Axis units enter the Tripoli/Tunisia region")
    if unit is None or counters()[name].side != side:
        raise Refusal("8.84", f"{name} is not yours")
    if unit.attached:
        raise Refusal("4.25", f"{name} is attached to {unit.attached} and moves with it")


def _check_fit(state: Campaign, name: str) -> None:
    """[8.83, 6.26, 17.33] Whether it is in a condition to."""
    if any(is_spent_force(state, each) for each in all_of(state, name)):
        raise Refusal("6.26", f"{name} has lost all cohesion and cannot move")
    if is_immobile(state, name):
        raise Refusal("3.4", f"{name} has guns and no transport for them")
    check_at_leisure(state, all_of(state, name))
    if any(state.units[each].school for each in all_of(state, name)):
        raise Refusal("17.33", f"{name} is in training")
    if any(state.units[each].spent for each in all_of(state, name)):
        raise Refusal("8.83", f"{name} has spent Capability Points; a journey takes exactly its Allowance")


def _goal(to: str) -> int:
    if to == MAP:
        return edge()
    names = {board().name(box): box for box in REGION}
    if to not in names:
        raise Refusal("8.81", f"'{to}' is not a box of the region; there are {', '.join(names)} and {MAP}")
    return names[to]


def _check_start(state: Campaign, name: str, goal: int) -> None:
    unit = state.units[name]
    if unit.journey is not None:
        if goal not in (unit.journey.start, unit.journey.goal):
            raise Refusal("8.84", f"{name} is in transit: it may only go on or turn back")
        return
    if unit.at == goal:
        raise Refusal("8.84", f"{name} is already there")
    if unit.at in REGION:
        return
    if unit.at != edge():
        raise Refusal("8.85", f"{name} leaves the map only from {board().name(edge())}")


def _burns(state: Campaign, name: str) -> bool:
    return any(gait not in WALKING for gait in gaits(state, (name,)))


def do_depart(draft: Draft[Campaign], side: Side, action: Depart) -> None:
    """[8.83, 8.84] One Operations Stage of the journey; the whole Allowance, Fuel but no Breakdown."""
    name, goal = action.name, _goal(action.to)
    state = draft.state
    journey = _journey(state, name, goal)
    if _burns(state, name):
        burn(draft, (name,), 1, ())
    spend(draft, (name,), cpa(draft.state, name) * POINT)
    if journey.stages >= stages(draft.state, name, journey.start, goal):
        _arrive(draft, name, goal)
    else:
        _travel(draft, name, journey)
    for each in tuple(all_of(draft.state, name)):
        mark(draft, each, halted=True)


def _journey(state: Campaign, name: str, goal: int) -> Journey:
    """[8.84] The journey after this Operations Stage: begun, gone on with, or turned back."""
    unit = state.units[name]
    if unit.journey is None:
        return Journey(unit.at, goal, 1)
    start, done = unit.journey.start, unit.journey.stages
    if goal == unit.journey.goal:
        return Journey(start, goal, done + 1)
    return Journey(unit.journey.goal, start, stages(state, name, start, unit.journey.goal) - done + 1)


def _travel(draft: Draft[Campaign], name: str, journey: Journey) -> None:
    """[8.84] In transit: kept with the box that is nearer to the map of the two, or the one there is."""
    box = next(each for each in (journey.start, journey.goal) if each < 0)
    if draft.state.units[name].at != box:
        place(draft, name, box)
    mark(draft, name, journey=journey)
    ends = [_chart_name(end) if end < 0 else MAP for end in (journey.start, journey.goal)]
    draft.note("travelled", units=[name], start=ends[0], goal=ends[1], stages=journey.stages)


def _arrive(draft: Draft[Campaign], name: str, goal: int) -> None:
    mark(draft, name, journey=None)
    start = draft.state.units[name].at
    at = goal if goal < 0 else landing(draft.state, name)
    place(draft, name, at)
    draft.note("arrived", units=[name], start=board().name(start), at=board().name(at))
    seize(draft, counters()[name].side, (name,), (at,))


def landing(state: Campaign, name: str) -> int:
    """[8.85] Where a unit comes on to the map that was let go there."""
    at = _room(state, name)
    if at is None:
        raise ValueError("the road from Tripolitania is full")
    return at


def _room(state: Campaign, name: str) -> int | None:
    """[8.85] The first hex of the road from Tripolitania that has room for a unit."""
    weight = points(state, (name,))
    for hex in entry_road():
        here = state.stacks.get(hex, ())
        if state.holder(hex) != "commonwealth" and points(state, here) + weight <= ON_ENTRY:
            return hex
    return None


def _departing(state: Campaign, side: Side) -> list[str]:
    """[8.86] Everybody in the region or at its edge, whenever he came."""
    return [name for at in (edge(), *REGION) for name in state.at(at, side)]


def most_departures(state: Campaign, side: Side) -> int:
    """How many are listed at most."""
    return len((*REGION, MAP)) * len(_departing(state, side))


def listed_depart(state: Campaign, side: Side) -> Sequence[Action]:
    """[8.86] To every box and the map; who cannot go at all is asked about once."""
    goals = {**{board().name(box): box for box in REGION}, MAP: edge()}
    free = [name for name in _departing(state, side) if may(_check_free, state, side, name)]
    able = [name for name in free if may(_check_able, state, side, name)]
    return [Depart(name, to) for name in able for to, goal in goals.items() if may(_check_way, state, name, goal)]
