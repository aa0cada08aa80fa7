"""Saves of games that were begun under earlier rules: they play on, or `check` says in one line where they break and
why."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from sandtable import games
from sandtable.bots.random_player import RandomPlayer
from sandtable.bots.series import play_out
from sandtable.cli import main
from sandtable.core import journal
from sandtable.core.game import Line
from sandtable.core.journal import SaveError
from sandtable.core.title import Setup, begun

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


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ("deploy motors-1 at E2105", r".*: plays: 1 entries, written by rules 5; turn .+\n"),
        ("deploy motors-1 at D3520", r".*: breaks: entry 1, commonwealth> deploy motors-1 at D3520: \(63\.3\) .+\n"),
    ],
)
def test_a_campaign_of_rules_5_plays_on_unless_its_trucks_stood_where_the_enemy_may_come(
    tmp_path: Path, order: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    save = journal.new(games.title("campaign-for-north-africa"), Setup("last-chance"), seed=1).save()
    path = tmp_path / "alamein.json"
    path.write_bytes(msgspec.json.encode(replace(save, rules="5", lines=(Line("commonwealth", order),))))
    main(["check", str(path)])
    assert re.fullmatch(told, capsys.readouterr().out)


def test_a_game_of_tobruk_begun_under_rules_2_plays_on_by_its_own_combat_results() -> None:
    """Its retreats cost reductions that they would not cost today."""
    tobruk = games.title("tobruk")
    record = journal.new(tobruk, tobruk.setup("second-sidi-rezegh", ["first-results"]), seed=1)
    play_out(record.game, {side: RandomPlayer(tobruk, 1) for side in tobruk.sides}, 100)
    save = replace(record.save(), rules="2", setup=Setup("second-sidi-rezegh"))
    assert journal.check(tobruk, save).state == record.game.state
    with pytest.raises(SaveError, match=r"entry 18, commonwealth> lose 11Hus/7Arm: \(10\.3\)"):
        journal.check(tobruk, replace(save, rules="3"))


def test_a_position_of_tobruk_kept_under_rules_2_has_its_own_combat_results() -> None:
    tobruk = games.title("tobruk")
    state = msgspec.json.decode(tobruk.rules.encode(tobruk.rules.start(tobruk.setup())))
    del state["results"]
    kept = tobruk.rules.decode(msgspec.json.encode({**state, "options": []}))
    assert kept == tobruk.rules.start(begun(tobruk, Setup("first-sidi-rezegh"), "2"))


def test_there_is_a_small_one_of_every_game() -> None:
    assert {path.stem for path in OLDER.glob("*.json")} == set(games.keys())
    assert all(path.stat().st_size < LARGEST for path in OLDER.glob("*.json"))
