"""[5.9] The railway from the Nile Delta."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.frames import Draft
from sandtable.core.values import Action, Refusal, may
from sandtable.games.north_africa_41.ground.fitness import (
    check_fit_to_leave_box,
    check_movable,
    closed_to,
    enemy_holdings,
    prey,
)
from sandtable.games.north_africa_41.ground.paths import place_of
from sandtable.games.north_africa_41.ground.zones import FREE, front
from sandtable.games.north_africa_41.map import board, edge, rail_stops, railway
from sandtable.games.north_africa_41.movement.orders import Rail
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.results.march import complete, set_out
from sandtable.games.north_africa_41.state import DELTA, GOOD, NorthAfrica, add_supply, mark, role_of, take_supply

SUPPLY = "supply@"  # before the place of a Supply Point that goes by rail


def check_rail(state: NorthAfrica, side: Side, action: Rail) -> None:
    """[5.9.1] One unit, Replacement or Supply Point in a Movement Phase, from one stop to another."""
    start = _check_freight(state, side, action.name)
    goal = place_of(action.at, "5.9.1")
    if goal not in _stops(state):
        raise Refusal("5.9.1", f"trains do not stop at {action.at}")
    if goal == start:
        raise Refusal("5.9.1", f"{action.name} is already at {action.at}")
    if goal not in _lines(state, side, action.name, start):
        raise Refusal("5.9.1", f"the enemy blocks the railway from {board().name(start)} to {action.at}")


def _check_freight(state: NorthAfrica, side: Side, name: str) -> int:
    """Where something waits for its train; refuse what may not go by rail."""
    if side != "allied":
        raise Refusal("5.9.1", "only the Allied side uses the railway")
    if state.railed:
        raise Refusal("5.9.1", "the railway has already been used this Movement Phase")
    if name.startswith(SUPPLY):
        start = place_of(name.removeprefix(SUPPLY), "5.9.1")
        if state.stores_at(start, side) == 0:
            raise Refusal("5.9.1", f"there is no Supply Point at {board().name(start)}")
    else:
        check_movable(state, side, name)
        _check_passenger(state, name)
        start = state.units[name].at
    if start not in _stops(state):
        raise Refusal("5.9.1", f"trains do not stop at {board().name(start)}")
    if start >= 0 and front(state, side).zone[start] != FREE:
        raise Refusal("5.9.1", f"{board().name(start)} is in an enemy zone")
    return start


def _check_passenger(state: NorthAfrica, name: str) -> None:
    """[5.9.1, 13.2.1, 16.4, 19.5]"""
    unit = state.units[name]
    if role_of(name) == "truck":
        raise Refusal("5.9.1", f"{name} cannot move by rail")
    if unit.order != GOOD:
        raise Refusal("13.2.1", f"{name} is not in Good Order and cannot move by rail")
    if unit.out:
        raise Refusal("16.4", f"{name} is Out of Supply and may only move tactically")
    if unit.replaced:
        raise Refusal("19.5", f"{name} has received a Replacement and cannot move by rail")
    check_fit_to_leave_box(state, name)


def _stops(state: NorthAfrica) -> frozenset[int]:
    """[5.9.1, 5.9.2]"""
    return rail_stops(_extended(state)) | {DELTA}


def _extended(state: NorthAfrica) -> bool:
    return state.turn >= limits().rail_extension_turn


def _lines(state: NorthAfrica, side: Side, name: str, start: int) -> dict[int, tuple[int, ...]]:
    """The way along the railway from a stop to every place it leads to without the enemy's zones and holdings."""
    closed, zone = _closed(state, side, name), front(state, side).zone
    found: dict[int, tuple[int, ...]] = {start: (start,)}
    waiting = [start]
    for here in waiting:
        for there in _next(state, here):
            if there in found or there in closed or zone[there] != FREE:
                continue
            found[there] = (*found[here], there)
            waiting.append(there)
    return found


def _closed(state: NorthAfrica, side: Side, name: str) -> frozenset[int]:
    guarded = not name.startswith(SUPPLY) and role_of(name) == "combat"
    closed = closed_to(state, name) if guarded else front(state, side).occupied | prey(state, side)
    return closed | enemy_holdings(state, side)


def _next(state: NorthAfrica, here: int) -> Iterator[int]:
    line = railway(_extended(state))
    ends = edge(board().name(DELTA))
    if here == DELTA:
        yield from sorted(ends & set(line))
    else:
        yield from line[here]
        if here in ends:
            yield DELTA


def line_to(state: NorthAfrica, side: Side, action: Rail) -> tuple[int, ...]:
    """The way of a train that was checked."""
    start = _check_freight(state, side, action.name)
    return _lines(state, side, action.name, start)[board().location(action.at)]


def do_rail(draft: Draft[NorthAfrica], side: Side, action: Rail) -> None:
    name, state = action.name, draft.state
    path = line_to(state, side, action)
    start, goal = path[0], path[-1]
    draft.change(railed=True)
    if name.startswith(SUPPLY):
        draft.note("moved", units=["supply"], path=[board().name(each) for each in path], mode="rail")
        take_supply(draft, side, start)
        add_supply(draft, side, goal, landed=True)
        return
    mark(draft, name, transport="rail")
    complete(draft, (name,))
    set_out(draft, side, (name,), path, "rail")


def most_by_rail(state: NorthAfrica, side: Side) -> int:
    if side != "allied" or state.railed:
        return 0
    stops, waiting = _stops(state), state.layout.replacements[side]
    freight = sum(len(state.at(at, side)) + len(waiting.get(at, ())) + 1 for at in stops)  # and a Supply Point
    return freight * (len(stops) - 1)


def listed_rail(state: NorthAfrica, side: Side) -> Sequence[Action]:
    if side != "allied" or state.railed:
        return ()
    found: list[Action] = []
    stops, layout = _stops(state), state.layout
    for at in sorted(stops):
        goods = list(layout.replacements[side].get(at, ()))
        if state.stores_at(at, side):
            goods.append(SUPPLY + board().name(at))
        for names in (layout.combat[side].get(at, ()), goods):
            ready = [name for name in names if may(_check_freight, state, side, name)]
            if not ready:
                continue
            goals = [goal for goal in _lines(state, side, ready[0], at) if goal in stops and goal != at]
            found += [Rail(name, board().name(goal)) for name in ready for goal in goals]
    return found
