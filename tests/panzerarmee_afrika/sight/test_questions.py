"""What a player may ask, and that every answer agrees with what the rules do."""

from __future__ import annotations

import pytest

from sandtable.core.values import Explanation, Refusal
from sandtable.games.panzerarmee_afrika.movement.phase import Movement
from sandtable.games.panzerarmee_afrika.pieces.tables import limits
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from sandtable.games.panzerarmee_afrika.title import title
from sandtable.games.panzerarmee_afrika.victory.standing import needs
from tests.panzerarmee_afrika.combats import figure_8
from tests.panzerarmee_afrika.positions import asking, play, position, refusal, where, with_books

FIELD = asking(figure_8(), Movement("axis"))


def ask(question: str, side: str = "axis", state: PanzerarmeeAfrika = FIELD) -> Explanation:
    return title().screen.explain(state, side, question)


def text(question: str, side: str = "axis", state: PanzerarmeeAfrika = FIELD) -> str:
    return str(ask(question, side, state))


def unanswered(question: str, state: PanzerarmeeAfrika = FIELD) -> str:
    with pytest.raises(Refusal) as caught:
        ask(question, "axis", state)
    return caught.value.case


# --- odds and advice


@pytest.mark.case("12.4", "12.4.2", "12.4.3", "12.4.4")
def test_odds_name_every_factor_both_columns_and_the_chances() -> None:
    answer = text("odds 1509")
    assert " on 1509: +1" in answer.splitlines()[0]
    for line in (
        "×1 in attack supply",
        "only escarpment",
        "1½ is 1, fractions dropped",
        "counter-attack +0",
        "1/6 (17%) the defender loses 2",
    ):
        assert line in answer


@pytest.mark.case("12.3", "12.2")
def test_odds_of_chosen_units_on_several_hexes_with_an_installation_spent() -> None:
    assert ask("odds 1509, 1608 with de-104, de-5-1-a spending axis-depot-1").text.split(": ")[1].startswith("+3")
    assert "no permissible attack" in text("odds 1509, 1608 with de-104, de-5-1-a"), (
        "without it the attack is not permissible"
    )
    assert ask("odds uk-sg-2 with de-104").text == ask("odds 1509 with de-104").text, "a unit names its hex"


@pytest.mark.case("12.4")
def test_the_best_stack_is_named_with_its_ledger() -> None:
    answer = ask("best 1509 spending axis-depot-1")
    assert answer.text.startswith("de-104, de-5-1-a on 1509: +5") and answer.parts
    hopeless = position("de-8 1508", "uk-7-a, uk-4-a 1509", phasing="axis")
    assert ask("best 1509", state=hopeless).case == "12.4.3"


@pytest.mark.parametrize(
    "question",
    [
        "odds", "odds 9999", "odds 1406", "odds 1509 with uk-sg-2", "odds 1509 with nobody", "odds 1509 with de-8",
        "odds 1509 with axis-depot-1", "odds 1509 spending de-104", "best", "best 1408",
    ],
)  # fmt: skip
def test_odds_that_make_no_sense_are_not_answered(question: str) -> None:
    assert unanswered(question) == "why"


# --- reach


@pytest.mark.case("11.1", "11.1.2")
def test_reach_lists_every_hex_by_its_cost() -> None:
    answer = ask("reach de-5-1-a")
    ends = {name for part in answer.parts for name in part.text.partition(": ")[2].split()}
    assert {"1507", "1406"} <= ends and "1509" not in ends
    assert f"can reach {len(ends)} hexes" in answer.text


@pytest.mark.case("11.1", "11.1.2")
def test_reach_of_one_hex_tells_the_way_and_its_cost_as_it_is_played() -> None:
    assert "1508-1507-1506" in text("reach de-104 1506") and "6 movement factors, 44 left" in text("reach de-104 1506")
    moved = play(FIELD, "move de-104 1508-1506")
    assert where(moved, "de-104") == "1506" and moved.treks["de-104"].spent == 6


@pytest.mark.case("11.1", "11.3")
def test_reach_of_what_is_forbidden_gives_the_case() -> None:
    assert unanswered("reach de-104 1509") == refusal(FIELD, "move de-104 1508-1509").case == "11.1"
    assert unanswered("reach axis-depot-1") == "11.3"
    assert unanswered("reach de-104", position("de-104* 1508")) == "11"


@pytest.mark.parametrize("question", ["reach", "reach nobody", "reach de-8", "reach de-104 1506 1507", "reach de-8 x"])
def test_reach_of_nothing_is_not_answered(question: str) -> None:
    assert unanswered(question) == "why"


# --- supply


@pytest.mark.case("8.1", "8.2", "8.5")
def test_supply_tells_the_line_leg_by_leg_and_whether_it_feeds_an_attack() -> None:
    answer = text("supply de-104")
    assert "is in supply" in answer and "1508-1507-1406" in answer
    assert "6 MF to 1406" in answer and "0703 is a terminal" in answer and "attack supply from 1406" in answer
    assert "no attack supply" in text("supply uk-sg-2", "allied")


@pytest.mark.case("8.2", "8.4", "8.3.2", "13.6")
def test_supply_tells_where_a_line_breaks_and_what_holds_until_it_is_judged_again() -> None:
    state = position("de-104 1514, it-19_, it-20*, axis-depot-1 0702", "uk-22 1730", control={"1925": "axis"})
    answer = text("supply de-104", state=state)
    assert "is out of supply" in answer and "MF away" in answer and "was judged in supply" in answer
    assert "dismounted" in text("supply it-19", state=state)
    assert "was judged out of supply" in text("supply it-20", state=state)
    assert "Bardia supplies" in text("supply uk-22", "allied", state)
    assert "de-104: " in text("supply", state=state)
    assert "is in supply" in text("supply", "allied", state)


@pytest.mark.case("8.2", "8.3", "8.5")
def test_the_network_lists_what_each_installation_hangs_on_and_whom_it_feeds() -> None:
    answer = text("network", "allied")
    assert "allied-depot-1 at 1614 is in the network" in answer and "supplies uk-sg-2, au-20" in answer
    assert "9 MF from 1622 to 1925" in answer and "terminals: " in answer
    stray = position("it-19 0702, axis-depot-1 1622", "au-24 1925")
    assert "is cut off" in text("supply axis-depot-1", state=stray)
    assert "0703, is" in text("supply axis-depot-1", state=stray), "the nearest terminal is too far"
    assert "there is no installation in supply" in text("supply it-19", state=stray), "a terminal feeds no Axis unit"


# --- zones and victory


@pytest.mark.case("3")
def test_zones_name_those_whose_zone_a_hex_is_in() -> None:
    assert "uk-sg-2 at 1509" in text("zones 1508") and "no enemy" in text("zones 1406")
    assert unanswered("zones") == "why"


@pytest.mark.case("14.1", "13.5.3")
def test_the_standing_weighs_both_armies_and_says_what_would_change_it() -> None:
    state = position("de-104, de-115 0702, de-8* 0803", "uk-3-a, uk-7-a, uk-4-a 1351", turn=17)
    state = with_books(state, "axis", taken={"J": 16})
    answer = text("victory", state=state)
    assert "Axis: 2" in answer and "6 off for the options J" in answer and "2 out of supply" in answer
    assert "4.50 to 1" in answer and "a substantive Allied victory" in ask("victory", state=state).text
    assert needs(state, "allied").startswith("to do better 10 factors in supply instead of 9 for a decisive Allied")
    assert "5 factors in supply instead of 2 for a marginal Axis victory" not in needs(state, "allied")
    assert "for a marginal Allied victory" in needs(state, "axis")


@pytest.mark.case("14", "14.1")
def test_the_standing_counts_the_half_turns_in_tobruk_while_they_can_still_suffice() -> None:
    held = with_books(position("de-104 0702", "au-24 1925", turn=12), "allied", tobruk=10, tobruk_best=10)
    assert "Tobruk: Allied for 10 half turns in a row; 21 are worth one level" in text("victory", state=held)
    late = with_books(position("de-104 0702", "au-24 1925", turn=19), "allied", tobruk=3, tobruk_best=3)
    assert "in a row" not in text("victory", state=late)
    won = with_books(late, "allied", tobruk_best=limits().tobruk_turns)
    assert "worth one level" in text("victory", state=won)
    assert "Alexandria in Axis hands" in text("victory", state=late)


def test_an_unknown_question_is_answered_with_the_questions_there_are() -> None:
    with pytest.raises(Refusal) as caught:
        ask("weather")
    assert caught.value.case == "why"
    assert all(usage in caught.value.why for usage in title().screen.questions.values())


def test_asking_changes_nothing() -> None:
    before = title().rules.encode(FIELD) if FIELD.stack else b""
    for question in ("odds 1509", "best 1509", "reach de-104", "supply", "network", "zones 1508", "victory"):
        ask(question)
    assert title().rules.encode(FIELD) == before
