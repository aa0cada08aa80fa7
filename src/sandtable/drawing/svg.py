"""The map as one standalone SVG: any board, with or without a position on it."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.core.board import Board
from sandtable.core.views import View
from sandtable.drawing.colours import THEMES, Theme, ThemeName
from sandtable.drawing.counters import counter_defs, counter_style, draw_stacks
from sandtable.drawing.furniture import draw_boxes, draw_cartouche, draw_scale, draw_track
from sandtable.drawing.geometry import number, polygon
from sandtable.drawing.hexsides import draw_grid, draw_hexes, draw_hexsides, draw_ids, draw_reconstructed
from sandtable.drawing.legend import draw_legend
from sandtable.drawing.places import draw_areas, draw_labels, draw_places, draw_sites
from sandtable.drawing.roads import draw_roads
from sandtable.drawing.sheet import UNIT, Sheet, element_id, escape, sheet_of
from sandtable.drawing.terrain import draw_coast, draw_land, draw_sea, draw_terrain, land_path, patterns

SERIF = "'Iowan Old Style','Palatino Linotype',Palatino,'Book Antiqua',Georgia,'Liberation Serif','DejaVu Serif',serif"
SANS = "'Helvetica Neue',Helvetica,Arial,'Liberation Sans','DejaVu Sans Condensed',sans-serif"


def draw_map(
    board: Board,
    view: View | None = None,
    *,
    hex_ids: bool = False,
    theme: ThemeName = "paper",
    highlight: Mapping[str, str] | None = None,
    heat: Mapping[str, float] | None = None,
    around: int | None = None,
    radius: int | None = None,
    legend: bool = True,
    title: str = "",
) -> str:
    """The whole board, or the hexes within `radius` of `around`, and in a position its pieces and boxes.

    `highlight` names hexes and says of each `may`, `may_not` or `look`; `heat` says how hot each is, from 0 to 1.
    """
    sheet = sheet_of(board, view, THEMES[theme], around, radius if radius is not None else 5)
    heading = title or (view.game.replace("-", " ").replace("_", " ").title() if view else "")
    scale = max(0.8, min(2.0, sheet.width / 2200))
    margin = 26 * scale
    below, bottom = _below(sheet, scale, legend)
    width, height = sheet.width + 2 * margin, bottom + 2 * margin
    zoom = 1.0 if sheet.whole else 1.6
    style = _style(sheet.theme) + counter_style(sheet.theme, sheet.pieces)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" '
        f'width="{number(width * zoom)}" height="{number(height * zoom)}" role="img" class="theme-{theme}">'
        f"<title>{escape(_summary(sheet, heading))}</title><style>{style}</style>"
        f"<defs>{_defs(sheet)}{counter_defs(sheet.pieces)}</defs>"
        f'<rect width="100%" height="100%" fill="{sheet.theme.page}"/>'
        f'<g transform="translate({number(margin)} {number(margin)})">'
        f'<g id="map" clip-path="url(#frame)">{_layers(sheet, heading, hex_ids, highlight or {}, heat or {})}</g>'
        f"{_frame(sheet, scale)}{below}</g></svg>\n"
    )


def _layers(sheet: Sheet, heading: str, hex_ids: bool, highlight: Mapping[str, str], heat: Mapping[str, float]) -> str:
    """From the bottom up."""
    return "\n".join(
        (
            draw_sea(sheet),
            draw_land(sheet),
            f'<g id="terrain" clip-path="url(#on-land)">{draw_terrain(sheet)}</g>',
            f'<g id="areas" clip-path="url(#on-land)">{draw_areas(sheet)}</g>',
            draw_coast(sheet),
            draw_grid(sheet),
            f'<g id="labels">{draw_labels(sheet)}</g>',
            f'<g id="hexsides">{draw_hexsides(sheet)}</g>',
            draw_roads(sheet),
            f'<g id="sites">{draw_sites(sheet)}</g>',
            draw_reconstructed(sheet),
            draw_cartouche(sheet, heading) if sheet.whole else "",
            _heat(sheet, heat),
            _highlights(sheet, highlight),
            f'<g id="hexes">{draw_hexes(sheet)}</g>',
            draw_places(sheet),
            draw_ids(sheet) if hex_ids else "",
            f'<g id="units">{draw_stacks(sheet)}</g>',
        )
    )


def _below(sheet: Sheet, scale: float, legend: bool) -> tuple[str, float]:
    """Turn track, legend and boxes under the map, and where they end."""
    parts, y = [], sheet.height + 8 * scale
    if sheet.view and sheet.whole:
        parts.append(draw_track(sheet.view, sheet, y + 14 * scale, 30 * scale))
        y += 50 * scale
    if not sheet.whole:
        parts.append(draw_scale(sheet, sheet.width / 2, y + 24 * scale, 15 * scale))
        y += 50 * scale
    if legend:
        drawn, y = draw_legend(sheet, y + 6 * scale, scale)
        parts.append(drawn)
    if sheet.whole:
        drawn, y = draw_boxes(sheet, y + 6 * scale, scale)
        parts.append(drawn)
    return "".join(parts), y


def _summary(sheet: Sheet, heading: str) -> str:
    view = sheet.view
    if view is None:
        return heading or "Map"
    return f"{heading}, turn {view.turn} of {view.last_turn}, {view.date}"


def _frame(sheet: Sheet, scale: float) -> str:
    def line(out: float, width: float) -> str:
        return (
            f'<rect x="{number(-out)}" y="{number(-out)}" width="{number(sheet.width + 2 * out)}" '
            f'height="{number(sheet.height + 2 * out)}" stroke-width="{number(width)}"/>'
        )

    lines = line(0, 1.5 * scale) + line(7 * scale, 3.5 * scale)
    return f'<g id="border" fill="none" stroke="{sheet.theme.ink}">{lines}</g>'


def _highlights(sheet: Sheet, highlight: Mapping[str, str]) -> str:
    colours = {"may": sheet.theme.may, "may_not": sheet.theme.may_not, "look": sheet.theme.look}
    dashes = {"may": "", "may_not": ' stroke-dasharray="3 4"', "look": ' stroke-dasharray="12 4"'}
    shapes = []
    for name, kind in highlight.items():
        hex = sheet.board.hex(name)
        if hex not in sheet.shown:
            continue
        shapes.append(
            f'<path id="{element_id("highlight", name)}" class="highlight {kind}" d="{polygon(sheet.corners(hex))}" '
            f'fill="{colours[kind]}" fill-opacity="0.25" stroke="{colours[kind]}" stroke-width="3"{dashes[kind]}/>'
        )
    return f'<g id="highlights">{"".join(shapes)}</g>' if shapes else ""


def _heat(sheet: Sheet, heat: Mapping[str, float]) -> str:
    """From sand to barrier red, the hotter the less the ground shows through."""
    shapes = []
    for name, degree in heat.items():
        hex = sheet.board.index.get(name)
        if hex in sheet.shown and degree > 0:
            colour = sheet.theme.barrier if degree > 0.5 else sheet.theme.road if degree > 0.2 else sheet.theme.look
            paint = f'fill="{colour}" fill-opacity="{0.15 + 0.7 * degree:.2f}"'
            shapes.append(f'<path d="{polygon(sheet.corners(hex))}" {paint}/>')
    return f'<g id="heat">{"".join(shapes)}</g>' if shapes else ""


def _defs(sheet: Sheet) -> str:
    x, y = sheet.board.centre[0]
    hexagon = polygon(((cx - x) * UNIT, (cy - y) * UNIT) for cx, cy in sheet.board.corners(0))
    return (
        f'<path id="land-shape" d="{land_path(sheet)}"/><path id="hex" d="{hexagon}"/>'
        f'<clipPath id="frame"><rect width="{number(sheet.width)}" height="{number(sheet.height)}"/></clipPath>'
        '<clipPath id="on-land"><use href="#land-shape"/></clipPath>'
        f"{patterns(sheet.theme)}"
    )


def _style(theme: Theme) -> str:
    return (
        f"svg{{font-family:{SANS}}}"
        "#hexes use{fill:#000;fill-opacity:0}.wash{fill-opacity:.62}"
        "#places text,#labels,#cartouche,#hex-ids{pointer-events:none}"
        f".place{{font-family:{SERIF};font-weight:600;fill:{theme.ink};text-anchor:middle;paint-order:stroke;"
        f"stroke:{theme.halo};stroke-width:3.5px;stroke-linejoin:round}}"
        f".on-water{{stroke:{theme.sea[2]}}}"
        ".reasoned{font-style:italic;font-weight:400}.seat{font-weight:700;letter-spacing:.4px}"
        f".town{{fill:{theme.ink};stroke:{theme.halo};stroke-width:1.2px}}"
        f".sea-name,.region-name{{font-family:{SERIF};font-style:italic;text-anchor:middle}}"
        f".sea-name{{fill:{theme.sea_ink};fill-opacity:.8}}.region-name{{fill:{theme.quiet_ink};fill-opacity:.5}}"
        f".title,.subtitle{{font-family:{SERIF};text-anchor:middle;fill:{theme.ink}}}.title{{letter-spacing:.06em}}"
        f".subtitle{{font-style:italic;fill:{theme.sea_ink}}}"
        f".figure,.hex-id,.turn{{text-anchor:middle}}.figure{{fill:{theme.sea_ink}}}"
        f".hex-id{{font-size:8.5px;fill:{theme.quiet_ink}}}.legend{{fill:{theme.ink}}}"
        f".legend-head{{font-family:{SERIF};font-style:italic;fill:{theme.ink}}}.tray{{fill:{theme.panel};fill-opacity:.8}}"
    )
