"""The movement phase: what can be had at once, supply, then the whole plan, as a queue of actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sandtable.core.values import Action, Refusal
from sandtable.games.panzerarmee_afrika import movement
from sandtable.games.panzerarmee_afrika.actions import Done, Haul, Move, Rail, Ship
from sandtable.games.panzerarmee_afrika.counters import Side
from sandtable.games.panzerarmee_afrika.manoeuvre import crowds
from sandtable.games.panzerarmee_afrika.map import board, sea_lanes
from sandtable.games.panzerarmee_afrika.orders import may
from sandtable.games.panzerarmee_afrika.sea import check_lane
from sandtable.games.panzerarmee_afrika.staff import strokes
from sandtable.games.panzerarmee_afrika.staff.attacks import Offensive, Planner
from sandtable.games.panzerarmee_afrika.staff.forces import Force, Threats, next_turn
from sandtable.games.panzerarmee_afrika.staff.placement import Placement
from sandtable.games.panzerarmee_afrika.staff.posture import Intent
from sandtable.games.panzerarmee_afrika.staff.sites import Holdings
from sandtable.games.panzerarmee_afrika.staff.stores import Quartermaster
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, enemy_of

STAGES = ("strokes", "supply", "main", "lorries", "done")
MOST_STROKES, MOST_HAULS = 12, 14


@dataclass
class TurnPlan:
    """What the staff means to do in one player turn, and how far it has come."""

    turn: int
    side: Side
    stage: int = 0
    queue: list[Action] = field(default_factory=list)
    later: int = 0  # orders put off in a row
    strokes: int = 0
    hauls: int = 0
    told: dict[str, int] = field(default_factory=dict)  # units told off to where installations are or will be
    delivered: set[str] = field(default_factory=set)  # installations brought where they were wanted
    intent: str = ""
    dropped: list[str] = field(default_factory=list)


def admits(state: PanzerarmeeAfrika, side: str, action: Action) -> bool:
    frame: Any = state.stack[-1]
    try:
        frame.check(state, side, action)
    except Refusal:
        return False
    return True


@dataclass
class Picture:
    """One look at the board: both sides as they could move next, and what is wanted."""

    force: Force
    foe: Force
    threats: Threats
    intent: Intent
    holdings: Holdings


def look(state: PanzerarmeeAfrika, side: Side, still: bool = False) -> Picture:
    force = Force(state, side, still)
    enemy = enemy_of(side)
    foe = Force(next_turn(state, enemy), enemy)
    threats = Threats(foe)
    intent = Intent(force, foe)
    holdings = Holdings(force, intent, threats)
    intent.vital = holdings.add_depots()
    return Picture(force, foe, threats, intent, holdings)


def next_order(plan: TurnPlan, state: PanzerarmeeAfrika) -> Action:
    """The next action of the movement phase."""
    while True:
        while plan.queue:
            action = plan.queue.pop(0)
            if admits(state, plan.side, action):
                plan.later = 0
                return action
            if plan.later < len(plan.queue):
                plan.later += 1  # somebody else may have to move first
                plan.queue.append(action)
            else:
                plan.dropped.append(str(action))
        plan.later = 0
        stage = STAGES[plan.stage]
        if stage == "strokes":
            _strike(plan, state)
        elif stage == "supply":
            _haul(plan, state)
        elif stage == "main":
            _main(plan, state)
        elif stage == "lorries":
            _park(plan, state)
        else:
            return _finish(plan, state)


# --- what can be had at once


def _strike(plan: TurnPlan, state: PanzerarmeeAfrika) -> None:
    plan.strokes += 1
    if plan.strokes <= MOST_STROKES:
        action = strokes.best(look(state, plan.side))
        if action is not None and admits(state, plan.side, action):
            plan.queue.append(action)
            return
    plan.stage += 1


# --- supply


def _haul(plan: TurnPlan, state: PanzerarmeeAfrika) -> None:
    """Installations forward, to where somebody will guard them or nobody comes."""
    plan.hauls += 1
    picture = look(state, plan.side)
    told = picture.holdings.garrisons(_ferries(picture))
    kept = _offensive(picture, told).sources(picture.force)
    if plan.hauls == 1: plan.told = _tell_off(picture, told)
    if plan.hauls <= MOST_HAULS:
        guarded = {*plan.told.values(), *told.values()}
        master = Quartermaster(picture.force, picture.threats, picture.intent.goal, kept, plan.delivered, guarded)
        for action in master.orders():
            if not admits(state, plan.side, action): continue
            if isinstance(action, Haul): plan.delivered.add(action.depot)
            plan.queue.append(action)
            return
    plan.stage += 1


def _tell_off(picture: Picture, told: Mapping[str, int]) -> dict[str, int]:
    """Guards for the places where installations are wanted."""
    master = Quartermaster(picture.force, picture.threats, picture.intent.goal)
    picture.holdings.add_needs(master.needs)
    guards = picture.holdings.guards(told)
    return {name: at for name, at in guards.items() if name not in told}


def _offensive(picture: Picture, told: Mapping[str, int]) -> Offensive:
    """The attacks of all who are not told off to garrisons; these attack from where they stay."""
    return Planner(picture.force, picture.intent, picture.threats, told).offensive()


def _park(plan: TurnPlan, state: PanzerarmeeAfrika) -> None:
    plan.stage += 1
    picture = look(state, plan.side)
    master = Quartermaster(picture.force, picture.threats, picture.intent.goal, busy=plan.delivered)
    plan.queue += master.idle_orders()


# --- the plan of the turn


def _main(plan: TurnPlan, state: PanzerarmeeAfrika) -> None:
    plan.stage += 1
    picture = look(state, plan.side)
    force, holdings, ferries = picture.force, picture.holdings, _ferries(picture)
    told = holdings.garrisons(ferries)
    told |= {name: at for name, at in plan.told.items() if name not in told and at in force.reach(name)}
    told = holdings.guards(told)
    offensive = _offensive(picture, told)
    holdings.add_gaps(picture.foe)
    holdings.add_cuts(picture.foe)
    fixed = {name: at for name, at in force.units.items() if force.reach(name) == frozenset((at,))}
    fixed |= holdings.pickets(told | offensive.places())
    others = [name for name in force.units if name not in fixed]
    placement = Placement(force, picture.intent, holdings, fixed, ferries)
    placement.place(others)
    gone = [
        name for operation in offensive.operations if operation.promise.clears > 0.5
        for name in state.at(operation.target, force.foe)
    ]
    enemy = next_turn(state, force.foe, placement.at, gone)
    placement.look_again(others, Threats(Force(enemy, force.foe)))
    plan.queue += _marches(state, placement)
    plan.intent = _sentence(picture.intent, offensive)


def _ferries(picture: Picture) -> dict[str, list[int]]:
    """[11.2] The ports to which units in port can be shipped."""
    state, side = picture.force.state, picture.force.side
    lanes = {
        here: [goal for goal in goals if may(check_lane, state, side, here, goal)]
        for here, goals in sea_lanes().items() if state.at(here, side)
    }
    return {
        name: lanes[at] for name, at in picture.force.units.items()
        if at in lanes and name not in state.treks and picture.force.is_fit(name)
    }


def _marches(state: PanzerarmeeAfrika, placement: Placement) -> list[Action]:
    marches: list[Action] = []
    for name, there in placement.at.items():
        here = state.units[name].at
        if here == there: continue
        reached = movement.reach(state, (name,))
        if there in reached:
            marches.append(Move((name,), movement.written(reached, here, there)))
        else:
            marches.append(Ship(name, board().name(there)))
    return marches


def _sentence(intent: Intent, offensive: Offensive) -> str:
    attacks = [f"{_place(op.target)} at {op.column:+d}" for op in offensive.operations]
    told = f"attacking {', '.join(attacks)}" if attacks else "no attack worth its losses"
    return f"{intent.sentence}; {told}"


def _place(hexagon: int) -> str:
    found = board().place_at(hexagon)
    return found.name if found else board().name(hexagon)


def _finish(plan: TurnPlan, state: PanzerarmeeAfrika) -> Action:
    """End the movement, or first thin out a hex that holds too many."""
    if admits(state, plan.side, Done()): return Done()
    frame: Any = state.stack[-1]
    crowded = {name for crowd in crowds(state, plan.side) for name in crowd.names}
    for action in frame.actions(state, plan.side):
        if isinstance(action, Move) and action.units[0] in crowded: return action
        if isinstance(action, Ship | Rail) and action.name in crowded: return action
        if isinstance(action, Haul) and action.depot in crowded: return action
    listed: Action = frame.actions(state, plan.side)[0]
    return listed
