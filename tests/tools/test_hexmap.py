"""The tool that makes maps: the map kept here is what it makes, and it serves any other grid."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest

from sandtable.core.board import Board
from sandtable.core.map_file import load_board

TOOLS = Path(__file__).resolve().parents[2] / "tools"
DATA = Path(str(resources.files("sandtable.games.north_africa_41"))) / "data"

# A coast that runs from west to east between the rows B and C, with a headland at B3; a degree is a hex width.
SHORE = """
line = [[-5, 10.43], [1.95, 10.43], [1.95, 11.3], [3.05, 11.3], [3.05, 10.43], [14, 10.43]]
"""
FEATURES = """
title = ["A toy coast."]
land = "clear"
sea = "sea"
boxes = ["home"]
rows = [
    { first = "A1", count = 8 }, { first = "B1", count = 8 }, { first = "C2", count = 8 }, { first = "D2", count = 8 },
    { first = "E3", count = 8 }, { first = "F3", count = 8 },
]
places = [
    { name = "Cape", kind = "town", hex = "B3", longitude = 2.5, latitude = 10.87, confidence = "low", source = "toy" },
    { name = "West", hex = "C3", longitude = 2.0, latitude = 10.0, confidence = "certain", source = "toy" },
    { name = "East", hex = "D8", longitude = 6.5, latitude = 9.134, confidence = "certain", source = "toy" },
    { name = "Well", longitude = 4.5, latitude = 7.4, confidence = "low", source = "toy" },
]
[grid]
layout = "pointy"
source = "toy"
numbering = { scheme = "letter-diagonal", letters = "ABCDEF", numbers = [1, 12] }
[default]
source = "reconstructed: toy"
confidence = "medium"
[fit]
method = "least squares"
source = "toy"
controls = [{ place = "Cape" }, { place = "West" }, { place = "East", weight = 0.5 }]
[shore]
share = 0.5
source = "reconstructed: toy"
reason = "by hand"
land = ["B8"]
[[terrain]]
symbol = "."
terrain = "clear"
[[terrain]]
symbol = "h"
terrain = "hill"
[[terrain]]
symbol = "~"
terrain = "sea"
playable = false
[[grounds]]
terrain = "hill"
name = "the hills"
outline = [[0.8, 7.0], [2.8, 7.0], [2.8, 7.8], [0.8, 7.8]]
hexes = ["East"]
source = "history: toy"
confidence = "good"
[[lines]]
feature = "escarpment"
name = "the step"
line = [[-3, 8.7], [5.2, 8.7]]
high = "right"
source = "history: toy"
[[ramparts]]
feature = "wall"
name = "the cape"
around = ["Cape"]
source = "toy"
[[routes]]
id = "round"
kind = "road"
name = "around the step"
through = ["West", "Well"]
source = "toy"
[[routes]]
id = "over"
kind = "track"
name = "over the step"
through = ["West", "D4", "E4", "Well"]
source = "toy"
[[sites]]
hex = "Cape"
kind = "port"
name = "Cape"
port = true
source = "toy"
[[areas]]
kind = "strip"
name = "first columns"
columns = [1, 2]
source = "toy"
"""


def run(*words: str | Path, seed: str = "0") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(TOOLS / "hexmap.py"), *map(str, words)],
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )


def made(folder: Path, features: str = FEATURES, seed: str = "0") -> str:
    (folder / "features.toml").write_text(features, encoding="utf-8")
    (folder / "shore.toml").write_text(SHORE, encoding="utf-8")
    told = run("make", folder / "features.toml", folder / "shore.toml", folder / "map.toml", seed=seed)
    assert told.returncode == 0, told.stderr
    return (folder / "map.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Board:
    return load_board(made(tmp_path_factory.mktemp("toy")))


def refused(folder: Path, features: str) -> str:
    (folder / "features.toml").write_text(features, encoding="utf-8")
    (folder / "shore.toml").write_text(SHORE, encoding="utf-8")
    told = run("make", folder / "features.toml", folder / "shore.toml", folder / "map.toml")
    assert told.returncode == 2 and not (folder / "map.toml").exists()
    assert told.stderr.startswith("hexmap: ") and "Traceback" not in told.stderr
    return told.stderr


# The map kept here


def test_the_map_kept_here_is_what_the_tool_makes() -> None:
    told = run("check", DATA / "features.toml", DATA / "shore.toml", DATA / "map.toml")
    assert told.returncode == 0, told.stderr


def test_a_map_that_was_edited_by_hand_is_noticed(tmp_path: Path) -> None:
    text = (DATA / "map.toml").read_text(encoding="utf-8")
    (tmp_path / "map.toml").write_text(text.replace("C..", "C.:", 1), encoding="utf-8")
    told = run("check", DATA / "features.toml", DATA / "shore.toml", tmp_path / "map.toml")
    assert told.returncode == 2 and "is not what these features and this shore make" in told.stderr


@pytest.mark.long
def test_the_coast_kept_here_is_what_the_tool_draws(tmp_path: Path) -> None:
    words = ["draw", str(DATA / "shore.toml"), str(DATA / "map.toml"), str(tmp_path / "coast.toml")]
    subprocess.run([sys.executable, str(TOOLS / "coast.py"), *words], check=True, timeout=900)
    kept, again = (
        load_board((DATA / "map.toml").read_bytes(), coast=(folder / "coast.toml").read_bytes()).coast
        for folder in (DATA, tmp_path)
    )
    assert kept is not None and again is not None
    for one, other in zip(kept.lines, again.lines, strict=True):
        assert len(one) == len(other)
        assert all(abs(x - u) + abs(y - v) < 0.1 for (x, y), (u, v) in zip(one, other, strict=True))


# Another map


def test_the_same_files_make_the_same_map(tmp_path: Path) -> None:
    assert made(tmp_path, seed="1") == made(tmp_path, seed="2")


def test_land_and_sea_follow_the_shore_and_the_hand(toy: Board) -> None:
    land = {toy.name(hex) for hex in range(len(toy)) if toy.playable[hex]}
    assert {name for name in land if name[0] in "AB"} == {"B3", "B8"}
    assert {name for name in land if name[0] not in "AB"} == {name for name in toy.names if name[0] not in "AB"}
    assert toy.source(toy.hex("B8")) == "reconstructed: by hand"


def test_places_without_a_hex_go_where_the_fit_puts_them(toy: Board) -> None:
    well = next(place for place in toy.places if place.name == "Well")
    assert toy.name(well.hex) == "F7" and well.fit_hex == well.hex
    cape = next(place for place in toy.places if place.name == "Cape")
    assert (toy.name(cape.hex), cape.kind) == ("B3", "town")
    assert toy.fit is not None and {anchor.place for anchor in toy.fit.anchors} == {"Cape", "West", "East"}


def test_grounds_cover_the_hexes_in_their_outline_and_those_named(toy: Board) -> None:
    hills = {toy.name(hex) for hex in range(len(toy)) if toy.terrain[hex] == "hill"}
    assert hills == {"D8", "F4", "F5"}
    assert toy.source(toy.hex("D8")) == "history: toy (the hills)"
    assert toy.confidence(toy.hex("D8")) == "good"


def test_a_line_with_a_high_side_is_met_when_climbing(toy: Board) -> None:
    climbs = {(toy.name(a), toy.name(b)) for (a, b), there in toy.hexsides.items() if "escarpment" in there}
    assert ("D4", "E4") in climbs and ("E4", "D4") not in climbs
    assert {(a[0], b[0]) for a, b in climbs} == {("D", "E")}
    assert {b for _, b in climbs} == {"E3", "E4", "E5", "E6", "E7"}  # the line ends before the eastern edge


def test_a_rampart_is_met_going_in(toy: Board) -> None:
    walls = {(toy.name(a), toy.name(b)) for (a, b), there in toy.hexsides.items() if "wall" in there}
    assert walls == {("C3", "B3"), ("C4", "B3")}


def test_a_road_goes_around_the_step_unless_it_is_led_over_it(toy: Board) -> None:
    by_id = {road.id: road for road in toy.roads}
    for name, crossings in (("round", 0), ("over", 1)):
        climbs = sum("escarpment" in toy.features(a, b) | toy.features(b, a) for a, b in by_id[name].hexsides())
        assert climbs == crossings, name
    assert [toy.name(hex) for hex in by_id["over"].hexes[:3]] == ["C3", "D4", "E4"]


def test_areas_take_columns_in_play(toy: Board) -> None:
    (strip,) = toy.areas
    assert {"D2", "D3", "F3", "F4"} <= {toy.name(hex) for hex in strip.hexes}
    assert all(toy.playable[hex] for hex in strip.hexes)


# Refusals


@pytest.mark.parametrize(
    ("there", "instead", "words"),
    [
        ('{ place = "West" }', '{ place = "Nowhere" }', "the control Nowhere is no place with a hex"),
        ('{ place = "West" }, { place = "East", weight = 0.5 }', '{ place = "West" }', "three controls"),
        ('land = ["B8"]', 'land = ["B8", "E5"]', "E5 need not be named"),
        ('through = ["West", "Well"]', 'through = ["West", "Weel"]', "Weel"),
        ('through = ["West", "Well"]', 'through = ["West", "A1"]', "no way over land from C3 to A1"),
        ("outline = [[0.8, 7.0]", "outlines = [[0.8, 7.0]", "outlines"),
        ('terrain = "hill"\nname', 'terrain = "moor"\nname', "no symbol is given for the terrain moor"),
        ("line = [[-3, 8.7], [5.2, 8.7]]", "line = [[-3, 20], [5.2, 20]]", "passes between no two land hexes"),
    ],
)
def test_features_that_cannot_be_laid_are_refused_in_a_sentence(
    tmp_path: Path, there: str, instead: str, words: str
) -> None:
    assert there in FEATURES
    assert words in refused(tmp_path, FEATURES.replace(there, instead, 1))


def test_the_tool_says_what_it_wants(tmp_path: Path) -> None:
    told = run()
    assert told.returncode == 2 and "hexmap.py make" in told.stderr
    missing = run("make", tmp_path / "none.toml", DATA / "shore.toml", tmp_path / "map.toml")
    assert missing.returncode == 2 and missing.stderr.startswith("hexmap: ")
