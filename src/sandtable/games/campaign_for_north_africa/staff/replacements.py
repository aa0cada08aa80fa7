"""Replacements: planned where units are short of points, trained where they land, sent to the units and taken up."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nsmallest
from itertools import islice

from sandtable.core.frames import admits
from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.capability.cohesion import is_spent_force
from sandtable.games.campaign_for_north_africa.contents import Cargo
from sandtable.games.campaign_for_north_africa.ground.zones import stands
from sandtable.games.campaign_for_north_africa.logistics.convoy_attacks import Foundering
from sandtable.games.campaign_for_north_africa.logistics.motorization_points import loose
from sandtable.games.campaign_for_north_africa.map import away, board
from sandtable.games.campaign_for_north_africa.movement.region import MAP, edge
from sandtable.games.campaign_for_north_africa.order_forms import Done, Land
from sandtable.games.campaign_for_north_africa.organisation.designations import allotments, has_takers
from sandtable.games.campaign_for_north_africa.organisation.orders import Detach, Train
from sandtable.games.campaign_for_north_africa.organisation.rebuilding import revivals
from sandtable.games.campaign_for_north_africa.organisation.training import (
    TRAINER,
    has_tanks,
    instructors,
    is_crated,
    may_instruct,
    needs_training,
    training_areas,
    trainings,
)
from sandtable.games.campaign_for_north_africa.organisation.upgrading import better_units
from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.pieces.replacement_points import replacements_of
from sandtable.games.campaign_for_north_africa.pieces.replacement_tables import INFANTRY, class_of, land_items
from sandtable.games.campaign_for_north_africa.pieces.units import facts, is_immobile, maximum, need
from sandtable.games.campaign_for_north_africa.pieces.weapons import Nation, ReplacementClass
from sandtable.games.campaign_for_north_africa.replacements.allotment import Allotment, fresh, landings
from sandtable.games.campaign_for_north_africa.replacements.crews import check_crew, ready_crews
from sandtable.games.campaign_for_north_africa.replacements.marches import carry_reach, forward_reach
from sandtable.games.campaign_for_north_africa.replacements.orders import Carry, Crew, Forward, Request
from sandtable.games.campaign_for_north_africa.replacements.planning import Planning
from sandtable.games.campaign_for_north_africa.replacements.pool import NATIONS_OF, available
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import Campaign, Side, all_of, enemy_of, everyone_at, toe_of

CLASS_OF_KIND: dict[str, ReplacementClass] = {
    "infantry": "infantry",
    "tank": "tank",
    "recce": "recce",
    "artillery": "gun",
    "anti_tank": "gun",
}


def plan(frame: Planning, state: Campaign, side: Side) -> Action:
    """[20.63, 20.72] All in one order: of every class as much as the units of the nation lack, the best types first."""
    lots = tuple(lot for nation in NATIONS_OF[side] for lot in _wanted(state, nation, side))
    return Request(lots) if lots else Done()


def _wanted(state: Campaign, nation: Nation, side: Side) -> Iterator[Cargo]:
    lines = available(state, nation)
    if not lines:
        return
    short, chart = shortages(state, nation, side), tuple(land_items(nation))
    # the later lines of a chart have the later, better weapons
    for item in sorted(lines, key=lambda item: (item != INFANTRY, -chart.index(item))):
        kind = class_of(nation, item)
        points = min(lines[item], short.get(kind, 0))
        if points > 0:
            short[kind] -= points
            yield Cargo(nation, item, points)


def shortages(state: Campaign, nation: Nation, side: Side) -> dict[ReplacementClass, int]:
    """Points that the units of a nation lack, besides those that are on their way."""
    found: dict[ReplacementClass, int] = {}
    for at in state.stacks:
        for name in everyone_at(state, at, side):
            kind = CLASS_OF_KIND.get(facts(name).counter.kind)
            if kind is None or counters()[name].nation != nation or facts(name).emplaced:
                continue
            coming = name in state.replacements
            lacking = -toe_of(state, name) if coming else maximum(state, name) - toe_of(state, name)
            found[kind] = found.get(kind, 0) + lacking
    for each in state.plans.get(side, ()):
        for lot in each.points:
            if lot.nation == nation:
                kind = class_of(nation, lot.item)
                found[kind] = found.get(kind, 0) - lot.points
    return found


def receive(frame: Allotment, state: Campaign, side: Side) -> Action:
    """[20.43, 20.76] Where somebody can train them, and at once; for whom they are is decided by who lacks most."""
    for name in fresh(state, side):
        if not _wants_school(state, name) or next(instructors(state, name), ""):
            continue
        schools = (at for at in landings(side) if next(instructors(state, name, at), ""))
        for at in schools:
            if admits(state, side, action := Land(name, board().name(at))):
                return action
    orders = (action for action in frame.actions(state, side) if isinstance(action, Train))
    return next((action for action in orders if admits(state, side, action)), Done())


def _wants_school(state: Campaign, name: str) -> bool:
    return bool(state.replacements[name].left) and not state.units[name].school and not is_crated(state, name)


def founder(frame: Foundering, state: Campaign, side: Side) -> Action:
    """[32.65] The first type on the list, which is the oldest."""
    return next(iter(frame.actions(state, side)))


def organise(state: Campaign, side: Side) -> Iterator[Action]:
    """[20.43, 20.41, 19.63] What is done with Replacement Points in the Organization Phase, besides taking them up."""
    if not state.replacements:
        return
    yield from (order for order in trainings(state, side) if all(name in state.replacements for name in order.units))
    yield from allotments(state, side)
    yield from revivals(state, side)
    yield from better_units(state, side)


def march(state: Campaign, side: Side, waiting: list[str]) -> Action:
    """[20.44, 20.46, 22.5] Whoever is trained goes to his unit, as near as he gets in a stage, the others to a school;
    and whatever lies where nobody could take it up gets a crew. Whoever was tried is off the list."""
    while waiting:
        name = waiting.pop(0)
        if name not in state.replacements or state.units[name].spent or (goal := _goal(state, side, name)) is None:
            continue
        if state.units[name].school or is_spent_force(state, name):
            continue
        for action in _ways(state, side, name, goal):
            if admits(state, side, action):
                return action
    return next((action for action in _useful_crews(state, side) if admits(state, side, action)), Done())


def _useful_crews(state: Campaign, side: Side) -> Iterator[Crew]:
    """[22.5] For what somebody has room for; the rest lies where it is, for no counter of it would have a goal."""
    for action in ready_crews(state, side):
        _, _, drivers = check_crew(state, side, action)
        if has_takers(state, side, drivers, action.weapon):
            yield action


def _goal(state: Campaign, side: Side, name: str) -> int | None:
    each, at = state.replacements[name], state.units[name].at
    if not each.left:
        return state.units[each.unit].at if each.unit else _out_of_the_way(state, side, at)
    if not _wants_school(state, name) or (at in training_areas(side) and next(instructors(state, name), "")):
        return None
    schools = [hex for hex in training_areas(side) if hex >= 0 and next(instructors(state, name, hex), "")]
    if at < 0:
        return min(schools, default=None)
    return min(schools, key=lambda hex: (board().distance(at, hex), hex), default=None)


def _out_of_the_way(state: Campaign, side: Side, at: int) -> int | None:
    """[9.25] Where points go that are meant for nobody and fill a hex at the front through which others have to go."""
    bases = [hex for hex in training_areas(side) if hex >= 0]
    if at < 0 or away(at, stands(state, enemy_of(side))) > weights().stores.front:
        return None
    return min(bases, key=lambda hex: (board().distance(at, hex), hex), default=None)


def pupils(state: Campaign, side: Side) -> tuple[str, ...]:
    """[17.31, 17.34] Counters in a training area, far from the enemy, whose morale is so low that the stages it takes
    to raise it are well spent: who goes to the front before that will run."""
    key = "pupils", side
    found: tuple[str, ...] | None = state.derived.get(key)
    if found is None:
        foes, areas = stands(state, enemy_of(side)), training_areas(side)
        found = state.derived[key] = tuple(
            name
            for at in stands(state, side)
            if side == TRAINER and at in areas and away(at, foes) > weights().school.far
            for name in state.at(at, side)
            if name not in state.replacements and _is_raw(state, name)
        )
    return found


def _is_raw(state: Campaign, name: str) -> bool:
    """[17.34] Whether its units lack many points of morale, and there is time to train them and to use them."""
    units = [each for each in all_of(state, name) if toe_of(state, each)]
    lacks = [(counters()[each].morale or 0) - state.units[each].morale for each in units if needs_training(state, each)]
    lack, judge = sum(lacks) / max(1, len(units)), weights().school
    return lack >= judge.lack and state.last_turn - state.turn >= judge.turns * lack


def lessons(state: Campaign, side: Side) -> Iterator[Action]:
    """[17.33] Before anything else is done with them, which would cost them the stage."""
    learning = pupils(state, side)
    return (order for order in trainings(state, side) if order.units[0] in learning) if learning else iter(())


def schoolmasters(state: Campaign, side: Side) -> dict[str, int]:
    """[17.35, 20.43] Battalions by themselves that go or stay where points wait for somebody to train them: the
    nearest, and of those the weakest; one for a place and kind of points."""
    key = "schoolmasters", side
    found: dict[str, int] | None = state.derived.get(key)
    if found is None:
        found = state.derived[key] = {}
        waiting = [name for name in replacements_of(state, side) if _wants_school(state, name)]
        waiting += [name for name in pupils(state, side) if not state.units[name].school]
        places = {(state.units[name].at, has_tanks(state, name)): name for name in waiting}
        for (at, tanks), pupil in places.items():
            if at in training_areas(side) and not next(instructors(state, pupil), ""):
                points = sum(toe_of(state, name) for name in waiting if state.units[name].at == at)
                _call(
                    state, side, at, tanks, max(weights().replacements.called, weights().school.called * points), found
                )
            elif at in training_areas(side):
                found.update((name, at) for name in islice(_masters_at(state, side, at, tanks), 1))
    return found


def _masters_at(state: Campaign, side: Side, at: int, tanks: bool) -> Iterator[str]:
    return (name for name in state.at(at, side) if not state.parts.get(name) and may_instruct(state, name, tanks))


def _teachers_within(state: Campaign, side: Side, at: int, tanks: bool) -> Iterator[str]:
    """[17.35] Battalions of formations, where nobody by himself can do it."""
    return (name for name in everyone_at(state, at, side) if may_instruct(state, name, tanks))


def leaving_to_teach(state: Campaign, side: Side) -> Iterator[Action]:
    """[19.43] Out of their formations."""
    return (Detach((name,)) for name in schoolmasters(state, side) if state.units[name].attached)


def _call(state: Campaign, side: Side, at: int, tanks: bool, span: int, called: dict[str, int]) -> None:
    """The more points wait, the farther away one is called."""
    if at < 0:
        return
    distance = board().distance
    near = [hex for hex in stands(state, side) if distance(hex, at) <= span]
    able = [name for hex in near for name in _masters_at(state, side, hex, tanks) if name not in called]
    able = able or [name for hex in near for name in _teachers_within(state, side, hex, tanks)]
    best = min(able, key=lambda name: (distance(state.units[name].at, at), toe_of(state, name), name), default="")
    if best:
        called[best] = at


def _ways(state: Campaign, side: Side, name: str, goal: int) -> Iterator[Action]:
    at = state.units[name].at
    if at < 0:
        if at != goal:
            yield Carry(name, board().name(edge()))
            yield Forward(name, MAP if goal >= 0 else board().name(goal))
        return
    if goal < 0 or goal == at:
        return
    if 0 < need(state, name) <= loose(state, side, at):
        yield from _nearer(state, side, name, goal, Carry)
    if not is_immobile(state, name):
        yield from _nearer(state, side, name, goal, Forward)


def _nearer(state: Campaign, side: Side, name: str, goal: int, kind: type[Carry | Forward]) -> Iterator[Action]:
    distance, at = board().distance, state.units[name].at
    foes, judge = stands(state, enemy_of(side)), weights().replacements
    found = (carry_reach if kind is Carry else forward_reach)(state, side, name)
    now = distance(at, goal)
    if now <= 1:
        near = [(0, goal)] if goal in found else []
    else:
        near = nsmallest(judge.tries, [(far, hex) for hex in found if (far := distance(hex, goal)) < now])
    for _, hex in near:
        if hex == goal or away(hex, foes) > judge.close:
            yield kind(name, board().name(hex))
