"""[5.1, 5.4, 13.3.4] Moving units: by Movement Points, tactically, and into Full Retreat voluntarily."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from sandtable.core.frames import Draft
from sandtable.core.listing import Branch, Made
from sandtable.core.values import Action, Refusal, may
from sandtable.games.north_africa_41.combat.orders import Flee
from sandtable.games.north_africa_41.ground.fitness import check_movable, check_own, check_together
from sandtable.games.north_africa_41.ground.paths import is_written_out, places_of, walkable
from sandtable.games.north_africa_41.ground.ranges import Mode, Options
from sandtable.games.north_africa_41.ground.reach import options, tactical_reach, walk_tactically
from sandtable.games.north_africa_41.ground.zones import FULL, front
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.movement.orders import Move, Tactical
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.results.march import complete, disturb, set_out
from sandtable.games.north_africa_41.state import DISRUPTED, FULL_RETREAT, OFF_MAP, NorthAfrica, is_combat, mark

# --- by Movement Points


def marched(state: NorthAfrica, side: Side, action: Move) -> tuple[tuple[int, ...], Mode]:
    """The path of a move and the kind of movement it takes, worked out once to check it and to carry it out."""
    found: tuple[tuple[int, ...], Mode] | None = state.layout.derived.get(action)
    if found is None:
        places = places_of(action.path, "5.1")
        check_together(state, side, action.units, places[0])
        if places[-1] == places[0]:
            case = "5.1" if places[0] >= 0 else "6.3.3"
            raise Refusal(case, f"the path ends where it begins, at {action.path[0]}")
        found = state.layout.derived[action] = walkable(state, action.units, places)
    return found


def check_move(state: NorthAfrica, side: Side, action: Move) -> None:
    """[5.1]"""
    marched(state, side, action)


def do_move(draft: Draft[NorthAfrica], side: Side, action: Move) -> None:
    path, mode = marched(draft.state, side, action)
    set_out(draft, side, action.units, path, mode)
    complete(draft, action.units)
    disturb(draft, side)


def moves(state: NorthAfrica, side: Side) -> Iterator[Branch[Action]]:
    """Every unit by itself. A stack that drops some off as it goes is the same as these moving by themselves."""
    return (each.marching for each in _orders(state, side) if each.marching.most)


class Orders(NamedTuple):
    """What is listed for a piece with these options."""

    of: Options
    marching: Branch[Action]
    tactical: Branch[Action]
    beyond: Branch[Action]  # tactically where the piece does not get by Movement Points


def _orders(state: NorthAfrica, side: Side) -> list[Orders]:
    derived, listed = state.layout.derived, front(state, side).listed
    found: list[Orders] | None = derived.get(("orders", side))
    if found is None:
        found = derived["orders", side] = []
        for name in pieces_in_play(state, side):
            known, each = listed.get(name), options(state, name)
            if known is None or known.of is not each:
                at = each.unit.at
                known = listed[name] = Orders(
                    each,
                    _moves(Move, name, at, each.marching.ends),
                    _moves(Tactical, name, at, each.tactical.ends),
                    _moves(Tactical, name, at, each.beyond),
                )
            found.append(known)
    return found


def pieces_in_play(state: NorthAfrica, side: Side) -> Iterator[str]:
    """Whatever a side has on the map and in the boxes from which one may move, and has not moved yet."""
    layout, moved = state.layout, {*state.moved, *(name for each in state.shattered for name in each.units)}
    for places in (layout.combat[side], layout.trucks[side], layout.replacements[side]):
        for at, names in places.items():
            if at >= 0 or at in OFF_MAP[side]:
                yield from (name for name in names if name not in moved)


def _moves(order: type[Move] | type[Tactical], name: str, at: int, ends: Sequence[int]) -> Branch[Action]:
    return Branch(len(ends), partial(_moves_of, order, name, at, ends))


def _moves_of(order: type[Move] | type[Tactical], name: str, at: int, ends: Sequence[int]) -> Sequence[Action]:
    start, name_of = board().name(at), board().name
    return Made(ends, lambda end: order((name,), (start, name_of(end))))


# --- tactically


def tactical_path(state: NorthAfrica, side: Side, action: Tactical) -> tuple[int, ...]:
    """[5.4] The path of a tactical move; where one hex is left out, any that serves is taken."""
    places = places_of(action.path, "5.4")
    check_together(state, side, action.units, places[0])
    if places[-1] == places[0]:
        raise Refusal("5.4", f"the path ends where it begins, at {action.path[0]}")
    if len(places) == 2 and not (is_written_out(places) and may(walk_tactically, state, action.units, places)):
        found = tactical_reach(state, action.units)
        if places[1] in found:
            places = found.path(places[1])
    walk_tactically(state, action.units, places)
    return places


def check_tactical(state: NorthAfrica, side: Side, action: Tactical) -> None:
    """[5.4]"""
    tactical_path(state, side, action)


def do_tactical(draft: Draft[NorthAfrica], side: Side, action: Tactical) -> None:
    path = tactical_path(draft.state, side, action)
    set_out(draft, side, action.units, path, "tactical")
    complete(draft, action.units)


def tactical_moves(state: NorthAfrica, side: Side) -> Iterator[Branch[Action]]:
    """Every unit by itself, while the side may still earn a free Supply Point [17.4]; afterwards only where the unit
    does not get by Movement Points."""
    restful = state.books[side].restful
    found = (each.tactical if restful else each.beyond for each in _orders(state, side))
    return (each for each in found if each.most)


# --- Full Retreat of one's own will


def check_flee(state: NorthAfrica, side: Side, action: Flee) -> None:
    """[13.3.4] Combat Units on the map that have not moved yet."""
    if len(set(action.units)) < len(action.units):
        raise Refusal("13.3.4", "a unit is named twice")
    for name in action.units:
        check_own(state, side, name)
        unit = state.units[name]
        if not is_combat(name):
            raise Refusal("13.2.3", f"{name} is a Non-Combat Unit and always in Good Order")
        if unit.at < 0:
            raise Refusal("13.3.4", f"{name} is not on the map")
        if unit.order == FULL_RETREAT:
            raise Refusal("13.3.4", f"{name} is already in Full Retreat")
        if name in state.moved or unit.transport:
            raise Refusal("13.3.4", f"{name} has moved this phase")
        check_movable(state, side, name)


def do_flee(draft: Draft[NorthAfrica], side: Side, action: Flee) -> None:
    for name in action.units:
        mark(draft, name, order=FULL_RETREAT)
    draft.note("fled", units=list(action.units), at=board().name(draft.state.units[action.units[0]].at))


def most_fleeing(state: NorthAfrica, side: Side) -> int:
    return sum(len(names) for at, names in state.layout.combat[side].items() if at >= 0)


def listed_flee(state: NorthAfrica, side: Side) -> Sequence[Action]:
    """Those with a reason to: Disrupted units, which could not march otherwise, and units in an enemy zone."""
    zone, units, moved = front(state, side).zone, state.units, set(state.moved)
    pressed = [
        name
        for at, names in state.layout.combat[side].items()
        if at >= 0
        for name in names
        if (units[name].order == DISRUPTED or zone[at] == FULL) and name not in moved
    ]
    return [Flee((name,)) for name in pressed if may(check_flee, state, side, Flee((name,)))]
