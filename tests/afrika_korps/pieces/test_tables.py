"""The Time Record Card and the tables agree with what the rulebook says of them."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.games.afrika_korps.pieces.counters import reinforcements
from sandtable.games.afrika_korps.pieces.tables import (
    WORSE_THAN_1_6,
    Odds,
    axis_supply_table,
    combat_results,
    date,
    limit_sources,
    limits,
    sunk_on,
    time_record,
)

# The Time Record Card


@pytest.mark.case("3", "4.1", "12.2", "20.1", "21.1")
def test_turns_are_half_months_from_april_1941_to_october_1942() -> None:
    months = [
        "April 1941",
        "May 1941",
        "June 1941",
        "July 1941",
        "August 1941",
        "September 1941",
        "October 1941",
        "November 1941",
        "December 1941",
        "January 1942",
        "February 1942",
        "March 1942",
        "April 1942",
        "May 1942",
        "June 1942",
        "July 1942",
        "August 1942",
        "September 1942",
        "October 1942",
    ]
    assert [turn.number for turn in time_record()] == list(range(1, 39))
    assert [turn.date for turn in time_record()] == [f"{day} {month}" for month in months for day in (1, 15)]
    assert [turn.number for turn in time_record() if "replacements" in turn.announces] == list(range(23, 39))
    assert [turn.number for turn in time_record() if "substitutes" in turn.announces] == list(range(33, 39))
    assert (limits().last_turn, limits().first_replacement_turn, limits().first_substitute_turn) == (38, 23, 33)


@pytest.mark.case("20.1", "21.1", "4.1", "19.1")
def test_the_dates_the_rulebook_names() -> None:
    assert date(limits().first_replacement_turn) == "1 March 1942"
    assert date(limits().first_substitute_turn) == "1 August 1942"
    assert date(limits().last_turn) == "15 October 1942"
    assert (date(1), date(3)) == ("1 April 1941", "1 May 1941")


@pytest.mark.parametrize("turn", [-1, 0, 39])
def test_a_turn_that_is_not_on_the_card_has_no_date(turn: int) -> None:
    with pytest.raises(ValueError, match="no turn"):
        date(turn)
    with pytest.raises(ValueError, match=f"turn {turn}"):
        sunk_on(turn)


@pytest.mark.case("1.5", "19.1")
def test_the_card_announces_reinforcements_when_the_order_of_appearance_has_them() -> None:
    for turn in time_record():
        for side in ("axis", "allied"):
            announced = f"{side}_reinforcements" in turn.announces
            assert announced == bool(reinforcements(turn.number, side)), (turn.number, side)


@pytest.mark.case("12.2")
def test_the_card_and_the_supply_table_change_columns_on_the_same_turns() -> None:
    columns = [turn.supply_column for turn in time_record()]
    assert columns == [axis_supply_table().period(turn.number).name for turn in time_record()]
    assert [columns.index(name) + 1 for name in dict.fromkeys(columns)] == [1, 7, 17]


# The tables


@pytest.mark.case("12.2")
@pytest.mark.parametrize(
    ("turn", "sunk"), [(1, {1, 2}), (6, {1, 2}), (7, {1, 2, 3}), (16, {1, 2, 3}), (17, {1}), (38, {1})]
)
def test_axis_supplies_sink_by_the_date(turn: int, sunk: set[int]) -> None:
    assert sunk_on(turn) == sunk


@pytest.mark.case("7.3", "7.5")
@pytest.mark.parametrize(
    ("column", "results"),
    [
        ("1-6", "AE AE AB2 AE AE AE"),
        ("1-5", "AE AE AB2 AB2 AE AE"),
        ("1-4", "AB2 AE AB2 AB2 AE AE"),
        ("1-3", "AB2 AB2 AB2 AB2 AE AE"),
        ("1-2", "DB2 EX AB2 AB2 AE AE"),
        ("1-1", "DE EX DB2 AB2 AE AE"),
        ("2-1", "DE EX DB2 AB2 EX AE"),
        ("3-1", "DE EX DB2 DB2 EX DE"),
        ("4-1", "DE EX DE DB2 DB2 DE"),
        ("5-1", "DE DB2 DE DB2 DE DE"),
        ("6-1", "DE DB2 DE DE DE DE"),
    ],
)
def test_the_combat_results_table_reads_as_printed(column: str, results: str) -> None:
    assert " ".join(combat_results().result(column, die) for die in range(1, 7)) == results


@pytest.mark.case("7.5")
def test_the_chances_of_a_three_to_one() -> None:
    third = Fraction(1, 3)
    assert combat_results().chances("3-1") == {"DE": third, "EX": third, "DB2": third}


@pytest.mark.case("7.4", "9.1")
def test_every_odds_that_needs_a_roll_has_a_column_and_no_other() -> None:
    rolled = [Odds(index) for index in (-6, -5, -4, -3, -2, 1, 2, 3, 4, 5, 6)]
    assert combat_results().columns == tuple(str(each) for each in rolled)
    with pytest.raises(ValueError, match="no column 7-1"):
        combat_results().result("7-1", 1)
    with pytest.raises(ValueError, match="no column"):
        combat_results().result(str(WORSE_THAN_1_6), 1)


@pytest.mark.case("4.1", "6.1", "7.5", "9.1", "10.2", "14.2", "17.1", "22.1", "24.2")
def test_the_single_figures_of_the_rules() -> None:
    figures = limits()
    assert (figures.victory_turns, figures.stacking, figures.retreat, figures.surrounded_automatic) == (2, 3, 2, 5)
    assert (figures.doubled_defence, figures.supply_radius, figures.road_bonus) == (2, 5, 10)
    assert (figures.rommel_bonus, figures.isolation_turns) == (2, 2)


@pytest.mark.case("20.2", "20.3")
def test_replacement_rates_make_two_a_turn_for_the_axis_and_three_for_the_allies() -> None:
    rates = {side: (rate.home_base, rate.tobruch) for side, rate in limits().replacement_rates.items()}
    assert rates == {"axis": (1, 1), "allied": (2, 1)}


def test_every_figure_has_a_source() -> None:
    assert set(limit_sources()) == set(limits().__struct_fields__)
    assert all(source.startswith("rulebook") for source in limit_sources().values())


# Odds

FACTORS = st.integers(min_value=1, max_value=200)
same_every_time = settings(derandomize=True, max_examples=300)


@pytest.mark.case("7.3")
@pytest.mark.parametrize(
    ("attack", "defence", "text"),
    [
        (7, 2, "3-1"),
        (2, 7, "1-4"),
        (3, 2, "1-1"),
        (1, 1, "1-1"),
        (1, 2, "1-2"),
        (2, 3, "1-2"),
        (1, 6, "1-6"),
        (2, 11, "1-6"),
        (6, 1, "6-1"),
        (13, 2, "6-1"),
        (7, 1, "7-1"),
        (10, 2, "5-1"),
    ],
)
def test_odds_are_rounded_for_the_defender(attack: int, defence: int, text: str) -> None:
    assert str(Odds.of(attack, defence)) == text


@pytest.mark.case("7.4")
def test_odds_above_7_1_are_7_1_and_below_1_6_are_not_allowed() -> None:
    assert str(Odds.of(21, 2)) == str(Odds.of(200, 1)) == "7-1"
    for attack, defence in ((1, 7), (2, 13), (1, 200), (0, 1)):
        assert Odds.of(attack, defence) == WORSE_THAN_1_6
        assert not Odds.of(attack, defence).allowed
    assert Odds.of(1, 6).allowed


@pytest.mark.case("14.1", "14.3", "9.1")
def test_supply_is_needed_from_1_2_upwards_and_only_7_1_is_automatic() -> None:
    every = [Odds(index) for index in (-7, -6, -5, -4, -3, -2, 1, 2, 3, 4, 5, 6, 7)]
    assert every == sorted(every)
    assert [str(each) for each in every if each.needs_supply] == [
        "1-2",
        "1-1",
        "2-1",
        "3-1",
        "4-1",
        "5-1",
        "6-1",
        "7-1",
    ]
    assert [str(each) for each in every if each.automatic] == ["7-1"]


@pytest.mark.case("7.3")
@same_every_time
@given(attack=FACTORS, defence=FACTORS)
def test_rounding_never_favours_the_attacker_and_never_gives_away_a_column(attack: int, defence: int) -> None:
    found = Odds.of(attack, defence)
    true = Fraction(attack, defence)
    columns = {
        Odds(index): Fraction(index) if index > 0 else Fraction(1, -index)
        for index in (-6, -5, -4, -3, -2, 1, 2, 3, 4, 5, 6, 7)
    }
    within_reach = [each for each, ratio in columns.items() if ratio <= true]
    assert found == max(within_reach, default=WORSE_THAN_1_6)


@same_every_time
@given(attack=FACTORS, defence=FACTORS)
def test_one_more_attack_factor_never_harms_and_one_more_defence_factor_never_helps(attack: int, defence: int) -> None:
    assert Odds.of(attack + 1, defence) >= Odds.of(attack, defence) >= Odds.of(attack, defence + 1)


@same_every_time
@given(attack=FACTORS, defence=FACTORS)
def test_odds_read_back_from_their_text(attack: int, defence: int) -> None:
    assert Odds.parse(str(Odds.of(attack, defence))) == Odds.of(attack, defence)


@pytest.mark.parametrize("text", ["", "8-1", "1-7", "0-1", "2-2", "3"])
def test_a_text_that_names_no_odds_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="names no odds"):
        Odds.parse(text)


def test_odds_that_cannot_be_are_refused() -> None:
    for index in (-8, -1, 0, 8):
        with pytest.raises(ValueError):
            Odds(index)
    for attack, defence in ((3, 0), (-1, 2), (2, -1)):
        with pytest.raises(ValueError):
            Odds.of(attack, defence)


@pytest.mark.case("7.3", "7.4")
@pytest.mark.parametrize(("attack", "defence"), [(-1, 3), (3, 0), (0, 0)])
def test_there_are_no_odds_without_a_defender_or_below_no_attack(attack: int, defence: int) -> None:
    with pytest.raises(ValueError, match="no odds"):
        Odds.of(attack, defence)
    assert Odds.of(0, 1) == WORSE_THAN_1_6


@pytest.mark.case("7.3", "7.4")
def test_odds_are_read_as_they_are_written() -> None:
    assert [Odds.parse(text).index for text in ("7-1", "1-1", "1-2", "1-6")] == [7, 1, -2, -6]
    with pytest.raises(ValueError):
        Odds.parse("8-1")
