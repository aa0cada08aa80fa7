"""A game that writes no screen code can be clicked: what its actions name says where."""

from __future__ import annotations

import pytest

from sandtable.core.values import Refusal
from sandtable.kit.clicks import Clicks
from sandtable.template.combat import Combat
from sandtable.template.state import Outpost
from sandtable.template.title import title
from tests.template.test_rules import position

HERE = position("red-1 0504, red-4 0405, blue-1 0505, blue-4 1001")
FIGHT = position("red-1 0504, red-4 0405, blue-1 0505, blue-4 1001", phase=Combat)


def offered(state: Outpost, *pieces: str) -> set[tuple[str, str]]:
    return {(offer.action, offer.at) for offer in title().screen.offers(state, "red", pieces)}


def test_with_nothing_chosen_there_are_the_buttons() -> None:
    assert offered(HERE) == {("done", "")}


def test_a_chosen_unit_may_be_sent_wherever_it_can_go() -> None:
    assert ("move red-1 to 0503", "0503") in offered(HERE, "red-1")
    assert all(action.startswith("move red-1 ") for action, _ in offered(HERE, "red-1"))


def test_an_attack_is_clicked_on_the_enemy() -> None:
    assert offered(FIGHT, "red-1") == {("attack blue-1 with red-1", "0505")}


def test_a_click_means_the_listed_action() -> None:
    assert str(title().screen.propose(HERE, "red", ("red-1",), "0503")) == "move red-1 to 0503"


def test_several_chosen_units_attack_together_though_only_single_attacks_are_listed() -> None:
    assert str(title().screen.propose(FIGHT, "red", ("red-1", "red-4"), "0505")) == "attack blue-1 with red-1, red-4"


def test_chosen_defenders_say_whom_to_attack() -> None:
    assert str(title().screen.propose(FIGHT, "red", ("red-4", "blue-1"), "")) == "attack blue-1 with red-4"


def test_a_click_out_of_reach_is_refused_by_the_rule_that_forbids_it() -> None:
    with pytest.raises(Refusal, match=r"^\(2\) red-1 cannot reach 1010"):
        title().screen.propose(HERE, "red", ("red-1",), "1010")


def test_whoever_is_not_asked_is_offered_nothing() -> None:
    assert Clicks(title().rules, title().sight, HERE, "blue").offers(("blue-1",)) == ()
