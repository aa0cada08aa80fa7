"""[32.4] Supplies planned turns ahead."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.availability import open_naval_convoys, plan_supply, try_bizerta
from sandtable.games.campaign_for_north_africa.calendar import month, turn_of
from sandtable.games.campaign_for_north_africa.shipping import is_friendly
from sandtable.games.campaign_for_north_africa.state import TUNIS, Campaign, Consignment
from tests.campaign_for_north_africa.positions import position
from tests.playing import draft_of


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
    assert draft.state.plans["axis"][-1] == Consignment(turn + 2, 3)


@pytest.mark.case("32.43", "32.45")
def test_the_commonwealth_plans_four_turns_ahead() -> None:
    draft = planning(1, 3, 5, 6, turn=1)
    plan_supply(draft, "commonwealth")
    found = [(each.turn, each.supply) for each in draft.state.plans["commonwealth"]]
    assert found == [(2, 1), (3, 2), (4, 3), (5, 3)]
    draft = planning(1, turn=2, plans=dict(draft.state.plans))
    plan_supply(draft, "commonwealth")
    assert draft.state.plans["commonwealth"][-1] == Consignment(6, 1)


@pytest.mark.case("32.45")
def test_the_period_is_that_of_the_arrival() -> None:
    """Planned in April 1941 for May."""
    turn = turn_of(1941, 4, 4)
    assert month(turn + 4) == "1941-05"
    draft = planning(1, turn=turn, plans={"commonwealth": tuple(Consignment(turn + n, 0) for n in (1, 2, 3))})
    plan_supply(draft, "commonwealth")
    assert draft.state.plans["commonwealth"][-1] == Consignment(turn + 4, 2)


@pytest.mark.case("32.43", "3.61")
def test_plans_and_their_dice_are_secret() -> None:
    draft = planning(1, 1, 1, 1, turn=1)
    plan_supply(draft, "commonwealth")
    assert draft.events
    assert all(not event.heard_by("axis") for event in draft.events)


@pytest.mark.case("32.43")
def test_nothing_is_planned_beyond_the_last_turn() -> None:
    draft = planning(4, turn=5, last_turn=6)
    plan_supply(draft, "axis")
    assert [each.turn for each in draft.state.plans["axis"]] == [6]


@pytest.mark.case("5.2", "32.43", "32.61")
def test_the_schedule_phase_plans_for_both_sides_and_sends_the_convoys_of_the_turn() -> None:
    control = {"A4827": "commonwealth", "C4807": "commonwealth"}
    draft = planning(4, 1, turn=2, control=control, plans={
        "axis": (Consignment(2, 5), Consignment(3, 3)),
        "commonwealth": tuple(Consignment(turn, 1) for turn in (2, 3, 4, 5)),
    })
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
