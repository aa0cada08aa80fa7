"""One plan for a Movement Segment: who guards what, who assaults whom, who gets out of danger, where the others go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Literal, NamedTuple

from sandtable.games.campaign_for_north_africa.ground.contact import in_contact
from sandtable.games.campaign_for_north_africa.ground.zones import near_enemy
from sandtable.games.campaign_for_north_africa.map import board, neighbours, places
from sandtable.games.campaign_for_north_africa.pieces.counters import FOOT_CPA, Side
from sandtable.games.campaign_for_north_africa.staff import homeward, replacements
from sandtable.games.campaign_for_north_africa.staff.aims import Aim, aims
from sandtable.games.campaign_for_north_africa.staff.assaults import strikes
from sandtable.games.campaign_for_north_africa.staff.breakthrough import crossers, goers
from sandtable.games.campaign_for_north_africa.staff.columns import columns, far_columns
from sandtable.games.campaign_for_north_africa.staff.engineers import journeys, recoveries
from sandtable.games.campaign_for_north_africa.staff.fields import FAR, FOOT, field
from sandtable.games.campaign_for_north_africa.staff.garrison import garrisons, watches
from sandtable.games.campaign_for_north_africa.staff.means import is_followed, is_running_out
from sandtable.games.campaign_for_north_africa.staff.picture import Enemy, Force, Picture, within
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import Campaign

Kind = Literal["strike", "march", "guard", "leave", "rally", "cross"]
MARCHES: tuple[Kind, ...] = ("march", "guard")


class Task(NamedTuple):
    """What one counter is to do."""

    name: str
    kind: Kind
    goal: int
    target: int = -1  # of a strike: the enemy hex


class Plan:
    """The tasks of a segment in the order in which they are given out."""

    def __init__(self, key: tuple[int, int, int, str], picture: Picture | None = None) -> None:
        self.key = key
        self.tasks: list[Task] = []
        self.enemies: dict[int, Enemy] = picture.enemies if picture is not None else {}
        self.intent = ""
        self._near: dict[int, list[Enemy]] = {}

    def near(self, hex: int) -> list[Enemy]:
        """Enemies who could come to a hex, as they stood when the plan was made."""
        found = self._near.get(hex)
        if found is None:
            speed = weights().aims
            found = self._near[hex] = within(self.enemies.values(), hex, speed.fast, speed.slow)
        return found


def make(state: Campaign, side: Side, key: tuple[int, int, int, str], spared: Collection[str] = ()) -> Plan:
    """`spared` are counters that obey somebody else."""
    picture = Picture(state, side)
    plan = Plan(key, picture)
    if spared:
        picture = picture.among([name for name in picture.forces if name not in spared])
    goals = aims(state.scenario, side)
    plan.tasks += [Task(name, "march", at) for name, at in homeward.marches(picture)]
    plan.tasks += [Task(name, "march", at) for name, at in recoveries(picture)]
    plan.tasks += [
        Task(name, "march", at)
        for name, at in replacements.schoolmasters(state, side).items()
        if at >= 0 and name not in spared
    ]
    plan.tasks += [
        Task(name, "march", state.units[name].at) for name in replacements.pupils(state, side) if name not in spared
    ]
    over = crossers(picture)
    plan.tasks += [Task(name, "cross", -1) for name in over]
    ahead = [Task(name, "guard", at) for name, at in far_columns(picture) if name not in _busy(plan)]
    plan.tasks += ahead
    elsewhere = {*over, *(task.name for task in ahead)}
    striking = picture.among([name for name in picture.forces if name not in elsewhere]) if elsewhere else picture
    for strike in strikes(striking, watches(picture, goals), {aim.at: aim.value for aim in goals}):
        plan.tasks += [Task(name, "strike", hex, strike.target) for name, hex in strike.by]
    plan.tasks += [Task(name, "cross", -1) for name in goers(picture, _busy(plan))]
    sent = {column.name for column in columns(picture)}  # also those who are there and wait for an assault
    guards = garrisons(picture, goals, _busy(plan) | sent)
    plan.tasks += leaves(picture, guards, _busy(plan))
    if key[2] <= 1:
        plan.tasks += [Task(name, "march", at) for name, at in journeys(picture, _busy(plan))]
        plan.tasks += rallies(picture, guards, _busy(plan))
    busy = _busy(plan)
    plan.tasks += [
        Task(name, "guard", at) for name, at in guards.items() if name not in busy and picture.forces[name].at != at
    ]
    busy = _busy(plan) | {*guards}
    others = [force for force in picture.forces.values() if force.name not in busy]
    plan.tasks += pushes(picture, goals, others if key[2] <= 1 else pursuers(picture, others))
    plan.intent = _intent(plan.tasks)
    return plan


def _busy(plan: Plan) -> set[str]:
    return {task.name for task in plan.tasks}


def _intent(tasks: list[Task]) -> str:
    """In a sentence."""
    struck = dict.fromkeys(_called(task.target) for task in tasks if task.kind == "strike")
    goals = Counter(_called(task.goal) for task in tasks if task.kind in MARCHES)
    said = [f"assault {', '.join(struck)}"] if struck else []
    if goals:
        said.append("march on " + ", ".join(goal for goal, _ in goals.most_common(3)))
    if any(task.kind == "leave" for task in tasks):
        said.append("break contact elsewhere")
    if any(task.kind == "rally" for task in tasks):
        said.append("fall back to where there is Ammo")
    told = "; ".join(said)
    return told[:1].upper() + told[1:] or "Stand fast"


def _called(hex: int) -> str:
    """A place by its name."""
    return next((name for name, at in places().items() if at == hex), board().name(hex))


def keep_back(plan: Plan, state: Campaign, side: Side) -> tuple[str, ...]:
    """[18.1] Who follows behind an assault on vehicles is held in Reserve, to go through the gap when it is over."""
    struck, distance = {task.target for task in plan.tasks if task.kind == "strike"}, board().distance
    if not struck:
        return ()
    picture, judge, close = Picture(state, side), weights().combat, near_enemy(state, side)
    able = [
        force
        for task in plan.tasks
        if task.kind in MARCHES
        and (force := picture.force(task.name)).at not in close
        and force.offence >= judge.exploit
        and force.cpa > FOOT_CPA
        and force.gaits != FOOT
        and min(distance(force.at, hex) for hex in struck) <= weights().plans.behind
    ]
    chosen = sorted(able, key=lambda force: (-force.offence, force.name))[: weights().plans.reserves]
    names = tuple(force.name for force in chosen)
    plan.tasks = [task for task in plan.tasks if task.name not in names]
    return names


# Out of danger


def leaves(picture: Picture, guards: dict[str, int], busy: set[str]) -> list[Task]:
    """[10.31] Who stands in an enemy zone and does not assault would have to: he goes, unless he guards a place."""
    near = {hex for foe in picture.enemies for hex in neighbours()[foe]}
    return [
        Task(force.name, "leave", force.at)
        for force in picture.forces.values()
        if force.at in near
        and force.mobile
        and force.name not in busy
        and force.name not in guards
        and in_contact(picture.state, force.name)
    ]


def rallies(picture: Picture, guards: dict[str, int], busy: set[str]) -> list[Task]:
    """[15.15] Who has hardly any Ammo and could be assaulted goes where there is some, unless it comes to him. At the
    end of the game guards stay whatever happens."""
    last = picture.state.turn >= picture.state.last_turn
    return [
        Task(force.name, "rally", force.at)
        for force in picture.forces.values()
        if force.mobile
        and force.name not in busy
        and not (force.name in guards and (last or force.size < 2))
        and is_threatened(picture, force)  # before lines are traced for him
        and is_running_out(picture, force)
        and not is_followed(picture, force, force.at)
    ]


def is_threatened(picture: Picture, force: Force) -> bool:
    speed = weights().aims
    return picture.threat(force.at, speed.fast, speed.slow) > weights().combat.share * force.defence


# The others


def pursuers(picture: Picture, forces: list[Force]) -> list[Force]:
    """[8.25] Who goes on in a later segment: those from Reserve, and who stands near where the enemy gave way."""
    state, distance = picture.state, board().distance
    gaps = [board().hex(name) for name in state.retreating]
    return [
        force
        for force in forces
        if state.units[force.name].released or any(distance(force.at, gap) <= weights().plans.pursuit for gap in gaps)
    ]


def fuel_of(state: Campaign, side: Side) -> int:
    """On the map."""
    return sum(unit.fuel for unit in state.supply.values() if unit.side == side and not unit.dummy and unit.at >= 0)


def pushes(picture: Picture, goals: tuple[Aim, ...], free: list[Force]) -> list[Task]:
    """Everybody else goes where he is worth most."""
    state, judge, plan = picture.state, weights().aims, weights().plans
    targets = [aim for aim in goals if aim.at in picture.enemies or not picture.at(aim.at)]
    targets = targets or list(goals)
    distance = board().distance
    strength = {
        aim.at: sum(enemy.defence for enemy in picture.enemies.values() if distance(enemy.at, aim.at) <= plan.near)
        for aim in targets
    }
    sent = dict.fromkeys(strength, 0.0)
    scarce = fuel_of(state, picture.side) < weights().stores.scarce
    tasks: list[Task] = []
    for force in sorted(free, key=lambda each: (-each.offence, each.name)):
        if not force.mobile or not (force.guards or force.guns) or force.cohesion < weights().combat.tired:
            continue
        best, goal = 0.0, -1
        for aim in targets:
            cost = field(state, aim.at, force.gaits).cost(force.at)
            if cost >= FAR:
                continue
            enough = 1.0 if sent[aim.at] < 2 * strength[aim.at] + plan.plenty else plan.crowded
            value = aim.value * enough / (judge.distance + cost)
            if value > best:
                best, goal = value, aim.at
        if goal < 0:
            continue
        if scarce and force.petrol and sent[goal] >= 2 * strength[goal] + plan.plenty:
            continue
        sent[goal] += force.offence
        if goal != force.at:
            tasks.append(Task(force.name, "march", goal))
    tasks.sort(
        key=lambda task: (
            picture.forces[task.name].guns,
            field(state, task.goal, picture.forces[task.name].gaits).cost(picture.forces[task.name].at),
            task.name,
        )
    )
    return tasks
