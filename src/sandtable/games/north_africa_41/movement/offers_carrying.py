"""[5.8, 5.9, 18.7.6, 21] What the screen offers for transport: Trucks, trains, convoys with their risk, aircraft."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.nouns import plural
from sandtable.core.offers import Offer
from sandtable.core.values import Action, may
from sandtable.games.north_africa_41.ground.fitness import gait_of
from sandtable.games.north_africa_41.ground.reach import reach
from sandtable.games.north_africa_41.ground.zones import FREE, front
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.movement.convoys import Splitting, benghazi, check_ship, is_open, listed_ship
from sandtable.games.north_africa_41.movement.orders import Carry, Rail, Ship, Transfer, Unload
from sandtable.games.north_africa_41.movement.phase import Movement
from sandtable.games.north_africa_41.movement.rail import listed_rail
from sandtable.games.north_africa_41.movement.trucks import (
    check_carry,
    check_transferable,
    check_unload,
    listed_transfer,
    range_with,
    way_to_load,
)
from sandtable.games.north_africa_41.order_forms import Done
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.pieces.selection import SUPPLY, Selection, named, spot, supply_marker, title_of
from sandtable.games.north_africa_41.pieces.tables import limits, points
from sandtable.games.north_africa_41.resources.air import listed_fly
from sandtable.games.north_africa_41.resources.orders import Fly
from sandtable.games.north_africa_41.sea.convoy_attacks import cargo_of, cargo_points
from sandtable.games.north_africa_41.sea.convoy_chances import told, voyage
from sandtable.games.north_africa_41.sea.ports import (
    Demolish,
    Repair,
    damage_of,
    harbours,
    listed_demolish,
    listed_repair,
)
from sandtable.games.north_africa_41.state import ITALY, OFF_MAP, TRIPOLI, NorthAfrica

CONVOYS, EVENTS = "convoys", "events"  # panels


def transports(state: NorthAfrica, side: Side, chosen: Selection) -> Iterator[Offer]:
    """All that carries the chosen pieces, or that a chosen Truck can do."""
    if chosen.markers:
        return
    if haul := haul_of(state, chosen):
        yield from carriages(state, side, *haul)
    elif chosen.stores and chosen.own == 1:
        for truck in waiting_trucks(state, side, chosen.stores[0])[:1]:
            yield from carriages(state, side, truck, SUPPLY)
    if len(chosen.trucks) == chosen.own == 1:
        yield from _truck(state, side, chosen.trucks[0])
    if chosen.own == 1:
        yield from _trains(state, side, chosen)
    if chosen.own == 1 and chosen.pieces:
        yield from _flights(state, side, chosen.pieces[0])
    yield from _sailings(state, side, chosen)


# --- Trucks


def haul_of(state: NorthAfrica, chosen: Selection) -> tuple[str, str, int] | None:
    """[5.8.1] An empty Truck and what it could carry, if nothing else was chosen: with where the load is."""
    if len(chosen.trucks) != 1 or chosen.own != 2 or state.units[chosen.trucks[0]].loaded:
        return None
    truck = chosen.trucks[0]
    if chosen.stores:
        return truck, SUPPLY, chosen.stores[0]
    load = next((name for name in (*chosen.units, *chosen.replacements) if gait_of(name) == "foot"), None)
    return None if load is None else (truck, load, state.units[load].at)


def waiting_trucks(state: NorthAfrica, side: Side, at: int) -> list[str]:
    """[5.8.1] Empty Trucks in a place that have not moved."""
    there = state.layout.trucks[side].get(at, ())
    return [name for name in there if not state.units[name].loaded and name not in state.moved]


def carriages(state: NorthAfrica, side: Side, truck: str, load: str, where: int | None = None) -> Iterator[Offer]:
    """[5.8.1] Where a Truck takes a load, from beside it or from where it fetches it."""
    here, alone = state.units[truck].at, reach(state, (truck,))
    where = here if where is None else where
    start: tuple[int, ...] = (here,)
    if where == here:
        ways, spent = range_with(state, truck, load), 0
    elif where < 0 or where not in alone or front(state, side).zone[where] != FREE:
        return
    else:
        start, spent = way_to_load(alone, here, where), alone.reach(where).points(where)
        ways = range_with(state, truck, load, alone.reach(where), where)
    ends = [end for end in ways.ends if end not in start]
    farthest = max(ends, key=lambda end: ways.reach(end).points(end), default=None)
    if farthest is not None and not may(check_carry, state, side, _carry(truck, load, start, farthest)):
        # [13.2.3, 16.4] perhaps tactically
        ends = [end for end in ends if may(check_carry, state, side, _carry(truck, load, start, end))]
    for end in ends:
        what = "a Supply Point" if load == SUPPLY else load
        label = f"carry {what} to {title_of(end)} with {truck}"
        stop = "enters an enemy Zone of Control (7.2)" if end >= 0 and front(state, side).zone[end] else ""
        there = named(alone.path(where))[:-1] if where != here else ()
        path = (*there, *named(ways.path(end)))
        pieces = (truck, supply_marker(where) if load == SUPPLY else load)
        cost = points(spent + ways.reach(end).points(end))
        yield Offer(str(_carry(truck, load, start, end)), label, pieces, spot(end), cost, stop, path)


def _carry(truck: str, load: str, start: tuple[int, ...], end: int) -> Carry:
    return Carry(truck, load, named((*start, end)))


def meant_carriage(state: NorthAfrica, side: Side, chosen: Selection, at: str) -> Action | None:
    """The carriage that a Truck, a load and a place mean, for its refusal."""
    haul = haul_of(state, chosen)
    if haul is None:
        return None
    truck, load, where = haul
    start = dict.fromkeys((state.units[truck].at, where))
    return Carry(truck, load, (*named(tuple(start)), at))


def _truck(state: NorthAfrica, side: Side, name: str) -> Iterator[Offer]:
    """[5.8.4, 17.2.4] A Truck by itself: the Special Transfer where it does not drive, and putting its load down."""
    if may(check_unload, state, side, Unload(name)):
        yield Offer(str(Unload(name)), "put down the Supply Point (17.2.4)", (name,))
    if not may(check_transferable, state, side, name):
        return
    alone = reach(state, (name,))
    for action in listed_transfer(state, side):
        if not isinstance(action, Transfer) or action.name != name:
            continue
        goal = board().location(action.at)
        if goal not in alone:
            label = f"Special Transfer to {title_of(goal)} (5.8.4)"
            yield Offer(str(action), label, (name,), spot(goal), "transfer" if goal >= 0 else "")


# --- railway and aircraft


def _trains(state: NorthAfrica, side: Side, chosen: Selection) -> Iterator[Offer]:
    """[5.9.1]"""
    what = chosen.pieces[0] if chosen.pieces else supply_marker(chosen.stores[0])
    for action in listed_rail(state, side):
        if not isinstance(action, Rail) or action.name != what:
            continue
        goal = board().location(action.at)
        yield Offer(str(action), f"go by rail to {title_of(goal)} (5.9.1)", (what,), spot(goal), "rail")


def _flights(state: NorthAfrica, side: Side, name: str) -> Iterator[Offer]:
    """[18.7.6]"""
    for action in listed_fly(state, side):
        if isinstance(action, Fly) and action.name == name:
            yield _flight(action)


def _flight(action: Fly) -> Offer:
    label = f"fly {action.name} to {title_of(board().hex(action.at))} (18.7.6)"
    return Offer(str(action), label, (action.name,), action.at, "air", panel=EVENTS)


# --- convoys


def _sailings(state: NorthAfrica, side: Side, chosen: Selection) -> Iterator[Offer]:
    """[21.1] The chosen pieces as a convoy to each port; of Supply Points as many as find room."""
    start = chosen.at
    if start is None or start not in harbours() or not is_open(state, side, start):
        return
    waiting = state.stores_at(start, side) if chosen.stores else 0
    for goal in harbours():
        for count in range(1, waiting + 1) if waiting else (0,):
            order = Ship((*chosen.pieces, *[SUPPLY] * count), board().name(start), board().name(goal))
            if order.units and may(check_ship, state, side, order):
                yield ship_offer(state, side, order)


def ship_offer(state: NorthAfrica, side: Side, order: Ship, panel: str = "") -> Offer:
    """A convoy with its size and its risk."""
    start, goal, cargo = board().location(order.start), board().location(order.to), cargo_of(order.units)
    size = cargo_points(state, cargo)
    price = ", 1 Resource Point" if start == ITALY and goal == benghazi() else ""
    what = freight(cargo.units, cargo.supply)
    points = f"{size} Shipping Point{'s' * (size != 1)}{price}"
    label = f"ship {what} to {title_of(goal)} ({points}): {told(voyage(state, side, start, goal))}"
    pieces = (*cargo.units, *((supply_marker(start),) if cargo.supply else ()))
    return Offer(str(order), label, pieces, spot(goal), "sea" if goal >= 0 else "", panel=panel)


def freight(units: Sequence[str], supply: int) -> str:
    """For a reader."""
    parts = [", ".join(units) if len(units) < 4 else plural(len(units), "unit")] if units else []
    if supply:
        parts.append(f"{supply} Supply Point{'s' * (supply > 1)}")
    return " and ".join(parts)


def freight_offers(state: NorthAfrica, top: Movement) -> Iterator[Offer]:
    """What the panel of convoys has to press: the convoy from Italy, Supply Points from the base, ports, aircraft."""
    if not top.closing:
        yield from _from_italy(state, top.side)
        yield from _from_base(state, top.side)
        yield from (_flight(action) for action in listed_fly(state, top.side) if isinstance(action, Fly))
    yield from (port_offer(state, action) for action in listed_repair(state, top.side))
    yield from (port_offer(state, action) for action in _thorough(listed_demolish(state, top.side)))


def _from_italy(state: NorthAfrica, side: Side) -> Iterator[Offer]:
    """[21.1.3] As much as finds room, for each port it may sail to."""
    if side != "axis":
        return
    most: dict[str, Ship] = {}
    for action in listed_ship(state, side):
        if not isinstance(action, Ship) or action.start != "italy":
            continue
        if action.to not in most or len(action.units) > len(most[action.to].units):
            most[action.to] = action
    yield from (ship_offer(state, side, order, CONVOYS) for order in most.values())


def _from_base(state: NorthAfrica, side: Side) -> Iterator[Offer]:
    """[21.1.2] Supply Points along the coast; other freight is chosen first."""
    start = OFF_MAP[side][0]
    for goal in state.books[side].ports:
        for count in range(limits().coastal_points, 0, -1):
            order = Ship((SUPPLY,) * count, board().name(start), board().name(goal))
            if may(check_ship, state, side, order):
                yield ship_offer(state, side, order, CONVOYS)
                break


def splitting_offers(state: NorthAfrica, top: Splitting, pieces: Sequence[str]) -> list[Offer]:
    """[22.3.5] Who sails on to Benghazi; the rest lands at Tripoli."""
    if not pieces:
        return [_part(state, top, action) for action in top.actions(state, top.side)]
    goal, units = board().name(benghazi()), tuple(name for name in pieces if name in top.cargo.units)
    orders = [Ship((*units, *[SUPPLY] * count), "tripoli", goal) for count in range(top.cargo.supply + 1)]
    return [_part(state, top, order) for order in orders if order.units and may(top.check, state, top.side, order)]


def _part(state: NorthAfrica, top: Splitting, action: Action) -> Offer:
    if not isinstance(action, Ship):
        return Offer(str(Done()), "all land at Tripoli")
    cargo = cargo_of(action.units)
    danger = told(voyage(state, top.side, TRIPOLI, benghazi()))
    label = f"{freight(cargo.units, cargo.supply)} on to Benghazi: {danger}"
    return Offer(str(action), label, cargo.units)


# --- ports


def port_offer(state: NorthAfrica, action: Action, panel: str = CONVOYS) -> Offer:
    """[21.4.2, 21.4.4]"""
    assert isinstance(action, Demolish | Repair)
    port, damage = harbours()[board().hex(action.at)], damage_of(state, board().hex(action.at))
    if isinstance(action, Repair):
        label = f"repair {port.title} to {port.track[damage - limits().repair_boxes]}, 1 Resource Point (21.4.4)"
        return Offer(str(action), label, panel=panel)
    dice = plural(action.dice, "die", "dice")
    label = f"demolish {port.title} with {dice}, now {port.track[damage]} (21.4.2)"
    return Offer(str(action), label, panel=panel, folded="Demolish a port")


def _thorough(actions: Sequence[Action]) -> list[Action]:
    """Of several ways to demolish a port the one with the most dice; a unit beside it has the others."""
    most: dict[str, Action] = {}
    for action in actions:
        if isinstance(action, Demolish):
            most[action.at] = action
    return list(most.values())
