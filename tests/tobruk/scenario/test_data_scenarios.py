"""The turns, the scenarios and their air power."""

import pytest

from sandtable.games.tobruk.pieces.counters import Side, air_strength
from sandtable.games.tobruk.pieces.tables import (
    Allotment,
    air_die_needed,
    allotment,
    arrivals_on,
    close_air_support,
    date,
    scenarios,
    turn_track,
)

FIRST, SECOND, LAST = scenarios()


@pytest.mark.case("1.0", "15.1", "15.2", "15.3")
@pytest.mark.parametrize(
    ("turn", "days"),
    [
        (1, "18-19 Nov 1941"),
        (4, "24-25 Nov 1941"),
        (6, "28-29 Nov 1941"),
        (7, "30 Nov-1 Dec 1941"),
        (10, "6-7 Dec 1941"),
    ],
)
def test_turns_are_two_days_from_18_november_to_7_december(turn: int, days: str) -> None:
    assert date(turn) == days


@pytest.mark.case("1.0")
def test_there_are_ten_turns() -> None:
    assert [turn.number for turn in turn_track()] == list(range(1, 11))
    for turn in (0, 11):
        with pytest.raises(ValueError, match=f"no turn {turn}"):
            date(turn)


@pytest.mark.case("15.0", "15.1", "15.2", "15.3")
def test_three_scenarios_with_their_turns_and_margins() -> None:
    assert {each.id: (each.number, each.first_turn, each.last_turn, each.margin) for each in scenarios().values()} == {
        "first-sidi-rezegh": (1, 1, 4, 13),
        "second-sidi-rezegh": (2, 6, 10, 15),
        "battle-for-tobruk": (3, 1, 10, None),
    }
    assert {each.id: each.first_chit for each in scenarios().values()} == {FIRST: "xxx", SECOND: None, LAST: "xxx"}


@pytest.mark.case("15.1", "15.2")
def test_only_where_the_book_allows_it_may_the_garrison_shift() -> None:
    assert [each.displaced_garrison for each in scenarios().values()] == [True, False, True]


def test_what_the_book_leaves_open_about_a_scenario_is_marked_as_reconstructed() -> None:
    assert scenarios()[FIRST].sources == {}
    assert scenarios()[SECOND].sources["arrivals"].startswith("reconstructed")
    assert scenarios()[LAST].sources["setup"].startswith("reconstructed")


@pytest.mark.case("2.5", "3.3", "11.0", "15.1", "15.3")
@pytest.mark.parametrize("scenario", [FIRST, LAST])
def test_air_power_of_the_first_turn_is_fixed(scenario: str) -> None:
    assert not air_die_needed(scenario, 1)
    for die in (1, 6):
        assert allotment(scenario, 1, "axis", die) == Allotment(fighters=4, close_air_support=3)
        assert allotment(scenario, 1, "commonwealth", die) == Allotment(fighters=10, close_air_support=7)


@pytest.mark.case("11.0", "15.1", "15.3")
@pytest.mark.parametrize(("scenario", "turn"), [(FIRST, 2), (FIRST, 4), (LAST, 2), (LAST, 10)])
def test_air_power_of_later_turns_depends_on_a_die(scenario: str, turn: int) -> None:
    assert air_die_needed(scenario, turn)
    assert [allotment(scenario, turn, "axis", die).close_air_support for die in range(1, 7)] == [3, 3, 3, 5, 5, 5]
    assert [allotment(scenario, turn, "commonwealth", die).close_air_support for die in range(1, 7)] == [
        5,
        5,
        5,
        5,
        7,
        7,
    ]
    assert allotment(scenario, turn, "axis", 1).fighters == 8
    assert allotment(scenario, turn, "commonwealth", 1).fighters == 4


@pytest.mark.case("2.5", "15.2")
@pytest.mark.parametrize("side", ["axis", "commonwealth"])
def test_second_scenario_gives_all_fighters_and_a_die_from_the_first_turn(side: Side) -> None:
    for turn in range(6, 11):
        assert air_die_needed(SECOND, turn)
        assert allotment(SECOND, turn, side, 1).fighters == air_strength(side, "fighter")


@pytest.mark.case("2.5")
@pytest.mark.parametrize("side", ["axis", "commonwealth"])
def test_no_allotment_exceeds_the_counters(side: Side) -> None:
    for scenario in scenarios().values():
        for turn in range(scenario.first_turn, scenario.last_turn + 1):
            most = allotment(scenario.id, turn, side, 6)
            assert most.fighters <= air_strength(side, "fighter")
            assert most.close_air_support <= air_strength(side, "close_air_support")


@pytest.mark.parametrize("die", [0, 7])
def test_a_die_shows_one_to_six(die: int) -> None:
    with pytest.raises(ValueError, match="1 to 6"):
        close_air_support("axis", die)


@pytest.mark.case("4.0")
def test_arrivals_of_a_turn_by_side() -> None:
    assert [each.entries for each in arrivals_on(LAST, 1, "commonwealth")] == [("G", "F"), ("G",), ("E",)]
    assert [each.units for each in arrivals_on(LAST, 5, "axis")] == [("3Lt/Tri",)]
    assert arrivals_on(FIRST, 5, "axis") == () == arrivals_on(LAST, 1, "axis")
