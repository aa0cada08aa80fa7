"""[32.3, 32.6, 8.7, 16.1, 22.1] What the screen offers to the quartermaster: trucks, trains, ships and convoys, repair;
and to patrols."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.offers import Offer
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.combat.orders import Barrage, Lose
from sandtable.games.campaign_for_north_africa.fleet.offshore_bombardment import NONE, OffShore, ready
from sandtable.games.campaign_for_north_africa.fleet.ships import ALEXANDRIA, VALLETTA, FleetAssignment
from sandtable.games.campaign_for_north_africa.logistics.baggage import allowance
from sandtable.games.campaign_for_north_africa.logistics.convoys import MOTORS, Sailing
from sandtable.games.campaign_for_north_africa.logistics.depots import room
from sandtable.games.campaign_for_north_africa.logistics.haulage import TruckConvoys, drive_allowance, reach
from sandtable.games.campaign_for_north_africa.logistics.motorization_points import MonthlyLoss, loose
from sandtable.games.campaign_for_north_africa.logistics.orders import (
    Capture,
    Convoy,
    Drive,
    Haul,
    Patrol,
    Raid,
    Rail,
    Repair,
    Reveal,
    Sail,
    Ship,
    Tow,
)
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import lane
from sandtable.games.campaign_for_north_africa.map import board, entry_road, place_kind
from sandtable.games.campaign_for_north_africa.movement.rail import RailMovement, direction, ways
from sandtable.games.campaign_for_north_africa.movement.stacking import crowd
from sandtable.games.campaign_for_north_africa.movement.terrain_chart import points as in_words
from sandtable.games.campaign_for_north_africa.movement.zones import stands
from sandtable.games.campaign_for_north_africa.order_forms import Done, Points
from sandtable.games.campaign_for_north_africa.organisation.orders import Land, Substitute
from sandtable.games.campaign_for_north_africa.patrols.patrols import AGAINST_A_HEX, FROM_A_HEX, Patrols, may_patrol
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.repair.repairs import Maintenance
from sandtable.games.campaign_for_north_africa.repair.towing import Towing, nearest, tow_reach
from sandtable.games.campaign_for_north_africa.selection import (
    Chosen,
    foe_hex,
    listed,
    may,
    motors_piece,
    named,
    spot,
    spot_named,
    title_named,
    title_of,
    told,
)
from sandtable.games.campaign_for_north_africa.sight.ledgers import CONVOYS
from sandtable.games.campaign_for_north_africa.state import REGION, Campaign, all_of, top_of

LOTS = (10, 30, 50)  # unattached Motorization Points that are offered besides all
LOT = 5  # steps in which Motorization Points are sent by sea
PLACES = ("city", "village")


# Trucks [32.33, 8.98]


def hauling_offers(state: Campaign, top: TruckConvoys, chosen: Chosen) -> list[Offer]:
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
                yield Offer(str(action), f"{count} points to {title_named(box)} (8.84)", (piece,))
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
            label = f"{count} points to {title_of(goal)} (8.98)"
            yield Offer(str(Drive(count, way)), label, (piece,), spot(goal), in_words(found.points(goal)))


def meant_haul(state: Campaign, top: TruckConvoys, chosen: Chosen, at: str) -> Action:
    if chosen.at is None:
        raise Refusal("32.33", "choose Supply Units or trucks that stand together")
    here = board().name(chosen.at)
    if chosen.motors:
        return Drive(loose(state, top.side, chosen.motors[0]) - top.driven.get(chosen.motors[0], 0), (here, at))
    if not chosen.supply:
        raise Refusal("32.33", "only Supply Units and unattached Motorization Points move now")
    return Haul(chosen.supply, (here, at))


# Trains and ships [8.72, 32.35]


def rail_offers(state: Campaign, top: RailMovement, chosen: Chosen) -> list[Offer]:
    if not chosen.own:
        return [Offer(str(Done()), "no more trains")]
    return [offer for name in (*chosen.counters, *chosen.supply) for offer in _trains(state, top, name)]


def _trains(state: Campaign, top: RailMovement, name: str) -> Iterator[Offer]:
    """[8.72, 8.75] Along the line either way; one goal with room tells whether the train of its direction takes it."""
    start = state.supply[name].at if name in state.supply else state.units[name].at
    taken: dict[str, bool] = {}
    for goal in ways(state, start):
        if goal == start or not _has_room(state, top.side, name, goal):
            continue
        way, action = direction(start, goal), Rail(name, board().name(goal))
        if way not in taken:
            taken[way] = may(top.check, state, top.side, action)
        if taken[way]:
            yield Offer(str(action), f"by rail to {title_of(goal)} (8.72)", (name,), spot(goal))


def _has_room(state: Campaign, side: Side, name: str, goal: int) -> bool:
    """[9.31, 32.14]"""
    if name in state.supply:
        return room(state, side, goal) > 0
    return not crowd(state, side, goal, (name,))


def described(state: Campaign, action: Action) -> Offer | None:
    """Other orders of the quartermaster and of arrivals, as they are listed."""
    text = str(action)
    match action:
        case Ship(name=name, to=to):
            return Offer(text, f"ship {name} to {title_named(to)} (32.35)", (name,), spot_named(to), panel=CONVOYS)
        case Sail(name=name, to=to) if to in (ALEXANDRIA, VALLETTA):
            return Offer(text, f"{name} goes to {to.title()} (30.18)", panel=CONVOYS)
        case Sail(name=name, to=to):
            return Offer(text, f"{name} lies off {title_named(to)} (30.15)", (), spot_named(to))
        case Raid():
            return Offer(text, "raid the fleet in Alexandria (32.73)")
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
            return Offer(text, f"tell of {told(points)} (16.51)")
        case Lose(points=points):
            return Offer(text, f"lose {told(points)}", _pieces(state, points))
    return None


def _pieces(state: Campaign, points: Sequence[Points]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(top_of(state, each.unit) for each in points if each.unit in state.units))


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
    return [*found, Offer(str(Done()), "the rest does not sail")]


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
        label = f"remove {what}{' (suggested)' if number == 0 else ''}"
        found.append(Offer(str(action), label))
    return found


# The fleet [30.15, 30.21]


def fleet_offers(state: Campaign, top: FleetAssignment) -> list[Offer]:
    """Every ship to wherever it finds enemies, and to its ports."""
    ways = [Sail(name, board().name(at)) for name, hexes in top.goals(state).items() for at in hexes]
    ports = [action for action in top.actions(state, top.side) if isinstance(action, Sail) and action not in ways]
    found = [offer for action in (*ways, *ports) if (offer := described(state, action))]
    return [Offer(str(Done()), "the other ships stay in port"), *found]


def salvo_offers(state: Campaign, top: OffShore) -> list[Offer]:
    """Every ship at whatever it reaches, all together at units, nothing."""
    alone = [Barrage((fire,)) for name in ready(state) for fire in top.fires(state, name)]
    every = dict.fromkeys((*top.actions(state, top.side), *alone))
    return [
        Offer(str(action), f"ships: {action}" if action != NONE else "hold fire", (), _aim(action))
        for action in every
        if isinstance(action, Barrage)
    ]


def _aim(action: Barrage) -> str:
    return action.fires[0].at if len(action.fires) == 1 else ""


def _source(name: str) -> str:
    """Unattached points lie in a place, the others are with a counter or Supply Unit."""
    titled = title_named(name)
    return f"unattached at {titled}" if name in board().index or titled != name else f"from {name}"


# Wrecks [21.63, 22.2]


def towing_offers(state: Campaign, top: Towing, chosen: Chosen) -> list[Offer]:
    """With nothing chosen the best way of each; with a wreck every hex nearer to a facility."""
    if not chosen.wrecks:
        return [
            Offer(str(Done()), "end towing"),
            *(_tow(action) for action in top.actions(state, top.side) if isinstance(action, Tow)),
        ]
    name = chosen.wrecks[0]
    wreck = state.wrecks[name]
    found, now = tow_reach(state, wreck), nearest(state, top.side, wreck.at)
    goals = [end for end in found if nearest(state, top.side, end) < now]
    actions = [Tow(name, named(found.path(end))) for end in goals]
    return [_tow(action) for action in actions if may(top.check, state, top.side, action)]


def _tow(action: Tow) -> Offer:
    goal = action.path[-1]
    label = f"tow {action.name} to {title_named(goal)} (21.63)"
    return Offer(str(action), label, (action.name,), goal, "", "", action.path)


def repair_offers(state: Campaign, top: Maintenance, chosen: Chosen) -> list[Offer]:
    if chosen.wrecks:
        action = Repair(chosen.wrecks)
        return [_repair(action)] if may(top.check, state, top.side, action) else []
    return [
        _repair(each) if isinstance(each, Repair) else Offer(str(each), "end repairs")
        for each in top.actions(state, top.side)
    ]


def _repair(action: Repair) -> Offer:
    what = "everything that can be" if len(action.units) > 6 else listed(action.units)
    return Offer(str(action), f"repair {what} (22.2)")


# Patrols [16.12]


def patrol_offers(state: Campaign, top: Patrols, chosen: Chosen) -> list[Offer]:
    """With a counter chosen the hexes it can look at; with enemies as well the patrols of all that are chosen."""
    if not chosen.counters:
        return [Offer(str(Done()), "no more patrols")]
    if chosen.foes:
        return _joint_patrol(state, top, chosen)
    found: dict[tuple[str, str], Offer] = {}
    for action in top.actions(state, top.side):
        if not isinstance(action, Patrol):
            continue
        unit = action.points[0].unit
        if top_of(state, unit) not in chosen.counters:
            continue
        label = f"{told(action.points)} look at {title_named(action.at)} (16.12)"
        found[unit, action.at] = Offer(str(action), label, chosen.counters, action.at)
    return list(found.values())


def _joint_patrol(state: Campaign, top: Patrols, chosen: Chosen) -> list[Offer]:
    """[16.13, 16.14] Two points from a hex at most, three against one."""
    at = foe_hex(state, chosen)
    if at is None:
        return []
    sent, points = dict(top.sent), list[Points]()
    free = AGAINST_A_HEX - top.seen.get(at, 0)
    for name in (name for counter in chosen.counters for name in all_of(state, counter)):
        start = state.units[name].at
        for weapon, count in state.units[name].toe.items():
            some = min(count, free, FROM_A_HEX - sent.get(start, 0))
            if some < 1 or not may_patrol(state, name, weapon):
                continue
            points.append(Points(name, weapon, some))
            sent[start] = sent.get(start, 0) + some
            free -= some
    action = Patrol(board().name(at), tuple(points))
    if not points or not may(top.check, state, top.side, action):
        return []
    label = f"patrol {title_of(at)} with {told(action.points)} (16.12)"
    return [Offer(str(action), label, (*chosen.counters, *chosen.foes))]
