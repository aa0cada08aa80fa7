"""A game in a notebook."""

from __future__ import annotations

from xml.etree import ElementTree

from sandtable import games
from sandtable.core import journal
from sandtable.drawing import Film, Picture


def test_notebooks_show_a_game_as_it_stands() -> None:
    title = games.title("afrika-korps")
    game = journal.new(title, title.setup(), seed=1).game
    before = Picture(game)._repr_svg_()
    game.play_text("move 21/5 W6-W11")
    after = Picture(game)._repr_svg_()
    assert ElementTree.fromstring(after).tag.endswith("svg")
    assert before != after


def test_a_film_shows_positions_one_after_another_on_one_map() -> None:
    title = games.title("afrika-korps")
    game = journal.new(title, title.setup(), seed=1).game
    for order in ("move 21/5 W6-W11", "move 21/104 W6-W10", "move 21/3 W6-W9"):
        game.play_text(order)
    svg = Film(game, frames=3, seconds=1)._repr_svg_()
    tree = ElementTree.fromstring(svg)
    frames = [each for each in tree.iter() if each.get("class") == "frame"]
    times = [each.get("keyTimes") for each in tree.iter() if each.tag.endswith("animate")]
    assert times == ["0.0000;0.3333", "0.0000;0.3333;0.6667", "0.0000;0.6667"]
    assert len(frames) == 3 and len({ElementTree.tostring(frame) for frame in frames}) == 3
    assert svg.count('id="terrain"') == 1


def test_a_game_that_has_not_begun_is_a_film_of_one_position() -> None:
    title = games.title("afrika-korps")
    svg = Film(journal.new(title, title.setup(), seed=1).game)._repr_svg_()
    assert svg.count('class="frame"') == 1
