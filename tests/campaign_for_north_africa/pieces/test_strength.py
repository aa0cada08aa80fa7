"""Raw and Actual Points, and ratings in parentheses."""

import pytest

from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.strength import (
    actual,
    everything,
    forces_of,
    may_use_parentheses,
    raw,
    raw_attacked,
    vulnerability,
    worth,
    zone_strength,
)
from tests.campaign_for_north_africa.positions import position

HERE = board().hex("C3922")


@pytest.mark.case("4.46", "11.32")
def test_mixed_artillery_fires_with_the_ratings_of_each_gun() -> None:
    state = position("4RHA[18pdr:2, 25pdr:4] C3922")
    assert raw(state, forces_of(state, ("4RHA",)), "barrage") == 46


@pytest.mark.case("11.32")
def test_round_actual_to_the_nearest() -> None:
    assert [actual(114), actual(115)] == [11, 12]


@pytest.mark.case("11.33")
def test_actual_small() -> None:
    assert [actual(4), actual(5)] == [0, 1]


@pytest.mark.case("11.34", "11.35")
def test_raw_points_are_added_before_they_are_divided() -> None:
    state = position("I/155, II/155, III/155, I/361[5], II/361[4], III/255, III/347 C3922")
    forces = everything(state, HERE, "axis")
    assert raw(state, forces, "offence") == 65
    assert actual(65) == 7
    assert raw_attacked(state, forces_of(state, ("I/361", "II/361")), "defence") == 18


@pytest.mark.case("11.35")
def test_90_leichte_barrage() -> None:
    state = position("361Art[10.5leFH18:3], 190Art[21Mrs18:3, 10.5leFH18:3] C3922")
    points = raw(state, everything(state, HERE, "axis"), "barrage")
    assert (points, actual(points)) == (108, 11)


@pytest.mark.case("3.4", "15.17", "3.5")
def test_parentheses_never_count_in_attack() -> None:
    state = position("4ArmBde C3922")
    forces = forces_of(state, ("4ArmBde",))
    assert raw(state, forces, "offence") == 0
    assert raw_attacked(state, forces, "defence") == 2  # a Mark VI that defends alone
    fusiliers = position("1RNF C3922")
    assert raw_attacked(fusiliers, forces_of(fusiliers, ("1RNF",)), "defence") == 3 * 6


@pytest.mark.case("3.4", "3.35", "15.17")
def test_a_headquarters_fights_with_its_parentheses_only_where_no_combat_unit_is() -> None:
    alone = position("4ArmBde C3922")
    beside = position("4ArmBde, 1RNF C3922")
    leading = position("4ArmBde C3922, 6RTR>4ArmBde")
    assert may_use_parentheses(alone, "4ArmBde", "defence")
    assert not may_use_parentheses(beside, "4ArmBde", "defence")
    assert not may_use_parentheses(beside, "4ArmBde", "anti_armour")
    assert not may_use_parentheses(leading, "4ArmBde", "defence")


@pytest.mark.case("3.33", "3.4")
def test_headquarters_among_their_like_all_fight() -> None:
    state = position("4ArmBde, 7ArmBde C3922")
    assert raw_attacked(state, everything(state, HERE, "commonwealth"), "defence") == 2 + 3


@pytest.mark.case("3.4")
def test_a_gun_in_parentheses_fires_at_tanks_where_nobody_has_a_better_one() -> None:
    alone = position("31Fld C3922")  # 18-pounders
    beside = position("31Fld, 3RHA C3922")
    assert worth(alone, "31Fld", "18pdr", "anti_armour") == 2
    assert worth(beside, "31Fld", "18pdr", "anti_armour") == 0
    assert raw(alone, forces_of(alone, ("31Fld",)), "anti_armour") == 0


@pytest.mark.case("3.34", "3.5")
def test_the_guns_of_an_italian_regiment_count_like_any_other() -> None:
    state = position("157Fant+ C3922")
    assert raw(state, forces_of(state, ("157Fant",)), "barrage") > 0


@pytest.mark.case("3.4", "11.12")
def test_emplaced_guns_have_no_vulnerability() -> None:
    state = position("1/TbrkCD C4807, VII/31GaF C4807")
    assert vulnerability(state, "1/TbrkCD", "149/13") is None
    assert vulnerability(state, "VII/31GaF", "149/13") is not None


@pytest.mark.case("10.15")
def test_the_strength_of_a_zone_is_the_raw_defence_of_all_in_the_hex() -> None:
    state = position("1RNF, 3RHA C3922")
    assert zone_strength(state, HERE, "commonwealth") == 3 * 6 + 6


@pytest.mark.case("10.14")
def test_a_spent_force_adds_nothing_to_a_zone() -> None:
    state = position("1RNF C3922 cohesion=-26, 3RHA C3922")
    assert zone_strength(state, HERE, "commonwealth") == 6


@pytest.mark.case("10.15", "12.1")
def test_artillery_in_back_adds_nothing_to_a_zone_but_anti_tank_guns_always_do() -> None:
    from sandtable.games.campaign_for_north_africa.contents import Segment

    state = position("4RHA, 3RHA C3922", segment=Segment(back=("4RHA", "3RHA")))
    assert zone_strength(state, HERE, "commonwealth") == 6
