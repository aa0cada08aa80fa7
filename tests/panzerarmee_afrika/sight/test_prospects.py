"""How the game stands, and the orders of battle as a calendar."""

from __future__ import annotations

import pytest

from sandtable.core.standing import Goal
from sandtable.games.panzerarmee_afrika.sight.calendar import calendar
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from sandtable.games.panzerarmee_afrika.victory.standing import standing
from tests.panzerarmee_afrika.positions import position, with_books


def goal(state: PanzerarmeeAfrika, label: str) -> Goal:
    return next(each for each in standing(state, "").goals if each.label == label)


@pytest.mark.case("14.1", "8.4", "13.5.3")
def test_bases_factors_and_what_each_side_needs_are_told() -> None:
    state = with_books(position("de-104 0702, de-115* 1007", "uk-3-a++ 1351"), "axis", taken={"F": 16})
    assert goal(state, "El Agheila").side == "axis" and goal(state, "Alexandria").side == "allied"
    assert "18 off for options" in goal(state, "Axis factors").text
    assert "out of supply or dismounted do not count" in goal(state, "Axis factors").text
    assert standing(state, "").ahead == "allied" and standing(state, "").verdict.endswith("Allied victory")


@pytest.mark.case("14.1")
def test_long_possession_of_tobruk_counts_down_and_may_be_out_of_reach() -> None:
    early = with_books(position("", "au-24 1925", turn=6), "allied", tobruk=11)
    assert goal(early, "Allied possession of Tobruk").missing == "needs 10 more in a row"
    assert goal(position("", "", turn=19), "Axis possession of Tobruk").missing == "out of reach in this game"
    won = with_books(position("", ""), "allied", tobruk=21, tobruk_best=21)
    assert goal(won, "Allied possession of Tobruk").side == "allied"
    assert not [each for each in standing(position("", "", options=("no-tobruk-award",)), "").goals
                if each.label.startswith("Tobruk held")]  # fmt: skip


@pytest.mark.case("9", "13.2.2", "13.2.3", "13.2.4", "13.3.1", "13.5", "13.5.2")
def test_the_calendar_tells_arrivals_withdrawals_points_and_malta() -> None:
    boxes = {box.number: box for box in calendar(position("", ""), "")}
    assert len(boxes) == 20 and boxes[18].date == "September 1942"
    assert boxes[18].dues[0].text == "uk-152, uk-153, uk-154, uk-24-a"
    assert any(due.kind == "leaves" and "infantry" in due.text for due in boxes[7].dues)
    told = [due.text for box in boxes.values() for due in box.dues]
    assert any("reinforcement options" in text for text in told) and any("again (" in text for text in told)
    assert any(due.side == "axis" and "replacement points" in due.text for box in boxes.values() for due in box.dues)
    assert any(due.text == "the invasion of Malta may be tried" for box in boxes.values() for due in box.dues)
