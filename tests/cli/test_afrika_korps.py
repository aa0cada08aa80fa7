"""The command line on a real game."""

from __future__ import annotations

import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sandtable.cli import main
from sandtable.core import journal

GAME = "afrika-korps"
ORDERS = """\
done
why
move 21/5, ROMMEL w6-w8
undo
move 21/5 W6-W8
reach 21/104
supply ariete
odds tobruch
board el_agheila
look tobruch
list 21/104 w6-w7
move 9a/20 g25-g24
quit
"""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


def test_the_opening_is_played_from_a_script(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(ORDERS))
    assert main(["play", GAME, "--seed", "1", "--against", "random"]) == 0
    out = capsys.readouterr().out
    assert "turn 1 of 38, 1 April 1941" in out
    assert "refused (6.1): too many combat units: 9 at W6" in out and "6.1  Three to a hex" in out
    assert "taken back: move 21/5, rommel W6-W8" in out
    assert "21/104 at W6 can reach" in out and "ariete traces to AxS1" in out
    assert "refused (why): none of your units is next to an enemy at G25" in out
    assert "'el_agheila' is not a hex" in out and "G25, Tobruch: fortress" in out
    assert "move 21/104 W6-W7" in out
    assert "refused (5.1)" in out
    [kept] = (tmp_path / "games").iterdir()
    assert [line.action for line in journal.read(kept).lines] == ["move 21/5 W6-W8"]


def test_a_save_is_shown_drawn_and_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", GAME, "game.json", "--option", "tournament"]) == 0
    assert main(["show", "game.json", "--around", "W6", "--radius", "1"]) == 0
    assert "21/5         7-7-10   W6" in capsys.readouterr().out
    assert main(["map", "game.json"]) == 0
    assert ElementTree.parse(tmp_path / "game.svg").getroot().tag.endswith("svg")
    assert main(["check", "game.json"]) == 0


def test_every_case_of_the_rulebook_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", GAME, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["total"] == 186 == told["tested"] + told["descriptive"] + len(told["missing"])
    assert main(["rules", GAME, "8.3"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("8.3  ") and "lives in: afrika_korps." in out


def test_the_arena_has_the_sides_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", GAME, "--axis", "random", "--allied", "random", "--games", "1", "--seed", "1", "--workers", "1"]
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 1 == told["axis_wins"] + told["allied_wins"] + told["draws"]
