"""One plan for a Movement Segment: who guards what, who assaults whom, and where the others go."""

from __future__ import annotations

from collections import Counter
from typing import Literal, NamedTuple

from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.contact import in_contact
from sandtable.games.campaign_for_north_africa.counters import Side
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.movement import budget, party_of, reach_of
from sandtable.games.campaign_for_north_africa.stacking import limit
from sandtable.games.campaign_for_north_africa.staff.aims import Aim, aims
from sandtable.games.campaign_for_north_africa.staff.chances import column, merit, shifts
from sandtable.games.campaign_for_north_africa.staff.fields import FAR, FOOT, field
from sandtable.games.campaign_for_north_africa.staff.picture import Enemy, Force, Picture
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import POINT, Campaign
from sandtable.games.campaign_for_north_africa.supply import in_range

ASSAULT_COST = 5 * POINT  # [11.22]
SPAN = 12  # hexes from which an assault is prepared
PLENTY = 20  # raw points beyond twice the enemy's
CANDIDATES = 8  # counters that are looked at for one assault

Kind = Literal["strike", "march", "leave"]


class Task(NamedTuple):
    """What one counter is to do."""

    name: str
    kind: Kind
    goal: int
    target: int = -1  # of a strike: the enemy hex


class Plan:
    """The tasks of a segment in the order in which they are given out."""

    def __init__(self, key: tuple[int, int, int, str]) -> None:
        self.key = key
        self.tasks: list[Task] = []
        self.enemies: dict[int, Enemy] = {}
        self.intent = ""


def make(state: Campaign, side: Side, key: tuple[int, int, int, str]) -> Plan:
    plan = Plan(key)
    picture = Picture(state, side)
    plan.enemies = picture.enemies
    places = aims(state.scenario, side)
    guards = garrisons(picture, places)
    struck = strikes(picture, guards, {aim.at: aim.value for aim in places})
    busy = {task.name for task in struck}
    plan.tasks += struck
    plan.tasks += leaves(picture, guards, busy)
    busy |= {task.name for task in plan.tasks}
    plan.tasks += [Task(name, "march", at) for name, at in guards.items()
                   if name not in busy and picture.forces[name].at != at]
    busy |= {*guards}
    plan.tasks += pushes(picture, places, [force for force in picture.forces.values() if force.name not in busy])
    plan.intent = _intent(plan.tasks)
    return plan


def _intent(tasks: list[Task]) -> str:
    """In a sentence."""
    name = board().name
    struck = sorted({name(task.target) for task in tasks if task.kind == "strike"})
    goals = Counter(name(task.goal) for task in tasks if task.kind == "march")
    said = [f"assault {', '.join(struck)}"] if struck else []
    if goals: said.append("march on " + ", ".join(goal for goal, _ in goals.most_common(3)))
    if any(task.kind == "leave" for task in tasks): said.append("break contact elsewhere")
    return "; ".join(said).capitalize() or "Stand fast"


# Garrisons


def garrisons(picture: Picture, places: tuple[Aim, ...]) -> dict[str, int]:
    """Which counters stay in or go to which of the places that no enemy holds: a guard for each, then as many as the
    enemies near it demand and the hex holds. Nobody is called away from where he is needed."""
    judge, post = weights().aims, Posting(picture)
    open_places = [aim for aim in places if aim.at not in picture.enemies and aim.value >= 1]
    for aim in open_places: post.keep(aim, judge.least)
    for aim in open_places: post.call(aim, judge.least, FAR)
    needs = [(aim, judge.least + min(judge.most, judge.reserve * picture.threat(aim.at, judge.fast, judge.slow)))
             for aim in open_places]
    for aim, need in needs: post.keep(aim, need)
    for aim, need in needs: post.call(aim, need, judge.near)
    return post.found


class Posting:
    """Garrisons as they are allotted."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.found: dict[str, int] = {}
        self.strength: dict[int, float] = {}
        self.free = {force.name: force for force in picture.forces.values() if force.guards}

    def keep(self, aim: Aim, need: float) -> None:
        """Who is there already."""
        here = [force for force in self.picture.at(aim.at) if force.name in self.free]
        for force in sorted(here, key=_staying):
            if self.strength.get(aim.at, 0.0) < need: self._post(force, aim)

    def call(self, aim: Aim, need: float, stages: float) -> None:
        """The nearest that are not much too large, as far as there is room."""
        lacking = need - self.strength.get(aim.at, 0.0)
        if lacking <= 0: return
        posted = (self.picture.force(name).size for name, at in self.found.items() if at == aim.at)
        room = (limit(aim.at) or 0) - sum(posted)
        for _, name in _recruits(self.picture, aim, lacking, self.free, stages):
            force = self.free[name]
            if self.strength.get(aim.at, 0.0) >= need: return
            if force.size > room: continue
            room -= force.size
            self._post(force, aim)

    def _post(self, force: Force, aim: Aim) -> None:
        self.strength[aim.at] = self.strength.get(aim.at, 0.0) + max(1, force.defence)
        self.found[force.name] = aim.at
        self.free.pop(force.name)


def _staying(force: Force) -> tuple[bool, int, str]:
    """Who cannot move stays first, then who is slow."""
    return force.mobile, force.cpa, force.name


def _recruits(
    picture: Picture, aim: Aim, need: float, free: dict[str, Force], most: float,
) -> list[tuple[float, str]]:
    near: list[tuple[float, str]] = []
    supplied = _is_supplied(picture, aim.at)
    for force in free.values():
        if not force.mobile or not force.defence or force.at == aim.at: continue
        cost = field(picture.state, aim.at, force.gaits).cost[force.at]
        stages = cost / (POINT * max(1, force.cpa))
        if cost >= FAR or stages > most: continue
        if stages > 1 and not supplied and force.gaits != FOOT: stages *= weights().aims.thirst
        near.append((stages + max(0.0, force.defence - need) / weights().aims.oversize, force.name))
    return sorted(near)


def _is_supplied(picture: Picture, at: int) -> bool:
    """Whether an own Supply Unit lies near a place."""
    distance = board().distance
    return any(unit.side == picture.side and not unit.dummy and unit.at >= 0 and distance(unit.at, at) <= SPAN
               for unit in picture.state.supply.values())


# Assaults


def strikes(picture: Picture, guards: dict[str, int], worth: dict[int, float]) -> list[Task]:
    """Assaults that promise more than they cost, the best first; nobody takes part in two."""
    ways = _ways(picture, guards)
    judge = weights().combat
    plans = []
    for enemy in picture.enemies.values():
        near = [(force, hexes) for force, reached in ways
                if (hexes := [hex for hex in neighbours()[enemy.at] if hex in reached])]
        if not near: continue
        ground = judge.ground + judge.aim * worth.get(enemy.at, 0.0)
        found = _best_assault(picture, enemy, near, ground)
        if found is not None: plans.append(found)
    plans.sort(key=lambda each: (-each[0], each[1].at))
    tasks: list[Task] = []
    busy: set[str] = set()
    for _, enemy, chosen in plans:
        if any(name in busy for name, _ in chosen): continue
        busy |= {name for name, _ in chosen}
        tasks += [Task(name, "strike", hex, enemy.at) for name, hex in chosen]
    return tasks


def _ways(picture: Picture, guards: dict[str, int]) -> list[tuple[Force, frozenset[int]]]:
    """For each counter that could assault somebody the hexes it gets to with enough left to fight."""
    found: list[tuple[Force, frozenset[int]]] = []
    foes = tuple(picture.enemies)
    distance = board().distance
    for force in picture.forces.values():
        if force.offence < 5 or force.cohesion < weights().combat.tired: continue
        if force.left < ASSAULT_COST: continue
        span = min(SPAN, (force.left - ASSAULT_COST) // POINT)
        nearest = min((distance(force.at, foe) for foe in foes), default=99)
        if nearest > span + 1 and nearest > 1: continue
        hexes = {force.at}
        if force.mobile and force.name not in guards and span > 0: hexes |= _reached(picture, force)
        found.append((force, frozenset(hexes)))
    return found


def _reached(picture: Picture, force: Force) -> set[int]:
    state = picture.state
    try: party = party_of(state, picture.side, (force.name,))
    except Refusal: return set()
    return set(reach_of(state, party, budget(state, party) - ASSAULT_COST))


Chosen = list[tuple[str, int]]


def _best_assault(
    picture: Picture, enemy: Enemy, near: list[tuple[Force, list[int]]], ground: float,
) -> tuple[float, Enemy, Chosen] | None:
    """Add counters, the strongest first, while it gets better."""
    state, best = picture.state, (weights().combat.threshold, enemy, Chosen())
    room: dict[int, int] = {}
    chosen: Chosen = []
    offence, largest, origins = 0, 0, set[int]()
    for force, hexes in sorted(near, key=lambda each: (-each[0].offence, each[0].name))[:CANDIDATES]:
        hex = _position(picture, enemy, force, hexes, room)
        if hex < 0 or not _has_ammo(picture, force, hex): continue
        chosen.append((force.name, hex))
        offence += force.offence
        largest = max(largest, force.size)
        origins.add(hex)
        at_column = column(offence, enemy.defence, largest, enemy.size, shifts(state, enemy.at, origins))
        value = merit(offence, enemy.defence, at_column, ground)
        if value > best[0]: best = (value, enemy, list(chosen))
    return best if best[2] else None


def _position(picture: Picture, enemy: Enemy, force: Force, hexes: list[int], room: dict[int, int]) -> int:
    """Where it goes to assault: where it stands, else where fewest other enemies are near and there is room."""
    if force.at in hexes: return force.at
    state = picture.state
    best, found = 99, -1
    for hex in hexes:
        if hex not in room:
            room[hex] = (limit(hex) or 0) - sum(each.size for each in picture.at(hex))
        if room[hex] < force.size: continue
        others = sum(near in picture.enemies for near in neighbours()[hex]) - 1
        hard = -shifts(state, enemy.at, (hex,))
        if 2 * others + hard < best: best, found = 2 * others + hard, hex
    if found >= 0: room[found] -= force.size
    return found


def _has_ammo(picture: Picture, force: Force, hex: int) -> bool:
    state = picture.state
    walks = force.gaits == ("foot",)
    return any(state.supply[name].ammo > 1 for name in in_range(state, picture.side, hex, force.cpa, walks))


# Out of the enemy's zones


def leaves(picture: Picture, guards: dict[str, int], busy: set[str]) -> list[Task]:
    """[10.31] Who stands in an enemy zone and does not assault would have to: he goes, unless he guards a place."""
    near = {hex for foe in picture.enemies for hex in neighbours()[foe]}
    return [Task(force.name, "leave", force.at) for force in picture.forces.values()
            if force.at in near and force.mobile and force.name not in busy and force.name not in guards
            and in_contact(picture.state, force.name)]


# The others


def _fuel(picture: Picture) -> int:
    """On the map."""
    return sum(unit.fuel for unit in picture.state.supply.values()
               if unit.side == picture.side and not unit.dummy and unit.at >= 0)


def pushes(picture: Picture, places: tuple[Aim, ...], free: list[Force]) -> list[Task]:
    """Everybody else goes where he is worth most."""
    state, judge = picture.state, weights().aims
    targets = [aim for aim in places if aim.at in picture.enemies or not picture.at(aim.at)]
    targets = targets or list(places)
    distance = board().distance
    strength = {aim.at: sum(enemy.defence for enemy in picture.enemies.values() if distance(enemy.at, aim.at) <= 3)
                for aim in targets}
    sent = dict.fromkeys(strength, 0.0)
    scarce = _fuel(picture) < weights().stores.scarce
    tasks: list[Task] = []
    for force in sorted(free, key=lambda each: (-each.offence, each.name)):
        if not force.mobile or not force.guards or force.cohesion < weights().combat.tired: continue
        best, goal = 0.0, -1
        for aim in targets:
            cost = field(state, aim.at, force.gaits).cost[force.at]
            if cost >= FAR: continue
            enough = 1.0 if sent[aim.at] < 2 * strength[aim.at] + PLENTY else 0.3
            value = aim.value * enough / (judge.distance + cost)
            if value > best: best, goal = value, aim.at
        if goal < 0: continue
        if scarce and force.gaits != FOOT and sent[goal] >= 2 * strength[goal] + PLENTY: continue
        sent[goal] += force.offence
        if goal != force.at: tasks.append(Task(force.name, "march", goal))
    tasks.sort(key=lambda task: (field(state, task.goal, picture.forces[task.name].gaits).cost[
        picture.forces[task.name].at], task.name))
    return tasks
