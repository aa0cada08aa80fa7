"""Signs of sites, borders of sections, hollow railways and ridges that are climbed one way."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from sandtable.core.board import Board
from sandtable.core.map_file import load_board
from sandtable.drawing.glyphs import glyphs_json
from sandtable.drawing.styles import SITES, area_style, line_style, site_style
from sandtable.drawing.svg import draw_map
from tests.drawing.ground import GROUND

SVG = "{http://www.w3.org/2000/svg}"

TOY = (
    GROUND
    + """
[[hexsides]]
feature = "ridge"
steps = [["0101", "0102"]]
source = "toy"
[[hexsides]]
feature = "ridge"
pairs = [["0103", "0104"]]
source = "toy"
[[roads]]
id = "built"
kind = "railway"
name = "built"
hexes = ["0101", "0102"]
source = "toy"
[[roads]]
id = "planned"
kind = "railway_extension"
name = "planned"
hexes = ["0103", "0104"]
source = "toy"
[[places]]
name = "Harbour"
hex = "0201"
kind = "town"
confidence = "low"
source = "toy"
[[places]]
name = "Strip"
hex = "0203"
kind = "landmark"
confidence = "low"
source = "toy"
[[places]]
name = "Palms"
hex = "0105"
confidence = "low"
source = "toy"
[[sites]]
hex = "0201"
kind = "port"
name = "Harbour"
port = true
source = "toy"
[[sites]]
hex = "0203"
kind = "airfield"
name = "Strip"
source = "toy"
[[sites]]
hex = "0105"
kind = "oasis"
name = "Palms"
source = "toy"
[[sites]]
hex = "0101"
kind = "entry"
name = "C"
side = "axis"
source = "toy"
[[areas]]
kind = "map_section"
name = "west"
hexes = ["0201", "0202", "0101", "0102"]
source = "toy"
[[areas]]
kind = "map_section"
name = "east"
hexes = ["0203", "0204", "0205", "0103", "0104", "0105"]
source = "toy"
[[areas]]
kind = "perimeter"
name = "Harbour"
hexes = ["0201"]
source = "toy"
"""
)


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board(TOY)


@pytest.fixture(scope="module")
def tree(board: Board) -> ElementTree.Element:
    return ElementTree.fromstring(draw_map(board))


def element(tree: ElementTree.Element, name: str) -> ElementTree.Element:
    return next(found for found in tree.iter() if found.get("id") == name)


def paths(found: ElementTree.Element) -> list[str]:
    return [str(path.get("d")) for path in found.iter(f"{SVG}path")]


def test_places_tell_their_kind(board: Board) -> None:
    assert [place.kind for place in board.places] == ["town", "landmark", ""]


def test_airfields_and_oases_have_a_mark_of_their_own(tree: ElementTree.Element) -> None:
    assert paths(element(tree, "site-0203")) == [SITES["airfield"].path]
    assert paths(element(tree, "site-0105")) == [SITES["oasis"].path]


def test_an_entry_hex_shows_its_name_in_a_box(tree: ElementTree.Element) -> None:
    drawn = element(tree, "site-0101")
    assert [text.text for text in drawn.iter(f"{SVG}text")] == ["C"] and drawn.find(f"{SVG}title") is not None
    boxes = list(drawn.iter(f"{SVG}rect"))
    assert len(boxes) == 1 and float(str(boxes[0].get("width"))) < 64
    assert SITES["entry"].shape == "label" and paths(drawn) == []


def test_a_port_is_told_by_its_anchor_and_keeps_the_square_of_its_town(tree: ElementTree.Element) -> None:
    assert paths(element(tree, "site-0201")) == []
    towns = [path for path in element(tree, "places").iter(f"{SVG}path") if path.get("class") == "town"]
    assert len(towns) == 1


def test_the_legend_shows_each_sign_once_and_nothing_unseen(tree: ElementTree.Element) -> None:
    legend = [text.text for text in element(tree, "legend").iter(f"{SVG}text")]
    for words in ("airfield", "oasis", "port", "entry hex", "border of map sections", "railway extension", "ridge"):
        assert legend.count(words) == 1, words
    assert "perimeter" not in legend


def test_sections_are_drawn_by_the_border_between_them(tree: ElementTree.Element, board: Board) -> None:
    drawn = [path for name in ("west", "east") for path in paths(element(tree, f"area-map_5f_section-{name}"))]
    between = sum(
        near in (board.hex(name) for name in ("0203", "0103", "0204", "0104"))
        for hex in map(board.hex, ("0202", "0102"))
        for near in board.neighbours[hex]
    )
    assert sum(path.count("M") for path in drawn) == between == 3
    assert not any(found.get("id") == "area-perimeter-Harbour" for found in tree.iter())


def test_a_railway_that_is_not_built_is_hollow(tree: ElementTree.Element) -> None:
    widths = [path.get("stroke-width") for path in element(tree, "road-planned").iter(f"{SVG}path")]
    assert widths == ["5.2", "3"] and line_style("railway").core == 0


def test_a_ridge_that_is_climbed_falls_to_one_side(tree: ElementTree.Element) -> None:
    assert len(paths(element(tree, "side-0101-0102-ridge"))) == 2  # the line and one comb
    assert len(paths(element(tree, "side-0103-0104-ridge"))) == 3


def test_unheard_of_sites_and_areas_are_drawn_all_the_same() -> None:
    assert site_style("listening_post").shape == "base" and site_style("listening_post").title == "listening post"
    assert area_style("listening_range").shape == "field"


def test_the_client_gets_the_same_table() -> None:
    assert '"airfield"' in glyphs_json() and SITES["oasis"].path in glyphs_json()
