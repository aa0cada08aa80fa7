"""[18.7.1, 23.1, 23.2.3] Resource Points, and the markers ready on the Available Assets disk."""

from __future__ import annotations

from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.pieces.resource_tables import Item, Purchase, marker_limit, resource_list
from sandtable.games.north_africa_41.pieces.schedule import air_superiority
from sandtable.games.north_africa_41.pieces.tables import limits
from sandtable.games.north_africa_41.state import NorthAfrica, enemy_of, side_of, write_books

# Resource Points


def check_points(state: NorthAfrica, side: Side, item: Purchase) -> None:
    """[23.2] Refuse what a side cannot pay for."""
    needed, held = resource_list()[item], state.books[side].resources
    if held < needed.cost:
        raise Refusal("23.2", f"{needed.title} costs {plural(needed.cost, 'Resource Point')}, and you have {held}")


def pay(draft: Draft[NorthAfrica], side: Side, item: Purchase) -> None:
    """[23.2] Spend the Resource Points of an item."""
    bought, left = resource_list()[item], draft.state.books[side].resources - resource_list()[item].cost
    write_books(draft, side, resources=left)
    draft.note("paid", side=side, item=item, title=bought.title, cost=bought.cost, left=left, case="23.2")


def receive_point(draft: Draft[NorthAfrica], side: Side) -> None:
    """[23.1, 21.4.3] One more, four at most; the first after a raid on an empty chest is lost."""
    books = draft.state.books[side]
    if books.owes:
        write_books(draft, side, owes=False)
        draft.note("wasted", side=side, what="resource-point", case="21.4.3")
    elif books.resources >= limits().resource_points:
        draft.note("wasted", side=side, what="resource-point", case="23.1")
    else:
        write_books(draft, side, resources=books.resources + 1)
        draft.note("received", side=side, what="resource-point", count=1, held=books.resources + 1, case="23.1")


def lose_point(draft: Draft[NorthAfrica], side: Side) -> None:
    """[21.4.3] A Bombing Raid on the base: one Resource Point, or the next one to come."""
    books = draft.state.books[side]
    if books.resources:
        write_books(draft, side, resources=books.resources - 1)
    else:
        write_books(draft, side, owes=True)


# Markers


def markers_left(state: NorthAfrica, side: Side, marker: str) -> int:
    """[18.7.1, 23.2.3] How many markers of a kind are on the display: neither ready nor in effect."""
    books = state.books[side]
    gone = books.assets.get(marker, 0)
    if marker == "strafing":
        gone += len(books.strafing)
    elif marker == "lrdg":
        gone += len(books.patrols)
    elif marker == "comando-supremo":
        gone += state.comando
    elif marker == "air-transport":
        gone += _flown(state, side)
    return max(0, marker_limit(marker, side) - gone)


def _flown(state: NorthAfrica, side: Side) -> int:
    return sum(unit.transport == "air" and side_of(name) == side for name, unit in state.units.items())


def receive_markers(draft: Draft[NorthAfrica], side: Side, marker: str, count: int, case: str) -> None:
    """[18.7.1, 23.2.3] Put markers on the disk; those that the display does not hold are forfeited."""
    books, found = draft.state.books[side], min(count, markers_left(draft.state, side, marker))
    if found == 0:
        draft.note("wasted", side=side, what=marker, case=case)
        return
    held = books.assets.get(marker, 0) + found
    write_books(draft, side, assets={**books.assets, marker: held})
    draft.note("received", side=side, what=marker, count=found, held=held, case=case)


def has_marker(state: NorthAfrica, side: Side, marker: str) -> bool:
    return state.books[side].assets.get(marker, 0) > 0


def use_marker(draft: Draft[NorthAfrica], side: Side, marker: str) -> None:
    """[23.2.3] Take a ready marker off the disk."""
    assets = dict(draft.state.books[side].assets)
    assets[marker] -= 1
    if not assets[marker]:
        del assets[marker]
    write_books(draft, side, assets=assets)


def check_marker_left(state: NorthAfrica, side: Side, item: Item, marker: str) -> None:
    """[23.2.3] Refuse to buy a marker when none is left; of two bought together one is enough."""
    if markers_left(state, side, marker) == 0:
        raise Refusal("23.2.3", f"the {side} side has no {marker} marker left for {item.title}")


def opponent_has_air(state: NorthAfrica, side: Side) -> bool:
    """[18.6]"""
    return air_superiority(state.turn) == enemy_of(side)
