"""What can be had by moving alone: a base that stands open, enemies that can be overrun, installations left alone."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.core.values import Action
from sandtable.games.panzerarmee_afrika import movement
from sandtable.games.panzerarmee_afrika.actions import Move, Overrun
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.network import network, network_with
from sandtable.games.panzerarmee_afrika.overrun import opponents, overruns
from sandtable.games.panzerarmee_afrika.staff.chances import toll
from sandtable.games.panzerarmee_afrika.staff.ground import zone_of
from sandtable.games.panzerarmee_afrika.staff.survey import Picture
from sandtable.games.panzerarmee_afrika.staff.weights import weights
from sandtable.games.panzerarmee_afrika.state import strength_of
from sandtable.games.panzerarmee_afrika.victory import tally


def best(picture: Picture) -> Action | None:
    """The most valuable stroke, if any is worth making."""
    if (action := _coup(picture)) is not None: return action
    told = picture.holdings.garrisons({})
    offers = [*_overruns(picture, told), *_raids(picture, told)]
    worth, _, action = max(offers, key=lambda offer: (offer[0], offer[1]), default=(0.0, "", None))
    return action if worth > 0 else None


# --- the enemy's base


def _coup(picture: Picture) -> Action | None:
    """[14] The enemy's base, if somebody can walk in and it wins the game or cripples him."""
    force, base = picture.force, picture.intent.enemy_base
    state = force.state
    if state.holder(base) == force.side: return None
    if force.side == "axis":
        allied, axis = tally(state, "allied").adjusted, tally(state, "axis").adjusted
        if allied > 2 * axis: return None
    able = [name for name in force.units if base in force.reach(name) and force.units[name] != base]
    if not able: return None
    name = max(able, key=lambda each: (force.strength[each], each))
    reached = movement.reach(state, (name,))
    return Move((name,), movement.written(reached, force.units[name], base)) if base in reached else None


# --- overruns


def _overruns(picture: Picture, told: Mapping[str, int]) -> list[tuple[float, str, Action]]:
    """[11.4]"""
    force = picture.force
    return [
        (_worth(picture, offer), str(offer), offer) for offer in overruns(force.state, force.side)
        if not any(name in told for name in offer.units)
    ]


def _worth(picture: Picture, offer: Overrun) -> float:
    force, w = picture.force, picture.intent.weights
    state, target = force.state, board().hex(offer.path[-1])
    defenders, lorries = opponents(state, force.side, target)
    gain = sum(strength_of(state, name) for name in {*defenders, *lorries})
    factors = tuple(sorted(force.strength[name] for name in offer.units))
    value = w.kill * gain - w.loss * toll(0, factors)[0]
    if target in state.layout.depots[force.foe]: value += weights().sites["depot"]
    if (fort := zone_of(target)) >= 0 and fort in state.layout.stands[force.foe]: value -= 3.0
    if not force.net.supplies(target): value -= 0.5 * _stranded(picture, sum(factors))
    defence = 4 * sum(factors)
    return value - w.exposure * picture.threats.loss(target, defence, factors)[0]


def _stranded(picture: Picture, factors: int) -> float:
    """The price of standing out of supply next turn."""
    return 0.0 if picture.intent.last else weights().ground["unsupplied"] * factors


# --- installations


def _raids(picture: Picture, told: Mapping[str, int]) -> list[tuple[float, str, Action]]:
    """[11.1.6] Enemy installations that nobody guards."""
    force, w = picture.force, picture.intent.weights
    state, offers = force.state, list[tuple[float, str, Action]]()
    held = {*state.layout.stands[force.foe], *state.layout.lorries[force.foe]}
    for at in sorted(state.layout.depots[force.foe]):
        if at in held: continue
        worth = weights().sites["depot"] + w.kill * 0.5 * _cut_off(picture, at)
        for name in force.units:
            if name in told or at not in force.reach(name) or force.units[name] == at or not force.is_fit(name): continue
            factors = (force.strength[name],)
            value = worth - 0.05 * force.strength[name]
            value -= w.exposure * picture.threats.loss(at, 4 * factors[0], factors)[0]
            if not force.net.supplies(at): value -= _stranded(picture, factors[0])
            reached = movement.reach(state, (name,))
            if at in reached:
                move = Move((name,), movement.written(reached, force.units[name], at))
                offers.append((value - 0.01 * reached.points(at), str(move), move))
    return offers


def _cut_off(picture: Picture, at: int) -> int:
    """The enemy factors that would be out of supply without an installation."""
    foe = picture.foe
    now = network(foe.state, foe.side)
    left = frozenset(depot for depot in foe.state.layout.depots[foe.side] if depot != at)
    then = network_with(foe.state, foe.side, left)
    return sum(foe.strength[n] for n, here in foe.units.items() if now.supplies(here) and not then.supplies(here))
