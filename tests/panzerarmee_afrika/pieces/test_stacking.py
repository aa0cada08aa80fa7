"""[4] How many a hex holds at the end of a phase, and [5] who controls what was moved through."""

from __future__ import annotations

import pytest

from sandtable.games.panzerarmee_afrika.movement.phase import Overstacked
from tests.panzerarmee_afrika.manoeuvres import allies_move, axis_moves, offered, refused
from tests.panzerarmee_afrika.positions import listed, play, refusal, where, with_unit
from tests.playing import THE_END, top

THREE = "de-104, de-8, de-2 1115"


@pytest.mark.case("4")
def test_three_regular_units_of_a_side_end_the_phase_in_a_hex_and_a_fourth_does_not() -> None:
    state = play(axis_moves(f"{THREE}, de-115 1116"), "move de-115 1116-1115")
    assert "1115 holds 4" in refusal(state, "done").why and refused(state, "done") == "4"
    assert "done" not in listed(state)
    assert top(play(state, "move de-2 1115-1114")).actions(state, "axis")
    assert play(state, "move de-2 1115-1114", "done").stack == (THE_END,)
    assert play(axis_moves(THREE), "done").stack == (THE_END,)


@pytest.mark.case("4")
def test_bardia_holds_two() -> None:
    state = play(allies_move(allied="au-18, au-20 1730, uk-7-a 1629"), "move uk-7-a 1629-1730")
    assert refused(state, "done") == "4"
    assert refused(play(state, "move au-18 1730-1629"), "done") == ""


@pytest.mark.case("4")
def test_transport_units_do_not_count_and_one_installation_is_the_limit() -> None:
    axis = "axis-lorry-1, axis-lorry-2, axis-lorry-3, de-104, de-8, de-2, axis-depot-1 0703"
    assert refused(axis_moves(axis), "done") == ""
    two = axis_moves(f"{axis}, axis-depot-2 0703")
    assert refused(two, "done") == "4"
    moved = play(two, "haul axis-depot-2 with axis-lorry-1 0703-0804")
    assert refused(moved, "done") == ""


@pytest.mark.case("4", "11.1")
def test_units_move_through_a_full_hex_and_may_crowd_it_for_the_time_being() -> None:
    state = axis_moves(f"{THREE}, de-115 1116")
    assert where(play(state, "move de-115 1116-1115-1114"), "de-115") == "1114"
    crowded = play(state, "move de-115 1116-1115")
    assert offered(crowded, "move", "de-115")  # it has moved, but may have to make room
    assert not [order for order in offered(state, "move", "de-115") if order.endswith("-1115")]


@pytest.mark.case("4")
def test_the_limit_is_of_either_side_by_itself() -> None:
    assert refused(axis_moves("de-104, de-8, de-2 1115", "au-18, au-20, au-24 1116"), "done") == ""


@pytest.mark.case("4")
def test_when_nobody_can_leave_the_owner_gives_up_the_surplus() -> None:
    state = axis_moves("de-104*, de-8*, de-2*, de-115*, axis-depot-1, axis-depot-2 1115")
    state = play(state, "done")
    assert top(state) == Overstacked("axis")
    assert sorted(listed(state)) == ["lose de-104", "lose de-115", "lose de-2", "lose de-8"]
    for order in ("lose de-104, de-8", "lose de-33-ar", "lose axis-depot-1", "done"):
        assert refused(state, order) == "4"
    state = play(state, "lose de-2")
    assert where(state, "de-2") == "cadre" and listed(state) == ["lose axis-depot-1", "lose axis-depot-2"]
    state = play(state, "lose axis-depot-1")
    assert where(state, "axis-depot-1") == "due" and state.stack == (THE_END,)


@pytest.mark.case("4")
def test_two_too_many_are_given_up_together() -> None:
    state = play(axis_moves("de-104*, de-8*, de-2*, de-115*, de-155* 1115"), "done")
    assert len(listed(state)) == 10 and refused(state, "lose de-2, de-2") == "4"
    assert play(state, "lose de-2, de-104").stack == (THE_END,)


@pytest.mark.case("4")
def test_one_who_can_still_leave_has_to() -> None:
    state = axis_moves("de-104*, de-8*, de-2*, de-115 1115")
    assert refused(state, "done") == "4"
    penned = "au-18 1114, au-20 1117, au-24 1213, au-26 1215, uk-7-a 1013, uk-22 1016"  # every way out is in a zone
    hemmed = axis_moves("de-104*, de-8*, de-2*, de-115 1115", penned)
    assert refused(hemmed, "done") == ""


@pytest.mark.case("4", "11.2")
def test_a_ship_may_be_the_way_out_of_a_full_port() -> None:
    state = allies_move("it-19 1824, it-20 1825", "au-18, au-20, au-24, uk-7-a 1925")
    state = with_unit(with_unit(state, "it-19", at="1823"), "it-20", at="1725")
    assert refused(state, "done") == "4"
    assert refused(play(state, "ship au-18 to 1351"), "done") == ""


# --- control


@pytest.mark.case("5", "5.1")
def test_a_regular_unit_takes_what_it_enters_and_passes() -> None:
    state = axis_moves("de-104 1924")
    assert state.control["1925"] == "allied"
    assert play(state, "move de-104 1924-1925").control["1925"] == "axis"
    assert play(state, "move de-104 1924-1925-1825").control["1925"] == "axis"
    assert play(state, "move de-104 1924-1824").control["1925"] == "allied"


@pytest.mark.case("5")
def test_transport_units_and_installations_change_no_control() -> None:
    state = axis_moves("axis-lorry-1, axis-depot-1 1924")
    assert play(state, "move axis-lorry-1 1924-1925").control["1925"] == "allied"
    assert play(state, "haul axis-depot-1 with axis-lorry-1 1924-1925").control["1925"] == "allied"
