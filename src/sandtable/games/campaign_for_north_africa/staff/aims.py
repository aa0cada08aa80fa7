"""What a side wants: the places that the victory conditions name, what each is worth to it, and who bars the way."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from sandtable.games.campaign_for_north_africa.ground.zones import stands
from sandtable.games.campaign_for_north_africa.map import board, entry_road, neighbours
from sandtable.games.campaign_for_north_africa.pieces.carriage import Gait
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.sameness import by_stacks
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.scenarios import Goal
from sandtable.games.campaign_for_north_africa.staff.fields import FAR, field
from sandtable.games.campaign_for_north_africa.staff.picture import Picture
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import Campaign, enemy_of


class Aim(NamedTuple):
    """A place, what it brings to hold it, and what it costs the enemy to lack it."""

    at: int
    own: float
    deny: float

    @property
    def value(self) -> float:
        return self.own + self.deny


@cache
def aims(key: str, side: Side) -> tuple[Aim, ...]:
    """The most valuable first."""
    if not key:
        return ()
    own, foe = _worth(key, side), _worth(key, enemy_of(side))
    deny = weights().aims.deny
    found = [Aim(at, own.get(at, 0.0), deny * foe.get(at, 0.0)) for at in {**own, **foe}]
    return tuple(sorted((aim for aim in found if aim.value > 0), key=lambda aim: (-aim.value, aim.at)))


def front(state: Campaign, side: Side) -> int:
    """The place for which supplies are wanted: the dearest that is not in own hands, else the dearest."""
    places = aims(state.scenario, side)
    if not places:
        return entry_road()[0]
    wanted = [aim.at for aim in places if state.control.get(board().name(aim.at)) != side]
    return wanted[0] if wanted else places[0].at


def _worth(key: str, side: Side) -> dict[int, float]:
    found: dict[int, float] = {}
    victory = scenario(key).victory
    for goal in victory.goals:
        if goal.side == side:
            _add_goal(found, goal)
    for prize in victory.prizes:
        points = prize.axis if side == "axis" else prize.commonwealth
        if points:
            for name in (prize.hex, *prize.also):
                found[board().hex(name)] = weights().aims.full * points / victory.dearest * weights().aims.point
    return found


def _add_goal(found: dict[int, float], goal: Goal) -> None:
    levels = weights().aims.level
    value = levels[min(goal.rank, len(levels)) - 1]
    for name in goal.all_of:
        found[board().hex(name)] = max(found.get(board().hex(name), 0.0), value)
    for name in goal.any_of:
        at = board().hex(name)
        found[at] = max(found.get(at, 0.0), value * weights().aims.any_of)


# Who bars the way


def held_up(picture: Picture) -> dict[int, float]:
    """By hex of the enemy the offence, raw points, of those whose way to the place that draws them most soon comes to
    it or past it."""
    state, side = picture.state, picture.side
    key = "held up", side
    found: dict[int, float] | None = state.derived.get(key)
    if found is not None:
        return found
    found = state.derived[key] = {}
    goals = [aim for aim in aims(state.scenario, side) if state.holder(aim.at) != side]
    for at in stands(state, side):
        offence: dict[tuple[Gait, ...], int] = {}
        for force in picture.at(at):
            if force.offence and force.mobile:
                offence[force.gaits] = offence.get(force.gaits, 0) + force.offence
        for gaits, points in offence.items():
            for hex in _barriers(picture, at, gaits, goals):
                found[hex] = found.get(hex, 0.0) + points
    return found


def _barriers(picture: Picture, at: int, gaits: tuple[Gait, ...], goals: list[Aim]) -> set[int]:
    """By all that it depends on besides who stands where: whoever is regrouped in his hex has the same in his way."""
    state = picture.state
    known, key = by_stacks(state), ("barriers", state.scenario, state.built, picture.side, at, gaits)
    found: set[int] | None = known.get(key)
    if found is None:
        found = known[key] = _in_the_way(picture, at, gaits, goals)
    return found


def _in_the_way(picture: Picture, at: int, gaits: tuple[Gait, ...], goals: list[Aim]) -> set[int]:
    """The first hex of the enemy on the way to the place that draws most, if one is near, and those beside the way
    before it."""
    state, judge = picture.state, weights().aims
    best, toward = 0.0, None
    for aim in goals:
        way = field(state, aim.at, gaits)
        cost = way.cost(at)
        if cost < FAR and aim.value / (judge.distance + cost) > best:
            best, toward = aim.value / (judge.distance + cost), way
    if toward is None:
        return set()
    beside, hex = set[int](), at
    for _ in range(judge.ahead):
        beside.update(near for near in neighbours()[hex] if state.holder(near) == picture.foe)
        hex = toward.ahead(hex)
        if state.holder(hex) == picture.foe:
            return beside | {hex}
    return set()
