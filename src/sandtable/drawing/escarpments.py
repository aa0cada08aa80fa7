"""Escarpments that fill hexes: one edge drawn through neighbouring hexes, its comb on the side nearer the sea."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise

from sandtable.core.board import Board
from sandtable.core.hexes import Point
from sandtable.drawing.geometry import between, noise
from sandtable.drawing.sheet import Sheet

_ASIDE = 0.13  # hex widths by which the edge keeps off the centre, where a road may run
_END = 0.36  # how far an edge goes on past the centre of its last hex


def ridge_lines(sheet: Sheet, members: Collection[int]) -> list[list[Point]]:
    """The edges through these hexes, each with the lower ground on its right hand."""
    far = sheet.sea_distance
    lines = []
    for chain in chains(sheet.board, members):
        line = _line(sheet.board, chain, members)
        lines.append(_set_aside(sheet, line if _falls_to_the_right(sheet.board, chain, far) else line[::-1]))
    return lines


def chains(board: Board, members: Collection[int]) -> list[list[int]]:
    """The hexes strung together so that every hex lies on one chain and no chain turns by more than 60 degrees."""
    left = set(members)
    found = []
    while left:
        chain = [min(left, key=lambda hex: (sum(near in left for near in board.neighbours[hex]), hex))]
        left.remove(chain[0])
        _lengthen(board, chain, left)
        chain.reverse()
        _lengthen(board, chain, left)
        found.append(chain)
    return found


def _lengthen(board: Board, chain: list[int], left: set[int]) -> None:
    while True:
        near = _onward(board, chain, left)
        if near is None:
            return
        left.remove(near)
        chain.append(near)


def _onward(board: Board, chain: list[int], candidates: Collection[int]) -> int | None:
    """The neighbour of the last hex that continues the chain most nearly straight on."""
    heading = board.direction(chain[-2], chain[-1]) if len(chain) > 1 else 0
    turns = {}
    for direction, near in enumerate(board.neighbours[chain[-1]]):
        turn = min((direction - heading) % 6, (heading - direction) % 6)
        if near in candidates and (turn <= 1 or len(chain) == 1):
            turns[near] = turn
    return min(turns, key=lambda near: (turns[near], near), default=None)


def _falls_to_the_right(board: Board, chain: list[int], far: Mapping[int, int]) -> bool:
    """Whether the sea is nearer on the right hand of the chain; where it is equally far the north is low."""
    rise = 0.0
    for (x, y), hex in zip(_ways(board, chain), chain, strict=True):
        for near in board.neighbours[hex]:
            if near < 0:
                continue
            dx, dy = board.centre[near][0] - board.centre[hex][0], board.centre[near][1] - board.centre[hex][1]
            rise += (-y * dx + x * dy) * (far.get(near, 0) + 0.01 * board.centre[near][1])
    return rise < 0


def _ways(board: Board, chain: list[int]) -> list[Point]:
    """Which way the chain runs in each of its hexes; a lone hex runs east."""
    if len(chain) == 1:
        return [(1.0, 0.0)]
    points = [board.centre[hex] for hex in chain]
    ahead = [*points[1:], points[-1]]
    behind = [points[0], *points[:-1]]
    return [(a[0] - b[0], a[1] - b[1]) for a, b in zip(ahead, behind, strict=True)]


def _line(board: Board, chain: list[int], members: Collection[int]) -> list[Point]:
    centres = [board.centre[hex] for hex in chain]
    if len(chain) == 1:
        x, y = centres[0]
        return [(x - _END, y + 0.04), (x, y - 0.04), (x + _END, y + 0.04)]
    return [_end(board, chain[::-1], members), *_through(centres), _end(board, chain, members)]


def _through(centres: list[Point]) -> list[Point]:
    """Centres and the middles between them, each a little off, as nature would have it."""
    line = [centres[0]]
    for a, b in pairwise(centres):
        line += [between(a, b), b]
    return [(x + 0.06 * noise(x, y), y + 0.06 * noise(x, y, 1)) for x, y in line]


def _end(board: Board, chain: list[int], members: Collection[int]) -> Point:
    """Where the edge stops: at the hexside if another edge goes on there, else inside the hex."""
    here = board.centre[chain[-1]]
    onward = _onward(board, chain, members)
    if onward is not None:
        return between(here, board.centre[onward])
    before = board.centre[chain[-2]]
    return here[0] + (here[0] - before[0]) * _END, here[1] + (here[1] - before[1]) * _END


def _set_aside(sheet: Sheet, line: list[Point]) -> list[Point]:
    """The line moved uphill, which is to its left, and onto the sheet."""
    moved = []
    for index, (x, y) in enumerate(line):
        a, b = line[max(index - 1, 0)], line[min(index + 1, len(line) - 1)]
        length = ((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2) ** 0.5 or 1.0
        moved.append((x + (b[1] - a[1]) / length * _ASIDE, y - (b[0] - a[0]) / length * _ASIDE))
    return [sheet.at(point) for point in moved]
