"""From degrees to hexes: the fit, the shore, outlines, lines between hexes, and ways between places."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from coast import Line, Shore, placed, resampled

from sandtable.core.board import Board
from sandtable.core.hexes import Point

GRAIN = 0.1  # degrees between the points of an outline or a line, so that it bends with the map
RINGS = 6  # of sample points in a hex
ASIDE = 0.02  # what a road pays for each hex width by which it leaves the straight way


class BadFeatures(ValueError):
    """Features that cannot be laid on this grid."""


# The fit


def least_squares(
    points: Sequence[Point], values: Sequence[float], weights: Sequence[float]
) -> tuple[float, float, float]:
    """Constant and slopes of the plane nearest to the values."""
    rows = [(1.0, x, y) for x, y in points]
    matrix = [
        [sum(w * row[i] * row[j] for row, w in zip(rows, weights, strict=True)) for j in range(3)]
        + [sum(w * row[i] * value for row, value, w in zip(rows, values, weights, strict=True))]
        for i in range(3)
    ]
    for i in range(3):
        pivot = max(range(i, 3), key=lambda j: abs(matrix[j][i]))
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        if abs(matrix[i][i]) < 1e-9:
            raise BadFeatures("the fit needs three controls that do not lie in one line")
        for j in range(3):
            if j == i:
                continue
            share = matrix[j][i] / matrix[i][i]
            matrix[j] = [a - share * b for a, b in zip(matrix[j], matrix[i], strict=True)]
    a, b, c = (matrix[i][3] / matrix[i][i] for i in range(3))
    return a, b, c


# Land and sea


class Ground:
    """The true shore on a board: what share of a hex is land, and which hexsides are all water."""

    def __init__(self, shore: Line, board: Board) -> None:
        left, right = (end(x for x, _ in board.centre) for end in (min, max))
        bottom = max(y for _, y in board.centre) + 2
        line = [point for point in placed(shore, board) if left - 3 < point[0] < right + 3]
        if len(line) < 2:
            raise BadFeatures("the shore does not come near this map")
        self.board = board
        self.shore = Shore(line, bottom)

    def share(self, hex: int) -> float:
        spots = list(spread(self.board.centre[hex], self.board.corners(hex)))
        return sum(self.shore.inside(spot) for spot in spots) / len(spots)

    def drowned(self, a: int, b: int) -> bool:
        corners = self.board.corners(a)
        direction = self.board.direction(a, b)
        (x0, y0), (x1, y1) = corners[direction], corners[(direction + 1) % 6]
        return not any(self.shore.inside((x0 + (x1 - x0) * i / 8, y0 + (y1 - y0) * i / 8)) for i in range(9))


def spread(centre: Point, corners: Sequence[Point]) -> Iterator[Point]:
    """Points evenly over a hex, triangle by triangle."""
    for a, b in pairwise([*corners, corners[0]]):
        for i in range(RINGS):
            for j in range(RINGS - i):
                to_a, to_b = (i + 1 / 3) / RINGS, (j + 1 / 3) / RINGS
                yield (
                    centre[0] + (a[0] - centre[0]) * to_a + (b[0] - centre[0]) * to_b,
                    centre[1] + (a[1] - centre[1]) * to_a + (b[1] - centre[1]) * to_b,
                )


# Outlines and lines


def laid(points: Sequence[Point], board: Board) -> Line:
    """A line in degrees on the board, moved with the places as the coast is."""
    return placed(resampled(points, GRAIN), board)


def inside(outline: Sequence[Point], board: Board) -> list[int]:
    """The hexes whose centre lies in an outline in degrees."""
    sides = list(pairwise(laid([*outline, outline[0]], board)))
    return [
        hex
        for hex, (x, y) in enumerate(board.centre)
        if sum((a[1] > y) != (b[1] > y) and x < a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]) for a, b in sides) % 2
    ]


def cut(line: Sequence[Point], board: Board, land: Collection[int]) -> list[tuple[int, int]]:
    """Neighbours on different sides of a line in degrees, the one to its left first."""
    way = list(pairwise(laid(line, board)))
    found = []
    for a in sorted(land):
        for b in (near for near in board.neighbours[a] if near > a and near in land):
            left, right = board.centre[a], board.centre[b]
            met = [segment for segment in way if crosses(left, right, segment)]
            if len(met) % 2:
                found.append((a, b) if turn(*met[0], left) < 0 else (b, a))
    return found


def crosses(a: Point, b: Point, segment: tuple[Point, Point]) -> bool:
    c, d = segment
    return (turn(a, b, c) > 0) != (turn(a, b, d) > 0) and (turn(c, d, a) > 0) != (turn(c, d, b) > 0)


def turn(a: Point, b: Point, p: Point) -> float:
    """Positive when p lies to the right of the way from a to b (y grows downwards)."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


# Ways


def way(board: Board, start: int, end: int, toll: Callable[[int, int], float]) -> list[int]:
    """The shortest way over land; among equals the one nearest to the straight line."""
    (x0, y0), (x1, y1) = board.centre[start], board.centre[end]
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 or 1.0

    def aside(hex: int) -> float:
        return abs(turn((x0, y0), (x1, y1), board.centre[hex])) / length * ASIDE

    best = {start: 0.0}
    before: dict[int, int] = {}
    heap = [(0.0, start)]
    while heap:
        cost, here = heapq.heappop(heap)
        if here == end:
            return trail(before, end)
        if cost > best[here]:
            continue
        for near in board.adjacent[here]:
            total = round(cost + 1 + aside(near) + toll(here, near), 6)
            if total < best.get(near, float("inf")):
                best[near], before[near] = total, here
                heapq.heappush(heap, (total, near))
    raise BadFeatures(f"there is no way over land from {board.name(start)} to {board.name(end)}")


def trail(before: Mapping[int, int], end: int) -> list[int]:
    found = [end]
    while found[-1] in before:
        found.append(before[found[-1]])
    return found[::-1]


def joined(parts: Iterable[Sequence[int]]) -> list[int]:
    """Ways end to end as one."""
    found: list[int] = []
    for part in parts:
        found += part if not found else part[1:]
    return found
