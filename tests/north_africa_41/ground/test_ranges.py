"""What a piece may do is found once for each arrangement of the enemy; what else it depends on is asked anew."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.games.north_africa_41.ground.reach import mover_of, onward, options, reach, tactical_reach
from sandtable.games.north_africa_41.ground.routes import march_routes
from sandtable.games.north_africa_41.ground.zones import front
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.state import NorthAfrica, side_of
from tests.north_africa_41.positions import position, with_unit

ENEMY = "br-3hus 2536, br-5rtr 2336"


def listed(state: NorthAfrica, name: str) -> tuple[set[int], set[int]]:
    found = options(state, name)
    return set(found.marching.ends), set(found.tactical.ends)


def fresh(state: NorthAfrica, name: str) -> tuple[set[int], set[int]]:
    return set(reach(state, (name,)).ends), set(tactical_reach(state, (name,)).ends)


def check_anew(before: NorthAfrica, after: NorthAfrica, name: str) -> None:
    """The enemy stands the same, and still the second position has ranges of its own."""
    assert front(before, side_of(name)) is front(after, side_of(name))
    listed(before, name)
    assert listed(after, name) == fresh(after, name) != fresh(before, name)


@pytest.mark.case("5.1", "13.2.1")
def test_a_unit_that_was_disrupted_since_has_other_moves() -> None:
    state = position("ge-i-5 2533", ENEMY)
    check_anew(state, with_unit(state, "ge-i-5", order=1), "ge-i-5")


@pytest.mark.case("5.1")
def test_a_unit_that_stands_elsewhere_has_other_moves() -> None:
    state = position("ge-i-5 2533", ENEMY)
    check_anew(state, with_unit(state, "ge-i-5", at=board().hex("2532")), "ge-i-5")


@pytest.mark.case("6.1.2", "5.1")
def test_hexes_that_closed_since_are_not_offered() -> None:
    state = position("axis-truck-1 2533", "allied-truck-1 3030, " + ENEMY)
    after = with_unit(state, "allied-truck-1", at=board().hex("2534"))
    check_anew(state, after, "axis-truck-1")


@pytest.mark.case("16.4", "7.4")
def test_out_of_supply_friends_who_come_and_go_make_a_difference() -> None:
    """Enemy zones overlap in 2534, which nobody out of supply enters unless a friend is there."""
    alone, between = position("ge-i-5* 2533, ge-mg8 2532", "br-3hus 2634, br-5rtr 2434"), board().hex("2534")
    beside = with_unit(alone, "ge-mg8", at=between)
    check_anew(alone, beside, "ge-i-5")
    assert between in listed(beside, "ge-i-5")[1] and between not in listed(alone, "ge-i-5")[1]


@pytest.mark.case("S1.2", "5.1")
def test_a_garrison_that_is_free_from_this_turn_on_may_go() -> None:
    """The Poles stay in 2478 until turn 11."""
    before = position("ge-mg8 2536", "po-carp 2478", turn=10, phasing="allied")
    check_anew(before, replace(before, turn=11), "po-carp")
    assert fresh(before, "po-carp") == (set(), set())


@pytest.mark.case("5.1")
def test_the_same_piece_in_the_same_state_is_asked_for_once() -> None:
    state = position("ge-i-5 2533", ENEMY)
    assert options(state, "ge-i-5") is options(replace(state, rommel=False), "ge-i-5")


@pytest.mark.case("5.8.3")
@pytest.mark.parametrize(("where", "alike"), [("2536", True), ("2534", False)])
def test_a_lone_truck_shares_the_flood_of_an_escorted_one_until_it_meets_enemy_trucks(where: str, alike: bool) -> None:
    state, prey = position("axis-truck-1 1603", f"allied-truck-1 {where}, " + ENEMY), board().hex(where)
    state = state if alike else with_unit(state, "axis-truck-1", at=board().hex("2533"))
    facing, alone = front(state, "axis"), mover_of(state, "axis-truck-1")
    node = march_routes(alone.gait).node(state.units["axis-truck-1"].at)
    lone, escorted = (onward(facing, each, node, 0) for each in (alone, alone._replace(closed=facing.closed)))
    assert prey not in lone
    assert (lone is escorted) is alike is (prey not in escorted)
