"""How the war stands as far as a side can know, and its schedules as a calendar."""

from __future__ import annotations

import pytest

from sandtable.core.standing import Goal, Standing
from sandtable.games.campaign_for_north_africa.sight.observe import disguises, observe
from sandtable.games.campaign_for_north_africa.sight.prospects import calendar, standing
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.positions import position


def stands(state: Campaign, side: str) -> Standing:
    return standing(observe(state, side), side)


def goal(state: Campaign, label: str, side: str = "axis") -> Goal:
    return next(each for each in stands(state, side).goals if each.label == label)


GRAZIANI = position("I/157 C4021", "7Arm+ C3818", scenario="grazianis-offensive", control={"C3019": "axis"})


@pytest.mark.case("60.81")
def test_levels_are_told_with_what_each_still_needs() -> None:
    found = goal(GRAZIANI, "Axis: tactical victory")
    assert "Sidi Barrani (C4131)" in found.text and "in supply from Tobruk" in found.text
    assert found.missing.startswith("still needed: Sidi Barrani (C4131)") and "C4131" in found.at
    assert goal(GRAZIANI, "Axis: strategic victory").text.startswith("one of Alexandria, Cairo")
    assert stands(GRAZIANI, "axis").verdict.endswith("a draw")


@pytest.mark.case("60.82")
def test_places_that_bring_points_are_told_and_why_one_does_not_count_yet() -> None:
    state = position("I/157 C4807", "7Arm+ C3818", scenario="italian-campaign")
    tobruk = next(each for each in stands(state, "axis").goals if "C4807" in each.at)
    assert tobruk.side == "axis" and "points for the Axis" in tobruk.text
    assert tobruk.missing.startswith("does not count yet")
    assert "Commonwealth 0" in stands(state, "axis").verdict


@pytest.mark.case("64.71", "64.72", "64.76")
def test_in_the_campaign_what_wins_at_once_is_told() -> None:
    state = position("I/157 C4807", "7Arm+ C3818", scenario="campaign")
    assert {"Cairo and Alexandria", "Axis supply"} <= {each.label for each in stands(state, "axis").goals}


@pytest.mark.case("3.61")
def test_nothing_hidden_changes_how_it_stands_and_spectators_learn_who_stands_where() -> None:
    for side in ("axis", "commonwealth", ""):
        for other in disguises(GRAZIANI, side):
            assert stands(other, side) == stands(GRAZIANI, side)
    assert stands(GRAZIANI, "").verdict == "" and stands(GRAZIANI, "").goals


@pytest.mark.case("20.1", "20.8")
def test_the_calendar_has_ones_own_arrivals_and_withdrawals() -> None:
    state = position("I/157 C4807", "7Arm+ C3818", scenario="campaign", last_turn=111)
    ours = [due for box in calendar(state, "commonwealth") for due in box.dues]
    theirs = [due for box in calendar(state, "axis") for due in box.dues]
    assert {due.side for due in ours} == {"commonwealth"} and {due.side for due in theirs} == {"axis"}
    assert any(due.kind == "leaves" for due in ours) and not any(due.kind == "leaves" for due in theirs)
    assert calendar(state, "axis")[0].period == "September 1940"
