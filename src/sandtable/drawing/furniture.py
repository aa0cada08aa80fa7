"""What stands around the map: title, compass, scale bar, turn track, the boxes beside the map."""

from __future__ import annotations

import math

from sandtable.core.views import View
from sandtable.drawing.counters import CARD, draw_counter
from sandtable.drawing.geometry import number, polygon
from sandtable.drawing.places import Box
from sandtable.drawing.sheet import UNIT, Sheet, element_id, escape

KILOMETRES = 1.609344  # a mile


def free_sea(sheet: Sheet) -> Box:
    """The largest rectangle without a hex in play or a sea name, where title and compass hide nothing."""
    columns, rows = math.floor(sheet.right - sheet.left), math.floor(sheet.bottom - sheet.top)
    busy = {hex for hex in sheet.hexes if sheet.board.playable[hex]}
    busy |= {hex for label in sheet.board.labels for hex in label.hexes}
    blocked = [[False] * columns for _ in range(rows)]
    for hex in busy:
        x, y = sheet.board.centre[hex][0] - sheet.left, sheet.board.centre[hex][1] - sheet.top
        for row in range(max(math.floor(y - 0.9), 0), min(math.floor(y + 0.9), rows - 1) + 1):
            for column in range(max(math.floor(x - 0.9), 0), min(math.floor(x + 0.9), columns - 1) + 1):
                blocked[row][column] = True
    return _largest_free(blocked)


def _largest_free(blocked: list[list[bool]]) -> Box:
    """Row by row, with the free height above each column."""
    best, most = Box(0, 0, 0, 0), 0
    heights = [0] * (len(blocked[0]) if blocked else 0)
    for row, line in enumerate(blocked):
        heights = [0 if taken else height + 1 for taken, height in zip(line, heights, strict=True)]
        for start in range(len(heights)):
            height = heights[start]
            for end in range(start, len(heights)):
                height = min(height, heights[end])
                if height == 0:
                    break
                if height * (end - start + 1) > most:
                    most = height * (end - start + 1)
                    best = Box(start * UNIT, (row + 1 - height) * UNIT, (end + 1) * UNIT, (row + 1) * UNIT)
    return best


def draw_cartouche(sheet: Sheet, title: str) -> str:
    """Title, compass and scale in the free sea; nothing where the sea leaves no room."""
    box = free_sea(sheet)
    if box.x1 - box.x0 < 9 * UNIT or box.y1 - box.y0 < 3 * UNIT:
        return ""
    size = min((box.y1 - box.y0) / 3.4, (box.x1 - box.x0) / (0.62 * len(title) + 6), 1.6 * UNIT)
    x, y = (box.x0 + box.x1) / 2 - size, box.y0 + size * 0.25 + ((box.y1 - box.y0) - size * 3) * 0.35
    view = sheet.view
    lines = [
        f'<text class="title" x="{number(x)}" y="{number(y + size * 0.85)}" font-size="{number(size)}">'
        f"{escape(title)}</text>"
    ]
    if view:
        situation = "  ·  ".join(part for part in (view.scenario.replace("_", " "), view.date, view.phase) if part)
        lines.append(
            f'<text class="subtitle" x="{number(x)}" y="{number(y + size * 1.5)}" '
            f'font-size="{number(size * 0.36)}">{escape(situation)}</text>'
        )
    compass = draw_compass(sheet, x + size * (0.31 * len(title) + 2.1), y + size * 1.3, size * 1.15)
    return f'<g id="cartouche">{"".join(lines)}{compass}{draw_scale(sheet, x, y + size * 2.1, size * 0.3)}</g>'


def draw_compass(sheet: Sheet, x: float, y: float, radius: float) -> str:
    """A rose of eight points, light and dark halves, north at the top."""
    theme = sheet.theme
    light: list[str] = []
    dark: list[str] = []
    for point in range(8):
        reach, half = (radius, radius * 0.2) if point % 2 == 0 else (radius * 0.56, radius * 0.16)
        angle = math.radians(45 * point)
        tip = x + reach * math.sin(angle), y - reach * math.cos(angle)
        for turn, faces in ((-22.5, light), (22.5, dark)):
            waist = angle + math.radians(turn)
            faces.append(polygon([(x, y), tip, (x + half * math.sin(waist), y - half * math.cos(waist))]))
    ring = "".join(f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius * share)}"/>' for share in (0.66, 0.7))
    return (
        f'<g id="compass" stroke="{theme.sea_ink}" stroke-width="1.2"><g fill="none">{ring}</g>'
        f'<path d="{"".join(light)}" fill="{theme.panel}"/><path d="{"".join(dark)}" fill="{theme.sea_ink}"/>'
        f'<text class="subtitle" stroke="none" x="{number(x)}" y="{number(y - radius * 1.1)}" '
        f'font-size="{number(radius * 0.4)}">N</text></g>'
    )


def draw_scale(sheet: Sheet, x: float, y: float, size: float) -> str:
    """One bar in miles above, one in kilometres below; none for a board whose scale nobody gave."""
    miles = sheet.board.miles_per_hex
    if miles is None:
        return ""
    span = min(10.0, (sheet.right - sheet.left) / 3) * miles
    bars = [
        _bar(sheet, x, y, size, _steps(span), UNIT / miles, "miles", -1),
        _bar(sheet, x, y + size * 0.3, size, _steps(span * KILOMETRES), UNIT / (miles * KILOMETRES), "km", 1),
    ]
    return f'<g id="scale">{"".join(bars)}</g>'


def _steps(span: float) -> float:
    """A round quarter of a length: 1, 2, 2.5 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(span / 4))
    return max(step * power for step in (1, 2, 2.5, 5) if step * power <= span / 4)


def _bar(sheet: Sheet, x: float, y: float, size: float, step: float, pixels: float, name: str, side: int) -> str:
    left, width, high = x - 2 * step * pixels, step * pixels, size * 0.22
    fills = (sheet.theme.sea_ink, sheet.theme.panel) * 2
    blocks = "".join(
        f'<rect x="{number(left + width * i)}" y="{number(y)}" width="{number(width)}" height="{number(high)}" '
        f'fill="{fill}"/>'
        for i, fill in enumerate(fills)
    )
    line = y - size * 0.3 if side < 0 else y + high + size * 0.95
    texts = "".join(
        f'<text class="figure" x="{number(left + width * i)}" y="{number(line)}" font-size="{number(size * 0.8)}">'
        f"{number(step * i)}{f' {name}' if i == 4 else ''}</text>"
        for i in (0, 2, 4)
    )
    return f'<g stroke="{sheet.theme.sea_ink}" stroke-width="1">{blocks}</g>{texts}'


def draw_track(view: View, sheet: Sheet, y: float, high: float) -> str:
    """The turns along the edge, the present one filled."""
    if view.last_turn < 1:
        return ""
    theme, width = sheet.theme, sheet.width / view.last_turn
    cells = []
    for turn in range(1, view.last_turn + 1):
        now = turn == view.turn
        fill, ink = (theme.road, theme.panel) if now else (theme.panel, theme.quiet_ink)
        name = ' id="turn-now"' if now else ""
        opacity = 0.5 if turn < view.turn else 1
        cells.append(
            f'<g{name}><rect x="{number((turn - 1) * width)}" y="{number(y)}" '
            f'width="{number(width)}" height="{number(high)}" fill="{fill}" fill-opacity="{opacity}" '
            f'stroke="{theme.quiet_ink}" stroke-width="1"/><text class="turn" fill="{ink}" '
            f'x="{number((turn - 0.5) * width)}" y="{number(y + high * 0.7)}" '
            f'font-size="{number(min(high * 0.58, width * 0.5))}">{turn}</text></g>'
        )
    title = f"Turn {view.turn} of {view.last_turn}, {view.date}"
    return f'<g id="turn-track"><title>{escape(title)}</title>{"".join(cells)}</g>'


def draw_boxes(sheet: Sheet, y: float, scale: float) -> tuple[str, float]:
    """The pieces beside the map, box by box; and how far down they reach."""
    view = sheet.view
    if view is None:
        return "", y
    parts = []
    for box in sheet.board.boxes:
        pieces = [piece for piece in view.pieces if piece.at == box]
        pieces.sort(key=lambda piece: (piece.side, piece.nation))
        if not pieces:
            continue
        step = CARD * 1.13
        columns = max(1, int((sheet.width - 16) // step))
        rows = math.ceil(len(pieces) / columns)
        parts.append(
            f'<g id="{element_id("box", box)}" class="box">'
            f'<text class="legend-head" x="4" y="{number(y + 17 * scale)}" font-size="{number(15 * scale)}">'
            f"{escape(box.replace('_', ' ').capitalize())} ({len(pieces)})</text>"
        )
        top = y + 24 * scale
        parts.append(
            f'<rect class="tray" x="0" y="{number(top)}" width="{number(sheet.width)}" '
            f'height="{number(rows * step + 10)}" rx="6"/>'
        )
        for index, piece in enumerate(pieces):
            row, column = divmod(index, columns)
            parts.append(draw_counter(piece, 8 + step * (column + 0.5), top + 5 + step * (row + 0.5)))
        parts.append("</g>")
        y = top + rows * step + 10 + 12 * scale
    return "".join(parts), y
