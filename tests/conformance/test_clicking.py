"""No click and no question is a fault, whatever lies under the finger."""

from __future__ import annotations

import dataclasses
from random import Random
from typing import Any

import pytest

from sandtable import games
from sandtable.conformance.clicking import check_clicks
from sandtable.conformance.failure import Failure
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.listing import pick
from sandtable.core.offers import Offer
from sandtable.template.actions import Move
from sandtable.template.title import OutpostTitle, title

SCENARIOS = [(each.key, scenario) for each in games.titles() for scenario in each.scenarios]


def play_and_click(key: str, scenario: str, steps: int, every: int, clicks: int) -> None:
    game, random = Game(games.title(key), games.title(key).setup(scenario), SecretDice(secret_of_seed(1))), Random(key)
    for step in range(steps):
        if game.outcome is not None:
            return
        if step % every == 0:
            check_clicks(game.title, game.state, random, clicks)
        side = game.asked[0]
        game.play(pick(game.actions(side), random), side)


@pytest.mark.parametrize(("key", "scenario"), SCENARIOS)
def test_clicks_and_questions_of_a_careless_hand(key: str, scenario: str) -> None:
    play_and_click(key, scenario, 31, 15, 6)


@pytest.mark.long
@pytest.mark.parametrize(("key", "scenario"), SCENARIOS)
def test_clicks_and_questions_of_a_careless_hand_all_through_a_game(key: str, scenario: str) -> None:
    play_and_click(key, scenario, 600, 5, 30)


def stumble(state: Any, side: str, pieces: Any) -> list[Offer]:
    raise KeyError("dead")


class Faulty(OutpostTitle):
    """Trips over a counter that is out of the game."""

    screen = dataclasses.replace(OutpostTitle.screen, offers=stumble)


def test_a_fault_behind_a_click_is_found() -> None:
    state = Game(title(), title().setup(), SecretDice(secret_of_seed(1))).state
    with pytest.raises(Failure, match=r"offers of .* is a fault: KeyError"):
        check_clicks(Faulty(), state, Random(1), 3)


class Careless(OutpostTitle):
    """Proposes whatever is clicked."""

    screen = dataclasses.replace(
        OutpostTitle.screen, propose=lambda state, side, pieces, at: Move(pieces[0], at or "0101")
    )


def test_a_proposal_that_would_be_refused_is_found() -> None:
    state = Game(title(), title().setup(), SecretDice(secret_of_seed(1))).state
    with pytest.raises(Failure, match=r"'move .*' is proposed to .* and would be refused"):
        check_clicks(Careless(), state, Random(1), 3)
