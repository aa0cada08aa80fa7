"""[9.14, 9.25, 9.3] How much a hex holds."""

import pytest

from sandtable.games.campaign_for_north_africa.ground.stacking import crowd, fits, limit, overstacked
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.state import TRIPOLI
from tests.campaign_for_north_africa.marches import moving
from tests.campaign_for_north_africa.positions import listed, play, position, refusal, where

SIX = "1KRRC, 2KRRC, 1RNF, 2RflBde, 1RflBde, 1Ches"


def hex(name: str) -> int:
    return board().hex(name)


@pytest.mark.case("9.14")
@pytest.mark.parametrize(
    ("at", "room"), [("C3510", 6), ("B5917", 3), ("E3613", 8), ("B6113", 6), ("E4131", 6), ("C4807", 8)]
)
def test_terrain_sets_how_much_a_hex_holds(at: str, room: int) -> None:
    assert limit(hex(at)) == room


@pytest.mark.case("9.14", "8.87")
def test_boxes_hold_any_number() -> None:
    assert limit(TRIPOLI) is None
    assert fits(position(f"{SIX}, 7Arm+ tripoli"), TRIPOLI, (*SIX.split(", "), "7Arm"))


@pytest.mark.case("9.31", "9.3")
def test_no_unit_stops_where_the_limit_would_be_broken() -> None:
    state = moving(f"{SIX} C3511, 2RTR C3510")
    assert refusal(state, "move 2RTR C3510-C3511").case == "9.31"
    assert where(play(state, "move 2RTR C3510-C3511-C3512"), "2RTR") == "C3512"


@pytest.mark.case("9.32", "9.31")
def test_there_is_room_once_somebody_has_left() -> None:
    state = play(moving(f"{SIX} C3511, 2RTR C3510"), "move 1KRRC C3511-C3512", "move 2RTR C3510-C3511")
    assert where(state, "2RTR") == "C3511"


@pytest.mark.case("9.14", "9.13")
def test_a_division_counts_five_whatever_is_in_it_and_does_not_stop_in_the_mountains() -> None:
    state = position("7Arm+ B6016")
    assert not fits(state, hex("B5917"), ("7Arm",))
    assert fits(state, hex("B6016"), ("7Arm",))


FREE = "1Oasis, 2Oasis, 3Oasis, 4Oasis, 5Oasis"  # companies that belong to nobody


@pytest.mark.case("9.25")
def test_five_companies_stand_beside_everything_else_and_a_sixth_does_not() -> None:
    state = position(f"I/157, II/157, III/157, I/158, II/158, III/158, {FREE} C3511, 6Oasis C3510")
    assert crowd(state, "axis", hex("C3511")) == ""
    assert "companies" in crowd(state, "axis", hex("C3511"), ("6Oasis",))


@pytest.mark.case("9.25")
def test_companies_that_belong_to_a_formation_are_not_counted() -> None:
    assert crowd(position("14BdeAT, 16BdeAT, 23BdeAT, 2NA, 23NA, 1PolAT C3511"), "commonwealth", hex("C3511")) == ""


@pytest.mark.case("9.25", "9.28")
def test_a_battalion_that_is_a_shell_counts_as_a_company() -> None:
    shell, whole = (position(f"{FREE} C3511, {name} C3511") for name in ("II/87[1]", "II/87"))
    assert "companies" in crowd(shell, "axis", hex("C3511")) and crowd(whole, "axis", hex("C3511")) == ""


@pytest.mark.case("9.25")
def test_a_city_holds_any_number_of_companies() -> None:
    assert crowd(position(f"{FREE}, 6Oasis C4807"), "axis", hex("C4807")) == ""


@pytest.mark.case("9.16")
def test_garrison_sp_counts_nothing_at_home_and_something_elsewhere() -> None:
    from sandtable.games.campaign_for_north_africa.pieces.counters import counter

    home = counter("FtMad").garrison
    state = position(f"FtMad {home}")
    assert fits(state, hex(home), ("FtMad",))
    six = position(f"FtMad {home}, I/157, II/157, III/157, I/158, II/158, III/158 {home}")
    assert crowd(six, "axis", hex(home)) == ""
    away = position(f"FtMad {home}, I/157, II/157, III/157, I/158, II/158, III/158 C3511")
    assert crowd(away, "axis", hex("C3511"), ("FtMad",))


@pytest.mark.case("9.15", "9.29")
def test_supply_units_trucks_and_markers_take_no_room() -> None:
    state = position(f"{SIX} C3511", supply={"CW-S1": ("C3511", 1, 1)}, motors={"commonwealth": {"C3511": 99}})
    assert overstacked(state, "commonwealth") == []


@pytest.mark.case("9.14", "9.3")
def test_a_segment_does_not_end_while_a_hex_is_too_full_and_somebody_could_leave() -> None:
    state = moving(f"{SIX}, 2RTR C3511", "I/157 C3513")
    assert overstacked(state, "commonwealth") == [hex("C3511")] and overstacked(state, "axis") == []
    assert refusal(state, "done").case == "9.31"
    assert not isinstance(play(state, "move 1KRRC C3511-C3510", "done").stack[-1], Movement)


@pytest.mark.case("9.14")
def test_a_segment_ends_all_the_same_when_nobody_could_leave() -> None:
    state = moving(f"{SIX}, 2Ches C3511 halted=1")
    assert not isinstance(play(state, "done").stack[-1], Movement)


@pytest.mark.case("20.43", "20.45", "9.14", "9.31")
def test_replacement_points_take_the_room_of_the_battalions_they_amount_to() -> None:
    """Twenty points are four battalions, and C3511 holds six."""
    state = moving("CW-Inf7[20], 1KRRC, 2KRRC, 1RNF C3511")
    assert overstacked(state, "commonwealth") == [hex("C3511")]
    assert refusal(state, "done").case == "9.31"
    assert not isinstance(play(state, "move 1RNF C3511-C3510", "done").stack[-1], Movement)
    assert not isinstance(play(moving("CW-Inf7[19], 1KRRC, 2KRRC, 1RNF C3511"), "done").stack[-1], Movement)


@pytest.mark.case("20.46", "9.31")
def test_who_could_leave_makes_room_for_replacement_points_which_stay_however_many_they_are() -> None:
    state = moving("CW-Inf7[35], 1RNF C3511")
    assert refusal(state, "done").case == "9.31"
    assert refusal(state, "move CW-Inf7 C3511-C3510").case == "20.46"
    after = play(state, "move 1RNF C3511-C3510")
    assert overstacked(after, "commonwealth") == [hex("C3511")]
    assert not isinstance(play(after, "done").stack[-1], Movement)


@pytest.mark.case("9.12", "9.16", "9.25", "9.31")
def test_nobody_leaves_a_full_hex_who_takes_no_room_in_it() -> None:
    """Neither a headquarters by itself and a company beside Replacement Points, nor a battalion beside six companies
    that have halted."""
    points = moving("CW-Inf7[35], 7Spt, 14BdeAT C3511")
    assert any(order.startswith("move 7Spt ") for order in listed(points))
    assert not isinstance(play(points, "done").stack[-1], Movement)
    free = moving(f"{FREE}, 6Oasis, I/157 C3511", side="axis")
    assert refusal(free, "done").case == "9.31"
    halted = moving(f"{FREE}, 6Oasis C3511 halted=1, I/157 C3511", side="axis")
    assert overstacked(halted, "axis") and any(order.startswith("move I/157 ") for order in listed(halted))
    assert not isinstance(play(halted, "done").stack[-1], Movement)


@pytest.mark.case("19.41", "9.31")
def test_a_unit_moves_into_a_full_hex_to_join_its_formation_there_and_must_do_so() -> None:
    full = "7Arm+ C3511, 1RNF C3511"  # five and one
    state = moving(f"{full}, 1KRRC C3510, 2KOR C3510")
    assert refusal(state, "move 2KOR C3510-C3511").case == "9.31"
    came = play(state, "move 1KRRC C3510-C3511")
    assert refusal(came, "done").case == "9.31" and "attach 1KRRC to 7Spt" in listed(came)
    after = play(came, "attach 1KRRC to 7Spt", "done")
    assert after.units["1KRRC"].attached == "7Spt" and overstacked(after, "commonwealth") == []


@pytest.mark.case("19.41", "9.31", "8.17")
def test_who_could_not_pay_to_be_attached_does_not_move_there() -> None:
    tired = moving("7Arm+ C3511, 1RNF C3511, 1KRRC C3510 spent=13")
    assert refusal(tired, "move 1KRRC C3510-C3511").case == "9.31"
    assert where(play(moving("7Arm+ C3511, 1KRRC C3510 spent=13"), "move 1KRRC C3510-C3511"), "1KRRC") == "C3511"


@pytest.mark.case("32.9", "9.33", "9.34", "8.34")
def test_roads_and_tracks_have_no_limit_of_their_own() -> None:
    """In the abstract game vehicles pass any number of friends on the road, and need not go around them."""
    full = f"{SIX} C4708"
    state = moving(f"{full}, 7Arm+ C4807", supply={"CW-S1": ("C4807", 40, 60)})
    after = play(state, "move 7Arm C4807-C4708-C4608")
    assert (where(after, "7Arm"), after.units["6RTR"].spent) == ("C4608", 4)  # two hexes of road on foot


@pytest.mark.case("19.43", "9.31", "9.14")
def test_a_unit_is_not_detached_where_there_is_no_room_for_it() -> None:
    state = moving("7Arm+ C3511, 1RNF C3511")
    assert refusal(state, "detach 7Spt with 0").case == "9.31"
    assert not play(moving("7Spt+ C3511"), "detach 1KRRC with 0").units["1KRRC"].attached
