"""The movement phase: what can be had at once, a stance, supply, then the whole plan, as a queue of actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from msgspec.structs import replace

from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import admits
from sandtable.core.values import Action
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.movement import reach
from sandtable.games.panzerarmee_afrika.movement.orders import Haul, Move, Rail, Ship
from sandtable.games.panzerarmee_afrika.movement.phase import crowds
from sandtable.games.panzerarmee_afrika.order_forms import Done
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.staff import strokes
from sandtable.games.panzerarmee_afrika.staff.attacks import Offensive
from sandtable.games.panzerarmee_afrika.staff.forces import Force, RoughForce, Threats
from sandtable.games.panzerarmee_afrika.staff.last_look import LastLook
from sandtable.games.panzerarmee_afrika.staff.plans import Judge, attacks, draft, polish, still_bound, tell_off
from sandtable.games.panzerarmee_afrika.staff.posture import manners, stances
from sandtable.games.panzerarmee_afrika.staff.stores import Quartermaster
from sandtable.games.panzerarmee_afrika.staff.survey import look, look_again
from sandtable.games.panzerarmee_afrika.staff.weights import weights
from sandtable.games.panzerarmee_afrika.staff.writing import marches_of, written
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, role_of, room_in
from sandtable.kit.staff.courses import JUDGEMENT, Course
from sandtable.kit.staff.plan import Plan as Written

MOST_STROKES, MOST_HAULS = 12, 14  # in one turn
WORST = -1e9


@dataclass
class TurnPlan:
    """What the staff means to do in one player turn, and how far it has come."""

    turn: int
    side: Side
    course: Course = JUDGEMENT
    stage: int = 0
    queue: list[Action] = field(default_factory=list)
    later: int = 0  # orders put off in a row
    strokes: int = 0
    stance: str = ""
    quiet: bool = False  # no attack stands up to the enemy's answer
    hauls: int = 0
    foe: Force | None = None  # as he was seen when the hauls began
    goal: int = -1
    kept: set[int] = field(default_factory=set)  # hexes whose installations serve this turn's attacks
    told: dict[str, int] = field(default_factory=dict)  # garrisons and guards
    delivered: set[str] = field(default_factory=set)  # installations brought where they were wanted
    sent: set[str] = field(default_factory=set)  # lorries sent to fetch one
    earlier: Written | None = None  # the plan of the turn before
    value: Written | None = None  # what is being carried out
    dropped: list[str] = field(default_factory=list)


def next_order(plan: TurnPlan, state: PanzerarmeeAfrika) -> Action:
    """The next action of the movement phase."""
    return _next_planned(plan, state) or _finish(plan, state)


def _next_planned(plan: TurnPlan, state: PanzerarmeeAfrika) -> Action | None:
    """The next action that one of the stages asks for."""
    while True:
        while plan.queue:
            action = plan.queue.pop(0)
            if admits(state, plan.side, action) and not _overfills(state, plan.side, action):
                plan.later = 0
                return action
            if plan.later < len(plan.queue):
                plan.later += 1  # somebody else may have to move first
                plan.queue.append(action)
            else:
                plan.dropped.append(str(action))
        plan.later = 0
        if plan.stage == len(STAGES):
            return None
        STAGES[plan.stage](plan, state)


def _overfills(state: PanzerarmeeAfrika, side: Side, action: Action) -> bool:
    """[4] Allowed while movement lasts, but who was to make room may be held there, and the surplus is lost."""
    match action:
        case Move(units=names, path=path):
            coming, end = [name for name in names if role_of(name) == "unit"], path[-1]
        case Ship(name=name, at=port):
            coming, end = [name], port
        case Haul(path=path):
            return board().hex(path[-1]) in state.layout.depots[side]
        case _:
            return False
    there = board().hex(end)
    return bool(coming) and len(state.layout.stands[side].get(there, ())) + len(coming) > room_in(there)


# --- what can be had at once


def _strike(plan: TurnPlan, state: PanzerarmeeAfrika) -> None:
    plan.strokes += 1
    if plan.strokes <= MOST_STROKES:
        action = strokes.best(look(state, plan.side, course=plan.course))
        if action is not None and admits(state, plan.side, action):
            plan.queue.append(action)
            return
    plan.stage += 1


# --- how to stand


def _weigh(plan: TurnPlan, state: PanzerarmeeAfrika) -> None:
    """Try each stance on the board, boldly and with care, and take what stands up best to the enemy's answer."""
    plan.stage += 1
    first = look(state, plan.side, course=plan.course)
    judge = Judge(first.intent)
    best, bold = WORST, None
    for stance, manner in product(stances(plan.course, first.intent.closing), manners(plan.course)):
        picture = look_again(first, stance, manner)
        told = tell_off(picture)
        made = draft(picture, told, attacks(picture, told))
        worth = judge.worth(made)
        if plan.earlier is not None and plan.earlier.posture == stance:
            worth += weights().outlook["kept"]
        if worth > best:
            best, bold = worth, made
    if bold is None:
        return
    plan.stance, plan.course = bold.picture.intent.stance, bold.picture.intent.course
    if bold.offensive.operations:
        calm = draft(look_again(first, plan.stance, plan.course), bold.told, Offensive())
        plan.quiet = judge.worth(calm) > best


# --- supply


def _haul(plan: TurnPlan, state: PanzerarmeeAfrika) -> None:
    """Installations forward, to where somebody will guard them or nobody comes."""
    plan.hauls += 1
    if plan.hauls == 1:
        _prepare(plan, state)
    if plan.hauls <= MOST_HAULS and plan.foe is not None:
        force, threats = Force(state, plan.side), _breakthrough(plan.foe)
        master = Quartermaster(force, threats, plan.goal, plan.kept, plan.delivered, set(plan.told.values()))
        for action in master.orders():
            if isinstance(action, Move) and plan.sent.intersection(action.units):
                continue
            if not admits(state, plan.side, action):
                continue
            _note(plan, action)
            plan.queue.append(action)
            return
    plan.stage += 1


def _breakthrough(foe: Force) -> Threats:
    """[11.4] Where the enemy comes once he has ridden down whoever is in his way: no screen makes a place safe."""
    return Threats(RoughForce(foe.state, foe.side))


def _note(plan: TurnPlan, action: Action) -> None:
    """A lorry is sent for another installation only when it has carried the last."""
    match action:
        case Haul(lorry=lorry, depot=depot):
            plan.delivered.add(depot)
            plan.sent.discard(lorry)
        case Move(units=lorries):
            plan.sent.update(lorries)


def _prepare(plan: TurnPlan, state: PanzerarmeeAfrika) -> None:
    """Guards for the places where installations are wanted; those that this turn's attacks need stay."""
    picture = look(state, plan.side, plan.stance, plan.course)
    plan.foe, plan.goal = picture.foe, picture.intent.front
    plan.told = tell_off(picture)
    if not plan.quiet:
        plan.kept = attacks(picture, plan.told).sources(picture.force)


def _park(plan: TurnPlan, state: PanzerarmeeAfrika) -> None:
    plan.stage += 1
    picture = look(state, plan.side, plan.stance, plan.course)
    master = Quartermaster(picture.force, _breakthrough(picture.foe), picture.intent.front, busy=plan.delivered)
    plan.queue += master.idle_orders(picture.intent.closing)


# --- the plan of the turn


def _main(plan: TurnPlan, state: PanzerarmeeAfrika) -> None:
    plan.stage += 1
    picture = look(state, plan.side, plan.stance, plan.course)
    keep = still_bound(picture, plan.told)
    chosen = draft(picture, keep, Offensive() if plan.quiet else attacks(picture, keep))
    polish(chosen)
    plan.value = written(chosen, plan.earlier)
    plan.queue += _marches(state, {march.piece: board().hex(march.at) for march in plan.value.marches})


def _look_back(plan: TurnPlan, state: PanzerarmeeAfrika) -> None:
    """What the enemy could have next turn is guarded or carried off, by whoever is not needed for the attacks."""
    plan.stage += 1
    picture = look(state, plan.side, plan.stance, plan.course)
    if picture.intent.last or plan.value is None:
        return
    fighting = {name for assault in plan.value.assaults for name in assault.attackers}
    plan.queue += LastLook(picture, fighting).orders()


def drawn_up(
    state: PanzerarmeeAfrika, side: Side, course: Course = JUDGEMENT, earlier: Written | None = None
) -> Written:
    """The plan of the turn as it looks before anything has been struck, hauled or moved: all but the strokes is done on
    paper, down to the installations that are carried off last."""
    plan = TurnPlan(state.turn, side, course, STAGES.index(_weigh), earlier=earlier)
    after, done = state, list[Action]()
    while action := _next_planned(plan, after):
        after, _ = frames.play(after, side, action, SecretDice(secret_of_seed(0)))
        done.append(action)
    assert plan.value is not None
    return replace(plan.value, marches=marches_of(state, after, side, done)) if done else plan.value


def _marches(state: PanzerarmeeAfrika, places: Mapping[str, int]) -> list[Action]:
    marches: list[Action] = []
    for name, there in places.items():
        here = state.units[name].at
        if here == there:
            continue
        reached = reach.reach(state, (name,))
        if there in reached:
            marches.append(Move((name,), reach.written(reached, here, there)))
        else:
            marches.append(Ship(name, board().name(there)))
    return marches


def _finish(plan: TurnPlan, state: PanzerarmeeAfrika) -> Action:
    """End the movement, or first thin out a hex that holds too many."""
    if admits(state, plan.side, Done()):
        return Done()
    frame: Any = state.stack[-1]
    crowded = {name for crowd in crowds(state, plan.side) for name in crowd.names}
    for action in frame.actions(state, plan.side):
        if isinstance(action, Move) and action.units[0] in crowded:
            return action
        if isinstance(action, Ship | Rail) and action.name in crowded:
            return action
        if isinstance(action, Haul) and action.depot in crowded:
            return action
    listed: Action = frame.actions(state, plan.side)[0]
    return listed


STAGES = (_strike, _weigh, _haul, _main, _look_back, _park)
