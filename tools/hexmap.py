"""Make the map of a game from a coastline and features set by hand.

    python tools/hexmap.py make FEATURES.toml SHORE.toml MAP.toml
    python tools/hexmap.py check FEATURES.toml SHORE.toml MAP.toml
    python tools/coast.py draw SHORE.toml MAP.toml COAST.toml

`make` writes a map file (sandtable/core/map_file.py) and always makes the same one of the same files; `check` says
whether a map file is what `make` would write. FEATURES.toml is explained in tools/hexmap_features.py, SHORE.toml is cut
out of open coastline data by `tools/coast.py excerpt`, and `tools/coast.py draw` draws the shore along the hexes of the
finished map. docs/maps.md goes through it step by step.

How a hex comes to be what it is:

1. The fit. A plane for x and one for y, by least squares, take longitude and latitude to the grid; they go as near as
   they can to the places whose hexes are certain (`controls`). What they miss a place by moves everything around it.
2. Land and sea. A hex is land if enough of it lies behind the true shore, or if the features say so.
3. Grounds, hexsides. Outlines and lines in degrees go through the same fit. A hex belongs to an outline when its centre
   does; a hexside carries a line when the line passes between the centres on both sides of it.
4. Roads go through places or hexes; the shortest way over land fills what is between, near the straight line, and
   around an escarpment; it is led over one by naming the hexes on both sides.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import msgspec
from coast import Line
from hexmap_features import FeatureLine, Features, Named, Rampart, Region, Route
from hexmap_geometry import BadFeatures, Ground, cut, inside, joined, least_squares, way
from hexmap_writer import map_text

from sandtable.core import hexes
from sandtable.core.board import Board, Fit, FitCheck
from sandtable.core.hexes import Axial
from sandtable.core.map_file import (
    AreaEntry,
    HexPair,
    HexsideEntry,
    MapFile,
    PlaceEntry,
    ProhibitedEntry,
    RoadEntry,
    RowEntry,
    SourceEntry,
    build_board,
)

WATER = "all_water"


def make(features: Features, shore: Line) -> MapFile:
    """The whole map, one layer upon the other."""
    bare = build_board(msgspec.structs.replace(frame(features), fit=fit_of(features)))
    ground = Ground(shore, bare)
    land = land_hexes(features, ground)
    terrain, sources = grounds(features, bare, land)
    file = msgspec.structs.replace(
        frame(features),
        rows=rows(features, terrain),
        sources=sources,
        fit=bare.fit,
        prohibited=(*drowned(features, ground, land), *features.prohibited),
    )
    file = msgspec.structs.replace(file, hexsides=hexsides(features, build_board(file), land))
    board = build_board(file)
    file = msgspec.structs.replace(
        file,
        roads=tuple(road(route, features, board) for route in features.routes),
        places=tuple(place(named, bare) for named in features.places),
        sites=tuple(msgspec.structs.replace(site, hex=at(site.hex, features, bare)) for site in features.sites),
        areas=tuple(area(region, features, board) for region in features.areas),
        labels=features.labels,
        beyond=features.beyond,
        doubtful=features.doubtful,
    )
    build_board(file)  # refuses a file that contradicts itself
    return file


def frame(features: Features) -> MapFile:
    """The grid alone, all of it land."""
    symbol = symbol_of(features, features.land)
    return MapFile(
        grid=features.grid,
        terrain=features.terrain,
        default=features.default,
        boxes=features.boxes,
        rows=tuple(RowEntry(first=row.first, cells=symbol * row.count) for row in features.rows),
    )


def symbol_of(features: Features, terrain: str) -> str:
    for entry in features.terrain:
        if entry.terrain == terrain:
            return entry.symbol
    raise BadFeatures(f"no symbol is given for the terrain {terrain}")


# Places and the fit


def fit_of(features: Features) -> Fit:
    """The planes through the controls, and by how much every place of a known hex is missed."""
    board = build_board(frame(features))
    known = {named.name: named for named in features.places if named.hex}
    weights = {control.place: control.weight for control in features.fit.controls}
    for name in weights:
        if name not in known:
            raise BadFeatures(f"the control {name} is no place with a hex")
    controls = [known[name] for name in weights]
    degrees = [(named.longitude, named.latitude) for named in controls]
    x, y = (
        tuple(round(term, 5) for term in least_squares(degrees, values, list(weights.values())))
        for values in zip(*(board.centre[board.hex(named.hex)] for named in controls), strict=True)
    )
    fit = Fit(x=(x[0], x[1], x[2]), y=(y[0], y[1], y[2]), method=features.fit.method, source=features.fit.source)
    return msgspec.structs.replace(
        fit,
        anchors=tuple(missed(named, fit, board) for named in controls),
        checks=tuple(missed(named, fit, board) for name, named in known.items() if name not in weights),
    )


def missed(named: Named, fit: Fit, board: Board) -> FitCheck:
    x, y = fit.point(named.longitude, named.latitude)
    to_x, to_y = board.centre[board.hex(named.hex)]
    return FitCheck(place=named.name, hex=named.hex, dx=round(x - to_x, 2), dy=round(y - to_y, 2))


def place(named: Named, board: Board) -> PlaceEntry:
    fitted = nearest(named, board)
    return PlaceEntry(
        name=named.name,
        hex=named.hex or fitted,
        confidence=named.confidence,
        source=named.source,
        fit_hex=fitted,
        note=named.note,
        kind=named.kind,
    )


def nearest(named: Named, board: Board) -> str:
    """Where the fit alone puts a place."""
    assert board.fit is not None
    x, y = board.fit.point(named.longitude, named.latitude)
    return board.name(
        min(range(len(board)), key=lambda hex: ((board.centre[hex][0] - x) ** 2 + (board.centre[hex][1] - y) ** 2, hex))
    )


def at(name: str, features: Features, board: Board) -> str:
    """The hex of a place, or the hex of that name."""
    for named in features.places:
        if named.name == name:
            return named.hex or nearest(named, board)
    return board.name(board.hex(name))


# Land, sea and terrain


def land_hexes(features: Features, ground: Ground) -> frozenset[int]:
    board, shore = ground.board, features.shore
    land, sea = ({board.hex(name) for name in names} for names in (shore.land, shore.sea))
    enough = {hex for hex in range(len(board)) if ground.share(hex) >= shore.share}
    needless = sorted(board.name(hex) for hex in (land & enough) | (sea - enough))
    if needless:
        raise BadFeatures(f"shore: {', '.join(needless)} need not be named, the true shore says the same")
    return frozenset((enough | land) - sea)


def grounds(features: Features, board: Board, land: frozenset[int]) -> tuple[dict[int, str], tuple[SourceEntry, ...]]:
    """The terrain of every hex, and what is known about it beyond the default."""
    terrain = {hex: features.land if hex in land else features.sea for hex in range(len(board))}
    known: dict[int, tuple[str, str]] = {
        board.hex(name): (f"reconstructed: {features.shore.reason}", features.default.confidence)
        for name in (*features.shore.land, *features.shore.sea)
    }
    for each in features.grounds:
        covered = {board.hex(at(name, features, board)) for name in each.hexes}
        if each.outline:
            covered.update(inside(each.outline, board))
        covered -= {board.hex(at(name, features, board)) for name in each.without}
        if not covered & land:
            raise BadFeatures(f"{each.name} covers no land hex")
        for hex in covered & land:
            terrain[hex] = each.terrain
            known[hex] = (f"{each.source} ({each.name})", each.confidence)
    by_source: dict[tuple[str, str], list[str]] = {}
    for hex in sorted(known):
        by_source.setdefault(known[hex], []).append(board.name(hex))
    return terrain, tuple(
        SourceEntry(hexes=tuple(names), source=source, confidence=confidence)
        for (source, confidence), names in by_source.items()
    )


def rows(features: Features, terrain: Mapping[int, str]) -> tuple[RowEntry, ...]:
    symbols = {entry.terrain: entry.symbol for entry in features.terrain}
    for name in terrain.values():
        if name not in symbols:
            raise BadFeatures(f"no symbol is given for the terrain {name}")
    found, start = [], 0
    for row in features.rows:
        cells = "".join(symbols[terrain[start + offset]] for offset in range(row.count))
        found.append(RowEntry(first=row.first, cells=cells))
        start += row.count
    return tuple(found)


# Hexsides


def drowned(features: Features, ground: Ground, land: frozenset[int]) -> tuple[ProhibitedEntry, ...]:
    """Between two land hexes, hexsides on which the true shore leaves nothing but water."""
    board = ground.board
    dry = {frozenset(board.hex(name) for name in pair) for pair in features.shore.dry}
    pairs = [
        (board.name(a), board.name(b))
        for a in sorted(land)
        for b in board.neighbours[a]
        if a < b and b in land and ground.drowned(a, b) and frozenset((a, b)) not in dry
    ]
    return (ProhibitedEntry(kind=WATER, pairs=tuple(pairs), source=features.shore.source),) if pairs else ()


def hexsides(features: Features, board: Board, land: frozenset[int]) -> tuple[HexsideEntry, ...]:
    lines = (feature_line(each, board, land) for each in features.lines)
    return (*lines, *(rampart(each, features, board, land) for each in features.ramparts))


def feature_line(each: FeatureLine, board: Board, land: frozenset[int]) -> HexsideEntry:
    found = [(board.name(a), board.name(b)) for a, b in (cut(each.line, board, land) if each.line else ())]
    if each.high == "left":
        found = [(b, a) for a, b in found]
    found = [pair for pair in found if not named_in(pair, each.without)]
    found += [pair for pair in each.also if not named_in(pair, found)]
    if not found:
        raise BadFeatures(f"the {each.feature} {each.name} passes between no two land hexes")
    return hexside_entry(each.feature, f"{each.source} ({each.name})", found, one_way=bool(each.high))


def named_in(pair: HexPair, pairs: Iterable[HexPair]) -> bool:
    return any(set(pair) == set(other) for other in pairs)


def rampart(each: Rampart, features: Features, board: Board, land: frozenset[int]) -> HexsideEntry:
    within = {board.hex(at(name, features, board)) for name in each.around}
    steps = [
        (board.name(near), board.name(hex))
        for hex in sorted(within)
        for near in board.neighbours[hex]
        if near in land and near not in within
    ]
    return hexside_entry(each.feature, f"{each.source} ({each.name})", steps, one_way=True)


def hexside_entry(feature: str, source: str, pairs: Sequence[HexPair], *, one_way: bool) -> HexsideEntry:
    if one_way:
        return HexsideEntry(feature=feature, source=source, steps=tuple(pairs))
    return HexsideEntry(feature=feature, source=source, pairs=tuple(pairs))


# Roads and areas


def road(route: Route, features: Features, board: Board) -> RoadEntry:
    detours = {line.feature: line.detour for line in features.lines}

    def toll(a: int, b: int) -> float:
        met = board.features(a, b) | board.features(b, a)
        return max((detours.get(feature, 0.0) for feature in met), default=0.0)

    nodes = [board.hex(at(name, features, board)) for name in route.through]
    parts = [[a, b] if b in board.adjacent[a] else way(board, a, b, toll) for a, b in pairwise(nodes)]
    names = tuple(board.name(hex) for hex in joined(parts))
    return RoadEntry(id=route.id, kind=route.kind, name=route.name, hexes=names, source=route.source)


def area(region: Region, features: Features, board: Board) -> AreaEntry:
    names = [at(name, features, board) for name in region.hexes]
    if region.columns is not None:
        first, last = region.columns
        names += [board.name(hex) for hex in columns(features, board, first, last) if board.playable[hex]]
    return AreaEntry(kind=region.kind, name=region.name, hexes=tuple(names), source=region.source, side=region.side)


def columns(features: Features, board: Board, first: int, last: int) -> list[int]:
    """The hexes of each row from the first to the last given, counted from 1."""
    along: dict[Axial, int] = {}
    direction = 0 if features.grid.layout is hexes.Layout.POINTY else 1
    for row in features.rows:
        cell = features.grid.numbering.parse(row.first)
        for column in range(1, row.count + 1):
            along[cell] = column
            cell = hexes.step(cell, direction)
    return [hex for hex in range(len(board)) if first <= along[board.axial[hex]] <= last]


# Files


def made(features_file: Path, shore_file: Path) -> str:
    features = msgspec.toml.decode(features_file.read_bytes(), type=Features)
    shore = [(float(x), float(y)) for x, y in tomllib.loads(shore_file.read_text(encoding="utf-8"))["line"]]
    head = (*features.title, f"Made by tools/hexmap.py from {features_file.name} and {shore_file.name}: edit those.")
    return map_text(make(features, shore), head)


def main(words: Sequence[str]) -> int:
    try:
        match list(words):
            case ["make", features, shore, out]:
                Path(out).write_text(made(Path(features), Path(shore)), encoding="utf-8")
            case ["check", features, shore, map_file]:
                if Path(map_file).read_text(encoding="utf-8") != made(Path(features), Path(shore)):
                    raise BadFeatures(f"{map_file} is not what these features and this shore make")
            case _:
                print(__doc__, file=sys.stderr)
                return 2
    except (OSError, ValueError, msgspec.DecodeError) as error:
        print(f"hexmap: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
