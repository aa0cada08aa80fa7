"""[11.2] Sea transport: regular units and installations from port to port."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.core.listing import Branch
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal, may
from sandtable.games.panzerarmee_afrika.map import board, egypt, libya, sea_lanes
from sandtable.games.panzerarmee_afrika.movement.orders import Ship
from sandtable.games.panzerarmee_afrika.movement.reach import (
    border_is_closed,
    check_fit,
    check_leaving,
    check_parting,
    check_supply,
    stranding_case,
)
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.pieces.reading import check_own, hex_of
from sandtable.games.panzerarmee_afrika.pieces.tables import limits, ports
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, is_enemy_in, place, role_of
from sandtable.games.panzerarmee_afrika.supply.network import allied_in_supply_within


def check_ship(state: PanzerarmeeAfrika, side: Side, action: Ship, prizes: Collection[str] = ()) -> None:
    """`prizes`: installations captured in this phase, which therefore did not begin it in port."""
    name, goal = action.name, hex_of(action.at, "11.2")
    check_own(state, side, name, "11.2")
    if role_of(name) == "lorry":
        raise Refusal("11.2", f"{name} is a transport unit and cannot move by sea")
    if name in state.treks or name in prizes:
        raise Refusal(
            "11.2",
            f"only units that began the phase in port and have done nothing else may move by sea; {name} has not",
        )
    check_fit(state, name)
    here = state.units[name].at
    check_lane(state, side, here, goal)
    check_room(state, name, here, goal)
    if role_of(name) == "depot":
        check_parting(state, side, (name,), stranding_case(side))  # at sea it supplies nobody
        return
    if border_is_closed(state, side) and here in libya() and goal in egypt():
        raise Refusal("9", f"after the attempt on Malta {name} may not cross into Egypt this turn")
    check_supply(state, (name,), check_leaving(state, (name,)), goal)


def check_lane(state: PanzerarmeeAfrika, side: Side, here: int, goal: int) -> None:
    """Both ends are ports that the side controls; [11.2] for the Axis also far from the enemy."""
    for at in (here, goal):
        if at not in sea_lanes():
            raise Refusal("11.2", f"{board().name(at)} is not a port")
    if goal not in sea_lanes()[here]:
        raise Refusal("11.2", f"there is no sea lane to {board().name(goal)}")
    for at in (here, goal):
        if state.holder(at) != side:
            raise Refusal("11.2", f"{board().name(at)} is not under your control")
        if side == "axis" and allied_in_supply_within(state, at, limits().sea_clearance):
            why = f"an Allied unit in supply is within {plural(limits().sea_clearance, 'hex')} of {board().name(at)}"
            raise Refusal("11.2", why)
    if is_enemy_in(state, side, goal):
        raise Refusal("11.2", f"the enemy is in the port of {board().name(goal)}")


def check_room(state: PanzerarmeeAfrika, name: str, here: int, goal: int) -> None:
    """What the ports take in this phase."""
    role, sailed = role_of(name), state.sailed
    for at, end in ((here, 1), (goal, 2)):
        port = ports()[board().name(at)]
        alike = sum(voyage[end] == board().name(at) and role_of(voyage[0]) == role for voyage in sailed)
        if alike >= (port.units if role == "unit" else port.installations):
            way = "left" if end == 1 else "arrived at"
            raise Refusal("11.2", f"{alike} of its kind have {way} {port.name} this phase, which is the limit")
        if port.total is not None and sum(board().name(at) in voyage[1:] for voyage in sailed) >= port.total:
            raise Refusal("11.2", f"{port.name} has already been used this phase, in or out")


def ship(draft: Draft[PanzerarmeeAfrika], side: Side, action: Ship) -> None:
    state, name = draft.state, action.name
    here, goal = board().name(state.units[name].at), hex_of(action.at, "11.2")
    draft.note("shipped", unit=name, start=here, end=action.at)
    draft.amend("treks", name, replace(state.trek(name), shipped=True))
    draft.change(sailed=(*state.sailed, (name, here, action.at)))
    place(draft, name, goal)


def voyages(state: PanzerarmeeAfrika, side: Side, prizes: Collection[str]) -> Branch[Ship]:
    most = sum(len(goals) * len(_in_port(state, side, here)) for here, goals in sea_lanes().items())
    return Branch(most, partial(ships, state, side, prizes))


def ships(state: PanzerarmeeAfrika, side: Side, prizes: Collection[str]) -> list[Ship]:
    """Every voyage that may be made now."""
    found: list[Ship] = []
    for here, goals in sea_lanes().items():
        waiting = _in_port(state, side, here)
        for goal in goals if waiting else ():
            if not may(check_lane, state, side, here, goal):
                continue
            offers = (Ship(name, board().name(goal)) for name in waiting)
            found += (offer for offer in offers if may(check_ship, state, side, offer, prizes))
    return found


def _in_port(state: PanzerarmeeAfrika, side: Side, port: int) -> list[str]:
    return [*state.at(port, side), *state.layout.depots[side].get(port, ())]
