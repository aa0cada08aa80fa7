"""Roads, tracks and railways: smooth lines that cross every hexside in its middle.

Where the map says that roads pass through a hex without meeting, each keeps to its own part of the hex.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from sandtable.core.board import Road, is_reconstructed
from sandtable.core.hexes import Point
from sandtable.drawing.colours import Theme
from sandtable.drawing.geometry import between, pair
from sandtable.drawing.sheet import UNIT, Sheet, element_id, escape

_APART = 0.3  # hex widths between two roads that share a hexside without meeting


def draw_roads(sheet: Sheet) -> str:
    """All casings below all roads, so that roads which meet flow into each other."""
    lines = [(road, path) for road in sheet.board.roads if (path := _path(sheet, road))]
    casings = "".join(f'<path d="{path}" {casing(sheet.theme, road.kind)}/>' for road, path in lines)
    drawn = "".join(
        f'<g id="{element_id("road", road.id)}" class="road"><title>{escape(road.name)}</title>'
        f"{surface(sheet.theme, road.kind, path)}</g>"
        for road, path in lines
    )
    return f'<g id="roads" fill="none" stroke-linejoin="round" stroke-linecap="round">{casings}{drawn}{_overpasses(sheet)}' \
           f"{_doubtful(sheet)}</g>"


def casing(theme: Theme, kind: str) -> str:
    width = 5 if _is_track(kind) else 7
    return f'stroke="{theme.road_casing}" stroke-width="{width}" stroke-opacity="0.9"'


def surface(theme: Theme, kind: str, path: str) -> str:
    if _is_track(kind): return f'<path d="{path}" stroke="{theme.track}" stroke-width="2" stroke-dasharray="6 4"/>'
    if "rail" in kind:
        return (f'<path d="{path}" stroke="{theme.ink}" stroke-width="1.6"/>'
                f'<path d="{path}" stroke="{theme.ink}" stroke-width="7" stroke-dasharray="1.4 8.6" stroke-linecap="butt"/>')
    return f'<path d="{path}" stroke="{theme.road}" stroke-width="3.2"/>'


def _is_track(kind: str) -> bool:
    return "track" in kind or "trail" in kind


def _path(sheet: Sheet, road: Road) -> str:
    """The stretches of the road in the frame."""
    if not any(hex in sheet.shown for hex in road.hexes): return ""
    hexes = road.hexes
    centre = sheet.centre
    parts = [f"M{pair(centre(hexes[0]))}L{pair(crossing(sheet, hexes[0], hexes[1], road))}"]
    for before, here, after in zip(hexes, hexes[1:], hexes[2:], strict=False):
        parts.append(_bend(sheet, before, here, after, road))
    parts.append(f"L{pair(centre(hexes[-1]))}")
    return "".join(parts)


def _bend(sheet: Sheet, before: int, here: int, after: int, road: Road) -> str:
    """From hexside to hexside through the centre of the hex, or past it where roads do not meet."""
    start, end = crossing(sheet, before, here, road), crossing(sheet, here, after, road)
    centre = sheet.centre(here)
    if here in sheet.board.through:
        control = between(centre, between(start, end), 0.3)
        return f"C{pair(between(start, control, 0.7))} {pair(between(end, control, 0.7))} {pair(end)}"
    lean = (end[0] - start[0]) * 0.22, (end[1] - start[1]) * 0.22
    into, out_of = (centre[0] - lean[0], centre[1] - lean[1]), (centre[0] + lean[0], centre[1] + lean[1])
    return (f"C{pair(between(start, centre, 0.45))} {pair(into)} {pair(centre)}"
            f"C{pair(out_of)} {pair(between(end, centre, 0.45))} {pair(end)}")


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
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
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
        for a, b in pairs[1:]:
            road = next((road for road in sheet.board.roads if {a, b} <= _beside(road, hex)), None)
            if road is None: continue
            start = crossing(sheet, a, hex, road)
            path = f"M{pair(start)}{_bend(sheet, a, hex, b, road)}"
            parts.append(f'<path d="{path}" {casing(sheet.theme, road.kind)}/>{surface(sheet.theme, road.kind, path)}')
    return "".join(parts)


def _doubtful(sheet: Sheet) -> str:
    """A hollow in the road at each hexside that was reasoned out."""
    spots = "".join(f"M{pair(spot)}h0" for spot in _reconstructed_spots(sheet))
    return f'<path class="reconstructed" d="{spots}" stroke="{sheet.theme.road_casing}" stroke-width="2"/>' if spots else ""


def _reconstructed_spots(sheet: Sheet) -> Iterator[Point]:
    for road in sheet.board.roads:
        for (a, b), source in zip(pairwise(road.hexes), road.sources, strict=True):
            if is_reconstructed(source) and a in sheet.shown: yield crossing(sheet, a, b, road)
