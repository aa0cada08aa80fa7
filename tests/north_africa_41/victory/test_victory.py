"""[26, S1.3, S2.3, S3.3] Victory."""

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.core.frames import Over
from sandtable.games.north_africa_41.movement.phase import Movement
from sandtable.games.north_africa_41.state import NorthAfrica
from sandtable.games.north_africa_41.victory.conditions import award_points, conclude, judge_automatic_victory
from tests.north_africa_41.positions import asking, play, position
from tests.playing import THE_END, draft_of

FIELDS = ("3212", "3629", "3041", "2751", "2365")
PORTS = ("3211", "3828", "3138", "2945", "2560")


def judged(work: Callable[..., None], *more: Any, state: NorthAfrica) -> NorthAfrica:
    draft = draft_of(asking(state))
    work(draft, *more)
    return draft.state


def winner(state: NorthAfrica) -> tuple[str | None, str]:
    over = state.stack[-1]
    assert isinstance(over, Over)
    return over.winner, over.case


def held(*hexes: str) -> dict[str, str]:
    return dict.fromkeys(hexes, "axis")


# At once


@pytest.mark.case("26.1", "26.1.1")
def test_the_axis_wins_in_alexandria_at_the_end_of_the_allied_supply_phase_in_full_supply() -> None:
    state = position("ge-i-5 2478", control=held("2478"))
    cut = position("ge-i-5 2478", "br-kdg 1604", control=held("2478"))
    assert judged(judge_automatic_victory, "axis", state=state).stack == (THE_END,)  # the wrong Supply Phase
    assert judged(judge_automatic_victory, "allied", state=cut).stack == (THE_END,)
    road = position("ge-i-5 2478", control=held("2478", *FIELDS, *PORTS))
    assert winner(judged(judge_automatic_victory, "allied", state=road)) == ("axis", "26.1.1")


@pytest.mark.case("26.1.2")
def test_the_allies_win_at_el_agheila_at_the_end_of_the_axis_supply_phase() -> None:
    state = position(allied="br-kdg 1604")
    assert winner(judged(judge_automatic_victory, "axis", state=state)) == ("allied", "26.1.2")
    assert judged(judge_automatic_victory, "allied", state=state).stack == (THE_END,)
    trucks = position(allied="allied-truck-1 1604")
    assert judged(judge_automatic_victory, "axis", state=trucks).stack == (THE_END,)
    cut = position("ge-i-5 2011, ge-ii-5 1909", allied="br-kdg 1604", control=held("3211", "3212"))
    assert judged(judge_automatic_victory, "axis", state=cut).stack == (THE_END,)


# Victory Points


@pytest.mark.case("S2.3", "S2.3.1")
def test_airfields_above_or_below_the_benchmark_move_the_marker() -> None:
    benchmark = 3
    two = position("ge-i-5 2011", turn=5, control=held(*FIELDS[:2], "3211", "3828"), points=1)
    assert judged(award_points, state=two).points == 1 + 2 - benchmark
    four = position("ge-i-5 2011", turn=5, control=held(*FIELDS[:4], *PORTS), points=1)
    assert judged(award_points, state=four).points == 1 + 4 - benchmark


@pytest.mark.case("S2.3.1")
def test_an_airfield_without_full_supply_does_not_count() -> None:
    cut = position("ge-i-5 3212", "br-kdg 1604", turn=5, control=held(*FIELDS[:3], "3211"))
    assert judged(award_points, state=cut).points == -3


@pytest.mark.case("S2.3.2")
def test_twelve_points_end_the_game_for_either_side() -> None:
    up = position("ge-i-5 2011", turn=5, control=held(*FIELDS[:5], *PORTS), points=11)
    assert winner(judged(award_points, state=up)) == ("axis", "S2.3.2")
    down = position(turn=5, points=-10)
    assert winner(judged(award_points, state=down)) == ("allied", "S2.3.2")
    assert judged(award_points, state=position(turn=5, points=-8)).points == -11


@pytest.mark.case("S2.3.3")
def test_after_turn_nineteen_the_sign_of_the_score_decides_and_zero_is_a_tie() -> None:
    for points, who in ((1, "axis"), (-1, "allied"), (0, None)):
        assert winner(judged(conclude, state=position(turn=19, points=points))) == (who, "S2.3.3")


@pytest.mark.case("S2.3", "S1.3")
def test_only_the_campaign_keeps_points() -> None:
    for scenario in ("enter-rommel", "crusader"):
        assert judged(award_points, state=position(turn=5, scenario=scenario, points=0)).points == 0


# Hexes


@pytest.mark.case("S1.3")
def test_seven_of_ten_objectives_win_enter_rommel_for_the_axis() -> None:
    seven = position(turn=7, scenario="enter-rommel", control=held(*FIELDS[:4], *PORTS[:3]), damage={"3138": 4})
    assert winner(judged(conclude, state=seven)) == ("axis", "S1.3")
    six = position(turn=7, scenario="enter-rommel", control=held(*FIELDS[:4], *PORTS[:2]))
    assert winner(judged(conclude, state=six)) == ("allied", "S1.3")


@pytest.mark.case("S3.3")
def test_three_of_five_hexes_win_crusader_for_either_side() -> None:
    landmarks = {"2937": "axis", "3332": "allied"}
    axis = position(turn=19, scenario="crusader", control=landmarks | held("3041", "3629"))
    assert winner(judged(conclude, state=axis)) == ("axis", "S3.3")
    allied = position(turn=19, scenario="crusader", control=landmarks | held("3629"))
    assert winner(judged(conclude, state=allied)) == ("allied", "S3.3")


@pytest.mark.case("S3.3", "16.3.5")
def test_landmarks_that_decide_crusader_are_controlled_by_whoever_passed_last() -> None:
    state = position("ge-3rec 2839", scenario="crusader", control={"2937": "allied", "3332": "axis"})
    after = play(asking(state, Movement("axis")), "move ge-3rec 2839-2938-2937-2836")
    assert after.control["2937"] == "axis"


@pytest.mark.case("26.1")
def test_the_prizes_count_in_every_scenario() -> None:
    for scenario in ("enter-rommel", "crusader"):
        state = position(allied="br-kdg 1604", scenario=scenario)
        assert winner(judged(judge_automatic_victory, "axis", state=state)) == ("allied", "26.1.2")
