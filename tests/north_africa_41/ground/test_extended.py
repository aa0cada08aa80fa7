"""[5.2.2, 5.3, 5.7] The Road Bonus of units on foot and Extended Movement."""

from __future__ import annotations

import pytest

from tests.north_africa_41.moving import moving
from tests.north_africa_41.positions import listed, play, play_noting, refusal, where


def mode(order: str, axis: str) -> object:
    _, events = play_noting(moving(axis), order)
    return next(event for event in events if event.kind == "moved").facts["mode"]


@pytest.mark.case("5.2.2", "5.7")
def test_example_b_of_eight_hexes_by_highway() -> None:
    state = moving("it-27pav 1604")
    assert where(play(state, "move it-27pav 1604-2010"), "it-27pav") == "2010"
    assert mode("move it-27pav 1604-2010", "it-27pav 1604") == "road-bonus"
    assert mode("move it-27pav 1604-1707", "it-27pav 1604") == "normal"
    refused = refusal(state, "move it-27pav 1604-1605-1606-1707-1708-1808-1809-1910-2010-2011")
    assert refused.case == "5.2.2"


@pytest.mark.case("5.2.2", "5.7")
def test_example_c_of_four_hexes_by_track() -> None:
    state = moving("it-27pav 2212, it-28pav 2010")
    assert where(play(state, "move it-27pav 2212-2213-2314-2414-2515"), "it-27pav") == "2515"
    assert refusal(state, "move it-27pav 2212-2213-2314-2414-2515-2516").case == "5.2.2"
    # track and highway together are as good as track
    assert where(play(state, "move it-28pav 2010-2011-2112-2212-2213"), "it-28pav") == "2213"
    assert refusal(state, "move it-28pav 2010-2011-2112-2212-2213-2314").case == "5.2.2"
    ends = {order.rpartition("-")[2] for order in listed(state) if order.startswith("move it-28pav")}
    assert "2213" in ends and "2314" not in ends


@pytest.mark.case("5.2.2")
def test_the_bonus_is_for_those_who_keep_to_the_road() -> None:
    state = moving("it-27pav 1605")
    assert refusal(state, "move it-27pav 1605-1606-1707-1708-1709").case == "5.1"


@pytest.mark.case("5.2.2", "13.3.2")
def test_no_bonus_next_to_enemy_combat_units_be_they_in_full_retreat() -> None:
    order = "move it-27pav 1604-1605-1606-1707-1708-1808"
    assert refusal(moving("it-27pav 1604", "br-3hus~~ 1507"), order).case == "5.2.2"  # 1606 is next to it
    assert refusal(moving("it-27pav 1604", "br-3hus~~ 1504"), order).case == "5.2.2"  # so is the start
    assert refusal(moving("it-27pav 1604", "br-3hus 1504"), order).case == "5.2.2"
    assert refusal(moving("it-27pav 1604", "br-3hus 1507"), order).case == "7.2"  # a zone besides
    assert where(play(moving("it-27pav 1604", "br-3hus 1508"), order), "it-27pav") == "1808"


@pytest.mark.case("5.2.2")
def test_enemy_trucks_beside_the_road_do_not_matter() -> None:
    state = moving("it-27pav 1604", "allied-truck-1 1507")
    assert where(play(state, "move it-27pav 1604-2010"), "it-27pav") == "2010"


@pytest.mark.case("5.2.2", "24.2")
def test_on_the_road_a_delay_takes_a_hex_from_the_bonus() -> None:
    state = moving("it-27pav 1604", delays={"allied": ("1708",)})
    assert where(play(state, "move it-27pav 1604-1910"), "it-27pav") == "1910"
    assert refusal(state, "move it-27pav 1604-1605-1606-1707-1708-1808-1809-1910-2010").case == "5.2.2"


@pytest.mark.case("5.3", "5.7")
def test_example_d_of_a_mechanised_unit_that_moves_eight_points() -> None:
    # sixteen hexes of track at half a point
    assert mode("move ge-mg8 2011-3122", "ge-mg8 2011") == "extended"
    state = moving("ge-mg8 2011")
    assert refusal(state, "move ge-mg8 2011-3122-3123").case == "5.3"
    far = refusal(state, "move ge-mg8 2011-3123")
    assert far.case == "5.1" and far.why.endswith("and ge-mg8 has 5, extended 8")


@pytest.mark.case("5.3", "5.7", "7.2")
def test_example_e_of_a_unit_that_leaves_a_zone_and_moves_eight_points_in_all() -> None:
    # two points to leave the zone of the enemy at 1911, then twelve hexes of track
    state = moving("ge-mg8 2011", "br-3hus 1911")
    assert where(play(state, "move ge-mg8 2011-2919"), "ge-mg8") == "2919"
    assert refusal(state, "move ge-mg8 2011-2919-3019").case == "5.3"


@pytest.mark.case("5.3")
def test_extended_movement_enters_no_enemy_zone() -> None:
    way = "2011-2112-2212-2213-2314-2414-2515-2516-2616-2717-2817-2918"  # eleven hexes, 5 1/2 points
    assert where(play(moving("ge-mg8 2011"), f"move ge-mg8 {way}"), "ge-mg8") == "2918"
    assert refusal(moving("ge-mg8 2011", "br-3hus 3018"), f"move ge-mg8 {way}").case == "5.3"
    goal = refusal(moving("ge-mg8 2011", "br-3hus 3018"), "move ge-mg8 2011-2918")  # without saying how
    assert goal.case == "5.3" and goal.why.endswith("has 5; by Extended Movement it may enter no enemy zone")
    short = moving("ge-mg8 2112", "br-3hus 3018")  # five points will do
    assert where(play(short, "move ge-mg8 2112-2918"), "ge-mg8") == "2918"


@pytest.mark.case("5.3")
def test_a_unit_that_begins_in_a_zone_has_to_leave_it_with_its_first_hex() -> None:
    state = moving("ge-mg8 2213", "br-3hus 2113")
    assert refusal(state, "move ge-mg8 2213-2112-2012").case == "7.2"  # 2112 is in the zone too


@pytest.mark.case("5.3", "7.3")
def test_a_limited_zone_bars_extended_movement_too() -> None:
    # 3114 above the escarpment lies in the limited zone of an enemy at 3113
    free, held = moving("ge-mg8 3118"), moving("ge-mg8 3118", "br-1thr 3113")
    way = "3118-3117-3116-3115-3114"  # four rough hexes are 8 points
    assert where(play(free, f"move ge-mg8 {way}"), "ge-mg8") == "3114"
    assert refusal(held, f"move ge-mg8 {way}").case == "5.3"


@pytest.mark.case("5.3", "13.3.2", "5.2.2")
def test_enemies_without_a_zone_do_not_prevent_extended_movement() -> None:
    state = moving("ge-mg8 2011", "allied-truck-1 3018")
    assert where(play(state, "move ge-mg8 2011-3122"), "ge-mg8") == "3122"


@pytest.mark.case("5.3")
def test_units_on_foot_have_no_extended_movement() -> None:
    assert refusal(moving("it-27pav 2614"), "move it-27pav 2614-2615-2715-2716-2816").case == "5.1"
