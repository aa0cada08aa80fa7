"""What a player has picked up on the screen: counters by kind, Supply Points and markers by their names there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from sandtable.core.values import Refusal
from sandtable.games.north_africa_41.map import SPOKEN, board
from sandtable.games.north_africa_41.state import NorthAfrica, role_of, side_of

SUPPLY = "supply"
FORTIFICATION: Final = "fortification"  # the marker that is taken from the display to build one
RAID = "raid"  # the bombers that are bought for one raid
MARKERS = ("fort", FORTIFICATION, RAID, "delay", "strafing", "lrdg")


class Selection(NamedTuple):
    """Own pieces and enemies, as they were chosen."""

    units: tuple[str, ...]  # own Combat Units
    trucks: tuple[str, ...]
    replacements: tuple[str, ...]
    stores: tuple[int, ...]  # the places of own Supply Points
    markers: tuple[str, ...]  # Fortifications, and markers of the Delay Phase
    foes: tuple[str, ...]  # enemy pieces of whatever kind
    places: tuple[int, ...]  # where all that is own lies, each place once

    @property
    def pieces(self) -> tuple[str, ...]:
        """Own counters, without Supply Points and markers."""
        return (*self.units, *self.trucks, *self.replacements)

    @property
    def at(self) -> int | None:
        """The one place of all that is own."""
        return self.places[0] if len(self.places) == 1 else None

    @property
    def own(self) -> int:
        """How many things of one's own were chosen."""
        return len(self.pieces) + len(self.stores) + len(self.markers)


def selection_from(state: NorthAfrica, side: str, names: Sequence[str]) -> Selection:
    """Sort what was chosen; a refusal for what is not on the table."""
    own: dict[str, list[str]] = {"combat": [], "truck": [], "replacement": []}
    stores: list[int] = []
    markers: list[str] = []
    foes: list[str] = []
    for name in names:
        if name in state.units:
            (own[role_of(name)] if side_of(name) == side else foes).append(name)
        elif name.startswith(f"{SUPPLY}@"):
            at = place_of_supply(name)
            if at in state.books[side].stores:
                stores.append(at)
            else:
                foes.append(name)
        elif name.startswith(MARKERS):
            markers.append(name)
        else:
            raise Refusal("2.3.1", f"there is no piece called {name}")
    every = [*own["combat"], *own["truck"], *own["replacement"]]
    places = dict.fromkeys([*(state.units[name].at for name in every), *stores])
    return Selection(
        tuple(own["combat"]),
        tuple(own["truck"]),
        tuple(own["replacement"]),
        tuple(stores),
        tuple(markers),
        tuple(foes),
        tuple(places),
    )


def place_of_supply(name: str) -> int:
    """Where the Supply Points lie that the screen calls supply@PLACE."""
    return board().named_location(name.partition("@")[2], "17.2.1")


def supply_marker(at: int) -> str:
    """What the screen calls the Supply Points in a place."""
    return f"{SUPPLY}@{board().name(at)}"


def spot(at: int) -> str:
    """Where on the map an offer is pointed at; boxes are beside it and have buttons."""
    return board().name(at) if at >= 0 else ""


def named(hexes: Sequence[int]) -> tuple[str, ...]:
    return tuple(board().name(at) for at in hexes)


def title_of(at: int) -> str:
    """A place as players call it: by its name if it has one, with its hex."""
    if at < 0:
        return SPOKEN.get(board().name(at), board().name(at).title())
    place = board().place_at(at)
    return f"{place.name} ({board().name(at)})" if place else board().name(at)
