"""[16.2, 17, 19, 20, 25] What the screen offers for Replacements, upgrades, departures, Port Supply and attrition."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.nouns import plural
from sandtable.core.offers import Offer
from sandtable.core.values import Action, may
from sandtable.games.north_africa_41.arrivals.conversions import Upgrades, receivers
from sandtable.games.north_africa_41.arrivals.orders import Convert, Rebuild, Remove, Replace, Upgrade
from sandtable.games.north_africa_41.arrivals.replacements import kind_of
from sandtable.games.north_africa_41.lines.free_supply import Deposit
from sandtable.games.north_africa_41.lines.support_units import Ready
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.order_forms import Done
from sandtable.games.north_africa_41.pieces.selection import spot, supply_marker, title_of
from sandtable.games.north_africa_41.state import NorthAfrica
from sandtable.games.north_africa_41.supply.attrition import Deplete
from sandtable.games.north_africa_41.supply.phase import Allotment, Supply


def mustering(state: NorthAfrica, action: Action) -> Offer | None:
    """One order of the Initial and the Preparation Phase."""
    text = str(action)
    match action:
        case Replace(name=name, at=by):
            steps = state.units[name].steps
            return Offer(
                text, f"{name} from {steps} to {plural(steps + 1, 'step')} with {by} ({kind_of(state, by)})", (name, by)
            )
        case Rebuild(name=name, replacement=by):
            where = title_of(state.units[by].at)
            return Offer(text, f"bring back {name} in {where} with {by}", (name, by))
        case Remove(name=name):
            return Offer(text, f"remove {name} from {title_of(state.units[name].at)}", (name,))
        case Upgrade(name=name, crew=crew, tanks_to=tanks):
            return _upgrade(state, text, name, crew, tanks)
        case Convert(name=name):
            return Offer(text, f"form {name}", (name,))
        case Ready(name=name):
            return Offer(text, f"make {name} Ready for a Supply Point (17.1.4)", (name,))
        case Supply(units=units):
            return Offer(text, f"supply {', '.join(units)}", units)
        case Deposit(at=at):
            place = board().location(at)
            return Offer(text, f"place it {'at' if place >= 0 else 'in'} {title_of(place)}", (), spot(place))
        case Deplete(name=name):
            if name in state.units:
                return Offer(text, f"deplete the ASU {name}", (name,))
            place = board().location(name)
            return Offer(text, f"give up a Supply Point at {title_of(place)}", (supply_marker(place),))
    return None


def _upgrade(state: NorthAfrica, text: str, name: str, crew: str, tanks: str) -> Offer:
    """[20.4.1]"""
    old = f"; its tanks to {tanks}" if tanks else "; its tanks are lost" if receivers(state, crew) else ""
    return Offer(text, f"{name} with the crews of {crew}{old}", (name, crew, *((tanks,) if tanks else ())))


def upgrading_offers(state: NorthAfrica, top: Upgrades, pieces: Sequence[str]) -> list[Offer]:
    """[20.4.1] With nothing chosen who may leave; with a unit chosen also who takes its old tanks."""
    found: list[Offer] = []
    for action in top.actions(state, "allied"):
        if isinstance(action, Done):
            found.append(Offer(str(action), "wait"))
        elif isinstance(action, Upgrade) and (pieces or not action.tanks_to):
            found.append(_upgrade(state, str(action), action.name, action.crew, action.tanks_to))
    return [offer for offer in found if {*pieces} <= {*offer.pieces}] if pieces else found


def allotting_offers(state: NorthAfrica, top: Allotment, pieces: Sequence[str]) -> list[Offer]:
    """[16.2] One by one, or those chosen together."""
    single = [offer for action in top.actions(state, top.side) if (offer := mustering(state, action))]
    if not pieces:
        return [*single, Offer(str(Done()), "supply no more units")]
    order = Supply(tuple(pieces))
    return (
        [Offer(str(order), f"supply {', '.join(pieces)}", order.units)]
        if may(top.check, state, top.side, order)
        else []
    )
