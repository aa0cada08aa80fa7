"""[9.2, 7.1, 3.4] Road movement, the columns it makes, and its markers."""

from __future__ import annotations

import pytest

from sandtable.games.tobruk.pieces.stacking import Overstacked, overstacked
from sandtable.games.tobruk.state import DEAD
from sandtable.games.tobruk.turn import GameTurn, end_turn
from tests.playing import draft_of, top
from tests.tobruk.positions import (
    asking,
    at,
    attacking,
    facts,
    is_over,
    listed,
    moving,
    play,
    play_noting,
    position,
    refusal,
    where,
)

# The coast road runs 2805-2905-3005-3105-3205-3305.
PANZER = "15PzHQ, I/8/15, II/8/15, 33Pi/15"
THERE_AND_BACK = "-".join(["2805", "2905"] * 8)


@pytest.mark.case("9.2")
def test_the_road_rate_holds_from_road_hex_to_road_hex_where_the_road_crosses() -> None:
    state = play(moving("15PzHQ, I/8/15 2805", "", "15pz"), "move I/8/15 2805-2905-3005-3105-3205")
    assert state.treks["I/8/15"].points == 4 and state.units["I/8/15"].road
    beside = play(moving("15PzHQ, I/8/15 2306", "", "15pz"), "move I/8/15 2306-2406")
    assert beside.treks["I/8/15"].points == 2 and not beside.units["I/8/15"].road  # two road hexes that no road joins


@pytest.mark.case("9.2", "7.1")
def test_a_unit_that_leaves_the_road_on_its_way_bears_no_marker() -> None:
    state = play(moving("15PzHQ, I/8/15 2805", "", "15pz"), "move I/8/15 2805-2905-2904")
    assert state.treks["I/8/15"].points == 1 + 2 and not state.units["I/8/15"].road
    assert not play(moving("15PzHQ, I/8/15= 2820", "", "15pz"), "move I/8/15 2820-2819").units["I/8/15"].road


@pytest.mark.case("9.2", "3.4", "2.7")
def test_a_unit_whose_last_step_was_by_road_keeps_its_marker_into_the_next_turn() -> None:
    state = play(moving("15PzHQ, I/8/15 2805", "", "15pz"), "move I/8/15 2805-2905", "done")
    draft = draft_of(asking(state, GameTurn()))
    end_turn(draft)
    assert draft.state.turn == 3 and draft.state.units["I/8/15"].road
    assert draft.state.drawn == () and draft.state.activated == ()


@pytest.mark.case("9.2")
def test_any_unit_on_a_road_may_use_its_rate() -> None:
    for mark in ("", "="):
        state = play(moving(f"15PzHQ, I/8/15{mark} 2805", "", "15pz"), "move I/8/15 2805-2905")
        assert state.treks["I/8/15"].points == 1 and state.units["I/8/15"].road


@pytest.mark.case("9.0", "9.2")
def test_leaving_the_road_pays_the_last_step_in_full() -> None:
    state = play(moving("15PzHQ, I/8/15 2805", "", "15pz"), "move I/8/15 2805-2905-3005")
    assert "off-road I/8/15" in listed(state)
    state, events = play_noting(state, "off-road I/8/15")
    assert state.treks["I/8/15"].points == 1 + 2 and not state.units["I/8/15"].road
    assert facts(events, "left_road") == [{"unit": "I/8/15", "at": "3005", "case": "9.2"}]
    assert refusal(state, "off-road I/8/15").case == "9.2"


@pytest.mark.case("9.2")
def test_who_has_spent_everything_on_the_road_cannot_leave_it() -> None:
    """Eight points are sixteen road hexes."""
    state = play(moving("XXIHQ, 19/Bre 2805", "", "xxi"), f"move 19/Bre {THERE_AND_BACK}-3005")
    assert state.treks["19/Bre"].points == 16
    assert refusal(state, "off-road 19/Bre").case == "9.2"


@pytest.mark.case("9.2")
def test_only_the_units_that_move_now_leave_the_road() -> None:
    state = moving("15PzHQ, I/5/21= 2905, I/8/15= 3005", "", "15pz")
    assert refusal(state, "off-road I/5/21").case == "9.2"
    free = play(state, "off-road I/8/15")  # it has not moved in this turn, so that nothing is owed
    assert free.treks == {} and not free.units["I/8/15"].road


@pytest.mark.case("7.1", "9.2")
def test_a_hex_with_a_column_holds_one_regiment() -> None:
    assert overstacked(position("I/8/15=, II/8/15, 33Pi/15 2905", ""), "axis") == []
    assert overstacked(position("I/8/15=, II/8/15, 33Pi/15, 33AT/15 2905", ""), "axis") == [at("2905")]
    assert overstacked(position("I/8/15, II/8/15, 33Pi/15, 33AT/15 2905", ""), "axis") == []


@pytest.mark.case("7.1", "9.2")
def test_markers_come_off_before_anybody_is_lost_to_the_limit() -> None:
    state = moving(f"{PANZER} 2805, 33AT/15 2904", "", "15pz")
    state = play(state, "move I/8/15, II/8/15, 33Pi/15 2805-2905", "move 33AT/15 2904-2905")
    state, events = play_noting(state, "done")
    assert is_over(state) and not overstacked(state, "axis")
    assert {fact["unit"] for fact in facts(events, "left_road")} == {"I/8/15", "II/8/15", "33Pi/15"}


@pytest.mark.case("7.1", "9.2")
def test_a_column_of_another_corps_makes_way() -> None:
    state = moving("15PzHQ, I/8/15 2904, I/5/21=, II/5/21=, 3/21= 2905", "", "15pz")
    state = play(state, "move I/8/15 2904-2905", "done")
    assert is_over(state) and not any(unit.road for unit in state.units.values())


@pytest.mark.case("7.1", "9.2")
def test_of_seven_battalions_on_a_road_one_is_lost_and_not_four() -> None:
    state = moving("15PzHQ, I/8/15 2805, 19/Bre, 20/Bre 2905", "", "15pz")
    state = play(state, "move I/8/15 2805-2905", "done")
    assert isinstance(top(state), Overstacked)
    assert is_over(play(state, "lose I/8/15", rolls=(6,)))


@pytest.mark.case("7.1", "9.2")
def test_who_cannot_pay_for_leaving_the_road_is_in_a_column_still() -> None:
    state = moving("XXIHQ, 19/Bre 2805, 27/Bre 3004", "", "xxi")
    state = play(state, f"move 19/Bre {THERE_AND_BACK}-3005", "move 27/Bre 3004-3005", "done")
    assert isinstance(top(state), Overstacked)
    state = play(state, "lose 27/Bre")
    assert is_over(state) and state.units["27/Bre"].at == DEAD and state.units["19/Bre"].road


@pytest.mark.case("9.2", "10.3")
def test_a_retreat_into_a_column_cancels_its_road_movement() -> None:
    """Beaten at 3005, the battalion can only go west along the coast, to where a column of three stands."""
    axis = "I/361/Afk 3005, I/8/15=, II/8/15=, 33Pi/15= 2804"
    state = attacking(axis, "8Hus/4Arm, 3RTR/4Arm, 5RTR/4Arm 3105", "xxx")
    state = play(state, "attack 3005 with 8Hus/4Arm, 3RTR/4Arm, 5RTR/4Arm", rolls=(4, 5))
    ends = sorted({order.rpartition("-")[2] for order in listed(state)})
    assert "2804" in ends
    order = next(order for order in listed(state) if order.endswith("-2804"))
    state = play(state, order)
    assert where(state, "I/361/Afk") == "2804"
    assert not any(unit.road for unit in state.units.values())


@pytest.mark.case("9.2", "10.4")
def test_an_advance_takes_the_marker_off() -> None:
    state = attacking("I/8/15=, II/8/15= 2820", "Duke/1SA* 2821", "15pz")
    state = play(state, "attack 2821 with I/8/15, II/8/15", rolls=(6, 6))
    state = play(state, "advance I/8/15 2821", "done")
    assert not state.units["I/8/15"].road and state.units["II/8/15"].road
