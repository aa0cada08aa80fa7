"""What a player may ask, and that every answer agrees with what the rules do."""

from __future__ import annotations

import pytest

from sandtable.core.values import Explanation, Refusal
from sandtable.games.north_africa_41.state import NorthAfrica
from sandtable.games.north_africa_41.title import title
from tests.north_africa_41.moving import moving
from tests.north_africa_41.positions import position, refusal

FIELD = moving(
    "ge-i-5, ge-mg8 2929, ge-arko104 2928, it-27pav 1604, axis-truck-1 tripoli",
    "br-16 2930, br-3hus 1930",
    supply={"axis": {"2928": 1, "italy": 2}},
    impulse=1,
    malta=-2,
    control={"3211": "axis"},
    scenario="enter-rommel",
)


def ask(question: str, side: str = "axis", state: NorthAfrica = FIELD) -> Explanation:
    return title().screen.explain(state, side, question)


def text(question: str, side: str = "axis", state: NorthAfrica = FIELD) -> str:
    return str(ask(question, side, state))


def unanswered(question: str, side: str = "axis", state: NorthAfrica = FIELD) -> str:
    with pytest.raises(Refusal) as caught:
        ask(question, side, state)
    return caught.value.case


@pytest.mark.case("8.3", "10.1")
def test_odds_name_every_factor_the_column_and_the_chances() -> None:
    answer = text("odds 2930 with ge-mg8")
    assert answer.startswith("ge-mg8 on 2930 at ")
    for line in ("ge-mg8 at 2929 attacks with 3", "br-16 defends with", "chances", "%)"):
        assert line in answer
    assert "Attack Supply" not in ask("odds 2930 with ge-mg8").text
    everybody = text("odds 2930")
    assert "ge-i-5 at 2929 attacks" in everybody and "Tank Rating" in everybody
    assert "not allowed now" in text(
        "odds 2930 with ge-i-5, it-27pav", state=position("ge-i-5 2929, it-27pav 2830", "br-16 2930")
    )


@pytest.mark.parametrize(
    "question",
    [
        "odds",
        "odds 9999",
        "odds 1604",
        "odds 2930 with it-27pav",
        "odds 2930 with ge-arko104",
        "odds 2930 with br-16",
        "odds 2930 with nobody",
        "odds 2930 with",
        "stand 1708",
        "stand",
        "zones",
        "supply nobody",
        "supply axis-truck-1",
        "reach",
        "reach nobody",
        "reach ge-i-5 1 2",
        "convoy tripoli",
        "weather",
    ],
)
def test_what_makes_no_sense_is_not_answered(question: str) -> None:
    assert unanswered(question) == "why"


@pytest.mark.case("11.2.2", "11.4")
def test_stand_tells_what_a_determined_defence_could_do() -> None:
    answer = text("stand 2930")
    assert "DR2: br-16 holds 33%, with support 50%" in answer and "11.2.2" in answer


@pytest.mark.case("5.1", "5.4")
def test_reach_lists_where_a_piece_can_go_and_the_way_to_a_hex() -> None:
    state = moving("ge-i-5 1604, it-27pav 1603, it-28pav tripoli", "br-1thr 1708")
    assert "tactically:" in text("reach ge-i-5", state=state) and "Extended" in text("reach ge-i-5", state=state)
    assert "1604-1605-1606" in text("reach ge-i-5 1606", state=state)
    assert unanswered("reach ge-i-5 1708", state=state) == refusal(state, "move ge-i-5 1604-1708").case
    assert unanswered("reach it-28pav", state=state) == "6.3.4"


@pytest.mark.case("16.2", "16.3.1", "8.5.1")
def test_supply_tells_the_line_of_a_unit_and_the_hungry_of_an_army() -> None:
    assert "in Full Supply" in text("supply it-27pav") and "its line: 1604" in text("supply it-27pav")
    assert "Out of Supply" in text("supply br-3hus", "allied") and "br-3hus" in text("supply", "allied")
    assert "Attack Supply could come from" in text("supply ge-i-5")
    fed = position("ge-i-5 1604", "br-16 3138")
    assert "Every unit of the Axis" in text("supply", state=fed)
    marked = position("ge-i-5 1604", "br-3hus** 1930")
    assert "red Out of Supply marker" in text("supply br-3hus", "allied", marked)


@pytest.mark.case("21.3.2", "22.2", "22.3.1", "21.1.3")
def test_convoy_tells_capacities_and_the_chances_of_interception() -> None:
    assert "Tripoli: 14 out, 14 in" in text("convoy") and "Alexandria" not in text("convoy")
    assert "attacked 17%" in ask("convoy italy to tripoli").text and "past Malta: -2" in text("convoy italy to tripoli")
    assert "on to Benghazi" in text("convoy italy to 3211")
    assert unanswered("convoy italy to 3138") == "21.1.3" and unanswered("convoy tripoli to italy") == "21.1.2"
    assert unanswered("convoy tripoli to 2011") == "21.1.1"


@pytest.mark.case("7.1", "7.3", "7.4")
def test_zones_name_those_who_exert_them() -> None:
    assert "br-16 at 2930" in text("zones 2830") and "no enemy" in text("zones 1604")
    state = position("ge-i-5 2931", "br-16 2930, br-14 2932")
    assert "the zones overlap" not in text("zones 2931", state=state)  # a friend cancels it
    assert "the zones overlap" in text("zones 2931", state=position("ge-i-5 1604", "br-16 2930, br-14 2932"))


@pytest.mark.case("S1.3", "S2.3.1", "S3.3", "26.1")
def test_victory_tells_what_each_side_holds_and_needs() -> None:
    assert "the Axis needs 7 of 10" in text("victory") and "Alexandria" in text("victory")
    assert "a side needs 3 of 5" in text("victory", state=position("", "", scenario="crusader"))
    campaign = text("victory", state=position("", "", points=-3))
    assert "stands at -3" in campaign and "benchmark" in campaign and "Benina: Allied" in campaign


def test_asking_changes_nothing() -> None:
    before = title().rules.encode(FIELD)
    for question in ("odds 2930", "stand 2930", "reach ge-i-5", "supply", "convoy", "zones 2830", "victory"):
        ask(question)
    assert title().rules.encode(FIELD) == before
    assert set(title().screen.questions) == {"odds", "stand", "reach", "supply", "convoy", "zones", "victory"}
