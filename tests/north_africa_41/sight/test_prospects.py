"""How the game stands in each scenario, and the Turn Track as a calendar."""

from __future__ import annotations

import pytest

from sandtable.core.standing import Goal
from sandtable.games.north_africa_41.sight.prospects import calendar, standing
from sandtable.games.north_africa_41.state import NorthAfrica
from tests.north_africa_41.positions import position


def goal(state: NorthAfrica, label: str) -> Goal:
    return next(each for each in standing(state, "axis").goals if each.label == label)


@pytest.mark.case("S1.3", "26.1.1")
def test_where_objectives_decide_each_is_told_and_how_many_are_wanting() -> None:
    state = position("ge-i-5 3211", scenario="enter-rommel", control={"3211": "axis"})
    assert goal(state, "Benghazi").side == "axis" and goal(state, "Tobruk").side == "allied"
    assert goal(state, "Axis objectives").missing == "6 more needed"
    assert standing(state, "axis").verdict == "If the game ended now: Allied victory"
    assert "wins at once" in goal(state, "Alexandria (2478)").missing


@pytest.mark.case("S3.3")
def test_where_either_side_may_hold_enough_both_are_told() -> None:
    state = position("", "", scenario="crusader", control={"2937": "axis", "3332": "allied", "3041": "axis"})
    assert goal(state, "Axis objectives").missing == "1 more needed"
    assert goal(state, "Allied objectives").side == "allied" and standing(state, "axis").ahead == "allied"


@pytest.mark.case("S2.3.1", "S2.3.2")
def test_in_the_campaign_the_marker_and_every_airfield_are_told() -> None:
    state = position("ge-i-5 3212", "br-kdg 1604", points=-3, control={"3212": "axis", "3211": "axis"})
    assert goal(state, "Victory Point marker").text.startswith("-3;") and standing(state, "axis").ahead == "allied"
    assert goal(state, "Benina").missing == "not in Full Supply: does not count"


@pytest.mark.case("20.1", "20.2", "20.3", "19.1.1")
def test_the_calendar_tells_arrivals_departures_and_the_air() -> None:
    boxes = {box.number: box for box in calendar(position("", ""), "axis")}
    assert len(boxes) == 19 and boxes[2].date == "April I 1941"
    assert boxes[2].dues[1].text == "ge-i-18flak, it-61tren, it-62tren"
    (leaving,) = [due.text for due in boxes[5].dues if due.kind == "leaves"]
    assert leaving.startswith("in-5 or one like it, back on turn")
    assert boxes[1].dues[-1].text.startswith("air superiority: Axis")
    assert [box.number for box in calendar(position("", "", scenario="crusader"), "axis")] == [17, 18, 19]
