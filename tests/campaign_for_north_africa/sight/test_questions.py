"""What a player may ask, and that every answer agrees with the rules and with what he may know."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.core.values import Explanation, Refusal
from sandtable.games.campaign_for_north_africa.contents import Minefield, Report
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.sight.observe import disguises, observe
from sandtable.games.campaign_for_north_africa.sight.questions import QUESTIONS, explain
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.title import title
from tests.campaign_for_north_africa.positions import asking, position, refusal

FIELD = asking(
    position(
        "27Bre+ C3918, I/157 C3716 spent=4, VII(M) C4018",
        "1RNF, 1Buffs C3818, 7Arm+ C3714",
        supply={"AX-S1": ("C3918", 40, 60), "AX-S2": ("C3918",), "CW-S1": ("C3714", 40, 60)},
        known={"axis": {"1RNF": Report(1, 1, "C3818", 3)}},
        scenario="grazianis-offensive",
        phasing="axis",
        control={"C4131": "commonwealth"},
    ),
    Movement("axis"),
)


def ask(question: str, side: str = "axis", state: Campaign = FIELD) -> Explanation:
    return explain(observe(state, side), side, question)


def text(question: str, side: str = "axis", state: Campaign = FIELD) -> str:
    return str(ask(question, side, state))


def unanswered(question: str, side: str = "axis", state: Campaign = FIELD) -> str:
    with pytest.raises(Refusal) as caught:
        ask(question, side, state)
    return caught.value.case


@pytest.mark.parametrize(
    "question",
    [
        "weather",
        "sheet nobody",
        "reach nobody",
        "cpa",
        "why I/157",
        "why I/157 Z9999",
        "strength Z9999",
        "strength C3001",
        "assault C3918",
        "stacking",
        "zones Z1",
        "supply nobody",
    ],
)
def test_what_makes_no_sense_is_not_answered(question: str) -> None:
    assert unanswered(question) == "why"


@pytest.mark.case("4.45", "19.12")
def test_sheet_tells_a_formation_a_part_of_it_and_of_enemies_what_was_learnt() -> None:
    assert "· · I/19: TOE 7 of 7" in text("sheet 27Bre")
    assert "attached to 19Fant, under the counter 27Bre" in text("sheet I/19")
    assert "nothing is known" in text("sheet 7Arm") and "about 3 TOE points at C3818 in 1/1" in text("sheet 1RNF")
    assert "due" in text("sheet Ariete")


@pytest.mark.case("8.1", "8.3", "6.21")
def test_reach_and_why_tell_costs_and_refusals() -> None:
    assert ask("reach I/157").text.startswith("I/157 at C3716 reaches ") and "for 2 CP: " in text("reach I/157")
    way = text("why VII(M) C4019")
    assert way.startswith("VII(M) to C4019: ") and "BP  (8.31)" in way
    assert "Disorganization Points  (6.21)" in text("why I/157 C3413")
    assert unanswered("why I/157 C3818") == refusal(FIELD, "move I/157 C3716-C3818").case
    assert unanswered("reach 1RNF") == "3.6"


@pytest.mark.case("3.32", "6.1", "8.17")
def test_cpa_tells_the_slowest_part_and_what_is_left() -> None:
    answer = text("cpa I/157")
    assert answer.startswith("I/157: Allowance 10") and "4 CP spent" in answer and "11 CP may still be spent" in answer
    assert "I/19: 10, foot" in text("cpa 27Bre")


@pytest.mark.case("32.16", "32.21", "32.24")
def test_supply_tells_sources_needs_and_the_hungry() -> None:
    answer = text("supply 27Bre")
    assert "AX-S1 at C3918, 0 CP away: 40 Ammo, 60 Fuel" in answer and "AX-S2" not in answer
    assert "Ammo: " in answer and "Fuel for an allowance" in answer
    assert "in range: VII(M), 27Bre" in text("supply AX-S1")
    assert unanswered("supply CW-S1") == "3.6" and unanswered("supply 1RNF") == "3.6"
    assert "cannot draw on any Supply Unit" in text("supply", state=position("I/157 C3716"))
    assert "every combat unit" in text("supply", state=position("I/157 C3918", supply={"AX-S1": ("C3918", 40, 60)}))


@pytest.mark.case("11.32", "10.15", "3.6")
def test_strength_is_exact_for_oneself_and_expected_for_the_enemy() -> None:
    mine = text("strength C3918")
    assert "Defensive Close Assault: " in mine and "it exerts a Zone of Control" in mine
    theirs = text("strength C3818")
    assert "1RNF: about 3 TOE points" in theirs and "1Buffs: printed 1 Stacking Point" in theirs
    assert "to be expected" in theirs


@pytest.mark.case("15.26", "15.27", "15.73")
def test_assault_reckons_the_column_with_every_shift_and_chance() -> None:
    answer = text("assault C3818")
    for line in ("Basic Differential", "raw points", "an estimate for the defender", "chances", "the defender loses"):
        assert line in answer
    assert "VII(M)" not in text("assault C3818 with 27Bre")
    assert unanswered("assault C3714") == "15.21"


@pytest.mark.case("9.14", "9.25", "10.6")
def test_stacking_and_zones_of_a_hex() -> None:
    assert "5 of 6 Stacking Points" in ask("stacking C3918").text and "27Bre: 5" in text("stacking C3918")
    assert "1RNF: 1 printed" in text("stacking C3818")
    assert "1Buffs, 1RNF at C3818" in text("zones C3817") and "your 27Bre at C3918" in text("zones C3817")
    assert "no enemy zone" in text("zones C4019")
    assert unanswered("stacking E0923") == unanswered("stacking C5101") == "9.14", "in a lake, at sea"


@pytest.mark.case("60.81")
def test_victory_tells_goals_and_what_is_held() -> None:
    assert "Axis, tactical: all of Sidi Barrani (C4131)" in text("victory")
    assert "in supply from tobruk" in text("victory")
    decisive = text("victory").split("Axis, decisive")[1].split("Axis, strategic")[0]
    assert "none of it is held" in decisive, "nobody of either side is in Siwa, whoever stands nearest"
    assert unanswered("victory", state=position("I/157 C3918")) == "why"


@pytest.mark.case("3.6")
def test_answers_do_not_tell_what_is_hidden_nor_change_anything() -> None:
    before = title().rules.encode(FIELD)
    questions = (
        "sheet 7Arm",
        "strength C3818",
        "assault C3818",
        "stacking C3714",
        "zones C3817",
        "victory",
        "prisoners",
        "works",
        "replacements",
        "reach I/157",
        "supply",
        "sheet 6RTR",
    )
    for question in questions:
        plain = text(question)
        assert all(text(question, state=hidden) == plain for hidden in disguises(FIELD, "axis")), question
    assert title().rules.encode(FIELD) == before
    assert unanswered("sheet 27Bre", "") == "3.6"
    assert set(title().screen.questions) == set(QUESTIONS) and len(QUESTIONS) == 14


@pytest.mark.case("26.22")
def test_the_price_of_a_minefield_is_told_with_its_hex() -> None:
    """Whether it is real or not."""
    for dummy in (True, False):
        mined = replace(FIELD, minefields={board().hex("C3717"): Minefield("commonwealth", dummy=dummy)})
        told = text("why I/157 C3717", state=mined)
        assert "C3717 (clear, minefield): 6 CP" in told and "26.22" in told
