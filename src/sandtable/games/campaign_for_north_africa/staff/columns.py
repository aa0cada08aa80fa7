"""Columns: fast battalions that go far ahead of the army to places that the enemy holds weakly. Who goes is told anew
in each plan, always the nearest. All stay with their formation until the way is open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.construction.works import workers
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.organisation.orders import Detach
from sandtable.games.campaign_for_north_africa.pieces.carriage import facts
from sandtable.games.campaign_for_north_africa.staff import homeward
from sandtable.games.campaign_for_north_africa.staff.aims import Aim, aims
from sandtable.games.campaign_for_north_africa.staff.assaults import column, shifts
from sandtable.games.campaign_for_north_africa.staff.fields import FAR, field
from sandtable.games.campaign_for_north_africa.staff.means import can_defend
from sandtable.games.campaign_for_north_africa.staff.picture import Enemy, Force, Picture, is_superior
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import POINT, Campaign, all_of, enemy_of, side_of


class Column(NamedTuple):
    """Who goes where."""

    name: str
    at: int


def columns(picture: Picture) -> list[Column]:
    """For each weak place the nearest that can take it, the dearest place first."""
    key = "columns", picture.side
    found: list[Column] | None = picture.state.derived.get(key)
    if found is None:
        found = picture.state.derived[key] = list(_sent(picture))
    return found


def _sent(picture: Picture) -> Iterator[Column]:
    goals = weak_places(picture)
    free = {force.name: force for force in _able(picture)} if goals else {}
    for aim in goals:
        ways = sorted((_away(picture.state, force, aim.at), name) for name, force in free.items())
        near = (free[name] for away, name in ways if away < FAR and _is_open(picture.state, free[name], aim.at))
        taken: list[Force] = []
        for force in islice(near, weights().columns.together):
            if not _can_take(picture, aim, taken):
                taken.append(force)
        if _can_take(picture, aim, taken):
            yield from (Column(force.name, aim.at) for force in taken)
            for force in taken:
                del free[force.name]


def _can_take(picture: Picture, aim: Aim, taken: list[Force]) -> bool:
    """Whether an assault of so many promises well: a fortress is not for armoured cars."""
    judge, enemy = weights().columns, picture.enemies[aim.at]
    offence, largest = sum(force.offence for force in taken), max((force.size for force in taken), default=0)
    defence = max(judge.least, _garrison(picture, aim))
    ground = shifts(picture.state, aim.at, ())
    if offence < judge.odds * defence:
        return False
    return column(offence, defence, largest, enemy.size, ground) >= judge.promising


def far_columns(picture: Picture) -> list[Column]:
    """Those on the map by themselves that are not yet where an assault is prepared."""
    distance, forces, span = board().distance, picture.forces, weights().combat.span
    return [each for each in columns(picture) if each.name in forces and distance(forces[each.name].at, each.at) > span]


def weak_places(picture: Picture) -> list[Aim]:
    """Those worth having that the enemy holds with little; none while his army is a match for one's own, which would
    miss the battalions and beat them one by one."""
    judge = weights().columns
    if not is_superior(picture):
        return []
    return [
        aim
        for aim in aims(picture.state.scenario, picture.side)
        if aim.at in picture.enemies and aim.value >= 1 and _garrison(picture, aim) <= judge.weak
    ]


def _garrison(picture: Picture, aim: Aim) -> float:
    """What defends a place, and what may come to its help."""
    distance = board().distance
    near: Iterable[Enemy] = (
        foe for foe in picture.enemies.values() if distance(foe.at, aim.at) <= weights().columns.near
    )
    return sum(foe.defence for foe in near)


def _able(picture: Picture) -> Iterator[Force]:
    """Fast battalions, by themselves or in a formation; who alone holds a place that is worth having stays in it."""
    state = picture.state
    held = {aim.at for aim in aims(state.scenario, picture.side) if aim.value >= 1}
    bound = {*homeward.leaving(state, picture.side), *workers(state)}
    for counter in picture.forces:
        for name in all_of(state, counter):
            force = picture.force(name)
            if _is_fast(force) and force.mobile and force.guards and name not in bound:
                alone = len(picture.at(force.at)) == 1 and not state.units[name].attached
                if force.offence > 0 and force.cohesion >= weights().combat.tired and not (alone and force.at in held):
                    yield force


def _away(state: Campaign, force: Force, at: int) -> float:
    """Operations Stages."""
    cost = field(state, at, force.gaits).cost(force.at)
    return cost / (POINT * force.cpa) if cost < FAR else FAR


def _is_open(state: Campaign, force: Force, goal: int) -> bool:
    """[26.21] Whether neither the enemy nor his mines are just ahead, which stop whoever goes without engineers; who
    has come near stays there for the assault, whatever is around a place."""
    toward, hex = field(state, goal, force.gaits), force.at
    for _ in range(weights().columns.ahead):
        if board().distance(hex, goal) <= weights().combat.span:
            return True
        hex = toward.ahead(hex)
        mine = state.minefields.get(hex)
        if state.holder(hex) == enemy_of(side_of(force.name)) or (
            mine is not None and mine.side != side_of(force.name)
        ):
            return False
    return True


def detachments(picture: Picture) -> Iterator[Action]:
    """[19.43] Out of their formations, if they have Ammo where they stand."""
    for name, _ in columns(picture):
        force = picture.force(name)
        if picture.state.units[name].attached and can_defend(picture, force, force.at):
            yield Detach((name,))


def stays_apart(picture: Picture, name: str) -> bool:
    """Whether somebody keeps out of his formation: there are places for columns, and the way to one is open."""
    force = picture.force(name)
    return _is_fast(force) and any(_is_open(picture.state, force, aim.at) for aim in weak_places(picture))


def _is_fast(force: Force) -> bool:
    """A battalion, or what is left of one, on vehicles of its own: men whose trucks belong to their formation would
    walk."""
    return force.size <= 1 and not facts(force.name).on_foot and force.cpa >= weights().columns.pace
