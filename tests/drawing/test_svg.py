"""The map as a picture: complete, well-formed, self-contained, legible."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from xml.etree import ElementTree

import msgspec
import pytest

from sandtable.core.board import Board
from sandtable.core.map_file import BadMap, load_board
from sandtable.core.views import Piece, View
from sandtable.drawing import draw_map
from sandtable.drawing.colours import PAPER, STRIPES
from sandtable.drawing.counters import draw_counter
from sandtable.drawing.geometry import pair
from sandtable.drawing.places import Bins, Box, _set_name
from sandtable.drawing.roads import crossing
from sandtable.drawing.sheet import element_id, sheet_of
from sandtable.games.afrika_korps.map import board as afrika_korps
from sandtable.games.afrika_korps.pieces.counters import printed_counters
from sandtable.games.afrika_korps.pieces.tables import setup

SVG = "{http://www.w3.org/2000/svg}"


def start() -> View:
    """The opening position, with every other counter in the box of those still to come."""
    pieces = tuple(
        Piece(
            counter.id,
            counter.name,
            counter.side,
            counter.nation,
            counter.kind,
            counter.size,
            (counter.attack, counter.defence, counter.movement),
            setup().get(counter.id, "due"),
            title=counter.full_name,
        )
        for counter in printed_counters()
    )
    return View(
        game="afrika-korps",
        scenario="campaign",
        side="",
        turn=1,
        last_turn=38,
        date="1 April 1941",
        phase="movement",
        prompt="",
        asked=(),
        pieces=pieces,
    )


@pytest.fixture(scope="module")
def view() -> View:
    return start()


@pytest.fixture(scope="module")
def whole(view: View) -> str:
    return draw_map(afrika_korps(), view)


@pytest.fixture(scope="module")
def tree(whole: str) -> ElementTree.Element:
    return ElementTree.fromstring(whole)


def ids(tree: ElementTree.Element) -> Counter[str]:
    return Counter(element.get("id", "") for element in tree.iter() if element.get("id"))


def test_whole_map_stays_small(whole: str) -> None:
    assert len(whole.encode()) < 600_000


def test_no_id_is_given_twice(tree: ElementTree.Element) -> None:
    assert [name for name, count in ids(tree).items() if count > 1] == []


def test_every_hex_is_drawn_and_says_what_it_is(tree: ElementTree.Element) -> None:
    board = afrika_korps()
    titles = {element.get("id"): element.findtext(f"{SVG}title") for element in tree.iter(f"{SVG}use")}
    for hex, name in enumerate(board.names):
        title = titles[element_id("hex", name)]
        assert title is not None and title.startswith(f"{name}, ")
        if board.reconstructed(hex):
            assert "reconstructed" in title
    assert "El Agheila" in str(titles["hex-W6"])
    assert "coast road" in str(titles["hex-W6"])


def test_every_piece_is_drawn_once(tree: ElementTree.Element, view: View) -> None:
    found = ids(tree)
    assert {piece.id: found[element_id("unit", piece.id)] for piece in view.pieces} == {p.id: 1 for p in view.pieces}


def test_counter_shows_its_factors_and_its_long_name(tree: ElementTree.Element) -> None:
    unit = next(element for element in tree.iter(f"{SVG}g") if element.get("id") == "unit-21_2f_5")
    assert "7-7-10" in [text.text for text in unit.iter(f"{SVG}text")]
    assert "5th Panzer Regiment" in str(unit.findtext(f"{SVG}title"))


def test_best_fighter_lies_on_top_of_its_stack(view: View) -> None:
    board = afrika_korps()
    pieces = tuple(
        Piece(name, name, "axis", "German", "armour", "", factors, "W6")
        for name, factors in [("hq", (12,)), ("weak", (2, 3, 4)), ("strong", (7, 7, 10)), ("cart", (10,))]
    )
    sheet = sheet_of(board, msgspec.structs.replace(view, pieces=pieces), PAPER, None, None)
    assert [piece.id for piece in sheet.stacks[board.hex("W6")]] == ["strong", "weak", "hq", "cart"]
    drawn = draw_map(board, sheet.view)
    assert drawn.index('id="unit-cart"') < drawn.index('id="unit-weak"') < drawn.index('id="unit-strong"')


def test_stack_shows_how_many_lie_there(tree: ElementTree.Element) -> None:
    counts = [group.findtext(f"{SVG}text") for group in tree.iter(f"{SVG}g") if group.get("class") == "count"]
    assert sorted(counts, key=str) == sorted(["11", "2", "2", "2", "4"])


def test_every_reference_stays_inside_the_picture(tree: ElementTree.Element, whole: str) -> None:
    assert "<script" not in whole and "javascript:" not in whole and " on" + "load=" not in whole
    assert re.findall(r"https?://[^\"]*", whole) == ["http://www.w3.org/2000/svg"]
    known = ids(tree)
    for element in tree.iter():
        for name, value in element.attrib.items():
            if name.endswith("href"):
                assert value[0] == "#" and value[1:] in known
            for target in re.findall(r"url\(([^)]*)\)", value):
                assert target[0] == "#" and target[1:] in known
    assert "@import" not in whole


def test_names_of_strangers_cannot_break_the_picture(view: View) -> None:
    villain = Piece("<&\"'>", '</title><script>"x"</script>', "axis", "<Land>", "?", "?", (1,), "W6", ("<i>",), "a & b")
    drawn = draw_map(afrika_korps(), View("<g>", "&", "", 1, 2, "<d>", "<p>", "", (), (villain,)), title="<&>")
    assert "<script" not in drawn
    assert element_id("unit", villain.id) in ids(ElementTree.fromstring(drawn))


def test_ids_tell_all_names_apart() -> None:
    names = ["21/5", "21_5", "21 5", "21-5", "21.5", "21_2f_5", "Ä", "a"]
    made = [element_id("unit", name) for name in names]
    assert len(set(made)) == len(names)
    assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9._-]*", name) for name in made)


def test_themes_differ_in_colour_and_in_nothing_else(whole: str, view: View) -> None:
    night = draw_map(afrika_korps(), view, theme="night")
    assert night != whole

    def bare(drawn: str) -> str:
        return re.sub(r"#[0-9a-f]{6}\b|theme-\w+", "", drawn)

    assert bare(night) == bare(whole)


def test_hex_ids_only_on_demand(whole: str) -> None:
    assert 'id="hex-ids"' not in whole
    tree = ElementTree.fromstring(draw_map(afrika_korps(), hex_ids=True))
    group = next(element for element in tree.iter(f"{SVG}g") if element.get("id") == "hex-ids")
    written = [text.text for text in group]
    board = afrika_korps()
    assert written == [name for hex, name in enumerate(board.names) if board.playable[hex]]


def test_prohibited_hexsides_are_marked(tree: ElementTree.Element) -> None:
    marked = {name for name in ids(tree) if name.startswith("side-")}
    assert marked == {"side-E18-F19-all_water", "side-W62-X62-qattara", "side-R65-S65-qattara", "side-W61-X62-qattara"}


def test_legend_names_what_is_shown_and_can_be_left_away(whole: str, view: View) -> None:
    for words in ["escarpment", "coast road", "prohibited hexside", "terrain reconstructed", "fortress", "Italian"]:
        assert f">{words}</text>" in whole
    assert ">sand desert</text>" not in whole
    assert 'id="legend"' not in draw_map(afrika_korps(), view, legend=False)


def test_scale_bar_fits_the_scale_of_the_map(whole: str) -> None:
    assert ">100 miles</text>" in whole
    assert afrika_korps().miles_per_hex == 10


def test_part_of_the_map_shows_only_its_hexes_and_pieces(view: View) -> None:
    board = afrika_korps()
    found = ids(ElementTree.fromstring(draw_map(board, view, around=board.hex("W6"), radius=3)))
    assert "hex-W6" in found and "unit-21_2f_5" in found
    assert "hex-G25" not in found and element_id("unit", "9A/20") not in found and "box-due" not in found


def test_highlights_lie_on_their_hexes_and_bad_names_are_refused() -> None:
    drawn = draw_map(afrika_korps(), highlight={"W6": "may", "W7": "may_not", "W8": "look"})
    assert {"highlight-W6", "highlight-W7", "highlight-W8"} <= set(ids(ElementTree.fromstring(drawn)))
    with pytest.raises(ValueError, match="Z99"):
        draw_map(afrika_korps(), highlight={"Z99": "may"})
    with pytest.raises(KeyError):
        draw_map(afrika_korps(), highlight={"W6": "perhaps"})


@pytest.mark.case("17.3")
def test_roads_that_do_not_meet_keep_apart_on_the_hexside_they_share() -> None:
    board = afrika_korps()
    sheet = sheet_of(board, None, PAPER, None, None)
    roads = {road.id: road for road in board.roads}
    here, out = board.hex("I26"), board.hex("J27")
    (x0, y0), (x1, y1) = (crossing(sheet, here, out, roads[name]) for name in ("bypass", "h26_i26"))
    assert ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 > 12
    assert x0 < x1, "the road from the west keeps to the west"
    assert crossing(sheet, here, board.hex("I25"), roads["bypass"]) == pytest.approx(
        tuple((a + b) / 2 for a, b in zip(sheet.centre(here), sheet.centre(board.hex("I25")), strict=True))
    )


def test_names_of_places_do_not_overlap(view: View) -> None:
    board = afrika_korps()
    sheet = sheet_of(board, view, PAPER, None, None)
    taken, boxes = Bins((), ()), list[Box]()
    for place in board.places:
        boxes.append(_set_name(sheet, place, taken)[1])
        taken.add(boxes[-1])
    assert not [1 for one, other in combinations(boxes, 2) if one.shared(other) > 1]


def test_what_a_name_would_hide_is_counted_once_however_large_it_is() -> None:
    """Boxes lie in several squares of the sheet, points in one; both are found from whichever square one comes."""
    wide = Box(-10, 0, 10 + 3 * Bins.SIDE, 20)
    taken = Bins((wide, Box(0, 0, 4, 4)), [(5, 5), (Bins.SIDE, 5), (Bins.SIDE + 1.5, 5), (400, 400)])
    assert taken.hidden(Box(0, 0, 2 * Bins.SIDE, 10)) == 2 * Bins.SIDE * 10 + 16
    assert taken.crossed(Box(0, 0, Bins.SIDE, 10)) == 3 and taken.crossed(Box(0, 20, 300, 30)) == 0


FLAT = """
boxes = ["due"]
rows = [{ first = "0101", cells = "~.r" }, { first = "0201", cells = ".?s" }, { first = "0301", cells = "..." }]
[grid]
layout = "flat"
source = "toy"
numbering = { scheme = "row-column", layout = "flat", columns = [1, 3], rows = [1, 3], shifted = "even" }
[[terrain]]
symbol = "."
terrain = "clear"
[[terrain]]
symbol = "r"
terrain = "rough"
[[terrain]]
symbol = "s"
terrain = "sand"
[[terrain]]
symbol = "?"
terrain = "lunar_plain"
[[terrain]]
symbol = "~"
terrain = "sea"
playable = false
[default]
source = "toy"
confidence = "good"
[[hexsides]]
feature = "escarpment"
steps = [["0102", "0103"]]
source = "toy"
[[hexsides]]
feature = "wadi"
pairs = [["0301", "0302"]]
source = "toy"
"""


@pytest.fixture
def flat() -> Board:
    return load_board(FLAT)


def test_any_board_can_be_drawn(flat: Board) -> None:
    drawn = draw_map(flat)
    found = ids(ElementTree.fromstring(drawn))
    assert {f"hex-{name}" for name in flat.names} <= set(found)
    assert {"side-0102-0103-escarpment", "side-0301-0302-wadi", "terrain-sand", "terrain-lunar_5f_plain"} <= set(found)
    assert ">lunar plain</text>" in drawn
    assert "miles" not in drawn


def test_names_of_seas_run_through_their_hexes_and_one_hex_is_too_short(flat: Board) -> None:
    label = '[[labels]]\ntext = "Gulf"\nkind = "sea"\nhexes = [{}]\nsource = "toy"\n'
    drawn = draw_map(load_board(FLAT + label.format('"0101", "0201", "0301"')))
    tree = ElementTree.fromstring(drawn)
    assert [path.text for path in tree.iter(f"{SVG}textPath")] == ["Gulf"]
    assert "textPath" not in draw_map(flat)
    with pytest.raises(BadMap, match="label Gulf"):
        load_board(FLAT + label.format('"0101"'))


def test_land_is_drawn_by_its_coast_where_the_board_has_one(flat: Board) -> None:
    coast = 'source = "toy"\nlines = [[[0, 0], [4, 0], [4, 4], [0, 4]], [[8, 8], [9, 8], [9, 9]]]\n'
    drawn = draw_map(load_board(FLAT, coast=coast))
    shape = re.search(r'id="land-shape" d="([^"]*)"', drawn)
    assert shape is not None and shape[1].count("M") == shape[1].count("Z") == 2 and shape[1].count("Q") == 7
    sheet = sheet_of(flat, None, PAPER, None, None)
    x, y = sheet.at((2, 0))
    assert shape[1].startswith(f"M{pair((x, y))}Q")
    assert shape[1] not in draw_map(flat)


def test_hachures_of_a_hexside_lie_on_the_lower_side(flat: Board) -> None:
    tree = ElementTree.fromstring(draw_map(flat))
    side = next(element for element in tree.iter(f"{SVG}g") if element.get("id") == "side-0102-0103-escarpment")
    line, teeth = (str(path.get("d")) for path in side.iter(f"{SVG}path"))
    edge = float(re.findall(r"[-\d.]+", line)[1])
    tips = re.findall(r"M[-\d.]+ ([-\d.]+)l[-\d.]+ [-\d.]+ [-\d.]+ ([-\d.]+)z", teeth)
    assert tips and all(float(base) == pytest.approx(edge, abs=0.2) and float(fall) < -4 for base, fall in tips)


def test_a_stripe_has_the_colour_of_the_formation_where_the_game_prints_one() -> None:
    piece = Piece("x", "1/2", "axis", "German", "armour", "II", (1, 2, 3), "W6", stripe="blue")
    assert f'href="#stripe" fill="{STRIPES["blue"]}"' in draw_counter(piece, 0, 0)
    assert 'href="#stripe" class="s"' in draw_counter(msgspec.structs.replace(piece, stripe=""), 0, 0)
