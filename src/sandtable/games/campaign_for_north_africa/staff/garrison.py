"""Garrisons: who stays in or goes to the places that are worth holding."""

from __future__ import annotations

from collections.abc import Collection

from sandtable.games.campaign_for_north_africa.ground.stacking import limit
from sandtable.games.campaign_for_north_africa.map import away, board
from sandtable.games.campaign_for_north_africa.staff.aims import Aim
from sandtable.games.campaign_for_north_africa.staff.fields import FAR, field
from sandtable.games.campaign_for_north_africa.staff.picture import Force, Picture, is_superior
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import POINT


def watches(picture: Picture, places: tuple[Aim, ...]) -> dict[str, int]:
    """Who stays in each of the places that no enemy holds, whatever happens elsewhere."""
    post = Posting(picture)
    for aim in _held(picture, places):
        post.keep(aim, _least(picture, aim))
    return post.found


def garrisons(picture: Picture, places: tuple[Aim, ...], busy: Collection[str] = ()) -> dict[str, int]:
    """Which counters stay in or go to which of the places that no enemy holds: a guard for each, then as many as the
    enemies near it demand and the hex holds. Nobody is called away from where he is needed, nor who is busy."""
    judge, post = weights().aims, Posting(picture, busy)
    held = _held(picture, places)
    for aim in held:
        post.keep(aim, _least(picture, aim))
    for aim in held:
        if _is_in_grasp(picture, aim):
            post.call(aim, _least(picture, aim), FAR)
    hoards = _hoards(picture)
    for aim in hoards:
        post.keep(aim, judge.least, judge.least + judge.oversize)
    for aim in hoards:
        post.call(aim, judge.least, judge.near, judge.least + judge.oversize)
    needs = [
        (aim, judge.least + min(judge.most, judge.reserve * picture.threat(aim.at, judge.fast, judge.slow)))
        for aim in held
    ]
    for aim, need in needs:
        post.keep(aim, need)
    for aim, need in needs:
        if _is_in_grasp(picture, aim):
            post.call(aim, need, judge.near)
    return post.found


def _least(picture: Picture, aim: Aim) -> float:
    """Raw points of defence that belong into a place: more where one needs it, or the enemy needs it badly, and nobody
    comes to help, most of all when the game ends."""
    judge = weights().aims
    if aim.own <= 0 and aim.deny < judge.dear:
        return judge.least
    if picture.state.turn >= picture.state.last_turn:
        return judge.least * judge.last
    return judge.least * (judge.remote if _is_remote(picture, aim) else 1.0)


def _is_remote(picture: Picture, aim: Aim) -> bool:
    """Whether nobody is in a place yet, or hardly anybody near it: who is sent there may not arrive."""
    if not picture.at(aim.at):
        return True
    distance, judge = board().distance, weights().aims
    near = (points for hex, points in picture.defences.items() if 0 < distance(hex, aim.at) <= judge.fast)
    return sum(near) < judge.remote * judge.least


def _held(picture: Picture, places: tuple[Aim, ...]) -> list[Aim]:
    return [aim for aim in places if aim.at not in picture.enemies and aim.value >= 1]


def _is_in_grasp(picture: Picture, aim: Aim) -> bool:
    """Whether a place is one's own, or no nearer to the enemy's army than to the own: who goes past an army to an empty
    place behind it does not come back, unless the game is over before that."""
    state = picture.state
    if state.control.get(board().name(aim.at)) == picture.side or is_superior(picture) or state.turn >= state.last_turn:
        return True
    own = tuple(force.at for force in picture.forces.values() if force.offence > 0)
    armed = tuple(at for at, enemy in picture.enemies.items() if enemy.offence > 0)
    return not armed or not own or away(aim.at, own) <= away(aim.at, armed)


def _hoards(picture: Picture) -> list[Aim]:
    """Where so much Ammo lies that a raid on it would be felt, the most first."""
    found: dict[int, int] = {}
    for unit in picture.state.supply.values():
        if unit.side == picture.side and not unit.dummy and unit.at >= 0:
            found[unit.at] = found.get(unit.at, 0) + unit.ammo
    judge = weights().aims
    hoards = [
        at
        for at, ammo in found.items()
        if ammo >= weights().stores.hoard
        and at not in picture.enemies
        and picture.threat(at, judge.raid, judge.raid) > 0
    ]
    return [Aim(at, 0.0, judge.deny) for at in sorted(hoards, key=lambda at: (-found[at], at))]


class Posting:
    """Garrisons as they are allotted."""

    def __init__(self, picture: Picture, busy: Collection[str] = ()) -> None:
        self.picture = picture
        self.found: dict[str, int] = {}
        self.strength: dict[int, float] = {}
        self.free = {force.name: force for force in picture.forces.values() if force.guards and force.name not in busy}

    def keep(self, aim: Aim, need: float, most: float = FAR) -> None:
        """Who is there already and no stronger than is proper."""
        there = self.picture.at(aim.at)
        here = [force for force in there if force.name in self.free and force.defence <= most]
        for force in sorted(here, key=_staying):
            if self.strength.get(aim.at, 0.0) < need:
                self._post(force, aim)

    def call(self, aim: Aim, need: float, stages: float, most: float = FAR) -> None:
        """The nearest that are not much too large, and no stronger than is proper, as far as there is room."""
        lacking = need - self.strength.get(aim.at, 0.0)
        if lacking <= 0:
            return
        posted = (self.picture.force(name).size for name, at in self.found.items() if at == aim.at)
        room = (limit(aim.at) or 0) - sum(posted)
        for _, name in _recruits(self.picture, aim, lacking, self.free, stages):
            force = self.free[name]
            if self.strength.get(aim.at, 0.0) >= need:
                return
            if force.size > room or force.defence > most:
                continue
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
    picture: Picture,
    aim: Aim,
    need: float,
    free: dict[str, Force],
    most: float,
) -> list[tuple[float, str]]:
    near: list[tuple[float, str]] = []
    supplied = _is_supplied(picture, aim.at)
    for force in free.values():
        if not force.mobile or not force.defence or force.at == aim.at:
            continue
        stages, away = _stages(picture, aim.at, force, supplied)
        if stages > most or stages >= FAR:
            continue
        near.append((away + max(0.0, force.defence - need) / weights().aims.oversize, force.name))
    return sorted(near)


def _stages(picture: Picture, at: int, force: Force, supplied: bool) -> tuple[float, float]:
    """How many Operations Stages a counter is away from a place, and how many it seems."""
    cost = field(picture.state, at, force.gaits).cost(force.at)
    if cost >= FAR:
        return FAR, FAR
    stages = cost / (POINT * max(1, force.cpa))
    dry = stages > 1 and not supplied and force.petrol > 0
    return stages, stages * weights().aims.thirst if dry else stages


def vanguard(picture: Picture, at: int) -> int:
    """Where those stand who will be the first in a place where nobody is yet."""
    supplied = _is_supplied(picture, at)
    ways = (
        (_stages(picture, at, force, supplied)[1], force.at)
        for force in picture.forces.values()
        if force.guards and force.defence
    )
    away, hex = min(ways, default=(FAR, -1))
    return hex if away < FAR else -1


def _is_supplied(picture: Picture, at: int) -> bool:
    """Whether an own Supply Unit lies near a place."""
    distance, served = board().distance, weights().aims.served
    return any(
        unit.side == picture.side and not unit.dummy and unit.at >= 0 and distance(unit.at, at) <= served
        for unit in picture.state.supply.values()
    )
