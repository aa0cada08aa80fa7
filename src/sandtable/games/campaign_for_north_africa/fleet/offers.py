"""[30.15, 30.21, 30.51] What the screen offers to the fleet: where ships go, what they shell, whom they carry."""

from __future__ import annotations

from sandtable.core.offers import Offer
from sandtable.core.values import may
from sandtable.games.campaign_for_north_africa.combat.orders import Barrage
from sandtable.games.campaign_for_north_africa.fleet.landings import check_disembark, landing_cost
from sandtable.games.campaign_for_north_africa.fleet.offshore_bombardment import NONE, OffShore, ready
from sandtable.games.campaign_for_north_africa.fleet.orders import Embark, Engage, Sail
from sandtable.games.campaign_for_north_africa.fleet.ships import ALEXANDRIA, VALLETTA, FleetAssignment, roads
from sandtable.games.campaign_for_north_africa.fleet.shore_guns import SAN_GIORGIO, ShoreFire, at_sea
from sandtable.games.campaign_for_north_africa.fleet.troops import check_embark, goals, transfers
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.raiders.orders import Disembark
from sandtable.games.campaign_for_north_africa.selection import (
    CONVOYS,
    Selection,
    listed,
    so_many,
    spot,
    spot_named,
    title_named,
    title_of,
)
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.terrain_chart import points as in_words


def fleet_offers(state: Campaign, top: FleetAssignment) -> list[Offer]:
    """Every ship to wherever it finds enemies, and to its ports."""
    ways = [Sail(name, board().name(at)) for name, hexes in top.goals(state).items() for at in hexes]
    ports = [action for action in top.actions(state, top.side) if isinstance(action, Sail) and action not in ways]
    found = [sail_offer(action) for action in (*ways, *ports)]
    found += [
        _landing(state, each) for each in top.landings(state) if isinstance(each, Disembark) and _may(state, each)
    ]
    return [Offer(str(Done()), "keep the other ships in port"), *found]


def _may(state: Campaign, action: Disembark) -> bool:
    return may(check_disembark, state, action, roads().get(state.ships[action.to].at, 0))


def _landing(state: Campaign, action: Disembark) -> Offer:
    at = state.ships[action.to].at
    cost = in_words(landing_cost(at, roads()[at]))
    label = f"{action.to} puts {action.name} ashore at {title_of(at)}: {cost} CP (27.72)"
    return Offer(str(action), label, (action.name,), spot(at))


def sail_offer(action: Sail) -> Offer:
    """[30.15, 30.18] A ship off the coast, or on its way to a port."""
    if action.to in (ALEXANDRIA, VALLETTA):
        return Offer(str(action), f"{action.name} goes to {action.to.title()} (30.18)", panel=CONVOYS)
    return Offer(str(action), f"{action.name} lies off {title_named(action.to)} (30.15)", (), spot_named(action.to))


def salvo_offers(state: Campaign, top: OffShore) -> list[Offer]:
    """Every ship at whatever it reaches, all together at units, nothing."""
    alone = [Barrage((fire,)) for name in ready(state) for fire in top.fires(state, name)]
    every = dict.fromkeys((*top.actions(state, top.side), *alone))
    return [
        Offer(str(action), f"ships: {action}" if action != NONE else "hold fire", (), _aim(action))
        for action in every
        if isinstance(action, Barrage)
    ]


def shore_offers(state: Campaign, top: ShoreFire, chosen: Selection) -> list[Offer]:
    """[30.17, 30.35] Every ship under all guns that reach it, and under each battery; what else the San Giorgio has."""
    done = [Offer(str(Done()), "fire at no more ships")] if not chosen.counters else []
    ships = at_sea(state)
    fires = [
        Offer(
            str(order),
            f"fire at {order.ship} with {so_many(order.guns)} (30.35)",
            _crews(order),
            spot(ships[order.ship]),
        )
        for order in top.engagements(state)
    ]
    hulk = [
        Offer(
            str(order),
            f"San Giorgio: barrage {fire.target} {fire.number} at {fire.at} (30.17)",
            (SAN_GIORGIO,),
            fire.at,
        )
        for order in top.barrages(state)
        for fire in order.fires
    ]
    found = [*fires, *hulk]
    return [*done, *(offer for offer in found if {*chosen.counters} <= {*offer.pieces})]


def _crews(order: Engage) -> tuple[str, ...]:
    return tuple(dict.fromkeys(points.unit for points in order.guns))


def _aim(action: Barrage) -> str:
    return action.fires[0].at if len(action.fires) == 1 else ""


def embarking_offers(state: Campaign, chosen: Selection) -> list[Offer]:
    """[30.51] The counters chosen to every port that takes them together; with none chosen, all that can be shipped."""
    if not chosen.counters:
        return [Offer(str(Done()), "ship nobody else"), *map(_embark_offer, transfers(state))]
    if chosen.at is None:
        return []
    orders = [Embark(chosen.counters, board().name(goal)) for goal in goals(state, chosen.at)]
    return [_embark_offer(order) for order in orders if may(check_embark, state, order)]


def _embark_offer(action: Embark) -> Offer:
    label = f"ship {listed(action.units)} to {title_named(action.to)} (30.51)"
    return Offer(str(action), label, action.units, spot_named(action.to))
