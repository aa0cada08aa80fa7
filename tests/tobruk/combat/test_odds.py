"""[10.1, 2.4] The ratio, the shifts of terrain, and what is added to the dice."""

from __future__ import annotations

import pytest

from sandtable.games.tobruk.combat.odds import Odds, explain_odds, odds, shifts, support
from sandtable.games.tobruk.map import board, escarpment, rough
from sandtable.games.tobruk.pieces.tables import Ratio, Result, combat_result, hex_effect, hexside_effect
from sandtable.games.tobruk.state import Battle, Flight
from tests.tobruk.positions import at, position


def against(axis: str, commonwealth: str, attackers: str, target: str) -> Odds:
    state = position(axis, commonwealth)
    names = tuple(attackers.split(", "))
    defenders = tuple(state.layout.stacks[at(target)])
    return odds(state, names, defenders, at(target))


# The ratio


@pytest.mark.case("10.1")
@pytest.mark.parametrize(
    ("attack", "defence", "column", "modifier"),
    [
        (4, 4, "1:1", 0),
        (7, 4, "1:1", 0),
        (8, 4, "2:1", 0),
        (15, 4, "3:1", 0),
        (16, 4, "4:1", 0),
        (19, 4, "4:1", 0),
        (20, 4, "4:1", 1),  # the example: 5:1 adds one to the dice
        (24, 4, "4:1", 2),
        (36, 4, "4:1", 5),
    ],
)
def test_fractions_are_dropped_and_ratios_beyond_four_to_one_add_to_the_dice(
    attack: int, defence: int, column: str, modifier: int
) -> None:
    assert Ratio.of(attack, defence) == Ratio(column, modifier)


@pytest.mark.case("10.1")
@pytest.mark.parametrize(
    ("attack", "column"), [(12, "1:1"), (11, "1:2"), (6, "1:2"), (5, "1:3"), (4, "1:3"), (1, "1:3"), (0, "1:3")]
)
def test_ratios_below_one_to_one_favour_the_defender(attack: int, column: str) -> None:
    """Against twelve; and less than 1:3 is 1:3 without a modifier."""
    assert Ratio.of(attack, 12) == Ratio(column, 0)


@pytest.mark.case("10.1", "10.0")
def test_strengths_of_all_attackers_and_of_everybody_in_the_hex_are_added() -> None:
    found = against("I/8/15, 33Pi/15 2820, II/8/15 2922", "18/4NZ, 19/4NZ* 2821", "I/8/15, 33Pi/15, II/8/15", "2821")
    assert (found.attack, found.defence, found.column, found.modifier) == (21, 8, "2:1", 0)
    assert against("I/8/15, 33Pi/15 2820", "18/4NZ, 19/4NZ* 2821", "I/8/15", "2821").attack == 9


@pytest.mark.case("2.4", "10.1")
def test_a_lone_headquarters_defends_with_its_artillery_number() -> None:
    assert against("I/8/15 2820", "7ArmHQ 2821", "I/8/15", "2821").defence == 3
    assert against("I/8/15 2820", "7ArmHQ, 1SAHQ 2821", "I/8/15", "2821").defence == 5
    assert against("I/8/15 2820", "7ArmHQ, 18/4NZ 2821", "I/8/15", "2821").defence == 5  # the battalion's own


@pytest.mark.case("5.2", "10.1", "2.4")
def test_defenders_without_strength_count_as_one() -> None:
    found = against("I/8/15 2820", "7ArmHQ!! 2821", "I/8/15", "2821")
    assert (found.defence, found.column, found.modifier) == (1, "4:1", 5)
    assert against("1Mil*!! 2820", "7ArmHQ 2821", "1Mil", "2821").column == "1:3"  # and nobody attacks with less


# Shifts


@pytest.mark.case("10.1", "2.1")
def test_rough_ground_and_cities_shift_one_column() -> None:
    assert at("2521") in rough()
    assert against("I/8/15 2620", "18/4NZ 2521", "I/8/15", "2521").shift == 1
    assert against("Det/Sol 4813", "18/4NZ 4812", "18/4NZ", "4813").shift == 1
    assert against("I/8/15 2521", "18/4NZ 2620", "I/8/15", "2620").shift == 0  # the defender's hex counts


@pytest.mark.case("10.1")
def test_a_fortification_in_a_rough_hex_is_three_columns() -> None:
    assert hex_effect("rough").shift + hexside_effect("fortification").shift == 3
    bardia = against("III/255 4709", "18/4NZ, 19/4NZ, 20/4NZ 4608", "18/4NZ, 19/4NZ, 20/4NZ", "4709")
    assert (bardia.attack, bardia.defence, bardia.shift, bardia.column) == (12, 3, 3, "1:1")  # a city in a fort


@pytest.mark.case("10.1")
def test_a_fortification_counts_only_if_all_attack_across_one() -> None:
    axis = "I/8/15 2506, II/8/15 2306, I/5/21 2404"
    assert against(axis, "2Kng/16 2405", "I/8/15, II/8/15", "2405").shift == 2
    assert against(axis, "2Kng/16 2405", "I/8/15, I/5/21", "2405").shift == 0  # one has broken in
    assert against("28/Pav 2506", "2Kng/16 2405", "2Kng/16", "2506").shift == 0  # out of a fort there is none


@pytest.mark.case("10.1")
def test_an_escarpment_counts_only_if_all_attack_across_one() -> None:
    """2806 lies on the height: 2805 below it, 2707 beside it."""
    assert escarpment(at("2805"), at("2806")) and not escarpment(at("2707"), at("2806"))
    axis = "I/8/15 2805, II/8/15 2707"
    assert against(axis, "18/4NZ 2806", "I/8/15", "2806").shift == 1
    assert against(axis, "18/4NZ 2806", "I/8/15, II/8/15", "2806").shift == 0
    assert against("I/8/15 2806", "18/4NZ 2805", "I/8/15", "2805").shift == 1  # down as well as up


@pytest.mark.case("10.1")
def test_terrain_is_cumulative() -> None:
    """Rough ground at the top of an escarpment."""
    state = position("I/8/15 3106", "18/4NZ 3005")
    assert dict(shifts(state, ("I/8/15",), at("3005"))) == {"rough": 1, "escarpment": 1}
    assert against("I/8/15 3106", "18/4NZ 3005", "I/8/15", "3005").column == "1:3"


@pytest.mark.case("10.1")
def test_terrain_shifts_from_four_to_one_and_the_dice_keep_the_rest() -> None:
    found = against("I/8/15, II/8/15 2620", "2/15Aus 2521", "I/8/15, II/8/15", "2521")
    assert (found.attack, found.defence) == (18, 2)
    assert (found.column, found.modifier) == ("3:1", 5)
    assert str(found) == "3:1 +5"


@pytest.mark.case("10.1")
def test_nothing_falls_below_one_to_three() -> None:
    assert Ratio.of(1, 9).shifted(3) == Ratio("1:3")
    assert Ratio.of(4, 4).shifted(2) == Ratio("1:3") == Ratio.of(4, 4).shifted(9)


# The dice


@pytest.mark.case("10.1")
def test_what_artillery_and_aircraft_of_both_sides_add() -> None:
    battle = Battle(0, ("I/8/15",), (), artillery=2, flights={"axis": Flight(1, 2), "commonwealth": Flight(3, 1)})
    assert dict(support(battle, "axis")) == {
        "artillery": 2,
        "axis close air support": 4,
        "axis fighter cover": 1,
        "commonwealth close air support": -2,
        "commonwealth fighter cover": -3,
    }


@pytest.mark.case("10.1", "11.1")
def test_fighters_that_fought_give_no_cover_and_bombers_do() -> None:
    flights = {"axis": Flight(2, 1, fought=True), "commonwealth": Flight(1, 0, fought=True)}
    assert dict(support(Battle(0, (), (), flights=flights), "axis")) == {"axis close air support": 2}


@pytest.mark.case("10.1", "9.4")
def test_an_overrun_has_no_support_of_its_own() -> None:
    flights = {"axis": Flight(2, 1), "commonwealth": Flight(1, 1)}
    battle = Battle(0, ("I/8/15",), (), overrun=("I/8/15",), artillery=2, flights=flights)
    assert dict(support(battle, "axis")) == {"commonwealth close air support": -2, "commonwealth fighter cover": -1}


@pytest.mark.case("10.1", "10.2")
def test_the_modifier_of_the_ratio_is_added_to_the_dice() -> None:
    assert combat_result("second", Ratio("4:1", 0), 5) == Result(0, 0, 2)
    assert combat_result("second", Ratio("4:1", 5), 5) == combat_result("second", Ratio("4:1"), 10)
    assert combat_result("second", Ratio("4:1"), 99) == combat_result("second", Ratio("4:1"), 14)


@pytest.mark.case("10.1", "5.2")
def test_the_odds_are_explained_to_the_last_point() -> None:
    state = position("I/8/15! 2620, II/8/15 2620", "18/4NZ 2521")
    told = explain_odds(state, ("I/8/15", "II/8/15"), ("18/4NZ",), at("2521"))
    assert told.text == f"I/8/15, II/8/15 against 18/4NZ at {board().name(at('2521'))}: 1:1"
    lines = "\n".join(told.lines())
    for part in (
        "I/8/15 attacks with 5: 9, low supply",
        "II/8/15 attacks with 9",
        "18/4NZ defends with 5",
        "14 to 5 is 2:1",
        "rough: 1 to the left",
        "the column to 1:1",
    ):
        assert part in lines
