"""[6, 9, 13] What the screen offers at the set-up, about Malta and in the reinforcement phase."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.nouns import plural
from sandtable.core.offers import Offer
from sandtable.core.values import Action, may
from sandtable.games.panzerarmee_afrika.arrivals.orders import (
    Arrive,
    Dismount,
    Option,
    Place,
    Rebuild,
    Reinforce,
    Reinstate,
    Remount,
)
from sandtable.games.panzerarmee_afrika.arrivals.phase import Reinforcements
from sandtable.games.panzerarmee_afrika.order_forms import Done
from sandtable.games.panzerarmee_afrika.pieces.counters import counters
from sandtable.games.panzerarmee_afrika.pieces.schedule import options, pool_name, pool_of
from sandtable.games.panzerarmee_afrika.state import CADRE, WITHDRAWN, PanzerarmeeAfrika, role_of, strength_of

ARRIVALS, POINTS, OPTIONS, WITHDRAWALS = "arrivals", "points", "options", "withdrawals"


def mustering_offers(state: PanzerarmeeAfrika, top: Reinforcements, pieces: Sequence[str]) -> list[Offer]:
    """With nothing chosen all but dismounting, which needs units to be named."""
    chosen = set(pieces)
    found = [
        muster_offer(state, action)
        for action in top.actions(state, top.muster.side)
        if pieces or not isinstance(action, Dismount)
    ]
    return [offer for offer in found if chosen <= set(offer.pieces)] if pieces else found


def muster_offer(state: PanzerarmeeAfrika, action: Action) -> Offer:
    text = str(action)
    match action:
        case Arrive(name=name, at=at):
            return Offer(text, f"{name} arrives at {at}", (name,), at, panel=ARRIVALS)
        case Reinstate(name=name, at=at):
            return Offer(text, f"{name} returns at {at}", (name,), at, panel=ARRIVALS)
        case Rebuild(name=name, at=at):
            return Offer(text, f"rebuild {name} at {at} for {price(name)}", (name,), at, panel=POINTS)
        case Reinforce(name=name):
            raised = counters()[name].strength(state.units[name].step + 1)
            label = f"reinforce {name} from {strength_of(state, name)} to {raised}"
            return Offer(text, label, (name,), panel=POINTS)
        case Option(name=letter):
            option = options()[letter]
            return Offer(text, f"{letter}: {option.title} ({plural(option.factors, 'factor')})", panel=OPTIONS)
        case Dismount(units=units, at=at):
            return Offer(text, f"{', '.join(units)} dismount; their lorries go to {at}", units, at)
        case Remount(units=units, lorry=lorry):
            return Offer(text, f"{', '.join(units)} remount with {lorry}", (*units, lorry))
        case Place(name=name, at=at):
            return Offer(text, f"place {name} at {at}", (name,), at)
        case Done():
            return Offer(text, "end the turn")
    return Offer(text, text)


def price(name: str) -> str:
    """[13.3.2] What a unit costs to rebuild."""
    counter = counters()[name]
    return f"{counter.combat_factor} {pool_name(pool_of(counter))}"


def meant_muster(state: PanzerarmeeAfrika, top: Reinforcements, own: tuple[str, ...], at: str) -> Action | None:
    """What a unit and a hex mean here: the first order that is lawful, or the most natural one for its refusal."""
    if not own or not at:
        return None
    side = top.muster.side
    on_map = [name for name in own if state.units[name].at >= 0]
    if on_map:
        return Dismount(tuple(name for name in on_map if role_of(name) == "unit") or own, at)
    orders = (Arrive(own[0], at), Reinstate(own[0], at), Rebuild(own[0], at))
    return next((order for order in orders if may(top.check, state, side, order)), _natural(state, own[0], at))


def _natural(state: PanzerarmeeAfrika, name: str, at: str) -> Action:
    box = state.units[name].at
    if box == CADRE:
        return Rebuild(name, at)
    return Reinstate(name, at) if box == WITHDRAWN else Arrive(name, at)
