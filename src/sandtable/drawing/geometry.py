"""Points into SVG path data: outlines of areas of hexes, smooth lines, combs of hachures."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import pairwise

from sandtable.core import hexes
from sandtable.core.hexes import Axial, Layout, Point


def number(value: float) -> str:
    """A coordinate to a tenth of a pixel, without a useless zero."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def polygon(points: Iterable[Point]) -> str:
    return "M" + "L".join(pair(point) for point in points) + "Z"


def polyline(points: Iterable[Point]) -> str:
    return "M" + "L".join(pair(point) for point in points)


def between(a: Point, b: Point, share: float = 0.5) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def smooth_loop(points: Sequence[Point]) -> str:
    """A closed curve that touches the middle of every side of the polygon."""
    middles = [between(a, b) for a, b in pairwise([*points, points[0]])]
    following = zip([*points[1:], points[0]], [*middles[1:], middles[0]], strict=True)
    curves = "".join(f"Q{pair(corner)} {pair(middle)}" for corner, middle in following)
    return f"M{pair(middles[0])}{curves}Z"


def smooth_line(points: Sequence[Point]) -> str:
    """A curve from the first point to the last that rounds every corner between."""
    if len(points) < 3:
        return polyline(points)
    curves = "".join(f"Q{pair(b)} {pair(between(b, c))}" for b, c in pairwise(points[1:-1]))
    return (
        f"M{pair(points[0])}L{pair(between(points[0], points[1]))}{curves}"
        f"Q{pair(points[-2])} {pair(between(points[-2], points[-1]))}L{pair(points[-1])}"
    )


def noise(x: float, y: float, salt: int = 0) -> float:
    """A figure from -1 to 1 that looks random and is always the same for the same place."""
    mixed = (round(x * 16) * 374761393 + round(y * 16) * 668265263 + salt * 2147483647) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 13)) * 1274126177) & 0xFFFFFFFF
    return ((mixed ^ (mixed >> 16)) & 0xFFFF) / 32767.5 - 1


def roughen(points: Sequence[Point], amount: float, rounds: int) -> list[Point]:
    """A closed line with every side broken in the middle, again and again, each time by a share of its length."""
    line = list(points)
    for salt in range(rounds):
        broken: list[Point] = []
        for a, b in pairwise([*line, line[0]]):
            x, y = between(a, b)
            push = noise(x, y, salt) * amount
            broken += [a, (x - (b[1] - a[1]) * push, y + (b[0] - a[0]) * push)]
        line = broken
    return line


def outlines(cells: Collection[Axial], layout: Layout) -> list[list[Point]]:
    """The closed outlines of an area of hexes, corner by corner, the area always to the right."""
    following: dict[tuple[int, int], Point] = {}
    starts: dict[tuple[int, int], Point] = {}
    for cell in sorted(cells):
        corners = layout.corners(cell)
        for direction, near in enumerate(hexes.neighbours(cell)):
            if near not in cells:
                starts[_key(corners[direction])] = corners[direction]
                following[_key(corners[direction])] = corners[(direction + 1) % 6]
    loops = []
    while following:
        key = next(iter(following))
        loop = []
        while key in following:
            loop.append(starts[key])
            key = _key(following.pop(key))
        loops.append(loop)
    return loops


def _key(point: Point) -> tuple[int, int]:
    return round(point[0] * 1000), round(point[1] * 1000)


def middles(loop: Sequence[Point]) -> list[Point]:
    """The middles of the sides of a closed line: half as jagged as the hexes were."""
    return [between(a, b) for a, b in pairwise([*loop, loop[0]])]


def rounded(points: Sequence[Point], closed: bool) -> list[Point]:
    """Chaikin's rounding: every corner is cut at a quarter of its sides."""
    line = [*points, points[0]] if closed else list(points)
    cut = [point for a, b in pairwise(line) for point in (between(a, b, 0.25), between(a, b, 0.75))]
    return cut if closed else [line[0], *cut, line[-1]]


def walk(points: Sequence[Point], spacing: float) -> list[tuple[Point, Point]]:
    """Places at even distances along a line, each with the unit vector of the way there."""
    found = []
    left = spacing / 2
    for a, b in pairwise(points):
        length = math.dist(a, b)
        if length == 0:
            continue
        way = (b[0] - a[0]) / length, (b[1] - a[1]) / length
        while left <= length:
            found.append(((a[0] + way[0] * left, a[1] + way[1] * left), way))
            left += spacing
        left -= length
    return found


def comb(
    points: Sequence[Point],
    spacing: float,
    length: float,
    width: float,
    low: Callable[[Point], float] = lambda place: 1,
) -> str:
    """Hachures along a line: wedges, broad at the line and pointed downhill, to its right times `low`."""
    teeth = []
    for place, (x, y) in walk(points, spacing):
        reach = length * (1 + 0.28 * noise(*place)) * low(place)
        lean = 0.12 * noise(*place, 1) * abs(reach)
        tip = -y * reach + x * lean, x * reach + y * lean
        half = width / 2
        start = place[0] - x * half, place[1] - y * half
        teeth.append(f"M{pair(start)}l{pair((x * width, y * width))} {pair((tip[0] - x * half, tip[1] - y * half))}z")
    return "".join(teeth)
