"""[32.3, 32.6, 8.7, 16.1, 22.1] What the screen offers to the quartermaster: trucks, trains, ships and convoys, repair;
and to patrols."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.nouns import plural
from sandtable.core.offers import Offer
from sandtable.core.values import Action, Refusal, may
from sandtable.games.campaign_for_north_africa.ground.zones import stands
from sandtable.games.campaign_for_north_africa.logistics.baggage import allowance
from sandtable.games.campaign_for_north_africa.logistics.convoys import Sailing
from sandtable.games.campaign_for_north_africa.logistics.haulage import TruckConvoys
from sandtable.games.campaign_for_north_africa.logistics.motorization_points import MonthlyLoss, loose
from sandtable.games.campaign_for_north_africa.logistics.orders import Consign, Convoy, Destroy, Drive, Haul
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import lane
from sandtable.games.campaign_for_north_africa.logistics.truck_routes import drive_allowance, reach
from sandtable.games.campaign_for_north_africa.losses.orders import Lose
from sandtable.games.campaign_for_north_africa.map import board, entry_road, place_kind
from sandtable.games.campaign_for_north_africa.order_forms import Done
from sandtable.games.campaign_for_north_africa.selection import (
    CONVOYS,
    Selection,
    motors_piece,
    named,
    spot,
    suggested_first,
    title_named,
    title_of,
)
from sandtable.games.campaign_for_north_africa.state import REGION, Campaign
from sandtable.games.campaign_for_north_africa.terrain_chart import points as in_words

LOTS = (10, 30, 50)  # unattached Motorization Points that are offered besides all
LOT = 5  # steps in which Motorization Points are sent by sea
PLACES = ("city", "village")


# Trucks [32.33, 8.98]


def hauling_offers(state: Campaign, top: TruckConvoys, chosen: Selection) -> list[Offer]:
    if not chosen.own:
        return [Offer(str(Done()), "end truck convoys")]
    if chosen.at is None or chosen.foes:
        return []
    if chosen.motors:
        return list(_drives(state, top, chosen.motors[0]))
    return list(_hauls(state, top, chosen.supply, chosen.at)) if chosen.supply else []


def _hauls(state: Campaign, top: TruckConvoys, names: tuple[str, ...], at: int) -> Iterator[Offer]:
    """[32.33, 32.58] Supply Units that stand together."""
    here = board().name(at)
    for box in (*_journeys(at), *((here,) if state.supply[names[0]].journey is not None else ())):
        action = Haul(names, (here, box))
        if may(top.check, state, top.side, action):
            yield Offer(str(action), f"go on towards {title_named(box)}: a whole Operations Stage (8.84)", names)
    if at < 0:
        return
    left = min(allowance() - state.supply[name].spent for name in names)
    found = reach(state, top.side, at, max(0, left))
    for end in found:
        action = Haul(names, named(found.path(end)) if end in board().neighbours[at] else (here, board().name(end)))
        if not may(top.check, state, top.side, action):
            continue
        cost = in_words(found.points(end))
        yield Offer(str(action), f"to {title_of(end)}: {cost} CP (32.33)", names, spot(end), cost)


def _journeys(at: int) -> list[str]:
    """[8.84] Boxes, and the hex where the region begins."""
    edge = entry_road()[0]
    if at >= 0 and at != edge:
        return []
    return [board().name(end) for end in (*REGION, edge) if end != at]


def _drives(state: Campaign, top: TruckConvoys, at: int) -> Iterator[Offer]:
    """[8.98] In a few lots, to where somebody could use them; any other hex is pointed at."""
    fresh = loose(state, top.side, at) - top.driven.get(at, 0)
    here, piece = board().name(at), motors_piece(at)
    counts = [count for count in dict.fromkeys((fresh, *LOTS)) if 0 < count <= fresh]
    for box in _journeys(at):
        for count in counts:
            action = Drive(count, (here, box))
            if may(top.check, state, top.side, action):
                yield Offer(str(action), f"{plural(count, 'point')} to {title_named(box)} (8.84)", (piece,))
    if at < 0 or not counts:
        return
    depots = {unit.at for unit in state.supply.values() if unit.side == top.side}
    useful = {*stands(state, top.side), *depots}
    found = reach(state, top.side, at, drive_allowance())
    for goal in found:
        if goal not in useful and place_kind(goal) not in PLACES:
            continue
        way = named(found.path(goal)) if goal in board().neighbours[at] else (here, board().name(goal))
        for count in counts:
            label = f"{plural(count, 'point')} to {title_of(goal)} (8.98)"
            yield Offer(str(Drive(count, way)), label, (piece,), spot(goal), in_words(found.points(goal)))


def meant_haul(state: Campaign, top: TruckConvoys, chosen: Selection, at: str) -> Action:
    if chosen.at is None:
        raise Refusal("32.33", "choose Supply Units or trucks in the same hex")
    here = board().name(chosen.at)
    if chosen.motors:
        return Drive(loose(state, top.side, chosen.motors[0]) - top.driven.get(chosen.motors[0], 0), (here, at))
    if not chosen.supply:
        raise Refusal("32.33", "only Supply Units and unattached Motorization Points move now")
    return Haul(chosen.supply, (here, at))


def check_hauls(state: Campaign, top: TruckConvoys, chosen: Selection) -> None:
    """[32.33] Say why nothing can be done with what was chosen: as of a step to the next hex."""
    if chosen.at is None or chosen.at >= 0:
        beside = board().adjacent[chosen.at][0] if chosen.at is not None else 0
        top.check(state, top.side, meant_haul(state, top, chosen, board().name(beside)))


# Trains and ships [8.72, 32.35]


# Convoys [32.61]


def sailing_offers(state: Campaign, top: Sailing) -> list[Offer]:
    """For each lane every number of Supply Units, with all, none or round lots of the Motorization Points it takes."""
    every = [action for action in top.actions(state, top.side) if isinstance(action, Convoy)]
    most: dict[int, int] = {}
    for action in every:
        most[action.lane] = max(action.motors, most.get(action.lane, 0))
    found = [
        Offer(str(action), _sailing(action), panel=CONVOYS)
        for action in every
        if action.motors % LOT == 0 or action.motors == most[action.lane]
    ]
    for order in top.actions(state, top.side):
        if isinstance(order, Consign):
            what = ", ".join(f"{lot.points} {lot.nation.title()} {lot.item.replace('_', ' ')}" for lot in order.lots)
            label = f"lane {order.lane} to {lane(order.lane).port}: {what} (32.61)"
            found.append(Offer(str(order), label, panel=CONVOYS))
    return [*found, Offer(str(Done()), "leave the rest behind; Replacement Points go by the first lane")]


def _sailing(action: Convoy) -> str:
    found = lane(action.lane)
    loads = ((action.supply, "Supply Unit"), (action.motors, "Motorization Point"))
    what = " and ".join(f"{count} {noun}{'s' * (count > 1)}" for count, noun in loads if count)
    return f"lane {action.lane} to {found.port}: {what}"


def monthly_offers(state: Campaign, top: MonthlyLoss) -> list[Offer]:
    """[32.57] The usual way first."""
    found = []
    for number, action in enumerate(top.actions(state, top.side)):
        if not isinstance(action, Lose):
            continue
        what = ", ".join(f"{each.points} {_source(each.unit)}" for each in action.points)
        found.append(Offer(str(action), suggested_first(number, f"remove {what}")))
    return found


# The fleet [30.15, 30.21]


def _source(name: str) -> str:
    """Unattached points lie in a place, the others are with a counter or Supply Unit."""
    titled = title_named(name)
    return f"unattached at {titled}" if name in board().index or titled != name else f"from {name}"


# Wrecks [21.63, 22.2]


# Patrols [16.12]


def destroying_offer(name: str) -> Offer:
    label = f"try to destroy all Supply Units here, for half the Allowance of every unit here (32.17): {name}"
    return Offer(str(Destroy(name)), label, (name,), folded="Destroy supplies")
