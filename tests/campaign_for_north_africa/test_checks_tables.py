"""The worked examples of the rulebook that are look-ups, each under its own name, by the case that tells it.

Where an example contradicts its chart, the chart is what is tested; a ruling says so. The example told after 15.96 goes
by that number.
"""

from typing import Literal

import pytest

from sandtable.games.campaign_for_north_africa.calendar import (
    axis_initiative,
    commonwealth_initiative,
    date,
    month,
    season,
)
from sandtable.games.campaign_for_north_africa.capability.action_costs import action, minefield_cost
from sandtable.games.campaign_for_north_africa.capability.morale_tables import Trainee, morale_modifier, training
from sandtable.games.campaign_for_north_africa.combat.tables import (
    Added,
    Assault,
    Barrage,
    Target,
    anti_armour_column,
    attacker_result,
    barrage_column,
    barrage_column_name,
    barrage_in,
    column_name,
    column_of,
    damage,
    defender_result,
    prisoners,
    shifted,
    size_shift,
    sums,
)
from sandtable.games.campaign_for_north_africa.dice import Code
from sandtable.games.campaign_for_north_africa.logistics.bombardment_tables import (
    bombardment_column,
    bombardment_column_name,
    counted_column,
)
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import convoy_letter, convoy_tons
from sandtable.games.campaign_for_north_africa.logistics.transport_tables import infantry_carried, port, truck
from sandtable.games.campaign_for_north_africa.patrols.tables import units_revealed
from sandtable.games.campaign_for_north_africa.repair.tables import (
    RepairColumn,
    breakdown_column,
    breakdown_column_name,
    breakdown_percent,
    broken_down,
    repair,
    wreck,
)
from sandtable.games.campaign_for_north_africa.terrain_chart import (
    Shifts,
    fortification,
    halves,
    hexside,
    road_breakdown,
    terrain,
)
from sandtable.games.campaign_for_north_africa.weather.tables import weather

# Movement and terrain


@pytest.mark.case("6.14")
def test_retreat_3_clear() -> None:
    cost = terrain("clear").non_motorized
    assert cost is not None
    assert 3 * cost == halves(6)


@pytest.mark.case("6.17")
def test_cpa_medium_truck() -> None:
    assert truck("medium").infantry == 20


@pytest.mark.case("8.41")
@pytest.mark.parametrize(
    ("found", "expected"),
    [
        pytest.param(hexside("wadi").track_breakdown(), halves(4), id="wadi-track-bp"),
        pytest.param(road_breakdown(), halves(0.5), id="wadi-road-bp"),
    ],
)
def test_breakdown_points_of_a_wadi(found: int, expected: int) -> None:
    assert found == expected


@pytest.mark.case("8.42")
@pytest.mark.parametrize(
    ("way", "cost", "breakdown"),
    [
        pytest.param("down_escarpment", 8, 6, id="escarpment-down-track"),
        pytest.param("up_escarpment", None, 0, id="escarpment-up-vehicle"),
    ],
)
def test_a_vehicle_at_an_escarpment(way: str, cost: int | None, breakdown: int) -> None:
    expected = None if cost is None else halves(cost)
    assert (hexside(way).track_cost("motorized"), hexside(way).track_breakdown()) == (expected, halves(breakdown))


@pytest.mark.case("8.31", "8.35")
def test_max_hexside_foot() -> None:
    assert hexside("major_river").non_motorized == halves(8)


@pytest.mark.case("8.95")
def test_truck_mix() -> None:
    assert infantry_carried({"light": 4, "medium": 2, "heavy": 1}) == 6


@pytest.mark.case("6.3", "8.37")
def test_minefield_artillery() -> None:
    assert minefield_cost("enemy", "motorized", engineers=False, allowance=15) == halves(15)


@pytest.mark.case("6.22", "6.3")
def test_dp_rnf_assaults_for_five_points() -> None:
    assert action("phasing_barrage_or_assault").charge(8) == halves(5)


@pytest.mark.case("7.14", "7.2")
def test_initiative_oct_1940() -> None:
    totals = {"axis": axis_initiative("neither") + 4, "commonwealth": commonwealth_initiative(4) + 1}
    assert month(4) == "1940-10"
    assert totals == {"axis": 5, "commonwealth": 4}


# Barrage and bombardment


@pytest.mark.parametrize(
    ("points", "shift", "column"),
    [
        pytest.param(12, fortification(2).barrage, "7-8", id="barrage-level2", marks=pytest.mark.case("12.33")),
        pytest.param(
            9, terrain("rough").shifts.barrage, "7-8", id="ex-barrage-column", marks=pytest.mark.case("15.96")
        ),
    ],
)
def test_barrage_column(points: int, shift: int, column: str) -> None:
    found = barrage_column(points, shift)
    assert found is not None
    assert barrage_column_name(found) == column


@pytest.mark.case("12.6", "15.96")
@pytest.mark.parametrize(
    ("target", "column", "dice", "expected"),
    [
        pytest.param("armour", "7-8", 25, Barrage(), id="ex-barrage-25"),
        pytest.param("armour", "7-8", 36, Barrage(), id="ex-barrage-36-or-lower"),
        pytest.param("infantry", "5-6", 61, Barrage(pinned=True), id="ex-barrage-61"),
        pytest.param("truck", "9-10", 66, Barrage(lost=2), id="ex-trucks"),
        # The example holds word for word once each die is turned over.
        pytest.param("armour", "7-8", 52, Barrage(pinned=True), id="ex-barrage-25-turned-over"),
        pytest.param("armour", "7-8", 41, Barrage(pinned=True), id="ex-barrage-36-turned-over"),
        pytest.param("infantry", "5-6", 16, Barrage(), id="ex-barrage-61-turned-over"),
    ],
)
def test_barrage_of_the_example(target: Target, column: str, dice: int, expected: Barrage) -> None:
    place = next(place for place in range(9) if barrage_column_name(place) == column)
    assert barrage_in(target, place, Code(dice)) == expected


@pytest.mark.case("12.54")
def test_facility_raw() -> None:
    assert bombardment_column_name("bomb", bombardment_column("bomb", 78)) == "41-80"


@pytest.mark.case("32.74")
def test_fleet_strike_column() -> None:
    assert bombardment_column_name("bomb", counted_column(1)) == "1-20"


# Anti-armour fire


@pytest.mark.case("14.32")
def test_aa_rough() -> None:
    shift = terrain("rough").shifts.anti_armour
    assert shift is not None
    assert anti_armour_column(9, shift) == 8


@pytest.mark.parametrize(
    ("points", "dice", "shift", "phasing", "expected"),
    [
        pytest.param(5, 35, 0, False, 7, id="aa-m11-m13", marks=pytest.mark.case("14.43")),
        pytest.param(5, 35, 0, True, 7, id="aa-m11-m13-phasing", marks=pytest.mark.case("14.43")),
        pytest.param(3, 51, -1, True, 4, id="ex-aa-axis", marks=pytest.mark.case("15.96", "14.6")),
        pytest.param(2, 55, -1, False, 3, id="ex-aa-cw", marks=pytest.mark.case("15.96", "14.6")),
    ],
)
def test_anti_armour_damage(points: int, dice: int, shift: int, phasing: bool, expected: int) -> None:
    assert damage(points, shift, Code(dice), phasing) == expected


# Close assault


@pytest.mark.parametrize(
    ("differential", "shifts", "column"),
    [
        pytest.param(
            4, (terrain("mountain").shifts.close_assault,), "+1", id="ca-mountain", marks=pytest.mark.case("15.32")
        ),
        pytest.param(1, (2,), "+3", id="double-raw", marks=pytest.mark.case("15.51")),
        pytest.param(
            3,
            (3, terrain("rough").shifts.close_assault),
            "+4",
            id="ex-column",
            marks=pytest.mark.case("15.96", "15.72"),
        ),
    ],
)
def test_close_assault_column(differential: int, shifts: tuple[int, ...], column: str) -> None:
    assert column_name(shifted(column_of(differential), sum(shifts))) == column


@pytest.mark.parametrize(
    ("shifts", "expected"),
    [
        pytest.param([terrain("salt_marsh").shifts], 1, id="ca-salt-marsh", marks=pytest.mark.case("15.32")),
        pytest.param([hexside("wadi").shifts], -1, id="ca-wadi", marks=pytest.mark.case("15.33")),
        pytest.param(
            [hexside("down_slope").shifts, hexside("up_escarpment").shifts],
            -2,
            id="ca-slope-escarpment",
            marks=pytest.mark.case("15.36"),
        ),
    ],
)
def test_close_assault_shift(shifts: list[Shifts], expected: int) -> None:
    assert sum(shift.close_assault for shift in shifts) == expected


@pytest.mark.case("15.35")
def test_ca_fort_rough_ridge_by_the_chart() -> None:
    shifts = (fortification(2), terrain("rough").shifts, hexside("ridge").shifts)
    assert sum(shift.close_assault for shift in shifts) == -7


@pytest.mark.case("15.53")
@pytest.mark.parametrize(
    ("larger", "smaller", "columns"),
    [
        pytest.param(5, 3, 1, id="size-5-3"),
        pytest.param(5, 2, 2, id="size-5-2"),
        pytest.param(5, 1, 4, id="size-5-1"),
        pytest.param(5, 0, 8, id="size-5-0"),
        pytest.param(3, 1, 2, id="size-3-1"),
        pytest.param(2, 1, 2, id="size-2-1"),
        pytest.param(2, 0, 4, id="size-2-0"),
        pytest.param(1, 0, 2, id="size-1-0"),
    ],
)
def test_size(larger: int, smaller: int, columns: int) -> None:
    assert size_shift(larger, smaller) == columns


@pytest.mark.parametrize(
    ("column", "dice", "expected"),
    [
        pytest.param(3, 34, Assault(5, captured=False), id="crt-attacker-34", marks=pytest.mark.case("15.73")),
        pytest.param(4, 32, Assault(5, captured=False), id="ex-crt-axis", marks=pytest.mark.case("15.96")),
    ],
)
def test_attacker_result(column: int, dice: int, expected: Assault) -> None:
    assert attacker_result(column_of(column), Code(dice)) == expected


@pytest.mark.parametrize(
    ("column", "dice", "expected"),
    [
        pytest.param(
            3, 34, Assault(10, captured=False, retreat=1), id="crt-defender-34", marks=pytest.mark.case("15.73")
        ),
        pytest.param(3, 12, Assault(20, captured=True), id="crt-defender-12", marks=pytest.mark.case("15.73")),
        pytest.param(4, 21, Assault(15, captured=True, retreat=1), id="ex-crt-cw", marks=pytest.mark.case("15.96")),
    ],
)
def test_defender_result(column: int, dice: int, expected: Assault) -> None:
    assert defender_result(column_of(column), Code(dice)) == expected


@pytest.mark.case("15.73")
@pytest.mark.parametrize(
    ("result", "expected"),
    [
        pytest.param("attacker_engaged", (8, 9, 10, 12), id="crt-engaged-3"),
        pytest.param("defender_retreat_1", (4, 5, 6, 7), id="crt-retreat-3"),
    ],
)
def test_sums_at_plus_three(result: Added, expected: tuple[int, ...]) -> None:
    assert sums(result, column_of(3)) == expected


@pytest.mark.case("15.79")
def test_crt_correction() -> None:
    tens = [dice for dice in (33, 34, 45, 46) if defender_result(column_of(4), Code(dice)).percent == 10]
    assert tens == [34, 45]


@pytest.mark.parametrize(
    "die",
    [
        pytest.param(4, id="prisoners-4", marks=pytest.mark.case("15.73", "15.89")),
        pytest.param(4, id="ex-prisoners", marks=pytest.mark.case("15.96", "15.89")),
    ],
)
def test_half_are_captured_by_the_chart(die: int) -> None:
    assert prisoners(die) == 50


# Morale, training and patrols


@pytest.mark.parametrize(
    ("cohesion", "dice", "expected"),
    [
        pytest.param(-4, 43, -2, id="morale-axis", marks=pytest.mark.case("15.64", "17.4")),
        pytest.param(2, 63, 0, id="morale-nz", marks=pytest.mark.case("15.64", "17.4")),
        pytest.param(-2, 21, 0, id="ex-morale-axis", marks=pytest.mark.case("15.96", "17.4")),
        pytest.param(-3, 53, -2, id="ex-morale-cw", marks=pytest.mark.case("15.96", "17.4")),
        pytest.param(-4, 42, -2, id="morale-17.22", marks=pytest.mark.case("17.22", "17.4")),
    ],
)
def test_morale_modifier(cohesion: int, dice: int, expected: int) -> None:
    assert morale_modifier(cohesion, Code(dice)) == expected


@pytest.mark.case("17.6")
@pytest.mark.parametrize(
    ("trainee", "stages"),
    [
        pytest.param("commonwealth_unit_per_morale_point", 6, id="training-step", marks=pytest.mark.case("17.34")),
        pytest.param("gun", 1, id="training-gun"),
        pytest.param("infantry", 3, id="training-inf"),
        pytest.param("tank_recce_armoured_car", 6, id="training-tank"),
    ],
)
def test_training(trainee: Trainee, stages: int) -> None:
    assert training(trainee) == stages


@pytest.mark.case("16.5", "16.7")
def test_recon_2_4() -> None:
    assert units_revealed(patrol_points=2, die=4) == 2


# Breakdown, repair and weather


@pytest.mark.case("21.23")
def test_bp_lii_m() -> None:
    ridge = hexside("ridge").breakdown
    assert 2 * road_breakdown() + terrain("rough").breakdown + ridge + terrain("clear").breakdown == halves(15)


@pytest.mark.parametrize(
    ("points", "shift", "column"),
    [
        pytest.param(15, 1, "21-30", id="bp-column-15", marks=pytest.mark.case("21.26")),
        pytest.param(17, 1, "21-30", id="bp-column-17", marks=pytest.mark.case("21.26")),
        pytest.param(27, 1, "31-40", id="bp-column-27", marks=pytest.mark.case("21.26")),
        pytest.param(20.5, 0, "21-30", id="bp-round-up", marks=pytest.mark.case("21.31")),
    ],
)
def test_breakdown_column(points: float, shift: int, column: str) -> None:
    assert breakdown_column_name(breakdown_column(halves(points), shift)) == column


@pytest.mark.case("21.29")
def test_bp_different_columns() -> None:
    assert breakdown_column(halves(38), 0) != breakdown_column(halves(23), 0)


@pytest.mark.case("21.34", "21.38")
@pytest.mark.parametrize(
    ("shift", "dice", "percent", "vehicles", "lost"),
    [
        pytest.param(-1, 33, 10, 30, 3, id="breakdown-trucks"),
        pytest.param(2, 61, 33, 20, 7, id="breakdown-crusaders"),
    ],
)
def test_breakdown_at_35_points(shift: int, dice: int, percent: int, vehicles: int, lost: int) -> None:
    found = breakdown_percent(breakdown_column(halves(35), shift), Code(dice))
    assert (found, broken_down(vehicles, found)) == (percent, lost)


@pytest.mark.case("22.8")
@pytest.mark.parametrize(
    ("column", "die", "value"),
    [
        pytest.param("field_truck", 1, 2, id="repair-truck-1", marks=pytest.mark.case("22.23")),
        pytest.param("field_truck", 2, 1, id="repair-truck-2", marks=pytest.mark.case("22.23")),
        pytest.param("field_recce", 1, 1, id="repair-recce-1", marks=pytest.mark.case("22.24")),
    ],
)
def test_field_repair(column: RepairColumn, die: int, value: int) -> None:
    assert repair(column, die).value == value


@pytest.mark.case("22.62", "22.44")
def test_repair_tds_destroyed() -> None:
    assert wreck("field", 1) == "repaired"


@pytest.mark.case("29.1", "29.6")
def test_weather_summer_53() -> None:
    assert weather("summer", Code(53)) == "hot"


@pytest.mark.case("29.1")
def test_season_turn_1() -> None:
    assert season(1) == "fall"


# Ports, convoys and the calendar


@pytest.mark.case("32.36", "30.54")
@pytest.mark.parametrize(
    ("name", "level", "landed", "tons"),
    [
        pytest.param("Tobruk", 5, 1, 1530, id="port-tobruk"),
        pytest.param("Benghazi", 1, 0, 834, id="port-benghazi"),
    ],
)
def test_port_tonnage(name: str, level: int, landed: int, tons: int) -> None:
    assert port(name).tonnage(level, landed) == tons


@pytest.mark.case("32.44", "32.61")
def test_convoy_level() -> None:
    letter: Literal["E"] = "E"
    assert convoy_letter(55) == letter
    assert convoy_tons(letter, 4) == 21000


@pytest.mark.parametrize(
    ("turn", "key"),
    [
        pytest.param(55, "1941-11", id="calendar-55", marks=pytest.mark.case("5.1")),
        pytest.param(75, "1942-04", id="calendar-75", marks=pytest.mark.case("19.91")),
        pytest.param(87, "1942-07", id="calendar-87", marks=pytest.mark.case("5.1")),
    ],
)
def test_calendar(turn: int, key: str) -> None:
    assert (month(turn), date(turn).week) == (key, 1)
