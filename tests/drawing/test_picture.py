"""A game in a notebook."""

from __future__ import annotations

from xml.etree import ElementTree

from sandtable import games
from sandtable.core import journal
from sandtable.drawing import Picture


def test_notebooks_show_a_game_as_it_stands() -> None:
    title = games.title("afrika-korps")
    game = journal.new(title, title.setup(), seed=1).game
    before = Picture(game)._repr_svg_()
    game.play_text("move 21/5 W6-W11")
    after = Picture(game)._repr_svg_()
    assert ElementTree.fromstring(after).tag.endswith("svg")
    assert before != after
