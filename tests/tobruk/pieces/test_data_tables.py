"""The tables: combat, terrain, anti-tank, recovery, and the single figures of the rules."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.games.tobruk.pieces.tables import (
    COLUMNS,
    HALVES,
    Edition,
    Ratio,
    Result,
    air_modifier,
    anti_tank_hit,
    casualty_points,
    combat_result,
    combat_results,
    hex_effect,
    hexside_effect,
    limit_sources,
    limits,
    modifiers,
    rate,
    recovery,
    victory,
)

# Ratios


@pytest.mark.case("10.1")
@pytest.mark.parametrize(
    ("attack", "defence", "column", "modifier"),
    [
        (1, 9, "1:3", 0),
        (3, 9, "1:3", 0),
        (4, 9, "1:3", 0),
        (5, 10, "1:2", 0),
        (9, 10, "1:2", 0),
        (10, 10, "1:1", 0),
        (19, 10, "1:1", 0),
        (20, 10, "2:1", 0),
        (39, 10, "3:1", 0),
        (40, 10, "4:1", 0),
        (49, 10, "4:1", 0),
        (50, 10, "4:1", 1),
        (27, 4, "4:1", 2),
        (0, 3, "1:3", 0),
        (2, 0, "4:1", 0),
    ],
)
def test_ratios_are_rounded_down_and_those_above_four_to_one_add_to_the_dice(
    attack: int, defence: int, column: str, modifier: int
) -> None:
    assert Ratio.of(attack, defence) == Ratio(column, modifier)


@pytest.mark.case("10.1")
def test_there_is_no_ratio_of_less_than_nothing() -> None:
    with pytest.raises(ValueError, match="no ratio"):
        Ratio.of(-1, 4)
    with pytest.raises(ValueError, match="no ratio"):
        Ratio.of(4, -1)


@pytest.mark.case("10.1")
def test_terrain_shifts_the_column_to_the_left_and_never_beyond_one_to_three() -> None:
    assert Ratio.of(8, 2).shifted(3).column == "1:1"
    assert Ratio.of(2, 2).shifted(1).column == "1:2"
    assert Ratio.of(2, 2).shifted(3).column == "1:3"
    assert Ratio.of(12, 2).shifted(1) == Ratio("3:1", 2)
    assert Ratio.of(3, 2).shifted(0) == Ratio("1:1")


@pytest.mark.case("10.1")
@given(st.integers(0, 60), st.integers(1, 60), st.integers(0, 3))
def test_a_stronger_attack_is_never_a_worse_ratio(attack: int, defence: int, shift: int) -> None:
    def rank(ratio: Ratio) -> tuple[int, int]:
        return COLUMNS.index(ratio.column), ratio.modifier

    assert rank(Ratio.of(attack, defence).shifted(shift)) <= rank(Ratio.of(attack + 1, defence).shifted(shift))
    assert rank(Ratio.of(attack, defence + 1).shifted(shift)) <= rank(Ratio.of(attack, defence).shifted(shift))


# Results


@pytest.mark.case("10.2")
@pytest.mark.parametrize(
    ("text", "attacker", "defender", "retreat"),
    [("1/-", 1, 0, 0), ("-/R2", 0, 0, 2), ("-/2R3", 0, 2, 3), ("1/1", 1, 1, 0), ("-/-", 0, 0, 0)],
)
def test_results_are_read_left_for_the_attacker_and_right_for_the_defender(
    text: str, attacker: int, defender: int, retreat: int
) -> None:
    assert Result.parse(text) == Result(attacker, defender, retreat)
    assert str(Result.parse(text)) == text


@pytest.mark.case("10.2")
def test_what_is_no_result_is_refused() -> None:
    for text in ("x/1", "1/Rx"):
        with pytest.raises(ValueError, match="no combat result"):
            Result.parse(text)


EDITIONS: tuple[Edition, ...] = ("first", "second")
TWO_DICE = [one + other for one in range(1, 7) for other in range(1, 7)]


@pytest.mark.case("10.1")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_combat_table_has_the_columns_of_the_book(edition: Edition) -> None:
    table = combat_results(edition)
    assert table.columns == ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1")
    assert (table.first_roll, table.last_roll) == (2, 14)
    assert table.source.startswith("reconstructed")


@pytest.mark.case("10.2", "10.3")
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_combat_table_holds_the_results_that_the_book_mentions(edition: Edition) -> None:
    results = {text for row in combat_results(edition).rows for text in row}
    assert {"1/-", "-/R2"} <= results
    assert {Result.parse(text).retreat for text in results} == {0, 2, 3}


def retreats(edition: Edition, column: str, modifier: int) -> tuple[int, int]:
    """How many throws of two dice drive the defender back, and how many of these cost him a reduction as well."""
    results = [combat_result(edition, Ratio(column), throw + modifier) for throw in TWO_DICE]
    driven = [result for result in results if result.retreat]
    return len(driven), sum(result.defender > 0 for result in driven)


@pytest.mark.case("10.2", "10.3")
def test_some_results_have_a_retreat_and_few_of_these_a_reduction_too() -> None:
    results = [Result.parse(text) for row in combat_results("second").rows for text in row]
    driven = [result for result in results if result.retreat]
    assert 0 < sum(result.defender > 0 for result in driven) <= len(driven) / 4
    assert len(driven) <= len(results) * 0.52


@pytest.mark.case("10.3")
@pytest.mark.parametrize("modifier", range(-2, 4))
@pytest.mark.parametrize("column", COLUMNS)
def test_most_retreats_cost_no_reduction_in_any_column_with_up_to_three_on_the_dice(column: str, modifier: int) -> None:
    driven, reduced = retreats("second", column, modifier)
    assert reduced < driven / 2 or driven == 0


@pytest.mark.case("10.3")
def test_by_the_table_of_rules_2_most_retreats_cost_one() -> None:
    driven, reduced = retreats("first", "3:1", 0)
    assert reduced > driven / 2


@pytest.mark.case("10.2", "10.3")
def test_the_two_tables_differ_in_retreats_alone() -> None:
    for column in COLUMNS:
        for roll in range(2, 15):
            former, today = (combat_results(edition).result(column, roll) for edition in EDITIONS)
            assert former == today or (former.retreat and today.retreat and today.defender <= former.defender)


@pytest.mark.case("10.1", "10.2")
@pytest.mark.parametrize(
    ("edition", "scale"),
    [
        ("first", ["2/-", "1/-", "1/1", "-/1", "-/R2", "-/1R2", "-/1R3", "-/2R2", "-/2R3"]),
        ("second", ["2/-", "1/-", "1/1", "-/1", "-/R2", "-/R3", "-/1R3", "-/2R3"]),
    ],
)
def test_a_better_roll_or_ratio_is_never_worse_for_the_attacker(edition: Edition, scale: list[str]) -> None:
    ranks = [[scale.index(text) for text in row] for row in combat_results(edition).rows]
    for row in ranks:
        assert row == sorted(row)
    for above, below in pairwise(ranks):
        assert all(a <= b for a, b in zip(above, below, strict=True))


@pytest.mark.case("10.1")
def test_dice_beyond_the_table_read_its_first_and_last_row() -> None:
    table = combat_results("second")
    assert table.result("2:1", -3) == table.result("2:1", 2) == Result.parse("1/-")
    assert table.result("1:1", 20) == table.result("1:1", 14) == Result.parse("-/R3")


@pytest.mark.case("10.1")
def test_an_even_attack_on_a_seven_is_an_exchange() -> None:
    assert str(combat_result("second", Ratio.of(5, 5), 7)) == "1/1"
    assert str(combat_result("second", Ratio.of(10, 5), 7)) == "-/R2"
    assert str(combat_result("second", Ratio.of(25, 5), 7)) == "-/R3"  # 5:1: the column of 4:1 and one on the dice


@pytest.mark.case("10.1")
def test_support_modifies_the_dice() -> None:
    assert modifiers().artillery == 1
    assert air_modifier("close_air_support", attacking=True) == 2
    assert air_modifier("fighter", attacking=True) == 1
    assert air_modifier("close_air_support", attacking=False) == -2
    assert air_modifier("fighter", attacking=False) == -1


# Terrain


@pytest.mark.case("10.1")
def test_a_fortification_in_rough_shifts_three_columns() -> None:
    rough, fortification = hex_effect("rough").shift, hexside_effect("fortification").shift
    assert rough in (1, 2) and fortification in (1, 2)
    assert rough + fortification == 3


@pytest.mark.case("9.0")
@pytest.mark.parametrize(
    ("terrain", "motorised", "other", "shift"), [("clear", 1, 1, 0), ("rough", 3, 2, 1), ("city", 1, 1, 1)]
)
def test_hexes_cost_movement_by_class_of_unit(terrain: str, motorised: int, other: int, shift: int) -> None:
    effect = hex_effect(terrain)
    assert effect.cost(motorised=True) == motorised * HALVES
    assert effect.cost(motorised=False) == other * HALVES
    assert effect.shift == shift


@pytest.mark.case("9.0")
def test_nobody_enters_the_sea() -> None:
    assert hex_effect("sea").cost(motorised=True) is None
    assert hex_effect("sea").cost(motorised=False) is None


@pytest.mark.case("9.0", "9.2")
def test_hexsides_add_and_roads_replace() -> None:
    assert hexside_effect("escarpment").cost(motorised=True) == 4 * HALVES
    assert hexside_effect("escarpment").cost(motorised=False) == 2 * HALVES
    assert hexside_effect("escarpment").shift == 1
    assert hexside_effect("fortification").cost(motorised=True) == 1 * HALVES
    for motorised in (True, False):
        assert rate("road").cost(motorised) == 1  # half a point
        assert rate("trail").cost(motorised) == 1 * HALVES


@pytest.mark.case("9.2")
def test_every_line_of_the_terrain_chart_has_a_source() -> None:
    chart = [
        *map(hex_effect, ("clear", "rough", "city", "sea")),
        *map(hexside_effect, ("escarpment", "fortification")),
        *map(rate, ("road", "trail")),
    ]
    assert all(effect.source for effect in chart)


# Anti-tank fire and recovery


@pytest.mark.case("13.0")
def test_anti_tank_guns_hit_by_nation() -> None:
    assert [die for die in range(1, 7) if anti_tank_hit("commonwealth", die)] == [1, 2, 3]
    assert [die for die in range(1, 7) if anti_tank_hit("german", die)] == [1, 2, 3, 4]
    assert [die for die in range(1, 7) if anti_tank_hit("italian", die)] == [1]


@pytest.mark.case("12.0")
def test_armour_returns_after_some_turns_or_never() -> None:
    assert [recovery("commonwealth", die) for die in range(1, 7)] == [1, 2, 3, None, None, None]
    assert [recovery("german", die) for die in range(1, 7)] == [1, 1, 2, 2, 3, None]
    with pytest.raises(ValueError, match="italian"):
        recovery("italian", 1)


# Figures


@pytest.mark.case("14.0", "15.1", "15.2", "15.3")
def test_points_for_objectives_are_those_of_the_table() -> None:
    assert {each.hex: each.points for each in victory().objectives} == {
        "2607": 2,
        "2708": 2,
        "3306": 1,
        "4417": 1,
        "4813": 1,
        "4709": 1,
        "4915": 1,
    }
    assert victory().supply_route == 5 and victory().draw_air_losses == 3


@pytest.mark.case("14.0", "15.1")
def test_points_for_casualties() -> None:
    assert casualty_points("german", armour=True) == casualty_points("german", armour=False) == 2
    assert casualty_points("italian", armour=True) == casualty_points("italian", armour=False) == 1
    assert casualty_points("commonwealth", armour=True) == 2
    assert casualty_points("commonwealth", armour=False) == 1


@pytest.mark.case("5.2", "7.1", "8.0", "9.1", "9.4", "9.6", "10.4", "15.3")
def test_the_single_figures_of_the_rules() -> None:
    figures = limits()
    assert (figures.stacking, figures.road_stacking) == (6, 3)
    assert (figures.leaving_zone, figures.minimum_move, figures.overrun_move, figures.minefields) == (1, 1, 4, 1)
    assert (figures.low_supply_turns, figures.out_of_supply_turns, figures.reduction_turns) == (1, 2, 3)
    assert (figures.ratio_cap, figures.advance, figures.mechanised_advance, figures.least_bid) == (4, 1, 2, 1)
    assert all(source.startswith("rulebook") for source in limit_sources().values())
