"""A game that says nothing of its own about victory still tells who holds which place, and has a turn track."""

from __future__ import annotations

import pytest

from sandtable import games
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.template.map import board, well
from sandtable.template.title import title
from tests.template.test_rules import position

WELL = board().name(well())


def test_whoever_stands_in_a_place_that_matters_holds_it_and_is_ahead() -> None:
    found = title().screen.standing(position(f"red-1 {WELL}, blue-1 0101"), "blue")
    assert found.ahead == "red" and [goal.side for goal in found.goals] == ["red"] and found.goals[0].at == (WELL,)
    empty = title().screen.standing(position("red-1 0101, blue-1 1001"), "red")
    assert empty.ahead == "" and empty.goals[0].missing == "nobody holds it"


def test_the_track_has_a_box_for_every_turn() -> None:
    boxes = title().screen.calendar(position("red-1 0101, blue-1 1001"), "red")
    assert [box.number for box in boxes] == list(range(1, 9)) and boxes[0].date


@pytest.mark.parametrize("key", games.keys())
def test_every_scenario_tells_what_counts_and_covers_its_turns(key: str) -> None:
    chosen = games.title(key)
    for scenario in chosen.scenarios:
        game = Game(chosen, chosen.setup(scenario), SecretDice(secret_of_seed(1)))
        for side in chosen.sides:
            known = chosen.sight.observe(game.state, side)
            view, stood = chosen.sight.view(game.state, side), chosen.screen.standing(known, side)
            assert stood.goals and stood.verdict and stood.ahead in ("", *chosen.sides)
            hexes = {name for goal in stood.goals for name in goal.at}
            assert all(chosen.rules.board().hex(name) >= 0 for name in hexes)
            numbers = [box.number for box in chosen.screen.calendar(known, side)]
            assert view.turn in numbers and numbers[-1] == view.last_turn and numbers == sorted(set(numbers))
