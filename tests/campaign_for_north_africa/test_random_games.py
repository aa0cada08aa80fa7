"""Two thousand actions of a random game in every scenario. Whole games are in `test_conformance`: two files, so that
they are shared out over the cores."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from sandtable.conformance import BRISK, fuzz, setups
from sandtable.games.campaign_for_north_africa.title import title


@pytest.mark.long
def test_two_thousand_random_actions_of_every_scenario_break_no_rule(tmp_path: Path) -> None:
    games = len(setups(title()))
    report = fuzz(title(), games, 1000, care=replace(BRISK, enough=2_000), dumps=tmp_path)
    assert report.clean, "\n".join(report.lines())
    assert report.games == games and report.longest == 2_000
