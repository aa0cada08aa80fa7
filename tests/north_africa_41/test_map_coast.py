"""The drawn coast never contradicts a hex."""

from __future__ import annotations

from bisect import bisect_left
from importlib import resources
from itertools import pairwise

from sandtable.core.hexes import Point
from sandtable.drawing.geometry import between
from sandtable.games.north_africa_41.map import board


def crossings(y: float) -> list[tuple[float, int]]:
    """Where lines of the coast cross a latitude of the board, and which way."""
    coast = board().coast
    assert coast is not None
    sides = [side for line in coast.lines for side in pairwise([*line, line[0]])]
    return sorted(
        (a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]), 1 if b[1] > a[1] else -1)
        for a, b in sides
        if (a[1] > y) != (b[1] > y)
    )


class Land:
    """Which points lie on the land, by the winding number of its lines."""

    def __init__(self) -> None:
        self.rows: dict[float, list[tuple[float, int]]] = {}

    def __contains__(self, point: Point) -> bool:
        if point[1] not in self.rows:
            self.rows[point[1]] = crossings(point[1])
        row = self.rows[point[1]]
        return sum(turn for _, turn in row[bisect_left(row, (point[0], 0)) :]) != 0


def test_every_hex_centre_lies_on_its_side_of_the_coast() -> None:
    land = Land()
    for hex, name in enumerate(board().names):
        assert (board().centre[hex] in land) == (hex not in board().with_terrain("sea")), name


def test_no_water_runs_between_neighbouring_land_hexes() -> None:
    land, ground = Land(), board()
    for a in range(len(ground)):
        for b in ground.adjacent[a]:
            if a < b:
                assert all(between(ground.centre[a], ground.centre[b], step / 4) in land for step in (1, 2, 3))


def test_files_name_their_source() -> None:
    data = resources.files("sandtable.games.north_africa_41") / "data"
    for name in ("coast.toml", "shore.toml"):
        text = (data / name).read_text(encoding="utf-8")
        assert "Natural Earth" in text and "public domain" in text
