"""The staff at play: stages of the scenarios from what each side may know."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandtable.bots.arena import arena, match
from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.title import Setup
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.setup import begin
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.staff import Staff
from sandtable.games.campaign_for_north_africa.state import SIDES, Campaign
from sandtable.games.campaign_for_north_africa.title import title
from tests.playing import top

SCENARIOS = ("grazianis-offensive", "italian-campaign", "race-for-tobruk")
MANY = 600  # decisions in an Operations Stage


def played(scenario: str, stages: int, player: Callable[[str], Staff]) -> tuple[Campaign, list[str]]:
    """So many Operations Stages between staffs; whatever the rules refuse fails."""
    dice = SecretDice(secret_of_seed(7))
    state, _ = frames.begin(begin(Setup(scenario)), dice)
    orders: list[str] = []
    seen: list[tuple[int, int]] = []
    while len(seen) <= stages:
        now = state.turn, state.stage
        if now not in seen:
            seen.append(now)
        if len(seen) > stages:
            break
        side = top(state).asked(state)[0]
        staff = player(side)
        action = staff.choose(observe(state, side), side)
        assert not staff.strayed
        orders.append(f"{side}> {action}")
        assert len(orders) < MANY * stages
        state, _ = frames.play(state, side, action, dice)
    return state, orders


def two_staffs() -> Callable[[str], Staff]:
    players: dict[str, Staff] = {side: Staff(3) for side in SIDES}
    return lambda side: players[side]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_stage_is_played_without_a_refusal_and_the_same_again(scenario: str) -> None:
    first, second = (played(scenario, 1, two_staffs())[1] for _ in range(2))
    assert first == second
    assert any(" move " in order for order in first)


def test_every_decision_can_be_answered_by_a_staff_that_was_not_there_before() -> None:
    """A desk may be handed over at any time."""
    _, orders = played("grazianis-offensive", 1, lambda _: Staff(1))
    assert any(" move " in order for order in orders)


def test_the_italians_are_in_sollum_and_keep_maddalena_after_a_turn() -> None:
    state, _ = played("grazianis-offensive", 3, two_staffs())
    for name in ("C4021", "C3019", "C1014"):
        assert state.holder(board().hex(name)) == "axis", name


# Whole games


LATER = ("operation-crusader", "last-chance", "long-retreat", "short-campaign", "campaign")


@pytest.mark.long
@pytest.mark.parametrize("scenario", LATER)
def test_two_stages_of_the_later_scenarios_are_played_without_a_refusal(scenario: str) -> None:
    _, orders = played(scenario, 2, two_staffs())
    assert any(" move " in order for order in orders)


@pytest.mark.long
@pytest.mark.parametrize("scenario", (*SCENARIOS, *LATER))
def test_a_whole_game_between_staffs_ends_without_a_refusal(scenario: str) -> None:
    score = arena(title(), {"axis": "staff", "commonwealth": "staff"}, 1, 1, workers=1, setup=Setup(scenario))
    assert (score.unfinished, sum(score.refusals.values())) == (0, 0), score.refused


@pytest.mark.long
@pytest.mark.parametrize("scenario", ("grazianis-offensive", "race-for-tobruk"))
@pytest.mark.parametrize("opponent", ("random", "greedy"))
def test_the_staff_wins_with_either_side_against_players_without_a_plan(scenario: str, opponent: str) -> None:
    score = match(title(), "staff", opponent, 2, 1, workers=1, setup=Setup(scenario))
    assert score.wins == score.games
    assert not any(score.by_side[side].refusals[side] for side in SIDES)
