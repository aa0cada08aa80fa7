"""What the screen offers in each decision: clicks as actions, and the way an action takes."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.frames import Decision, question_to
from sandtable.core.offers import Forecast, Offer
from sandtable.core.values import Action, Refusal
from sandtable.games.north_africa_41.arrivals.conversions import Upgrades
from sandtable.games.north_africa_41.arrivals.offers import allotting_offers, mustering, upgrading_offers
from sandtable.games.north_africa_41.combat import offers as combat_offers
from sandtable.games.north_africa_41.combat.advance import Advancing
from sandtable.games.north_africa_41.combat.breakthrough import Exploiting
from sandtable.games.north_africa_41.combat.determined_defence import DefenceReroll, DeterminedDefence
from sandtable.games.north_africa_41.combat.disengagement import Disengaging
from sandtable.games.north_africa_41.combat.offers import (
    fighting_offers,
    losing,
    meant_attack,
    rerolling,
    standing,
    supporting,
)
from sandtable.games.north_africa_41.combat.offers_retreating import (
    advancing_offers,
    exploiting_offers,
    retreating_offers,
)
from sandtable.games.north_africa_41.combat.orders import Accept, Advance, Flee, Support
from sandtable.games.north_africa_41.combat.phase import Combat
from sandtable.games.north_africa_41.combat.resolution import AttackReroll, DefensiveSupport
from sandtable.games.north_africa_41.ground.paths import full_path, places_of
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.movement.convoys import Splitting
from sandtable.games.north_africa_41.movement.moves import marched, tactical_path
from sandtable.games.north_africa_41.movement.offers import meant_march, moving_offers, riding_offers
from sandtable.games.north_africa_41.movement.offers_carrying import splitting_offers
from sandtable.games.north_africa_41.movement.orders import Carry, Move, Rail, Rommel, Ship, Tactical
from sandtable.games.north_africa_41.movement.phase import Movement
from sandtable.games.north_africa_41.movement.rail import line_to
from sandtable.games.north_africa_41.movement.rommel import RideOn, check_stack
from sandtable.games.north_africa_41.movement.trucks import planned
from sandtable.games.north_africa_41.notation import NOTATION
from sandtable.games.north_africa_41.order_forms import Done
from sandtable.games.north_africa_41.pieces.selection import RAID, Selection, named, selection_from
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.resources.any_time import ANY_TIME
from sandtable.games.north_africa_41.resources.delay import Delaying
from sandtable.games.north_africa_41.resources.events import BombingRaid
from sandtable.games.north_africa_41.resources.offers import (
    delaying_offers,
    lifting,
    marker_of,
    purchase,
    raid_offer,
    raids,
)
from sandtable.games.north_africa_41.resources.orders import Buy, Choose, Delay, Lift
from sandtable.games.north_africa_41.results.retreat_orders import Retreat
from sandtable.games.north_africa_41.results.retreats import RetreatRoute
from sandtable.games.north_africa_41.state import NorthAfrica, side_of
from sandtable.games.north_africa_41.supply.phase import Allotment
from sandtable.kit.clicks import offered, proposed


def offers(state: NorthAfrica, side: str, pieces: Sequence[str]) -> list[Offer]:
    """With nothing chosen, everything but moves; with pieces chosen, what can be done with them."""
    top = question_to(state, side)
    if top is None:
        return []
    try:
        selection_from(state, side, pieces)
    except Refusal:
        return []
    match top:
        case Movement():
            return moving_offers(state, top, pieces)
        case RideOn():
            return riding_offers(state, top, pieces)
        case Splitting():
            return splitting_offers(state, top, pieces)
        case Combat():
            return fighting_offers(state, top, pieces)
        case RetreatRoute() | Disengaging():
            return retreating_offers(state, top, pieces)
        case Advancing():
            return advancing_offers(state, top, pieces)
        case Exploiting():
            return exploiting_offers(state, top, pieces)
        case Upgrades():
            return upgrading_offers(state, top, pieces)
        case Allotment():
            return allotting_offers(state, top, pieces)
        case Delaying():
            return delaying_offers(state, top, pieces)
    return _listed(state, side, top, pieces)


# What ending each decision means; elsewhere one simply goes on.
ENDINGS = {
    "Replacing": "keep the rest",
    "Conversions": "wait",
    "FreeSupply": "do without it",
    "Refit": "end the Supply Phase",
    "Lifting": "leave them there",
    "Composure": "stay Disrupted",
}


def _listed(state: NorthAfrica, side: str, top: Decision[NorthAfrica], pieces: Sequence[str]) -> list[Offer]:
    """Decisions with few answers: each as it is listed. Nobody burns or pulls down anything by a slip."""
    if pieces and pieces[0].startswith(f"{RAID}-"):
        return list(raids(state, state.phasing, pieces[0]))
    found = [
        _offer(state, top, action)
        for action in top.actions(state, side)
        if type(action) not in ANY_TIME or (isinstance(action, Buy) and action.item != "bombing-raid")
    ]
    return [offer for offer in found if {*pieces} <= {*offer.pieces}] if pieces else found


def _offer(state: NorthAfrica, top: Decision[NorthAfrica], action: Action) -> Offer:
    text = str(action)
    match top:
        case DefensiveSupport():
            return supporting(state, top, action)
        case DeterminedDefence():
            return standing(state, top, action)
        case AttackReroll() | DefenceReroll():
            return rerolling(state, top, action)
        case BombingRaid() if isinstance(action, Choose):
            return raid_offer(action)
    match action:
        case Done():
            return Offer(text, ENDINGS.get(type(top).__name__, "go on"))
        case Buy():
            return purchase(action)
        case Lift():
            return lifting(state.phasing, action)
        case Choose(name=name):
            return _choice(state, text, name)
        case Flee(units=units):
            return Offer(text, f"{', '.join(units)} into Full Retreat instead", units)
        case Accept():
            return Offer(text, "accept the failure and retreat")
        case Support(by=by):
            return Offer(text, f"Attack Supply from {by[0]}" if by else "without Attack Supply", by)
    return mustering(state, action) or losing(state, action) or Offer(text, text)


def _choice(state: NorthAfrica, text: str, name: str) -> Offer:
    """A unit, a hex, or a word such as a nationality."""
    if name in state.units:
        return Offer(text, f"choose {name}", (name,))
    if name in board().index:
        return Offer(text, f"choose {name}", (), name)
    return Offer(text, name.replace("-", " ").title())


# --- what a player means by a choice of pieces and a hex


def propose(state: NorthAfrica, side: str, pieces: Sequence[str], at: str = "") -> Action:
    """The action these clicks mean here; a refusal says why it cannot be."""
    chosen = selection_from(state, side, pieces)
    return proposed(state, side, lambda top: _meant(state, side, top, chosen, pieces, at))


def _meant(
    state: NorthAfrica, side: str, top: Decision[NorthAfrica], chosen: Selection, pieces: Sequence[str], at: str
) -> Action:
    match top:
        case Movement() if chosen.own and (at or chosen.foes) and not chosen.markers:
            return meant_march(state, top.side, chosen, at)
        case Combat() if chosen.own and chosen.foes:
            return meant_attack(state, top.side, chosen)
        case Delaying() if chosen.markers and at and not chosen.markers[0].startswith("raid-"):
            return Delay(marker_of(top.side, chosen.markers[0]) or "that", at)
        case RetreatRoute() | Disengaging() if chosen.pieces and at:
            start = board().name(state.units[chosen.pieces[0]].at)
            return _offered(state, side, pieces, at) or Retreat(chosen.pieces, (start, at))
        case Advancing() if chosen.pieces and at:
            start = board().name(state.units[chosen.pieces[0]].at)
            return _offered(state, side, pieces, at) or Advance(chosen.pieces, (start, at))
    action = _offered(state, side, pieces, at)
    if action is not None:
        return action
    if at and chosen.markers and chosen.markers[0].startswith("raid-"):
        raise Refusal("21.4.3", "a Bombing raid goes to an enemy port, or by the button to the enemy's base")
    if isinstance(top, Movement) and chosen.stores and not chosen.pieces:
        raise Refusal("17.2.1", "Supply Points move only on a Truck, by rail or by sea, and nothing here can take them")
    raise Refusal("turn", f"nothing can be done with {', '.join(pieces) or 'that'} now")


def _offered(state: NorthAfrica, side: str, pieces: Sequence[str], at: str) -> Action | None:
    return offered(offers(state, side, pieces), at, NOTATION)


def forecast(state: NorthAfrica, side: str, pieces: Sequence[str]) -> Forecast:
    """[8.3] The odds of the chosen attackers against the chosen defenders."""
    return combat_offers.forecast(state, "axis" if side == "axis" else "allied", pieces)


# --- the way


def path_of(state: NorthAfrica, side: str, action: Action) -> tuple[str, ...]:
    """The hexes that a lawful action passes, for drawing it."""
    match action:
        case Move(units=units):
            return named(marched(state, side_of(units[0]), action)[0])
        case Tactical(units=units):
            return named(tactical_path(state, side_of(units[0]), action))
        case Rommel(units=units, path=path):
            if isinstance(state.stack[-1], RideOn):
                return path
            places = places_of(path, "18.5")
            return named(full_path(state, check_stack(state, units), places, limits().rommel_movement))
        case Carry(truck=truck):
            haul = planned(state, side_of(truck), action)
            return named((*haul.there, *haul.onward[1:]))
        case Rail():
            return named(line_to(state, "allied", action))
        case Ship(start=start, to=to):
            return start, to
        case Retreat(path=path) | Advance(path=path):
            return path
    return ()
