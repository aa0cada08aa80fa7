"""How the game stands, and the Time Record Card as a calendar."""

from __future__ import annotations

import pytest

from sandtable.core.standing import Goal
from sandtable.games.afrika_korps.sight.prospects import calendar, standing
from sandtable.games.afrika_korps.state import AfrikaKorps
from tests.afrika_korps.positions import position, with_books


def goal(state: AfrikaKorps, label: str) -> Goal:
    return next(each for each in standing(state, "axis").goals if each.label == label)


@pytest.mark.case("4.1", "4.2", "4.3")
def test_places_are_whose_units_stand_there_and_a_base_in_an_enemy_zone_is_nobodys() -> None:
    state = position("21/5 G25, 15/8 W3, AxS1 W4", "7A/1 J62, AlS1 J60")
    assert goal(state, "Tobruch").side == "axis" and goal(state, "Tobruch").at == ("G25",)
    assert goal(state, "Bengasi").missing == "no unit is there"
    assert goal(state, "Axis conquest").missing == "still to take: Bengasi, Allied home base"
    besieged = position("21/5 W3, AxS1 V3", "7A/1 W4, AlS1 J60")
    assert goal(besieged, "German home base").missing == "an enemy zone of control reaches it"
    assert standing(state, "axis").ahead == "allied", "they win when time runs out"


@pytest.mark.case("4.1")
def test_who_holds_everything_is_told_how_long_it_must_be_held() -> None:
    state = position("21/5 G25, 15/8 W3, 21/3 H2, 15/33 J62, AxS1 W4", "7A/1 P40, AlS1 P41")
    assert goal(state, "Axis conquest").missing == "hold them for 2 more of your turns from beginning to end"
    assert standing(state, "allied").ahead == "axis"


@pytest.mark.case("24.5")
def test_an_army_without_supply_is_told_when_it_is_lost() -> None:
    state = with_books(position("21/5 W3, AxS1 W4", "7A/1 J62"), "allied", bare_turns=1)
    assert "after 1 whole turn of its own" in goal(state, "Allied army").missing
    assert goal(state, "Axis army").missing == ""


@pytest.mark.case("19.1", "12.2", "20.1", "21.1")
def test_the_calendar_tells_arrivals_and_what_changes() -> None:
    boxes = {box.number: box for box in calendar(position("", ""), "axis")}
    assert len(boxes) == 38 and boxes[3].period == "May 1941"
    assert [(due.kind, due.side, due.text) for due in boxes[3].dues] == [("arrives", "axis", "15/8, 15/115, 15/33")]
    assert "supply is sunk on 1, 2, 3" in boxes[7].dues[-1].text
    assert [due.text for due in boxes[23].dues] == ["replacement factors are received"] and not boxes[24].dues
