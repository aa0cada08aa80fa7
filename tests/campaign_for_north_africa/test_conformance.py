"""The conformance kit on this game: random play with every check, in all scenarios.

A whole random game of this size takes minutes; the short walks here look closely at its beginning, the long one plays a
game to its end. The committed playthrough is written anew, after a change that is meant to change it, by

    python -m tests.campaign_for_north_africa.test_conformance
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.conformance import BRISK, Care, Failure, check_title, playthrough, setups, walk
from sandtable.games.campaign_for_north_africa.scenario_files import scenarios
from sandtable.games.campaign_for_north_africa.title import title

ENDS = ("60.81", "60.82", "61.8", "62.8")
PLAYTHROUGH = Path(__file__).with_name("playthrough.txt")
SEED, ACTIONS = 1, 90


def told() -> str:
    return playthrough(title(), SEED, ACTIONS)


def test_the_title_keeps_its_promises() -> None:
    check_title(title())
    assert len(setups(title())) == len(scenarios())


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_beginning_of_a_random_game_breaks_no_rule(seed: int, tmp_path: Path) -> None:
    care = Care(limit=40, every=12, undo_every=5, chain_every=20, listed=4, unlisted=3, read=16)
    with pytest.raises(Failure) as caught:
        walk(title(), seed, setups(title())[seed], care, tmp_path)
    assert caught.value.check == "step overflow", caught.value


@pytest.mark.long
@pytest.mark.parametrize("seed", [4, 5, 6, 7])
def test_a_random_game_breaks_no_rule_and_comes_to_an_end(seed: int, tmp_path: Path) -> None:
    walked = walk(title(), seed, setups(title())[seed % 4], BRISK, tmp_path)
    assert walked.case in ENDS


def test_a_save_of_a_campaign_is_small() -> None:
    state = title().rules.start(title().setup("race-for-tobruk"))
    assert len(title().rules.encode(state)) < 1_000_000
    assert title().rules.decode(title().rules.encode(state)) == state


def test_the_playthrough_is_as_committed() -> None:
    """Every prompt, count, valuation, event and fingerprint of ninety random actions; see the top of this file."""
    assert told() == PLAYTHROUGH.read_text("utf-8")


if __name__ == "__main__":
    PLAYTHROUGH.write_text(told(), "utf-8")
