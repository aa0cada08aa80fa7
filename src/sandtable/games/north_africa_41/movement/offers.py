"""[5, 8.9, 13.3.4, 18.5] What the screen offers in the Movement Phase: marches with their cost, Automatic DS."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.nouns import plural
from sandtable.core.offers import Offer
from sandtable.core.values import Action, Refusal, may
from sandtable.games.north_africa_41.combat.automatic_ds import listed_shatter
from sandtable.games.north_africa_41.combat.orders import Flee, Shatter
from sandtable.games.north_africa_41.ground.fitness import gait_of
from sandtable.games.north_africa_41.ground.ranges import NOWHERE, Range
from sandtable.games.north_africa_41.ground.reach import reach, tactical_reach
from sandtable.games.north_africa_41.ground.zones import FULL, front
from sandtable.games.north_africa_41.lines.support_units import Ready, listed_ready
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.movement.moves import check_flee, check_move, check_tactical
from sandtable.games.north_africa_41.movement.offers_carrying import (
    carriages,
    freight_offers,
    haul_of,
    meant_carriage,
    port_offer,
    transports,
    waiting_trucks,
)
from sandtable.games.north_africa_41.movement.orders import Move, Rommel, Tactical
from sandtable.games.north_africa_41.movement.phase import Movement
from sandtable.games.north_africa_41.movement.rommel import RideOn, check_rommel, check_stack
from sandtable.games.north_africa_41.notation import NOTATION
from sandtable.games.north_africa_41.order_forms import Done
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.pieces.selection import Selection, named, selection_from, spot, title_of
from sandtable.games.north_africa_41.pieces.tables import limits, points
from sandtable.games.north_africa_41.resources.fortifications import check_fortify
from sandtable.games.north_africa_41.resources.offers import burning, fortify_offer, marker_works, purchases
from sandtable.games.north_africa_41.resources.orders import Fortify
from sandtable.games.north_africa_41.sea.ports import Demolish, listed_demolish
from sandtable.games.north_africa_41.state import NorthAfrica, enemy_of, is_combat, side_of, stacking_points

MODES = {"extended": " by Extended Movement (5.3)", "road-bonus": " with the Road Bonus (5.2.2)"}


def moving_offers(state: NorthAfrica, top: Movement, pieces: Sequence[str]) -> list[Offer]:
    """With nothing chosen all that needs no way over land; with pieces what can be done with them."""
    if not pieces:
        return list(_opening(state, top))
    chosen = selection_from(state, top.side, pieces)
    if chosen.foes:
        return [offer for offer in _shatters(state, top.side) if {*pieces} <= {*offer.pieces}]
    found = list(works(state, top, chosen))
    if not top.closing:
        found = [
            *_marches(state, top.side, chosen),
            *transports(state, top.side, chosen),
            *found,
            *_flights(state, top.side, chosen),
        ]
    return found


def _opening(state: NorthAfrica, top: Movement) -> Iterator[Offer]:
    if not top.closing:
        yield from _shatters(state, top.side)
        yield from (ready_offer(action) for action in listed_ready(state, top.side))
    yield from freight_offers(state, top)
    yield from purchases(state, top.side)
    yield Offer(str(Done()), "end movement")


def ready_offer(action: Ready) -> Offer:
    """[17.1.4]"""
    return Offer(str(action), f"make {action.name} Ready for a Supply Point (17.1.4)", (action.name,))


# --- marches


def _marches(state: NorthAfrica, side: Side, chosen: Selection) -> Iterator[Offer]:
    """[5.1] Where the chosen pieces can go together; farther on with a Truck that stands with them, or with Rommel.
    Supply Points, markers and whoever has moved stay."""
    at, names = chosen.at, tuple(name for name in chosen.pieces if name not in state.moved)
    if at is None or not names or haul_of(state, chosen):
        return
    plain = list(_ways(state, side, names, at))
    taken = {_goal(offer) for offer in plain}
    yield from plain
    yield from (offer for offer in _led(state, side, names, at) if _goal(offer) not in taken)
    if len(names) == 1 and gait_of(names[0]) == "foot":
        for truck in waiting_trucks(state, side, at)[:1]:
            yield from (offer for offer in carriages(state, side, truck, names[0]) if _goal(offer) not in taken)


def _goal(offer: Offer) -> str:
    return offer.action.rpartition("-")[2]


def _ways(state: NorthAfrica, side: Side, names: tuple[str, ...], at: int) -> Iterator[Offer]:
    """[5.4] Tactical Movement wherever it serves: it costs nothing, not even the free Supply Point [17.4]."""
    near, far, here = tactical_reach(state, names), reach(state, names), board().name(at)
    for end in near.ends:
        order = Tactical(names, (here, board().name(end)))
        if len(names) > 1 and not may(check_tactical, state, side, order):
            continue
        yield way_offer(state, order, names, "move tactically", "T", near, end)
    for end in far.ends:
        if end in near:
            continue
        march = Move(names, (here, board().name(end)))
        if len(names) > 1 and not may(check_move, state, side, march):
            continue
        yield way_offer(state, march, names, "move", cost_of(far, end), far, end)


def way_offer(
    state: NorthAfrica, action: Action, names: tuple[str, ...], verb: str, cost: str, ways: Range, end: int
) -> Offer:
    """A way to one place; that of several pieces is worked out when somebody looks."""
    path = named(ways.path(end)) if len(names) == 1 else ()
    label = f"{verb} to {title_of(end)}{MODES.get(ways.mode(end), '')}"
    return Offer(str(action), label, names, spot(end), cost, stop_at(state, names, end), path)


def cost_of(ways: Range, end: int) -> str:
    """Movement Points; along a road on foot hexes."""
    spent = ways.reach(end).points(end)
    return str(spent) if ways.mode(end) == "road-bonus" else points(spent)


def stop_at(state: NorthAfrica, names: Sequence[str], end: int) -> str:
    """Why a move ends in a hex, or the hex is no place to stay."""
    if end < 0:
        return ""
    side = side_of(names[0])
    if front(state, side).zone[end] == FULL:
        return "enters an enemy Zone of Control (7.2)"
    units = [name for name in names if is_combat(name)]
    count = stacking_points(state, [*state.at(end, side), *units]) if units else 0
    return f"{plural(count, 'Stacking Point')}, {limits().stacking} may stay (4.1)" if count > limits().stacking else ""


# --- Rommel, flight, Automatic DS


def _led(state: NorthAfrica, side: Side, names: tuple[str, ...], at: int) -> Iterator[Offer]:
    """[18.5] The places where these pieces get only with Rommel."""
    if side != "axis" or not state.rommel or not may(check_stack, state, names):
        return
    walkers = check_stack(state, names)
    along = reach(state, walkers, limits().rommel_movement) if walkers else NOWHERE
    without = reach(state, walkers) if walkers else NOWHERE
    for end in along.ends:
        if end in without and walkers == names:
            continue
        order = Rommel(names, (board().name(at), board().name(end)))
        if not may(check_rommel, state, side, order):
            continue
        yield way_offer(state, order, names, "go with Rommel", f"{cost_of(along, end)}R", along, end)


def riding_offers(state: NorthAfrica, top: RideOn, pieces: Sequence[str]) -> list[Offer]:
    """[18.5] Rommel goes on with part of the stack; with nobody chosen the list has each by itself."""
    found = [_riding(action) for action in top.actions(state, top.side)]
    if not pieces:
        return found
    here, goals = board().name(top.path[-1]), dict.fromkeys(_goal(offer) for offer in found if offer.pieces)
    together = (Rommel(tuple(pieces), (here, goal)) for goal in goals)
    return [_riding(order) for order in together if may(top.check, state, top.side, order)]


def _riding(action: Action) -> Offer:
    if isinstance(action, Rommel):
        goal = board().location(action.path[-1])
        return Offer(str(action), f"go on with Rommel to {title_of(goal)}", action.units, spot(goal))
    return Offer(str(action), "end Rommel's move")


def _flights(state: NorthAfrica, side: Side, chosen: Selection) -> Iterator[Offer]:
    """[13.3.4]"""
    order = Flee(chosen.units)
    if chosen.units and chosen.own == len(chosen.units) and may(check_flee, state, side, order):
        yield Offer(str(order), "go into Full Retreat (13.3.4)", chosen.units)


def _shatters(state: NorthAfrica, side: Side) -> Iterator[Offer]:
    """[8.9.1]"""
    for action in listed_shatter(state, side):
        if isinstance(action, Shatter):
            yield _shatter(state, side, action)


def _shatter(state: NorthAfrica, side: Side, action: Shatter) -> Offer:
    defenders = state.at(board().hex(action.at), enemy_of(side))
    label = f"Automatic DS: shatter {', '.join(defenders)} at {action.at} with {', '.join(action.units)} (8.9.1)"
    return Offer(str(action), label, (*action.units, *defenders))


# --- what a choice of pieces and a hex means


def meant_march(state: NorthAfrica, side: Side, chosen: Selection, at: str) -> Action:
    """The order that these clicks would be; whether it is lawful is for the decision to say."""
    if chosen.foes:
        return _meant_shatter(state, chosen)
    for offer in (*_marches(state, side, chosen), *transports(state, side, chosen)):
        if offer.at == at:
            return NOTATION.parse(offer.action)
    start = chosen.at
    if carriage := meant_carriage(state, side, chosen, at):
        return carriage
    if start is None:
        raise Refusal("5.1", "choose pieces of yours in one place")
    if not chosen.pieces:
        raise Refusal("17.2.1", "Supply Points move only on a Truck, by rail or by sea")
    return Move(chosen.pieces, (board().name(start), at))


def _meant_shatter(state: NorthAfrica, chosen: Selection) -> Action:
    hexes = {state.units[name].at for name in chosen.foes if name in state.units and is_combat(name)}
    if len(hexes) != 1:
        raise Refusal("8.9.1", "an Automatic DS is made against the Combat Units of one hex")
    if not chosen.units:
        raise Refusal("8.9.1", "choose the units that make the Automatic DS")
    return Shatter(board().name(hexes.pop()), chosen.units)


def works(state: NorthAfrica, top: Movement, chosen: Selection) -> Iterator[Offer]:
    """[9.5, 17.2.3, 21.4.2] What can be built, burnt or blown up with what was chosen."""
    side = top.side
    if chosen.markers and chosen.own == 1:
        yield from marker_works(state, side, chosen.markers[0], top.closing)
        return
    at = chosen.at
    if chosen.units and at is not None and not top.closing and may(check_fortify, state, side, Fortify(spot(at))):
        yield fortify_offer(state, at, "")
    if chosen.own == 1:
        yield from burning(state, side, chosen)
    if chosen.units and at is not None and at >= 0:
        near = {at, *board().adjacent[at]}
        for action in listed_demolish(state, side):
            if isinstance(action, Demolish) and board().hex(action.at) in near:
                yield port_offer(state, action, "")
