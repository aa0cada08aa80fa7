"""The conformance kit on this game: whole random games with every check, in all three scenarios.

The committed playthrough is written anew, after a change that is meant to change it, by

    python -m tests.tobruk.test_conformance
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.conformance import BRISK, THOROUGH, Care, check_title, fuzz, playthrough, setups, walk
from sandtable.games.tobruk.title import title

PLAYTHROUGH = Path(__file__).with_name("playthrough.txt")
SEED, ACTIONS = 1, 90
CASES = {"first-sidi-rezegh": "15.1", "second-sidi-rezegh": "15.2", "battle-for-tobruk": "15.3"}


def told() -> str:
    return playthrough(title(), SEED, ACTIONS)


def test_the_title_keeps_its_promises() -> None:
    check_title(title())


@pytest.mark.parametrize(
    ("seed", "care"),
    [(0, BRISK), (1, BRISK), (2, BRISK), pytest.param(1, THOROUGH, marks=pytest.mark.long)],
)  # one for each scenario
def test_random_games_break_no_rule_and_come_to_an_end(seed: int, care: Care, tmp_path: Path) -> None:
    setup = [each for each in setups(title()) if not each.options][seed]
    walked = walk(title(), seed, setup, care, tmp_path)
    assert walked.case == CASES[setup.scenario] and walked.actions > 20


@pytest.mark.long
def test_sixty_random_games_break_no_rule(tmp_path: Path) -> None:
    report = fuzz(title(), 60, 1000, dumps=tmp_path)
    assert report.clean, report.failures
    assert report.games == 60 and len(report.outcomes) > 1


def test_the_playthrough_is_as_committed() -> None:
    """Every prompt, count, valuation, event and fingerprint of ninety random actions; see the top of this file."""
    assert told() == PLAYTHROUGH.read_text("utf-8")


if __name__ == "__main__":
    PLAYTHROUGH.write_text(told(), "utf-8")
