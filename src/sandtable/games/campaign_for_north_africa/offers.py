"""What the screen offers in each decision: clicks as actions, what a choice of pieces means, the way of an action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandtable.core.frames import Decision, question_to
from sandtable.core.offers import Forecast, Offer
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.arrivals.deployment import Deployment
from sandtable.games.campaign_for_north_africa.arrivals.offers import deploying_offers
from sandtable.games.campaign_for_north_africa.arrivals.orders import Substitute
from sandtable.games.campaign_for_north_africa.capability.offers import reserve_offers
from sandtable.games.campaign_for_north_africa.capability.orders import GoFirst, GoLast, Release
from sandtable.games.campaign_for_north_africa.capability.reserves import Designation, ReserveRelease
from sandtable.games.campaign_for_north_africa.combat import forecasts
from sandtable.games.campaign_for_north_africa.combat.barrage.gun_positions import Positions
from sandtable.games.campaign_for_north_africa.combat.barrage.offers import plot_offers, position_offers
from sandtable.games.campaign_for_north_africa.combat.barrage.plot import Plot
from sandtable.games.campaign_for_north_africa.combat.close_assault import NextAssault
from sandtable.games.campaign_for_north_africa.combat.force_assignment import ForceAssignment
from sandtable.games.campaign_for_north_africa.combat.offers import (
    assault_offers,
    commit_offers,
    loss_offers,
    meant_attack,
    meant_retreat,
    meant_withdrawal,
    reassignment_offers,
    retreat_offers,
    withdrawing_offers,
)
from sandtable.games.campaign_for_north_africa.combat.orders import Retreat
from sandtable.games.campaign_for_north_africa.combat.reassignment import Reassignment
from sandtable.games.campaign_for_north_africa.combat.retreat_before_assault import RetreatBeforeAssault
from sandtable.games.campaign_for_north_africa.combat.retreats import Retreats
from sandtable.games.campaign_for_north_africa.fleet.offers import (
    embarking_offers,
    fleet_offers,
    sail_offer,
    salvo_offers,
    shore_offers,
)
from sandtable.games.campaign_for_north_africa.fleet.offshore_bombardment import OffShore
from sandtable.games.campaign_for_north_africa.fleet.orders import Chariots, Embark, Raid, Sail
from sandtable.games.campaign_for_north_africa.fleet.ships import FleetAssignment
from sandtable.games.campaign_for_north_africa.fleet.shore_guns import ShoreFire
from sandtable.games.campaign_for_north_africa.fleet.troops import TroopTransport
from sandtable.games.campaign_for_north_africa.logistics.convoy_attacks import Foundering
from sandtable.games.campaign_for_north_africa.logistics.convoys import Sailing
from sandtable.games.campaign_for_north_africa.logistics.delta import MOTORS
from sandtable.games.campaign_for_north_africa.logistics.haulage import TruckConvoys, check_drive, check_haul
from sandtable.games.campaign_for_north_africa.logistics.motorization_points import MonthlyLoss
from sandtable.games.campaign_for_north_africa.logistics.offers import (
    check_hauls,
    hauling_offers,
    meant_haul,
    monthly_offers,
    sailing_offers,
)
from sandtable.games.campaign_for_north_africa.logistics.orders import Airlift, Drive, Haul, Ship
from sandtable.games.campaign_for_north_africa.losses.absorbing_losses import Absorbing
from sandtable.games.campaign_for_north_africa.losses.orders import Lose
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.march import Reaction
from sandtable.games.campaign_for_north_africa.movement.offers import (
    check_marches,
    meant_march,
    moving_offers,
    rail_offers,
    reacting_offers,
)
from sandtable.games.campaign_for_north_africa.movement.orders import Again, Move, Rail, React, Withdraw
from sandtable.games.campaign_for_north_africa.movement.rail import RailMovement, ways
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.notation import NOTATION
from sandtable.games.campaign_for_north_africa.order_forms import Done, Land, Points
from sandtable.games.campaign_for_north_africa.organisation.offers import organising_offers
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.patrols.offers import patrol_offers
from sandtable.games.campaign_for_north_africa.patrols.orders import Reveal
from sandtable.games.campaign_for_north_africa.patrols.patrol_phase import Patrols
from sandtable.games.campaign_for_north_africa.prisoners.marches import path_of_column
from sandtable.games.campaign_for_north_africa.prisoners.offers import meant_column, prisoner_offers
from sandtable.games.campaign_for_north_africa.prisoners.orders import Column
from sandtable.games.campaign_for_north_africa.prisoners.phase import PrisonerMarches, Taking
from sandtable.games.campaign_for_north_africa.raiders.encounters import Encounter, Getaway
from sandtable.games.campaign_for_north_africa.raiders.offers import (
    encounter_offers,
    getaway_offers,
    meant_prowl,
    raider_offers,
)
from sandtable.games.campaign_for_north_africa.raiders.orders import Prowl
from sandtable.games.campaign_for_north_africa.raiders.prowling import check_prowl
from sandtable.games.campaign_for_north_africa.repair.offers import repair_offers, towing_offers
from sandtable.games.campaign_for_north_africa.repair.orders import Capture, Tow
from sandtable.games.campaign_for_north_africa.repair.repair_phase import Maintenance
from sandtable.games.campaign_for_north_africa.repair.towing import Towing
from sandtable.games.campaign_for_north_africa.replacements.allotment import Allotment
from sandtable.games.campaign_for_north_africa.replacements.marches import path_of_replacements
from sandtable.games.campaign_for_north_africa.replacements.offers import (
    allotment_offers,
    foundering_offers,
    march_offers,
    meant_march_of,
    planning_offers,
)
from sandtable.games.campaign_for_north_africa.replacements.orders import Carry, Forward
from sandtable.games.campaign_for_north_africa.replacements.phase import ReplacementMarches
from sandtable.games.campaign_for_north_africa.replacements.planning import Planning
from sandtable.games.campaign_for_north_africa.selection import (
    CONVOYS,
    Selection,
    listed,
    named,
    selection_from,
    spot_named,
    title_named,
    told,
)
from sandtable.games.campaign_for_north_africa.state import Campaign, top_of

# What ending each decision means; elsewhere one simply goes on.
ENDINGS: Mapping[str, str] = {
    "Repetition": "end movement and combat",
    "Landing": "leave them where they landed",
    "SeaTransport": "ship nothing",
    "CoastalShipping": "ship nothing more",
    "DeltaLanding": "leave the rest in Cairo",
    "MotorLanding": "leave them all in Cairo",
    "FleetAssignment": "keep the other ships in port",
    "RaidPlot": "no raid in this Operations Stage",
    "Substitution": "lose it",
    "Releasing": "release nobody",
}


def offers(state: Campaign, side: str, pieces: Sequence[str]) -> list[Offer]:
    """With nothing chosen, everything but moves; with pieces chosen, what can be done with them."""
    top = question_to(state, side)
    if top is None:
        return []
    try:
        chosen = selection_from(state, side, pieces)
    except Refusal:
        return []
    return _offers(state, side, top, chosen, pieces)


def _offers(
    state: Campaign,
    side: str,
    top: Decision[Campaign],
    chosen: Selection,
    pieces: Sequence[str],
) -> list[Offer]:
    match top:
        case Movement() if chosen.raiders:
            return raider_offers(state, top.side, chosen)
        case Movement():
            return moving_offers(state, top, chosen)
        case Encounter():
            return encounter_offers(state, top, pieces)
        case Getaway():
            return getaway_offers(state, top, chosen)
        case Reaction():
            return reacting_offers(state, top, chosen)
        case RetreatBeforeAssault():
            return withdrawing_offers(state, top, chosen)
        case Positions():
            return position_offers(state, side, top, chosen)
        case Plot():
            return plot_offers(state, side, top, chosen)
        case ForceAssignment():
            return commit_offers(state, side, top, chosen)
        case Reassignment():
            return reassignment_offers(state, top)
        case Absorbing():
            return loss_offers(state, top, chosen)
        case Retreats():
            return retreat_offers(state, top, chosen)
        case NextAssault():
            return assault_offers(state, top)
        case Organisation():
            return organising_offers(state, top, chosen)
        case Designation() | ReserveRelease():
            return reserve_offers(state, top, chosen)
        case Deployment():
            return deploying_offers(state, top, chosen)
        case TruckConvoys():
            return hauling_offers(state, top, chosen)
        case Taking() | PrisonerMarches():
            return prisoner_offers(state, top, chosen)
        case Planning():
            return planning_offers(state, top)
        case Allotment():
            return allotment_offers(state, top, chosen)
        case ReplacementMarches():
            return march_offers(state, top, chosen)
        case Foundering():
            return foundering_offers(state, top)
        case RailMovement():
            return rail_offers(state, top, chosen)
        case Sailing():
            return sailing_offers(state, top)
        case MonthlyLoss():
            return monthly_offers(state, top)
        case FleetAssignment():
            return fleet_offers(state, top)
        case OffShore():
            return salvo_offers(state, top)
        case ShoreFire():
            return shore_offers(state, top, chosen)
        case TroopTransport():
            return embarking_offers(state, chosen)
        case Towing():
            return towing_offers(state, top, chosen)
        case Maintenance():
            return repair_offers(state, top, chosen)
        case Patrols():
            return patrol_offers(state, top, chosen)
    return _listed(state, side, top, pieces)


def _listed(state: Campaign, side: str, top: Decision[Campaign], pieces: Sequence[str]) -> list[Offer]:
    """Decisions with few answers: each as it is listed."""
    found = [_offer(state, top, action) for action in top.actions(state, side)]
    return [offer for offer in found if {*pieces} <= {*offer.pieces}] if pieces else found


def _offer(state: Campaign, top: Decision[Campaign], action: Action) -> Offer:
    text = str(action)
    match action:
        case Done():
            return Offer(text, ENDINGS.get(type(top).__name__, "continue"))
        case Again():
            return Offer(text, "move and fight once more (8.22)")
        case GoFirst():
            return Offer(text, "move first in this Operations Stage (7.11)")
        case GoLast():
            return Offer(text, "move last in this Operations Stage (7.11)")
        case Release(units=units):
            pieces = tuple(dict.fromkeys(top_of(state, name) for name in units))
            return Offer(text, f"release {listed(units)} (61.3)", pieces)
    return described(state, action) or Offer(text, text)


# What a player means by a choice of pieces and a hex


def propose(state: Campaign, side: str, pieces: Sequence[str], at: str = "") -> Action:
    """The action these clicks mean here; a refusal says why it cannot be."""
    top = state.stack[-1]
    if not isinstance(top, Decision):
        raise Refusal("over", "the game is over")
    if side not in top.asked(state):
        raise Refusal("turn", "it is for the other side to decide")
    action = _meant(state, side, top, selection_from(state, side, pieces), pieces, at)
    top.check(state, side, action)
    return action


def _meant(
    state: Campaign,
    side: str,
    top: Decision[Campaign],
    chosen: Selection,
    pieces: Sequence[str],
    at: str,
) -> Action:
    for offer in _offers(state, side, top, chosen, pieces) if at else ():
        if offer.at == at:
            return NOTATION.parse(offer.action)
    match top:
        case Movement() | Getaway() if chosen.raiders and at:
            return meant_prowl(state, chosen, at)
        case Movement() if chosen.own and (at or chosen.foes):
            return meant_march(state, top, chosen, at)
        case Plot() | ForceAssignment() if chosen.counters and at:
            raise Refusal("15.21", f"there is no enemy to attack in {at}: choose the enemies themselves")
        case Plot() | ForceAssignment() if chosen.counters:
            return NOTATION.parse(meant_attack(state, side, top, chosen))
        case RetreatBeforeAssault() if chosen.counters and at:
            return meant_withdrawal(state, chosen, at)
        case Retreats() if at:
            return meant_retreat(state, top, chosen, at)
        case TruckConvoys() if chosen.own and at:
            return meant_haul(state, top, chosen, at)
        case Taking() | PrisonerMarches() if chosen.captives and at:
            return meant_column(state, top, chosen, at)
        case ReplacementMarches() if chosen.counters and at:
            return meant_march_of(state, top, chosen, at)
        case Reaction() if chosen.counters and at and chosen.at is not None:
            return React(chosen.counters, (board().name(chosen.at), at))
        case TroopTransport() if chosen.counters and at:
            return Embark(chosen.counters, at)
        case RailMovement() if len(chosen.own) == 1 and at:
            return Rail(chosen.own[0], at)
    found = [each for each in _offers(state, side, top, chosen, pieces) if not each.folded] if not at else []
    if found:
        return NOTATION.parse(found[0].action)
    match top:
        case Movement() if not at:
            check_marches(state, top, chosen)
        case TruckConvoys() if chosen.own and not at:
            check_hauls(state, top, chosen)
    raise Refusal("turn", f"nothing can be done with {listed(pieces) or 'that'} now")


def forecast(state: Campaign, side: str, pieces: Sequence[str]) -> Forecast:
    """[15.26] The odds of the chosen counters against the chosen enemies."""
    return forecasts.forecast(state, side, selection_from(state, side, pieces))


# The way


def path_of(state: Campaign, side: str, action: Action) -> tuple[str, ...]:
    """The hexes that a lawful action passes, for drawing it."""
    top = state.stack[-1]
    match action:
        case Move() if isinstance(top, Movement):
            return named(top.plan(state, action).path)
        case Withdraw(path=path) | Retreat(path=path) | React(path=path) | Tow(path=path):
            return path
        case Prowl() if isinstance(top, Movement):
            return named(check_prowl(state, top.side, action).path)
        case Prowl() if isinstance(top, Getaway):
            return named(top.way(state, action).path)
        case Column() if isinstance(top, Taking | PrisonerMarches):
            return named(path_of_column(state, top.side, action))
        case Forward() | Carry() if isinstance(top, ReplacementMarches):
            return named(path_of_replacements(state, top.side, action))
        case Haul(units=units):
            return named(check_haul(state, state.supply[units[0]].side, action).path)
        case Drive() if isinstance(top, TruckConvoys):
            return named(check_drive(state, top.side, action, top.driven).path)
        case Rail(name=name, to=to):
            start = state.supply[name].at if name in state.supply else state.units[name].at
            return named(ways(state, start).get(board().hex(to), ()))
        case Embark(units=units, to=to):
            return board().name(state.units[units[0]].at), to
        case Ship(name=name, to=to) | Airlift(name=name, to=to):
            return board().name(state.supply[name].at), to
    return ()


def described(state: Campaign, action: Action) -> Offer | None:
    """Other orders of the quartermaster and of arrivals, as they are listed."""
    text = str(action)
    match action:
        case Ship(name=name, to=to):
            return Offer(text, f"ship {name} to {title_named(to)} (32.35)", (name,), spot_named(to), panel=CONVOYS)
        case Sail():
            return sail_offer(action)
        case Raid():
            return Offer(text, "raid the fleet in Alexandria (32.73)")
        case Chariots():
            return Offer(text, "plan the raid of the chariots on Alexandria (30.42)")
        case Land(name=name, to=to) if name == MOTORS:
            return Offer(text, f"Motorization Points land at {title_named(to)} (32.52)", (), spot_named(to))
        case Land(name=name, to=to):
            pieces = (name,) if name in state.supply else (top_of(state, name),)
            shown = pieces if name in state.supply or state.units[pieces[0]].at in state.stacks else ()
            return Offer(text, f"{name} lands at {title_named(to)}", shown, spot_named(to))
        case Substitute(name=name, to=to):
            return Offer(text, f"withdraw {name} instead of {to} (20.85)", (top_of(state, name),))
        case Capture(name=name, to=to):
            label = f"remove {name} for good (14.52)" if to == "none" else f"pull {name} to {title_named(to)} (14.53)"
            return Offer(text, label, (name,), spot_named(to))
        case Reveal(points=points):
            return Offer(text, f"reveal {told(points)} (16.51)")
        case Lose(points=points):
            return Offer(text, f"lose {told(points)}", _pieces(state, points))
    return None


def _pieces(state: Campaign, points: Sequence[Points]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(top_of(state, each.unit) for each in points if each.unit in state.units))
