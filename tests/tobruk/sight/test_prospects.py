"""How the battle stands, and the turn track as a calendar."""

from __future__ import annotations

import pytest

from sandtable.core.standing import Goal
from sandtable.games.tobruk.map import board, tobruk
from sandtable.games.tobruk.scenario.opening import Deployment
from sandtable.games.tobruk.sight.prospects import calendar, neglects, standing
from sandtable.games.tobruk.state import Air, Tobruk
from tests.tobruk.positions import asking, moving, position


def goal(state: Tobruk, label: str) -> Goal:
    return next(each for each in standing(state, "axis").goals if each.label == label)


@pytest.mark.case("14.0", "15.1")
def test_points_what_is_needed_objectives_and_the_route_are_told() -> None:
    state = position("I/8/15 dead, I/5/21 2410", "18/4NZ 2607, 2RTR/7Arm dead", held=("2607",))
    assert goal(state, "Victory points").text == "Commonwealth 9, Axis 2; the Commonwealth must lead by 13"
    assert goal(state, "Victory points").missing == "the Commonwealth needs 6 more"
    assert goal(state, "Belhammed").side == "commonwealth" and goal(state, "Sidi Rezegh").side == "axis"
    assert goal(state, "Supply route to Tobruk").side == "commonwealth"
    assert goal(state, "Axis units lost").text == "2 points to the Commonwealth"
    assert standing(state, "axis").verdict == "If the battle ended now: Axis victory"


@pytest.mark.case("15.1")
def test_air_losses_that_turn_a_victory_into_a_draw_are_told() -> None:
    air = {"axis": Air(), "commonwealth": Air(lost_fighters=2)}
    assert "1 more would make a victory a draw" in goal(position("", "", air=air), "Air units lost").text
    worse = {"axis": Air(), "commonwealth": Air(lost_fighters=3)}
    won = standing(position("", "18/4NZ 2607", margin=1, air=worse), "axis")
    assert won.ahead == "" and "a draw" in won.verdict


@pytest.mark.case("15.1")
def test_who_leaves_the_town_empty_is_told_before_the_garrison_is_set_and_before_its_move_ends() -> None:
    away, town = "2YL/14 2204", board().name(tobruk())
    for state in (asking(position("", away), Deployment()), moving("", away, "tobruk")):
        (told,) = neglects(state, "commonwealth")
        assert told.at == town and "wins at once" in told.text and neglects(state, "axis") == ()
    assert neglects(moving("", f"2YL/14 {town}", "tobruk"), "commonwealth") == ()
    assert neglects(moving("", away, "xxx"), "commonwealth") == (), "others cannot see to it"


@pytest.mark.case("4.0")
def test_reinforcements_that_have_not_entered_are_told_before_the_movement_of_their_formation_ends() -> None:
    (told,) = neglects(moving("", "8Hus/4Arm due1, 2RTR/7Arm 4518", "xxx"), "commonwealth")
    assert told.text.startswith("1 reinforcement has not entered") and told.case == "4.0"
    assert neglects(moving("", "8Hus/4Arm due3, 2RTR/7Arm 4518", "xxx"), "commonwealth") == ()


@pytest.mark.case("4.0", "4.1", "12.0")
def test_the_calendar_tells_who_enters_where_and_who_comes_back() -> None:
    boxes = {box.number: box for box in calendar(moving("TriHQ due3, I/8/15 track3", "", "xxx"), "axis")}
    assert [due.text for due in boxes[3].dues] == ["TriHQ at entry 1", "I/8/15 back from the track"]
    assert boxes[3].period == "Nov 1941" and list(boxes) == [1, 2, 3, 4]
