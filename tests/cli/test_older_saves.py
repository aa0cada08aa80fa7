"""Saves of games that were begun under rules 1: they play on, or `check` says in one line where they break and why."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable import games
from sandtable.cli import main

OLDER = Path(__file__).parent / "older_saves"
PLAYS = r".*: plays: \d+ entries, written by rules 1; turn .+\n"
BREAKS = r".*: breaks: entry \d+, \w+> .+: \(\d+(\.\d+)+\) .+\n"  # the order, the case that forbids it now, the reason
LARGEST = 60_000


def told(key: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    return main(["check", str(OLDER / f"{key}.json")]), capsys.readouterr().out


@pytest.mark.parametrize("key", ["afrika-korps", "north-africa-41", "panzerarmee-afrika", "tobruk"])
def test_a_game_begun_under_rules_1_plays_on(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, line = told(key, capsys)
    assert code == 0 and re.fullmatch(PLAYS, line), line


def test_where_a_chapter_has_come_in_since_the_order_that_it_forbids_is_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In the Campaign prisoners are now led away in the middle of a stage."""
    code, line = told("campaign-for-north-africa", capsys)
    assert code == 1 and re.fullmatch(BREAKS, line), line


def test_there_is_a_small_one_of_every_game() -> None:
    assert {path.stem for path in OLDER.glob("*.json")} == set(games.keys())
    assert all(path.stat().st_size < LARGEST for path in OLDER.glob("*.json"))
