"""The conformance kit on this game: whole random games with every check, in all set-ups.

The committed playthrough is written anew, after a change that is meant to change it, by

    python -m tests.north_africa_41.test_conformance
"""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from sandtable.conformance import BRISK, Care, check_title, fuzz, playthrough, setups, walk
from sandtable.games.north_africa_41.arrivals.scenarios import scenario
from sandtable.games.north_africa_41.title import title
from sandtable.games.north_africa_41.victory import conditions

PLAYTHROUGH = Path(__file__).with_name("playthrough.txt")
SEED, ACTIONS = 23, 70
ENDS = ("26.1.1", "26.1.2", "S1.3", "S2.3.2", "S2.3.3", "S3.3")


def told() -> str:
    return playthrough(title(), SEED, ACTIONS)


def test_the_title_keeps_its_promises() -> None:
    check_title(title())


@pytest.mark.case("27.0")
def test_every_optional_rule_is_an_option() -> None:
    assert set(title().options) == {"truck-capture", "oasis-supply", "tag-along", "port-garrisons", "disengagement"}
    assert len(setups(title())) == 21


@pytest.mark.parametrize(
    ("seed", "care"), [pytest.param(2, BRISK, marks=pytest.mark.long), (7, BRISK), (13, BRISK), (20, BRISK)]
)
def test_random_games_break_no_rule_and_come_to_an_end(seed: int, care: Care, tmp_path: Path) -> None:
    rota = setups(title())
    walked = walk(title(), seed, rota[seed % len(rota)], care, tmp_path)
    assert walked.case in ENDS and walked.actions > 20


@pytest.mark.long
def test_forty_random_games_break_no_rule(tmp_path: Path) -> None:
    report = fuzz(title(), 42, 1000, dumps=tmp_path)
    assert report.clean, report.failures
    assert report.games == 42 and len(report.outcomes) > 1


@pytest.mark.long
@pytest.mark.parametrize("seed", [4, 5])
def test_a_campaign_that_no_score_cuts_short_is_walked_through_all_its_turns(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At random the Axis is out of it after a few turns; what the autumn brings is seen only without the limit."""
    track = scenario("campaign").victory_points
    assert track is not None
    endless = replace(scenario("campaign"), victory_points=replace(track, axis=999, allied=-999))
    monkeypatch.setattr(conditions, "scenario_named", lambda name: endless)
    walked = walk(title(), seed, title().setup("campaign", title().options), BRISK, tmp_path)
    assert walked.case in ("26.1.1", "26.1.2", "S2.3.3")


def test_the_playthrough_is_as_committed() -> None:
    """Every prompt, count, valuation, event and fingerprint of seventy random actions; see the top of this file."""
    assert told() == PLAYTHROUGH.read_text("utf-8")


if __name__ == "__main__":
    PLAYTHROUGH.write_text(told(), "utf-8")
