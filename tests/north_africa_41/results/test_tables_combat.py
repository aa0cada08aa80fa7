"""The Combat Results Table, Determined Defense and the tables for single units, cell by cell."""

from fractions import Fraction

import pytest

from sandtable.games.north_africa_41.pieces.counters import Quality
from sandtable.games.north_africa_41.pieces.tables import DefenceColumn
from sandtable.games.north_africa_41.results.tables import (
    AUTOMATIC,
    HIGHEST,
    LOWEST,
    Background,
    Ratings,
    Result,
    chances,
    column,
    combat_sources,
    completes_fortification,
    defence_modifier,
    determined_defence,
    disengagement,
    disengagement_modifier,
    effect,
    isolation_modifier,
    odds,
    odds_name,
    rallies,
    rally_modifier,
    result,
    starves,
    tank_shift,
    tanks_outclassed,
)

RESULTS: tuple[Result, ...] = ("DS", "DR4", "D1", "A1/D1", "A1/DR2", "DR2", "DRX", "EX", "A1")
DICE = range(1, 7)
NONE = Ratings()

TABLE = """
A1     A1     A1     A1     EX    DR2   DR2   A1/D1 D1
A1     A1     A1     EX     DR2   DR2   DRX   D1    DR4
A1     A1     EX     A1/DR2 DR2   DRX   A1/D1 DR4   DR4
A1     EX     A1/DR2 DR2    DRX   A1/D1 D1    DR4   DS
EX     A1/DR2 DR2    DRX    A1/D1 D1    DR4   DS    DS
A1/DR2 DR2    DRX    D1     D1    D1    DS    DS    DS
"""
ADVANCES = """
0 0 0 0 0 2 2 2 3
0 0 0 0 2 2 2 3 4
0 0 0 2 2 2 2 4 4
0 0 2 2 2 2 3 4 4
0 2 2 2 2 3 4 4 4
2 2 2 3 3 3 4 4 4
"""


# Odds


@pytest.mark.case("8.3")
@pytest.mark.parametrize(
    ("attack", "defence", "name"),
    [
        (7, 2, "3-1"),
        (9, 4, "2-1"),
        (6, 4, "1-1"),
        (5, 6, "1-2"),
        (1, 3, "1-3"),
        (1, 4, "1-4"),
        (5, 11, "1-3"),
        (30, 3, "10-1"),
        (29, 3, "9-1"),
        (4, 4, "1-1"),
    ],
)
def test_odds_are_rounded_in_favour_of_the_defender(attack: int, defence: int, name: str) -> None:
    assert odds_name(odds(attack, defence)) == name


@pytest.mark.case("13.3.2", "8.8.3")
def test_a_defender_without_strength_is_overwhelmed() -> None:
    assert odds(1, 0) == AUTOMATIC


@pytest.mark.case("8.3")
def test_an_attack_needs_strength() -> None:
    with pytest.raises(ValueError, match="strength"):
        odds(0, 3)


@pytest.mark.case("8.8.3")
def test_there_is_no_attack_below_1_to_3() -> None:
    assert column(LOWEST) == "1-3"
    with pytest.raises(ValueError, match="1-4"):
        column(LOWEST - 1)


@pytest.mark.case("8.8.3")
def test_8_and_9_to_1_use_the_column_of_7_to_1_and_10_to_1_shatters() -> None:
    assert column(8) == column(9) == "7-1"
    assert {result(AUTOMATIC, die) for die in DICE} == {"DS"}
    assert result(9, 1) == "D1"


@pytest.mark.case("8.8.4")
def test_shifts_are_added_before_the_last_column_limits_them() -> None:
    assert column(odds(8, 1) - 1) == "7-1"
    assert column(odds(7, 1) + 1) == "7-1"
    assert column(odds(7, 1) - 1) == "6-1"


@pytest.mark.case("8.9.1", "8.9.2")
def test_the_odds_of_the_example_of_automatic_shattering() -> None:
    assert odds_name(odds(21, 3) + 3) == "10-1"
    assert odds_name(odds(12, 7) + 3) == "4-1"


# Results


@pytest.mark.case("8.3", "10.1")
def test_every_cell_of_the_combat_results_table() -> None:
    for die, row in enumerate(TABLE.split("\n")[1:-1], start=1):
        assert [result(place, die) for place in range(LOWEST, HIGHEST + 1)] == row.split()


@pytest.mark.case("14.2.1")
def test_the_advance_of_every_cell() -> None:
    for die, row in enumerate(ADVANCES.split("\n")[1:-1], start=1):
        advances = [effect(result(place, die)).advance for place in range(LOWEST, HIGHEST + 1)]
        assert advances == [int(cell) for cell in row.split()]


@pytest.mark.case("8.3")
def test_the_chances_of_a_column() -> None:
    assert chances(7) == {"D1": Fraction(1, 6), "DR4": Fraction(1, 3), "DS": Fraction(1, 2)}
    assert chances(9) == chances(7)
    assert chances(AUTOMATIC) == {"DS": 1}
    assert all(sum(chances(place).values()) == 1 for place in range(LOWEST, AUTOMATIC + 1))


@pytest.mark.case("10.1")
@pytest.mark.parametrize(
    ("of", "attacker", "defender", "retreat", "order"),
    [
        ("DS", 0, 1, (4, 4), "full-retreat"),
        ("DR4", 0, 0, (4, 4), "full-retreat"),
        ("D1", 0, 1, (2, 3), "disrupted"),
        ("A1/D1", 1, 1, (2, 2), "disrupted"),
        ("A1/DR2", 1, 0, (2, 2), "disrupted"),
        ("DR2", 0, 0, (2, 2), "disrupted"),
        ("DRX", 1, 1, (2, 2), "disrupted"),
        ("EX", 1, 1, (0, 0), ""),
        ("A1", 1, 0, (0, 0), ""),
    ],
)
def test_what_a_result_costs(of: Result, attacker: int, defender: int, retreat: tuple[int, int], order: str) -> None:
    told = effect(of)
    assert (told.attacker_steps, told.defender_steps) == (attacker, defender)
    assert (told.shortest_retreat, told.longest_retreat) == retreat
    assert told.order == order
    assert told.retreats == (retreat != (0, 0))


@pytest.mark.case("13.1.2", "13.1.3")
def test_two_results_lead_to_full_retreat_and_five_to_disruption() -> None:
    assert {of for of in RESULTS if effect(of).order == "full-retreat"} == {"DS", "DR4"}
    assert {of for of in RESULTS if effect(of).order == "disrupted"} == {"D1", "A1/D1", "DR2", "DRX", "A1/DR2"}


@pytest.mark.case("10.2.1")
def test_the_opponent_picks_after_an_exchange_and_when_the_defender_is_shattered() -> None:
    assert {of for of in RESULTS if effect(of).opponent_chooses} == {"EX", "DRX", "DS"}


@pytest.mark.case("14.2.2")
def test_an_exchange_allows_no_more_than_a_limited_advance() -> None:
    assert {of for of in RESULTS if effect(of).limited_advance} == {"EX"}
    assert (effect("EX").advance, effect("A1").advance) == (0, 0)


@pytest.mark.case("11.2.2")
def test_each_result_has_one_background() -> None:
    assert {of for of in RESULTS if effect(of).background == "red"} == {"DS"}
    assert {of for of in RESULTS if effect(of).background == "orange"} == {"D1", "DR4"}


# Tanks


@pytest.mark.case("9.2.3", "9.2.1")
@pytest.mark.parametrize(
    ("attacker", "defender", "shift", "halved"),
    [
        (Ratings(tanks=3), NONE, 2, False),
        (Ratings(tanks=1), NONE, 1, False),
        (Ratings(tanks=3), Ratings(tanks=1), 2, False),
        (Ratings(tanks=3), Ratings(tanks=2), 1, False),
        (Ratings(tanks=2), Ratings(tanks=2), 0, False),
        (Ratings(tanks=1), Ratings(tanks=3), 0, True),
        (NONE, Ratings(tanks=1), -1, False),
        (NONE, NONE, 0, False),
        (Ratings(tanks=0), NONE, 0, False),
        (NONE, Ratings(tanks=0), -1, False),
    ],
)
def test_the_examples_of_tank_shifts(attacker: Ratings, defender: Ratings, shift: int, halved: bool) -> None:
    assert tank_shift(attacker, defender) == shift
    assert tanks_outclassed(attacker, defender) == halved


@pytest.mark.case("9.2.4", "18.2")
def test_flak_denies_a_shift_on_either_side_and_never_earns_one() -> None:
    assert tank_shift(Ratings(tanks=2), Ratings(flak=3)) == 0
    assert tanks_outclassed(Ratings(tanks=2), Ratings(flak=3))
    assert tank_shift(Ratings(flak=3), NONE) == 0
    assert tank_shift(Ratings(flak=3), Ratings(tanks=3)) == 0
    assert tank_shift(NONE, Ratings(flak=3)) == 0
    assert tank_shift(Ratings(tanks=1, flak=3), Ratings(tanks=2)) == 0


# Determined Defense


@pytest.mark.case("11.4", "11.4.1")
@pytest.mark.parametrize(
    ("where", "cells"),
    [
        ("clear", "F-/1 F-/- F-/- F-/- H-/1 H-/1 H1*/1"),
        ("other", "F-/1 F-/- F-/- F-/- H-/1 H1/1 H1*/1"),
        ("fortified", "F-/1 F-/- F-/- H-/1 H1/1 H1*/1 H1/-"),
    ],
)
def test_every_cell_of_the_determined_defense_table(where: DefenceColumn, cells: str) -> None:
    for die, cell in enumerate(cells.split(), start=1):
        stand = determined_defence(where, die)
        attacker = ("1*" if stand.defender_chooses else "1") if stand.attacker_steps else "-"
        assert f"{'H' if stand.holds else 'F'}{attacker}/{stand.lead_steps or '-'}" == cell


@pytest.mark.case("11.4")
def test_dice_beyond_the_table_use_its_ends() -> None:
    assert determined_defence("clear", -1) == determined_defence("clear", 1)
    assert determined_defence("fortified", 8) == determined_defence("fortified", 7)


@pytest.mark.case("11.4.1", "11.4")
def test_the_weakest_hold_costs_the_fortification() -> None:
    lost = [
        (where, die)
        for where in ("clear", "other", "fortified")
        for die in range(8)
        if determined_defence(where, die).loses_fortification
    ]
    assert lost == [("fortified", 4)]


@pytest.mark.case("11.2.4", "11.3")
@pytest.mark.parametrize(
    ("lead", "background", "supported", "modifier"),
    [
        ("normal", "plain", False, 0),
        ("elite", "plain", True, 2),
        ("elite", "orange", False, 0),
        ("low", "orange", False, -2),
        ("low", "plain", True, 0),
        ("normal", "orange", True, 0),
    ],
)
def test_modifiers_of_determined_defence(lead: Quality, background: Background, supported: bool, modifier: int) -> None:
    assert defence_modifier(lead, background, supported) == modifier


@pytest.mark.case("11.5.3")
def test_the_three_rolls_of_the_desperate_example() -> None:
    italian, tank = defence_modifier("low", "plain", True), defence_modifier("normal", "plain", True)
    assert not determined_defence("clear", 2 + italian).holds
    assert not determined_defence("clear", 3 + italian).holds
    last = determined_defence("clear", 4 + tank)
    assert (last.holds, last.attacker_steps, last.lead_steps) == (True, 0, 1)


# Single units


@pytest.mark.case("13.5")
def test_rally_on_five_and_six_with_modifiers() -> None:
    assert [rallies(die) for die in range(8)] == [False] * 5 + [True] * 3
    assert rally_modifier("elite", sheltered=True) == 3
    assert rally_modifier("low", sheltered=False) == -1
    assert rally_modifier("normal", sheltered=True) == 2


@pytest.mark.case("16.5.3", "16.5.4")
def test_isolation_costs_a_step_on_one_to_four_and_modifiers_add_up() -> None:
    assert [starves(die) for die in DICE] == [True] * 4 + [False] * 2
    assert isolation_modifier("elite", airfield=True, fortification=True) == 3
    assert isolation_modifier("low", airfield=False, fortification=False) == -1
    assert starves(1 - 1)
    assert not starves(6 + 3)


@pytest.mark.case("27.5.2")
def test_disengagement_and_its_modifiers() -> None:
    assert [disengagement(die) for die in DICE] == ["no", "no", "no", "yes with a loss", "yes", "yes"]
    assert (disengagement(-1), disengagement(8)) == ("no", "yes")
    assert disengagement_modifier(mechanised=True, elite=True, low=False) == 2
    assert disengagement_modifier(mechanised=True, elite=False, low=True) == 0


@pytest.mark.case("9.5.4")
def test_a_fortification_is_completed_on_one_to_three() -> None:
    assert [completes_fortification(die) for die in DICE] == [True] * 3 + [False] * 3


@pytest.mark.case("10.1")
def test_every_combat_table_names_its_source() -> None:
    assert all(source.startswith(("rulebook", "published", "reconstructed")) for source in combat_sources().values())


@pytest.mark.case("9.2.3", "9.2.4")
def test_flak_makes_up_for_tanks_only_if_it_is_as_good() -> None:
    shifts = [tank_shift(Ratings(flak=flak), Ratings(tanks=2)) for flak in (1, 2, 3)]
    assert shifts == [-1, 0, 0]
