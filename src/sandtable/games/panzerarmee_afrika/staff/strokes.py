"""What can be had by moving alone: a base that stands open, enemies that can be overrun, installations left alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sandtable.core.values import Action
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.movement import reach
from sandtable.games.panzerarmee_afrika.movement.orders import Move, Overrun
from sandtable.games.panzerarmee_afrika.movement.overruns import opponents, overruns
from sandtable.games.panzerarmee_afrika.staff.chances import QUARTERS, expected_loss
from sandtable.games.panzerarmee_afrika.staff.forces import Threats
from sandtable.games.panzerarmee_afrika.staff.ground import cover, zone_of
from sandtable.games.panzerarmee_afrika.staff.lines import stranded
from sandtable.games.panzerarmee_afrika.staff.sites import Holdings
from sandtable.games.panzerarmee_afrika.staff.survey import Picture
from sandtable.games.panzerarmee_afrika.staff.weights import weights
from sandtable.games.panzerarmee_afrika.state import strength_of
from sandtable.games.panzerarmee_afrika.victory.conditions import tally


def best(picture: Picture) -> Action | None:
    """The most valuable stroke, if any is worth making."""
    if (action := _coup(picture)) is not None:
        return action
    told = picture.holdings.garrisons({})
    offers = [*_overruns(picture, told), *_entries(picture, told)]
    if not picture.intent.last:
        offers += _raids(picture, told)
    worth, _, action = max(offers, key=lambda offer: (offer[0], offer[1]), default=(0.0, "", None))
    return action if worth > 0 else None


# --- the enemy's base


def _coup(picture: Picture) -> Action | None:
    """[14] The enemy's base, if somebody can walk in and it wins the game or cripples him."""
    force, base = picture.force, picture.intent.enemy_base
    state = force.state
    if state.holder(base) == force.side:
        return None
    if force.side == "axis":
        allied, axis = tally(state, "allied").adjusted, tally(state, "axis").adjusted
        if allied > 2 * axis:
            return None
    able = [name for name in force.units if base in force.reach(name) and force.units[name] != base]
    if not able:
        return None
    name = max(able, key=lambda each: (force.strength[each], each))
    reached = reach.reach(state, (name,))
    return Move((name,), reach.written(reached, force.units[name], base)) if base in reached else None


# --- overruns


Offer = tuple[float, str, Action]  # its worth, a name to settle ties by, the order


def _overruns(picture: Picture, told: Mapping[str, int]) -> list[Offer]:
    """[11.4]"""
    force = picture.force
    return [
        (_worth(picture, offer) - _uncovered(picture, told, offer), str(offer), offer)
        for offer in overruns(force.state, force.side)
    ]


def _uncovered(picture: Picture, told: Mapping[str, int], offer: Overrun) -> float:
    """What the sites lose whose garrisons would go, once the enemies overrun no longer threaten them."""
    sites = {told[name] for name in offer.units if name in told}
    if not sites:
        return 0.0
    target, strength = board().hex(offer.path[-1]), picture.force.strength
    holdings = Holdings(picture.force, picture.intent, Threats(picture.foe, without=(target,)))
    lost = 0.0
    for site in sites:
        garrison = [name for name, at in told.items() if at == site]
        full, left = (
            tuple(sorted(strength[name] for name in names))
            for names in (garrison, [name for name in garrison if name not in offer.units])
        )
        lost += holdings.hold(site, full) - holdings.hold(site, left)
    return lost


def _worth(picture: Picture, offer: Overrun) -> float:
    force, w, figures = picture.force, picture.intent.weights, weights()
    state, target = force.state, board().hex(offer.path[-1])
    defenders, lorries = opponents(state, force.side, target)
    gain = sum(strength_of(state, name) for name in {*defenders, *lorries})
    factors = tuple(sorted(force.strength[name] for name in offer.units))
    value = w.kill * gain - w.loss * expected_loss(0, factors)[0]
    if target in state.layout.depots[force.foe]:
        value += figures.sites["depot"]
    if zone_of(target) in state.layout.stands[force.foe]:
        value -= figures.ground["besieging"]
    if not force.net.supplies(board().hex(offer.path[-2])):
        value -= figures.attack["passing"] * _stranded(picture, sum(factors))
    return value - _exposed(picture, target, factors)


def _stranded(picture: Picture, factors: int) -> float:
    """The price of standing out of supply next turn."""
    return 0.0 if picture.intent.last else weights().ground["unsupplied"] * factors


def _exposed(picture: Picture, at: int, factors: tuple[int, ...]) -> float:
    """The price of standing where the enemy can strike back."""
    defence = QUARTERS * cover(picture.force.side, at) * sum(factors)
    return picture.intent.weights.exposure * picture.threats.loss(at, defence, factors)[0]


# --- places that stand open


def _entries(picture: Picture, told: Mapping[str, int]) -> Iterator[Offer]:
    """[5] Tobruk or a lost base, if nobody is in it."""
    layout, foe = picture.force.state.layout, picture.force.foe
    for at, prize in picture.intent.prizes.items():
        if at == picture.intent.enemy_base or at in layout.stands[foe] or at in layout.lorries[foe]:
            continue
        for offer in _walks(picture, told, at):
            yield (offer[0] + weights().attack["entry"] * prize, *offer[1:])


def _walks(picture: Picture, told: Mapping[str, int], at: int) -> Iterator[Offer]:
    """Everybody who can go to a hex, with what it costs."""
    force, figures = picture.force, weights().attack
    for name, here in force.units.items():
        if name in told or here == at or not force.is_fit(name) or at not in force.reach(name):
            continue
        reached = reach.reach(force.state, (name,))
        if at not in reached:
            continue
        strength = force.strength[name]
        cost = figures["errand"] * strength + figures["way"] * reached.points(at)
        cost += _exposed(picture, at, (strength,))
        if not force.net.supplies(at):
            cost += _stranded(picture, strength)
        move = Move((name,), reach.written(reached, here, at))
        yield -cost, str(move), move


# --- installations


def _raids(picture: Picture, told: Mapping[str, int]) -> list[Offer]:
    """[11.1.6] Enemy installations that nobody guards, and who could take them."""
    state, foe = picture.force.state, picture.force.foe
    held = {*state.layout.stands[foe], *state.layout.lorries[foe]}
    alone = sorted(at for at in state.layout.depots[foe] if at not in held)
    return [offer for at in alone for offer in _raids_on(picture, told, at)]


def _raids_on(picture: Picture, told: Mapping[str, int], at: int) -> Iterator[Offer]:
    figures = weights()
    prize = figures.sites["depot"] + figures.attack["severed"] * picture.intent.weights.kill * _cut_off(picture, at)
    for offer in _walks(picture, told, at):
        yield (offer[0] + prize, *offer[1:])


def _cut_off(picture: Picture, at: int) -> int:
    """The enemy factors that would be out of supply without an installation."""
    foe = picture.foe
    return stranded(foe, frozenset(foe.state.layout.depots[foe.side]) - {at})
