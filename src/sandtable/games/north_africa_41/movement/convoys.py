"""[21.1, 21.3, 22.3] Naval Transport: who may sail where, what it takes, and the attacks on the way.

A convoy is written as its units, with `supply` once for each Supply Point, its port of embarkation and its port of
debarkation; Italy, Tripoli and the Nile Delta are ports too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations
from math import comb
from typing import ClassVar

from sandtable.core.frames import Decision, Draft
from sandtable.core.listing import Branch, Branches, Made
from sandtable.core.nouns import plural
from sandtable.core.values import Action, Refusal, may
from sandtable.games.north_africa_41.ground.entering import is_barred, put_down
from sandtable.games.north_africa_41.ground.fitness import check_movable, prey
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.map import ports as port_hexes
from sandtable.games.north_africa_41.movement.orders import Ship
from sandtable.games.north_africa_41.order_forms import Done
from sandtable.games.north_africa_41.pieces.assets import check_points, has_marker, pay, use_marker
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.results.march import March, complete
from sandtable.games.north_africa_41.sea.convoy_attacks import (
    SUPPLY,
    Cargo,
    attack,
    cargo_of,
    cargo_points,
    modifier,
    points_of,
    written,
)
from sandtable.games.north_africa_41.sea.ports import capacity, harbours, port_of
from sandtable.games.north_africa_41.sea.tables import convoy_column
from sandtable.games.north_africa_41.state import (
    GOOD,
    ITALY,
    OFF_MAP,
    TRIPOLI,
    NorthAfrica,
    add_supply,
    mark,
    take_supply,
    write_books,
)


def benghazi() -> int:
    """[22.3.5]"""
    return port_hexes()["Benghazi"]


# What may sail


def check_ship(state: NorthAfrica, side: Side, action: Ship) -> None:
    """[21.1]"""
    start, goal = port_of(action.start, "21.1.1"), port_of(action.to, "21.1.1")
    cargo = cargo_of(action.units)
    _check_way(state, side, start, goal)
    if len(set(cargo.units)) < len(cargo.units):
        raise Refusal("21.1.1", "a unit is named twice")
    for name in cargo.units:
        _check_passenger(state, side, name, start)
    if cargo.supply > state.stores_at(start, side):
        raise Refusal("21.1.1", f"{action.start} has only {plural(state.stores_at(start, side), 'Supply Point')}")
    _check_escort(state, side, goal, cargo)
    _check_room(state, side, start, goal, cargo)


def _check_way(state: NorthAfrica, side: Side, start: int, goal: int) -> None:
    """[21.1.2, 21.1.3, 21.1.4] Whether this side may send a convoy from one port to another now."""
    if start == goal:
        raise Refusal("21.1.1", "a convoy sails from one port to another")
    for at in (start, goal):
        if not is_open(state, side, at):
            raise Refusal("21.1.4", f"{harbours()[at].title} was not in {side} hands when the Movement Phase began")
    if goal == ITALY:
        raise Refusal("21.1.2", "no convoy sails to Italy")
    if start == ITALY:
        _check_from_italy(state, side, goal)
    else:
        _check_coastal(state, side)


def is_open(state: NorthAfrica, side: Side, at: int) -> bool:
    """[21.1.4] Own boxes, and ports in friendly control since the start of the Movement Phase: enemies who retreat from
    an Automatic DS may have taken one."""
    return at in OFF_MAP[side] or (at in state.books[side].ports and state.holder(at) == side)


def _check_from_italy(state: NorthAfrica, side: Side, goal: int) -> None:
    """[21.1.3, 22.3.5]"""
    if state.impulse != 1:
        raise Refusal("21.1.3", "convoys leave Italy only in the first impulse")
    if ITALY in state.books[side].embarked:
        raise Refusal("21.1.3", "the convoy from Italy has already sailed")
    if goal == TRIPOLI:
        return
    if goal != benghazi():
        raise Refusal("21.1.3", "a convoy from Italy lands at Tripoli or, for a Resource Point, at Benghazi")
    check_points(state, side, "benghazi-convoy")


def _check_coastal(state: NorthAfrica, side: Side) -> None:
    """[21.1.2, 23.2.3] One free Coastal Convoy an impulse; another for a marker."""
    if state.books[side].convoys < limits().free_coastal_convoys or has_marker(state, side, "coastal-shipping"):
        return
    raise Refusal("21.1.2", "this impulse's Coastal Convoy has already sailed")


def _check_passenger(state: NorthAfrica, side: Side, name: str, start: int) -> None:
    """[13.2.1, 16.4, 19.5, 21.1.4]"""
    check_movable(state, side, name)
    unit = state.units[name]
    if unit.at != start:
        raise Refusal("21.1.1", f"{name} is not in {harbours()[start].title}")
    if unit.order != GOOD:
        raise Refusal("13.2.1", f"{name} is not in Good Order and cannot sail")
    if unit.out:
        raise Refusal("16.4", f"{name} is Out of Supply and may only move tactically")
    if unit.replaced:
        raise Refusal("19.5", f"{name} has received a Replacement and cannot sail")


def _check_escort(state: NorthAfrica, side: Side, goal: int, cargo: Cargo) -> None:
    """[5.8.3] Without a Combat Unit nothing comes ashore where something of the enemy is."""
    if is_barred(state, side, cargo.units, goal):
        raise Refusal(
            "5.8.3", f"enemy Non-Combat Units are in {harbours()[goal].title}: only a Combat Unit lands there"
        )


def _check_room(state: NorthAfrica, side: Side, start: int, goal: int, cargo: Cargo) -> None:
    """[21.1.2, 21.3.2] The size of a Coastal Convoy, and the Port Capacities."""
    size = cargo_points(state, cargo)
    if start != ITALY and size > limits().coastal_points:
        most = limits().coastal_points
        raise Refusal("21.1.2", f"a Coastal Convoy carries {plural(most, 'Shipping Point')}, not {size}")
    leaving = room_to_embark(state, side, start)
    if leaving is not None and size > leaving:
        raise Refusal(
            "21.3.2", f"{harbours()[start].title} can still embark {plural(leaving, 'Shipping Point')}, not {size}"
        )
    landing = room_to_debark(state, side, goal)
    if start == ITALY and goal == benghazi():
        _check_room_of_both(state, side, cargo)
        return
    if landing is not None and size > landing:
        raise Refusal(
            "21.3.2", f"{harbours()[goal].title} can still take {plural(landing, 'Shipping Point')}, not {size}"
        )


def room_to_embark(state: NorthAfrica, side: Side, at: int) -> int | None:
    return _room(capacity(state, at), state.books[side].embarked.get(at, 0))


def room_to_debark(state: NorthAfrica, side: Side, at: int) -> int | None:
    return _room(capacity(state, at), state.books[side].debarked.get(at, 0))


def _room(limit: int | None, used: int) -> int | None:
    return None if limit is None else limit - used


def _check_room_of_both(state: NorthAfrica, side: Side, cargo: Cargo) -> None:
    """[22.3.5, 5.8.3] The convoy to Benghazi; whose escort may be sunk needs a port for all of it."""
    size = cargo_points(state, cargo)
    if benghazi() in prey(state, side) and size > _tripoli_room(state, side):
        raise Refusal(
            "5.8.3", f"with the enemy in Benghazi Tripoli must have room for {plural(size, 'Shipping Point')}"
        )
    if not _parts(state, side, cargo):
        raise Refusal("22.3.5", f"Benghazi and Tripoli together cannot take these {plural(size, 'Shipping Point')}")


def _parts(state: NorthAfrica, side: Side, cargo: Cargo) -> bool:
    """[22.3.5] Whether a convoy can be split so that both ports have room for their part."""
    sums = {0}
    for name in written(cargo):
        sums |= {total + points_of(state, name) for total in sums}
    total, near, far = cargo_points(state, cargo), _tripoli_room(state, side), _benghazi_room(state, side)
    return any(part <= far and total - part <= near for part in sums)


def _tripoli_room(state: NorthAfrica, side: Side) -> int:
    room = room_to_debark(state, side, TRIPOLI)
    assert room is not None
    return room


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
        land(draft, side, start, goal, _pass_malta(draft, side, cargo))
    else:
        pay(draft, side, "benghazi-convoy")
        left = _pass_malta(draft, side, cargo)
        if left:
            draft.push(Splitting(side, left))


def _embark(draft: Draft[NorthAfrica], side: Side, start: int, cargo: Cargo) -> None:
    """[21.1.2, 21.1.4] Whatever sails has moved; a second Coastal Convoy takes the marker."""
    books, size = draft.state.books[side], cargo_points(draft.state, cargo)
    if start != ITALY:
        if books.convoys >= limits().free_coastal_convoys:
            use_marker(draft, side, "coastal-shipping")
        write_books(draft, side, convoys=books.convoys + 1)
    write_books(draft, side, embarked={**books.embarked, start: books.embarked.get(start, 0) + size})
    if cargo.supply:
        take_supply(draft, side, start, cargo.supply)
    complete(draft, cargo.units)


def _sail(draft: Draft[NorthAfrica], side: Side, start: int, goal: int, cargo: Cargo) -> None:
    """[22.2.1] A Coastal Convoy: the less favourable column of both ports."""
    ports = board().name(start), board().name(goal)
    draft.note("sailed", side=side, units=list(written(cargo)), path=list(ports), case="21.1.2")
    column = convoy_column(side, harbours()[start].name, harbours()[goal].name)
    land(draft, side, start, goal, attack(draft, side, cargo, column, modifier(draft.state, side), ports[1]))


def _pass_malta(draft: Draft[NorthAfrica], side: Side, cargo: Cargo) -> Cargo:
    """[22.3.1] Every convoy from Italy passes Malta, by the column of Tripoli."""
    draft.note("sailed", side=side, units=list(written(cargo)), path=["italy", "tripoli"], case="21.1.3")
    return attack(draft, side, cargo, convoy_column(side, "italy", "tripoli"), draft.state.malta, "Malta")


def land(draft: Draft[NorthAfrica], side: Side, start: int, goal: int, cargo: Cargo) -> None:
    """[21.1.1, 21.3.2, 5.8.3] The survivors come ashore, or turn back if no Combat Unit is left to go before them
    where the enemy is."""
    if not cargo:
        return
    if is_barred(draft.state, side, cargo.units, goal):
        draft.note("turned", side=side, units=list(written(cargo)), at=board().name(start), case="5.8.3")
        _go_ashore(draft, side, start, cargo)
        return
    books, size = draft.state.books[side], cargo_points(draft.state, cargo)
    write_books(draft, side, debarked={**books.debarked, goal: books.debarked.get(goal, 0) + size})
    draft.note("landed", side=side, units=list(written(cargo)), at=board().name(goal), case="21.1.5")
    _go_ashore(draft, side, goal, cargo)
    if goal >= 0:
        draft.push(March(side, cargo.units, (goal,)))


def _go_ashore(draft: Draft[NorthAfrica], side: Side, at: int, cargo: Cargo) -> None:
    """[21.1.5, 8.7] Under a Naval Transport marker; Combat Units come first."""
    for name in cargo.units:
        mark(draft, name, transport="sea")
    put_down(draft, side, cargo.units, at)
    if cargo.supply:
        add_supply(draft, side, at, cargo.supply, landed=True)


# The convoy to Benghazi


class Splitting(Decision[NorthAfrica], frozen=True):
    """[22.3.5] Past Malta the convoy may split: some sail on to Benghazi and are attacked again, the rest lands at
    Tripoli."""

    exhaustive: ClassVar[bool] = False  # any part may sail on; the list has single ones, as many as find room, and none
    side: Side
    cargo: Cargo

    def prompt(self, state: NorthAfrica) -> str:
        most = _benghazi_room(state, self.side)
        return f"Past Malta. What goes to Benghazi, up to {plural(most, 'Shipping Point')}? The rest lands at Tripoli."

    def actions(self, state: NorthAfrica, side: str) -> Sequence[Action]:
        every = written(self.cargo)
        most, fitting = _benghazi_room(state, self.side), list[str]()
        for name in every:
            if sum(points_of(state, each) for each in (*fitting, name)) <= most:
                fitting.append(name)
        parts = dict.fromkeys([tuple(fitting), *((name,) for name in every)])
        goal = board().name(benghazi())
        offered: list[Action] = [Ship(part, "tripoli", goal) for part in parts if part]
        return [action for action in (*offered, Done()) if may(self.check, state, side, action)]

    def check(self, state: NorthAfrica, side: str, action: Action) -> None:
        part = self._part(action)
        if len(set(part.units)) < len(part.units) or not set(part.units) <= set(self.cargo.units):
            raise Refusal("22.3.5", "name units of this convoy, each once")
        if part.supply > self.cargo.supply:
            raise Refusal("22.3.5", f"the convoy has {plural(self.cargo.supply, 'Supply Point')} left")
        if part:
            _check_escort(state, self.side, benghazi(), part)
        size, most = cargo_points(state, part), _benghazi_room(state, self.side)
        if size > most:
            raise Refusal("22.3.5", f"Benghazi takes {plural(most, 'Shipping Point')}, not {size}")
        rest, room = cargo_points(state, self._rest(part)), _tripoli_room(state, self.side)
        if rest > room:
            raise Refusal("22.3.5", f"Tripoli takes {plural(room, 'Shipping Point')}")

    def _part(self, action: Action) -> Cargo:
        if isinstance(action, Done):
            return Cargo()
        if not isinstance(action, Ship) or action.start not in ("italy", "tripoli"):
            raise Refusal("22.3.5", "ship some of the convoy from tripoli to Benghazi, or done to land all at Tripoli")
        if port_of(action.to, "22.3.5") != benghazi():
            raise Refusal("22.3.5", "the convoy sails on to Benghazi only")
        return cargo_of(action.units)

    def _rest(self, part: Cargo) -> Cargo:
        units = tuple(name for name in self.cargo.units if name not in part.units)
        return Cargo(units, self.cargo.supply - part.supply)

    def do(self, draft: Draft[NorthAfrica], side: str, action: Action) -> None:
        part = self._part(action)
        draft.pop()
        land(draft, self.side, ITALY, TRIPOLI, self._rest(part))
        if not part:
            return
        goal = board().name(benghazi())
        draft.note("sailed", side=side, units=list(written(part)), path=["tripoli", goal], case="22.3.5")
        column, modified = convoy_column(self.side, "italy", "Benghazi"), modifier(draft.state, self.side)
        left = attack(draft, self.side, part, column, modified, goal)
        land(draft, self.side, TRIPOLI, benghazi(), left)


# The list


def listed_ship(state: NorthAfrica, side: Side) -> Sequence[Action]:
    return Branches(*convoys(state, side))


def convoys(state: NorthAfrica, side: Side) -> Iterator[Branch[Action]]:
    """Each piece by itself, two together on a coastal ship, and from Italy as much as finds room."""
    every = (*OFF_MAP[side], *state.books[side].ports)
    coastal, great = may(_check_coastal, state, side), may(_check_from_italy, state, side, TRIPOLI)
    for start in every:
        goals = (len(every) - 1) * coastal if start != ITALY else 2 * great
        most = goals and goals * _most_parts(state, side, start)
        if most:
            yield Branch(most, partial(_convoys_from, state, side, start, every))


def _most_parts(state: NorthAfrica, side: Side, start: int) -> int:
    """One by one and in pairs, or in a great convoy."""
    pieces = len(state.at(start, side)) + len(state.non_combat_at(start, side))
    stores = min(state.stores_at(start, side), limits().coastal_points)
    if not pieces + stores:
        return 0
    return pieces + stores + (1 if start == ITALY else comb(pieces + stores, limits().coastal_points))


def _convoys_from(state: NorthAfrica, side: Side, start: int, every: Sequence[int]) -> Sequence[Action]:
    if not _freight(state, side, start):
        return ()
    goals, name = [goal for goal in every if may(_check_way, state, side, start, goal)], board().name
    find = _from_italy if start == ITALY else _coastal
    parts = [(part, goal) for goal in goals for part in find(state, side, start, goal)]
    return Made(parts, lambda each: Ship(each[0], name(start), name(each[1])))


def _freight(state: NorthAfrica, side: Side, at: int) -> list[str]:
    """What may be shipped from a port, a Supply Point as often as there is one."""
    found: list[str] | None = state.layout.derived.get(("freight", side, at))
    if found is None:
        names = (*state.at(at, side), *state.non_combat_at(at, side))
        found = [name for name in names if may(_check_passenger, state, side, name, at)]
        found += [SUPPLY] * state.stores_at(at, side)
        state.layout.derived["freight", side, at] = found
    return found


def _from_italy(state: NorthAfrica, side: Side, start: int, goal: int) -> Iterator[tuple[str, ...]]:
    freight, fitting = _freight(state, side, start), list[str]()
    for name in freight:
        if may(_check_room, state, side, start, goal, cargo_of((*fitting, name))):
            fitting.append(name)
    parts = [part for part in dict.fromkeys([tuple(fitting), *((name,) for name in freight)]) if part]
    cargoes = ((part, cargo_of(part)) for part in parts)
    return (
        part
        for part, cargo in cargoes
        if may(_check_escort, state, side, goal, cargo) and may(_check_room, state, side, start, goal, cargo)
    )


def _coastal(state: NorthAfrica, side: Side, start: int, goal: int) -> Iterator[tuple[str, ...]]:
    rooms = (room_to_embark(state, side, start), room_to_debark(state, side, goal), limits().coastal_points)
    room = min(each for each in rooms if each is not None)
    sizes = [(name, points_of(state, name)) for name in _freight(state, side, start)]
    parts: dict[tuple[str, ...], None] = dict.fromkeys((name,) for name, size in sizes if size <= room)
    if room >= limits().coastal_points:
        parts |= dict.fromkeys(combinations((name for name, size in sizes if size == 1), limits().coastal_points))
    beset = goal in prey(state, side)
    yield from (part for part in parts if not beset or may(_check_escort, state, side, goal, cargo_of(part)))
