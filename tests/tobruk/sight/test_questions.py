"""What a player may ask, and that every answer agrees with what the rules do."""

from __future__ import annotations

import pytest

from sandtable.core.values import Explanation, Refusal
from sandtable.games.tobruk.sight.questions import QUESTIONS
from sandtable.games.tobruk.state import Tobruk
from sandtable.games.tobruk.title import title
from tests.tobruk.positions import moving, position

FIELD = position("15PzHQ 2720, I/8/15, II/8/15 2820, 33Rc/15! 3018, TriHQ due3", "18/4NZ, 65AT 2821, 2NZHQ 3022")


def ask(question: str, side: str = "axis", state: Tobruk = FIELD) -> Explanation:
    return title().screen.explain(state, side, question)


def text(question: str, side: str = "axis", state: Tobruk = FIELD) -> str:
    return str(ask(question, side, state))


def unanswered(question: str, side: str = "axis") -> str:
    with pytest.raises(Refusal) as caught:
        ask(question, side)
    return caught.value.case


@pytest.mark.case("10.1", "13.0")
def test_odds_against_a_hex_count_everybody_next_to_it() -> None:
    answer = text("odds 2821")
    assert answer.startswith("I/8/15, II/8/15 against 18/4NZ, 65AT at 2821: 2:1  (10.1)")
    for line in (
        "attack 18",
        "defence 8",
        "65AT hits 3 times in 6",
        "expected reductions",
        "-/R3: defender retreats 3",
    ):
        assert line in answer
    assert "1:1" in ask("odds 2821 with I/8/15").text
    assert unanswered("odds 2820") == unanswered("odds 3022") == unanswered("odds 9999") == "why"
    assert unanswered("odds 2821 with 18/4NZ") == unanswered("odds 2821 with nobody") == "why"


@pytest.mark.case("9.0", "9.2")
def test_reach_lists_hexes_by_cost_and_tells_one_way() -> None:
    state = moving("15PzHQ, I/8/15 2805", "", "15pz")
    assert "for 0.5: 2705 2905" in text("reach I/8/15", state=state)
    way = text("reach I/8/15 3105", state=state)
    assert way.startswith("I/8/15 goes 2805-2905-3005-3105") and "1.5 movement points" in way and "(9.2)" in way
    with pytest.raises(Refusal) as caught:
        ask("reach I/8/15 2801", state=state)  # sea
    assert caught.value.case == "9.0"
    assert unanswered("reach TriHQ") == unanswered("reach") == unanswered("reach I/8/15 zz") == "why"


@pytest.mark.case("5.1", "5.2")
def test_supply_names_markers_and_the_path_of_a_unit() -> None:
    assert "33Rc/15 is low supply" in text("supply")
    assert "its path is 2820-" in text("supply I/8/15")
    assert ask("supply", "commonwealth").text == "Every unit of the Commonwealth has a supply path"


@pytest.mark.case("6.0")
def test_command_tells_who_can_activate_a_unit() -> None:
    assert ask("command I/8/15").text == "I/8/15 at 2820 can be activated"
    assert "15PzHQ of 15th Panzer Division is 1 hex away, its range is 9" in text("command I/8/15")


@pytest.mark.case("8.0", "10.3")
def test_zones_and_ways_of_retreat() -> None:
    assert "18/4NZ at 2821" in text("zones 2822") and ask("zones 2810").parts == ()
    assert ask("retreat 18/4NZ", "commonwealth").parts
    ring = position("I/8/15 2820, II/8/15 2921, 33Rc/15 2922, 33Pi/15 2822, I/115/15 2722, 2/15 2721", "18/4NZ 2821")
    assert "eliminated" in ask("retreat 18/4NZ", "commonwealth", ring).text


@pytest.mark.case("14.0")
def test_victory_is_told_as_it_stands() -> None:
    assert ask("victory").text == "the Commonwealth leads by 5 and needs 13"


def test_what_has_no_answer_is_refused_with_what_may_be_asked() -> None:
    assert unanswered("weather") == "why"
    assert set(title().screen.questions) == set(QUESTIONS) and all(QUESTIONS.values())
