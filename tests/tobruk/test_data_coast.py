"""The drawn coast of the Crusader map: natural, but never against the verdict of a hex."""

from __future__ import annotations

import subprocess
import sys
from importlib import resources
from math import dist
from pathlib import Path

import pytest

from sandtable.core.board import Coast
from sandtable.core.map_file import load_board
from sandtable.drawing.geometry import between
from sandtable.games.tobruk.map import board
from tests.afrika_korps.test_coast import Land, as_drawn

DATA = Path(str(resources.files("sandtable.games.tobruk"))) / "data"
TOOL = Path(__file__).resolve().parents[2] / "tools" / "coast.py"


def coast() -> Coast:
    found = board().coast
    assert found is not None
    return found


@pytest.fixture(scope="module")
def land() -> Land:
    return Land([as_drawn(line) for line in coast().lines])


def test_every_hex_centre_lies_on_its_side_of_the_coast(land: Land) -> None:
    for hex, name in enumerate(board().names):
        assert (board().centre[hex] in land) == (hex not in board().with_terrain("sea")), name


def test_no_water_runs_between_neighbouring_land_hexes(land: Land) -> None:
    wet = [
        (board().names[a], board().names[b])
        for a in range(len(board()))
        for b in board().adjacent[a]
        if a < b and not all(between(board().centre[a], board().centre[b], share / 8) in land for share in range(9))
    ]
    assert wet == []


def test_a_coast_that_leaves_in_the_north_leaves_the_corners_of_the_map_dry(land: Land) -> None:
    left, right = (find(x for x, _ in board().centre) for find in (min, max))
    bottom = max(y for _, y in board().centre)
    assert all((x, bottom + 0.5) in land for x in (left - 0.6, (left + right) / 2, right + 0.6))
    assert all((left - 0.6, bottom * share / 20) in land for share in range(1, 21))


def test_files_are_small_and_name_their_source() -> None:
    for name in ("coast.toml", "shore.toml"):
        text = (DATA / name).read_bytes()
        assert len(text) < 30_000 and b"Natural Earth" in text and b"public domain" in text


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
