"""[21.0] Breakdown."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.march import faces_large_enemy
from sandtable.games.campaign_for_north_africa.pieces.counters import counter, counters
from sandtable.games.campaign_for_north_africa.repair.breakdown import (
    Vehicles,
    kind_of,
    open_breakdown,
    rating,
    shares,
    vehicles_of,
    weather_shift,
)
from sandtable.games.campaign_for_north_africa.repair.tables import breakdown_column, breakdown_column_name
from sandtable.games.campaign_for_north_africa.state import POINT, Campaign
from tests.campaign_for_north_africa.positions import position, with_unit
from tests.playing import Rolls


def checked(state: Campaign, *rolls: int) -> Campaign:
    dice = Rolls(*rolls)
    draft = Draft(state, dice)
    open_breakdown(draft)
    assert not dice.values, f"not thrown: {dice.values}"
    return draft.state


def broken(state: Campaign) -> list[tuple[str, str, int]]:
    return [(board().name(wreck.at), wreck.weapon or wreck.code, wreck.points) for wreck in state.wrecks.values()]


@pytest.mark.case("21.11", "21.12", "21.14")
def test_bar_m13_and_what_never_breaks_down() -> None:
    facts = counters()
    assert rating(facts["I(M)"], "M13/40", 1) == 1 and rating(facts["1RTR"], "Sherman", 1) == 0
    assert rating(facts["11Hus"], "", 1) == -1  # armoured cars and recce
    assert rating(facts["7Arm"], "MarkVI", 1) is None  # tanks of a headquarters
    assert rating(facts["I/157"], "", 1) is None and rating(facts["31Fld"], "25pdr", 1) is None
    assert vehicles_of(position("3Aufk A1816, I/157 A1816"), "3Aufk") == {"": 8}


@pytest.mark.case("21.12", "21.14")
def test_german_tanks_break_down_more_easily_before_turn_31() -> None:
    facts = counters()
    assert [rating(facts["I/5Pz"], "PzIIIH", turn) for turn in (30, 31)] == [1, 0]


@pytest.mark.case("32.55", "21.11")
def test_motorization_points_never_break_down() -> None:
    state = position("I/157 C3920 motors=7 breakdown=80 marched=40", "11Hus C3922")
    assert checked(state).units["I/157"].motors == 7


@pytest.mark.case("21.34", "21.38", "21.31", "21.42", "21.44", "21.24", "21.13")
def test_breakdown_crusaders_two_columns_up_and_a_third_of_them_fractions_up() -> None:
    """35 points, rating 1R and hot weather: the 51-60 column, and a roll of 61."""
    state = position("1RTR[CrusaderI:20] C3922 breakdown=35 marched=30", "I/157 C3520", weather="hot")
    state = checked(state, 6, 1)
    assert state.units["1RTR"].toe == {"CrusaderI": 13}
    assert broken(state) == [("C3922", "CrusaderI", 7)]


@pytest.mark.case("21.32", "21.37", "29.33")
def test_breakdown_weather_shifts_add_up() -> None:
    cool = position("3Hus[MarkVI:10] C3922 breakdown=35 marched=30")
    assert broken(checked(cool, 2, 4)) == [("C3922", "MarkVI", 1)]  # 31-40: ten percent from 24 on
    hot = replace(cool, weather="hot")
    assert broken(checked(hot, 5, 1)) == [("C3922", "MarkVI", 3)]  # 41-50: 25 percent


@pytest.mark.case("21.37", "29.45")
def test_half_a_march_in_a_sandstorm_is_a_column_more() -> None:
    calm = position("3Hus[MarkVI:10] C3922 breakdown=35 marched=10 in_sand=4", weather="sandstorm", foul=("C",))
    assert broken(checked(calm, 2, 3)) == []
    dusty = with_unit(calm, "3Hus", in_sand=5)
    assert broken(checked(dusty, 2, 3)) == [("C3922", "MarkVI", 1)]


@pytest.mark.case("21.27", "21.21")
def test_up_to_three_breakdown_points_nobody_checks() -> None:
    assert broken(checked(position("3Hus C3922 breakdown=3 marched=3"))) == []
    assert broken(checked(position("1RTR[CrusaderI:20] C3922 breakdown=3 marched=3"))) == []  # nor by a bad rating
    assert broken(checked(position("3Hus C3922 breakdown=3.5 marched=3"), 6, 6)) == [("C3922", "MarkVI", 4)]


@pytest.mark.case("21.33")
def test_adjusted_below_the_table_there_is_no_breakdown_and_above_it_the_last_column_serves() -> None:
    assert broken(checked(position("11Hus C3922 breakdown=10 marched=10"))) == []  # 4-10, one to the left
    state = position("IX(L) C3922 breakdown=75 marched=10")
    assert broken(checked(state, 6, 4)) == [("C3922", "CV33", 7)]  # 71+: 75 percent of nine


@pytest.mark.case("21.23", "21.24", "21.26", "21.25")
def test_bp_column_15_17_27_who_stays_in_a_column_does_not_check_again() -> None:
    names = [breakdown_column_name(breakdown_column(points * POINT, 1)) for points in (15, 17, 27)]
    assert names == ["21-30", "21-30", "31-40"]
    state = checked(position("I(M)[M13/40:7] C3920 breakdown=15 marched=8"), 1, 1)
    state = with_unit(state, "I(M)", breakdown=17, marched=1)
    state = checked(state)  # no dice
    state = with_unit(state, "I(M)", breakdown=27, marched=5)
    assert broken(checked(state, 6, 5)) == [("C3920", "M13/40", 4)]


@pytest.mark.case("21.31")
def test_bp_round_up() -> None:
    assert breakdown_column_name(breakdown_column(41, 0)) == "21-30"  # 20.5


@pytest.mark.case("21.28", "21.29")
def test_bp_different_columns_recce_of_unlike_marches_roll_apart_and_so_do_unlike_kinds() -> None:
    apart = position("11Hus C3922 breakdown=38 marched=9, KDGd C3922 breakdown=23 marched=9")
    assert broken(checked(apart, 1, 1, 5, 6)) == [("C3922", "ll", 2)]  # 11-20: nothing; 21-30: 25 percent of six
    mixed = position("11Hus C3922 breakdown=38 marched=9, 3Hus C3922 breakdown=38 marched=9")
    assert len(broken(checked(mixed, 5, 6, 5, 6))) == 2


@pytest.mark.case("21.28")
def test_armoured_cars_roll_with_recce_and_guns_on_tracks_with_tanks() -> None:
    assert kind_of(counter("11Hus"), "") == "recce" and kind_of(counter("1RNF"), "") == "tank"
    assert kind_of(counter("3Hus"), "MarkVI") == "tank" and kind_of(counter("39PzJg"), "PzJgI") == "tank"


@pytest.mark.case("21.35")
def test_a_single_point_ignores_ten_percent() -> None:
    state = position("3Hus[MarkVI:1] C3922 breakdown=15 marched=9")
    assert broken(checked(state, 3, 3)) == []
    assert broken(checked(state, 6, 3)) == [("C3922", "MarkVI", 1)]


@pytest.mark.case("21.36")
def test_what_breaks_down_is_shared_out_as_evenly_as_possible() -> None:
    vehicles = [Vehicles("I/5Pz", "PzII", 4), Vehicles("I/5Pz", "PzIIIH", 8), Vehicles("II/5Pz", "PzIIIH", 8)]
    assert [(each.unit, each.weapon, points) for each, points in shares(vehicles, 5)] == [
        ("I/5Pz", "PzII", 1),
        ("I/5Pz", "PzIIIH", 2),
        ("II/5Pz", "PzIIIH", 2),
    ]
    assert [points for _, points in shares(vehicles, 7)] == [1, 3, 3]  # 1.4, 2.8 and 2.8
    assert [(each.unit, each.weapon, points) for each, points in shares(vehicles, 1)] == [("I/5Pz", "PzIIIH", 1)]


@pytest.mark.case("21.41", "21.42", "21.44")
def test_half_is_left_where_a_march_began_close_to_a_large_enemy() -> None:
    state = position("3Hus[MarkVI:10] C3922 breakdown=35 marched=30")
    state = with_unit(state, "3Hus", began=board().hex("C3520"))
    after = checked(state, 5, 4)
    assert broken(after) == [("C3520", "MarkVI", 2), ("C3922", "MarkVI", 1)]
    assert {(wreck.unit, wreck.code, wreck.side, wreck.destroyed) for wreck in after.wrecks.values()} == {
        ("3Hus", "", "commonwealth", False)
    }


@pytest.mark.case("21.41")
@pytest.mark.parametrize(
    ("others", "faces"),
    [
        ("157Fant+ C3512", True),  # two hexes away, nothing between
        ("I/157 C3512", False),  # a single battalion
        ("157Fant+ C3513", False),  # three hexes
        ("157Fant+ C3512, 1KRRC C3511, 1RNF C3411, 2RflBde C3611", False),  # friends between
        ("157Fant+ C3512, I/158 C3511", True),  # a small enemy between is no friend
        ("157Fant+ C3511", True),
    ],
)
def test_a_march_that_begins_in_the_face_of_a_large_enemy(others: str, faces: bool) -> None:
    """C3511 lies between C3510 and C3512; so do C3411 and C3611, for who stands in C3512 or next to it."""
    state = position("3Hus C3510", others)
    assert faces_large_enemy(state, "commonwealth", board().hex("C3510")) is faces


@pytest.mark.case("21.41")
def test_impassable_ground_between_is_a_shield() -> None:
    """The enemy stands above the escarpment behind Tocra, which no vehicle climbs, nor does it come round by a hex
    between the two."""
    state = position("3Hus B5502", "157Fant+ B5402")
    assert not faces_large_enemy(state, "commonwealth", board().hex("B5502"))
    assert faces_large_enemy(position("3Hus B5502", "157Fant+ B5501"), "commonwealth", board().hex("B5502"))


@pytest.mark.case("21.22", "21.25")
def test_both_sides_check_and_only_those_who_have_moved() -> None:
    state = position("3Hus C3922 breakdown=35 marched=9, IX(L) C3920 breakdown=15 marched=2, 6RTR C3520 breakdown=35")
    assert broken(checked(state, 1, 1, 1, 1)) == []


@pytest.mark.case("21.42")
def test_more_of_the_same_comes_under_the_marker_that_is_there() -> None:
    state = checked(position("3Hus[MarkVI:10] C3922 breakdown=15 marched=9"), 6, 3)
    state = checked(with_unit(state, "3Hus", breakdown=35, marched=4), 5, 4)
    assert broken(state) == [("C3922", "MarkVI", 5)]


@pytest.mark.case("21.15")
def test_nobody_checks_on_the_way_through_the_boxes() -> None:
    assert broken(checked(position("IX(L) tripoli breakdown=40 marched=9"))) == []


@pytest.mark.case("21.32", "21.37", "29.33", "29.45")
def test_the_column_is_one_higher_in_the_heat_and_after_half_a_march_through_a_sandstorm() -> None:
    def shift(weather: str, marched: float = 10, in_sand: float = 0) -> int:
        return weather_shift(position(f"3Hus C3922 marched={marched} in_sand={in_sand}", weather=weather), "3Hus")

    assert (shift("normal"), shift("hot"), shift("hot", in_sand=10)) == (0, 1, 1)
    assert [shift("sandstorm", in_sand=sand) for sand in (0, 4, 5, 10)] == [0, 0, 1, 1]
    assert shift("normal", in_sand=10) == 0, "the storm of an earlier stage is over"
    assert shift("sandstorm", marched=0) == 0, "who has not marched was in no sand"
    assert shift("sandstorm", marched=1, in_sand=1) == 1 == shift("sandstorm", marched=0.5, in_sand=0.5)


@pytest.mark.case("21.28")
def test_the_armoured_cars_of_a_mixed_unit_break_down_with_the_recce() -> None:
    assert kind_of(counter("RECAM"), "AB41") == "recce" == kind_of(counter("NizCav"), "")
    assert kind_of(counter("6RTR"), "MarkVI") == "tank"


@pytest.mark.case("21.24", "5.2")
def test_a_check_is_over_for_all_who_have_moved_and_nobody_else_is_looked_at() -> None:
    set_out = with_unit(position("3Hus[MarkVI:10] C3922 breakdown=35"), "3Hus", began=board().hex("C3922"))
    after = checked(set_out, 5, 4).units["3Hus"]
    assert after.toe == {"MarkVI": 7}, "it set out near the enemy and has paid in Breakdown Points alone"
    marched = checked(position("3Hus[MarkVI:10] C3922 breakdown=35 marched=9 in_sand=3"), 1, 1).units["3Hus"]
    for unit in (after, marched):
        assert (unit.marched, unit.in_sand, unit.began, unit.checked) == (0, 0, -1, breakdown_column(35 * POINT, 0))
    still = checked(position("3Hus[MarkVI:10] C3922 breakdown=35")).units["3Hus"]
    assert still.checked == 0


@pytest.mark.case("21.11", "21.12", "21.14")
def test_armoured_cars_have_the_rating_of_recce_and_guns_none() -> None:
    facts = counters()
    assert rating(facts["NizCav"], "AB41", 1) == -1 and rating(facts["3RHA"], "2pdr", 1) is None
    assert rating(facts["SanGiorgio"], "", 1) is None
