"""[23.2] What Resource Points buy. Fortifications, port repair and the convoy to Benghazi are paid for as they are
ordered; everything else is bought by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from sandtable.core.frames import Draft
from sandtable.core.values import Action, Refusal
from sandtable.games.north_africa_41.map import board, damageable_ports
from sandtable.games.north_africa_41.pieces.assets import (
    check_marker_left,
    check_points,
    markers_left,
    opponent_has_air,
    pay,
    receive_markers,
)
from sandtable.games.north_africa_41.pieces.counters import Side, counters, trucks
from sandtable.games.north_africa_41.pieces.resource_tables import Item, Purchase, assets_of, resource_list
from sandtable.games.north_africa_41.resources.orders import Buy
from sandtable.games.north_africa_41.sea.malta import check_shift, shift
from sandtable.games.north_africa_41.sea.ports import check_raid, raid, raid_targets
from sandtable.games.north_africa_41.sea.tables import malta_box
from sandtable.games.north_africa_41.state import BASES, ELIMINATED, NorthAfrica, Unit, side_of

ORDERED: Mapping[Purchase, str] = {  # items that are paid for by another order
    "fortification": "fortify a hex",
    "port-repair": "repair a port",
    "benghazi-convoy": "ship from italy to Benghazi",
}


# What is for sale


def listed_buy(state: NorthAfrica, side: Side) -> Sequence[Action]:
    """Every purchase that the side can make and pay for now."""
    held = state.books[side].resources
    if not held:
        return ()
    return [
        action
        for name, item in resource_list().items()
        if item.cost <= held and is_for_sale(state, side, item) and name not in ORDERED
        for action in _offers(state, side, item)
    ]


def most_bought(state: NorthAfrica, side: Side) -> int:
    return _most_offers() if state.books[side].resources else 0


@cache
def _most_offers() -> int:
    """One for each marker, each port and base, each Corps HQ, and for all else."""
    markers = sum(max(1, len(item.assets)) for item in resource_list().values())
    return markers + len(damageable_ports()) + len(BASES) + sum(each.headquarters for each in counters().values())


def is_for_sale(state: NorthAfrica, side: Side, item: Item) -> bool:
    """[18.6, 23.2.2]"""
    return side in item.sides and not (item.needs_air and opponent_has_air(state, side))


def _offers(state: NorthAfrica, side: Side, item: Item) -> Iterator[Buy]:
    if item.assets:
        markers = assets_of(item, side)
        for marker in markers:
            if markers_left(state, side, marker):
                yield Buy(item.name, marker if len(markers) > 1 else "")
    elif item.name == "bombing-raid":
        for target in raid_targets(state, side):
            yield Buy(item.name, target)
    elif item.name == "truck":
        if lost_trucks(state, side):
            yield Buy(item.name)
    elif item.name == "corps-headquarters":
        for name in lost_headquarters(state, side):
            yield Buy(item.name, name)
    elif malta_box(side, state.malta) != state.malta:
        yield Buy(item.name)


def lost_trucks(state: NorthAfrica, side: Side) -> list[str]:
    """[19.1.2] Trucks in the Eliminated Box; captured ones never are [27.1]."""
    return [name for name in state.layout.trucks[side].get(ELIMINATED, ()) if not trucks()[name].captured]


def lost_headquarters(state: NorthAfrica, side: Side) -> list[str]:
    """[17.1.2] Corps HQs in the Eliminated Box; Artillery Groups do not come back."""
    return [name for name in state.at(ELIMINATED, side) if counters()[name].headquarters]


# Buying


def check_buy(state: NorthAfrica, side: Side, action: Buy) -> None:
    """[23.2.1, 23.2.2]"""
    if side != state.phasing:
        raise Refusal("23.2.1", "Resource Points may be spent only in your own Player Turn")
    item = next((item for name, item in resource_list().items() if name == action.item), None)
    if item is None:
        raise Refusal("23.2.2", f"the Resource List has no {action.item}")
    if item.name in ORDERED:
        raise Refusal("23.2.2", f"{item.title} is paid for when ordered: {ORDERED[item.name]}")
    if side not in item.sides:
        raise Refusal("23.2.2", f"{item.title} is not available to the {side} side")
    if not is_for_sale(state, side, item):
        raise Refusal("18.6", f"{item.title} cannot be bought while the opponent has Air Superiority")
    check_points(state, side, item.name)
    _check_item(state, side, item, action.what)


def _check_item(state: NorthAfrica, side: Side, item: Item, what: str) -> None:
    if item.assets:
        check_marker_left(state, side, item, _marker(side, item, what))
    elif item.name == "bombing-raid":
        check_raid(state, side, what)
    elif item.name == "corps-headquarters":
        if what not in lost_headquarters(state, side):
            raise Refusal("17.1.2", f"{what or 'nothing'} is not a Corps HQ of yours in the Eliminated Box")
    elif what:
        raise Refusal("23.2.2", f"{item.title} is bought without naming {what}")
    elif item.name == "truck":
        if not lost_trucks(state, side):
            raise Refusal("19.1.2", "no Truck of yours is in the Eliminated Box")
    else:
        check_shift(state, side)


def _marker(side: Side, item: Item, what: str) -> str:
    """[18.7.1] The marker that is bought: the Axis says whose Air Support."""
    markers = assets_of(item, side)
    if what in markers:
        return what
    if what or len(markers) > 1:
        raise Refusal("18.7.1", f"{item.title} of the {side} side is one of: {', '.join(markers)}")
    return markers[0]


def do_buy(draft: Draft[NorthAfrica], side: Side, action: Buy) -> None:
    item = next(item for name, item in resource_list().items() if name == action.item)
    pay(draft, side, item.name)
    if item.assets:
        receive_markers(draft, side, _marker(side, item, action.what), item.markers, "23.2.3")
    elif item.name == "bombing-raid":
        raid(draft, side, action.what)
    elif item.name == "truck":
        bring_back(draft, lost_trucks(draft.state, side)[0])
    elif item.name == "corps-headquarters":
        bring_back(draft, action.what)
    else:
        shift(draft, side, "22.3.4")


def bring_back(draft: Draft[NorthAfrica], name: str) -> None:
    """[19.1.2, 19.4.2, 19.5] A Truck or Corps HQ starts again in the base, the HQ Depleted, under a marker."""
    base = BASES[side_of(name)]
    headquarters = name in counters()
    draft.amend("units", name, Unit(base, steps=int(headquarters), depleted=headquarters, replaced=True))
    draft.note("rebuilt", unit=name, at=board().name(base), case="19.1.2")
