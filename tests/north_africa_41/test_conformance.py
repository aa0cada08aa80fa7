"""The conformance kit on this game: whole random games with every check, in all set-ups.

The committed playthrough is written anew, after a change that is meant to change it, by

    python -m tests.north_africa_41.test_conformance
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.conformance import BRISK, THOROUGH, Care, check_title, fuzz, playthrough, setups, walk
from sandtable.games.north_africa_41.arrivals.scenarios import scenario
from sandtable.games.north_africa_41.title import title
from sandtable.games.north_africa_41.victory import conditions
from tests.north_africa_41.moving import moving

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
    ("seed", "care"), [pytest.param(2, THOROUGH, marks=pytest.mark.long), (7, BRISK), (13, BRISK), (20, BRISK)]
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


def test_walkers_are_dared_to_go_alone_into_enemy_ports_and_to_land_where_an_enemy_is_alone() -> None:
    into = moving("axis-truck-1 3111, ge-mg8 3111")
    assert {str(action) for action in title().trials.daring(into, "axis")} >= {"move axis-truck-1 3111-3211"}
    assert all(str(action).startswith("move axis-truck-1") for action in title().trials.daring(into, "axis"))
    own: dict[str, Any] = {"control": {"3211": "axis"}, "impulse": 1}
    landing = moving("ge-mg8, axis-truck-1 tripoli", "allied-truck-1 3211", **own)
    assert {str(action) for action in title().trials.daring(landing, "axis")} == {
        "ship ge-mg8 from tripoli to 3211", "ship ge-mg8, axis-truck-1 from tripoli to 3211",
    }  # fmt: skip
    assert not title().trials.daring(moving("ge-mg8, axis-truck-1 tripoli", **own), "axis")


def test_the_playthrough_is_as_committed() -> None:
    """Every prompt, count, valuation, event and fingerprint of seventy random actions; see the top of this file."""
    assert told() == PLAYTHROUGH.read_text("utf-8")


if __name__ == "__main__":
    PLAYTHROUGH.write_text(told(), "utf-8")
