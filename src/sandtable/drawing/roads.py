"""Roads, tracks and railways: smooth lines that cross every hexside in its middle.

Where the map says that roads pass through a hex without meeting, each keeps to its own part of the hex. A railway along
a road runs to the right of it, as seen in the direction of its hexes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from sandtable.core.board import Board, Road, is_reconstructed
from sandtable.core.hexes import Point
from sandtable.drawing.colours import Theme
from sandtable.drawing.geometry import between, number, pair
from sandtable.drawing.sheet import UNIT, Sheet, element_id, escape
from sandtable.drawing.styles import line_style

_APART = 0.3  # hex widths between two roads that share a hexside without meeting
_BESIDE = 0.13  # hex widths between a road and a railway that follows it
_LEAN = 0.19  # how long a road keeps its direction at a point, as a share of the way between the points beside it


def draw_roads(sheet: Sheet) -> str:
    """All casings below all roads, so that roads which meet flow into each other."""
    lines = [(road, path) for road in sheet.board.roads if (path := _path(sheet, road))]
    casings = "".join(casing(sheet.theme, road.kind, path) for road, path in lines)
    drawn = "".join(
        f'<g id="{element_id("road", road.id)}" class="road"><title>{escape(road.name)}</title>'
        f"{surface(sheet.theme, road.kind, path)}</g>"
        for road, path in lines
    )
    above = _overpasses(sheet) + _doubtful(sheet)
    return f'<g id="roads" fill="none" stroke-linejoin="round" stroke-linecap="round">{casings}{drawn}{above}</g>'


def casing(theme: Theme, kind: str, path: str, cap: str = "round") -> str:
    """The pale line below."""
    width = line_style(kind).casing
    if not width:
        return ""
    return (
        f'<path d="{path}" stroke="{theme.road_casing}" stroke-width="{number(width)}" stroke-opacity="0.9" '
        f'stroke-linecap="{cap}"/>'
    )


def surface(theme: Theme, kind: str, path: str) -> str:
    style = line_style(kind)
    colour = getattr(theme, style.colour)
    dashes = f' stroke-dasharray="{" ".join(number(each) for each in style.dashes)}"' if style.dashes else ""
    line = f'<path d="{path}" stroke="{colour}" stroke-width="{number(style.width)}"{dashes}/>'
    if style.core:
        line += f'<path d="{path}" stroke="{theme.road_casing}" stroke-width="{number(style.core)}"/>'
    if not style.sleepers:
        return line
    sleepers = 'stroke-width="7" stroke-dasharray="1.4 8.6" stroke-linecap="butt"'
    return f'{line}<path d="{path}" stroke="{colour}" {sleepers}/>'


def _path(sheet: Sheet, road: Road) -> str:
    if not any(hex in sheet.shown for hex in road.hexes):
        return ""
    return curve([point for index in range(len(road.hexes)) for point in _waypoints(sheet, road, index)])


def _waypoints(sheet: Sheet, road: Road, index: int) -> list[Point]:
    """The centre of the hex; where roads do not meet, a way past it instead, and beside a road a way along it."""
    here = road.hexes[index]
    if line_style(road.kind).beside and _shares(sheet, road, index):
        return [_aside(sheet, road, index)]
    if here not in sheet.board.through or not 0 < index < len(road.hexes) - 1:
        return [sheet.centre(here)]
    start = crossing(sheet, road.hexes[index - 1], here, road)
    end = crossing(sheet, here, road.hexes[index + 1], road)
    return [start, between(sheet.centre(here), between(start, end), 0.6), end]


def _shares(sheet: Sheet, road: Road, index: int) -> bool:
    """Whether another line, to which this one gives way, comes into the hex or leaves it across the same hexside."""
    sides = {frozenset(step) for step in road.hexsides()[max(index - 1, 0) : index + 1]}
    return any(
        frozenset(step) in sides
        for other in sheet.board.roads
        if not line_style(other.kind).beside
        for step in other.hexsides()
    )


def _aside(sheet: Sheet, road: Road, index: int) -> Point:
    before, after = max(index - 1, 0), min(index + 1, len(road.hexes) - 1)
    (x0, y0), (x1, y1) = sheet.centre(road.hexes[before]), sheet.centre(road.hexes[after])
    length = math.dist((x0, y0), (x1, y1)) or 1.0
    x, y = sheet.centre(road.hexes[index])
    return x - (y1 - y0) / length * _BESIDE * UNIT, y + (x1 - x0) / length * _BESIDE * UNIT


def curve(points: Sequence[Point]) -> str:
    """A smooth line through every point: it leaves each in the direction from the one before to the one after."""
    parts = [f"M{pair(points[0])}"]
    for index, (b, c) in enumerate(pairwise(points)):
        a, d = points[max(index - 1, 0)], points[min(index + 2, len(points) - 1)]
        out_of = b[0] + (c[0] - a[0]) * _LEAN, b[1] + (c[1] - a[1]) * _LEAN
        into = c[0] - (d[0] - b[0]) * _LEAN, c[1] - (d[1] - b[1]) * _LEAN
        parts.append(f"C{pair(out_of)} {pair(into)} {pair(c)}")
    return "".join(parts)


def crossing(sheet: Sheet, a: int, b: int, road: Road) -> Point:
    """Where a road crosses a hexside: in the middle, unless another shares the hexside without meeting it."""
    middle = between(sheet.centre(a), sheet.centre(b))
    for hex, far in ((a, b), (b, a)):
        sharing = [
            other for pair_of in sheet.board.through.get(hex, ()) if far in pair_of for other in pair_of if other != far
        ]
        mine = [other for other in sharing if other in _beside(road, hex)]
        if len(sharing) > 1 and mine:
            return _spread(sheet, hex, far, sharing, mine[0], middle)
    return middle


def _beside(road: Road, hex: int) -> set[int]:
    return {near for step in road.hexsides() if hex in step for near in step if near != hex}


def _spread(sheet: Sheet, hex: int, far: int, sharing: list[int], mine: int, middle: Point) -> Point:
    """Sharers of a hexside side by side, in the order in which they come into the hex, so that they do not cross."""
    (x0, y0), (x1, y1) = sheet.hexside(hex, far)
    length = math.dist((x0, y0), (x1, y1))
    along = (x1 - x0) / length, (y1 - y0) / length

    def position(other: int) -> float:
        x, y = sheet.centre(other)
        return x * along[0] + y * along[1]

    rank = sorted(sharing, key=position).index(mine) - (len(sharing) - 1) / 2
    return middle[0] + along[0] * rank * _APART * UNIT, middle[1] + along[1] * rank * _APART * UNIT


def _overpasses(sheet: Sheet) -> str:
    """In a hex where roads do not meet, the later ones are drawn again above the first, in case their lines cross."""
    parts: list[str] = []
    for hex, pairs in sheet.board.through.items():
        if hex not in sheet.shown:
            continue
        for ends in pairs[1:]:
            for road in sheet.board.roads:
                if hex not in road.hexes[1:-1] or not set(ends) <= _beside(road, hex):
                    continue
                path = curve(_waypoints(sheet, road, road.hexes.index(hex)))
                parts += (casing(sheet.theme, road.kind, path, "butt"), surface(sheet.theme, road.kind, path))
    return "".join(parts)


def _doubtful(sheet: Sheet) -> str:
    """A hollow in the road at each hexside that was reasoned out, unless that is the rule on this map."""
    if mostly_reconstructed_roads(sheet.board):
        return ""
    spots = "".join(f"M{pair(spot)}h0" for spot in _reconstructed_spots(sheet))
    if not spots:
        return ""
    return f'<path class="reconstructed" d="{spots}" stroke="{sheet.theme.road_casing}" stroke-width="2"/>'


def mostly_reconstructed_roads(board: Board) -> bool:
    """Whether more of the roads is reasoned out than read; the legend then says so once for all."""
    sources = [source for road in board.roads for source in road.sources]
    return 2 * sum(map(is_reconstructed, sources)) > len(sources)


def _reconstructed_spots(sheet: Sheet) -> Iterator[Point]:
    for road in sheet.board.roads:
        for (a, b), source in zip(pairwise(road.hexes), road.sources, strict=True):
            if is_reconstructed(source) and a in sheet.shown:
                yield crossing(sheet, a, b, road)
