"""[32.4] Supplies planned turns ahead."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.calendar import month, turn_of
from sandtable.games.campaign_for_north_africa.contents import Consignment
from sandtable.games.campaign_for_north_africa.logistics.availability import (
    has_replacements,
    open_naval_convoys,
    plan_supply,
    try_bizerta,
)
from sandtable.games.campaign_for_north_africa.logistics.shipping import is_friendly
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import axis_motors, commonwealth_motors
from sandtable.games.campaign_for_north_africa.state import TUNIS, Campaign
from tests.campaign_for_north_africa.positions import position
from tests.playing import draft_of

SIXTY = "grazianis-offensive"


def planning(*rolls: int, **fields: Any) -> Draft[Campaign]:
    return draft_of(position(**{"last_turn": 111} | fields), *rolls)


@pytest.mark.case("32.43", "32.44", "32.41")
def test_in_the_first_turn_the_axis_plans_for_both_of_the_next() -> None:
    draft = planning(3, 6, turn=1)
    plan_supply(draft, "axis")
    assert draft.state.plans["axis"] == (Consignment(2, 1), Consignment(3, 3))  # letter B


@pytest.mark.case("32.43")
def test_a_scenario_that_begins_within_a_turn_has_supplies_in_the_next() -> None:
    """The Desert Fox begins in 26/3: in turn 27 both sides plan for turn 27 as well."""
    draft = planning(1, 1, 1, turn=27, scenario="race-for-tobruk")
    plan_supply(draft, "axis")
    assert [each.turn for each in draft.state.plans["axis"]] == [27, 28, 29]
    draft = planning(1, turn=28, scenario="race-for-tobruk", plans=dict(draft.state.plans))
    plan_supply(draft, "axis")
    assert [each.turn for each in draft.state.plans["axis"]] == [27, 28, 29, 30]
    draft = planning(1, turn=28, scenario="race-for-tobruk", plans={"axis": (Consignment(29, 1),)})
    plan_supply(draft, "axis")
    assert [each.turn for each in draft.state.plans["axis"]] == [29, 30]


@pytest.mark.case("32.43", "32.44")
def test_later_the_axis_plans_two_turns_ahead() -> None:
    draft = planning(4, turn=2, plans={"axis": (Consignment(2, 1), Consignment(3, 3))})
    plan_supply(draft, "axis")
    assert draft.state.plans["axis"][2:] == (Consignment(4, 2),)


@pytest.mark.case("32.44")
def test_the_letter_is_that_of_the_month_of_planning() -> None:
    """The last week of November 1941 plans with E, although December has A."""
    turn = turn_of(1941, 11, 4)
    assert (month(turn), month(turn + 2)) == ("1941-11", "1941-12")
    draft = planning(5, turn=turn, plans={"axis": (Consignment(turn + 1, 0),)})
    plan_supply(draft, "axis")
    assert draft.state.plans["axis"][-1] == Consignment(turn + 2, 3, 50)


@pytest.mark.case("32.44")
def test_a_month_without_a_letter_brings_the_axis_nothing_and_no_die_is_thrown() -> None:
    draft = planning(turn=111, last_turn=120, plans={"axis": (Consignment(112, 0),)})
    plan_supply(draft, "axis")
    assert (draft.state.plans["axis"][-1].turn, draft.state.plans["axis"][-1].supply) == (113, 0)


@pytest.mark.case("32.43", "32.45", "32.52")
def test_the_commonwealth_plans_four_turns_ahead() -> None:
    draft = planning(1, 3, 5, 6, turn=1, scenario=SIXTY)
    plan_supply(draft, "commonwealth")
    found = [(each.turn, each.supply) for each in draft.state.plans["commonwealth"]]
    assert found == [(2, 1), (3, 2), (4, 3), (5, 3)]
    draft = planning(1, turn=2, plans=dict(draft.state.plans), scenario=SIXTY)
    plan_supply(draft, "commonwealth")
    assert draft.state.plans["commonwealth"][-1] == Consignment(6, 1)


@pytest.mark.case("32.45")
def test_the_period_is_that_of_the_arrival() -> None:
    """Planned in April 1941 for May."""
    turn = turn_of(1941, 4, 4)
    assert month(turn + 4) == "1941-05"
    draft = planning(1, 1, turn=turn, plans={"commonwealth": tuple(Consignment(turn + n, 0) for n in (1, 2, 3))})
    plan_supply(draft, "commonwealth")
    assert draft.state.plans["commonwealth"][-1] == Consignment(turn + 4, 2, 30)


@pytest.mark.case("32.43", "3.61")
def test_plans_and_their_dice_are_secret() -> None:
    draft = planning(1, 1, 1, 1, 1, 1, turn=4, plans={"commonwealth": (Consignment(5, 1),)})
    plan_supply(draft, "commonwealth")
    assert draft.events
    assert all(not event.heard_by("axis") for event in draft.events)


@pytest.mark.case("32.43")
def test_nothing_is_planned_beyond_the_last_turn() -> None:
    draft = planning(4, turn=5, last_turn=6)
    plan_supply(draft, "axis")
    assert [each.turn for each in draft.state.plans["axis"]] == [6]


# Motorization Points as Replacements


@pytest.mark.case("32.52", "32.62")
@pytest.mark.parametrize(("turn", "points"), [(5, 0), (6, 20), (12, 20), (13, 50), (27, 50)])
def test_the_axis_plans_motorization_points_at_the_rate_of_medium_trucks(turn: int, points: int) -> None:
    """None before Game-Turn 6, twenty a turn to Game-Turn 12, then fifty; they sail two turns later."""
    draft = planning(1, turn=turn, plans={"axis": (Consignment(turn + 1, 0),)})
    plan_supply(draft, "axis")
    planned = draft.state.plans["axis"][-1]
    assert (planned.turn, planned.motors) == (turn + 2, points)


@pytest.mark.case("32.52")
def test_the_axis_pool_is_not_without_end() -> None:
    """740 points to Game-Turn 24, 50 a turn from then on: the 2890 are gone after Game-Turn 67."""
    assert (axis_motors(67), axis_motors(68), axis_motors(100)) == (50, 0, 0)


@pytest.mark.case("32.52")
def test_a_die_gives_the_commonwealth_motorization_points_by_the_turn_of_their_arrival() -> None:
    plans = {"commonwealth": tuple(Consignment(27 + n, 0) for n in range(4))}
    draft = planning(1, 6, turn=27, plans=plans)
    plan_supply(draft, "commonwealth")
    assert draft.state.plans["commonwealth"][-1].motors == 60  # they come in Game-Turn 31
    assert [commonwealth_motors(turn, 2) for turn in (1, 30, 31, 111)] == [12, 12, 38, 38]
    draft = planning(1, 6, turn=26, plans={"commonwealth": plans["commonwealth"][:3]})
    plan_supply(draft, "commonwealth")
    assert draft.state.plans["commonwealth"][-1].motors == 20


@pytest.mark.case("32.52", "60.4")
def test_in_1940_replacements_begin_in_november_and_in_march_1941_there_are_none() -> None:
    assert [has_replacements(position(scenario="italian-campaign"), turn) for turn in (6, 7)] == [False, True]
    race = position(scenario="race-for-tobruk")
    assert [has_replacements(race, turn) for turn in (26, 27)] == [False, True]
    assert [has_replacements(position(scenario="long-retreat"), turn) for turn in (104, 105)] == [False, True]
    assert all(has_replacements(position(scenario="campaign"), turn) for turn in (6, 26, 104))


@pytest.mark.case("5.2", "32.43", "32.61")
def test_the_schedule_phase_plans_for_both_sides_and_sends_the_convoys_of_the_turn() -> None:
    control = {"A4827": "commonwealth", "C4807": "commonwealth"}
    draft = planning(
        4,
        1,
        turn=2,
        control=control,
        scenario=SIXTY,
        plans={
            "axis": (Consignment(2, 5), Consignment(3, 3)),
            "commonwealth": tuple(Consignment(turn, 1) for turn in (2, 3, 4, 5)),
        },
    )
    open_naval_convoys(draft)
    assert draft.state.plans["axis"] == (Consignment(3, 3), Consignment(4, 2), Consignment(2, 3, 0, 2))
    assert len(draft.state.stack) == 1  # with one lane nobody is asked


@pytest.mark.case("32.61")
def test_from_turn_35_a_twelve_opens_bizerta() -> None:
    draft = planning(turn=34)
    try_bizerta(draft)
    assert draft.events == []
    draft = planning(6, 5, turn=35)
    try_bizerta(draft)
    assert not is_friendly(draft.state, "axis", TUNIS)
    draft = planning(6, 6, turn=36)
    try_bizerta(draft)
    assert is_friendly(draft.state, "axis", TUNIS)
    try_bizerta(draft)  # it is open for good, and nobody rolls again
