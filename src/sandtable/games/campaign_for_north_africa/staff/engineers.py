"""Engineers: the railway and the roads where nobody disturbs them; where the enemy is the stronger, fortifications in
places that are to be held and minefields wherever the line stands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.construction.choices import hexes_for, lacks_road, works_here
from sandtable.games.campaign_for_north_africa.construction.crews import is_engineer, roles
from sandtable.games.campaign_for_north_africa.construction.orders import Cease, WorkOrder
from sandtable.games.campaign_for_north_africa.construction.works import (
    CLEARING,
    FORTIFICATION,
    MINEFIELD,
    RAILWAY,
    ROAD,
    TRACK,
    railhead,
    workers,
)
from sandtable.games.campaign_for_north_africa.ground.zones import apparent, stands, within_two
from sandtable.games.campaign_for_north_africa.map import away, board, neighbours, unfinished_hexes
from sandtable.games.campaign_for_north_africa.organisation.orders import Detach
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters
from sandtable.games.campaign_for_north_africa.pieces.weapons import weapons
from sandtable.games.campaign_for_north_africa.repair.facilities import facilities
from sandtable.games.campaign_for_north_africa.staff.aims import aims
from sandtable.games.campaign_for_north_africa.staff.picture import Picture
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import Campaign, enemy_of, everyone_at, side_of

WAYS = (RAILWAY, TRACK, ROAD)  # what engineers do by themselves, the most useful first


def works(picture: Picture) -> Iterator[Action]:
    """[24.0] What is begun in this Construction Segment, and what the front has left behind."""
    state, side = picture.state, picture.side
    for name, each in state.projects.items():
        if each.side == side and each.work == FORTIFICATION and each.builders and not _is_front(state, side, each.at):
            yield Cease(name)
    wanted = {hex for aim in aims(state.scenario, side) for hex in (aim.at, *neighbours()[aim.at])}
    for at in _sites(state, side):
        here = tuple(name for name in everyone_at(state, at, side) if name not in workers(state))
        if at in state.minefields and state.minefields[at].side != side:
            yield from works_here(state, side, here, (CLEARING,))  # [26.13] for the trucks that cannot pass
        alone = tuple(name for name in here if _is_free_engineer(state, name))
        yield from _ways(state, side, at, alone)
        if not _is_front(state, side, at) or not any(is_engineer(state, name) for name in here):
            continue
        if at in wanted:
            digs = list(works_here(state, side, here, (FORTIFICATION,)))
            yield from digs if digs and _is_outdone(picture, at) else ()
        elif at not in state.minefields:
            lays = list(works_here(state, side, here, (MINEFIELD,)))
            yield from lays if lays and _is_defensive(picture, at) else ()

    yield from _released(state, side)


def _released(state: Campaign, side: Side) -> Iterator[Detach]:
    """[19.43] Engineers out of a formation that stands on an unfinished road far from the enemy, if few are free."""
    judge = weights().engineers
    if sum(_is_free_engineer(state, name) and state.units[name].at >= 0 for name in _engineers(side)) >= judge.gangs:
        return
    for name in _engineers(side):
        unit = state.units[name]
        if counters()[name].kind != "engineer" or not unit.attached or unit.at < 0 or name in workers(state):
            continue
        if hexes_for(state, ROAD, unit.at, 1) and not _is_near_enemy(state, side, unit.at, judge.safe):
            yield Detach((name,))


def _sites(state: Campaign, side: Side) -> list[int]:
    """Where a side has engineers of any kind."""
    hexes = {state.units[name].at for name in _engineers(side)}
    return [at for at in stands(state, side) if at in hexes]


@cache
def _engineers(side: Side) -> tuple[str, ...]:
    return tuple(name for name, counter in counters().items() if counter.side == side and counter.engineers)


def _is_free_engineer(state: Campaign, name: str) -> bool:
    """Counters of engineers by themselves; those in a formation go where it goes."""
    return counters()[name].kind in ("engineer", "construction") and not state.units[name].attached


def _ways(state: Campaign, side: Side, at: int, alone: tuple[str, ...]) -> Iterator[WorkOrder]:
    """[24.53, 24.62, 24.63] The line before the road."""
    if alone and any(hexes_for(state, work, at, 1) for work in WAYS):
        yield from works_here(state, side, alone, WAYS)


def _is_front(state: Campaign, side: Side, at: int) -> bool:
    return _is_near_enemy(state, side, at, 2 * weights().aims.fast)


def _is_near_enemy(state: Campaign, side: Side, at: int, near: int) -> bool:
    return away(at, stands(state, enemy_of(side))) <= near


def _is_outdone(picture: Picture, at: int) -> bool:
    """Whether the enemy could come in greater strength than we could go at him."""
    speed = weights().aims
    return picture.threat(at, speed.fast, speed.slow) > sum(force.offence for force in picture.at(at))


def _is_defensive(picture: Picture, at: int) -> bool:
    """Whether troops stand there, and all of ours around could not go at the enemies who may come."""
    speed, distance = weights().aims, board().distance
    if not any(force.defence for force in picture.at(at)) or not _is_outdone(picture, at):
        return False
    near = (hex for hex in stands(picture.state, picture.side) if distance(hex, at) <= speed.fast)
    ours = sum(force.offence for hex in near for force in picture.at(hex))
    return picture.threat(at, speed.fast, speed.slow) > ours


# Where engineers go


def journeys(picture: Picture, busy: set[str]) -> Iterator[tuple[str, int]]:
    """Free engineers and the hex where they are wanted: the railhead, or the nearest road that lacks a hex."""
    state, taken = picture.state, set[int]()
    for name in _engineers(picture.side):
        if name in busy or name in workers(state) or not _is_free_engineer(state, name):
            continue
        at = state.units[name].at
        if at < 0 or at in taken:
            continue
        goal = _railhead(state, picture) if "railway_company" in roles(state, name) else _road(picture, at, taken)
        if goal is not None and goal != at:
            taken.add(goal)
            yield name, goal


def _railhead(state: Campaign, picture: Picture) -> int | None:
    """[24.67] The next hex to be built."""
    head = railhead(state)
    return head[1] if head is not None and _is_safe(picture, head[1]) else None


def _road(picture: Picture, at: int, taken: set[int]) -> int | None:
    state, distance = picture.state, board().distance
    hexes = (hex for road in unfinished_hexes().values() for hex in road)
    wanted = [hex for hex in (*hexes, *state.ruined) if hex not in taken and lacks_road(state, hex)]
    far = weights().engineers.far
    near = sorted((distance(at, hex), hex) for hex in wanted if distance(at, hex) <= far)
    return next((hex for _, hex in near if _is_safe(picture, hex)), None)


def _is_safe(picture: Picture, hex: int) -> bool:
    """Nobody is near, and the hex is not behind the enemy: friends are nearer."""
    state, foes = picture.state, stands(picture.state, picture.foe)
    judge = weights().engineers
    foe = away(hex, foes) if foes else judge.far
    return foe > judge.safe and away(hex, stands(state, picture.side)) < foe


# Squadrons that repair tanks


def recoveries(picture: Picture) -> list[tuple[str, int]]:
    """[22.62] Squadrons that repair tanks go where most of them lie and a friend stands, out of the enemy's reach: each
    to another place, the richest first."""
    state, side, distance = picture.state, picture.side, board().distance
    taken: set[int] = set()
    found = []
    for name in state.squadrons:
        unit = state.units[name]
        if side_of(name) != side or unit.at < 0 or name not in picture.forces:
            continue
        lying = _tanks(picture, counters()[name].nation)
        near = [at for at in lying if at not in taken and distance(unit.at, at) <= weights().engineers.wreck]
        if near:
            goal = max(near, key=lambda at: (lying[at], -distance(unit.at, at), at))
            taken.add(goal)
            found.append((name, goal))
    return found


def _tanks(picture: Picture, nation: str) -> dict[int, int]:
    """Tank points of a nation that wait for repair, by hex; not where there is a workshop already."""
    state, side = picture.state, picture.side
    close, zone, shops = within_two(state, side), apparent(state, side), facilities(state, side)
    found: dict[int, int] = {}
    for wreck in state.wrecks.values():
        if wreck.side != side or wreck.nation != nation or wreck.at < 0 or wreck.at in shops or wreck.at in close:
            continue
        if wreck.weapon and weapons()[wreck.weapon].weapon_class == "tank" and not zone[wreck.at]:
            found[wreck.at] = found.get(wreck.at, 0) + wreck.points
    return {at: points for at, points in found.items() if state.holder(at) == side}
