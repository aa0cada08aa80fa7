"""The drawn coast: natural, but never against the verdict of a hex."""

from __future__ import annotations

import subprocess
import sys
from bisect import bisect_left
from collections.abc import Iterator
from importlib import resources
from itertools import pairwise
from math import dist
from pathlib import Path

import pytest

from sandtable.core.board import Board, Coast
from sandtable.core.hexes import Point
from sandtable.core.map_file import load_board
from sandtable.drawing.geometry import between
from sandtable.drawing.sheet import WATER
from sandtable.games.afrika_korps.map import board as afrika_korps

DATA = Path(str(resources.files("sandtable.games.afrika_korps"))) / "data"
TOOL = Path(__file__).resolve().parents[2] / "tools" / "coast.py"


def coast() -> Coast:
    found = afrika_korps().coast
    assert found is not None
    return found


def closed(line: tuple[Point, ...] | list[Point]) -> list[tuple[Point, Point]]:
    return list(pairwise([*line, line[0]]))


def as_drawn(line: tuple[Point, ...]) -> list[Point]:
    """Points on the curve that the drawing makes of a line: it touches the middle of every side."""
    found = []
    for (a, corner), (_, b) in pairwise([*closed(line), closed(line)[0]]):
        start, end = between(a, corner), between(corner, b)
        found += [between(between(start, corner, t / 4), between(corner, end, t / 4), t / 4) for t in range(4)]
    return found


class Land:
    """Which points lie on the land, by the winding number of its lines."""

    def __init__(self, lines: list[list[Point]]) -> None:
        self.sides = [side for line in lines for side in closed(line)]
        self.rows: dict[float, list[tuple[float, int]]] = {}

    def __contains__(self, point: Point) -> bool:
        x, y = point
        if y not in self.rows:
            self.rows[y] = sorted(
                (a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]), 1 if b[1] > a[1] else -1)
                for a, b in self.sides
                if (a[1] > y) != (b[1] > y)
            )
        row = self.rows[y]
        return sum(turn for _, turn in row[bisect_left(row, (x, 0)) :]) != 0


@pytest.fixture(scope="module")
def land() -> Land:
    return Land([as_drawn(line) for line in coast().lines])


def is_land(board: Board, hex: int) -> bool:
    return board.terrain[hex] not in WATER


def test_every_hex_centre_lies_on_its_side_of_the_coast(land: Land) -> None:
    board = afrika_korps()
    straight = Land([list(line) for line in coast().lines])
    for hex, name in enumerate(board.names):
        assert (board.centre[hex] in land) == is_land(board, hex), name
        assert (board.centre[hex] in straight) == is_land(board, hex), name


def test_no_water_runs_between_neighbouring_land_hexes_unless_the_hexside_bars_them(land: Land) -> None:
    board = afrika_korps()
    wet = {
        (board.names[a], board.names[b])
        for a in range(len(board))
        for b in board.neighbours[a]
        if a < b
        and is_land(board, a)
        and is_land(board, b)
        and not all(between(board.centre[a], board.centre[b], share / 8) in land for share in range(9))
    }
    assert wet == {("E18", "F19")}
    assert "all_water" in board.features(board.hex("E18"), board.hex("F19"))


def test_hexes_agree_with_the_coast_in_most_of_their_area(land: Land) -> None:
    board = afrika_korps()
    shares = []
    for hex in range(len(board)):
        near = {is_land(board, other) for other in board.neighbours[hex] if other >= 0} | {is_land(board, hex)}
        if len(near) == 1:
            continue
        spots = list(spread(board, hex))
        shares.append(sum((spot in land) == is_land(board, hex) for spot in spots) / len(spots))
    assert min(shares) >= 0.5
    assert sum(shares) / len(shares) > 0.85


def spread(board: Board, hex: int) -> Iterator[Point]:
    """Points evenly over a hex, triangle by triangle."""
    corners = board.corners(hex)
    for a, b in pairwise([*corners, corners[0]]):
        for i in range(6):
            for j in range(6 - i):
                inward = between(board.centre[hex], a, (i + j + 2 / 3) / 6)
                yield between(inward, between(board.centre[hex], b, (i + j + 2 / 3) / 6), (j + 1 / 3) / (i + j + 2 / 3))


def test_coast_follows_nature_and_not_the_hexsides() -> None:
    """Corners of hexes lie off the line more often than not, and its points are no corners."""
    board = afrika_korps()
    corners = {(round(x, 2), round(y, 2)) for hex in range(len(board)) for x, y in board.corners(hex)}
    points = [point for line in coast().lines for point in line]
    assert len(points) > 250
    assert sum(point in corners for point in points) < len(points) / 20


def test_lines_are_closed_loops_that_never_cross_themselves_or_each_other() -> None:
    sides = [side for line in coast().lines for side in closed(line)]
    assert all(a != b for a, b in sides)
    for number, one in enumerate(sides):
        for other in sides[number + 1 :]:
            assert set(one) & set(other) or not cross(one, other), (one, other)


def cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    def side(a: Point, b: Point, p: Point) -> float:
        return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])

    return (side(*one, other[0]) > 0) != (side(*one, other[1]) > 0) and (side(*other, one[0]) > 0) != (
        side(*other, one[1]) > 0
    )


def test_land_lies_to_the_right_of_its_lines() -> None:
    for line in coast().lines:
        assert sum(a[0] * b[1] - b[0] * a[1] for a, b in closed(line)) > 0


def test_land_reaches_beyond_the_hexes_so_that_no_shore_follows_the_frame() -> None:
    board = afrika_korps()
    xs, ys = zip(*coast().lines[0], strict=True)
    assert min(xs) < min(x for x, _ in board.centre) - 3 and max(xs) > max(x for x, _ in board.centre) + 3
    assert max(ys) > max(y for _, y in board.centre) + 3


def test_files_are_small_and_name_their_source() -> None:
    for name in ("coast.toml", "shore.toml"):
        text = (DATA / name).read_bytes()
        assert len(text) < 60_000 and b"Natural Earth" in text and b"public domain" in text


@pytest.mark.long
def test_tool_makes_this_coast_again(tmp_path: Path) -> None:
    out = tmp_path / "coast.toml"
    words = ["draw", str(DATA / "shore.toml"), str(DATA / "map.toml"), str(out)]
    subprocess.run([sys.executable, str(TOOL), *words], check=True, timeout=900)
    again = load_board((DATA / "map.toml").read_bytes(), coast=out.read_bytes()).coast
    assert again is not None and len(again.lines) == len(coast().lines)
    kept = [point for line in coast().lines for point in as_drawn(line)]
    for line in again.lines:
        assert all(min(dist(point, other) for other in kept) < 0.1 for point in as_drawn(line))


def test_tool_says_what_it_wants_and_what_is_wrong(tmp_path: Path) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, str(TOOL), *words], capture_output=True, text=True, timeout=600)

    assert run().returncode == 2 and "coast.py draw" in run().stderr
    refused = run("draw", str(tmp_path / "none.toml"), str(DATA / "map.toml"), str(tmp_path / "out.toml"))
    assert refused.returncode == 2 and refused.stderr.startswith("coast: ") and "Traceback" not in refused.stderr
    world = tmp_path / "world.json"
    world.write_text(
        '{"features": [{"geometry": {"type": "Polygon", "coordinates": '
        "[[[3, 2], [2, 2.5], [1, 2], [0, 9], [9, 9], [3, 2]]]}}]}"
    )
    assert run("excerpt", str(world), str(tmp_path / "shore.toml"), "0", "0", "5", "5").returncode == 0
    assert "[1.000, 2.000], [2.000, 2.500], [3.000, 2.000]," in (tmp_path / "shore.toml").read_text()
    empty = run("excerpt", str(world), str(tmp_path / "no.toml"), "20", "20", "25", "25")
    assert empty.returncode == 2 and "no coast in that box" in empty.stderr and not (tmp_path / "no.toml").exists()
