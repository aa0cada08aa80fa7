"""Names in any capitals."""

from __future__ import annotations

import pytest

from sandtable.cli.words import Names
from sandtable.core.map_file import load_board
from sandtable.core.views import Piece, View

MAP = """
terrain = [{ symbol = ".", terrain = "clear" }]
rows = [{ first = "A1", cells = "..." }, { first = "B2", cells = "..." }]
default = { source = "test", confidence = "sure" }
boxes = ["sea"]
places = [
    { name = "Tobruch", hex = "A3", confidence = "sure", source = "test" },
    { name = "Ariete", hex = "B2", confidence = "sure", source = "test" },
]

[grid]
layout = "pointy"
numbering = { scheme = "letter-diagonal", letters = "AB", numbers = [1, 4] }
source = "test"
"""


def names(*units: str) -> Names:
    pieces = tuple(Piece(unit, unit, "axis", "German", "infantry", "X", (1, 1, 1), "A1") for unit in units)
    view = View("toy", "all", "axis", 1, 1, "", "", "", ("axis",), pieces)
    return Names(load_board(MAP), view)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("move axs1, 9a/20 a1-b2-A3", "move AxS1, 9A/20 A1-B2-A3"),
        ("land AXS1 at a2", "land AxS1 at A2"),
        ("land AxS1 at SEA", "land AxS1 at sea"),
        ("move 9A/20 a1-tobruch", "move 9A/20 A1-A3"),
        ("move axs9 z9", "move axs9 z9"),
    ],
)
def test_names_are_spelt_as_the_game_does(typed: str, meant: str) -> None:
    assert names("AxS1", "9A/20").spelt(typed) == meant


def test_a_word_that_can_mean_two_names_is_left_alone() -> None:
    assert names("Rommel", "ROMMEL").spelt("move rommel") == "move rommel"
    assert names("Rommel", "ROMMEL").spelt("move ROMMEL") == "move ROMMEL"


def test_a_unit_comes_before_a_place_of_the_same_name() -> None:
    assert names("ariete").spelt("move ARIETE a1") == "move ariete A1"
    assert names().spelt("look ariete") == "look B2"


def test_a_unit_with_a_hyphen_is_no_path() -> None:
    assert names("A1-B2").spelt("lose a1-b2") == "lose A1-B2"
