"""[13, 13.1, 13.2] What comes to the map in the reinforcement phase, and where it may be placed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.core.listing import Made
from sandtable.core.values import Action, Refusal, Value
from sandtable.games.panzerarmee_afrika.arrivals.orders import Arrive
from sandtable.games.panzerarmee_afrika.map import base, board, roads, tracks
from sandtable.games.panzerarmee_afrika.pieces.counters import Side, counters, depots, lorries
from sandtable.games.panzerarmee_afrika.pieces.reading import check_counter, hex_of
from sandtable.games.panzerarmee_afrika.pieces.schedule import RESERVE, reserve_turn
from sandtable.games.panzerarmee_afrika.pieces.tables import limits
from sandtable.games.panzerarmee_afrika.state import (
    DUE,
    PanzerarmeeAfrika,
    Unit,
    is_enemy_in,
    place,
    role_of,
    room_in,
    side_of,
)
from sandtable.games.panzerarmee_afrika.supply.network import network


class Muster(Value, frozen=True):
    """What a side keeps in mind during its reinforcement phase."""

    side: Side
    present: tuple[str, ...]  # [13.4] regular units in the base when the phase began
    depots: int  # [13.2.1] installations that may still arrive
    arrived: tuple[str, ...] = ()  # regular units that came in this phase
    reinstated: tuple[str, ...] = ()  # [13.2.4] those of them that were reinstated
    turned: tuple[str, ...] = ()  # [13.6] units that dismounted or remounted in this phase


# --- where


def open_hexes(state: PanzerarmeeAfrika, side: Side) -> list[int]:
    """[13.1] The hexes of the own base without an enemy in them, while its centre is in hand; the centre first."""
    hexes = base(side)
    if state.holder(hexes[0]) != side:
        return []
    return [at for at in hexes if not is_enemy_in(state, side, at)]


def rooms(state: PanzerarmeeAfrika, name: str) -> list[str]:
    """[4, 13.1] The hexes in which a counter may arrive now."""
    side, role = side_of(name), role_of(name)
    found: list[str] | None = state.layout.derived.get(("rooms", side, role))
    if found is None:
        found = [board().name(at) for at in open_hexes(state, side) if not crowded(state, side, role, at)]
        state.layout.derived["rooms", side, role] = found
    return found


def crowded(state: PanzerarmeeAfrika, side: Side, role: str, at: int) -> str:
    """[4, 11.1.3] Why a hex has no room for a counter of this kind; empty when it has."""
    if role == "unit":
        return "as many units as may stack" if len(state.at(at, side)) >= room_in(at) else ""
    if role == "lorry":
        return "" if at in roads() or at in tracks() else "neither road nor track for a transport unit"
    return "an installation" if len(state.layout.depots[side].get(at, ())) >= limits().depots_in_a_hex else ""


def check_room(state: PanzerarmeeAfrika, name: str, at: str) -> None:
    side, hexagon = side_of(name), hex_of(at, "13.1")
    if hexagon not in base(side):
        raise Refusal("13.1", f"{name} arrives in a hex of its own base, and {at} is not one")
    if board().name(hexagon) in rooms(state, name):
        return
    if state.holder(base(side)[0]) != side:
        raise Refusal("13.1", f"nothing arrives while the enemy controls {board().name(base(side)[0])}")
    if is_enemy_in(state, side, hexagon):
        raise Refusal("13.1", f"the enemy holds {at}")
    raise Refusal("4", f"{at} has {crowded(state, side, role_of(name), hexagon)}")


def bring(draft: Draft[PanzerarmeeAfrika], name: str, at: str) -> None:
    """Put a counter on the map, in supply or not as the lines run now."""
    hexagon, side = board().hex(at), side_of(name)
    draft.amend("units", name, Unit(DUE))
    place(draft, name, hexagon)
    if role_of(name) == "depot":
        return
    draft.amend("units", name, Unit(hexagon, out=not network(draft.state, side).would_supply(hexagon)))


# --- what


def expected(state: PanzerarmeeAfrika, side: Side) -> list[str]:
    """[13.2.2, 12.4.6, 13.5] Units and transport units that may arrive, those of earlier turns included."""
    return [
        name
        for name, unit in state.units.items()
        if unit.at == DUE and side_of(name) == side and is_expected(state, name)
    ]


def is_expected(state: PanzerarmeeAfrika, name: str) -> bool:
    """Whether a counter on the order of battle has come to its turn. Installations are counted apart."""
    role = role_of(name)
    if role == "depot":
        return False
    if role == "lorry":
        return 0 < state.units[name].due <= state.turn
    counter = counters()[name]
    if not counter.option:
        return 0 < counter.arrives <= state.turn
    if counter.option != RESERVE:
        return counter.option in state.books[counter.side].taken
    when = reserve_turn(state.malta)
    return when is not None and when <= state.turn


def next_depot(state: PanzerarmeeAfrika, muster: Muster) -> str | None:
    """[13.2.1] The installation that may arrive, if the order of battle holds one and the turn brings it."""
    if not muster.depots:
        return None
    return next((name for name in depots(muster.side) if state.units[name].at == DUE), None)


def waiting(state: PanzerarmeeAfrika, muster: Muster) -> list[str]:
    """Everything that can be told to arrive."""
    depot = next_depot(state, muster)
    return [*expected(state, muster.side), *([depot] if depot else [])]


# --- the orders


def arrivals(state: PanzerarmeeAfrika, muster: Muster) -> Sequence[Action]:
    pairs = [pair for name in waiting(state, muster) for pair in product([name], rooms(state, name))]
    return Made(pairs, lambda pair: Arrive(*pair))


def check_arrival(state: PanzerarmeeAfrika, muster: Muster, action: Arrive) -> None:
    name = check_counter(state, muster.side, action.name, "13.2")
    unit = state.units[name]
    if unit.at != DUE:
        raise Refusal("13.2", f"{name} is not on the order of battle but at {board().name(unit.at)}")
    if role_of(name) == "depot":
        _check_depot(state, muster, name)
    elif not is_expected(state, name):
        raise Refusal("13.2.2" if name not in lorries(muster.side) else "12.4.6", _why_not_yet(state, name))
    check_room(state, name, action.at)


def _check_depot(state: PanzerarmeeAfrika, muster: Muster, name: str) -> None:
    depot = next_depot(state, muster)
    if depot is None:
        raise Refusal("13.2.1", "no further installation arrives on this turn")
    if name != depot:
        raise Refusal("13.2.1", f"the next installation to arrive is {depot}")


def _why_not_yet(state: PanzerarmeeAfrika, name: str) -> str:
    if role_of(name) == "lorry":
        due = state.units[name].due
        return f"{name} returns on turn {due}" if due else f"{name} returns only when units dismount"
    counter = counters()[name]
    if counter.option == RESERVE:
        when = reserve_turn(state.malta)
        return f"{name} arrives on turn {when}" if when else f"{name} does not arrive after the failure at Malta"
    if counter.option:
        return f"{name} arrives only with the reinforcement option {counter.option}"
    return f"{name} arrives on turn {counter.arrives}"


def arrive(draft: Draft[PanzerarmeeAfrika], muster: Muster, action: Arrive) -> Muster:
    name, role = action.name, role_of(action.name)
    case = {"unit": "13.2.2", "lorry": "12.4.6", "depot": "13.2.1"}[role]
    bring(draft, name, action.at)
    draft.note("arrived", side=muster.side, unit=name, at=action.at, case=case)
    if role == "depot":
        return replace(muster, depots=muster.depots - 1)
    return with_arrival(muster, name)


def with_arrival(muster: Muster, name: str) -> Muster:
    return replace(muster, arrived=(*muster.arrived, name)) if role_of(name) == "unit" else muster


def bring_the_rest(draft: Draft[PanzerarmeeAfrika], muster: Muster) -> Muster:
    """[13.1] Whatever was not told to arrive takes the first hex with room; what finds none waits."""
    for name in waiting(draft.state, muster):
        hexes = rooms(draft.state, name)
        if hexes:
            muster = arrive(draft, muster, Arrive(name, hexes[0]))
    return muster
