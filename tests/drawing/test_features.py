"""Lines, hexsides and areas of every kind: each is drawn by its style, told in the legend and said in words."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest

from sandtable.core.board import Board
from sandtable.core.map_file import load_board
from sandtable.drawing.colours import THEMES
from sandtable.drawing.glyphs import glyphs_json
from sandtable.drawing.styles import AREAS, HEXSIDES, LINES, line_style
from sandtable.drawing.svg import draw_map
from sandtable.drawing.text import describe_hex, text_board
from tests.drawing.ground import GROUND

SVG = "{http://www.w3.org/2000/svg}"

COAST = (
    GROUND
    + """
[[hexsides]]
feature = "escarpment"
pairs = [["0102", "0202"]]
source = "toy"
[[hexsides]]
feature = "border"
pairs = [["0203", "0204"]]
source = "toy"
[[hexsides]]
feature = "fortification"
steps = [["0104", "0105"]]
source = "toy"
[[hexsides]]
feature = "dry_wall"
pairs = [["0101", "0102"]]
source = "toy"
[[roads]]
id = "coast"
kind = "coast_road"
name = "coast road"
hexes = ["0201", "0202", "0203", "0204"]
source = "toy"
[[roads]]
id = "rail"
kind = "railway"
name = "railway"
hexes = ["0201", "0202", "0203", "0103"]
source = "toy"
[[roads]]
id = "trail"
kind = "camel_trail"
name = "trail"
hexes = ["0101", "0102", "0103"]
source = "toy"
[[roads]]
id = "lane"
kind = "sea_lane"
name = "sea lane"
hexes = ["0201", "0302", "0303", "0203"]
source = "toy"
[[areas]]
kind = "base"
name = "Home"
side = "axis"
hexes = ["0204", "0205"]
source = "toy"
[[areas]]
kind = "fort_zone"
name = "Redoubt"
hexes = ["0105"]
source = "toy"
"""
)


@pytest.fixture(scope="module")
def coast() -> Board:
    return load_board(COAST)


def element(tree: ElementTree.Element, name: str) -> ElementTree.Element:
    return next(found for found in tree.iter() if found.get("id") == name)


def paths(found: ElementTree.Element) -> list[str]:
    return [str(path.get("d")) for path in found.iter(f"{SVG}path")]


def test_every_kind_of_line_hexside_and_area_is_drawn_and_in_the_legend(coast: Board) -> None:
    drawn = draw_map(coast)
    tree = ElementTree.fromstring(drawn)
    for name in (
        "road-coast",
        "road-rail",
        "road-trail",
        "road-lane",
        "side-0202-0102-escarpment",
        "side-0203-0204-border",
        "side-0104-0105-fortification",
        "area-base-Home",
        "area-fort_5f_zone-Redoubt",
    ):
        assert paths(element(tree, name)), name
    legend = [text.text for text in element(tree, "legend").iter(f"{SVG}text")]
    for words in (
        "coast road",
        "railway",
        "camel trail",
        "sea lane",
        "escarpment",
        "border",
        "fortification",
        "dry wall",
        "Axis base",
        "fort zone",
    ):
        assert words in legend


def test_hachures_of_an_escarpment_met_both_ways_fall_to_the_sea(coast: Board) -> None:
    tree = ElementTree.fromstring(draw_map(coast))
    line, teeth = paths(element(tree, "side-0202-0102-escarpment"))
    edge = max(float(y) for y in re.findall(r"[ML][-\d.]+ ([-\d.]+)", line))
    falls = [float(fall) for fall in re.findall(r"l[-\d.]+ [-\d.]+ [-\d.]+ ([-\d.]+)z", teeth)]
    assert falls and all(fall < 0 for fall in falls) and edge > 0


def test_a_railway_keeps_to_the_right_of_the_road_it_follows(coast: Board) -> None:
    tree = ElementTree.fromstring(draw_map(coast))
    road, rail = (paths(element(tree, f"road-{name}"))[0] for name in ("coast", "rail"))
    (road_x, road_y), (rail_x, rail_y) = (
        [float(figure) for figure in re.findall(r"[-\d.]+", path)[:2]] for path in (road, rail)
    )
    assert rail_x == road_x and rail_y > road_y + 4


def test_a_style_is_found_by_a_word_of_the_kind() -> None:
    assert line_style("coast_road") == line_style("road") == LINES[""]
    assert line_style("railroad") == LINES["rail"] and line_style("trail") == LINES["track"]
    assert line_style("sea_lane").over == "sea"


def test_every_style_names_a_colour_of_the_themes() -> None:
    for theme in THEMES.values():
        for hexside in HEXSIDES.values():
            assert hasattr(theme, hexside.colour)
        for line in LINES.values():
            assert hasattr(theme, line.colour)
        for area in AREAS.values():
            assert hasattr(theme, area.colour)


def test_the_screen_is_given_the_same_styles() -> None:
    table = json.loads(glyphs_json())
    assert set(table["hexsides"]) == set(HEXSIDES) and list(table["lines"]) == list(LINES)
    assert set(table["areas"]) == set(AREAS) and table["hexsides"]["border"]["shape"] == "band"


def test_a_map_that_is_reconstructed_throughout_says_so_once(coast: Board) -> None:
    guessed = load_board(COAST.replace('source = "toy"', 'source = "reconstructed: toy"'))
    one = load_board(COAST + '[[sources]]\nhexes = ["0101"]\nsource = "reconstructed: toy"\nconfidence = "low"\n')
    assert 'id="reconstructed"' in draw_map(one) and ">terrain reconstructed<" in draw_map(one)
    drawn = draw_map(guessed)
    assert 'id="reconstructed"' not in drawn and 'class="reconstructed"' not in drawn
    assert ">most terrain reconstructed<" in drawn and ">most roads reconstructed<" in drawn
    assert "reconstructed<" not in draw_map(coast)


def test_text_tells_tracks_from_roads_and_lists_hexsides(coast: Board) -> None:
    text = text_board(coast, None, coast.hex("0103"), 5)
    assert "- track" in text and "= road" in text
    assert "Escarpment: 0202-0102" in text and "Fortification: 0104>0105" in text and "Border: 0203-0204" in text
    assert "-. 0102-" in text and "=. 0202=" in text and "|. 0105\n" in text


def test_a_hex_in_words_names_its_areas_and_only_its_own_roads() -> None:
    board = load_board(
        COAST
        + """[[roads]]
id = "by-pass"
kind = "road"
name = "by-pass"
hexes = ["0201", "0102", "0202"]
source = "toy"
[[crossings]]
hex = "0102"
through = [["0201", "0202"], ["0101", "0103"]]
source = "toy"
"""
    )
    assert "base of Home" in describe_hex(board, None, board.hex("0204"))
    words = describe_hex(board, None, board.hex("0102"))
    assert "Camel trail from 0101 (west) to 0103 (east), without meeting here." in words
    assert "Road from 0201 (north-west) to 0202 (north-east), without meeting here." in words
