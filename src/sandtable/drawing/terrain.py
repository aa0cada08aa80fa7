"""Sea, land and the terrain of hexes. Kinds of terrain differ in shape first and in colour second."""

from __future__ import annotations

from sandtable.core.board import Board
from sandtable.drawing.colours import Theme
from sandtable.drawing.escarpments import ridge_lines
from sandtable.drawing.geometry import comb, middles, noise, number, outlines, polyline, roughen, rounded, smooth_loop
from sandtable.drawing.sheet import UNIT, WATER, Sheet, element_id
from sandtable.drawing.styles import STYLES, Style


def style_of(terrain: str) -> Style:
    """An unheard-of terrain is drawn with slanted dots and named in the legend."""
    return STYLES.get(terrain) or Style(terrain.replace("_", " "), "", "slanted")


def terrain_title(board: Board, terrain: str) -> str:
    """Its name in words, and whether none of its hexes is in play."""
    title = style_of(terrain).title
    closed = not any(there == terrain and board.playable[hex] for hex, there in enumerate(board.terrain))
    return f"{title} (impassable)" if closed and terrain not in WATER else title


# Sea and land


def land_path(sheet: Sheet) -> str:
    """The land in one path: the coast of the board, else hexes softened through the middles of their sides."""
    coast = sheet.board.coast
    if coast:
        return "".join(smooth_loop([sheet.at(point) for point in line]) for line in coast.lines)
    land = {coordinate for coordinate, is_land in sheet.ground.items() if is_land}
    loops = outlines(land, sheet.board.layout)
    return "".join(smooth_loop([sheet.at(point) for point in roughen(middles(loop), 0.3, 2)]) for loop in loops)


def draw_sea(sheet: Sheet) -> str:
    """Two tints that follow the shore, and lines along it as engravers drew them."""
    deep, middle, shore = sheet.theme.sea
    size = f'width="{number(sheet.width)}" height="{number(sheet.height)}"'
    bands = "".join(
        f'<use href="#land-shape" stroke="{colour}" stroke-width="{number(width * UNIT)}"/>'
        for colour, width in ((middle, 4.6), (shore, 1.9), *_water_lines(sheet.theme))
    )
    return f'<g id="sea"><rect {size} fill="{deep}"/><g fill="none" stroke-linejoin="round">{bands}</g></g>'


def _water_lines(theme: Theme) -> list[tuple[str, float]]:
    """Pairs of strokes whose rims leave a thin line: the broad one in the colour of the line, then the tint again."""
    shore = theme.sea[2]
    lines = ((0.92, 0.016), (0.6, 0.02), (0.32, 0.024))
    return [stroke for width, thin in lines for stroke in ((theme.water_line, width), (shore, width - 2 * thin))]


def draw_land(sheet: Sheet) -> str:
    return (
        f'<g id="land"><use href="#land-shape" fill="{sheet.theme.land}"/>'
        '<use href="#land-shape" fill="url(#grain)"/></g>'
    )


def draw_coast(sheet: Sheet) -> str:
    return f'<use href="#land-shape" id="coast" fill="none" stroke="{sheet.theme.coast}" stroke-width="1.5"/>'


# Terrain of hexes


def terrains_shown(sheet: Sheet) -> list[str]:
    """Every terrain in the frame but the sea, in the order of the style table."""
    found = {sheet.board.terrain[hex] for hex in sheet.hexes} - WATER
    known = [terrain for terrain in STYLES if terrain in found]
    return known + sorted(found.difference(known))


def draw_terrain(sheet: Sheet) -> str:
    return "".join(_draw_area(sheet, terrain) for terrain in terrains_shown(sheet))


def _draw_area(sheet: Sheet, terrain: str) -> str:
    style = style_of(terrain)
    if not (style.wash or style.pattern or style.hachures):
        return ""
    board = sheet.board
    members = frozenset(hex for hex in sheet.hexes if board.terrain[hex] == terrain)
    loops = [
        [sheet.at(point) for point in loop] for loop in outlines({board.axial[hex] for hex in members}, board.layout)
    ]
    area = "".join(smooth_loop(loop) for loop in loops)
    parts = [f'<g id="{element_id("terrain", terrain)}" class="terrain">']
    if style.wash:
        parts.append(f'<path d="{area}" fill="{getattr(sheet.theme, style.wash)}" class="wash"/>')
    if style.pattern:
        parts.append(f'<path d="{area}" fill="url(#p-{style.pattern})"/>')
    if style.hachures == "ridge":
        parts += (hachured(sheet.theme, line) for line in ridge_lines(sheet, members))
    if style.hachures == "rim":
        parts += (_rim(sheet.theme, loop) for loop in loops)
    return "".join((*parts, "</g>"))


def hachured(theme: Theme, line: list[tuple[float, float]]) -> str:
    """An edge with its comb on the right-hand, lower side."""
    soft = rounded(rounded(line, closed=False), closed=False)
    return (
        f'<path d="{polyline(soft)}" fill="none" stroke="{theme.hachure}" stroke-width="1.9"/>'
        f'<path d="{comb(soft, 5.2, 12.5, 3.2)}" fill="{theme.hachure}"/>'
    )


def _rim(theme: Theme, loop: list[tuple[float, float]]) -> str:
    """The rim of a hollow: a line with ticks inward."""
    soft = rounded(rounded(loop, closed=True), closed=True)
    soft.append(soft[0])
    return (
        f'<path d="{polyline(soft)}" fill="none" stroke="{theme.stone}" stroke-width="1.8"/>'
        f'<path d="{comb(soft, 6.4, 7.5, 2.2)}" fill="{theme.stone}"/>'
    )


# Patterns


def patterns(theme: Theme) -> str:
    """Every pattern the style table names, and the grain of the paper."""
    stone, ink = theme.stone, theme.quiet_ink
    line = f'fill="none" stroke="{stone}" stroke-linecap="round" stroke-width='
    return "".join(
        (
            _pattern("grain", 190, 170, _grain(theme)),
            _pattern("p-strokes", 32, 28, f'<path d="{_strokes()}" {line}"1.2"/>'),
            _pattern("p-humps", 36, 32, f'<path d="{_humps()}" {line}"1.2"/>'),
            _pattern(
                "p-dunes",
                40,
                22,
                f'<path d="M3 12Q9 4 17 9M23 20Q29 13 37 17" {line}"1.4" stroke-dasharray="0.1 2.6"/>',
            ),
            _pattern("p-dashes", 26, 14, f'<path d="M2 3H12M15 10H25" fill="none" stroke="{theme.sea_ink}"/>'),
            _pattern("p-dots", 15, 13, f'<path d="M3 3h0M10.5 9.5h0" {line}"1.7"/>'),
            _pattern(
                "p-salt",
                13,
                12,
                f'<path d="M2.5 2.5h0M9 8.5h0" {line}"2"/>'
                f'<path d="M6.5 3.5h5M0 9.5h5" stroke="{stone}" stroke-width="0.8"/>',
            ),
            _pattern("p-diagonal", 9, 9, f'<path d="M0 9L9 0" stroke="{stone}" stroke-width="0.7"/>'),
            _pattern("p-slanted", 10, 10, f'<path d="M0 10L10 0" stroke="{stone}" stroke-dasharray="1.5 2.5"/>'),
            _pattern(
                "p-blocks",
                15,
                15,
                f'<path d="M2 2h5v4h-5zM9 2h4v7h-4zM2 8h5v5h-5zM9 11h4v2h-4z" fill="{ink}" fill-opacity="0.55"/>',
            ),
        )
    )


def _pattern(name: str, width: int, height: int, body: str) -> str:
    return f'<pattern id="{name}" width="{width}" height="{height}" patternUnits="userSpaceOnUse">{body}</pattern>'


def _strokes() -> str:
    starts = ((3, 8), (14, 3), (24, 10), (7, 20), (18, 17), (27, 24))
    return "".join(f"M{x} {y}l{number(3 + noise(x, y))} {number(3 + 2 * noise(y, x))}" for x, y in starts)


def _humps() -> str:
    tops = ((9, 6), (27, 20))
    return "".join(
        f"M{x - 7} {y + 7}Q{x - 3} {y} {x} {y}T{x + 7} {y + 7}M{x} {y + 2}v5M{x + 3} {y + 3}v4" for x, y in tops
    )


def _grain(theme: Theme) -> str:
    """Fibres and specks, so sparse that one feels more than sees them."""
    specks = ["", ""]
    for i in range(96):
        x, y = 95 * (1 + noise(i, 3)), 85 * (1 + noise(7, i))
        specks[i % 2] += f"M{number(x)} {number(y)}l{number(1.6 * noise(i, 1))} {number(noise(i, 2))}"
    return "".join(
        f'<path d="{marks}" stroke="{colour}" stroke-width="0.9" stroke-linecap="round" stroke-opacity="0.55"/>'
        for marks, colour in zip(specks, theme.grain, strict=True)
    )
