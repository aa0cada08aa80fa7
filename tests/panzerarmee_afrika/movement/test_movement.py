"""[11, 11.1, 11.1.1] Who moves, how far, together or apart, and never out of supply."""

from __future__ import annotations

import pytest

from sandtable.games.panzerarmee_afrika.map import board, egypt
from sandtable.games.panzerarmee_afrika.movement.reach import points_left
from tests.panzerarmee_afrika.manoeuvres import allies_move, axis_moves, ends, name_of_turn, offered, refused, spent
from tests.panzerarmee_afrika.positions import play, play_noting, refusal, where, with_unit

# --- who moves, and how far


@pytest.mark.case("11", "11.1", "7.1")
def test_all_some_or_none_of_the_units_move() -> None:
    state = axis_moves("de-104 1115, de-8 1118")
    assert refused(state, "done") == ""
    some = play(state, "move de-104 1115-1116")
    assert refused(some, "done") == ""
    every = play(some, "move de-8 1118-1119")
    assert (where(every, "de-104"), where(every, "de-8")) == ("1116", "1119")
    assert refused(every, "done") == ""


@pytest.mark.case("11.1", "7.1")
def test_only_own_units_on_the_map_move_and_only_from_where_they_are() -> None:
    state = axis_moves("de-104 1115", "au-20 1125")
    assert refused(state, "move au-20 1125-1126") == "11.1"
    assert refused(state, "move de-104 1116-1117") == "11.1"
    assert refused(state, "move de-8 1115-1116") == "11.1"  # in the cadre
    assert refused(state, "move de-999 1115-1116") == "11.1"
    assert refused(state, "move de-104, de-104 1115-1116") == "11.1"
    assert refused(state, "move de-104 1115-9999") == "11.1"
    assert refused(state, "move de-104 1115-1116") == ""
    assert not [order for order in offered(state, "move") if "au-20" in order]


@pytest.mark.case("11.1", "11.1.2")
@pytest.mark.parametrize(("unit", "factors"), [("de-104", 50), ("de-5-1-a", 60)])
def test_a_unit_spends_three_factors_a_clear_hex_and_no_more_than_it_has(unit: str, factors: int) -> None:
    state = axis_moves(f"{unit} 0506")
    hexes = factors // 3
    after = play(state, f"move {unit} 0506-{506 + hexes:04}")
    assert spent(after, unit) == 3 * hexes and points_left(after, unit) == factors - 3 * hexes
    assert refused(state, f"move {unit} 0506-{507 + hexes:04}") == "11.1"
    assert "MF away" in refusal(state, f"move {unit} 0506-{507 + hexes:04}").why
    assert "no route" in refusal(state, f"move {unit} 0506-2501").why  # the sea


@pytest.mark.case("11.1")
def test_a_unit_that_cannot_pay_a_hex_in_full_does_not_enter_it() -> None:
    state = play(axis_moves("de-104 0506"), "move de-104 0506-0522")  # 48 of 50
    assert "0523 costs de-104 3 MF and it has 2 left" in refusal(state, "move de-104 0522-0523").why
    assert not ends(state, "de-104")


@pytest.mark.case("11.1")
def test_a_move_goes_in_any_direction_and_along_the_path_as_written() -> None:
    state = axis_moves("de-104 1115")
    after, events = play_noting(state, "move de-104 1115-1116-1215-1214-1115-1014")
    assert where(after, "de-104") == "1014" and spent(after, "de-104") == 15
    assert events[0].facts["path"] == ["1115", "1116", "1215", "1214", "1115", "1014"]
    assert refused(state, "move de-104 1115-1116-1115") == "11.1"  # ends where it began


@pytest.mark.case("11.1")
def test_units_move_in_instalments_and_factors_are_not_given_back() -> None:
    state = play(axis_moves("de-104 1115"), "move de-104 1115-1118", "move de-104 1118-1115")
    assert where(state, "de-104") == "1115" and spent(state, "de-104") == 18


@pytest.mark.case("11.1")
def test_between_hexes_that_are_not_adjacent_the_cheapest_way_is_taken() -> None:
    """From 0906 to 0703 the road costs four, the straight way across the marsh and the desert much more."""
    state = axis_moves("de-104 0906")
    after, events = play_noting(state, "move de-104 0906-0703")
    assert events[0].facts["path"] == ["0906", "0905", "0804", "0803", "0703"] and spent(after, "de-104") == 4


@pytest.mark.case("11.1")
def test_a_path_may_name_only_the_hexes_where_it_turns() -> None:
    after, events = play_noting(axis_moves("de-104 1115"), "move de-104 1115-1118-1417-1418")
    path = events[0].facts["path"]
    assert isinstance(path, list) and {"1118", "1417"} <= {*path} and len(path) == 8
    assert spent(after, "de-104") == 21


@pytest.mark.case("11.1")
def test_two_adjacent_hexes_are_that_step_even_where_a_way_around_is_cheaper() -> None:
    """From 1826 the road by 1726 leads around the escarpment into 1725, not adjacent; 1727 is up the slope."""
    state = axis_moves("de-104 1725")
    assert spent(play(state, "move de-104 1725-1825"), "de-104") == 3 + 10
    listed = next(order for order in offered(state, "move") if order.endswith("-1825"))
    assert spent(play(state, listed), "de-104") == 3  # by 1726 and 1826


@pytest.mark.case("11.1", "2.1.1")
def test_a_path_is_of_hexes_side_by_side_that_can_be_entered() -> None:
    state = axis_moves("de-104 0906")
    assert "no unit may enter" in refusal(state, "move de-104 0906-0905-0904").why
    assert refused(state, "move de-104 0906-0905-1004") == "11.1"
    assert refused(axis_moves("de-104 0841"), "move de-104 0841-0742") == "2.1.1"  # the rim of the depression


# --- together and apart


@pytest.mark.case("11.1")
def test_stacks_are_formed_and_broken_up_on_the_way() -> None:
    state = axis_moves("de-104, de-8 1115, de-5-1-a 1117")
    state = play(state, "move de-104, de-8 1115-1117", "move de-104, de-5-1-a 1117-1119", "move de-8 1117-1116")
    assert [where(state, name) for name in ("de-104", "de-5-1-a", "de-8")] == ["1119", "1119", "1116"]
    assert [spent(state, name) for name in ("de-104", "de-5-1-a", "de-8")] == [12, 6, 9]


@pytest.mark.case("11.1")
def test_a_stack_goes_no_further_than_its_slowest_unit() -> None:
    state = axis_moves("de-104, de-5-1-a 0506")  # 50 and 60
    assert refused(state, "move de-104, de-5-1-a 0506-0522") == ""
    assert refused(state, "move de-104, de-5-1-a 0506-0523") == "11.1"
    assert refused(state, "move de-5-1-a 0506-0523") == ""


@pytest.mark.case("11.1", "4", "10.3")
def test_units_pass_through_friends_who_are_out_of_supply_or_command_or_too_many() -> None:
    state = allies_move(allied="uk-7-a 1249, au-18!, au-20*, au-24 1248")
    after = play(state, "move uk-7-a 1249-1248-1247")
    assert where(after, "uk-7-a") == "1247"


@pytest.mark.case("11.1", "11")
def test_nobody_enters_a_hex_of_enemy_units_or_transport_units() -> None:
    state = axis_moves("de-104 1115", "au-20 1117, allied-lorry-1 1413, allied-depot-1 1013")
    assert refused(state, "move de-104 1115-1116-1117") == "11.1"
    assert refused(state, "move de-104 1115-1214-1314-1413") == "11.1"
    assert {"1117", "1413"}.isdisjoint(ends(state, "de-104")) and "1013" in ends(state, "de-104")


@pytest.mark.case("11", "13.6", "10.3", "8.5")
@pytest.mark.parametrize(("mark", "case"), [("*", "11"), ("!", "10.3"), ("_", "13.6")])
def test_units_out_of_supply_out_of_command_or_dismounted_do_not_move(mark: str, case: str) -> None:
    state = allies_move("it-19 0703", f"au-18{mark} 1248, uk-7-a 1248")
    assert refused(state, "move au-18 1248-1247") == case
    assert refused(state, "move au-18, uk-7-a 1248-1247") == case
    assert refused(state, "move uk-7-a 1248-1247") == ""
    assert not offered(state, "move", "au-18")


@pytest.mark.case("11.3", "2.3.2")
def test_an_installation_does_not_move_by_itself() -> None:
    assert refused(allies_move(allied="allied-depot-1 1248"), "move allied-depot-1 1248-1247") == "11.3"


# --- supply on the way


@pytest.mark.case("8.4.1", "11.1.1")
def test_an_allied_unit_never_leaves_supply_not_even_on_the_way() -> None:
    """1125 is twenty factors from Tobruk, 1124 more; an installation at 1123 would supply a unit further on."""
    state = allies_move(allied="uk-7-a 1425")
    assert "1125" in ends(state, "uk-7-a") and "1124" not in ends(state, "uk-7-a")
    why = refusal(state, "move uk-7-a 1425-1325-1225-1125-1124").why
    assert "out of supply at 1124" in why and "1925, is 22 MF away" in why and "20 are allowed" in why
    beyond = with_unit(state, "allied-depot-1", at="1120")  # itself too far from Tobruk
    assert refused(beyond, "move uk-7-a 1425-1325-1225-1125-1124") == "11.1.1"
    linked = with_unit(beyond, "allied-depot-2", at="1225")
    assert refused(linked, "move uk-7-a 1425-1325-1225-1125-1124-1123-1122") == ""


@pytest.mark.case("8.4.2", "11.1.1")
def test_an_italian_unit_never_leaves_supply_but_a_german_may() -> None:
    state = axis_moves("it-132-a, de-104 0907, axis-depot-1 0803")
    assert refused(state, "move it-132-a 0907-1215") == "11.1.1"
    assert refused(state, "move it-132-a, de-104 0907-1215") == "11.1.1"
    far = "0907-1007-1008-1009-1010-1011-1012-1013"
    assert refused(state, f"move it-132-a {far}") == refused(state, f"move it-132-a, de-104 {far}") == "11.1.1"
    after = play(state, "move de-104 0907-1215")
    assert refused(after, "move de-104 1215-1216") == ""  # and goes on from there


@pytest.mark.case("8.4.2", "11.1.1")
def test_a_german_who_began_the_phase_out_of_supply_stays() -> None:
    assert refused(axis_moves("de-104* 1215"), "move de-104 1215-1216") == "11"


@pytest.mark.case("8.4.1", "8.2")
def test_an_allied_unit_may_not_bare_the_hex_through_which_others_are_supplied() -> None:
    """The zone of it-19 lies across the coast road at 1244 and 1245; Allied units keep it open for those at 1342."""
    held = allies_move("it-19 1145", "uk-7-a 1244, uk-22 1245, au-18 1342")
    assert refused(held, "move uk-7-a 1244-1243") == refused(held, "move uk-22 1245-1246") == "8.4.1"
    assert "the line of au-18 would be cut" in refusal(held, "move uk-7-a 1244-1243").why
    assert not offered(held, "move", "uk-7-a") and offered(held, "move", "au-18")
    relieved = with_unit(held, "au-24", at="1244")
    assert refused(relieved, "move uk-7-a 1244-1243") == ""
    assert refused(relieved, "move uk-7-a, au-24 1244-1243") == "8.4.1"
    lost = with_unit(held, "au-18", out=True)  # out already: now only its own supply keeps uk-7-a
    assert refused(lost, "move uk-7-a 1244-1243") == "11.1.1"
    assert "is cut at 1244 by an enemy zone" in refusal(lost, "move uk-7-a 1244-1243").why  # which it leaves bare


@pytest.mark.case("8.4.2", "8.2")
def test_germans_may_not_bare_the_line_of_italians_but_that_of_germans() -> None:
    line = "axis-depot-1 1247, de-104 1244, de-8 1245"
    state = axis_moves(f"{line}, it-19 1440", "uk-7-a 1145", control={"1351": "axis"})
    assert refused(state, "move de-104 1244-1243") == "8.4.2"
    germans = axis_moves(f"{line}, de-115 1440", "uk-7-a 1145", control={"1351": "axis"})
    assert refused(germans, "move de-104 1244-1243") == ""


@pytest.mark.case("9")
@pytest.mark.parametrize("malta", ["success", "failure"])
def test_after_an_attempt_on_malta_no_axis_unit_crosses_into_egypt(malta: str) -> None:
    axis = "de-104 1329, de-8 1430, axis-lorry-1 1530"
    state = axis_moves(axis, **name_of_turn(malta))
    assert refused(state, "move axis-lorry-1 1530-1531") == "9"
    assert refused(state, "move de-104 1329-1330-1331") == "9"
    assert not ends(state, "de-104") & {"1331", "1430", "1531"} and "1330" in ends(state, "de-104")
    assert refused(state, "move de-8 1430-1431") == ""
    assert refused(state, "move de-8 1430-1429-1430-1431") == "9"  # back again is into Egypt
    for free in (axis_moves(axis, **name_of_turn("not-attempted")), axis_moves(axis, turn=14)):
        assert refused(free, "move axis-lorry-1 1530-1531") == ""
    west, beyond = "de-104 1115", set(map(board().name, egypt()))
    shut, open_ = (ends(axis_moves(west, **name_of_turn(each)), "de-104") for each in (malta, "not-attempted"))
    assert open_ - shut <= beyond | {"1630"}, "in Libya they move as ever; 1630 is near only by way of Egypt"
    assert refused(allies_move(allied="au-18 1530", **name_of_turn(malta)), "move au-18 1530-1531") == ""


@pytest.mark.case("11")
def test_orders_of_other_phases_do_not_belong_to_the_movement_phase() -> None:
    assert (
        refused(axis_moves("de-104 1115"), "fight 1") == refused(allies_move(allied="au-18 1925"), "option A") == "11"
    )


@pytest.mark.case("11.1.2")
def test_units_that_came_by_roads_that_do_not_meet_go_on_together_only_hex_by_hex() -> None:
    """In 1724 two roads pass that do not meet: what a step costs depends on where one came from."""
    state = axis_moves("de-104 1725, de-115 1723")
    met = play(state, "move de-104 1725-1724", "move de-115 1723-1724")
    assert refused(met, "move de-104, de-115 1724-1622") == "11.1.2"
    assert refused(met, "move de-104 1724-1622") == refused(met, "move de-115 1724-1622") == ""
    assert refused(met, "move de-104, de-115 1724-1623-1622") == ""
    same = play(axis_moves("de-104, de-115 1725"), "move de-104, de-115 1725-1724")
    assert refused(same, "move de-104, de-115 1724-1622") == ""
