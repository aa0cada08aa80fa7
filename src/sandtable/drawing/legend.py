"""The legend: every terrain, line, site, symbol and nation that this picture shows, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.board import is_reconstructed
from sandtable.core.hexes import Point
from sandtable.drawing.colours import nation
from sandtable.drawing.counters import text_width
from sandtable.drawing.geometry import number, polygon
from sandtable.drawing.glyphs import GLYPHS, MARKS, SIZE_TITLES, SIZES, glyph_key, mark_key
from sandtable.drawing.hexsides import barred, feature_line, mostly_reconstructed
from sandtable.drawing.places import anchor, area_shape, hexagon, site_sign
from sandtable.drawing.roads import casing, mostly_reconstructed_roads, surface
from sandtable.drawing.sheet import WATER, Sheet, escape
from sandtable.drawing.styles import area_style, hexside_style, line_style, site_style
from sandtable.drawing.terrain import hachured, style_of, terrain_title, terrains_shown

Entry = tuple[str, str]  # a swatch some 56 across, centred on the origin, and its text

_RADIUS = 26.0


def draw_legend(sheet: Sheet, y: float, scale: float) -> tuple[str, float]:
    """Entries in lines as wide as the map, map first and counters below; and how far down they reach."""
    high = 42 * scale
    parts = []
    for entries in (list(_map_entries(sheet)), list(_counter_entries(sheet))):
        if not entries:
            continue
        x = 0.0
        for swatch, text in entries:
            width = (58 + 14 * text_width(text)) * scale
            if x > 0 and x + width > sheet.width:
                x, y = 0.0, y + high
            parts.append(_entry(swatch, text, x + 24 * scale, y + high / 2, scale))
            x += width
        y += high
    return f'<g id="legend">{"".join(parts)}</g>', y


def _entry(swatch: str, text: str, x: float, y: float, scale: float) -> str:
    return (
        f'<g transform="translate({number(x)} {number(y)})">'
        f'<g transform="scale({round(scale * 0.62, 2)})">{swatch}</g>'
        f'<text class="legend" x="{number(24 * scale)}" y="{number(5 * scale)}" '
        f'font-size="{number(15 * scale)}">{escape(text)}</text></g>'
    )


def _map_entries(sheet: Sheet) -> Iterator[Entry]:
    theme, board = sheet.theme, sheet.board
    sites = {site.kind for site in board.sites if site.hex in sheet.shown}
    for terrain in terrains_shown(sheet):
        if terrain not in sites:
            yield _terrain_swatch(sheet, terrain), terrain_title(board, terrain)
    yield from _site_entries(sheet)
    if any(site.port and site.hex in sheet.shown for site in board.sites):
        yield anchor(theme, 0, 0), "port"
    kinds = {road.kind for road in board.roads if not sheet.shown.isdisjoint(road.hexes)}
    for kind in sorted(kinds):
        path = "M-30 8C-10 8 -8 -8 30 -8"
        wet = line_style(kind).over == "sea"
        ground = f'<path d="{path}" stroke="{theme.sea[1]}" stroke-width="14"/>' if wet else ""
        yield (
            (
                f'<g fill="none" stroke-linecap="round">{ground}{casing(theme, kind, path)}'
                f"{surface(theme, kind, path)}</g>"
            ),
            kind.replace("_", " "),
        )
    yield from _hexside_entries(sheet)
    yield from _area_entries(sheet)
    if any(a in sheet.shown for a, _ in board.prohibited_hexsides):
        yield barred(sheet, ((0, 19), (0, -19))), "prohibited hexside"
    if any(board.terrain[hex] in WATER for hex in sheet.hexes):
        yield (
            (
                f'<path d="{polygon(hexagon(0, 0, _RADIUS))}" fill="none" stroke="{theme.grid}" stroke-width="2" '
                'stroke-dasharray="3 5"/>'
            ),
            "edge of the hexes in play",
        )
    yield from _reconstruction_entries(sheet)


def _site_entries(sheet: Sheet) -> Iterator[Entry]:
    """Bases by name, for each has the colour of its side; of all other kinds the sign once."""
    shown = [site for site in sheet.board.sites if site.hex in sheet.shown]
    for kind in sorted({site.kind for site in shown}):
        style = site_style(kind)
        low = 19 if style.shape == "label" else 0  # a label lies above the middle of its hex
        if style.shape in ("bastion", "mark", "label"):
            yield site_sign(sheet.theme, kind, 0, low), style.title
    for site in shown:
        if site_style(site.kind).shape == "base":
            yield site_sign(sheet.theme, site.kind, 0, 0, site.side), site.name


def _hexside_entries(sheet: Sheet) -> Iterator[Entry]:
    board = sheet.board
    features = {
        feature
        for pair, there in board.hexsides.items()
        if not sheet.shown.isdisjoint(pair) and pair not in board.prohibited_hexsides
        for feature in there
    }
    for feature in sorted(features):
        one_sided = not any(
            feature in there and feature in board.features(b, a) for (a, b), there in board.hexsides.items()
        )
        yield (feature_line(sheet, feature, ((-19, 0), (19, 0)), one_sided=one_sided), hexside_style(feature).title)


def _area_entries(sheet: Sheet) -> Iterator[Entry]:
    shape = polygon(hexagon(0, 0, _RADIUS))
    shown = {
        (area.kind, area.side or ""): area
        for area in sheet.board.areas
        if area_style(area.kind).shape != "unseen" and not sheet.shown.isdisjoint(area.hexes)
    }
    for kind, side in sorted(shown):
        title = f"{side.capitalize()} {area_style(kind).title}".strip()
        yield area_shape(sheet.theme, shown[kind, side], shape), title


def _reconstruction_entries(sheet: Sheet) -> Iterator[Entry]:
    theme, board = sheet.theme, sheet.board
    if any(board.reconstructed(hex) for hex in sheet.hexes):
        most = "most " if mostly_reconstructed(board) else ""
        yield (
            (
                f'<path d="{polygon(hexagon(0, 0, _RADIUS * 0.9))}" fill="none" stroke="{theme.quiet_ink}" '
                'stroke-width="1.6" stroke-dasharray="1.5 4" stroke-linecap="round"/>'
            ),
            f"{most}terrain reconstructed",
        )
    if any(is_reconstructed(source) for road in board.roads for source in road.sources):
        most = "most roads" if mostly_reconstructed_roads(board) else "road"
        yield (
            (
                f'<g fill="none" stroke-linecap="round"><path d="M-26 0H26" stroke="{theme.road}" stroke-width="5"/>'
                f'<path d="M0 0h0" stroke="{theme.road_casing}" stroke-width="3"/></g>'
            ),
            f"{most} reconstructed",
        )
    if any(is_reconstructed(place.source) and place.hex in sheet.shown for place in board.places):
        yield '<text class="place reasoned" y="10" font-size="30">Abc</text>', "place reconstructed"


def _terrain_swatch(sheet: Sheet, terrain: str) -> str:
    style, theme = style_of(terrain), sheet.theme
    shape = polygon(hexagon(0, 0, _RADIUS))
    parts = [f'<path d="{shape}" fill="{theme.land}" stroke="{theme.grid}" stroke-width="1"/>']
    if style.wash:
        parts.append(f'<path d="{shape}" fill="{getattr(theme, style.wash)}" class="wash"/>')
    if style.pattern:
        parts.append(f'<path d="{shape}" fill="url(#p-{style.pattern})"/>')
    ridge: list[Point] = [(21, -2), (0, 5), (-21, -2)]
    if style.hachures == "ridge":
        parts.append(hachured(theme, ridge))
    if style.hachures == "rim":
        parts.append(f'<path d="{shape}" fill="none" stroke="{theme.stone}" stroke-width="3"/>')
    return "".join(parts)


def _counter_entries(sheet: Sheet) -> Iterator[Entry]:
    pieces = sheet.pieces
    for name in dict.fromkeys(piece.nation for piece in sorted(pieces, key=lambda piece: (piece.side, piece.nation))):
        look = nation(name)
        yield (
            (
                f'<rect x="-20" y="-20" width="40" height="40" rx="4" fill="{look.ground}" stroke="#1d1711"/>'
                f'<use href="#stripe" fill="{look.stripe}"/><text class="f" text-anchor="middle" y="10" font-size="20" '
                f'fill="{look.ink}">1</text>'
            ),
            name,
        )
    for key in sorted({glyph_key(piece.symbol) for piece in pieces}):
        yield _ink(sheet, f'<use href="#g-{key}" transform="scale(1.8)translate(0 3.5)"/>'), GLYPHS[key].title
    for key in sorted({piece.size for piece in pieces} & SIZES.keys(), key=list(SIZES).index):
        yield _ink(sheet, f'<use href="#z-{key}" transform="scale(3.2)translate(0 13.2)"/>'), SIZE_TITLES[key]
    for key in sorted({mark_key(mark) for piece in pieces for mark in piece.marks}):
        yield f'<g class="mark" transform="scale(3)"><circle r="5.6"/><use href="#m-{key}"/></g>', MARKS[key].title


def _ink(sheet: Sheet, body: str) -> str:
    return f'<g color="{sheet.theme.ink}">{body}</g>'
