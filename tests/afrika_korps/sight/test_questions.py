"""What a player may ask, and that every answer agrees with what the rules do."""

from __future__ import annotations

import pytest

from sandtable.core.values import Explanation, Refusal
from sandtable.games.afrika_korps.movement.phase import Movement
from sandtable.games.afrika_korps.state import AfrikaKorps
from sandtable.games.afrika_korps.title import title
from tests.afrika_korps.positions import asking, at, play, position, refused

FIELD = position("21/5 P40, ariete Q41, 15/115 G25, AxS1 P38, rommel W6", "9A/20 P41, 7A/1 L40, 4I/5 N40, AlS1 J62")


def ask(question: str, side: str = "axis", state: AfrikaKorps = FIELD) -> Explanation:
    return title().screen.explain(state, side, question)


def text(question: str, side: str = "axis", state: AfrikaKorps = FIELD) -> str:
    return str(ask(question, side, state))


def unanswered(question: str, state: AfrikaKorps = FIELD) -> str:
    with pytest.raises(Refusal) as caught:
        ask(question, "axis", state)
    return caught.value.case


# --- odds


@pytest.mark.case("7.3", "11.1", "11.2", "8.7", "7.5")
def test_odds_name_every_factor_the_column_and_the_chances() -> None:
    answer = text("odds 9A/20 with 21/5")
    assert answer.startswith("21/5 against 9A/20: 3-1  (7.3)")
    for line in ("attack 7", "defence 2", "7 to 2 is 3-1", "needs supply", "1/3 (33%) D Elim", "1/3 (33%) Exchange"):
        assert line in answer


@pytest.mark.case("7.3", "8.5")
def test_odds_against_a_hex_count_everybody_next_to_it() -> None:
    assert "5-1" in ask("odds P41").text
    assert ask("odds P40", "allied").text == "9A/20 against 21/5: 1-4"


@pytest.mark.case("10.2")
def test_odds_say_what_doubles_a_defender() -> None:
    assert "doubled by the escarpment" in text("odds 7A/1 with 21/5")
    assert "doubled by the fortress" in text("odds 15/115 with 4I/5", "allied")


@pytest.mark.case("7.4", "14.3", "9.1")
def test_odds_tell_what_is_forbidden_free_and_certain() -> None:
    assert "no attack may be made at worse than 1-6" in text("odds 21/5 with 4I/5", "allied")
    assert "needs no supply" in text("odds 21/5 with 9A/20", "allied")
    assert "eliminated without a die roll" in text("odds 4I/5 with 21/5")


@pytest.mark.case("9.1", "7.61")
def test_odds_warn_of_a_surrounded_defender() -> None:
    state = position("21/5 R41, ariete Q40, 21/104 P42, AxS1 S41", "7A/1, 7A/2 Q41")
    assert "surrounded" in text("odds 7A/1, 7A/2 with 21/5, ariete", state=state)
    assert "surrounded" not in text("odds P41")


@pytest.mark.parametrize(
    "question",
    [
        "odds",
        "odds Z99",
        "odds P60",
        "odds 9A/20 with AxS1",
        "odds 9A/20 with rommel",
        "odds 9A/20 with 15/8",
        "odds 15/8 with 9A/20",
        "odds ariete with 21/5",
        "odds 9A/20 with",
        "odds nobody with 21/5",
    ],
)
def test_odds_that_make_no_sense_are_not_answered(question: str) -> None:
    assert unanswered(question) == "why"


# --- reach


@pytest.mark.case("5.2")
def test_reach_lists_every_hex_a_unit_can_end_in() -> None:
    state = asking(FIELD, Movement("axis"))
    answer = ask("reach ariete")
    ends = {name for part in answer.parts for name in part.text.partition(": ")[2].split()}
    assert {"R41", "R42"} <= ends and "P41" not in ends
    assert all(refused(state, f"move ariete Q41-{end}") == "" for end in ends)
    assert answer.text.startswith("ariete at Q41 can reach ")
    assert str(len(ends)) in answer.text


@pytest.mark.case("5.2", "17.1")
def test_reach_of_one_hex_tells_the_way_and_its_cost_as_it_is_played() -> None:
    answer = text("reach 21/5 P38")
    assert "P40-P39-P38" in answer and "2 movement factors" in answer
    moved = play(asking(FIELD, Movement("axis")), "move 21/5 P40-P38")
    assert at(moved, "21/5") == "P38" and moved.treks["21/5"].points == 2


@pytest.mark.case("5.4", "5.2")
@pytest.mark.parametrize(("question", "case"), [("P41", "5.4"), ("X69", "5.2")])
def test_reach_of_a_hex_out_of_reach_gives_the_case_that_forbids_it(question: str, case: str) -> None:
    order = f"move ariete Q41-{question}"
    assert unanswered(f"reach ariete {question}") == refused(asking(FIELD, Movement("axis")), order) == case


@pytest.mark.parametrize("question", ["reach", "reach nobody", "reach 15/8", "reach 21/5 P38 P39", "reach 21/5 there"])
def test_reach_of_nothing_is_not_answered(question: str) -> None:
    assert unanswered(question) == "why"


# --- supply, zones, dangers


@pytest.mark.case("24.1", "14.2", "14.1")
def test_supply_tells_the_line_and_whether_it_is_short_enough_to_attack() -> None:
    assert "21/5 traces to AxS1 along P40-P39-P38" in text("supply 21/5")
    assert "2 hexes, 5 allowed" in text("supply 21/5")
    far = position("21/5 P40, AxS1 P30", "9A/20 P41")
    assert "too far" in text("supply 21/5", state=far)
    assert "isolated" in text("supply 21/5", state=position("21/5 P40", "9A/20 P41"))
    assert "not on the map" in text("supply 15/8")


@pytest.mark.case("24.2", "24.5", "14.1")
def test_supply_of_an_army_lists_its_supplies_and_its_isolated_units() -> None:
    assert "AxS1 at P38" in text("supply")
    shut_in = position("21/5 R41, AxS1 W3", "9A/20 S43, 9A/18 S40, 22gds P40")
    assert "21/5 is isolated" in text("supply", state=shut_in)
    assert "9A/20 is isolated" in text("supply", "allied", position("21/5 P40", "9A/20 P60"))
    assert "no supply on the map" in text("supply", state=position("", "9A/20 P60"))


@pytest.mark.case("7.1")
def test_zones_name_those_who_control_a_hex() -> None:
    assert "9A/20 at P41" in text("zones Q42")
    assert "no enemy" in text("zones P38")
    assert "no enemy" in text("zones G25", "allied")
    assert unanswered("zones") == "why"


@pytest.mark.case("11.9", "7.4", "24.2")
def test_dangers_name_who_would_be_lost_before_combat_and_who_is_isolated() -> None:
    bare = position("ariete P40", "9A/20 P41")
    assert "ariete: in an enemy zone without supply" in text("dangers", state=bare)
    assert "ariete is isolated" in text("dangers", state=bare)
    choice = position("brescia P41", "1SA/1 P40, 1SA/2 Q42", phasing="allied")
    assert "eliminate one of 1SA/1, 1SA/2" in text("dangers", "allied", choice)
    assert text("dangers", state=position("21/5 P40, AxS1 P39", "9A/20 P50")) == "No unit is in danger"


def test_an_unknown_question_is_answered_with_the_questions_there_are() -> None:
    with pytest.raises(Refusal) as caught:
        ask("weather")
    assert caught.value.case == "why"
    assert all(usage in caught.value.why for usage in title().screen.questions.values())
    assert set(title().screen.questions) == {"odds", "reach", "supply", "zones", "dangers", "victory"}


def test_asking_changes_nothing() -> None:
    before = title().rules.encode(FIELD)
    for question in ("odds P41", "reach 21/5", "supply", "zones Q42", "dangers", "victory"):
        ask(question)
    assert title().rules.encode(FIELD) == before
