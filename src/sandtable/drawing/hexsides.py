"""Features along hexsides, the grid, and the hexes themselves with their descriptions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from sandtable.core.board import Board, is_reconstructed
from sandtable.core.hexes import Point
from sandtable.drawing.geometry import between, comb, number, pair, polyline
from sandtable.drawing.sheet import WATER, Sheet, element_id, escape
from sandtable.drawing.terrain import style_of

Side = tuple[Point, Point]


def draw_hexsides(sheet: Sheet) -> str:
    """Every feature once for each hexside, prohibited ones barred whatever else they are."""
    parts = []
    for a, b in sheet.board.hexsides:
        if a not in sheet.shown or b not in sheet.shown: continue
        features = sheet.board.hexsides[a, b]
        both_ways = sheet.board.features(b, a)
        for feature in sorted(features):
            if feature in both_ways and a > b: continue
            parts.append(_draw_feature(sheet, a, b, feature, feature in both_ways))
    return "".join(parts)


def _draw_feature(sheet: Sheet, a: int, b: int, feature: str, both_ways: bool) -> str:
    side = sheet.hexside(a, b)
    if sheet.board.prohibited(a, b): body = barred(sheet, side)
    elif feature in _DRAWN: body = _DRAWN[feature](sheet, side)
    else: body = _line(sheet, side, sheet.theme.stone, 3, "2 3")
    arrow = "and" if both_ways else "to"
    names = f"{sheet.board.names[a]} {arrow} {sheet.board.names[b]}"
    name = element_id("side", f"{sheet.board.names[a]}-{sheet.board.names[b]}")
    title = f"{names}: {feature.replace('_', ' ')}{', prohibited' if sheet.board.prohibited(a, b) else ''}"
    source = sheet.board.hexside_sources.get((a, b), "")
    tooltip = escape(f"{title} ({source})")
    return f'<g id="{name}-{feature}" class="side {feature}"><title>{tooltip}</title>{body}</g>'


def barred(sheet: Sheet, side: Side) -> str:
    """A hexside that nothing crosses: a bar with stops across it."""
    (x0, y0), (x1, y1) = side
    way = (x1 - x0) / 5, (y1 - y0) / 5
    across = -way[1] * 0.55, way[0] * 0.55
    stops = "".join(
        f"M{pair((x0 + way[0] * step - across[0], y0 + way[1] * step - across[1]))}"
        f"l{pair((2 * across[0], 2 * across[1]))}"
        for step in (1, 2, 3, 4)
    )
    halo = f'<path d="{polyline(side)}" stroke="{sheet.theme.halo}" stroke-width="9" stroke-linecap="round"/>'
    return (f'{halo}<path d="{polyline(side)}{stops}" stroke="{sheet.theme.barrier}" stroke-width="2.6" '
            'stroke-linecap="round"/>')


def _line(sheet: Sheet, side: Side, colour: str, width: float, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    stroke = f'stroke="{colour}" stroke-width="{number(width)}" stroke-linecap="round"'
    return f'<path d="{polyline(side)}" {stroke}{dashed}/>'


def _combed(sheet: Sheet, side: Side, length: float, width: float) -> str:
    """The hexside runs clockwise around the hex one comes from, so that hex, the lower one, lies to its right."""
    teeth = comb(side, 5, length, width)
    return f'{_line(sheet, side, sheet.theme.hachure, 2)}<path d="{teeth}" fill="{sheet.theme.hachure}"/>'


def _ridge(sheet: Sheet, side: Side) -> str:
    return _combed(sheet, side, 7, 2.4) + f'<path d="{comb(side[::-1], 5, 7, 2.4)}" fill="{sheet.theme.hachure}"/>'


def _crenellated(sheet: Sheet, side: Side) -> str:
    (x0, y0), (x1, y1) = side
    step = (x1 - x0) / 8, (y1 - y0) / 8
    out = -step[1], step[0]
    line = [side[0]]
    for index in range(8):
        lift = 0.9 if index % 2 else 0.0
        base = x0 + step[0] * index + out[0] * lift, y0 + step[1] * index + out[1] * lift
        line += [base, (base[0] + step[0], base[1] + step[1])]
    return f'<path d="{polyline([*line, side[1]])}" fill="none" stroke="{sheet.theme.ink}" stroke-width="1.8"/>'


_DRAWN: Mapping[str, Callable[[Sheet, Side], str]] = MappingProxyType({
    "escarpment": lambda sheet, side: _combed(sheet, side, 11, 3),
    "slope": lambda sheet, side: _combed(sheet, side, 7, 1.6),
    "ridge": _ridge,
    "wadi": lambda sheet, side: _line(sheet, side, sheet.theme.sea_ink, 2.2, "6 4"),
    "river": lambda sheet, side: _line(sheet, side, sheet.theme.sea_ink, 3),
    "canal": lambda sheet, side: _line(sheet, side, sheet.theme.sea_ink, 3),
    "fortified_line": _crenellated,
})


# The grid


def draw_grid(sheet: Sheet) -> str:
    """Hexes in play; where drawing and rule could be read differently, as along a coast, their edge is the rule."""
    inner, verge = [], []
    for hex in sheet.hexes:
        if sheet.board.terrain[hex] in WATER: continue
        corners = sheet.corners(hex)
        for direction, near in enumerate(sheet.board.neighbours[hex]):
            side = f"M{pair(corners[direction])}L{pair(corners[(direction + 1) % 6])}"
            if near >= 0 and sheet.board.playable[near] != sheet.board.playable[hex]:
                if sheet.board.playable[hex]: verge.append(side)
            elif near < 0 or hex < near: inner.append(side)
    return (f'<g id="grid" fill="none" stroke="{sheet.theme.grid}" stroke-linecap="round">'
            f'<path d="{"".join(inner)}" stroke-width="0.8" stroke-opacity="0.5"/>'
            f'<path d="{"".join(verge)}" stroke-width="1.2" stroke-opacity="0.75" stroke-dasharray="2.5 3.5"/></g>')


def draw_reconstructed(sheet: Sheet) -> str:
    """A fine inner outline for hexes whose terrain was reasoned out."""
    inner = "".join(reconstruction_mark(sheet, hex) for hex in sheet.hexes if sheet.board.reconstructed(hex))
    return (f'<path id="reconstructed" d="{inner}" fill="none" stroke="{sheet.theme.quiet_ink}" stroke-width="1" '
            'stroke-dasharray="1 3" stroke-linecap="round"/>' if inner else "")


def reconstruction_mark(sheet: Sheet, hex: int) -> str:
    centre = sheet.centre(hex)
    return "M" + "L".join(pair(between(centre, corner, 0.88)) for corner in sheet.corners(hex)) + "Z"


def draw_hexes(sheet: Sheet) -> str:
    """Every hex as an element one can point at; it says what is there."""
    return "".join(
        f'<use href="#hex" id="{element_id("hex", sheet.board.names[hex])}" x="{number(x)}" y="{number(y)}">'
        f"<title>{escape(describe(sheet.board, hex))}</title></use>"
        for hex in sheet.hexes
        for x, y in (sheet.centre(hex),)
    )


def describe(board: Board, hex: int) -> str:
    """A line about a hex: name, terrain, places, roads, and where that is known from."""
    parts = [board.names[hex], style_of(board.terrain[hex]).title]
    parts += [place.name for place in board.places if place.hex == hex]
    parts += sorted(kind.replace("_", " ") for kind, steps in board.roads_by_kind.items() if hex in steps)
    doubts = [f"might be {' or '.join(doubt.instead)}" for doubt in board.doubts if hex in doubt.hexes]
    source = board.source(hex)
    # The reasoning behind a reconstruction is long; that it is one is what a player needs here.
    origin = "reconstructed" if is_reconstructed(source) else source
    return f"{', '.join(parts + doubts)} ({origin})"


def draw_ids(sheet: Sheet) -> str:
    texts = "".join(
        f'<text x="{number(x)}" y="{number(y - 22)}">{escape(sheet.board.names[hex])}</text>'
        for hex in sheet.hexes if sheet.board.playable[hex]
        for x, y in (sheet.centre(hex),)
    )
    return f'<g id="hex-ids" class="hex-id">{texts}</g>'
