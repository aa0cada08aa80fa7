"""Saves that something has happened to: every command tells it in one line, and none breaks on them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from sandtable import games
from sandtable.bots.random_player import RandomPlayer
from sandtable.bots.series import play_out
from sandtable.cli import main
from sandtable.core import journal
from tests.damage import damaged

COMMANDS = ("check", "verify", "replay", "show")


def save_of(key: str) -> bytes:
    title = games.title(key)
    record = journal.new(title, title.setup(), seed=1, players=dict.fromkeys(title.sides, "random"))
    play_out(record.game, {side: RandomPlayer(title, 1) for side in title.sides}, limit=60)
    return msgspec.json.format(msgspec.json.encode(record.save()), indent=1)


def told_in_a_line(path: Path, command: str, capsys: pytest.CaptureFixture[str]) -> bool:
    """Whether the save was refused; a command that breaks fails here."""
    code = main([command, str(path)])
    out, err = capsys.readouterr()
    assert code in (0, 1, 2) and "Traceback" not in out + err
    if code == 2 or command in ("check", "verify"):
        assert (out + err).count("\n") == 1 and len(out + err) < 1000, out + err
    return code != 0


def run(
    key: str, number: int, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SANDTABLE_HOME", str(folder / "home"))
    save, path, refused = save_of(key), folder / "save.json", 0
    for seed in range(number):
        random = Random(f"{key} {seed}")
        data = damaged(save, random)
        path.write_bytes(data)
        try:
            refused += told_in_a_line(path, COMMANDS[seed % len(COMMANDS)], capsys)
        except Exception as error:
            raise AssertionError(f"seed '{key} {seed}' breaks `{COMMANDS[seed % len(COMMANDS)]}`") from error
        assert path.read_bytes() == data
    assert refused > number * 3 // 4


@pytest.mark.parametrize("key", games.keys())
def test_a_damaged_save_is_told_in_one_line(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(key, 20, tmp_path, monkeypatch, capsys)


@pytest.mark.long
@pytest.mark.parametrize("key", games.keys())
def test_no_damage_to_a_save_breaks_a_command(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(key, 300, tmp_path, monkeypatch, capsys)
