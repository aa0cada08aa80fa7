"""[17.1, 17.2] Artillery Support Units and Supply Points: who may give support and from how far, and what it costs.

A source of support is named as the player names it: an ASU or an MSU by its own name, Supply Points by their place.
"""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from sandtable.core.frames import Draft
from sandtable.core.values import Refusal, may
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.order_forms import Name, Where
from sandtable.games.north_africa_41.pieces.counters import counters, trucks
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.state import GOOD, OFF_MAP, NorthAfrica, mark, side_of, take_supply


class Ready(Name, frozen=True):
    """[17.1.4] Flip an ASU to its Ready side for a Supply Point stacked with it."""

    form: ClassVar[str] = "{name:GE-DAK}"


class Burn(Where, frozen=True):
    """[17.2.3] Destroy a Supply Point of your own."""


def is_support(name: str) -> bool:
    """[17.1.1] Artillery Groups and Corps HQs."""
    return name in counters() and counters()[name].support


def in_play(state: NorthAfrica, name: str) -> bool:
    at = state.units[name].at
    return at >= 0 or at in OFF_MAP[side_of(name)]


def support_at(state: NorthAfrica, place: int, side: str) -> list[str]:
    """The ASUs of a side in a hex or box."""
    return [name for name in state.at(place, side) if counters()[name].support]


def mobile_supply_at(state: NorthAfrica, place: int, side: str) -> list[str]:
    """[17.2.4] The MSUs of a side there whose Supply Point may be used."""
    units = state.units
    return [
        name for name in state.layout.trucks[side].get(place, ()) if units[name].loaded and not units[name].transport
    ]


# Giving support


def gives_support(state: NorthAfrica, name: str) -> bool:
    """[17.1.3, 17.1.5] Whether an ASU may give what it has to a combat in range: on the map, in Good Order, and Ready
    or stacked with a Supply Point; marked Out of Supply it must be Ready."""
    unit = state.units[name]
    if unit.at < 0 or unit.order != GOOD or unit.transport:
        return False
    return not unit.depleted or (not unit.out and state.stores_at(unit.at, side_of(name)) > 0)


def gives_artillery(state: NorthAfrica, name: str) -> bool:
    """[9.4.1, 17.1.1, 18.4] Whether an ASU has guns and may use them; the DAK HQ has none."""
    return counters()[name].artillery and gives_support(state, name)


def gives_defence_support(state: NorthAfrica, name: str) -> bool:
    """[11.3, 17.1.1] For a Determined Defence only its Ready side will do."""
    return gives_artillery(state, name) and not state.units[name].depleted


def attack_sources(state: NorthAfrica, side: str) -> list[str]:
    """[8.5.1, 17.1.1, 17.2.1] Everything of a side on the map that can pay for Attack Supply. A Depleted ASU cannot:
    the Supply Point with it pays under its own name."""
    layout = state.layout
    groups = [
        name
        for at, names in layout.combat[side].items()
        if at >= 0
        for name in names
        if counters()[name].support
        if not state.units[name].depleted and gives_support(state, name)
    ]
    mobile = [name for at in layout.trucks[side] if at >= 0 for name in mobile_supply_at(state, at, side)]
    places = [board().name(at) for at in state.books[side].stores if at >= 0 and state.stores_at(at, side) > 0]
    return [*groups, *mobile, *places]


def source_at(state: NorthAfrica, source: str) -> int:
    """Where a source is."""
    return state.units[source].at if source in state.units else board().location(source)


def source_range(state: NorthAfrica, side: str, source: str) -> int:
    """[17.2.1, 17.2.4, 17.3] A Supply Point with an ASU has the range of the ASU, the longest of several."""
    if source in counters():
        return counters()[source].range
    if source in trucks():
        return trucks()[source].range
    ranges = [counters()[name].range for name in support_at(state, board().location(source), side)]
    return max(ranges, default=limits().supply_point_range)


def use_support(draft: Draft[NorthAfrica], side: str, source: str) -> None:
    """[17.1.1, 17.2.2, 17.2.4] Pay: a Ready ASU is flipped, a Depleted one takes the Supply Point it is stacked with,
    an MSU becomes a Truck again, a place has a Supply Point less."""
    state = draft.state
    if source in counters() and not state.units[source].depleted:
        deplete(draft, source)
    elif source in trucks():
        empty(draft, source)
    else:
        consume(draft, side, source_at(state, source))


def deplete(draft: Draft[NorthAfrica], name: str) -> None:
    """[17.1.1, 17.1.4] Flip an ASU to its Depleted side."""
    mark(draft, name, depleted=True)
    draft.note("depleted", unit=name, at=board().name(draft.state.units[name].at), case="17.1.4")


def empty(draft: Draft[NorthAfrica], name: str) -> None:
    """[17.2.4] The Supply Point of an MSU is used up."""
    mark(draft, name, loaded=False)
    draft.note("consumed", unit=name, at=board().name(draft.state.units[name].at), case="17.2.4")


def consume(draft: Draft[NorthAfrica], side: str, place: int) -> None:
    """[17.2.2] Remove a Supply Point."""
    take_supply(draft, side, place)
    draft.note("consumed", side=side, at=board().name(place), case="17.2.2")


# Flipping back to the Ready side


def check_flip(state: NorthAfrica, side: str, action: Ready) -> None:
    """[17.1.4] A Good Order ASU for a Supply Point that it is stacked with."""
    name = action.name
    if not is_support(name) or side_of(name) != side:
        raise Refusal("17.1.4", f"{name} is not an Artillery Support Unit of the {side} side")
    unit = state.units[name]
    if not in_play(state, name):
        raise Refusal("17.1.4", f"{name} is not in play")
    if not unit.depleted:
        raise Refusal("17.1.4", f"{name} is already Ready")
    if unit.order != GOOD:
        raise Refusal("13.2.1", f"{name} is not in Good Order and cannot be made Ready")
    if state.stores_at(unit.at, side) <= 0 and not mobile_supply_at(state, unit.at, side):
        raise Refusal("17.1.4", f"no usable Supply Point is with {name} at {board().name(unit.at)}")


def listed_flips(state: NorthAfrica, side: str) -> list[Ready]:
    """[17.1.4] The ASUs that can be made Ready in the Supply Phase."""
    units = state.units
    waiting = [name for names in state.layout.combat[side].values() for name in names if units[name].depleted]
    return [Ready(name) for name in waiting if may(check_flip, state, side, Ready(name))]


def check_ready(state: NorthAfrica, side: str, action: Ready) -> None:
    """[17.1.4] In the Movement Phase neither the ASU nor the Supply Point may have moved."""
    check_flip(state, side, action)
    name, at = action.name, state.units[action.name].at
    if name in state.moved:
        raise Refusal("17.1.4", f"{name} has moved this phase")
    # Supply Points on the ground that moved this phase lie under a transport marker and do not count above
    if state.stores_at(at, side) <= 0 and all(truck in state.moved for truck in mobile_supply_at(state, at, side)):
        raise Refusal("17.1.4", f"the Supply Point at {board().name(at)} has moved this phase")


@cache
def _all_support(side: str) -> int:
    return sum(each.support for each in counters().values() if each.side == side)


def most_readied(state: NorthAfrica, side: str) -> int:
    return _all_support(side)


def listed_ready(state: NorthAfrica, side: str) -> list[Ready]:
    """[17.1.4] The ASUs that can be made Ready in the Movement Phase."""
    return [action for action in listed_flips(state, side) if may(check_ready, state, side, action)]


def do_ready(draft: Draft[NorthAfrica], side: str, action: Ready) -> None:
    """[17.1.4] A Supply Point on the ground goes before one on a Truck, and one on a Truck that has not moved first."""
    state, name = draft.state, action.name
    at = state.units[name].at
    if state.stores_at(at, side) > 0:
        take_supply(draft, side, at)
    else:
        carriers = mobile_supply_at(state, at, side)
        mark(draft, min(carriers, key=lambda truck: truck in state.moved), loaded=False)
    mark(draft, name, depleted=False)
    draft.note("readied", unit=name, at=board().name(at), case="17.1.4")


# Destroying one's own Supply Points


def check_burn(state: NorthAfrica, side: str, action: Burn) -> None:
    """[17.2.3] A Supply Point on the ground by its place, one on a Truck by the name of the MSU."""
    what = action.at
    if what in trucks():
        if side_of(what) != side or not state.units[what].loaded:
            raise Refusal("17.2.3", f"{what} is not an MSU of the {side} side")
        return
    place = board().named_location(what, "17.2.3")
    if state.books[side].stores.get(place, 0) <= 0:
        raise Refusal("17.2.3", f"the {side} side has no Supply Point at {what}")


def most_burnt(state: NorthAfrica, side: str) -> int:
    return len(state.books[side].stores) + sum(map(len, state.layout.trucks[side].values()))


def listed_burn(state: NorthAfrica, side: str) -> list[Burn]:
    """[17.2.3] Supply Points on the map; in a box nobody can capture them."""
    layout = state.layout
    places = [Burn(board().name(at)) for at in state.books[side].stores if at >= 0]
    return places + [
        Burn(name) for at, names in layout.trucks[side].items() if at >= 0 for name in names if state.units[name].loaded
    ]


def do_burn(draft: Draft[NorthAfrica], side: str, action: Burn) -> None:
    """[17.2.3] No die is rolled."""
    if action.at in trucks():
        mark(draft, action.at, loaded=False)
    else:
        take_supply(draft, side, board().location(action.at))
    draft.note("burnt", side=side, at=action.at, case="17.2.3")
