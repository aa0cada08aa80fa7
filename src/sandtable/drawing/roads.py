"""Roads, tracks and railways: smooth lines that cross every hexside in its middle.

Where the map says that roads pass through a hex without meeting, each keeps to its own part of the hex.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from sandtable.core.board import Road, is_reconstructed
from sandtable.core.hexes import Point
from sandtable.drawing.colours import Theme
from sandtable.drawing.geometry import between, pair
from sandtable.drawing.sheet import UNIT, Sheet, element_id, escape

_APART = 0.3  # hex widths between two roads that share a hexside without meeting
_LEAN = 0.19  # how long a road keeps its direction at a point, as a share of the way between the points beside it


def draw_roads(sheet: Sheet) -> str:
    """All casings below all roads, so that roads which meet flow into each other."""
    lines = [(road, path) for road in sheet.board.roads if (path := _path(sheet, road))]
    casings = "".join(f'<path d="{path}" {casing(sheet.theme, road.kind)}/>' for road, path in lines)
    drawn = "".join(
        f'<g id="{element_id("road", road.id)}" class="road"><title>{escape(road.name)}</title>'
        f"{surface(sheet.theme, road.kind, path)}</g>"
        for road, path in lines
    )
    above = _overpasses(sheet) + _doubtful(sheet)
    return f'<g id="roads" fill="none" stroke-linejoin="round" stroke-linecap="round">{casings}{drawn}{above}</g>'


def casing(theme: Theme, kind: str) -> str:
    width = 5 if _is_track(kind) else 7.6
    return f'stroke="{theme.road_casing}" stroke-width="{width}" stroke-opacity="0.9"'


def surface(theme: Theme, kind: str, path: str) -> str:
    if _is_track(kind): return f'<path d="{path}" stroke="{theme.track}" stroke-width="2" stroke-dasharray="6 4"/>'
    if "rail" in kind:
        sleepers = 'stroke-width="7" stroke-dasharray="1.4 8.6" stroke-linecap="butt"'
        return (f'<path d="{path}" stroke="{theme.ink}" stroke-width="1.6"/>'
                f'<path d="{path}" stroke="{theme.ink}" {sleepers}/>')
    return f'<path d="{path}" stroke="{theme.road}" stroke-width="3.6"/>'


def _is_track(kind: str) -> bool:
    return "track" in kind or "trail" in kind


def _path(sheet: Sheet, road: Road) -> str:
    if not any(hex in sheet.shown for hex in road.hexes): return ""
    return curve([point for index in range(len(road.hexes)) for point in _waypoints(sheet, road, index)])


def _waypoints(sheet: Sheet, road: Road, index: int) -> list[Point]:
    """The centre of the hex; where roads do not meet, a way past it instead."""
    here = road.hexes[index]
    if here not in sheet.board.through or not 0 < index < len(road.hexes) - 1: return [sheet.centre(here)]
    start = crossing(sheet, road.hexes[index - 1], here, road)
    end = crossing(sheet, here, road.hexes[index + 1], road)
    return [start, between(sheet.centre(here), between(start, end), 0.6), end]


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
        sharing = [other for pair_of in sheet.board.through.get(hex, ()) if far in pair_of
                   for other in pair_of if other != far]
        mine = [other for other in sharing if other in _beside(road, hex)]
        if len(sharing) > 1 and mine: return _spread(sheet, hex, far, sharing, mine[0], middle)
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
    parts = []
    for hex, pairs in sheet.board.through.items():
        if hex not in sheet.shown: continue
        for ends in pairs[1:]:
            for road in sheet.board.roads:
                if hex not in road.hexes[1:-1] or not set(ends) <= _beside(road, hex): continue
                path = curve(_waypoints(sheet, road, road.hexes.index(hex)))
                parts.append(f'<path d="{path}" {casing(sheet.theme, road.kind)} stroke-linecap="butt"/>'
                             f"{surface(sheet.theme, road.kind, path)}")
    return "".join(parts)


def _doubtful(sheet: Sheet) -> str:
    """A hollow in the road at each hexside that was reasoned out."""
    spots = "".join(f"M{pair(spot)}h0" for spot in _reconstructed_spots(sheet))
    if not spots: return ""
    return f'<path class="reconstructed" d="{spots}" stroke="{sheet.theme.road_casing}" stroke-width="2"/>'


def _reconstructed_spots(sheet: Sheet) -> Iterator[Point]:
    for road in sheet.board.roads:
        for (a, b), source in zip(pairwise(road.hexes), road.sources, strict=True):
            if is_reconstructed(source) and a in sheet.shown: yield crossing(sheet, a, b, road)
