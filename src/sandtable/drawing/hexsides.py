"""Features along hexsides, the grid, and the hexes themselves with their descriptions."""

from __future__ import annotations

from sandtable.core.board import Board, is_reconstructed
from sandtable.core.hexes import Point
from sandtable.drawing.geometry import between, comb, number, pair, polyline
from sandtable.drawing.sheet import WATER, Sheet, element_id, escape
from sandtable.drawing.styles import hexside_style
from sandtable.drawing.terrain import style_of

Side = tuple[Point, Point]


def draw_hexsides(sheet: Sheet) -> str:
    """Every feature once for each hexside, prohibited ones barred whatever else they are."""
    parts = []
    for a, b in sheet.board.hexsides:
        if a not in sheet.shown or b not in sheet.shown:
            continue
        features = sheet.board.hexsides[a, b]
        both_ways = sheet.board.features(b, a)
        for feature in sorted(features):
            if feature in both_ways and a > b:
                continue
            parts.append(_draw_feature(sheet, a, b, feature, feature in both_ways))
    return "".join(parts)


def _draw_feature(sheet: Sheet, a: int, b: int, feature: str, both_ways: bool) -> str:
    side = sheet.hexside(a, b)
    if sheet.board.prohibited(a, b):
        body = barred(sheet, side)
    elif both_ways:
        body = feature_line(sheet, feature, sheet.hexside(b, a) if sheet.falls(a, b) else side)
    else:
        body = feature_line(sheet, feature, side, one_sided=True)
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
    return (
        f'{halo}<path d="{polyline(side)}{stops}" stroke="{sheet.theme.barrier}" stroke-width="2.6" '
        'stroke-linecap="round"/>'
    )


def feature_line(sheet: Sheet, feature: str, side: Side, *, one_sided: bool = False) -> str:
    """A feature along a hexside whose lower ground lies to its right; a ridge falls both ways unless one-sided."""
    style = hexside_style(feature)
    colour = getattr(sheet.theme, style.colour)
    if style.shape == "crenels":
        return _crenellated(side, colour, style.width)
    line = _line(side, colour, style.width, style.dashes)
    if style.shape == "band":
        return _line(side, sheet.theme.halo, 8, ()) + line
    teeth = {"comb": (side,), "ridge": (side,) if one_sided else (side, side[::-1])}.get(style.shape, ())
    return line + "".join(f'<path d="{comb(each, 5, *style.teeth)}" fill="{colour}"/>' for each in teeth)


def _line(side: Side, colour: str, width: float, dashes: tuple[float, ...]) -> str:
    dashed = f' stroke-dasharray="{" ".join(number(each) for each in dashes)}"' if dashes else ""
    stroke = f'stroke="{colour}" stroke-width="{number(width)}" stroke-linecap="round"'
    return f'<path d="{polyline(side)}" {stroke}{dashed}/>'


def _crenellated(side: Side, colour: str, width: float) -> str:
    (x0, y0), (x1, y1) = side
    step = (x1 - x0) / 8, (y1 - y0) / 8
    out = -step[1], step[0]
    line = [side[0]]
    for index in range(8):
        lift = 0.9 if index % 2 else 0.0
        base = x0 + step[0] * index + out[0] * lift, y0 + step[1] * index + out[1] * lift
        line += [base, (base[0] + step[0], base[1] + step[1])]
    return f'<path d="{polyline([*line, side[1]])}" fill="none" stroke="{colour}" stroke-width="{number(width)}"/>'


# The grid


def draw_grid(sheet: Sheet) -> str:
    """Hexes in play; where drawing and rule could be read differently, as along a coast, their edge is the rule."""
    inner, verge = [], []
    for hex in sheet.hexes:
        if sheet.board.terrain[hex] in WATER:
            continue
        corners = sheet.corners(hex)
        for direction, near in enumerate(sheet.board.neighbours[hex]):
            side = f"M{pair(corners[direction])}L{pair(corners[(direction + 1) % 6])}"
            if near >= 0 and sheet.board.playable[near] != sheet.board.playable[hex]:
                if sheet.board.playable[hex]:
                    verge.append(side)
            elif near < 0 or hex < near:
                inner.append(side)
    return (
        f'<g id="grid" fill="none" stroke="{sheet.theme.grid}" stroke-linecap="round">'
        f'<path d="{"".join(inner)}" stroke-width="0.8" stroke-opacity="0.5"/>'
        f'<path d="{"".join(verge)}" stroke-width="1.2" stroke-opacity="0.75" stroke-dasharray="2.5 3.5"/></g>'
    )


def draw_reconstructed(sheet: Sheet) -> str:
    """A fine inner outline for hexes whose terrain was reasoned out, unless that is the rule on this map."""
    if mostly_reconstructed(sheet.board):
        return ""
    inner = "".join(reconstruction_mark(sheet, hex) for hex in sheet.hexes if sheet.board.reconstructed(hex))
    return (
        f'<path id="reconstructed" d="{inner}" fill="none" stroke="{sheet.theme.quiet_ink}" stroke-width="1" '
        'stroke-dasharray="1 3" stroke-linecap="round"/>'
        if inner
        else ""
    )


def mostly_reconstructed(board: Board) -> bool:
    """Whether more of the hexes in play are reasoned out than read; the legend then says so once for all."""
    doubtful = sum(board.reconstructed(hex) for hex in range(len(board)) if board.playable[hex])
    return 2 * doubtful > sum(board.playable)


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
    parts += [f"{area.kind.replace('_', ' ')} of {area.name}" for area in board.areas_at(hex)]
    parts += sorted(kind.replace("_", " ") for kind, steps in board.roads_by_kind.items() if hex in steps)
    doubts = [f"might be {' or '.join(doubt.instead)}" for doubt in board.doubts if hex in doubt.hexes]
    source = board.source(hex)
    # The reasoning behind a reconstruction is long; that it is one is what a player needs here.
    origin = "reconstructed" if is_reconstructed(source) else source
    return f"{', '.join(parts + doubts)} ({origin})"


def draw_ids(sheet: Sheet) -> str:
    texts = "".join(
        f'<text x="{number(x)}" y="{number(y - 22)}">{escape(sheet.board.names[hex])}</text>'
        for hex in sheet.hexes
        if sheet.board.playable[hex]
        for x, y in (sheet.centre(hex),)
    )
    return f'<g id="hex-ids" class="hex-id">{texts}</g>'
