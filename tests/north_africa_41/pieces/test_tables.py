"""The Terrain Effects Chart, the Supply Attrition Tables and the single figures."""

import msgspec
import pytest

from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.pieces.tables import (
    POINT,
    SECTIONS,
    Ground,
    Limits,
    Mobility,
    Section,
    beyond,
    captured_trucks_leave,
    captures_supply,
    hexside_cost,
    limits,
    points,
    road_cost,
    sources,
    supply_attrition,
    terrain,
)

GROUNDS: tuple[Ground, ...] = ("clear", "rough", "jebel", "trackless_desert", "town", "city")
TAGS = ("rulebook", "published", "history", "reconstructed")


# Movement


@pytest.mark.case("2.2.1", "2.2.2")
def test_every_terrain_of_the_map_is_on_the_chart() -> None:
    assert set(board().terrain) - {"sea"} <= set(GROUNDS)
    with pytest.raises(KeyError):
        terrain("sea")


@pytest.mark.case("2.2.1")
@pytest.mark.parametrize(
    ("ground", "mechanised", "foot"),
    [
        ("clear", 1, 1),
        ("rough", 2, 1),
        ("jebel", 3, 2),
        ("trackless_desert", 2, 2),
        ("town", 1, 1),
        ("city", 1, 1),
    ],
)
def test_what_a_hex_costs_off_the_road(ground: Ground, mechanised: int, foot: int) -> None:
    assert terrain(ground).cost("mechanised") == mechanised * POINT
    assert terrain(ground).cost("foot") == foot * POINT


@pytest.mark.case("5.2.1")
def test_a_point_is_four_highway_hexes_or_two_of_track_for_mechanised_units() -> None:
    assert road_cost("highway", "mechanised") * 4 == POINT
    assert road_cost("track", "mechanised") * 2 == POINT


@pytest.mark.case("5.2.1", "5.3")
def test_the_published_drive_from_tripoli_to_msus_takes_five_points_and_extended_movement() -> None:
    way = 14 * road_cost("highway", "mechanised") + 9 * road_cost("track", "mechanised")
    assert way == (5 + limits().extended_movement) * POINT


@pytest.mark.case("5.2.2")
def test_units_on_foot_pay_a_whole_point_on_roads_and_have_a_bonus_instead() -> None:
    assert road_cost("highway", "foot") == road_cost("track", "foot") == POINT
    assert (limits().highway_bonus, limits().track_bonus) == (8, 4)


@pytest.mark.case("5.7")
def test_an_escarpment_bars_mechanised_units_and_costs_units_on_foot_a_point() -> None:
    assert hexside_cost("escarpment", "mechanised", vehicle=False) is None
    assert hexside_cost("escarpment", "mechanised", vehicle=True) is None
    assert hexside_cost("escarpment", "foot", vehicle=False) == POINT


@pytest.mark.case("2.3.3", "9.6")
def test_the_anti_tank_ditch_slows_vehicles_alone_and_a_ridge_all_that_is_mechanised() -> None:
    mobilities: tuple[Mobility, ...] = ("mechanised", "foot")
    assert [hexside_cost("perimeter", mobility, vehicle=False) for mobility in mobilities] == [0, 0]
    assert hexside_cost("perimeter", "mechanised", vehicle=True) == POINT
    assert [hexside_cost("ridge", mobility, vehicle=False) for mobility in mobilities] == [POINT, 0]
    assert hexside_cost("ridge", "mechanised", vehicle=True) == POINT


@pytest.mark.case("5.5")
def test_only_trackless_desert_limits_how_many_hexes_follow_each_other() -> None:
    assert {ground: terrain(ground).consecutive for ground in GROUNDS if terrain(ground).consecutive} == {
        "trackless_desert": 2
    }


@pytest.mark.case("5.1")
def test_movement_points_are_read_in_quarters() -> None:
    assert [points(parts) for parts in (0, 1, 2, 3, 4, 9, 32)] == ["0", "¼", "½", "¾", "1", "2¼", "8"]


@pytest.mark.case("5.3", "5.4", "7.2", "7.3", "6.3.3", "24.2", "18.7.5", "18.8")
def test_figures_of_movement() -> None:
    figures = limits()
    assert (figures.extended_movement, figures.tactical_hexes, figures.box_entry) == (3, 2, 1)
    assert (figures.leave_zone, figures.leave_limited_zone) == (2, 1)
    assert (figures.delay_cost, figures.strafing_cost, figures.lrdg_cost) == (1, 1, 2)


@pytest.mark.case("5.9.2")
def test_the_railway_grows_on_turn_17() -> None:
    assert limits().rail_extension_turn == 17


# What terrain does in combat and for supply


@pytest.mark.case("9.2.2", "9.6")
def test_jebel_and_city_allow_no_tank_shifts() -> None:
    assert {ground for ground in GROUNDS if not terrain(ground).tank_shifts} == {"jebel", "city"}


@pytest.mark.case("9.6")
def test_jebel_shifts_one_column_left_and_a_city_doubles_its_defenders() -> None:
    assert {ground: terrain(ground).shift for ground in GROUNDS if terrain(ground).shift} == {"jebel": -1}
    assert [ground for ground in GROUNDS if terrain(ground).doubled] == ["city"]


@pytest.mark.case("11.2.1")
def test_the_column_of_determined_defence_by_terrain() -> None:
    assert {ground: terrain(ground).defence_column for ground in GROUNDS} == {
        "clear": "clear",
        "rough": "clear",
        "trackless_desert": "clear",
        "jebel": "other",
        "town": "other",
        "city": "fortified",
    }


@pytest.mark.case("16.3.2")
def test_jebel_counts_twice_for_supply() -> None:
    assert {terrain(ground).overland for ground in GROUNDS if ground != "jebel"} == {1}
    assert terrain("jebel").overland == 2


# Supply


@pytest.mark.case("25.1.1")
@pytest.mark.parametrize(
    ("side", "sections"),
    [
        ("axis", ["Benghazi"] * 4 + ["Tobruk"] * 2 + ["Mersa Matruh"] * 2 + ["Alexandria"] * 3),
        ("allied", ["Alexandria"] * 4 + ["Mersa Matruh"] * 2 + ["Tobruk"] * 2 + ["Benghazi"] * 3),
    ],
)
def test_two_dice_name_a_section(side: Side, sections: list[Section]) -> None:
    assert [supply_attrition(side, roll) for roll in range(2, 13)] == sections


@pytest.mark.case("25.1.1")
@pytest.mark.parametrize("roll", [1, 13])
def test_two_dice_show_nothing_below_2_or_above_12(roll: int) -> None:
    with pytest.raises(ValueError, match="two dice"):
        supply_attrition("axis", roll)


@pytest.mark.case("25.1.1")
def test_units_beyond_a_section_are_east_of_it_for_the_axis_and_west_of_it_for_the_allies() -> None:
    assert beyond("axis", "Tobruk") == ("Tobruk", "Mersa Matruh", "Alexandria")
    assert beyond("allied", "Tobruk") == ("Benghazi", "Tobruk")
    assert beyond("axis", "Benghazi") == beyond("allied", "Alexandria") == SECTIONS


@pytest.mark.case("25.1.1")
def test_the_example_by_rolls_with_units_at_tobruk_and_mersa_matruh() -> None:
    occupied = {"Tobruk", "Mersa Matruh"}
    paying = [roll for roll in range(2, 13) if occupied & set(beyond("axis", supply_attrition("axis", roll)))]
    assert paying == list(range(2, 10))
    assert [roll for roll in paying if supply_attrition("axis", roll) == "Benghazi"] == [2, 3, 4, 5]


@pytest.mark.case("27.1")
def test_captured_trucks_break_down_on_11_and_12() -> None:
    assert [roll for roll in range(2, 13) if captured_trucks_leave(roll)] == [11, 12]


@pytest.mark.case("17.2.3")
def test_supply_is_destroyed_on_1_and_2_and_captured_otherwise() -> None:
    assert [captures_supply(die) for die in range(1, 7)] == [False, False, True, True, True, True]
    with pytest.raises(ValueError, match="die shows"):
        captures_supply(7)


@pytest.mark.case("16.3.2", "16.2", "17.2.1", "18.7.3", "19.3.1")
def test_figures_of_supply() -> None:
    figures = limits()
    assert (figures.overland, figures.units_per_capacity) == (5, 2)
    assert (figures.supply_point_range, figures.air_range, figures.replacement_range) == (3, 16, 5)


# Other single figures


@pytest.mark.case("4.1", "4.3")
def test_figures_of_stacking() -> None:
    assert (limits().stacking, limits().free_silhouetted, limits().silhouetted_stacking) == (5, 1, 1)


@pytest.mark.case("8.8.1", "8.5.1", "8.8.2", "8.4.2", "9.2.3")
def test_figures_of_combat() -> None:
    figures = limits()
    assert (figures.attack_cap, figures.unsupplied_attack_cap, figures.defence_cap) == (30, 9, 15)
    assert (figures.nations_in_attack, figures.tanks_in_attack, figures.tank_shifts) == (2, 3, 2)


@pytest.mark.case("12.5.1", "13.3.2", "14.2.1", "15.1", "15.2.3", "15.4.3", "16.4")
def test_figures_of_retreat_and_advance() -> None:
    figures = limits()
    assert (figures.foot_retreat, figures.automatic_retreat) == (2, 2)
    assert (figures.slow_advance, figures.unsupplied_advance, figures.breakthrough_advance) == (2, 1, 2)
    assert (figures.attached_units, figures.british_division) == (1, 6)


@pytest.mark.case("9.5.6", "18.5", "19.5", "23.1", "27.2", "27.5.3", "27.5.4")
def test_figures_of_markers_and_options() -> None:
    figures = limits()
    assert (figures.fortifications, figures.rommel_movement, figures.replaced_hexes) == (14, 2, 1)
    assert (figures.resource_points, figures.oasis_units) == (4, 1)
    assert (figures.disengagement_movement, figures.disengagement_hexes) == (2, 2)


@pytest.mark.case("26.1.1", "26.1.2")
def test_the_hexes_of_automatic_victory_are_on_the_map() -> None:
    places = {place.name: board().name(place.hex) for place in board().places}
    assert (limits().alexandria, limits().el_agheila) == ("2478", "1604")
    assert (places["Alexandria"], places["El Agheila"]) == ("2478", "1604")


@pytest.mark.case("2.2.1")
def test_every_figure_names_its_source() -> None:
    assert {field.name for field in msgspec.structs.fields(Limits)} <= set(sources())
    assert all(source.startswith(TAGS) for source in sources().values())
