"""Make the coastline of a map: the real one, warped until it agrees with every hex.

    python tools/coast.py excerpt NATURAL_EARTH.geojson SHORE.toml WEST SOUTH EAST NORTH
    python tools/coast.py draw SHORE.toml MAP.toml COAST.toml

`excerpt` keeps the longest stretch of coast in a box of longitude and latitude; it was run once on the land polygons of
Natural Earth 1:10m (public domain, naturalearthdata.com) and is needed again only for another box. `draw` lays that
stretch on the board of a map file. It runs on the standard library and this package, and always makes the same file.

How the line is drawn. A printed grid is not true to nature: by the fit of the map the real coast is off by up to two
hexes. So the course comes from the hexes and the capes and bays from nature:

1. The real coast goes through the fit, and is moved with the places whose distance from their hexes the map file gives.
2. It and the border between land and sea hexes are smoothed; the two smooth lines are matched point by point (dynamic
   time warping), and the shift between them, smoothed again, is added to the real coast. It now runs along the hexes
   and keeps its own detail.
3. Where it still strays, it is held: never further than STRAY from the border of the hexes, never into the lines
   between the centres of neighbouring land hexes or of neighbouring sea hexes. A hexside that is all water becomes an
   inlet.

The result is the zero line of a field on a fine grid, so it cannot cross itself.
"""

from __future__ import annotations

import json
import math
import sys
import tomllib
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from sandtable.core import hexes
from sandtable.core.board import Board
from sandtable.core.hexes import Axial, Point
from sandtable.core.map_file import load_board
from sandtable.drawing.colours import PAPER
from sandtable.drawing.geometry import between, middles, rounded
from sandtable.drawing.sheet import sheet_of

Line = list[Point]

STRAY = 0.27  # hex widths by which the drawn coast may leave the border of the hexes
CAUSEWAY = 0.2  # land on either side of the line between the centres of two land hexes, and sea likewise
INLET = 0.12  # half the width of the water on a hexside that is all water
GRID = 0.04  # of the field
REACH = 0.8  # distances beyond it count as this much
STEP = 0.25  # between the points that are matched
COURSE = 0.7  # hex widths over which lines are smoothed before they are matched, and the shift after it
DETAIL = 0.008  # what the line may lose when the steps of the grid are taken out
POINTS = 0.1  # between the points of the finished line
ISLE = 0.05  # area of the smallest island kept

SOURCE = (
    "the shape of the coast: Natural Earth 1:10m (public domain), through the fit of the map; its course: "
    "reconstructed from the land and sea hexes"
)


class BadCoast(ValueError):
    """No coastline can be made of this, or the one made contradicts a hex."""


# Excerpt


def excerpt(source: Path, out: Path, west: float, south: float, east: float, north: float) -> None:
    """The longest stretch of coast within the box, from west to east."""
    best: Line = []
    for feature in json.loads(source.read_text(encoding="utf-8"))["features"]:
        if feature["geometry"]["type"] != "Polygon":
            continue
        ring = [(float(x), float(y)) for x, y in feature["geometry"]["coordinates"][0]]
        for run in runs(ring, lambda p: west < p[0] < east and south < p[1] < north):
            best = max(best, run, key=len)
    if len(best) < 2:
        raise BadCoast(f"{source} has no coast in that box")
    if best[0][0] > best[-1][0]:
        best.reverse()
    head = (
        "# The coast from west to east in degrees of longitude and latitude, cut out by tools/coast.py.\n"
        '\nsource = "Natural Earth 1:10m land, public domain (naturalearthdata.com)"\n'
    )
    out.write_text(f"{head}line = [\n{rows(best, 3)}]\n", encoding="utf-8")


def runs(points: Iterable[Point], wanted: Callable[[Point], bool]) -> list[Line]:
    found: list[Line] = [[]]
    for point in points:
        if wanted(point):
            found[-1].append(point)
        elif found[-1]:
            found.append([])
    return found


def rows(points: Sequence[Point], digits: int) -> str:
    """Points as lines of a TOML array, ten a line."""
    texts = [f"[{x:.{digits}f}, {y:.{digits}f}]" for x, y in points]
    return "".join(f"    {', '.join(texts[i : i + 10])},\n" for i in range(0, len(texts), 10))


# Lines


def resampled(line: Sequence[Point], step: float) -> Line:
    """Points at even distances, the first and the last kept."""
    found, left = [line[0]], step
    for a, b in pairwise(line):
        length = math.dist(a, b)
        while left <= length:
            found.append(between(a, b, left / length))
            left += step
        left -= length
    return [*found, line[-1]]


def smoothed(line: Sequence[Point], width: float) -> Line:
    """A Gaussian mean along evenly spaced points; towards the ends it narrows, so that they stay."""
    found = []
    for i, point in enumerate(line):
        reach = min(round(3 * width), i, len(line) - 1 - i)
        weights = [math.exp(-((k / width) ** 2) / 2) for k in range(-reach, reach + 1)]
        near = line[i - reach : i + reach + 1]
        total = sum(weights)
        found.append(
            (
                sum(weight * x for weight, (x, _) in zip(weights, near, strict=True)) / total,
                sum(weight * y for weight, (_, y) in zip(weights, near, strict=True)) / total,
            )
            if reach
            else point
        )
    return found


def matched(line: Line, other: Line) -> Line:
    """For every point of a line its fellow on the other, in the same order: dynamic time warping."""
    infinite = math.inf
    before = [infinite] * len(other)
    ways: list[list[int]] = []
    for i, p in enumerate(line):
        here, way = [infinite] * len(other), [0] * len(other)
        for j, q in enumerate(other):
            both = before[j - 1] if i and j else infinite
            choices = (both, before[j] if i else infinite, here[j - 1] if j else infinite)
            least = min(choices) if i or j else 0.0
            way[j] = choices.index(least) if i or j else 0
            here[j] = least + (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2
        before = here
        ways.append(way)
    fellows: list[Line] = [[] for _ in line]
    i, j = len(line) - 1, len(other) - 1
    while i >= 0 and j >= 0:
        fellows[i].append(other[j])
        way_here = ways[i][j]
        if way_here != 2:
            i -= 1
        if way_here != 1:
            j -= 1
    return [mean(points) for points in fellows]


def mean(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def thinned(line: Sequence[Point], loss: float) -> Line:
    """Douglas and Peucker: without the points that matter less than `loss`."""
    keep, open_spans = {0, len(line) - 1}, [(0, len(line) - 1)]
    while open_spans:
        first, last = open_spans.pop()
        if last - first < 2:
            continue
        far = max(range(first + 1, last), key=lambda i: to_segment(line[i], line[first], line[last]))
        if to_segment(line[far], line[first], line[last]) <= loss:
            continue
        keep.add(far)
        open_spans += [(first, far), (far, last)]
    return [line[i] for i in sorted(keep)]


def to_segment(p: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    share = 0.0 if length == 0 else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length))
    return math.hypot(p[0] - a[0] - share * dx, p[1] - a[1] - share * dy)


def area(loop: Sequence[Point]) -> float:
    """Positive when the inside lies to the right (y grows downwards)."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*loop, loop[0]])) / 2


# Fields


class Near:
    """Distances to many segments, found in squares of half a hex."""

    def __init__(self, segments: Iterable[tuple[Point, Point]]) -> None:
        self.squares: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
        for a, b in segments:
            across, down = (
                range(math.floor(2 * (min(ends) - REACH)), math.floor(2 * (max(ends) + REACH)) + 1)
                for ends in zip(a, b, strict=True)
            )
            for i in across:
                for j in down:
                    self.squares.setdefault((i, j), []).append((a, b))

    def distance(self, p: Point) -> float:
        there = self.squares.get((math.floor(2 * p[0]), math.floor(2 * p[1])), ())
        return min((to_segment(p, a, b) for a, b in there), default=REACH)


class Shore:
    """How deep inland a point lies behind a line that has the land to its right; negative at sea."""

    def __init__(self, line: Sequence[Point], bottom: float) -> None:
        self.near = Near(pairwise(line))
        self.loop = [
            *line,
            (line[-1][0] + 99, line[-1][1]),
            (line[-1][0] + 99, bottom),
            (line[0][0] - 99, bottom),
            (line[0][0] - 99, line[0][1]),
        ]
        self.crossings: dict[float, list[tuple[float, int]]] = {}

    def depth(self, p: Point) -> float:
        off = min(self.near.distance(p), REACH)
        return off if self.inside(p) else -off

    def inside(self, p: Point) -> bool:
        """By the winding number, one row of the grid after the other."""
        x, y = p
        row = self.crossings.get(y)
        if row is None:
            row = self.crossings[y] = sorted(
                (a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]), 1 if b[1] > a[1] else -1)
                for a, b in pairwise([*self.loop, self.loop[0]])
                if (a[1] > y) != (b[1] > y)
            )
        return sum(turn for _, turn in row[bisect_left(row, (x, 0)) :]) != 0


def zero_lines(field: dict[tuple[int, int], float]) -> list[Line]:
    """Marching squares: the lines on which the field changes its sign, what is positive to their right."""
    following: dict[tuple[int, int, int], tuple[int, int, int]] = {}
    for i, j in field:
        corners = ((i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1))
        if any(corner not in field for corner in corners):
            continue
        following.update(_steps(corners, field))
    ends = set(following.values())
    lines = []
    for start in [edge for edge in following if edge not in ends] + list(following):
        line, edge = [], start
        while edge in following:
            line.append(_zero(edge, field))
            edge = following.pop(edge)
        if line:
            lines.append([*line, _zero(edge, field)])
    return lines


def _steps(
    corners: tuple[tuple[int, int], ...], field: dict[tuple[int, int], float]
) -> list[tuple[tuple[int, int, int], tuple[int, int, int]]]:
    """From the edges where land ends, going clockwise around a square, to those where it begins again."""
    leave, enter = [], []
    for a, b in pairwise([*corners, corners[0]]):
        edge = (min(a[0], b[0]), min(a[1], b[1]), 0 if a[1] == b[1] else 1)
        if field[a] > 0 >= field[b]:
            leave.append(edge)
        if field[a] <= 0 < field[b]:
            enter.append(edge)
    return list(zip(leave, enter, strict=True))


def _zero(edge: tuple[int, int, int], field: dict[tuple[int, int], float]) -> Point:
    i, j, down = edge
    one, two = field[i, j], field[i + 1 - down, j + down]
    share = one / (one - two)
    return (i + (0 if down else share)) * GRID, (j + (share if down else 0)) * GRID


# The coast


def border(ground: dict[Axial, bool], board: Board) -> Line:
    """The hexsides between land and sea as one line, land to its right."""
    following: dict[tuple[float, float], Point] = {}
    starts: dict[tuple[float, float], Point] = {}
    for cell in (cell for cell, land in ground.items() if land):
        corners = board.layout.corners(cell)
        for direction, near in enumerate(hexes.neighbours(cell)):
            if ground.get(near, True):
                continue
            a, b = corners[direction], corners[(direction + 1) % 6]
            starts[_key(a)], following[_key(a)] = a, b
    ends = {_key(point) for point in following.values()}
    (key,) = [key for key in following if key not in ends] or [next(iter(following))]
    line = [starts[key]]
    while key in following:
        line.append(following.pop(key))
        key = _key(line[-1])
    if following:
        raise BadCoast("the coast of this map is more than one line; this tool draws one")
    return line


def _key(point: Point) -> tuple[float, float]:
    return round(point[0], 3), round(point[1], 3)


def placed(shore: Line, board: Board) -> Line:
    """The real coast by the fit, moved with the places: each draws the coast along, the nearer the more."""
    if board.fit is None:
        raise BadCoast("the map has no fit for longitude and latitude")
    found = []
    for x, y in (board.fit.point(*degrees) for degrees in shore):
        pulls = []
        for check in (*board.fit.anchors, *board.fit.checks):
            to_x, to_y = board.centre[board.hex(check.hex)]
            weight = 1 / (0.5 + (x - to_x - check.dx) ** 2 + (y - to_y - check.dy) ** 2)
            pulls.append((weight, weight * check.dx, weight * check.dy))
        total, dx, dy = (sum(column) for column in zip(*pulls, strict=True)) if pulls else (1.0, 0.0, 0.0)
        found.append((x - dx / total, y - dy / total))
    return found


def warped(shore: Line, course: Line) -> Line:
    """The real coast, shifted as a whole stretch by stretch so that it runs along the hexes."""
    first = min(range(len(shore)), key=lambda i: math.dist(shore[i], course[0]))
    last = min(range(len(shore)), key=lambda i: math.dist(shore[i], course[-1]))
    real = resampled(shore[first : last + 1], STEP)
    width = COURSE / STEP
    smooth = smoothed(real, width)
    fellows = matched(smooth, smoothed(resampled(course, STEP), width))
    shifts = smoothed([(q[0] - p[0], q[1] - p[1]) for p, q in zip(smooth, fellows, strict=True)], width)
    fine = resampled(shore[first : last + 1], STEP / 5)
    found = []
    for i, (x, y) in enumerate(fine):
        dx, dy = between(shifts[min(i // 5, len(shifts) - 1)], shifts[min(i // 5 + 1, len(shifts) - 1)], i % 5 / 5)
        found.append((x + dx, y + dy))
    return found


def links(ground: dict[Axial, bool], board: Board, land: bool) -> list[tuple[Point, Point]]:
    """The lines between the centres of neighbouring hexes that both are land, or both sea."""
    barred = {frozenset((board.axial[a], board.axial[b])) for a, b in watery(board)}
    centre = board.layout.centre
    return [
        (centre(cell), centre(near))
        for cell, there in ground.items()
        if there is land
        for near in hexes.neighbours(cell)
        if cell <= near and ground.get(near) is land and frozenset((cell, near)) not in barred
    ] + [(centre(cell), centre(cell)) for cell, there in ground.items() if there is land]


def watery(board: Board) -> list[tuple[int, int]]:
    return [pair for pair, features in board.hexsides.items() if "all_water" in features]


def inlets(ground: dict[Axial, bool], board: Board) -> list[tuple[Point, Point]]:
    """The water on hexsides that bar land from land: from the sea until shortly before their inner end."""
    found = []
    for a, b in watery(board):
        direction = board.direction(a, b)
        corners = board.corners(a)
        outer, inner = corners[direction], corners[(direction + 1) % 6]
        before = hexes.neighbours(board.axial[a])[(direction - 1) % 6]
        if not ground.get(before, True):
            found.append((between(outer, inner, -0.4), between(outer, inner, 0.7)))
    return found


def coast_of(shore: Line, board: Board) -> list[Line]:
    """The land as closed lines, the largest first."""
    ground = dict(sheet_of(board, None, PAPER, None, None).ground)
    bottom = max(board.layout.centre(cell)[1] for cell in ground) + 1
    jagged = border(ground, board)
    course = rounded(rounded([jagged[0], *middles(jagged)[:-1], jagged[-1]], closed=False), closed=False)
    real = warped(placed(shore, board), course)
    rule, nature = Shore(course, bottom), Shore(real, bottom)
    land, sea = Near(links(ground, board, True)), Near(links(ground, board, False))
    water = Near(inlets(ground, board))

    def height(p: Point) -> float:
        by_rule = rule.depth(p)
        held = min(
            max(nature.depth(p), by_rule - STRAY, CAUSEWAY - land.distance(p)),
            by_rule + STRAY,
            sea.distance(p) - CAUSEWAY,
        )
        return min(held, water.distance(p) - INLET)

    field = {(i, j): height((i * GRID, j * GRID)) or 1e-9 for i, j in around(course)}
    across = [board.layout.centre(cell)[0] for cell in ground]
    return finished(zero_lines(field), (min(across), max(across)), bottom)


def around(line: Sequence[Point]) -> set[tuple[int, int]]:
    """The points of the grid in reach of a line."""
    steps = math.ceil(REACH / GRID)
    found = set()
    for x, y in resampled(line, REACH / 2):
        i, j = round(x / GRID), round(y / GRID)
        found |= {(i + di, j + dj) for di in range(-steps, steps + 1) for dj in range(-steps, steps + 1)}
    return found


def finished(lines: list[Line], sides: tuple[float, float], bottom: float) -> list[Line]:
    """The long line closed around the south of the map, and the islands before it.

    A coast that begins or ends in the north of the map is closed around the west or the east of it too.
    """
    lines.sort(key=len, reverse=True)
    coast = softened(thinned(lines[0], DETAIL), closed=False)
    (x0, y0), (x1, y1) = coast[0], coast[-1]
    west, east = min(x0 - 1, sides[0]), max(x1 + 1, sides[1])
    # Drawn as a curve, a corner between long sides would be cut off far into the map.
    down = [(east, y1), (east, bottom)] if east == x1 + 1 else resampled([(east, y1), (east, bottom)], 1)
    up = [(west, bottom), (west, y0)] if west == x0 - 1 else resampled([(west, bottom), (west, y0)], 1)
    loops = [[*coast, *down, *up]]
    isles = (line for line in lines[1:] if line[0] == line[-1] and area(line[:-1]) > ISLE)
    return [*loops, *(softened(thinned(isle, DETAIL)[:-1], closed=True) for isle in isles)]


def softened(line: Line, closed: bool) -> Line:
    """Without the corners that thinning left, in even points: however a screen rounds them, the line stays."""
    soft = rounded(rounded(line, closed), closed)
    return resampled([*soft, soft[0]] if closed else soft, POINTS)[: -1 if closed else None]


def check(loops: list[Line], board: Board) -> None:
    """Every hex by rule on the proper side."""
    ground = sheet_of(board, None, PAPER, None, None).ground
    for hex, name in enumerate(board.names):
        x, y = board.centre[hex]
        turns = sum(
            1 if b[1] > a[1] else -1
            for loop in loops
            for a, b in pairwise([*loop, loop[0]])
            if (a[1] > y) != (b[1] > y) and x < a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
        )
        if (turns != 0) != ground[board.axial[hex]]:
            raise BadCoast(f"hex {name} lies on the wrong side of the coast")


def draw(shore_file: Path, map_file: Path, out: Path) -> None:
    shore = [(float(x), float(y)) for x, y in tomllib.loads(shore_file.read_text(encoding="utf-8"))["line"]]
    board = load_board(map_file.read_bytes())
    loops = coast_of(shore, board)
    check(loops, board)
    head = (
        "# The land in closed lines, in hex widths of the board: x grows east, y south, land lies to the right.\n"
        f'# Made by tools/coast.py.\n\nsource = "{SOURCE}"\n'
    )
    body = "".join(f"    [\n{rows(loop, 2)}    ],\n" for loop in loops)
    out.write_text(f"{head}lines = [\n{body}]\n", encoding="utf-8")


def main(words: Sequence[str]) -> int:
    try:
        match list(words):
            case ["excerpt", source, out, *box] if len(box) == 4:
                excerpt(Path(source), Path(out), *map(float, box))
            case ["draw", shore, map_file, out]:
                draw(Path(shore), Path(map_file), Path(out))
            case _:
                print(__doc__, file=sys.stderr)
                return 2
    except (OSError, ValueError) as error:
        print(f"coast: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
