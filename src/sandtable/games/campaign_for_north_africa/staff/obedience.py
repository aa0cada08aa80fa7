"""What a player has ordered, as tasks of a Movement Segment for the counters concerned."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.orders import Depart
from sandtable.games.campaign_for_north_africa.movement.region import MAP
from sandtable.games.campaign_for_north_africa.staff.assaults import strikes
from sandtable.games.campaign_for_north_africa.staff.fields import field
from sandtable.games.campaign_for_north_africa.staff.picture import Picture
from sandtable.games.campaign_for_north_africa.staff.planner import Kind, Plan, Task, make, pursuers
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import REGION, Campaign, Side
from sandtable.kit.staff import plan as kit

Key: TypeAlias = tuple[int, int, int, str]
DrawUp: TypeAlias = Callable[[Campaign, Side, Key, Sequence[kit.Task]], Plan]

KINDS: dict[str, Kind] = {"take": "march", "move": "march", "hold": "guard", "screen": "guard"}


def under_orders(ordered: Iterable[kit.Task]) -> set[str]:
    """Who obeys: the staff leaves these counters alone."""
    return {name for task in ordered if task.verb in KINDS for name in task.units}


def fed(ordered: Iterable[kit.Task]) -> list[int]:
    """Where those stand who are to be supplied."""
    return [board().location(task.at) for task in ordered if task.verb == "feed"]


def commanded(state: Campaign, side: Side, key: Key, ordered: Sequence[kit.Task]) -> Plan:
    """A plan for nobody but those who have orders."""
    picture = Picture(state, side)
    plan = Plan(key, picture)
    plan.tasks = list(obeyed(picture, ordered, key[2]))
    return plan


def amended(state: Campaign, side: Side, key: Key, ordered: Sequence[kit.Task]) -> Plan:
    """The staff's own plan for everybody else, after that."""
    plan = make(state, side, key, under_orders(ordered))
    plan.tasks = [*obeyed(Picture(state, side), ordered, key[2]), *plan.tasks]
    return plan


def obeyed(picture: Picture, ordered: Iterable[kit.Task], cycle: int) -> Iterator[Task]:
    """Assaults on the way to what is to be taken, then the marches, guns last; in later segments of a phase those go on
    before whom the enemy gave way."""
    for task in ordered:
        if task.verb in KINDS:
            yield from _obeyed(picture, task, cycle)


def _obeyed(picture: Picture, task: kit.Task, cycle: int) -> Iterator[Task]:
    goal, own = board().location(task.at), picture.among(task.units)
    blows = list(_assaults(own, goal)) if task.verb == "take" else []
    yield from blows
    busy = {blow.name for blow in blows}
    free = [force for force in own.forces.values() if force.name not in busy and force.mobile and force.at != goal]
    marching = free if cycle <= 1 else pursuers(own, free)
    ways = {force.name: field(picture.state, goal, force.gaits).cost(force.at) for force in marching}
    for force in sorted(marching, key=lambda each: (each.guns, ways[each.name], each.name)):
        yield Task(force.name, KINDS[task.verb], goal)


def _assaults(own: Picture, goal: int) -> Iterator[Task]:
    """Those of the place itself, and of enemies who are no farther from it than their attackers."""
    distance = board().distance
    for strike in strikes(own, {}, {goal: weights().aims.taken}):
        attackers = (distance(own.force(name).at, goal) for name, _ in strike.by)
        if distance(strike.target, goal) <= max(attackers):
            yield from (Task(name, "strike", hex, strike.target) for name, hex in strike.by)


def departures(state: Campaign, side: Side, names: Collection[str]) -> Iterator[Action]:
    """[8.84] Who has orders and waits in a box."""
    for box in REGION:
        yield from (Depart(name, MAP) for name in state.at(box, side) if name in names)
