"""Replacement Points are planned ahead [20.6, 20.7]."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.contents import Cargo, Consignment, Drawn
from sandtable.games.campaign_for_north_africa.replacements.planning import Planning, draft_infantry, open_planning
from sandtable.games.campaign_for_north_africa.replacements.pool import available
from sandtable.games.campaign_for_north_africa.state import TUNIS
from tests.campaign_for_north_africa.positions import listed, play, position
from tests.campaign_for_north_africa.replacements.replacing import AXIS, CW, planning, refused
from tests.campaign_for_north_africa.staffwork import ITALIANS
from tests.playing import draft_of

# Planning [20.6, 20.7]


@pytest.mark.case("20.21", "20.61", "20.62", "20.63", "20.72")
def test_the_axis_plans_two_turns_ahead() -> None:
    orders = listed(planning())
    assert orders[0] == "done" and {"request italian/infantry:10", "request italian/infantry:1"} <= {*orders}
    state = play(planning(), "request italian/infantry:10, italian/CV33:2")
    assert (state.drawn["italian/infantry"].total, state.drawn["italian/CV33"].total) == (10, 2)
    assert state.plans[AXIS] == (
        Consignment(11, 0, points=(Cargo("italian", "infantry", 10), Cargo("italian", "CV33", 2))),
    )


@pytest.mark.case("20.21")
def test_points_planned_for_a_turn_go_together_and_leave_other_plans_alone() -> None:
    stores, at_sea = Consignment(11, 3, 20), Consignment(11, 0, lane=2, points=(Cargo("italian", "CV33", 1),))
    later = Consignment(12, 0, points=(Cargo("italian", "infantry", 4),))
    state = play(planning(plans={AXIS: (later, stores, at_sea)}), "request italian/infantry:3")
    tanks, men = Cargo("italian", "CV33", 1), Cargo("italian", "infantry", 3)
    assert set(state.plans[AXIS]) == {later, stores, at_sea, Consignment(11, 0, points=(men,))}
    state = play(state, "request italian/CV33:1")
    assert set(state.plans[AXIS]) == {later, stores, at_sea, Consignment(11, 0, points=(men, tanks))}


@pytest.mark.case("20.63")
def test_in_planning_nothing_else_is_ordered() -> None:
    assert refused(planning(), "stay") == "20.63"


@pytest.mark.case("20.21", "20.72")
def test_the_commonwealth_plans_four_turns_ahead() -> None:
    state = play(planning(CW), "request commonwealth/Matilda:2")
    assert [(each.turn, each.points) for each in state.plans[CW]] == [(13, (Cargo("commonwealth", "Matilda", 2),))]


@pytest.mark.case("20.23", "20.24", "20.61", "20.67")
@pytest.mark.parametrize(
    ("order", "case"),
    [
        ("request italian/infantry:11", "20.61"),  # ten a turn
        ("request italian/M11/39:1", "20.23"),  # no chart has it
        ("request german/PzII:1", "20.61"),  # not before turn 41
        ("request commonwealth/Matilda:1", "20.2"),
        ("request italian/CV33:1, italian/CV33:1", "20.2"),
        ("request italian/75/46:1", "20.23"),  # 32.83
    ],
)
def test_what_the_pool_does_not_give(order: str, case: str) -> None:
    assert refused(planning(), order) == case


@pytest.mark.case("20.23", "20.24", "20.61", "20.62", "20.63", "20.67")
def test_the_pool_is_never_overdrawn() -> None:
    """Of Italian infantry 100 points are to be had before turn 25."""
    state = planning(drawn={"italian/infantry": Drawn(97, 8, 10)})
    assert refused(state, "request italian/infantry:4") == "20.61"
    state = play(state, "request italian/infantry:3")
    assert "infantry" not in available(state, "italian")
    assert state.drawn["italian/infantry"] == Drawn(100, 9, 3)


@pytest.mark.case("20.23", "20.24", "20.61", "20.62", "20.63", "20.67", "20.72")
def test_any_classes_at_once_but_each_by_its_rate() -> None:
    state = play(planning(), "request italian/infantry:4, italian/75/27:1, italian/105/28:1")
    assert refused(state, "request italian/infantry:7") == "20.61"
    state = play(state, "request italian/infantry:6")
    assert "infantry" not in available(state, "italian"), "ten a turn, in however many orders"
    assert available(replace(state, turn=10), "italian")["infantry"] == 10
    assert "105/28" not in available(replace(state, turn=10), "italian"), "one a month"
    assert available(replace(state, turn=11), "italian")["105/28"] == 1


@pytest.mark.case("20.23", "20.24", "20.61", "20.63", "20.67", "20.72")
def test_production_is_read_by_the_turn_of_arrival() -> None:
    """Crusaders are on the chart from turn 31 to 76."""
    lines = available(planning(CW, turn=26, last_turn=111), "commonwealth")
    assert "CrusaderI" not in lines
    assert available(planning(CW, turn=27, last_turn=111), "commonwealth")["CrusaderI"] == 5
    assert refused(planning(CW), "request commonwealth/CrusaderI:1") == "20.24"
    assert refused(planning(CW), "request commonwealth/6pdr:1") == "20.24"


@pytest.mark.case("20.61", "20.63", "20.71", "20.72")
def test_nothing_is_planned_that_comes_too_late_or_that_the_scenario_excludes() -> None:
    assert available(planning(turn=19), "italian") == {}
    assert available(planning(CW, turn=2), "commonwealth") == {}, "none before turn 7 in this scenario"
    draft = draft_of(position(scenario=ITALIANS, turn=19, last_turn=20, drafted=20))
    open_planning(draft)
    assert not isinstance(draft.top, Planning)


@pytest.mark.case("20.63", "20.71", "20.72", "20.73")
def test_commonwealth_infantry_is_diced_once_for_every_turn() -> None:
    state = position(scenario=ITALIANS, turn=9, last_turn=20, drafted=12)
    draft = draft_of(state, 5, 6)
    draft_infantry(draft)
    assert draft.state.plans[CW] == (Consignment(13, 0, points=(Cargo("commonwealth", "infantry", 10),)),)
    assert draft.state.drafted == 13
    draft_infantry(draft)
    assert len(draft.state.plans[CW]) == 1
    opened = draft_of(state, 5, 6)
    open_planning(opened)
    assert opened.state.drafted == 13, "when the players begin to plan"


@pytest.mark.case("20.72", "20.73")
@pytest.mark.parametrize(
    ("turn", "last_turn", "diced", "drafted"),
    [
        (9, 20, [10, 11, 12, 13], 13),  # a month ahead
        (9, 11, [10, 11], 11),  # no further than the game goes
        (3, 20, [7], 7),  # nor before the scenario has Replacements
        (1, 20, [], 5),
    ],
)
def test_infantry_is_diced_for_the_turns_of_the_coming_month_that_have_any(
    turn: int, last_turn: int, diced: list[int], drafted: int
) -> None:
    draft = draft_of(position(scenario=ITALIANS, turn=turn, last_turn=last_turn), *[5, 6] * len(diced))
    draft_infantry(draft)
    assert [each.turn for each in draft.state.plans.get(CW, ())] == diced and draft.state.drafted == drafted


@pytest.mark.case("20.61", "20.62", "20.63", "20.66", "20.72")
def test_the_french_guns_of_tunis_are_there_at_once() -> None:
    state = play(planning(turn=39, last_turn=60), "request italian/Rimailho:2, italian/CV33:1")
    (name,) = state.replacements
    assert state.units[name].at == TUNIS and state.units[name].toe == {"Rimailho": 2}
    assert state.plans[AXIS] == (Consignment(41, 0, points=(Cargo("italian", "CV33", 1),)),), "the tank has to sail"
