"""[9, 4.0] What the screen offers in the move mode: ways with their cost, reinforcements, minefields, overrun moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.core.nouns import plural
from sandtable.core.offers import Offer
from sandtable.core.values import Action, Refusal
from sandtable.games.tobruk.arrivals.reinforcements import entry_hexes
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.movement.marching import check_movers, marched, treks_along
from sandtable.games.tobruk.movement.minefields import Minefield
from sandtable.games.tobruk.movement.orders import Enter, LeaveRoad, Mine, Move, Pass, Waive
from sandtable.games.tobruk.movement.overruns import OverrunMovement, overrun_reach
from sandtable.games.tobruk.movement.phase import Movement
from sandtable.games.tobruk.movement.reach import (
    allowance,
    can_move,
    enter,
    points_left,
    points_text,
    reach,
    reach_from,
    reach_of,
)
from sandtable.games.tobruk.movement.routes import Reach
from sandtable.games.tobruk.movement.zones import front
from sandtable.games.tobruk.order_forms import Done
from sandtable.games.tobruk.pieces.command import reinforcements_of
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.pieces.stacking import battalions, room_in_battle
from sandtable.games.tobruk.pieces.tables import HALVES, limits
from sandtable.games.tobruk.state import DUE, Tobruk, Trek, known

Names = tuple[str, ...]
March = tuple[tuple[int, ...], dict[str, Trek]]


def moving_offers(state: Tobruk, top: Movement, pieces: Sequence[str]) -> list[Offer]:
    """With nothing chosen the end of movement and columns that may leave the road; with units of one hex, or
    reinforcements, everywhere they can go together."""
    plain = [_plain(action) for action in top.actions_without_moves(state)]
    if not pieces:
        return plain
    names = tuple(pieces)
    found = [offer for offer in plain if set(names) <= set(offer.pieces)]
    if all(state.units[name].at == DUE for name in names):
        return [*found, *_entries(state, top.side, names)]
    return [*found, *_marches(state, top.side, names)]


def _plain(action: Action) -> Offer:
    if isinstance(action, LeaveRoad):
        return Offer(str(action), f"take {action.unit} off the road", (action.unit,))
    return Offer(str(Done()), "end movement")


# --- units on the map


def _marches(state: Tobruk, side: str, names: Names) -> Iterator[Offer]:
    """[9.0, 9.3] Where these go together, with what the dearest of them pays."""
    if any(known(state, name, side) is None for name in names):
        return
    here = board().name(state.units[names[0]].at)
    try:
        check_movers(state, side, Move(names, (here, here)))
    except Refusal:
        return
    if not all(can_move(state, name) for name in names):
        return
    for end in _reach_together(state, names):
        action = Move(names, (here, board().name(end)))
        found = _lawful(state, side, action)
        if found:
            yield _way(state, side, action, found)


def _reach_together(state: Tobruk, names: Names) -> Reach:
    """The reach of the slowest. [9.1] What is granted to one beyond its allowance is not granted to a stack."""
    slowest = _slowest(state, names)
    if len(names) == 1:
        return reach(state, slowest)
    counter, at, trek = counters()[slowest], state.units[slowest].at, state.trek(slowest)
    points = 0 if trek.halted else points_left(state, slowest, trek)
    return reach_of(state, counter.side, counter.motorised, at, points, False)


def _slowest(state: Tobruk, names: Names) -> str:
    return min(names, key=lambda name: points_left(state, name, state.trek(name)))


def _lawful(state: Tobruk, side: str, action: Move | Enter) -> March | None:
    try:
        return marched(state, side, action)
    except Refusal:
        return None


def _way(state: Tobruk, side: str, action: Move | Enter, found: March) -> Offer:
    path, treks = found
    spent = max(trek.points - state.trek(name).points for name, trek in treks.items())
    by_road = any(trek.spared for trek in treks.values())
    verb = "enter and go to" if isinstance(action, Enter) and len(path) > 1 else "to"
    label = f"{verb} {action.path[-1]}{', on the road' if by_road else ''}"
    return Offer(
        str(action), label, action.units, action.path[-1], points_text(spent), _stop(state, side, path[-1], treks),
        tuple(board().name(hexagon) for hexagon in path),
    )  # fmt: skip


def _stop(state: Tobruk, side: str, end: int, treks: dict[str, Trek]) -> str:
    """Why the way ends in a hex, and whether there is room to stay."""
    found = ["enters an enemy zone (8.0)"] if front(state, side).zone[end] else []
    load = battalions({*state.at(end, side), *treks})
    if load > limits().stacking:
        found.append(f"{plural(load, 'battalion')} there, {limits().stacking} may stay (7.1)")
    elif load > limits().road_stacking and any(_bound_to_road(state, name, trek) for name, trek in treks.items()):
        found.append(f"{plural(load, 'battalion')} there, {limits().road_stacking} may stay on the road (9.2)")
    return "; ".join(found)


def _bound_to_road(state: Tobruk, name: str, trek: Trek) -> bool:
    """[9.2] Arrives by the road rate and has not the points to leave the road."""
    return trek.spared > points_left(state, name, trek)


# --- reinforcements


def _entries(state: Tobruk, side: str, names: Names) -> Iterator[Offer]:
    """[4.0] Every hex within reach, by the entry hex that makes it the cheapest."""
    for action in _cheapest_entries(state, names).values():
        found = _lawful(state, side, action)
        if found:
            yield _way(state, side, action, found)


def _cheapest_entries(state: Tobruk, names: Names) -> dict[int, Enter]:
    best: dict[int, tuple[int, Enter]] = {}
    due = reinforcements_of(state, state.active)
    if any(name not in due for name in names):
        return {}
    slowest = min(names, key=lambda name: allowance(state, name))
    for first in _common_entries(state, names):
        trek, start = enter(state, slowest, (first,)), board().name(first)
        found = reach_from(state, slowest, first, trek)
        costs = {first: 0, **{end: found.points(end) for end in found}}
        for end, points in costs.items():
            if end not in best or trek.points + points < best[end][0]:
                path = (start,) if end == first else (start, board().name(end))
                best[end] = trek.points + points, Enter(names, path)
    return {end: action for end, (_, action) in best.items()}


def _common_entries(state: Tobruk, names: Names) -> list[int]:
    others = [set(entry_hexes(state, name)) for name in names[1:]]
    return [hexagon for hexagon in entry_hexes(state, names[0]) if all(hexagon in there for there in others)]


def meant_move(state: Tobruk, own: Names, at: str) -> Action:
    """The order that these clicks would be; whether it is lawful is for the decision to say."""
    places = {state.units[name].at for name in own}
    if len(places) > 1:
        raise Refusal("9.3", "choose units in one hex: only those can move together")
    if places != {DUE}:
        return Move(own, (board().name(places.pop()), at))
    found = _cheapest_entries(state, own).get(board().index.get(at, -1))
    if found:
        return found
    entries = [board().name(hexagon) for hexagon in _common_entries(state, own)] if _all_due(state, own) else []
    return Enter(own, (at,) if at in entries or not entries else (entries[0], at))


def _all_due(state: Tobruk, names: Names) -> bool:
    due = reinforcements_of(state, state.active)
    return all(name in due for name in names)


# --- minefields


def mining_offers(state: Tobruk, top: Minefield, pieces: Sequence[str]) -> list[Offer]:
    """[9.6] Every hex of the announced way is a place to click; the way itself is shown."""
    way = tuple(board().name(hexagon) for hexagon in top.path)
    found = [
        Offer(str(Mine(name, board().name(hexagon))), _mine_label(state, top, name, hexagon), (),
              board().name(hexagon), path=way)
        for hexagon in dict.fromkeys(top.hexes) for name in top.units if not pieces or name in pieces
    ]  # fmt: skip
    return [Offer(str(Pass()), "let them pass"), Offer(str(Waive()), "let all pass in this activation"), *found]


def _mine_label(state: Tobruk, top: Minefield, name: str, hexagon: int) -> str:
    """[9.6] What a minefield there would do to a unit."""
    until = top.path.index(hexagon, 0 if top.entering else 1)
    spent = treks_along(state, (name,), top.path[: until + 1], top.entering)[name].points
    left = allowance(state, name) // 2 - spent
    where = board().name(hexagon)
    if left <= 0:
        return f"a minefield stops {name} at {where}"
    return f"a minefield at {where} leaves {name} {points_text(left)} {'point' if left <= HALVES else 'points'}"


# --- after an overrun


def overrun_offers(state: Tobruk, top: OverrunMovement, pieces: Sequence[str]) -> list[Offer]:
    """[9.4]"""
    done = Offer(str(Done()), "no further movement")
    names = tuple(pieces)
    if not names:
        return [done]
    places = {state.units[name].at for name in names}
    if len(places) != 1 or any(name not in state.overran for name in names):
        return []
    return list(_moves_on(state, top, names, places.pop()))


def _moves_on(state: Tobruk, top: OverrunMovement, names: Names, here: int) -> Iterator[Offer]:
    found, zone = overrun_reach(state, top.side, here), front(state, top.side).zone
    for end in found:
        if not room_in_battle(state, top.side, end, names):
            continue
        action = Move(names, (board().name(here), board().name(end)))
        stop = "enters an enemy zone (8.0)" if zone[end] else ""
        path = tuple(board().name(hexagon) for hexagon in found.path(end))
        yield Offer(str(action), f"to {path[-1]}", names, path[-1], str(found.points(end)), stop, path)
