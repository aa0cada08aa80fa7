"""The conformance kit on this game: whole random games with every check, in all set-ups.

The committed playthrough is written anew, after a change that is meant to change it, by

    python -m tests.afrika_korps.test_conformance
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.conformance import BRISK, THOROUGH, Care, check_title, fuzz, playthrough, setups, walk
from sandtable.games.afrika_korps.title import title
from tests.afrika_korps.movement.moves import moving

PLAYTHROUGH = Path(__file__).with_name("playthrough.txt")
SEED, ACTIONS = 23, 70


def told() -> str:
    return playthrough(title(), SEED, ACTIONS)


def test_the_title_keeps_its_promises() -> None:
    check_title(title())


@pytest.mark.parametrize(
    ("seed", "care"),
    [pytest.param(7, THOROUGH, marks=pytest.mark.long), (2, BRISK), (3, BRISK), (5, BRISK), (6, BRISK), (10, BRISK)],
)
def test_random_games_break_no_rule_and_come_to_an_end(seed: int, care: Care, tmp_path: Path) -> None:
    rota = setups(title())
    walked = walk(title(), seed, rota[seed % len(rota)], care, tmp_path)
    assert walked.case in ("4.1", "4.2", "24.5") and walked.actions > 20


@pytest.mark.long
def test_sixty_random_games_break_no_rule(tmp_path: Path) -> None:
    report = fuzz(title(), 60, 1000, dumps=tmp_path)
    assert report.clean, report.failures
    assert report.games == 60 and len(report.outcomes) > 1


def test_walkers_are_dared_to_automatic_victories_and_to_contested_fortresses() -> None:
    near = moving("21/5, 15/8, AxS1 H25, savena J30", "7A/2 H26")
    assert {str(action) for action in title().trials.daring(near, "axis")} == {
        "av 7A/2 with 21/5, 15/8 supply AxS1", "av 7A/2 with 21/5 supply AxS1", "av 7A/2 with 15/8 supply AxS1",
    }  # fmt: skip
    far = moving("savena J29, 21/5 W6", "9A/20 H26")
    assert {str(action) for action in title().trials.daring(far, "axis")} <= {
        f"move savena J29-{h}" for h in ("G25", "H25")
    }
    assert title().trials.daring(far, "axis") and not title().trials.daring(moving("savena W6", "9A/20 W9"), "axis")


def test_the_playthrough_is_as_committed() -> None:
    """Every prompt, count, valuation, event and fingerprint of seventy random actions; see the top of this file."""
    assert told() == PLAYTHROUGH.read_text("utf-8")


if __name__ == "__main__":
    PLAYTHROUGH.write_text(told(), "utf-8")
