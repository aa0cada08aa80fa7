"""The guides of all games: one for each scenario and side, and no step that could never be done."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import games
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import GuideStep, Title

FEWEST = 3  # steps of a guide


GUIDES = [
    (title.key, scenario, side) for title in games.titles() for scenario in title.scenarios for side in title.sides
]


def steps_of(title: Title[Any], scenario: str, side: str) -> list[GuideStep]:
    return [
        step
        for step in title.book.guide().first_turn
        if step.side in ("", side) and (not step.scenarios or scenario in step.scenarios)
    ]


def unknown_words(title: Title[Any], until: str) -> list[str]:
    """What a condition names that this game does not have."""
    match until.split(" "):
        case ["" | "choose" | "weigh" | "opponent" | "act"] | ["phase", _, *_]:
            return []  # the phases are walked through in the games' own tests
        case ["act", verbs, *_]:
            return [verb for verb in verbs.split("|") if verb not in title.rules.notation.classes]
        case ["hold", hexes] | ["hold", "2", hexes]:
            return [name for name in hexes.split("|") if name not in title.rules.board().index]
    return [until]


@pytest.mark.parametrize(("key", "scenario", "side"), GUIDES)
def test_every_scenario_is_guided_for_both_sides_to_its_own_pace(key: str, scenario: str, side: str) -> None:
    title = games.title(key)
    steps = steps_of(title, scenario, side)
    assert len(steps) >= FEWEST and steps[-1].text.endswith("Good luck.")
    assert any(step.danger for step in steps), "a guide teaches what beginners lose by"


@pytest.mark.parametrize(("key", "scenario", "side"), GUIDES)
def test_no_step_but_the_last_outlives_its_phase(key: str, scenario: str, side: str) -> None:
    *steps, _ = steps_of(games.title(key), scenario, side)
    passing = [any(one.startswith(("phase ", "opponent")) for one in step.until.split(" or ")) for step in steps]
    assert passing[-1], f"{steps[-1].title}: after it nothing leads to the last words but the player's own word"


@pytest.mark.parametrize("key", games.keys())
def test_a_scenario_is_known_by_its_name_its_hours_and_its_complexity(key: str) -> None:
    title = games.title(key)
    assert set(title.book.guide().scenarios) == set(title.scenarios)
    for scenario in title.scenarios:
        card = title.book.guide().scenario(scenario)
        assert card.hours and 1 <= card.complexity <= 5 and card.name != scenario


@pytest.mark.parametrize("key", games.keys())
def test_conditions_name_what_the_game_has(key: str) -> None:
    title = games.title(key)
    for step in title.book.guide().first_turn:
        assert [word for until in step.until.split(" or ") for word in unknown_words(title, until)] == [], step.title
        assert set(step.show) <= set(title.rules.board().index)
        assert set(step.scenarios) <= set(title.scenarios) and step.side in ("", *title.sides)


@pytest.mark.parametrize(("key", "scenario", "side"), GUIDES)
def test_what_is_to_be_held_is_not_held_when_the_game_begins(key: str, scenario: str, side: str) -> None:
    title = games.title(key)
    every = [until for step in steps_of(title, scenario, side) for until in step.until.split(" or ")]
    held = [until.split(" ")[1:] for until in every if until.startswith("hold ")]
    pieces = Game(title, title.setup(scenario), SecretDice(secret_of_seed(1))).view(side).pieces if held else ()
    for *number, named in held:
        inside = [piece for piece in pieces if piece.side == side and piece.at in named.split("|")]
        assert len(inside) < int(number[0] if number else 1)
