"""What the screen offers in each decision: clicks as actions, odds weighed, the way an action takes."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.frames import Decision, question_to
from sandtable.core.nouns import plural
from sandtable.core.offers import Offer
from sandtable.core.values import Action, Refusal
from sandtable.games.panzerarmee_afrika.arrivals.offers import WITHDRAWALS, meant_muster, muster_offer, mustering_offers
from sandtable.games.panzerarmee_afrika.arrivals.orders import Place, Withdraw
from sandtable.games.panzerarmee_afrika.arrivals.phase import Reinforcements
from sandtable.games.panzerarmee_afrika.combat.declarations import Declarations
from sandtable.games.panzerarmee_afrika.combat.offers import (
    advance_offer,
    declaring_offers,
    forecast,
    meant_attack,
    react_offer,
    resolving_offers,
    supplying_offers,
)
from sandtable.games.panzerarmee_afrika.combat.orders import Advance, React
from sandtable.games.panzerarmee_afrika.combat.resolution import Resolution
from sandtable.games.panzerarmee_afrika.combat.supply import CombatSupply
from sandtable.games.panzerarmee_afrika.deployment import Deployment
from sandtable.games.panzerarmee_afrika.factors.losses import Lose
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.movement.haulage import hauled, rail_path
from sandtable.games.panzerarmee_afrika.movement.offers import meant, moving_offers
from sandtable.games.panzerarmee_afrika.movement.orders import Haul, Move, Overrun, Rail, Ship
from sandtable.games.panzerarmee_afrika.movement.overruns import planned
from sandtable.games.panzerarmee_afrika.movement.phase import Movement, marched
from sandtable.games.panzerarmee_afrika.movement.reach import reach
from sandtable.games.panzerarmee_afrika.notation import NOTATION
from sandtable.games.panzerarmee_afrika.order_forms import Done
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, side_of, total_strength
from sandtable.games.panzerarmee_afrika.supply.malta import Decline, Malta, MaltaInvasion
from sandtable.kit.clicks import offered, proposed

__all__ = ["forecast", "offers", "path_of", "propose"]


def offers(state: PanzerarmeeAfrika, side: str, pieces: Sequence[str]) -> list[Offer]:
    """With nothing chosen, everything but moves; with pieces chosen, what can be done with them."""
    top = question_to(state, side)
    if top is None:
        return []
    if any(name not in state.units for name in pieces):
        return []
    match top:
        case Movement():
            return moving_offers(state, top.side, top, pieces)
        case Declarations():
            return declaring_offers(state, top, pieces)
        case CombatSupply():
            return supplying_offers(state, top, pieces)
        case Resolution():
            return resolving_offers(state, top, pieces)
        case Reinforcements():
            return mustering_offers(state, top, pieces)
    found = [_offer(state, action, top) for action in top.actions(state, side)]
    if isinstance(top, MaltaInvasion):
        found.reverse()  # what is named first is pressed most easily
    return [offer for offer in found if set(pieces) <= set(offer.pieces)] if pieces else found


# What ending each decision means; elsewhere one simply goes on.
ENDINGS = {"Deployment": "begin the game", "AdvanceAfterCombat": "stay where they are", "Reaction": "send none"}


def _offer(state: PanzerarmeeAfrika, action: Action, top: Decision[PanzerarmeeAfrika]) -> Offer:
    text = str(action)
    match action:
        case Done():
            first = isinstance(top, Deployment) and top.side == "allied"
            return Offer(text, "deployment complete" if first else ENDINGS.get(type(top).__name__, "go on"))
        case Place():
            return muster_offer(state, action)
        case Malta():
            return Offer(text, "attempt the invasion")
        case Decline():
            return Offer(text, "do not invade Malta")
        case Lose(units=units):
            return Offer(text, f"lose {', '.join(units)} ({plural(total_strength(state, units), 'factor')})", units)
        case Withdraw(name=name):
            return Offer(text, f"withdraw {name}", (name,), panel=WITHDRAWALS)
        case Advance():
            return advance_offer(state, action)
        case React():
            return react_offer(state, action)
    return Offer(text, text)


# --- what a player means by a choice of pieces and a hex


def propose(state: PanzerarmeeAfrika, side: str, pieces: Sequence[str], at: str = "") -> Action:
    """The action these clicks mean here; a refusal says why it cannot be."""
    for name in pieces:
        if name not in state.units:
            raise Refusal("2.3", f"there is no counter called {name}")
    own = tuple(name for name in pieces if side_of(name) == side)
    foes = tuple(name for name in pieces if side_of(name) != side)
    return proposed(state, side, lambda top: _meant(state, side, top, own, foes, at))


def _meant(
    state: PanzerarmeeAfrika,
    side: str,
    top: Decision[PanzerarmeeAfrika],
    own: tuple[str, ...],
    foes: tuple[str, ...],
    at: str,
) -> Action:
    if isinstance(top, Movement) and own and (at or foes):
        return meant(state, top.side, own, foes, at)
    if isinstance(top, Declarations | Resolution) and own and foes:
        return meant_attack(state, side, own, foes)
    if isinstance(top, Reinforcements) and (action := meant_muster(state, top, own, at)):
        return action
    if isinstance(top, Deployment) and own and at:
        return Place(own[0], at)
    if action := offered(offers(state, side, (*own, *foes)), at, NOTATION):
        return action
    raise Refusal("turn", f"nothing can be done with {', '.join((*own, *foes)) or 'that'} now")


# --- the way


def path_of(state: PanzerarmeeAfrika, side: str, action: Action) -> tuple[str, ...]:
    """The hexes that a lawful action passes, for drawing it."""
    return tuple(board().name(at) for at in _way(state, action))


def _way(state: PanzerarmeeAfrika, action: Action) -> Sequence[int]:
    match action:
        case Move(units=units):
            return marched(state, side_of(units[0]), action)[0]
        case Overrun(units=units):
            return planned(state, side_of(units[0]), action).path
        case Haul(lorry=lorry):
            return hauled(state, side_of(lorry), action)[0]
        case Rail(name=name, at=at):
            return rail_path(state.units[name].at, board().index[at])
        case Ship(name=name, at=at):
            return state.units[name].at, board().index[at]
        case React(name=name, at=at):
            return reach(state, (name,)).path(board().index[at])
    return ()
