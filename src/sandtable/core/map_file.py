"""Map files: a board as readable TOML, checked while it is read.

The file draws each row of hexes as text, one symbol a hex, a space where there is none. Everything else names hexes as
the map does. A file that contradicts itself is refused with a sentence naming the entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib.resources import files
from itertools import pairwise
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core import hexes
from sandtable.core.board import OFF_MAP, Area, Board, Coast, Doubt, Fit, Label, Place, Road, Site
from sandtable.core.hexes import Axial, Layout
from sandtable.core.numbering import BadHexName, Numbering
from sandtable.core.typed import from_toml

HexPair = tuple[str, str]


class BadMap(ValueError):
    """A map file that cannot be a board."""


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of a map file: a misspelt key is refused, not skipped."""


class GridEntry(_Entry, frozen=True):
    layout: Layout
    numbering: Numbering
    source: str
    scale: str = ""
    miles_per_hex: float | None = None


class TerrainEntry(_Entry, frozen=True):
    symbol: str
    terrain: str
    playable: bool = True


class RowEntry(_Entry, frozen=True):
    """Consecutive hexes eastwards (pointy) or down a column (flat), from the hex called `first`."""

    first: str
    cells: str


class SourceEntry(_Entry, frozen=True):
    hexes: tuple[str, ...]
    source: str
    confidence: str


class DefaultSource(_Entry, frozen=True):
    source: str
    confidence: str


class HexsideSourceEntry(_Entry, frozen=True):
    hexside: HexPair
    source: str


class RoadEntry(_Entry, frozen=True):
    id: str
    kind: str
    name: str
    hexes: tuple[str, ...]
    source: str
    except_for: tuple[HexsideSourceEntry, ...] = ()


class CrossingEntry(_Entry, frozen=True):
    """A hex whose roads do not meet: each pair of neighbours is joined by one road through the hex."""

    hex: str
    through: tuple[HexPair, ...]
    source: str


class ProhibitedEntry(_Entry, frozen=True):
    kind: str
    pairs: tuple[HexPair, ...]
    source: str


class HexsideEntry(_Entry, frozen=True):
    """A feature on hexsides: `pairs` are met both ways, `steps` only when crossing from the first to the second."""

    feature: str
    source: str
    pairs: tuple[HexPair, ...] = ()
    steps: tuple[HexPair, ...] = ()


class PlaceEntry(_Entry, frozen=True):
    name: str
    hex: str
    confidence: str
    source: str
    fit_hex: str | None = None
    note: str = ""
    kind: str = ""


class SiteEntry(_Entry, frozen=True):
    hex: str
    kind: str
    name: str
    source: str
    side: str | None = None
    port: bool = False


class AreaEntry(_Entry, frozen=True):
    kind: str
    name: str
    hexes: tuple[str, ...]
    source: str
    side: str | None = None


class LabelEntry(_Entry, frozen=True):
    """A name written through the middle of these hexes, in reading direction."""

    text: str
    kind: Literal["sea", "region"]
    hexes: tuple[str, ...]
    source: str


class BeyondEntry(_Entry, frozen=True):
    """Hexes one might look for at the edge, and why they are not in play."""

    hexes: tuple[str, ...]
    why: str
    source: str


class DoubtEntry(_Entry, frozen=True):
    taken: str
    instead: tuple[str, ...]
    note: str
    source: str
    hexes: tuple[str, ...] = ()
    hexsides: tuple[HexPair, ...] = ()


class MapFile(_Entry, frozen=True):
    grid: GridEntry
    terrain: tuple[TerrainEntry, ...]
    rows: tuple[RowEntry, ...]
    default: DefaultSource
    sources: tuple[SourceEntry, ...] = ()
    boxes: tuple[str, ...] = ()
    roads: tuple[RoadEntry, ...] = ()
    crossings: tuple[CrossingEntry, ...] = ()
    prohibited: tuple[ProhibitedEntry, ...] = ()
    hexsides: tuple[HexsideEntry, ...] = ()
    places: tuple[PlaceEntry, ...] = ()
    sites: tuple[SiteEntry, ...] = ()
    areas: tuple[AreaEntry, ...] = ()
    labels: tuple[LabelEntry, ...] = ()
    beyond: tuple[BeyondEntry, ...] = ()
    doubtful: tuple[DoubtEntry, ...] = ()
    fit: Fit | None = None
    coast: Coast | None = None


def load_board(text: str | bytes, coast: str | bytes | None = None) -> Board:
    """The board that a map file describes; its coast may have a file of its own, being made by a tool."""
    try:
        file = from_toml(text, MapFile)
    except msgspec.DecodeError as error:
        raise BadMap(f"not a map file: {error}") from error
    if coast is None:
        return build_board(file)
    try:
        return build_board(msgspec.structs.replace(file, coast=from_toml(coast, Coast)))
    except msgspec.DecodeError as error:
        raise BadMap(f"not a coast file: {error}") from error


def read_board(package: str) -> Board:
    """The board of a game's package, from `map.toml` and `coast.toml` of its data."""
    data = files(package) / "data"
    return load_board((data / "map.toml").read_bytes(), coast=(data / "coast.toml").read_bytes())


def build_board(file: MapFile) -> Board:
    cells = _cells(file)
    find = _Finder({name: number for number, (name, _, _) in enumerate(cells)})
    axial = tuple(coordinate for _, coordinate, _ in cells)
    playable = tuple(entry.playable for _, _, entry in cells)
    neighbours = _neighbours(axial)
    find.neighbours = neighbours
    features, feature_sources, prohibited = _hexsides(file, find)
    roads = tuple(_road(entry, find) for entry in file.roads)
    steps = _road_steps(roads)
    sources, confidences = _sources(file, find, len(cells))
    return Board(
        numbering=file.grid.numbering,
        layout=file.grid.layout,
        names=tuple(find.index),
        index=MappingProxyType(find.index),
        axial=axial,
        centre=tuple(file.grid.layout.centre(hex) for hex in axial),
        terrain=tuple(entry.terrain for _, _, entry in cells),
        playable=playable,
        neighbours=neighbours,
        adjacent=_adjacent(neighbours, playable, prohibited),
        hexsides=features,
        hexside_sources=feature_sources,
        prohibited_hexsides=prohibited,
        roads=roads,
        roads_by_kind=steps,
        through=_crossings(file, find, steps),
        places=tuple(_place(entry, find) for entry in file.places),
        sites=tuple(_site(entry, find) for entry in file.sites),
        boxes=_boxes(file),
        beyond=_beyond(file, find),
        sources=sources,
        confidences=confidences,
        doubts=tuple(_doubt(entry, find) for entry in file.doubtful),
        fit=file.fit,
        labels=tuple(_label(entry, find) for entry in file.labels),
        areas=tuple(_area(entry, find) for entry in file.areas),
        coast=_coast(file),
        miles_per_hex=file.grid.miles_per_hex,
    )


class _Finder:
    """Hex names to numbers while a board is being built; every refusal names the entry it came from."""

    def __init__(self, index: dict[str, int]) -> None:
        self.index = index
        self.neighbours: tuple[tuple[int, ...], ...] = ()

    def hex(self, name: str, entry: str) -> int:
        if name not in self.index:
            raise BadMap(f"{entry}: there is no hex {name} in the rows")
        return self.index[name]

    def hexes(self, names: Iterable[str], entry: str) -> tuple[int, ...]:
        return tuple(self.hex(name, entry) for name in names)

    def hexside(self, pair: HexPair, entry: str) -> tuple[int, int]:
        a, b = self.hex(pair[0], entry), self.hex(pair[1], entry)
        if b not in self.neighbours[a]:
            raise BadMap(f"{entry}: {pair[0]} and {pair[1]} are not adjacent")
        return a, b


def _cells(file: MapFile) -> list[tuple[str, Axial, TerrainEntry]]:
    """Every hex of the rows with its coordinate and terrain, in file order."""
    legend: dict[str, TerrainEntry] = {}
    for entry in file.terrain:
        if len(entry.symbol) != 1 or entry.symbol.isspace():
            raise BadMap(f"terrain {entry.terrain}: the symbol must be one visible character, not '{entry.symbol}'")
        if entry.symbol in legend:
            raise BadMap(f"two terrains have the symbol '{entry.symbol}'")
        legend[entry.symbol] = entry
    seen: set[str] = set()
    cells = []
    for row in file.rows:
        for name, coordinate, symbol in _row_hexes(file.grid, row):
            if symbol not in legend:
                raise BadMap(f"hex {name}: the symbol '{symbol}' is not in the terrain legend")
            if name in seen:
                raise BadMap(f"hex {name} is drawn twice")
            seen.add(name)
            cells.append((name, coordinate, legend[symbol]))
    return cells


def _row_hexes(grid: GridEntry, row: RowEntry) -> Iterator[tuple[str, Axial, str]]:
    along = 0 if grid.layout is Layout.POINTY else 1  # direction 0 is east on a pointy map, 1 is south on a flat one
    try:
        coordinate = grid.numbering.parse(row.first)
        for symbol in row.cells:
            if symbol != " ":
                yield grid.numbering.name(coordinate), coordinate, symbol
            coordinate = hexes.step(coordinate, along)
    except BadHexName as error:
        raise BadMap(f"the row from {row.first}: {error}") from error


def _neighbours(axial: tuple[Axial, ...]) -> tuple[tuple[int, ...], ...]:
    at = {coordinate: number for number, coordinate in enumerate(axial)}
    return tuple(tuple(at.get(near, OFF_MAP) for near in hexes.neighbours(hex)) for hex in axial)


def _adjacent(
    neighbours: tuple[tuple[int, ...], ...], playable: tuple[bool, ...], prohibited: frozenset[tuple[int, int]]
) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(b for b in around if b != OFF_MAP and playable[b] and (a, b) not in prohibited) if playable[a] else ()
        for a, around in enumerate(neighbours)
    )


def _hexsides(
    file: MapFile, find: _Finder
) -> tuple[Mapping[tuple[int, int], frozenset[str]], Mapping[tuple[int, int], str], frozenset[tuple[int, int]]]:
    features: dict[tuple[int, int], frozenset[str]] = {}
    sources: dict[tuple[int, int], str] = {}
    prohibited: set[tuple[int, int]] = set()

    def mark(a: int, b: int, feature: str, source: str) -> None:
        features[a, b] = features.get((a, b), frozenset()) | {feature}
        sources[a, b] = f"{sources[a, b]}; {source}" if (a, b) in sources else source

    for barrier in file.prohibited:
        for pair in barrier.pairs:
            a, b = find.hexside(pair, f"prohibited {barrier.kind}")
            for start, end in ((a, b), (b, a)):
                mark(start, end, barrier.kind, barrier.source)
                prohibited.add((start, end))
    for entry in file.hexsides:
        for pair in entry.pairs:
            a, b = find.hexside(pair, f"hexside {entry.feature}")
            mark(a, b, entry.feature, entry.source)
            mark(b, a, entry.feature, entry.source)
        for pair in entry.steps:
            a, b = find.hexside(pair, f"hexside {entry.feature}")
            mark(a, b, entry.feature, entry.source)
    return MappingProxyType(features), MappingProxyType(sources), frozenset(prohibited)


def _road(entry: RoadEntry, find: _Finder) -> Road:
    label = f"road {entry.id}"
    if len(entry.hexes) < 2:
        raise BadMap(f"{label}: a road needs at least two hexes")
    exceptions = {find.hexside(each.hexside, label): each.source for each in entry.except_for}
    sources = []
    for pair in pairwise(entry.hexes):
        a, b = find.hexside(pair, label)
        sources.append(exceptions.pop((a, b), exceptions.pop((b, a), entry.source)))
    if exceptions:
        raise BadMap(f"{label}: a source is given for a hexside the road does not cross")
    return Road(entry.id, entry.kind, entry.name, find.hexes(entry.hexes, label), tuple(sources))


def _road_steps(roads: tuple[Road, ...]) -> Mapping[str, Mapping[int, tuple[int, ...]]]:
    steps: dict[str, dict[int, set[int]]] = {}
    for road in roads:
        reached = steps.setdefault(road.kind, {})
        for a, b in road.hexsides():
            reached.setdefault(a, set()).add(b)
            reached.setdefault(b, set()).add(a)
    return MappingProxyType(
        {
            kind: MappingProxyType({hex: tuple(sorted(reached[hex])) for hex in sorted(reached)})
            for kind, reached in steps.items()
        }
    )


def _crossings(
    file: MapFile, find: _Finder, steps: Mapping[str, Mapping[int, tuple[int, ...]]]
) -> Mapping[int, tuple[tuple[int, int], ...]]:
    crossings = {}
    for entry in file.crossings:
        label = f"crossing {entry.hex}"
        hex = find.hex(entry.hex, label)
        by_road = {near for reached in steps.values() for near in reached.get(hex, ())}
        pairs = tuple((find.hex(a, label), find.hex(b, label)) for a, b in entry.through)
        for name, near in ((name, find.hex(name, label)) for pair in entry.through for name in pair):
            if near not in by_road:
                raise BadMap(f"{label}: no road joins {entry.hex} and {name}")
        crossings[hex] = pairs
    return MappingProxyType(crossings)


def _place(entry: PlaceEntry, find: _Finder) -> Place:
    label = f"place {entry.name}"
    fit_hex = None if entry.fit_hex is None else find.hex(entry.fit_hex, label)
    hex = find.hex(entry.hex, label)
    return Place(entry.name, hex, entry.confidence, entry.source, fit_hex, entry.note, entry.kind)


def _site(entry: SiteEntry, find: _Finder) -> Site:
    hex = find.hex(entry.hex, f"site {entry.name}")
    return Site(hex, entry.kind, entry.name, entry.source, entry.side, entry.port)


def _area(entry: AreaEntry, find: _Finder) -> Area:
    label = f"{entry.kind} {entry.name}"
    if len(set(entry.hexes)) != len(entry.hexes):
        raise BadMap(f"{label}: a hex is named twice")
    return Area(entry.kind, entry.name, find.hexes(entry.hexes, label), entry.source, entry.side)


def _label(entry: LabelEntry, find: _Finder) -> Label:
    label = f"label {entry.text}"
    if len(entry.hexes) < 2:
        raise BadMap(f"{label}: a label needs at least two hexes to run through")
    return Label(entry.text, entry.kind, find.hexes(entry.hexes, label), entry.source)


def _coast(file: MapFile) -> Coast | None:
    if file.coast and any(len(line) < 3 for line in file.coast.lines):
        raise BadMap("coast: a closed line needs at least three points")
    return file.coast


def _boxes(file: MapFile) -> tuple[str, ...]:
    if len(set(file.boxes)) != len(file.boxes):
        raise BadMap("two boxes have the same name")
    return file.boxes


def _beyond(file: MapFile, find: _Finder) -> Mapping[str, str]:
    beyond: dict[str, str] = {}
    for entry in file.beyond:
        for name in entry.hexes:
            if name in find.index:
                raise BadMap(f"beyond: {name} is drawn in the rows")
            beyond[name] = entry.why
    return MappingProxyType(beyond)


def _sources(file: MapFile, find: _Finder, count: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    sources, confidences = [file.default.source] * count, [file.default.confidence] * count
    seen: set[int] = set()
    for entry in file.sources:
        for name in entry.hexes:
            hex = find.hex(name, f"source '{entry.source}'")
            if hex in seen:
                raise BadMap(f"source '{entry.source}': {name} has a source already")
            seen.add(hex)
            sources[hex], confidences[hex] = entry.source, entry.confidence
    return tuple(sources), tuple(confidences)


def _doubt(entry: DoubtEntry, find: _Finder) -> Doubt:
    hexsides = tuple(find.hexside(pair, "doubtful") for pair in entry.hexsides)
    return Doubt(find.hexes(entry.hexes, "doubtful"), hexsides, entry.taken, entry.instead, entry.note, entry.source)
