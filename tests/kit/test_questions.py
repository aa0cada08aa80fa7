"""What the answers to players' questions have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import pytest

from sandtable import games
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.forms import Phrase
from sandtable.core.frames import State
from sandtable.core.game import Game
from sandtable.core.values import Explanation, Refusal
from sandtable.kit.questions import Topic, answered, by_cost, read_as, usages


class Attack(Phrase, frozen=True):
    form: ClassVar[str] = "{target:0904} with {units:A, B}"
    target: str
    units: tuple[str, ...]


TOPICS: Mapping[str, Topic[State, str]] = {
    "odds": Topic("odds W6", lambda state, side, words: Explanation(f"odds of {side} at {words}")),
    "supply": Topic("supply", lambda state, side, words: Explanation(f"supply{words}")),
}


def test_a_question_is_a_topic_and_what_it_is_about() -> None:
    assert answered(TOPICS, State(), "axis", " odds  W6 with A ").text == "odds of axis at W6 with A"
    assert answered(TOPICS, State(), "axis", "supply").text == "supply"
    assert usages(TOPICS) == {"odds": "odds W6", "supply": "supply"}


def test_a_topic_that_needs_a_place_says_how_to_ask() -> None:
    with pytest.raises(Refusal, match="about what\\? Ask: odds W6") as refused:
        answered(TOPICS, State(), "axis", "odds ")
    assert refused.value.case == "why"


@pytest.mark.parametrize("key", games.keys())
def test_a_word_by_itself_is_answered_or_says_how_to_ask(key: str) -> None:
    title = games.title(key)
    game: Game[Any] = Game(title, title.setup(), SecretDice(secret_of_seed(1)))
    (side, *_) = game.asked
    for topic, usage in title.screen.questions.items():
        try:
            assert title.screen.explain(title.sight.observe(game.state, side), side, topic).text
        except Refusal as refused:
            assert str(refused) == f"(why) about what? Ask: {usage}", topic


def test_an_order_that_is_asked_about_is_refused_as_a_question() -> None:
    assert read_as(Attack, "W6 with A, B") == Attack("W6", ("A", "B"))
    with pytest.raises(Refusal, match="write it as: attack 0904 with A, B") as refused:
        read_as(Attack, "W6")
    assert refused.value.case == "why"


def test_places_are_told_by_cost_the_cheapest_first_and_in_order() -> None:
    ends = [(10, "W9"), (2, "W8"), (2, "W7")]
    assert by_cost(ends) == (Explanation("for 2: W7 W8"), Explanation("for 10: W9"))
    assert by_cost(ends[:1], lambda cost: f"{cost / 2:g} points") == (Explanation("for 5 points: W9"),)


def test_whoever_asks_for_something_else_is_told_what_can_be_asked() -> None:
    with pytest.raises(Refusal) as refused:
        answered(TOPICS, State(), "axis", "weather?")
    assert str(refused.value) == "(why) no answer to 'weather?'; ask: odds W6; supply"
