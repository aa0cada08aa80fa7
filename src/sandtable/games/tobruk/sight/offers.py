"""What the screen offers in each decision: clicks as actions, odds weighed, the way an action takes."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.frames import Decision, question_to
from sandtable.core.offers import Forecast, Offer
from sandtable.core.values import Action, Refusal
from sandtable.games.tobruk.arrivals.recovery import Recovery
from sandtable.games.tobruk.arrivals.reinforcements import HeadquartersReturn
from sandtable.games.tobruk.combat.advance import Advances
from sandtable.games.tobruk.combat.anti_tank import AntiTankFire
from sandtable.games.tobruk.combat.forecasts import forecast_attack, forecast_shot
from sandtable.games.tobruk.combat.losses import Losses
from sandtable.games.tobruk.combat.offers import (
    advance_offers,
    battle_offer,
    combat_offers,
    meant_attack,
    meant_way,
    retreat_offers,
)
from sandtable.games.tobruk.combat.orders import Fire
from sandtable.games.tobruk.combat.phase import Combat
from sandtable.games.tobruk.combat.retreats import RetreatRoute
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.movement.marching import marched
from sandtable.games.tobruk.movement.minefields import Minefield
from sandtable.games.tobruk.movement.offers import meant_move, mining_offers, moving_offers, overrun_offers
from sandtable.games.tobruk.movement.orders import Enter, Mine, Move
from sandtable.games.tobruk.movement.overruns import OverrunMovement
from sandtable.games.tobruk.movement.phase import Movement
from sandtable.games.tobruk.notation import NOTATION
from sandtable.games.tobruk.order_forms import Begin, Done, Lose, Place
from sandtable.games.tobruk.pieces.stacking import Overstacked
from sandtable.games.tobruk.scenario.opening import Bid, Bidding, Deployment, advice
from sandtable.games.tobruk.sight.panels import BID
from sandtable.games.tobruk.state import Tobruk, side_of
from sandtable.kit.clicks import offered, proposed

Names = tuple[str, ...]


def offers(state: Tobruk, side: str, pieces: Sequence[str]) -> list[Offer]:
    """With nothing chosen, everything but moves and attacks; with pieces chosen, what can be done with them."""
    top = question_to(state, side)
    if top is None:
        return []
    if any(name not in state.units for name in pieces):
        return []
    match top:
        case Movement():
            return moving_offers(state, top, pieces)
        case Minefield():
            return mining_offers(state, top, pieces)
        case OverrunMovement():
            return overrun_offers(state, top, pieces)
        case Combat():
            return combat_offers(state, top, pieces)
        case RetreatRoute():
            return retreat_offers(state, top, pieces)
        case Advances():
            return advance_offers(state, top, pieces)
        case Bidding():
            return _bids(state, top, side) if not pieces else []
    found = [_offer(state, action, top) for action in top.actions(state, side)]
    return [offer for offer in found if set(pieces) <= set(offer.pieces)] if pieces else found


def _bids(state: Tobruk, top: Bidding, side: str) -> list[Offer]:
    """[15.3] What the house would bid comes first."""
    every = [action for action in top.actions(state, side) if isinstance(action, Bid)]
    every.sort(key=lambda bid: bid.points != advice().bid.points)
    return [Offer(str(bid), f"bid {bid.points}", panel=BID) for bid in every]


ORDERS = {"move": "move first, then fight", "combat": "fight first, then move"}


def _offer(state: Tobruk, action: Action, top: Decision[Tobruk]) -> Offer:
    text = str(action)
    match action:
        case Done():
            return Offer(text, "the garrison is set" if isinstance(top, Deployment) else "go on")
        case Begin(mode=mode):
            return Offer(text, ORDERS[mode])
        case Place(unit=name, at=at):
            return Offer(text, f"place {name} at {at}", (name,), at)
    return battle_offer(state, action, top)


# --- what a player means by a choice of pieces and a hex


def propose(state: Tobruk, side: str, pieces: Sequence[str], at: str = "") -> Action:
    """The action these clicks mean here; a refusal says why it cannot be."""
    for name in pieces:
        if name not in state.units:
            raise Refusal("2.3", f"there is no unit called {name} in this scenario")
    own = tuple(name for name in pieces if side_of(name) == side)
    foes = tuple(name for name in pieces if side_of(name) != side)
    return proposed(state, side, lambda top: _meant(state, side, top, own, foes, at))


def _meant(state: Tobruk, side: str, top: Decision[Tobruk], own: Names, foes: Names, at: str) -> Action:
    found = _meant_here(state, side, top, own, foes, at)
    if found is not None:
        return found
    if action := offered(offers(state, side, (*own, *foes)), at, NOTATION):
        return action
    raise Refusal("turn", f"nothing can be done with {', '.join((*own, *foes)) or 'that'} now")


def _meant_here(state: Tobruk, side: str, top: Decision[Tobruk], own: Names, foes: Names, at: str) -> Action | None:
    """What these clicks mean in this kind of decision, lawful or not; None where only the offers tell."""
    match top:
        case Movement() if own and foes:
            raise Refusal("3.2", "the formation is in its move mode: attacks are made in the combat mode")
        case Movement() if own and at:
            return meant_move(state, own, at)
        case OverrunMovement() if own and at:
            return Move(own, (board().name(state.units[own[0]].at), at))
        case Combat() if own and foes:
            return meant_attack(state, side, own, foes, at)
        case Combat() if own and at:
            raise Refusal("3.2", "the formation is in its combat mode: choose your units and an enemy next to them")
        case AntiTankFire() if own and foes:
            return Fire(own[0], foes[0])
        case Minefield() if foes and at:
            return Mine(foes[0], at)
        case RetreatRoute() | Advances():
            return meant_way(state, top, own, at)
        case Deployment() | HeadquartersReturn() | Recovery() if own and at:
            return Place(own[0], at)
        case Losses() | Overstacked() if own:
            return Lose(own[0])
    return None


# --- the way, the odds


def path_of(state: Tobruk, side: str, action: Action) -> tuple[str, ...]:
    """The hexes that a lawful action passes, for drawing it."""
    top = state.stack[-1]
    if isinstance(action, Move) and isinstance(top, OverrunMovement):
        way = top.route(state, action)
    elif isinstance(action, Move | Enter):
        way = marched(state, side_of(action.units[0]), action)[0]
    else:
        return ()
    return tuple(board().name(hexagon) for hexagon in way)


def forecast(state: Tobruk, side: str, pieces: Sequence[str]) -> Forecast:
    """The odds of the chosen units against the chosen enemies; while guns fire, those of the shot."""
    top = state.stack[-1]
    named = [name for name in pieces if name in state.units]
    if isinstance(top, AntiTankFire) and side in top.asked(state):
        guns = [name for name in named if side_of(name) == side]
        foes = [name for name in named if side_of(name) != side]
        if guns and foes:
            top.check(state, side, Fire(guns[0], foes[0]))
            return forecast_shot(guns[0], foes[0])
    return forecast_attack(state, side, named)
