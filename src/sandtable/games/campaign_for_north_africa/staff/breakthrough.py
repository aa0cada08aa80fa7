"""Over the line: where points of strength beyond it win, whoever can goes there before the game ends; and columns, fast
battalions that go far ahead of the army to places that the enemy holds weakly."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from sandtable.core.fields import Reach
from sandtable.core.values import Action, may
from sandtable.games.campaign_for_north_africa.arrivals.victory import ACROSS, UNCOUNTED, is_last_stage
from sandtable.games.campaign_for_north_africa.construction.works import workers
from sandtable.games.campaign_for_north_africa.ground.zones import expected
from sandtable.games.campaign_for_north_africa.map import away, board, neighbours, section
from sandtable.games.campaign_for_north_africa.movement.reach import Party, budget, has_room, most, party_of, reach_of
from sandtable.games.campaign_for_north_africa.organisation.orders import Detach
from sandtable.games.campaign_for_north_africa.pieces.counters import FOOT_CPA
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.staff import homeward
from sandtable.games.campaign_for_north_africa.staff.aims import Aim, aims
from sandtable.games.campaign_for_north_africa.staff.assaults import SPAN
from sandtable.games.campaign_for_north_africa.staff.fields import FAR, field
from sandtable.games.campaign_for_north_africa.staff.means import can_defend, has_fuel
from sandtable.games.campaign_for_north_africa.staff.picture import Enemy, Force, Picture
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import POINT, Campaign, all_of, enemy_of, side_of, toe_of

STAGES_AHEAD = 3  # that a way over the line may take
TRIES = 40  # ends of a way that are looked at
CLOSE = 3  # hexes to the enemy within which nobody waits for the last stage
AHEAD = 4  # hexes of a column's way that have to be open
NEAR = 3  # hexes from a place within which the enemy helps its garrison


def goers(picture: Picture, busy: Collection[str]) -> list[str]:
    """[63.91] Who goes over the line: those on wheels, the fast and strong first, and in the last stage everybody whom
    the enemy does not hold, first who takes most points over for the Fuel that is left."""
    state = picture.state
    if not state.scenario or scenario(state.scenario).victory.kind != "breakthrough":
        return []
    last = is_last_stage(state)
    going = [
        force
        for force in picture.forces.values()
        if force.mobile
        and force.name not in busy
        and force.defence + force.offence > 0
        and section(force.at) != ACROSS[picture.side]
        and (last or (force.cpa > FOOT_CPA and not _holds_the_line(picture, force)))
    ]
    if last:
        return [force.name for force in sorted(going, key=lambda force: (_price(state, force), -force.cpa, force.name))]
    return [force.name for force in sorted(going, key=lambda force: (-force.cpa, -force.defence, force.name))]


def crossers(picture: Picture) -> list[str]:
    """[63.91] Who gets over in the last stage and so has no part in an assault: beyond the line every point counts."""
    state = picture.state
    if not state.scenario or not is_last_stage(state):
        return []
    return [
        name
        for name in goers(picture, ())
        if has_fuel(picture, picture.forces[name])
        and may(party_of, state, picture.side, (name,))
        and way_over(picture, party_of(state, picture.side, (name,)), lambda hex: True)
    ]


def _price(state: Campaign, force: Force) -> float:
    """[63.91, 32.24] Fuel for each of the points that count."""
    points = sum(toe_of(state, name) for name in all_of(state, force.name) if name not in UNCOUNTED)
    return force.petrol / max(1, points)


def _holds_the_line(picture: Picture, force: Force) -> bool:
    """Whether it stands next to the enemy and nobody else is with it."""
    alone = len(picture.at(force.at)) == 1
    return alone and any(near in picture.enemies for near in neighbours()[force.at])


def way_over(picture: Picture, party: Party, has_fuel: Callable[[int], bool]) -> tuple[int, ...]:
    """To the nearest hex beyond the line that no enemy zone covers, or any in the last stage; before that as near as
    one can wait for it and go on from."""
    state, left = picture.state, budget(picture.state, party)
    if is_last_stage(state):
        return _at_last(state, party, left) or _at_last(state, party, most(state, party))
    found = reach_of(state, party, left)
    zone, _ = expected(state, party.side)
    allowance = min(picture.force(name).cpa for name in party.counters) * POINT
    far = reach_of(state, party, left + STAGES_AHEAD * allowance)
    near = min(((far.points(hex), hex) for hex in _beyond(far, party) if not zone[hex]), default=None)
    return _toward(picture, party, found, far.path(near[1]), has_fuel) if near else ()


def _at_last(state: Campaign, party: Party, points: int) -> tuple[int, ...]:
    """The way in the last stage: within the Allowance, or beyond it, since nobody spares his strength any more."""
    found = reach_of(state, party, points)
    zone, _ = expected(state, party.side)
    beyond = sorted((zone[hex], found.points(hex), hex) for hex in _beyond(found, party))
    best = next((hex for _, _, hex in beyond[:TRIES] if has_room(state, party, hex)), -1)
    return found.path(best) if best >= 0 else ()


def _beyond(found: Reach, party: Party) -> list[int]:
    return [hex for hex in found if section(hex) == ACROSS[party.side]]


def _toward(
    picture: Picture, party: Party, found: Reach, path: tuple[int, ...], has_fuel: Callable[[int], bool]
) -> tuple[int, ...]:
    """As far along a way as it can be gone now and waited on, on one's own side of the line."""
    foes = tuple(picture.enemies)
    for end in range(len(path) - 1, 0, -1):
        hex = path[end]
        if hex not in found or section(hex) == ACROSS[party.side] or away(hex, foes) <= CLOSE:
            continue
        if has_room(picture.state, party, hex) and has_fuel(hex):
            return found.path(hex)
    return ()


# Columns: who goes is told anew in each plan, always the nearest. All stay with their formation until the way is open.


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
        need = weights().columns.odds * max(weights().columns.least, _garrison(picture, aim))
        ways = sorted((_away(picture.state, force, aim.at), name) for name, force in free.items())
        near = (name for away, name in ways if away < FAR and _is_open(picture.state, free[name], aim.at))
        taken: list[str] = []
        for name in islice(near, weights().columns.together):
            if sum(free[each].offence for each in taken) < need:
                taken.append(name)
        if sum(free[each].offence for each in taken) >= need:
            yield from (Column(name, aim.at) for name in taken)
            for name in taken:
                del free[name]


def far_columns(picture: Picture) -> list[Column]:
    """Those on the map by themselves that are not yet where an assault is prepared."""
    distance, forces = board().distance, picture.forces
    return [each for each in columns(picture) if each.name in forces and distance(forces[each.name].at, each.at) > SPAN]


def weak_places(picture: Picture) -> list[Aim]:
    """Those worth having that the enemy holds with little."""
    judge = weights().columns
    return [
        aim
        for aim in aims(picture.state.scenario, picture.side)
        if aim.at in picture.enemies and aim.value >= 1 and _garrison(picture, aim) <= judge.weak
    ]


def _garrison(picture: Picture, aim: Aim) -> float:
    """What defends a place, and what may come to its help."""
    distance = board().distance
    near: Iterable[Enemy] = (foe for foe in picture.enemies.values() if distance(foe.at, aim.at) <= NEAR)
    return sum(foe.defence for foe in near)


def _able(picture: Picture) -> Iterator[Force]:
    """Fast battalions, by themselves or in a formation; who alone holds a place that the side needs stays in it."""
    state, judge = picture.state, weights().columns
    own = {aim.at for aim in aims(state.scenario, picture.side) if aim.own > 0}
    bound = {*homeward.leaving(state, picture.side), *workers(state)}
    for counter in picture.forces:
        for name in all_of(state, counter):
            force = picture.force(name)
            if (
                force.size == 1
                and force.petrol
                and force.cpa >= judge.pace
                and force.mobile
                and force.guards
                and name not in bound
            ):
                alone = len(picture.at(force.at)) == 1 and not state.units[name].attached
                if force.offence > 0 and force.cohesion >= weights().combat.tired and not (alone and force.at in own):
                    yield force


def _away(state: Campaign, force: Force, at: int) -> float:
    """Operations Stages."""
    cost = field(state, at, force.gaits).cost(force.at)
    return cost / (POINT * force.cpa) if cost < FAR else FAR


def _is_open(state: Campaign, force: Force, goal: int) -> bool:
    """[26.21] Whether neither the enemy nor his mines are just ahead, which stop whoever goes without engineers."""
    toward, hex = field(state, goal, force.gaits), force.at
    for _ in range(AHEAD):
        hex = toward.ahead(hex)
        mine = state.minefields.get(hex)
        if state.holder(hex) == enemy_of(side_of(force.name)) or (
            mine is not None and mine.side != side_of(force.name)
        ):
            return False
        if hex == goal:
            break
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
    return (
        force.size == 1
        and force.petrol > 0
        and force.cpa >= weights().columns.pace
        and any(_is_open(picture.state, force, aim.at) for aim in weak_places(picture))
    )
