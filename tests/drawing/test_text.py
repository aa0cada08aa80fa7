"""The board in plain text, for the terminal and for the ear."""

from __future__ import annotations

import pytest

from sandtable.core.views import Piece, View
from sandtable.drawing.text import describe_hex, side_letters, text_board
from sandtable.games.afrika_korps.map import board as afrika_korps


def piece(name: str, side: str, at: str, *factors: int, marks: tuple[str, ...] = ()) -> Piece:
    nation = "German" if side == "axis" else "British"
    return Piece(name, f"{name} name", side, nation, "armour", "III", factors, at, marks)


VIEW = View(
    game="afrika-korps",
    scenario="campaign",
    side="",
    turn=1,
    last_turn=38,
    date="1 April 1941",
    phase="",
    prompt="",
    asked=(),
    pieces=(
        piece("21/5", "axis", "W6", 7, 7, 10, marks=("moved",)),
        piece("21/3", "axis", "W6", 2, 2, 12),
        piece("2/3", "allied", "V9", 4, 4, 7),
        piece("AlS1", "allied", "V9", 10),
        piece("15/8", "axis", "due", 7, 7, 10),
    ),
)


def test_text_board_shows_units_terrain_road_and_names() -> None:
    board = afrika_korps()
    text = text_board(board, VIEW, board.hex("W6"), 5)
    lines = text.splitlines()
    row = next(line for line in lines if ">W6<" in line)
    assert "@*W3" in row and "=.>W6< =" in row
    below = lines[lines.index(row) + 1]
    assert below[row.index(">W6<") - 2 :].startswith("= X2:9")
    assert "L2:4" in text, "a supply has no strength, only a movement factor"
    assert "W6 El Agheila" in text and "W3 German home base" in text
    assert "21/5 7-7-10, 21/3 2-2-12" in text
    assert "15/8" not in text, "a unit in a box is on no hex"


@pytest.mark.parametrize("name", ["W6", "H25", "R60", "A1", "X60"])
def test_radius_of_five_fits_a_hundred_columns(name: str) -> None:
    board = afrika_korps()
    text = text_board(board, VIEW, board.hex(name), 5)
    assert max(map(len, text.splitlines())) <= 100
    assert all(line == line.rstrip() for line in text.splitlines())


def test_rows_are_offset_by_half_a_hex() -> None:
    board = afrika_korps()
    lines = text_board(board, None, board.hex("M30"), 1).splitlines()
    above, middle, below = lines[0], lines[2], lines[4]
    assert (above.index("L29"), middle.index("M29"), below.index("N30")) == (7, 3, 7)


def test_board_without_a_position_has_no_units() -> None:
    board = afrika_korps()
    text = text_board(board, None, board.hex("E18"), 2)
    assert "Units" not in text
    assert "No passage: E18-F19" in text


def test_box_has_no_surroundings() -> None:
    board = afrika_korps()
    with pytest.raises(ValueError, match="due"):
        text_board(board, VIEW, board.box("due"), 2)


def test_sides_with_like_names_get_letters_of_their_own() -> None:
    assert side_letters(VIEW) == {"allied": "L", "axis": "X"}
    assert side_letters(None) == {}


def test_hex_in_words() -> None:
    board = afrika_korps()
    text = describe_hex(board, VIEW, board.hex("W6"))
    assert text.startswith("W6, El Agheila: clear, sea to the north-west and north-east.")
    assert "Coast road to W5 (west) and W7 (east)." in text
    assert "Axis: 21/5 name, German armour regiment, 7-7-10, moved; 21/3 name" in text
    assert "\n" not in text


@pytest.mark.case("17.3")
def test_hex_whose_roads_do_not_meet_says_so() -> None:
    board = afrika_korps()
    assert "without meeting here" in describe_hex(board, None, board.hex("I26"))
    assert "without meeting" not in describe_hex(board, None, board.hex("H24"))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("G25", "fortress, port"),
        ("E18", "No passage to F19 (south-east) (all water)."),
        ("R60", "Qattara Depression (impassable)."),
        ("N61", "The terrain is reconstructed."),
        ("M30", "M30: clear. No units."),
    ],
)
def test_what_is_worth_saying_of_a_hex(name: str, words: str) -> None:
    board = afrika_korps()
    assert words in describe_hex(board, VIEW, board.hex(name))


def test_box_in_words() -> None:
    board = afrika_korps()
    assert "15/8 name" in describe_hex(board, VIEW, board.box("due"))
    assert "no units" in describe_hex(board, VIEW, board.box("dead"))
