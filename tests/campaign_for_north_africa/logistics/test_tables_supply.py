"""The printed tables: bombardment, supply, convoys and transport."""

from fractions import Fraction
from itertools import pairwise

import msgspec
import pytest

from sandtable.games.campaign_for_north_africa.dice import CODES, Code
from sandtable.games.campaign_for_north_africa.logistics.bombardment_tables import (
    Scale,
    bombardment_column,
    bombardment_column_name,
    bombardment_sources,
    column_named,
    convoy_percent_lost,
    counted_column,
    dump_percent_lost,
    fortification_reduced,
    levels_lost,
    points_hit,
    railroad_destroyed,
    road_destroyed,
)
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import (
    LANES,
    Letter,
    Limits,
    Period,
    Threshold,
    axis_supply,
    coastal_ships,
    commonwealth_period,
    commonwealth_supply,
    convoy_bombing,
    convoy_letter,
    lane,
    limits,
    motorization_loss,
    thresholds,
)
from sandtable.games.campaign_for_north_africa.logistics.transport_tables import (
    Box,
    freight,
    off_map_stages,
    port,
    supply_sources,
    truck,
)

TAGS = ("rulebook", "published", "history", "reconstructed")
DICE = range(1, 7)
LETTERS: tuple[Letter, ...] = ("A", "B", "C", "D", "E", "F", "G")
PERIODS: tuple[Period, ...] = ("I", "II", "III")


# Bombardment


@pytest.mark.case("12.53", "32.74")
@pytest.mark.parametrize(
    ("scale", "points", "name"),
    [
        ("bomb", 20, "1-20"),
        ("bomb", 21, "21-40"),
        ("bomb", 900, "471+"),
        ("torpedo", 12, "6-12"),
        ("torpedo", 341, "341+"),
        ("barrage", 8, "7-8"),
        ("barrage", 9, "9-10"),
        ("barrage", 21, "21+"),
    ],
)
def test_bombardment_columns(scale: Scale, points: int, name: str) -> None:
    assert bombardment_column_name(scale, bombardment_column(scale, points)) == name


@pytest.mark.case("12.53", "32.64")
def test_bombardment_grows_from_column_to_column() -> None:
    for target in (
        levels_lost,
        dump_percent_lost,
        fortification_reduced,
        railroad_destroyed,
        road_destroyed,
        points_hit,
        convoy_percent_lost,
    ):
        sums = [sum(int(target(column, reading)) for reading in CODES) for column in range(11)]
        assert all(before <= after for before, after in pairwise(sums)), target
        assert sums[0] < sums[-1]


@pytest.mark.case("12.53", "32.64", "32.74")
def test_single_results_of_bombardment() -> None:
    last = counted_column(11)
    assert (levels_lost(last, Code(62)), dump_percent_lost(last, Code(65)), points_hit(last, Code(65))) == (4, 75, 7)
    assert [fortification_reduced(0, Code(dice)) for dice in (65, 66)] == [False, True]
    assert [railroad_destroyed(0, Code(dice)) for dice in (63, 64)] == [False, True]
    assert [road_destroyed(1, Code(dice)) for dice in (63, 64)] == [False, True]
    assert [convoy_percent_lost(column_named("81-120"), Code(dice)) for dice in (22, 54, 64, 65)] == [0, 5, 10, 20]
    assert not any(convoy_percent_lost(0, reading) for reading in CODES)
    with pytest.raises(ValueError, match="there is no column 12"):
        counted_column(12)


# Supply and convoys


@pytest.mark.case("32.46", "32.47", "32.44", "32.45")
def test_supply_units_by_die() -> None:
    assert [[axis_supply(letter, die) for letter in LETTERS] for die in DICE] == [
        [0, 0, 1, 1, 1, 1, 2],
        [0, 1, 1, 1, 2, 2, 3],
        [1, 1, 1, 2, 2, 3, 3],
        [1, 2, 2, 3, 3, 4, 4],
        [2, 2, 3, 3, 3, 4, 5],
        [2, 3, 3, 3, 4, 4, 6],
    ]
    assert [[commonwealth_supply(period, die) for period in PERIODS] for die in DICE] == [
        [1, 2, 3],
        [1, 3, 4],
        [2, 3, 5],
        [2, 3, 5],
        [3, 4, 6],
        [3, 4, 7],
    ]


@pytest.mark.case("32.45")
def test_the_periods_turn_with_may_1941_and_june_1942() -> None:
    assert [commonwealth_period(turn) for turn in (1, 30, 31, 82, 83, 111)] == ["I", "I", "II", "II", "III", "III"]


@pytest.mark.case("32.44")
def test_convoy_letters_by_the_month_of_planning() -> None:
    found = [convoy_letter(turn) for turn in range(3, 111, 4)]
    assert found == [*"BBB", *"BEFEDGCECDEA", *"CBBGFAFBDAGC"]
    assert (convoy_letter(1), convoy_letter(111)) == ("B", None)


@pytest.mark.case("32.57", "32.59")
def test_motorization_points_lost_in_a_month() -> None:
    assert [motorization_loss(side, "1941-03") for side in ("commonwealth", "axis")] == [10, 1]
    assert [motorization_loss(side, "1942-11") for side in ("commonwealth", "axis")] == [4, 6]
    assert motorization_loss("axis", "1940-09") == motorization_loss("commonwealth", "1943-02") == 0


@pytest.mark.case("32.61")
def test_lanes() -> None:
    ends = [(lane(number).origin, lane(number).port, lane(number).first) for number in LANES]
    assert ends == [
        ("West Sicily", "Bizerta", 1),
        ("West Sicily", "Tripoli", 1),
        ("Italy", "Benghazi", 1),
        ("Greece", "Benghazi", 32),
        ("Greece", "Tobruk", 32),
        ("Italy", "Tobruk", 1),
    ]
    assert [number for number in LANES if lane(number).needs_open_port] == [1]
    with pytest.raises(ValueError, match="there is no lane 7"):
        lane(7)


@pytest.mark.case("32.66")
def test_thresholds_lie_ever_farther_west() -> None:
    assert [len(thresholds(number)) for number in LANES] == [4, 6, 9, 10, 10, 10]
    for number in LANES:
        eastings = [threshold.easting for threshold in thresholds(number).values()]
        assert all(before > after for before, after in pairwise(eastings))
    assert Threshold("B", 33).easting == Threshold("C", 0).easting


@pytest.mark.case("32.64", "32.66")
@pytest.mark.parametrize(
    ("number", "section", "column", "expected"),
    [
        (3, "D", 2, None),
        (3, "D", 1, "21-40"),
        (3, "C", 22, "21-40"),
        (3, "C", 21, "41-80"),
        (3, "A", 1, "391-470"),
        (1, "B", 17, "21-40"),
        (1, "A", 18, "121-160"),
        (6, "A", 18, "471+"),
    ],
)
def test_bomb_points_by_the_division(number: int, section: str, column: int, expected: str | None) -> None:
    assert convoy_bombing(number, Threshold(section, column)) == expected


@pytest.mark.case("32.15", "32.14", "32.32", "32.58", "32.62")
def test_figures_of_the_abstract_rules() -> None:
    figures = limits()
    assert (figures.ammunition, figures.fuel) == (40, 60)
    assert (figures.hex_supply_units, figures.city_supply_units) == (3, 5)
    assert (figures.real_unit_transport, figures.dummy_unit_transport, figures.transport_allowance) == (30, 6, 15)
    assert (figures.lane_supply_units, figures.lane_motorization_points) == (3, 20)
    assert (figures.axis_plans_ahead, figures.commonwealth_plans_ahead) == (2, 4)
    assert {field.name for field in msgspec.structs.fields(Limits)} <= set(supply_sources())


@pytest.mark.case("32.35")
def test_one_coastal_ship_carries_a_supply_unit_alone() -> None:
    assert [ship for ship, tons in coastal_ships().items() if tons >= limits().coastal_tons] == ["D"]


# Transport


@pytest.mark.case("6.17", "8.95", "32.51")
def test_trucks() -> None:
    trucks = [truck(kind) for kind in ("light", "medium", "heavy")]
    allowances = [(line.infantry, line.guns, line.supplies) for line in trucks]
    assert allowances == [(25, None, 40), (20, 15, 30), (20, 15, 30)]
    assert truck("light").carries_infantry == Fraction(1, 2)
    assert truck("light").carries_artillery == 0
    assert truck("heavy").carries_anti_air == 4


@pytest.mark.case("8.75")
def test_ten_motorization_points_are_a_stacking_point() -> None:
    assert 10 * freight("truck_or_motorization_point") == 1
    assert 5 * freight("replacement_point") == 1


@pytest.mark.case("32.36", "30.54")
def test_ports() -> None:
    assert (port("Tobruk").level, port("Tobruk").levels_lost_at_start) == (5, 3)
    assert (port("Derna").stacking_in, port("Derna").stacking_out) == (None, 1)
    assert port("Bardia").lands_zero_unit and not port("Derna").lands_zero_unit
    assert (port("Bizerta").opens_from, port("Tripoli").opens_from) == (35, None)
    assert (port("Apollonia").level, port("Apollonia").tons) == (1, 100)
    assert port("Tobruk").tonnage(0, landed=0) == port("Tobruk").tonnage(5, landed=10) == 0
    with pytest.raises(ValueError, match="no efficiency level 6"):
        port("Tobruk").tonnage(6, landed=0)


@pytest.mark.case("8.84", "8.89")
@pytest.mark.parametrize(
    ("start", "end", "stages"),
    [
        ("tunis", "gabes", [1, 2, 5]),
        ("tunis", "tripoli", [2, 3, 8]),
        ("tunis", "tripolitania", [3, 4, 11]),
        ("tunis", "nofilia", [4, 5, 14]),
        ("gabes", "tripoli", [1, 1, 3]),
        ("gabes", "tripolitania", [2, 2, 6]),
        ("gabes", "nofilia", [3, 3, 9]),
        ("tripoli", "tripolitania", [1, 1, 3]),
        ("tripoli", "nofilia", [2, 2, 6]),
        ("nofilia", "tripolitania", [1, 1, 3]),
    ],
)
def test_stages_between_the_boxes(start: Box, end: Box, stages: list[int]) -> None:
    assert [off_map_stages(start, end, allowance) for allowance in (25, 15, 14)] == stages


@pytest.mark.case("8.89", "8.84")
def test_allowances_between_the_printed_bands_go_with_the_slower() -> None:
    assert [off_map_stages("tunis", "gabes", allowance) for allowance in (20, 21, 24, 25)] == [2, 2, 2, 1]
    with pytest.raises(ValueError, match="no way from gabes to gabes"):
        off_map_stages("gabes", "gabes", 10)


# Sources


def test_every_line_names_its_source() -> None:
    for found in (bombardment_sources(), supply_sources()):
        assert found
        assert all(source.startswith(TAGS) for source in found.values())
