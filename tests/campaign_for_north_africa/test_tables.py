"""The printed tables: dice codes, terrain, costs and combat."""

from itertools import pairwise

import pytest

from sandtable.games.campaign_for_north_africa.capability.action_costs import (
    action,
    actions,
    cost_sources,
    minefield_cost,
)
from sandtable.games.campaign_for_north_africa.combat.tables import (
    Assault,
    Barrage,
    Target,
    anti_armour_column,
    attacker_result,
    barrage,
    barrage_column,
    barrage_in,
    column_name,
    column_of,
    combat_sources,
    damage,
    defender_result,
    overrun,
    prisoners,
    shifted,
    size_shift,
)
from sandtable.games.campaign_for_north_africa.dice import CODES, Code, CodeTable, band, code, span, spread, total
from sandtable.games.campaign_for_north_africa.terrain_chart import (
    Mobility,
    Owner,
    city_level,
    fortification,
    halves,
    hexside,
    minefield,
    on_track,
    path_stacking,
    points,
    road_breakdown,
    road_cost,
    sources,
    terrain,
)

TAGS = ("rulebook", "published", "history", "reconstructed")
COLUMNS = range(18)  # of the close assault table
TARGETS: tuple[Target, ...] = ("infantry", "armour", "gun", "truck")


# Dice


@pytest.mark.case("12.42")
def test_two_dice_are_read_one_after_the_other() -> None:
    assert code(3, 4) == 34
    assert len(CODES) == 36
    assert sorted(CODES) == list(CODES)
    assert sum(total(reading) for reading in CODES) == 36 * 7


@pytest.mark.case("12.42")
@pytest.mark.parametrize("dice", [(0, 1), (1, 7)])
def test_no_die_shows_anything_else(dice: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="a die shows 1 to 6"):
        code(*dice)


def test_a_span_passes_over_readings_that_do_not_exist() -> None:
    assert span("15-22") == (15, 16, 21, 22)
    assert span("66") == (66,)
    assert span("-") == ()


@pytest.mark.parametrize("cell", ["13-18", "10-12", "22-21", "67"])
def test_a_span_of_impossible_readings_is_refused(cell: str) -> None:
    with pytest.raises(ValueError, match="is no span of codes"):
        span(cell)


def test_a_reading_in_two_cells_or_in_none_is_refused() -> None:
    with pytest.raises(ValueError, match="33 stands under both a and b"):
        spread([("a", "11-33"), ("b", "33-66")])
    with pytest.raises(ValueError, match="no cell holds 34"):
        spread([("a", "11-33"), ("b", "35-66")])
    with pytest.raises(ValueError, match="every row needs every column"):
        CodeTable("published", ("x", "y"), {"a": ("11-66",)})


def test_points_find_the_band_that_holds_them() -> None:
    assert [band(("1-2", "3-4", "5+"), points) for points in (1, 2, 3, 5, 40)] == [0, 0, 1, 2, 2]
    with pytest.raises(ValueError, match="no column holds 0"):
        band(("1-2", "3+"), 0)


# Terrain


@pytest.mark.case("8.37", "9.14")
@pytest.mark.parametrize(
    ("name", "foot", "motorized", "breakdown", "barrage", "anti_armour", "assault", "stacking"),
    [
        ("clear", 2, 2, 4, 0, 0, 0, 6),
        ("gravel", 2, 2, 6, 0, 0, 0, 6),
        ("salt_marsh", 3, 2, 6, 0, 0, 1, 6),
        ("heavy_vegetation", 3, 3, 3, 0, -1, -1, 6),
        ("rough", 3, 4, 8, -1, -1, -2, 6),
        ("mountain", 4, 6, 12, -2, -2, -3, 3),
        ("delta", 2, 4, 2, 0, 0, 0, 6),
        ("desert", 3, 4, 24, 0, 0, 0, 6),
        ("major_city", 1, 0.5, 0.5, 0, 0, 0, 8),
    ],
)
def test_terrain(
    name: str,
    foot: int,
    motorized: float,
    breakdown: float,
    barrage: int,
    anti_armour: int,
    assault: int,
    stacking: int,
) -> None:
    line = terrain(name)
    assert (line.cost("non_motorized"), line.cost("motorized")) == (halves(foot), halves(motorized))
    assert line.breakdown == halves(breakdown)
    shifts = tuple(line.shifts.on(fire) for fire in ("barrage", "anti_armour", "close_assault"))
    assert shifts == (barrage, anti_armour, assault)
    assert line.stacking == stacking


@pytest.mark.case("8.37", "8.44", "8.45", "8.32")
def test_a_swamp_has_no_cost_and_some_ground_is_closed_to_some() -> None:
    assert (terrain("swamp").non_motorized, terrain("swamp").motorized) == (None, None)
    lines = ("clear", "gravel", "salt_marsh", "heavy_vegetation", "rough", "mountain", "delta", "desert", "swamp")
    assert [name for name in lines if terrain(name).paths_only] == ["salt_marsh"]
    assert [name for name in lines if terrain(name).closed_to_light] == ["desert"]
    with pytest.raises(KeyError):
        terrain("sea")


@pytest.mark.case("8.37", "8.43")
@pytest.mark.parametrize(
    ("name", "foot", "motorized", "breakdown", "anti_armour", "assault"),
    [
        ("ridge", 2, 4, 2, -2, -2),
        ("up_slope", 2, 4, 2, -1, -2),
        ("down_slope", 1, 2, 2, -1, 1),
        ("up_escarpment", 6, None, 0, None, -3),
        ("down_escarpment", 4, 8, 6, -2, 1),
        ("wadi", 1, 4, 8, 0, -1),
        ("major_river", 8, None, 0, 0, -6),
        ("minor_river", 3, 6, 1, 0, -2),
    ],
)
def test_hexsides(
    name: str, foot: int, motorized: int | None, breakdown: int, anti_armour: int | None, assault: int
) -> None:
    line = hexside(name)
    assert line.cost("non_motorized") == halves(foot)
    assert line.cost("motorized") == (None if motorized is None else halves(motorized))
    assert line.breakdown == halves(breakdown)
    assert (line.shifts.barrage, line.shifts.anti_armour, line.shifts.close_assault) == (0, anti_armour, assault)


@pytest.mark.case("8.41", "8.42")
def test_only_some_hexsides_have_conditions() -> None:
    names = (
        "ridge",
        "up_slope",
        "down_slope",
        "up_escarpment",
        "down_escarpment",
        "wadi",
        "major_river",
        "minor_river",
    )
    assert [name for name in names if hexside(name).track_only] == ["down_escarpment"]
    assert [name for name in names if hexside(name).bridged] == ["major_river"]
    assert {name: hexside(name).rain_extra for name in names if hexside(name).rain_extra} == {"wadi": halves(2)}


@pytest.mark.case("8.37", "8.46")
def test_a_track_halves_what_hex_and_hexside_cost() -> None:
    assert on_track(halves(2)) == halves(1)
    assert on_track(halves(3)) == halves(1.5)
    assert on_track(halves(0.5)) == halves(0.5)
    assert hexside("wadi").track_cost("motorized") == halves(2)
    assert hexside("down_escarpment").track_cost("non_motorized") == halves(2)
    assert hexside("down_escarpment").track_cost("motorized") == halves(8)
    assert hexside("up_escarpment").track_cost("motorized") is None


@pytest.mark.case("8.37", "8.46")
def test_a_track_through_rough_ground_costs_half_and_not_one_point() -> None:
    cost = terrain("rough").motorized
    assert cost is not None
    assert on_track(cost) == halves(2)


@pytest.mark.case("8.37", "9.33", "32.9")
def test_a_road_has_figures_of_its_own() -> None:
    assert (road_cost("non_motorized"), road_cost("motorized")) == (halves(1), halves(0.5))
    assert road_breakdown() == halves(0.5)
    assert path_stacking() == 5


@pytest.mark.case("8.37", "12.33", "25.11", "25.22", "25.12")
def test_fortifications_by_level() -> None:
    found = [(line.barrage, line.anti_armour, line.close_assault) for line in map(fortification, range(4))]
    assert found == [(0, 0, 0), (-1, -1, -2), (-2, -2, -3), (-2, -2, -4)]
    with pytest.raises(ValueError, match="no fortification of level 4"):
        fortification(4)
    assert [city_level(name) for name in ("Alexandria", "Cairo", "Tobruk")] == [3, 3, 2]


@pytest.mark.case("8.37")
def test_minefields_favour_their_owner() -> None:
    own, hostile = minefield("friendly"), minefield("enemy")
    assert (own.breakdown, own.shifts.anti_armour, own.shifts.close_assault) == (0, -1, -1)
    assert own.shifts.barrage == hostile.shifts.barrage == 0
    assert (hostile.breakdown, hostile.shifts.anti_armour, hostile.shifts.close_assault) == (halves(2), 0, 0)


def test_half_points_are_exact_and_readable() -> None:
    assert [points(parts) for parts in (0, 1, 2, 5)] == ["0", "½", "1", "2½"]
    with pytest.raises(ValueError, match="no whole number of half points"):
        halves(0.25)


# Costs


@pytest.mark.case("6.3", "6.12")
@pytest.mark.parametrize(
    ("name", "cost"),
    [
        ("detach_unit", 1),
        ("attach_assigned_unit", 1),
        ("attach_unassigned_unit", 2),
        ("break_contact", 2),
        ("break_engaged", 4),
        ("placed_in_reserve", 0),
        ("phasing_barrage_or_assault", 5),
        ("phasing_undergo_barrage", 3),
        ("phasing_probe", 2),
        ("non_phasing_barrage_or_barraged_or_defend_assault", 3),
        ("non_phasing_defend_probe", 2),
        ("patrol", 0),
        ("accept_surrender", 2),
        ("absorb_two_replacement_points", 1),
        ("paradrop_commandos", 5),
    ],
)
def test_costs_of_actions(name: str, cost: int) -> None:
    assert action(name).charge(10) == halves(cost)


@pytest.mark.case("6.3")
def test_who_pays_and_what_comes_on_top() -> None:
    assert action("detach_unit").charged_to == ("parent", "unit")
    assert action("enter_hex").terrain
    assert not action("patrol").terrain
    refunded = [name for name in actions() if action(name).refund]
    assert refunded == ["non_phasing_barrage_or_barraged_or_defend_assault", "non_phasing_defend_probe"]
    assert {action(name).refund for name in refunded} == {halves(2)}
    with pytest.raises(KeyError):
        action("fly")


@pytest.mark.case("32.17", "6.3")
def test_blowing_up_supply_units_takes_half_the_allowance_rounded_up() -> None:
    assert [action("destroy_supply_unit").charge(allowance) for allowance in (10, 15)] == [halves(5), halves(8)]
    assert action("blow_supply_dump").charge(10) == halves(4)


@pytest.mark.case("6.3")
@pytest.mark.parametrize(
    ("owner", "mobility", "engineers", "cost"),
    [
        ("friendly", "non_motorized", False, 1),
        ("friendly", "motorized", False, 4),
        ("friendly", "non_motorized", True, 0),
        ("friendly", "motorized", True, 0),
        ("enemy", "non_motorized", False, 4),
        ("enemy", "motorized", False, 20),
        ("enemy", "non_motorized", True, 2),
        ("enemy", "motorized", True, 4),
    ],
)
def test_minefields_cost_by_the_chart(owner: Owner, mobility: Mobility, engineers: bool, cost: int) -> None:
    assert minefield_cost(owner, mobility, engineers, allowance=20) == halves(cost)


# Barrage and anti-armour fire


@pytest.mark.case("12.6", "12.44", "12.45")
def test_every_column_covers_every_reading_for_every_target() -> None:
    for target in TARGETS:
        for column in range(9):
            found = [barrage_in(target, column, reading) for reading in CODES]
            assert len(found) == 36
            assert all(result.pinned == (target in ("infantry", "armour")) for result in found if result.lost)
            if target in ("gun", "truck"):
                assert not any(result.pinned for result in found)


@pytest.mark.case("12.6")
@pytest.mark.parametrize(
    ("target", "points", "dice", "expected"),
    [
        ("infantry", 17, 56, Barrage(pinned=True, lost=2)),
        ("infantry", 13, 64, Barrage(pinned=True, lost=1)),
        ("infantry", 13, 11, Barrage(pinned=True)),
        ("armour", 16, 63, Barrage(pinned=True, lost=1)),
        ("armour", 2, 62, Barrage()),
        ("gun", 30, 41, Barrage(lost=2)),
        ("gun", 11, 23, Barrage(lost=1)),
        ("truck", 1, 66, Barrage()),
    ],
)
def test_barrage(target: Target, points: int, dice: int, expected: Barrage) -> None:
    assert barrage(target, points, 0, Code(dice)) == expected


@pytest.mark.case("12.34", "12.43")
def test_a_barrage_shifted_off_the_table_has_no_effect() -> None:
    assert barrage_column(2, -1) is None
    assert barrage_column(0, 0) is None
    assert barrage("gun", 2, -1, Code(66)) == Barrage()
    assert barrage_column(40, 0) == barrage_column(17, 0) == barrage_column(17, 1) == 8


@pytest.mark.case("14.6", "14.32")
def test_damage_rises_with_points_and_with_the_dice() -> None:
    grid = [[damage(strength, 0, reading, phasing=False) for strength in range(17)] for reading in CODES]
    assert all(before <= after for row in grid for before, after in pairwise(row))
    assert all(before <= after for column in zip(*grid, strict=True) for before, after in pairwise(column))
    assert (grid[0][0], grid[-1][16], grid[18][5]) == (0, 32, 7)


@pytest.mark.case("14.6", "14.35")
def test_the_phasing_player_reads_one_row_lower_and_the_zero_column_is_the_last_resort() -> None:
    assert damage(5, 0, Code(66), phasing=False) == damage(5, 0, Code(66), phasing=True) == 11
    assert (damage(3, 0, Code(55), phasing=False), damage(3, 0, Code(55), phasing=True)) == (7, 6)
    assert damage(9, 0, Code(12), phasing=True) == damage(9, 0, Code(12), phasing=False) == 10
    assert anti_armour_column(2, -4) == 0
    assert anti_armour_column(30, -2) == 14
    assert anti_armour_column(16, 1) == anti_armour_column(30, 0) == 16  # the last column
    with pytest.raises(ValueError, match="nobody fires"):
        anti_armour_column(-1, 0)


# Close assault


@pytest.mark.case("15.79", "15.72")
def test_differentials_find_their_columns() -> None:
    names = [column_name(column_of(differential)) for differential in range(-12, 19)]
    assert names == [
        "-11",
        "-11",
        "-8",
        "-8",
        "-8",
        "-6",
        "-6",
        "-4",
        "-4",
        "-3",
        "-2",
        "-1",
        "0",
        "+1",
        "+2",
        "+3",
        "+4",
        "+5",
        "+5",
        "+7",
        "+7",
        "+9",
        "+9",
        "+11",
        "+11",
        "+11",
        "+14",
        "+14",
        "+14",
        "+17",
        "+17",
    ]


@pytest.mark.case("15.31", "15.62")
def test_shifts_move_whole_columns_and_stop_at_the_ends() -> None:
    assert column_name(shifted(column_of(4), 2)) == "+7"
    assert column_name(shifted(column_of(-4), -1)) == "-6"
    last = shifted(0, 99)
    assert shifted(0, -1) == 0 == shifted(1, -1) and shifted(last, 1) == last == shifted(last - 1, 1)
    assert column_name(last) and shifted(last, -1) == last - 1
    assert (shifted(column_of(20), 3), shifted(column_of(-20), -3)) == (17, 0)


@pytest.mark.case("15.77")
def test_the_last_three_columns_overrun() -> None:
    assert [column_name(column) for column in COLUMNS if overrun(column)] == ["+11", "+14", "+17"]


@pytest.mark.case("15.79", "15.75")
def test_losses_change_evenly_from_column_to_column() -> None:
    attacker = [sum(attacker_result(column, reading).percent for reading in CODES) for column in COLUMNS]
    defender = [sum(defender_result(column, reading).percent for reading in CODES) for column in COLUMNS]
    assert all(before > after for before, after in pairwise(attacker))
    assert all(before < after for before, after in pairwise(defender))


@pytest.mark.case("15.79")
def test_the_bare_readings_of_the_defender_at_plus_two_are_ten_percent() -> None:
    found = [defender_result(column_of(2), Code(dice)).percent for dice in (33, 34, 36, 41)]
    assert found == [10, 10, 10, 5]


@pytest.mark.case("15.79")
def test_the_attacker_at_minus_two_loses_a_fifth_up_to_16() -> None:
    assert [attacker_result(column_of(-2), Code(dice)).percent for dice in (12, 13, 16, 21)] == [25, 20, 20, 15]


@pytest.mark.case("15.73", "15.76")
def test_the_sum_of_the_dice_brings_the_other_results() -> None:
    assert attacker_result(column_of(-20), Code(61)) == Assault(10, captured=True)
    assert attacker_result(column_of(-20), Code(64)) == Assault(5, captured=False, engaged=True)
    assert attacker_result(column_of(0), Code(63)) == Assault(0, captured=False, engaged=True)
    assert defender_result(column_of(17), Code(66)) == Assault(5, captured=False, retreat=3)
    assert defender_result(column_of(3), Code(65)) == Assault(0, captured=False, retreat=2)
    assert defender_result(column_of(-12), Code(11)) == Assault(10, captured=False)


@pytest.mark.case("15.53", "15.52")
def test_the_size_chart_knows_two_brigades_and_no_smaller_larger_unit() -> None:
    assert size_shift(3, 2) == 0
    assert size_shift(3, 0) == 4
    assert size_shift(2, 2) == 0
    with pytest.raises(ValueError, match="does not set 1 against 2"):
        size_shift(1, 2)


@pytest.mark.case("15.52", "20.45")
def test_replacement_points_of_many_battalions_count_as_the_organization_they_are_equal_to() -> None:
    assert (size_shift(8, 1), size_shift(4, 1), size_shift(8, 5)) == (size_shift(5, 1), size_shift(3, 1), 0)


@pytest.mark.case("15.89")
def test_prisoners_by_the_die() -> None:
    assert [prisoners(die) for die in range(1, 7)] == [10, 25, 33, 50, 50, 75]
    with pytest.raises(ValueError, match="a die shows 1 to 6"):
        prisoners(7)


# Sources


def test_every_line_names_its_source() -> None:
    for found in (sources(), cost_sources(), combat_sources()):
        assert found
        assert all(source.startswith(TAGS) for source in found.values())


def test_reconstructed_cells_say_so() -> None:
    told = [cell for cell, source in combat_sources().items() if source.startswith("reconstructed")]
    assert told == ["losses attacker -2, 20", "losses defender +2, 10"]
