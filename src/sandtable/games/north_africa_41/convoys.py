"""[21.1, 21.2, 22] Naval Transport: who may sail where, what it takes, and the attacks on the way.

A convoy is written as its units, with `supply` once for each Supply Point, its port of embarkation and its port of
debarkation; Italy, Tripoli and the Nile Delta are ports too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import ClassVar

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Made
from sandtable.core.values import Action, Refusal, Value
from sandtable.games.north_africa_41.actions import Done, Ship
from sandtable.games.north_africa_41.assets import check_points, has_marker, pay, use_marker
from sandtable.games.north_africa_41.counters import Side, counters
from sandtable.games.north_africa_41.fitness import check_movable, may
from sandtable.games.north_africa_41.map import airfields, board
from sandtable.games.north_africa_41.map import ports as port_hexes
from sandtable.games.north_africa_41.march import March, complete
from sandtable.games.north_africa_41.ports import capacity, harbours, port_of
from sandtable.games.north_africa_41.resource_tables import resource_list
from sandtable.games.north_africa_41.schedule import crete
from sandtable.games.north_africa_41.sea_tables import (
    anti_shipping,
    coastal_modifier,
    convoy_column,
    shipping_points,
    sinks,
)
from sandtable.games.north_africa_41.state import (
    GOOD,
    ITALY,
    OFF_MAP,
    TRIPOLI,
    NorthAfrica,
    add_supply,
    eliminate,
    is_combat,
    lose_step,
    mark,
    place,
    role_of,
    take_supply,
    write_books,
)
from sandtable.games.north_africa_41.tables import limits

SUPPLY = "supply"


class Cargo(Value, frozen=True):
    """[22.1] What sails together."""

    units: tuple[str, ...] = ()
    supply: int = 0

    def __bool__(self) -> bool:
        return bool(self.units) or self.supply > 0


def cargo_of(names: Iterable[str]) -> Cargo:
    every = tuple(names)
    return Cargo(tuple(name for name in every if name != SUPPLY), every.count(SUPPLY))


def written(cargo: Cargo) -> tuple[str, ...]:
    return (*cargo.units, *[SUPPLY] * cargo.supply)


def points_of(state: NorthAfrica, name: str) -> int:
    """[21.2] Shipping Points of a unit or, as `supply`, of a Supply Point."""
    if name == SUPPLY or role_of(name) == "replacement": return 1
    if role_of(name) == "truck": return limits().mobile_supply_points if state.units[name].loaded else 1
    return shipping_points(counters()[name], state.units[name].steps)


def cargo_points(state: NorthAfrica, cargo: Cargo) -> int:
    """[21.2]"""
    return cargo.supply + sum(points_of(state, name) for name in cargo.units)


def benghazi() -> int:
    """[22.3.5]"""
    return port_hexes()["Benghazi"]


# What may sail


def check_ship(state: NorthAfrica, side: Side, action: Ship) -> None:
    """[21.1]"""
    start, goal = port_of(action.start, "21.1.1"), port_of(action.to, "21.1.1")
    cargo = cargo_of(action.units)
    _check_way(state, side, start, goal)
    if len(set(cargo.units)) < len(cargo.units): raise Refusal("21.1.1", "a unit is named twice")
    for name in cargo.units: _check_passenger(state, side, name, start)
    if cargo.supply > state.stores_at(start, side):
        raise Refusal("21.1.1", f"only {state.stores_at(start, side)} Supply Points wait at {action.start}")
    _check_room(state, side, start, goal, cargo)


def _check_way(state: NorthAfrica, side: Side, start: int, goal: int) -> None:
    """[21.1.2, 21.1.3, 21.1.4] Whether this side may send a convoy from one port to another now."""
    if start == goal: raise Refusal("21.1.1", "a convoy sails from one port to another")
    for at in (start, goal):
        if not is_open(state, side, at):
            raise Refusal("21.1.4", f"{harbours()[at].title} was not in {side} hands when the Movement Phase began")
    if goal == ITALY: raise Refusal("21.1.2", "no convoy sails to Italy")
    if start == ITALY: _check_from_italy(state, side, goal)
    else: _check_coastal(state, side)


def is_open(state: NorthAfrica, side: Side, at: int) -> bool:
    """[21.1.4] Own boxes, and ports in friendly control at the start of the Movement Phase."""
    return at in OFF_MAP[side] or at in state.books[side].ports


def _check_from_italy(state: NorthAfrica, side: Side, goal: int) -> None:
    """[21.1.3, 22.3.5]"""
    if state.impulse != 1: raise Refusal("21.1.3", "convoys leave Italy only in the first impulse")
    if ITALY in state.books[side].embarked: raise Refusal("21.1.3", "the convoy from Italy has sailed")
    if goal == TRIPOLI: return
    if goal != benghazi(): raise Refusal("21.1.3", "a convoy from Italy lands at Tripoli, or for a point at Benghazi")
    check_points(state, side, "benghazi-convoy")


def _check_coastal(state: NorthAfrica, side: Side) -> None:
    """[21.1.2, 23.2.3] One free Coastal Convoy an impulse; another for a marker."""
    if state.books[side].convoys < limits().free_coastal_convoys or has_marker(state, side, "coastal-shipping"): return
    raise Refusal("21.1.2", "the Coastal Convoy of this impulse has sailed")


def _check_passenger(state: NorthAfrica, side: Side, name: str, start: int) -> None:
    """[13.2.1, 16.4, 19.5, 21.1.4]"""
    check_movable(state, side, name)
    unit = state.units[name]
    if unit.at != start: raise Refusal("21.1.1", f"{name} is not in {harbours()[start].title}")
    if unit.order != GOOD: raise Refusal("13.2.1", f"{name} is not in Good Order and takes no ship")
    if unit.out: raise Refusal("16.4", f"{name} is Out of Supply and may only move tactically")
    if unit.replaced: raise Refusal("19.5", f"{name} has received a Replacement and takes no ship")


def _check_room(state: NorthAfrica, side: Side, start: int, goal: int, cargo: Cargo) -> None:
    """[21.1.2, 21.3.2] The size of a Coastal Convoy, and the Port Capacities."""
    size = cargo_points(state, cargo)
    if start != ITALY and size > limits().coastal_points:
        most = limits().coastal_points
        raise Refusal("21.1.2", f"a Coastal Convoy carries {most} Shipping Points, not {size}")
    leaving = room_to_embark(state, side, start)
    if leaving is not None and size > leaving:
        raise Refusal("21.3.2", f"{harbours()[start].title} can still embark {leaving} Shipping Points, not {size}")
    landing = room_to_debark(state, side, goal)
    if start == ITALY and goal == benghazi():
        if _parts(state, side, cargo): return
        raise Refusal("22.3.5", f"however it splits, Benghazi and Tripoli do not take these {size} Shipping Points")
    if landing is not None and size > landing:
        raise Refusal("21.3.2", f"{harbours()[goal].title} can still take {landing} Shipping Points, not {size}")


def room_to_embark(state: NorthAfrica, side: Side, at: int) -> int | None:
    return _room(capacity(state, at), state.books[side].embarked.get(at, 0))


def room_to_debark(state: NorthAfrica, side: Side, at: int) -> int | None:
    return _room(capacity(state, at), state.books[side].debarked.get(at, 0))


def _room(limit: int | None, used: int) -> int | None:
    return None if limit is None else limit - used


def _parts(state: NorthAfrica, side: Side, cargo: Cargo) -> bool:
    """[22.3.5] Whether a convoy can be split so that both ports have room for their part."""
    sums = {0}
    for name in written(cargo): sums |= {total + points_of(state, name) for total in sums}
    total, near, far = cargo_points(state, cargo), room_to_debark(state, side, TRIPOLI), _benghazi_room(state, side)
    assert near is not None
    return any(part <= far and total - part <= near for part in sums)


def _benghazi_room(state: NorthAfrica, side: Side) -> int:
    room = room_to_debark(state, side, benghazi())
    assert room is not None
    return room


# Sailing


def do_ship(draft: Draft[NorthAfrica], side: Side, action: Ship) -> None:
    start, goal = board().location(action.start), board().location(action.to)
    cargo = cargo_of(action.units)
    _embark(draft, side, start, cargo)
    if start != ITALY:
        _sail(draft, side, start, goal, cargo)
    elif goal == TRIPOLI:
        land(draft, side, goal, _pass_malta(draft, side, cargo))
    else:
        pay(draft, side, "benghazi-convoy")
        left = _pass_malta(draft, side, cargo)
        if left: draft.push(Splitting(side, left))


def _embark(draft: Draft[NorthAfrica], side: Side, start: int, cargo: Cargo) -> None:
    """[21.1.2, 21.1.4] Whatever sails has moved; a second Coastal Convoy takes the marker."""
    books, size = draft.state.books[side], cargo_points(draft.state, cargo)
    if start != ITALY:
        if books.convoys >= limits().free_coastal_convoys: use_marker(draft, side, "coastal-shipping")
        write_books(draft, side, convoys=books.convoys + 1)
    write_books(draft, side, embarked={**books.embarked, start: books.embarked.get(start, 0) + size})
    if cargo.supply: take_supply(draft, side, start, cargo.supply)
    complete(draft, cargo.units)


def _sail(draft: Draft[NorthAfrica], side: Side, start: int, goal: int, cargo: Cargo) -> None:
    """[22.2.1] A Coastal Convoy: the less favourable column of both ports."""
    ports = board().name(start), board().name(goal)
    draft.note("sailed", side=side, units=list(written(cargo)), path=list(ports), case="21.1.2")
    column = convoy_column(side, harbours()[start].name, harbours()[goal].name)
    land(draft, side, goal, attack(draft, side, cargo, column, modifier(draft.state, side), ports[1]))


def _pass_malta(draft: Draft[NorthAfrica], side: Side, cargo: Cargo) -> Cargo:
    """[22.3.1] Every convoy from Italy passes Malta, by the column of Tripoli."""
    draft.note("sailed", side=side, units=list(written(cargo)), path=["italy", "tripoli"], case="21.1.3")
    return attack(draft, side, cargo, convoy_column(side, "italy", "tripoli"), draft.state.malta, "Malta")


def modifier(state: NorthAfrica, side: Side) -> int:
    """[22.2.2, 22.2.3] For Coastal Convoys: friendly Airfields, Crete and the moon."""
    fields = sum(state.holder(at) == side for at in airfields().values())
    return coastal_modifier(fields, crete(state.turn) == side, state.impulse)


def attack(draft: Draft[NorthAfrica], side: Side, cargo: Cargo, column: int, modified: int, where: str) -> Cargo:
    """[22.2.1, 22.2.4] Two dice on the Anti-Shipping Table, then one for everything aboard; what is left."""
    purpose = f"convoy to {where}" if where != "Malta" else "convoy past Malta"
    roll = draft.roll(purpose) + draft.roll(purpose)
    strength = anti_shipping(column, roll + modified)
    facts = {"side": side, "roll": roll, "modifier": modified, "strength": strength, "where": where}
    draft.note("spotted" if strength else "unseen", **facts, case="22.2.4")
    if not strength: return cargo
    units = tuple(name for name in cargo.units if _survives(draft, name, strength))
    # an MSU whose Truck is sunk and whose Supply Point is not leaves that behind
    adrift = sum(name not in units and _was_saved(draft, name) for name in cargo.units)
    lost = sum(_is_sunk(draft, SUPPLY, strength, troops=False) for _ in range(cargo.supply))
    if lost: draft.note("sunk", side=side, what=SUPPLY, count=lost, case="22.2.4")
    return Cargo(units, cargo.supply - lost + adrift)


def _survives(draft: Draft[NorthAfrica], name: str, strength: int) -> bool:
    """[22.2.4, 22.2.5] A die for each step of a Combat Unit, one higher; one for a Truck or Replacement, and one for
    the Supply Point of an MSU."""
    unit = draft.state.units[name]
    if is_combat(name):
        hits = sum(_is_sunk(draft, name, strength, troops=True) for _ in range(unit.steps))
        for _ in range(hits):
            if draft.state.units[name].at == unit.at: lose_step(draft, name, "22.2.4", "sunk at sea")
        return draft.state.units[name].at == unit.at
    gone = _is_sunk(draft, name, strength, troops=False)
    if unit.loaded and _is_sunk(draft, f"{SUPPLY} on {name}", strength, troops=False):
        mark(draft, name, loaded=False)
        draft.note("sunk", side=draft.state.phasing, what=SUPPLY, count=1, case="22.2.4")
    if gone: draft.push(Sunk(name))
    return not gone
