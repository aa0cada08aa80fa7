"""The combat desk: positions, barrages, withdrawals, what is committed, what is lost, and who gives way."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sandtable.core.frames import admits
from sandtable.core.values import Action, may
from sandtable.games.campaign_for_north_africa.capability.cohesion import left
from sandtable.games.campaign_for_north_africa.combat.anti_armour import hexside_shift
from sandtable.games.campaign_for_north_africa.combat.barrage import suggested_barrages
from sandtable.games.campaign_for_north_africa.combat.barrage.firing import gunners
from sandtable.games.campaign_for_north_africa.combat.barrage.plot import Plot
from sandtable.games.campaign_for_north_africa.combat.commitment import able, has_role
from sandtable.games.campaign_for_north_africa.combat.firepower import ammo_needs, supplied, written
from sandtable.games.campaign_for_north_africa.combat.force_assignment import ForceAssignment
from sandtable.games.campaign_for_north_africa.combat.obligations import is_barred
from sandtable.games.campaign_for_north_africa.combat.orders import Barrage, Commit, Retreat
from sandtable.games.campaign_for_north_africa.combat.orders import Force as Sent
from sandtable.games.campaign_for_north_africa.combat.retreat_before_assault import RetreatBeforeAssault, may_withdraw
from sandtable.games.campaign_for_north_africa.combat.retreats import Retreats
from sandtable.games.campaign_for_north_africa.combat.segment import check_free_choice, fronts
from sandtable.games.campaign_for_north_africa.combat.suggested_commitments import (
    defence,
    demanded,
    is_for_tanks,
    suggestions,
)
from sandtable.games.campaign_for_north_africa.ground.zones import apparent, expected, near_enemy, stands
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.movement.march import Reaction
from sandtable.games.campaign_for_north_africa.movement.orders import React, Stay, Withdraw
from sandtable.games.campaign_for_north_africa.movement.reach import reach
from sandtable.games.campaign_for_north_africa.order_forms import Done, Points
from sandtable.games.campaign_for_north_africa.pieces.units import facts, size
from sandtable.games.campaign_for_north_africa.staff.aims import aims
from sandtable.games.campaign_for_north_africa.staff.assaults import (
    ASSAULT_COST,
    column,
    ground_worth,
    largest_morale,
    outlook,
    shifts,
    spirit,
    unsupported,
)
from sandtable.games.campaign_for_north_africa.staff.means import ATTACK, ammo, can_defend, is_dry, rounds, sources
from sandtable.games.campaign_for_north_africa.staff.picture import Picture, worth
from sandtable.games.campaign_for_north_africa.staff.weights import weights
from sandtable.games.campaign_for_north_africa.state import Campaign, Side, top_of

NO_BARRAGE = Barrage(())
HELPLESS = 99  # worse than the worst column


# Committing


def commit(frame: ForceAssignment, state: Campaign, side: Side) -> Action:
    """[11.0] Everything where it promises well, as little as must be elsewhere."""
    order = attack(frame, state, side) if side == state.phasing else defend(state, side)
    if admits(state, side, order):
        return order
    return suggestions(state, side, frame.obliged)[0]


def attack(frame: ForceAssignment, state: Campaign, side: Side) -> Commit:
    picture = Picture(state, side)
    units = able(state, side)
    goals = promising(picture, units)
    sent: dict[tuple[int, str], list[str]] = {}
    used: list[str] = []
    for (at, role), names in demanded(state, side, frame.obliged).items():
        if at in goals and not any(top_of(state, name) in state.promised for name in names):
            continue
        sent[at, role] = list(names)
        used += names
    strength = dict.fromkeys(goals, 1.0)
    free = sorted((name for name in units if name not in used), key=lambda name: -offence(state, name))
    for name in supplied(state, side, (*used, *free), "assault"):
        if name in used:
            continue
        role = "anti_armour" if is_for_tanks(state, name) else "close_assault"
        near = [at for at in goals if can_join(state, side, name, at, role, frame.obliged)]
        near = [at for at in near if role == "anti_armour" or strength[at] < goals[at].enough]
        if not near:
            continue
        at = min(near, key=lambda hex: (strength[hex] / goals[hex].defence, hex))
        strength[at] += offence(state, name)
        sent.setdefault((at, role), []).append(name)
    close = {at for at, role in sent if role == "close_assault"}
    missing = [at for at in frame.obliged if at in goals and at not in close]
    if missing:
        return suggestions(state, side, frame.obliged)[0]
    return _order(state, {key: names for key, names in sent.items() if key[0] in close})


def _order(state: Campaign, sent: dict[tuple[int, str], list[str]]) -> Commit:
    forces = []
    for (at, role), names in sent.items():
        points: tuple[Points, ...] = tuple(
            written(state, (name, weapon, count))
            for name in names
            for weapon, count in state.units[name].toe.items()
            if has_role(state, name, weapon, role)
        )
        if points:
            forces.append(Sent(board().name(at), "anti" if role == "anti_armour" else "close", points))
    return Commit(tuple(forces))


def defend(state: Campaign, side: Side) -> Commit:
    """[15.14, 32.21] Everybody where much is to be feared; elsewhere no more than hold a hex for certain, since each
    battalion burns Ammo."""
    picture = Picture(state, side)
    sent: dict[tuple[int, str], list[str]] = {}
    for (at, role), names in defence(state, side, True).items():
        sent[at, role] = list(names)
    for at in {at for at, _ in sent}:
        enemies = (picture.enemy(near) for near in neighbours()[at])
        need = sum(enemy.offence for enemy in enemies if enemy is not None) + weights().combat.certain
        close = sorted(sent.get((at, "close_assault"), ()), key=lambda name: (-_defence_of(state, name), name))
        held, enough = 0, list[str]()
        for name in close:
            if held < need or not ammo_needs(state, side, (name,), "assault").get(name):
                enough.append(name)
                held += _defence_of(state, name)
        if held >= need and len(enough) < len(close):
            sent[at, "close_assault"] = enough
    return _order(state, sent)


def _defence_of(state: Campaign, name: str) -> int:
    return sum(worth(name, weapon, state.turn)[1] * points for weapon, points in state.units[name].toe.items())


class Goal(NamedTuple):
    """An enemy hex that is worth an assault, in raw points: what defends it, and what is best sent against it."""

    defence: float
    enough: float


def promising(picture: Picture, units: Sequence[str]) -> dict[int, Goal]:
    """Enemy hexes that are worth an assault with those who stand next to them."""
    state, side = picture.state, picture.side
    worths = {aim.at: aim.value for aim in aims(state.scenario, side)}
    against: dict[int, list[str]] = {}
    for name in units:
        if not assaults(state, name):
            continue
        here = state.units[name].at
        for at in fronts(state, side).get(here, ()):
            if not is_barred(state, name, here, at):
                against.setdefault(at, []).append(name)
    found: dict[int, Goal] = {}
    for at, names in sorted(against.items()):
        enemy = picture.enemy(at)
        if enemy is None or not (is_dry(picture, at) or _has_rounds_left(picture, names)):
            continue
        total = sum(offence(state, name) for name in names)
        largest = max(size(state, top_of(state, name)) for name in names)
        origins = {state.units[name].at for name in names}
        ground = ground_worth(picture, enemy, worths.get(at, 0.0))
        cost = sum(ammo_needs(state, side, names, "assault").values())
        tops = [picture.force(name) for name in dict.fromkeys(top_of(state, name) for name in names)]
        bare = unsupported([force.bare for force in tops if force.at == origin] for origin in origins)
        promised = outlook(picture, enemy, total, largest, origins, ground, cost, largest_morale(tops), bare)
        if promised.value > weights().combat.threshold:
            found[at] = Goal(max(1.0, enemy.defence), promised.share * total)
    return found


def _has_rounds_left(picture: Picture, names: Sequence[str]) -> bool:
    """Whether there is Ammo to defend what would be won as well."""
    tops = [picture.force(name) for name in dict.fromkeys(top_of(picture.state, name) for name in names)]
    need = sum(rounds(picture.state, force.name) for force in tops)
    found = {name: picture.state.supply[name].ammo for force in tops for name in sources(picture, force, force.at)}
    return sum(found.values()) >= (ATTACK + weights().stores.reserve) * need


def offence(state: Campaign, name: str) -> int:
    return sum(worth(name, weapon, state.turn)[0] * points for weapon, points in state.units[name].toe.items())


def assaults(state: Campaign, name: str) -> bool:
    if facts(name).counter.is_artillery_type:
        return False
    return any(has_role(state, name, weapon, "close_assault") for weapon in state.units[name].toe)


def can_join(state: Campaign, side: Side, name: str, at: int, role: str, obliged: tuple[int, ...]) -> bool:
    here, unit = state.units[name].at, state.units[name]
    if at not in fronts(state, side).get(here, ()):
        return False
    if role == "anti_armour":
        if hexside_shift(here, at) is None:
            return False
    elif not assaults(state, name) or is_barred(state, name, here, at):
        return False
    if unit.released and unit.assaults and at not in obliged:
        return False
    if at in obliged:
        return True
    top = top_of(state, name)
    if left(state, top) + state.segment.charged.get(top, 0) < ASSAULT_COST:
        return False
    return may(check_free_choice, state, name, "attack")


# Guns


def barrage(frame: Plot, state: Campaign, side: Side) -> Action:
    """[12.23] At hexes that will be assaulted; in defence at who could assault us, while Ammo lasts."""
    if side != state.phasing:
        return _defensive_fire(frame, state, side)
    goals = promising(Picture(state, side), able(state, side))
    targets = [each for each in frame.told[side] if each.at in goals]
    if not targets:
        return NO_BARRAGE
    order = suggested_barrages.plan(state, side, targets, frame.obliged)
    return order if admits(state, side, order) else NO_BARRAGE


def _defensive_fire(frame: Plot, state: Campaign, side: Side) -> Action:
    picture = Picture(state, side)
    batteries = dict.fromkeys(state.units[name].at for name in gunners(state, side))
    feared = {
        foe
        for at in batteries
        if _can_spare(picture, at)
        for foe in neighbours()[at]
        if state.holder(foe) == picture.foe
    }
    targets = [each for each in frame.told[side] if each.at in feared]
    if not targets:
        return NO_BARRAGE
    order = suggested_barrages.plan(state, side, targets, frame.obliged)
    return order if admits(state, side, order) else NO_BARRAGE


def _can_spare(picture: Picture, at: int) -> bool:
    """Whether a stack is in danger and has Ammo beyond what it needs to defend itself."""
    own = picture.at(at)
    if at not in near_enemy(picture.state, picture.side) or danger(picture, at) < weights().combat.feared:
        return False
    need = sum(rounds(picture.state, force.name) for force in own)
    return max(ammo(picture, force, at) for force in own) >= weights().stores.spare * need


# Giving way


def danger(picture: Picture, hex: int, at_least: Iterable[int] = ()) -> int:
    """The column of an assault by all enemies next to a hex, if they all join in; beyond any if there is no Ammo."""
    foes = [foe for near in (*neighbours()[hex], *at_least) if (foe := picture.enemy(near)) is not None]
    own = picture.at(hex)
    if not foes or not own:
        return 0
    if not any(can_defend(picture, force, hex) for force in own):
        return HELPLESS
    return column(
        sum(foe.offence for foe in foes),
        sum(force.defence for force in own),
        max(foe.size for foe in foes),
        max(force.size for force in own),
        shifts(picture.state, hex, [foe.at for foe in foes]) + spirit(largest_morale(foes), largest_morale(own)),
    )


def is_aim(state: Campaign, side: Side, at: int) -> bool:
    return any(aim.at == at and aim.value >= 1 for aim in aims(state.scenario, side))


def _is_hopeless(picture: Picture, at: int) -> bool:
    """A place that wins is held as long as there is Ammo, on the last Game-Turn to the last man; others while the men
    are not worn out."""
    found, judge, state = danger(picture, at), weights().combat, picture.state
    if is_aim(state, picture.side, at):
        return found >= HELPLESS and state.turn < state.last_turn
    return found >= judge.hopeless or any(force.cohesion <= judge.worn for force in picture.at(at))


def withdraw(frame: RetreatBeforeAssault, state: Campaign, side: Side) -> Action:
    """[13.1] Out of hopeless positions, one stack after the other."""
    picture = Picture(state, side)
    front = near_enemy(state, side)
    for at in stands(state, side):
        if at not in front or not _is_hopeless(picture, at):
            continue
        names = tuple(name for name in state.stacks[at] if may_withdraw(state, side, name))
        for going in dict.fromkeys((names, *((name,) for name in names))):  # together, or whoever can
            path = escape(state, side, going, "withdraw") if going else ()
            if path and admits(state, side, action := Withdraw(going, path)):
                return action
    return Done()


def escape(state: Campaign, side: Side, names: tuple[str, ...], kind: str) -> tuple[str, ...]:
    """The cheapest way out of reach of the enemy."""
    found = reach(state, names, kind="withdraw" if kind == "withdraw" else "react")
    front, zones = near_enemy(state, side), expected(state, side)[1]
    goals = [hex for hex in found if hex not in front and hex not in zones]
    if not goals:
        return ()
    best = min(goals, key=lambda hex: (found.points(hex), hex))
    return tuple(board().name(hex) for hex in found.path(best))


def react(frame: Reaction, state: Campaign, side: Side) -> Action:
    """[8.51] Who would be overwhelmed gets out of the way."""
    picture = Picture(state, side)
    for name in frame.tops:
        at = state.units[name].at
        if not _is_hopeless(picture, at):
            continue
        path = escape(state, side, (name,), "react")
        if path and admits(state, side, action := React((name,), path)):
            return action
    return Stay()


def give_way(frame: Retreats, state: Campaign, side: Side) -> Action:
    """[15.82] Back, but for places that are worth holding."""
    listed = frame.actions(state, side)
    stays = is_aim(state, side, frame.terms.start) and not frame.terms.forced
    ways = [action for action in listed if isinstance(action, Retreat)]
    others = [action for action in listed if not isinstance(action, Retreat)]
    known = [action for action in ways if not _meets_zones(state, side, action)]
    if others and (stays or not known):
        return others[0]
    return (known or ways or others)[0]


def _meets_zones(state: Campaign, side: Side, action: Retreat) -> bool:
    zone = apparent(state, side)
    return any(zone[board().hex(name)] for name in action.path[1:])
