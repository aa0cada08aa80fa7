"""The features file of tools/hexmap.py: what people set by hand, in degrees or in hexes."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.core.hexes import Point
from sandtable.core.map_file import (
    BeyondEntry,
    DefaultSource,
    DoubtEntry,
    GridEntry,
    HexPair,
    LabelEntry,
    ProhibitedEntry,
    SiteEntry,
    TerrainEntry,
)


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a features file: a misspelt key is refused, not skipped."""


class Row(Entry, frozen=True):
    """A row of the grid: `count` hexes from the one called `first`, eastwards (pointy) or down a column (flat)."""

    first: str
    count: int


class Control(Entry, frozen=True):
    """A place whose hex is known for certain: the fit goes as near to these as it can."""

    place: str
    weight: float = 1.0


class FitSettings(Entry, frozen=True):
    method: str
    source: str
    controls: tuple[Control, ...]


class ShoreSettings(Entry, frozen=True):
    """A hex with at least this share of land is land, but for those named."""

    share: float
    source: str
    land: tuple[str, ...] = ()
    sea: tuple[str, ...] = ()
    reason: str = ""
    dry: tuple[HexPair, ...] = ()  # hexsides that stay passable though the true shore leaves nothing but water on them


class Ground(Entry, frozen=True):
    """Land of one terrain: inside an outline in degrees, or hexes by name. What comes later lies above."""

    terrain: str
    name: str
    source: str
    confidence: str
    outline: tuple[Point, ...] = ()
    hexes: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


class FeatureLine(Entry, frozen=True):
    """A feature along hexsides: those between hexes on different sides of a line in degrees.

    With a `high` side it is met only when climbing, from the low hex to the high one; without, both ways.
    """

    feature: str
    name: str
    source: str
    line: tuple[Point, ...] = ()
    high: Literal["left", "right", ""] = ""
    also: tuple[HexPair, ...] = ()  # low hex first
    without: tuple[HexPair, ...] = ()
    detour: float = 4.0  # hexes a road goes round rather than cross it, unless it is led through both its hexes


class Rampart(Entry, frozen=True):
    """A feature around hexes, met by whoever enters them from outside."""

    feature: str
    name: str
    source: str
    around: tuple[str, ...]


class Route(Entry, frozen=True):
    """A road, track or railway through places or hexes; what lies between is filled in."""

    id: str
    kind: str
    name: str
    through: tuple[str, ...]
    source: str


class Named(Entry, frozen=True):
    """A place with its true position. Without a hex it goes where the fit puts it."""

    name: str
    longitude: float
    latitude: float
    confidence: str
    source: str
    kind: str = ""
    hex: str = ""
    note: str = ""


class Region(Entry, frozen=True):
    """Hexes that together have a part in the rules: by name, or all in play in these columns."""

    kind: str
    name: str
    source: str
    hexes: tuple[str, ...] = ()
    columns: tuple[int, int] | None = None  # the hexes of a row are counted from 1
    side: str | None = None


class Features(Entry, frozen=True):
    title: tuple[str, ...]  # comment lines at the head of the map file
    grid: GridEntry
    rows: tuple[Row, ...]
    terrain: tuple[TerrainEntry, ...]
    land: str  # the terrain of land that no ground says more about
    sea: str
    default: DefaultSource
    fit: FitSettings
    shore: ShoreSettings
    boxes: tuple[str, ...] = ()
    grounds: tuple[Ground, ...] = ()
    lines: tuple[FeatureLine, ...] = ()
    ramparts: tuple[Rampart, ...] = ()
    routes: tuple[Route, ...] = ()
    prohibited: tuple[ProhibitedEntry, ...] = ()
    places: tuple[Named, ...] = ()
    sites: tuple[SiteEntry, ...] = ()
    areas: tuple[Region, ...] = ()
    labels: tuple[LabelEntry, ...] = ()
    beyond: tuple[BeyondEntry, ...] = ()
    doubtful: tuple[DoubtEntry, ...] = ()
