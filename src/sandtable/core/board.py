"""The board: everything about a map that never changes in play, as flat tuples indexed by small-integer hexes.

A hex on the map is an int from 0 up, in the order of the map file. An off-map box is a negative int: the first box is
-1, the second -2. A location is either; ask `on_map` before indexing a tuple with one, as a negative index would
silently read from the end. Inside `neighbours`, and only there, -1 means that the map ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from types import MappingProxyType

import msgspec

from sandtable.core.hexes import Axial, Layout, Point
from sandtable.core.numbering import BadHexName, Numbering
from sandtable.core.values import Refusal

OFF_MAP = -1  # the entry of `neighbours` where the map ends


class UnknownHex(ValueError):
    """A name that is neither a hex of this map nor one of its boxes."""


class Road(msgspec.Struct, frozen=True):
    """A road or track: consecutive hexes, and for each hexside it crosses where that is known from."""

    id: str
    kind: str
    name: str
    hexes: tuple[int, ...]
    sources: tuple[str, ...]

    def hexsides(self) -> tuple[tuple[int, int], ...]:
        return tuple(pairwise(self.hexes))


class Place(msgspec.Struct, frozen=True):
    """A named place; `fit_hex` is where its true position falls by the fit of the map, if it was asked.

    `kind` is told where the rules or the lettering know kinds of places: a city, a town, a landmark.
    """

    name: str
    hex: int
    confidence: str
    source: str
    fit_hex: int | None = None
    note: str = ""
    kind: str = ""


class Site(msgspec.Struct, frozen=True):
    """A hex that matters in the rules: a fortress, a home base, a port. `side` is None when it belongs to no side."""

    hex: int
    kind: str
    name: str
    source: str
    side: str | None = None
    port: bool = False


class Area(msgspec.Struct, frozen=True):
    """Hexes that matter in the rules together: a base of several hexes, the zone around a fort."""

    kind: str
    name: str
    hexes: tuple[int, ...]
    source: str
    side: str | None = None


class Label(msgspec.Struct, frozen=True):
    """A name written across the map, through the middle of these hexes: a sea, a gulf, a desert."""

    text: str
    kind: str
    hexes: tuple[int, ...]
    source: str


class Coast(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The land as it is drawn: closed lines in board units, the land to their right. By rule it is the hexes."""

    source: str
    lines: tuple[tuple[Point, ...], ...]


class Doubt(msgspec.Struct, frozen=True):
    """What the printed map might show instead: the choice made here and the ones rejected."""

    hexes: tuple[int, ...]
    hexsides: tuple[tuple[int, int], ...]
    taken: str
    instead: tuple[str, ...]
    note: str
    source: str


class FitCheck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How far the fit puts a place from its hex, in hex widths."""

    place: str
    hex: str
    dx: float
    dy: float
    why: str = ""


class Fit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From longitude and latitude to x and y of the board: constant, times longitude, times latitude."""

    x: tuple[float, float, float]
    y: tuple[float, float, float]
    method: str
    source: str
    anchors: tuple[FitCheck, ...] = ()
    checks: tuple[FitCheck, ...] = ()

    def point(self, longitude: float, latitude: float) -> Point:
        (x0, x1, x2), (y0, y1, y2) = self.x, self.y
        return x0 + x1 * longitude + x2 * latitude, y0 + y1 * longitude + y2 * latitude


class Board(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """An immutable map. Built by `map_file.load_board`; two boards are the same only if they are one object."""

    numbering: Numbering
    layout: Layout
    names: tuple[str, ...]
    index: Mapping[str, int]
    axial: tuple[Axial, ...]
    centre: tuple[Point, ...]
    terrain: tuple[str, ...]
    playable: tuple[bool, ...]
    # The six surrounding hexes in the order of hexes.DIRECTIONS, OFF_MAP where the map ends.
    neighbours: tuple[tuple[int, ...], ...]
    # For a playable hex its playable neighbours that no prohibited hexside cuts off; empty for other hexes.
    adjacent: tuple[tuple[int, ...], ...]
    # (from, to) -> features met when crossing in that direction. Most features are stored both ways, an escarpment
    # that is climbed one way and descended the other may be stored one way only.
    hexsides: Mapping[tuple[int, int], frozenset[str]]
    hexside_sources: Mapping[tuple[int, int], str]
    prohibited_hexsides: frozenset[tuple[int, int]]
    roads: tuple[Road, ...]
    roads_by_kind: Mapping[str, Mapping[int, tuple[int, ...]]]
    # Hexes in which roads pass without meeting: the only pairs of neighbours the road connects through the hex.
    through: Mapping[int, tuple[tuple[int, int], ...]]
    places: tuple[Place, ...]
    sites: tuple[Site, ...]
    boxes: tuple[str, ...]
    beyond: Mapping[str, str]
    sources: tuple[str, ...]
    confidences: tuple[str, ...]
    doubts: tuple[Doubt, ...]
    fit: Fit | None
    labels: tuple[Label, ...] = ()
    areas: tuple[Area, ...] = ()
    coast: Coast | None = None
    miles_per_hex: float | None = None

    def __len__(self) -> int:
        return len(self.names)

    # Names

    def hex(self, name: str) -> int:
        """The hex of that name; the refusal says what is wrong with the name."""
        found = self.index.get(name)
        if found is not None:
            return found
        if name in self.beyond:
            raise UnknownHex(f"{name} is not in play: {self.beyond[name]}")
        try:
            first_name = self.numbering.name(self.numbering.parse(name))  # a hex on two map sections has two names
        except BadHexName as error:
            raise UnknownHex(str(error)) from error
        if first_name not in self.index:
            raise UnknownHex(f"there is no hex {name} on this map")
        return self.index[first_name]

    def box(self, name: str) -> int:
        """The location of an off-map box."""
        if name not in self.boxes:
            raise UnknownHex(f"there is no box '{name}' beside this map; there are {', '.join(self.boxes) or 'none'}")
        return -1 - self.boxes.index(name)

    def location(self, name: str) -> int:
        """A hex or a box by name."""
        return self.box(name) if name in self.boxes else self.hex(name)

    def named_hex(self, name: str, case: str) -> int:
        """The hex that an order or a question names; what is not on the map is refused under this case."""
        try:
            return self.hex(name)
        except UnknownHex as error:
            raise Refusal(case, str(error)) from None

    def named_location(self, name: str, case: str) -> int:
        """The same for a hex or a box."""
        try:
            return self.location(name)
        except UnknownHex as error:
            raise Refusal(case, str(error)) from None

    def name(self, location: int) -> str:
        """The name of a hex or a box."""
        if location >= 0:
            return self.names[location]
        return self.boxes[-1 - location]

    @staticmethod
    def on_map(location: int) -> bool:
        return location >= 0

    # Geometry

    def distance(self, a: int, b: int) -> int:
        """Hexes from a to b as the crow flies, over sea and unplayable hexes alike."""
        (q, r), (p, s) = self.axial[a], self.axial[b]  # `hexes.distance`, written out for callers that ask all the time
        return (abs(q - p) + abs(r - s) + abs(q - p + r - s)) // 2

    def direction(self, a: int, b: int) -> int:
        """The direction, 0 to 5, in which b borders a."""
        if b < 0 or b not in self.neighbours[a]:
            raise ValueError(f"{self.name(b)} does not border {self.name(a)}")
        return self.neighbours[a].index(b)

    def corners(self, hex: int) -> tuple[Point, ...]:
        return self.layout.corners(self.axial[hex])

    # Hexsides and roads

    def prohibited(self, a: int, b: int) -> bool:
        """Whether the hexside between two neighbours is impassable."""
        return (a, b) in self.prohibited_hexsides

    def features(self, a: int, b: int) -> frozenset[str]:
        """What is met when crossing from a to b."""
        return self.hexsides.get((a, b), frozenset())

    def road_steps(self, kind: str) -> Mapping[int, tuple[int, ...]]:
        """For each hex on a road of this kind, the neighbours the road leads to."""
        found = self.roads_by_kind.get(kind)
        if found is None:
            raise ValueError(f"no road of kind '{kind}' on this map")
        return found

    # Hexes by what they are

    def with_terrain(self, terrain: str) -> frozenset[int]:
        return frozenset(hex for hex, there in enumerate(self.terrain) if there == terrain)

    def coastal(self) -> frozenset[int]:
        """Playable hexes that border the sea."""
        sea = self.with_terrain("sea")
        return frozenset(
            hex for hex, near in enumerate(self.neighbours) if self.playable[hex] and not sea.isdisjoint(near)
        )

    def joined(self, start: int, is_cut: Callable[[int, int], bool]) -> frozenset[int]:
        """The playable hexes that can be reached from one of them without crossing a hexside that is cut."""
        found, waiting = {start}, [start]
        while waiting:
            here = waiting.pop()
            for near in self.adjacent[here]:
                if near not in found and not is_cut(here, near):
                    found.add(near)
                    waiting.append(near)
        return frozenset(found)

    # Named hexes

    def place(self, name: str) -> int:
        """The hex of a named place."""
        for each in self.places:
            if each.name == name:
                return each.hex
        raise ValueError(f"there is no place called '{name}' on this map")

    def site(self, kind: str, name: str) -> int:
        return self.sites_of(kind)[name]

    def sites_of(self, kind: str) -> Mapping[str, int]:
        """The sites of a kind by name, in the order of the map file."""
        return MappingProxyType({site.name: site.hex for site in self.sites if site.kind == kind})

    def place_at(self, hex: int) -> Place | None:
        return next((place for place in self.places if place.hex == hex), None)

    def site_at(self, hex: int) -> Site | None:
        return next((site for site in self.sites if site.hex == hex), None)

    def areas_at(self, hex: int) -> tuple[Area, ...]:
        return tuple(area for area in self.areas if hex in area.hexes)

    # Provenance

    def source(self, hex: int) -> str:
        """Where the terrain of the hex is known from."""
        return self.sources[hex]

    def confidence(self, hex: int) -> str:
        return self.confidences[hex]

    def reconstructed(self, hex: int) -> bool:
        """Whether the terrain was reasoned out and not read from a publication."""
        return is_reconstructed(self.sources[hex])


def is_reconstructed(source: str) -> bool:
    """Source tags begin with where a fact comes from; 'reconstructed' stands first where nobody published it."""
    return source.startswith("reconstructed")
