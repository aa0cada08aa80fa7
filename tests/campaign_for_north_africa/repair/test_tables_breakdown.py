"""The printed tables: morale, patrols, breakdown, repair, weather and the calendar."""

from collections import Counter
from itertools import pairwise

import pytest

from sandtable.games.campaign_for_north_africa.calendar import (
    Date,
    Season,
    axis_initiative,
    begins_month,
    calendar_sources,
    commonwealth_initiative,
    date,
    last_turn,
    season,
    turn_of,
)
from sandtable.games.campaign_for_north_africa.capability.morale_tables import morale_modifier, morale_sources, training
from sandtable.games.campaign_for_north_africa.dice import CODES, Code
from sandtable.games.campaign_for_north_africa.patrols.tables import (
    Losses,
    objective_losses,
    patrol_losses,
    patrol_sources,
    units_revealed,
)
from sandtable.games.campaign_for_north_africa.repair.tables import (
    RepairColumn,
    Repaired,
    WreckColumn,
    adjustment,
    breakdown_column,
    breakdown_column_name,
    breakdown_percent,
    breakdown_sources,
    broken_down,
    repair,
    repaired,
    share,
    wreck,
)
from sandtable.games.campaign_for_north_africa.terrain_chart import halves
from sandtable.games.campaign_for_north_africa.weather.tables import foul_sections, weather, weather_sources

TAGS = ("rulebook", "published", "history", "reconstructed")
DICE = range(1, 7)


# Morale and patrols


@pytest.mark.case("17.4", "17.25")
def test_morale_falls_with_cohesion_and_with_the_dice() -> None:
    grid = [[morale_modifier(level, reading) for reading in CODES] for level in range(8, -18, -1)]
    numbers = [[-9 if found == "surrender" else found for found in row] for row in grid]
    assert all(before >= after for row in numbers for before, after in pairwise(row))
    assert all(before >= after for column in zip(*numbers, strict=True) for before, after in pairwise(column))
    assert morale_modifier(-7, Code(64)) == "surrender"
    assert morale_modifier(-6, Code(66)) == -4


@pytest.mark.case("17.24")
def test_cohesion_beyond_the_table_uses_the_outer_rows() -> None:
    assert all(morale_modifier(12, reading) == morale_modifier(8, reading) for reading in CODES)
    assert all(morale_modifier(-40, reading) == "surrender" for reading in CODES)


@pytest.mark.case("17.4")
def test_the_bare_reading_at_minus_four_is_minus_two() -> None:
    assert [morale_modifier(-4, Code(dice)) for dice in (55, 56, 61)] == [-2, -2, -3]


@pytest.mark.case("17.6")
def test_commandos_train_longest() -> None:
    assert training("commando") == 12


@pytest.mark.case("16.6", "16.33")
def test_recce_patrols_lose_less() -> None:
    found = [patrol_losses(die, all_recce=False) for die in DICE]
    assert found == [Losses(0, 0)] * 3 + [Losses(0, 1), Losses(1, 0), Losses(1, 1)]
    assert [patrol_losses(die, all_recce=True) for die in DICE] == [Losses(0, 0), *found[:-1]]


@pytest.mark.case("16.7")
def test_units_revealed_by_die_and_surviving_points() -> None:
    assert [[units_revealed(points, die) for points in (1, 2, 3)] for die in DICE] == [
        [0, 0, 1],
        [0, 1, 1],
        [1, 1, 2],
        [1, 2, 3],
        [2, 3, 4],
        [3, 4, None],
    ]
    with pytest.raises(ValueError, match="no column for 4 points"):
        units_revealed(4, 1)


@pytest.mark.case("16.8", "16.34")
def test_a_patrol_that_is_gone_takes_no_prisoners() -> None:
    assert [objective_losses(die, patrol_eliminated=False) for die in (4, 5, 6)] == [
        Losses(0, 0),
        Losses(0, 1),
        Losses(1, 0),
    ]
    assert [objective_losses(die, patrol_eliminated=True) for die in (4, 5, 6)] == [
        Losses(0, 0),
        Losses(1, 0),
        Losses(1, 0),
    ]


# Breakdown and repair


@pytest.mark.case("21.38")
def test_breakdown_grows_from_column_to_column() -> None:
    sums = [sum(breakdown_percent(column, reading) for reading in CODES) for column in range(9)]
    assert sums[0] == 0
    assert all(before < after for before, after in pairwise(sums))
    assert [breakdown_percent(5, Code(dice)) for dice in (16, 65, 66)] == [0, 50, 75]


@pytest.mark.case("21.33", "21.27")
def test_shifts_end_with_the_last_column_and_left_of_the_first_nothing_breaks_down() -> None:
    assert breakdown_column_name(breakdown_column(halves(90), 2)) == "71+"
    assert breakdown_column_name(breakdown_column(halves(15), -2)) == "0-3"
    assert breakdown_column_name(breakdown_column(halves(15), -9)) == "0-3"
    assert breakdown_column_name(breakdown_column(halves(3), 2)) == "0-3"
    assert breakdown_column_name(breakdown_column(halves(3.5), 0)) == "4-10"


@pytest.mark.case("21.35")
def test_a_single_point_ignores_ten_percent_only() -> None:
    assert (broken_down(1, 10), broken_down(1, 25), broken_down(2, 10)) == (0, 1, 1)


@pytest.mark.case("21.34")
def test_thirty_three_percent_is_a_third() -> None:
    assert (share(100, 33), share(100, 25)) == (34, 25)


@pytest.mark.case("21.14")
def test_adjustments_without_a_weapon_chart() -> None:
    assert (adjustment("trucks"), adjustment("armoured_cars_and_recce")) == (-2, -1)


@pytest.mark.case("22.8", "22.34")
@pytest.mark.parametrize(
    ("column", "first", "values"),
    [
        ("field_truck", 0, "2 2 1 0 0 0 0"),
        ("field_recce", 0, "1 1 0 0 0 0 0"),
        ("field_tank", 0, "25 25 10* 10* 10* 0 0"),
        ("temporary_facility", 1, "50 33 25 25 10* 10* 10* 10*"),
        ("major_facility", 1, "75 50 50 50 33 33 25 10"),
    ],
)
def test_repair(column: RepairColumn, first: int, values: str) -> None:
    expected = [Repaired(int(value.rstrip("*")), value.endswith("*")) for value in values.split()]
    assert [repair(column, die) for die in range(first, first + len(expected))] == expected
    with pytest.raises(ValueError, match="has no line"):
        repair(column, first + len(expected))


@pytest.mark.case("22.25", "22.34")
def test_ten_percent_with_a_star_repairs_no_single_point() -> None:
    assert [repaired(points, repair("field_tank", 2)) for points in (1, 2, 11)] == [0, 1, 2]
    assert repaired(1, repair("major_facility", 8)) == 1


@pytest.mark.case("22.44", "22.43")
@pytest.mark.parametrize(
    ("column", "fates"),
    [
        ("field", "R------"),
        ("german_at_axis_facility", "RRR--JJ"),
        ("italian_at_axis_facility", "RR--JJJ"),
        ("commonwealth_at_axis_facility", "RR---JJ"),
        ("commonwealth_facility", "RR---JJ"),
    ],
)
def test_destroyed_tanks(column: WreckColumn, fates: str) -> None:
    meaning = {"R": "repaired", "J": "junked", "-": None}
    assert [wreck(column, die) for die in range(1, 8)] == [meaning[fate] for fate in fates]
    with pytest.raises(ValueError, match="no line 8"):
        wreck(column, 8)


# Weather and the calendar


@pytest.mark.case("29.6", "29.1")
@pytest.mark.parametrize(
    ("when", "normal", "hot", "sandstorm", "rainstorm"),
    [
        ("spring", 20, 9, 5, 2),
        ("summer", 9, 20, 7, 0),
        ("fall", 17, 11, 3, 5),
        ("winter", 26, 0, 0, 10),
    ],
)
def test_readings_for_each_weather(when: Season, normal: int, hot: int, sandstorm: int, rainstorm: int) -> None:
    found = Counter(weather(when, reading) for reading in CODES)
    expected = {"normal": normal, "hot": hot, "sandstorm": sandstorm, "rainstorm": rainstorm}
    assert found == Counter({kind: readings for kind, readings in expected.items() if readings})


@pytest.mark.case("29.7")
def test_foul_weather_lies_over_some_sections() -> None:
    assert ["".join(foul_sections(die)) for die in DICE] == ["AB", "CD", "DE", "BC", "BD", "BCD"]


@pytest.mark.case("29.1", "29.61")
def test_seasons_last_twelve_turns_and_begin_with_the_fall() -> None:
    found = [season(turn) for turn in range(1, last_turn() + 1)]
    assert found[:48] == ["fall"] * 12 + ["winter"] * 12 + ["spring"] * 12 + ["summer"] * 12
    assert found[48:96] == found[:48]
    assert found[96:] == ["fall"] * 12 + ["winter"] * 3


@pytest.mark.case("5.1")
@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        (1, Date(1940, 9, 3)),
        (3, Date(1940, 10, 1)),
        (31, Date(1941, 5, 1)),
        (35, Date(1941, 6, 1)),
        (39, Date(1941, 7, 1)),
        (63, Date(1942, 1, 1)),
        (110, Date(1942, 12, 4)),
        (111, Date(1943, 1, 1)),
    ],
)
def test_turns_have_their_weeks(turn: int, expected: Date) -> None:
    assert date(turn) == expected
    assert turn_of(expected.year, expected.month, expected.week) == turn


@pytest.mark.case("5.1", "32.57")
def test_every_fourth_turn_begins_a_month() -> None:
    assert [turn for turn in range(1, 16) if begins_month(turn)] == [3, 7, 11, 15]
    for turn in (0, 112):
        with pytest.raises(ValueError, match="there is no Game-Turn"):
            date(turn)


@pytest.mark.case("7.2", "7.13")
def test_initiative_ratings() -> None:
    assert [commonwealth_initiative(turn) for turn in (1, 42, 43, 90, 91, 111)] == [3, 3, 4, 4, 5, 5]
    assert [axis_initiative(command) for command in ("rommel", "germans", "neither")] == [6, 3, 1]


# Sources


def test_every_line_names_its_source() -> None:
    for found in (morale_sources(), patrol_sources(), breakdown_sources(), weather_sources(), calendar_sources()):
        assert found
        assert all(source.startswith(TAGS) for source in found.values())
