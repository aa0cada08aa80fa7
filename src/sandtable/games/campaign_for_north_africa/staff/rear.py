"""The rear area: organisation, repair, arrivals, and all the small questions."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from sandtable.core.frames import admits
from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.arrivals.releases import Releasing
from sandtable.games.campaign_for_north_africa.capability.initiative import Declaration
from sandtable.games.campaign_for_north_africa.capability.orders import GoFirst, GoLast, Release
from sandtable.games.campaign_for_north_africa.construction.works import workers
from sandtable.games.campaign_for_north_africa.ground.zones import controlled, near_enemy, stands
from sandtable.games.campaign_for_north_africa.logistics.orders import Demotorise
from sandtable.games.campaign_for_north_africa.logistics.supply import fuel_need
from sandtable.games.campaign_for_north_africa.map import away, board, neighbours
from sandtable.games.campaign_for_north_africa.movement.orders import Again
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.organisation.absorption import absorptions
from sandtable.games.campaign_for_north_africa.organisation.orders import Attach, Detach
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.patrols.orders import Patrol
from sandtable.games.campaign_for_north_africa.patrols.patrol_phase import Patrols, scouts, targets
from sandtable.games.campaign_for_north_africa.pieces.carriage import facts, gaits
from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.staff import columns, homeward, raiding, replacements, stores
from sandtable.games.campaign_for_north_africa.staff.aims import aims, held_up
from sandtable.games.campaign_for_north_africa.staff.assaults import ASSAULT_COST, can_assault, strikes
from sandtable.games.campaign_for_north_africa.staff.garrison import watches
from sandtable.games.campaign_for_north_africa.staff.means import can_defend, has_fuel, has_petrol, is_followed
from sandtable.games.campaign_for_north_africa.staff.picture import Picture
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import Campaign, Side, all_of
from sandtable.games.campaign_for_north_africa.turn import STAGES, Repetition

BATTALION = 1  # Stacking Point


def organise(frame: Organisation, state: Campaign, side: Side) -> Action:
    """[19.0] Units to their headquarters, Supply Units on to trucks, repaired vehicles to who needs them."""
    for action in _useful(state, side):
        if admits(state, side, action):
            return action
    return Done()


def _useful(state: Campaign, side: Side) -> Iterator[Action]:
    yield from replacements.lessons(state, side)
    yield from stores.loading(state, side)
    picture = Picture(state, side)
    yield from sheddings(picture)
    yield from walkers(picture)
    yield from dismountings(picture)
    yield from homeward.detachments(state, side)
    yield from columns.detachments(picture)
    yield from replacements.leaving_to_teach(state, side)
    yield from gatherings(picture)
    if state.spares or state.replacements or state.squadrons:
        yield from absorptions(state, side)
    yield from raiding.forming(state, side)
    yield from replacements.organise(state, side)


def sheddings(picture: Picture) -> Iterator[Action]:
    """[19.43] Far from the enemy, vehicles that have no Fuel out of a formation that would walk without them; trucks
    with Fuel come to those who are near him."""
    state, far = picture.state, weights().stores.far
    foes = stands(state, picture.foe)
    for at in stands(state, picture.side):
        if away(at, foes) <= far:
            continue
        for name in state.stacks[at]:
            if not state.parts.get(name) or "foot" not in gaits(state, (name,)):
                continue
            if has_petrol(picture, picture.force(name)):
                continue
            for part in all_of(state, name)[1:]:
                if fuel_need(state, part):
                    yield Detach((part,))


def walkers(picture: Picture) -> Iterator[Action]:
    """[8.97, 15.15] Infantry that has neither Ammo nor Fuel where the enemy may come leaves its trucks behind: on foot
    it can get away, and else it would surrender."""
    state, reached = picture.state, weights().aims.fast
    foes = stands(state, picture.foe)
    for at in stands(state, picture.side):
        if away(at, foes) > reached:
            continue
        for name in state.stacks[at]:
            unit = state.units[name]
            if not unit.motors or not facts(name).on_foot or state.parts.get(name):
                continue
            force = picture.force(name)
            if (
                force.size > BATTALION
                or has_fuel(picture, force)
                or can_defend(picture, force, at)
                or is_followed(picture, force, at)
            ):
                continue
            yield Demotorise(name, unit.motors)


def dismountings(picture: Picture) -> Iterator[Action]:
    """[15.34] A battalion off its trucks, or out of a formation on trucks, where an enemy holds the army up on ground
    that none of those next to him can assault."""
    state = picture.state
    for at in held_up(picture):
        near = [hex for hex in neighbours()[at] if state.holder(hex) == picture.side]
        there = [(name, hex) for hex in near for name in state.stacks[hex]]
        if any(picture.force(name).offence and can_assault(state, name, hex, at) for name, hex in there):
            continue
        able = [each for name, _ in there for each in all_of(state, name) if _could_walk(picture, each)]
        if able:
            name = max(able, key=lambda name: (picture.force(name).offence, name))
            unit = state.units[name]
            yield Detach((name,)) if unit.attached else Demotorise(name, unit.motors)


def _could_walk(picture: Picture, name: str) -> bool:
    """Men who would come to an assault on foot if they had no trucks."""
    unit, force = picture.state.units[name], picture.force(name)
    on_trucks = bool(unit.attached or unit.motors)
    return on_trucks and facts(name).on_foot and 0 < force.size <= BATTALION and force.offence > 0 and force.mobile


def is_needed_on_foot(picture: Picture, name: str) -> bool:
    """[15.34] Whether men stand next to an enemy who holds the army up where only men on foot assault."""
    here = picture.state.units[name].at
    near = [at for at in neighbours()[here] if at in held_up(picture)]
    above = picture.state.units[name].assigned
    return any(
        can_assault(picture.state, name, here, at) and not can_assault(picture.state, above, here, at) for at in near
    )


def gatherings(picture: Picture) -> Iterator[Action]:
    """[19.41] Who stands with the headquarters he is assigned to, unless it would wait for his Fuel."""
    state, printed = picture.state, counters()
    away = homeward.leaving(state, picture.side)
    for at in stands(state, picture.side):
        here = state.stacks[at]
        if len(here) < 2:
            continue
        for name in here:
            above = state.units[name].assigned
            if name in away and above not in away:
                continue  # [20.83]
            if above not in here or not printed[above].is_hq or state.units[name].spent or name in workers(state):
                continue
            if name in replacements.schoolmasters(state, picture.side):
                continue
            if columns.stays_apart(picture, name) or is_needed_on_foot(picture, name):
                continue
            if not has_petrol(picture, picture.force(name)) and not picture.force(above).petrol:
                continue
            yield Attach(name, above)


def declare(frame: Declaration, state: Campaign, side: Side) -> Action:
    """[7.11] Whoever has the last move of the game keeps what he takes."""
    last = state.turn >= state.last_turn and state.stage >= STAGES
    return GoLast() if last else GoFirst()


def release(frame: Releasing, state: Campaign, side: Side) -> Action:
    """[61.3] The strongest."""
    offers = [action for action in frame.actions(state, side) if isinstance(action, Release)]
    return max(
        offers, key=lambda action: (sum(state.units[action.units[0]].toe.values()), action.units[0]), default=Done()
    )


def patrol(frame: Patrols, state: Campaign, side: Side) -> Action:
    """[16.12] One point of scouts to the nearest headquarters of which nothing is known."""
    if frame.sent:
        return Done()
    known, printed = state.known.get(side, {}), counters()
    distance = board().distance
    for start in stands(state, side):
        there = [
            at
            for at in targets(state, side, start)
            if any(printed[name].is_hq and name not in known for name in state.stacks[at])
        ]
        if not there:
            continue
        for scout in scouts(state, start, side):
            if scout.points < weights().plans.scouts or not printed[scout.unit].is_recce_type:
                continue
            for at in sorted(there, key=lambda at: (distance(start, at), at)):
                action = Patrol(board().name(at), (replace(scout, points=1),))
                if admits(state, side, action):
                    return action
    return Done()


def repeat(frame: Repetition, state: Campaign, side: Side, among: Collection[str] | None = None) -> Action:
    """[8.22, 18.25] Once more for who was in Reserve, while an assault promises well, or when the enemy has given
    way; `among` are those who may assault, if not everybody."""
    if state.cycle >= weights().plans.cycles:
        return Done()
    picture, places = Picture(state, side), aims(state.scenario, side)
    if among is not None:
        picture = picture.among(among)
    waiting = any(
        state.units[name].released and not state.units[name].spent
        for at in stands(state, side)
        for name in state.stacks[at]
    )
    if waiting and state.cycle == 1:
        return Again()
    if any(_is_worn_out(picture, at) for at in stands(state, side)):
        return Done()
    if state.retreating and state.cycle == 1:
        return Again()
    found = strikes(picture, watches(picture, places), {aim.at: aim.value for aim in places})
    return Again() if found else Done()


def _is_worn_out(picture: Picture, at: int) -> bool:
    """[10.31] Whether somebody in a hex would have to assault once more and cannot without losing cohesion, or would
    have to assault somebody stronger."""
    if at not in near_enemy(picture.state, picture.side) or not controlled(picture.state, at, picture.foe):
        return False
    own = picture.at(at)
    if any(force.left < ASSAULT_COST and force.size > 1 for force in own):
        return True
    foes = [foe.defence for near in neighbours()[at] if (foe := picture.enemy(near)) is not None and foe.size > 1]
    return sum(force.offence for force in own) < weights().combat.even * max(foes, default=0.0)
