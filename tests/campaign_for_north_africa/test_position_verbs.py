"""The calendar, and the few verbs by which rules change a position."""

from __future__ import annotations

import pytest

from sandtable.games.campaign_for_north_africa.calendar import begins_month, date, month, season, turn_of
from sandtable.games.campaign_for_north_africa.contents import Captives, Report, SupplyUnit
from sandtable.games.campaign_for_north_africa.dice import code, total
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.state import all_of, toe_of, top_of
from sandtable.games.campaign_for_north_africa.verbs import (
    add_captives,
    add_motors,
    add_supply,
    change_supply,
    join,
    learn,
    leave,
    unmake,
)
from tests.campaign_for_north_africa.positions import position
from tests.playing import draft_of

HEX = board().hex


@pytest.mark.case("5.1", "29.1", "32.57")
@pytest.mark.parametrize(
    ("turn", "name", "week"),
    [
        (1, "1940-09", 3),
        (2, "1940-09", 4),
        (3, "1940-10", 1),
        (14, "1940-12", 4),
        (15, "1941-01", 1),
        (55, "1941-11", 1),
        (75, "1942-04", 1),
        (111, "1943-01", 1),
    ],
)
def test_a_month_has_four_game_turns_from_the_third_week_of_september_1940(turn: int, name: str, week: int) -> None:
    """The rules name Game-Turn 75 as the first of April 1942."""
    found = date(turn)
    assert (month(turn), found.week) == (name, week) and begins_month(turn) == (week == 1)
    assert turn_of(found.year, found.month, week) == turn


@pytest.mark.case("29.1", "5.1")
@pytest.mark.parametrize(
    ("turn", "name"),
    [
        (1, "fall"),
        (12, "fall"),
        (13, "winter"),
        (15, "winter"),
        (24, "winter"),
        (25, "spring"),
        (36, "spring"),
        (37, "summer"),
        (48, "summer"),
        (49, "fall"),
        (60, "fall"),
        (61, "winter"),
        (72, "winter"),
        (73, "spring"),
    ],
)
def test_a_season_begins_in_the_third_week_of_its_month(turn: int, name: str) -> None:
    assert season(turn) == name


@pytest.mark.case("12.42", "15.73")
@pytest.mark.parametrize(
    ("dice", "reading", "added"), [((1, 1), 11, 2), ((3, 4), 34, 7), ((6, 1), 61, 7), ((6, 6), 66, 12)]
)
def test_two_dice_are_read_one_after_the_other_or_added(dice: tuple[int, int], reading: int, added: int) -> None:
    assert code(*dice) == reading and total(code(*dice)) == added


# Counters and what is attached to them


@pytest.mark.case("4.25", "3.31", "3.5")
def test_a_counter_stands_for_all_that_is_attached_to_it_at_any_depth() -> None:
    state = position("7Arm C3922, 7Spt>7Arm, 1KRRC>7Spt", "6RTR[A9:3, MarkVI:2] C3920")
    assert top_of(state, "1KRRC") == top_of(state, "7Arm") == "7Arm" and top_of(state, "6RTR") == "6RTR"
    assert all_of(state, "7Arm") == ("7Arm", "7Spt", "1KRRC") and all_of(state, "6RTR") == ("6RTR",)
    assert toe_of(state, "6RTR") == 5


@pytest.mark.case("19.12", "19.43", "8.96", "8.97")
def test_who_joins_brings_its_trucks_to_the_highest_counter_and_who_leaves_takes_some_along() -> None:
    draft = draft_of(position("7Arm C3922 motors=4, 7Spt>7Arm, 1KRRC C3922 motors=3, 1RNF C3922"))
    join(draft, "1KRRC", "7Spt")
    assert (draft.state.units["7Arm"].motors, draft.state.units["1KRRC"].motors) == (7, 0)
    assert draft.state.parts["7Spt"] == ("1KRRC",) and draft.state.stacks[HEX("C3922")] == ("7Arm", "1RNF")
    leave(draft, "1KRRC", 5)
    assert (draft.state.units["7Arm"].motors, draft.state.units["1KRRC"].motors) == (2, 5)
    assert "7Spt" not in draft.state.parts and draft.state.units["1KRRC"].attached == ""
    assert draft.state.stacks[HEX("C3922")] == ("7Arm", "1RNF", "1KRRC")
    join(draft, "1RNF", "7Spt")
    leave(draft, "1RNF")
    assert draft.state.units["7Arm"].motors == 2 and draft.state.units["1RNF"].motors == 0


@pytest.mark.case("19.43")
def test_the_others_stay_when_one_leaves() -> None:
    draft = draft_of(position("7Spt C3922, 1KRRC>7Spt, 2RflBde>7Spt"))
    leave(draft, "1KRRC")
    assert draft.state.parts["7Spt"] == ("2RflBde",)


@pytest.mark.case("20.44", "28.22")
def test_what_was_made_in_play_leaves_no_trace() -> None:
    draft = draft_of(position("IT-G1, IT-G2 C3922", escort=("IT-G1", "IT-G2")))
    unmake(draft, "IT-G1")
    assert "IT-G1" not in draft.state.units and draft.state.escort == ("IT-G2",)


# Supplies, trucks, prisoners, knowledge


@pytest.mark.case("32.15", "32.12", "32.18")
@pytest.mark.parametrize(
    ("given", "left", "is_there"), [((1, 1), (0, 1), True), ((1, 1), (1, 0), True), ((1, 1), (0, 0), False)]
)
def test_a_real_supply_unit_without_ammo_and_fuel_is_removed(
    given: tuple[int, int], left: tuple[int, int], is_there: bool
) -> None:
    draft = draft_of(position(supply={"AX-S1": ("B2222", *given, 4), "AX-S2": ("B2222",)}))
    change_supply(draft, "AX-S1", ammo=left[0], fuel=left[1])
    change_supply(draft, "AX-S2", at=HEX("B2223"))
    assert ("AX-S1" in draft.state.supply) == is_there and draft.state.supply["AX-S2"].dummy
    assert draft.state.motors == ({} if is_there else {"axis": {HEX("B2222"): 4}})


@pytest.mark.case("32.12", "28.11")
def test_new_markers_are_numbered_one_after_the_other() -> None:
    draft = draft_of(position(serial=7))
    assert add_supply(draft, SupplyUnit("axis", HEX("B2222"), 1, 1)) == "AX-S8"
    assert add_supply(draft, SupplyUnit("commonwealth", HEX("B2230"), 1, 1)) == "CW-S9"
    assert add_captives(draft, Captives("italian", HEX("B2222"), 3)) == "POW-10" and draft.state.serial == 10


@pytest.mark.case("32.51")
def test_unattached_points_are_added_and_taken_away() -> None:
    draft = draft_of(position(motors={"axis": {"B2222": 5, "B2223": 2}}))
    add_motors(draft, "axis", HEX("B2222"), 3)
    assert draft.state.motors["axis"] == {HEX("B2222"): 8, HEX("B2223"): 2}
    add_motors(draft, "axis", HEX("B2223"), -2)
    assert draft.state.motors["axis"] == {HEX("B2222"): 8}
    add_motors(draft, "commonwealth", HEX("B2230"), 1)
    assert draft.state.motors["commonwealth"] == {HEX("B2230"): 1}


@pytest.mark.case("3.61", "16.51")
def test_a_side_learns_where_a_unit_is_or_is_said_to_be() -> None:
    draft = draft_of(position("I/157, II/157 C3922", turn=3, stage=2))
    learn(draft, "commonwealth", "I/157")
    learn(draft, "commonwealth", "II/157", toe=4, motorised=True, at=HEX("C3920"))
    assert draft.state.known == {
        "commonwealth": {"I/157": Report(3, 2, "C3922"), "II/157": Report(3, 2, "C3920", 4, motorised=True)}
    }
