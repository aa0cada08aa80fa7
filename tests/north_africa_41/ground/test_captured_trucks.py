"""[27.1] Allied Trucks in Axis hands."""

import pytest

from sandtable.games.north_africa_41.ground.entering import capture_trucks
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.state import NorthAfrica
from tests.north_africa_41.positions import position, supply_at, where
from tests.playing import draft_of

AT = "2937"


def captured(allied: str, *rolls: int, axis: str = "", options: tuple[str, ...] = ("truck-capture",)) -> NorthAfrica:
    draft = draft_of(position(axis, allied, options=options), *rolls)
    capture_trucks(draft, board().hex(AT))
    return draft.state


@pytest.mark.case("27.1", "8.7")
def test_with_the_option_each_truck_of_a_surrendered_stack_becomes_a_captured_one() -> None:
    state = captured(f"allied-truck-1 {AT}")
    assert where(state, "captured-truck-1") == AT and where(state, "allied-truck-1") == "eliminated"
    plain = captured(f"allied-truck-1 {AT}", options=())
    assert where(plain, "captured-truck-1") == "due" and where(plain, "allied-truck-1") == AT


@pytest.mark.case("27.1", "17.2.3")
def test_the_supply_point_of_an_msu_is_rolled_for() -> None:
    assert supply_at(captured(f"allied-truck-1^ {AT}", 3), "axis", AT) == 1
    assert supply_at(captured(f"allied-truck-1^ {AT}", 2), "axis", AT) == 0


@pytest.mark.case("27.1")
def test_no_more_than_two_are_in_play_and_one_that_broke_down_makes_room() -> None:
    three = f"allied-truck-1, allied-truck-2, allied-truck-3 {AT}"
    state = captured(three)
    assert where(state, "allied-truck-3") == AT
    full = captured(f"allied-truck-1 {AT}", axis="captured-truck-1, captured-truck-2 1604")
    assert where(full, "allied-truck-1") == AT
    again = captured(f"allied-truck-1 {AT}", axis="captured-truck-1 1604, captured-truck-2 removed")
    assert where(again, "captured-truck-2") == AT
