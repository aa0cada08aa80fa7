"""[9.5, 17.2.3, 21.4.3, 23, 24] What the screen offers for Resource Points, raids, works and Delay markers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from sandtable.core.offers import Offer
from sandtable.core.values import may
from sandtable.games.north_africa_41.lines.support_units import Burn, check_burn
from sandtable.games.north_africa_41.map import board, groundworks
from sandtable.games.north_africa_41.order_forms import Done
from sandtable.games.north_africa_41.pieces.assets import check_points
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.pieces.resource_tables import ASSETS, resource_list
from sandtable.games.north_africa_41.pieces.selection import (
    FORTIFICATION,
    RAID,
    Selection,
    selection_from,
    spot,
    supply_marker,
    title_of,
)
from sandtable.games.north_africa_41.resources.delay import Delaying, placements
from sandtable.games.north_africa_41.resources.fortifications import check_dismantle, listed_fortify
from sandtable.games.north_africa_41.resources.orders import Buy, Choose, Delay, Dismantle, Fortify, Lift
from sandtable.games.north_africa_41.resources.purchases import listed_buy
from sandtable.games.north_africa_41.results.tables import completes_fortification
from sandtable.games.north_africa_41.sea.convoy_chances import DICE, percent
from sandtable.games.north_africa_41.sea.ports import harbours
from sandtable.games.north_africa_41.sea.tables import hits_port
from sandtable.games.north_africa_41.state import NorthAfrica

RESOURCES = "resources"  # the panel


# --- Resource Points


def purchases(state: NorthAfrica, side: Side) -> Iterator[Offer]:
    """[23.2] Everything that can be bought and paid for now; a raid is bought by its marker and its target."""
    for action in listed_buy(state, side):
        if isinstance(action, Buy) and action.item != "bombing-raid":
            yield purchase(action)


def purchase(action: Buy) -> Offer:
    item = next(item for name, item in resource_list().items() if name == action.item)
    what = ASSETS.get(action.what) or (f"{item.title}: {action.what.replace('-', ' ')}" if action.what else item.title)
    return Offer(str(action), f"buy {what} ({item.cost} RP)", panel=RESOURCES)


def raids(state: NorthAfrica, side: Side, marker: str) -> Iterator[Offer]:
    """[21.4.3] The targets of a raid that is paid for: enemy ports on the map, his base by a button."""
    for action in listed_buy(state, side):
        if not isinstance(action, Buy) or action.item != "bombing-raid":
            continue
        at = board().location(action.what)
        cost = percent(raid_chance()) if at >= 0 else ""
        yield Offer(str(action), f"{_bombing(at)} (1 RP)", (marker,), spot(at), cost)


def _bombing(at: int) -> str:
    effect = f"one box of {harbours()[at].title}" if at >= 0 else f"a Resource Point of the {_owner(at)}"
    return f"bomb {title_of(at)}: {percent(raid_chance())} to cost {effect}"


def raid_chance() -> Fraction:
    """[21.4.1, 21.4.3]"""
    return Fraction(sum(map(hits_port, DICE)), 6)


def raid_offer(action: Choose) -> Offer:
    """[21.4.3] The target of the bombers that an event brought."""
    at = board().location(action.name)
    return Offer(str(action), _bombing(at), (), spot(at))


def _owner(at: int) -> str:
    return "Axis" if board().name(at) == "tripoli" else "Allies"


def marker_works(state: NorthAfrica, side: Side, marker: str, closing: bool) -> Iterator[Offer]:
    """[9.5.3, 9.5.7] A marker from the display is set down anywhere it may be; one on the map may go."""
    if marker.startswith(f"{RAID}-"):
        yield from raids(state, side, marker)
    elif marker.startswith(FORTIFICATION):
        if closing or not may(check_points, state, side, FORTIFICATION):
            return
        for action in listed_fortify(state, side):
            if isinstance(action, Fortify):
                yield fortify_offer(state, board().hex(action.at), marker)
    elif marker.startswith("fort@"):
        order = Dismantle(marker.partition("@")[2])
        if may(check_dismantle, state, side, order):
            yield Offer(str(order), "remove the Fortification (9.5.7)", (marker,))


def fortify_offer(state: NorthAfrica, at: int, marker: str) -> Offer:
    done = sum(map(completes_fortification, DICE))
    ready = (
        "complete next Initial Phase (9.5.5)"
        if at in groundworks()
        else f"complete on a roll of {done} or less (9.5.4)"
    )
    label = f"fortify {title_of(at)}, 1 Resource Point: {ready}"
    return Offer(str(Fortify(board().name(at))), label, (marker,) if marker else (), spot(at) if marker else "")


def burning(state: NorthAfrica, side: Side, chosen: Selection) -> Iterator[Offer]:
    """[17.2.3] Only what was chosen, so that nobody burns by a slip."""
    what = board().name(chosen.stores[0]) if chosen.stores else chosen.trucks[0] if chosen.trucks else ""
    if what and may(check_burn, state, side, Burn(what)):
        pieces = (supply_marker(chosen.stores[0]),) if chosen.stores else (what,)
        yield Offer(str(Burn(what)), f"burn a Supply Point at {what} (17.2.3)", pieces, folded="Burn supplies")


# --- the Delay Phase


def delaying_offers(state: NorthAfrica, top: Delaying, pieces: Sequence[str]) -> list[Offer]:
    """[24.3.1] A marker is chosen from the display, then its hex."""
    side = top.side
    if not pieces:
        return [*purchases(state, side), Offer(str(Done()), "roll for their removal")]
    chosen = selection_from(state, side, pieces)
    if chosen.markers and chosen.own == 1 and pieces[0].startswith(f"{RAID}-"):
        return list(raids(state, side, pieces[0]))
    marker = marker_of(side, chosen.markers[0]) if chosen.markers and chosen.own == 1 else ""
    if not marker:
        return list(burning(state, side, chosen)) if chosen.own == 1 else []
    orders = (action for action in placements(state, side) if isinstance(action, Delay) and action.marker == marker)
    return [Offer(str(order), f"place it at {order.at}", (pieces[0],), order.at) for order in orders]


def marker_of(side: Side, piece: str) -> str:
    """What the rules call a marker that lies in a side's display."""
    kind, _, rest = piece.partition("-")
    if not rest.startswith(side) or "@" in piece:
        return ""
    return rest.rpartition("-")[2] if kind == "delay" else kind


def lifting(side: Side, action: Lift) -> Offer:
    """[24.3.3]"""
    return Offer(str(action), f"remove Delay marker {action.name}", (f"delay-{side}-{action.name}",))
