"""How many decisions the Campaign takes of players who command formations only."""

from __future__ import annotations

import pytest

from tests.campaign_for_north_africa.decisions import played


def test_an_operations_stage_of_both_armies_takes_at_most_fifteen_decisions() -> None:
    """With the set-up and the desks handed over in it."""
    tally = played("italian-campaign", 1, 1)
    assert 0 < sum(tally.stages().values()) <= 15
    assert tally.actions > 60


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["grazianis-offensive", "italian-campaign"])
def test_scenario_60_takes_at_most_250_decisions_to_its_end(scenario: str) -> None:
    tally = played(scenario, 1, 1_000)
    assert tally.outcome is not None
    assert sum(tally.stages().values()) <= 250
    assert max(tally.stages().values()) <= 15
