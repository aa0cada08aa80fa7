"""`new`, `replay`, `verify`, `check`, and files that are not what they should be."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sandtable.cli import main
from sandtable.core import journal
from tests.cli.conftest import Typed

Doctor = Callable[[dict[str, Any]], None]


@pytest.fixture
def played(table: Path, typed: Typed) -> Path:
    """A finished game with open dice."""
    typed("wadi --seed 2 --side none --against random")
    [path] = (table / "home" / "games").iterdir()
    return path


def doctored(path: Path, change: Doctor) -> Path:
    save = json.loads(path.read_text())
    change(save)
    other = path.with_name("doctored.json")
    other.write_text(json.dumps(save))
    return other


# new


def test_a_new_save_can_be_played(table: Path, typed: Typed, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "wadi", "game.json", "--scenario", "long", "--option", "flat"]) == 0
    assert "sealed" in capsys.readouterr().out
    save = journal.read(table / "game.json")
    assert (save.setup.scenario, save.setup.options, save.seed, save.secret) == ("long", ("flat",), None, None)
    assert typed("game.json", "bet 1", "quit")[0] == 0
    assert len(journal.read(table / "game.json").lines) >= 2


def test_a_new_save_from_a_seed_has_open_dice(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "wadi", "game.json", "--seed", "5"]) == 0
    assert "open (seed 5)" in capsys.readouterr().out
    assert journal.read(table / "game.json").seed == 5


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("wadi here.txt", "here.txt exists; nothing was written"),
        ("wadi no/such/folder.json", "cannot be written"),
        ("chess game.json", "there is no game 'chess'"),
        ("wadi game.json --scenario winter", "no scenario 'winter'"),
        ("wadi game.json --option snow", "no option 'snow'"),
    ],
)
def test_new_refuses_in_one_line(words: str, complaint: str, table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (table / "here.txt").write_text("mine")
    assert main(["new", *words.split()]) == 2
    err = capsys.readouterr().err
    assert complaint in err and err.count("\n") == 1
    assert (table / "here.txt").read_text() == "mine" and not (table / "game.json").exists()


def test_new_does_not_replace_a_game_of_the_same_seed(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "wadi", "game.json", "--seed", "5"]) == 0
    assert main(["new", "wadi", "game.json", "--seed", "5"]) == 2


# replay


def test_replay_lists_the_orders_with_their_dice(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(played)]) == 0
    out = capsys.readouterr().out
    lines = journal.read(played).lines
    assert f"    1  {lines[0].side}> {lines[0].action}" in out
    assert f"after {len(lines)} of {len(lines)} entries" in out
    rolled = next(line for line in lines if line.rolls)
    assert f"{rolled.action}  [{rolled.rolls[0].purpose} {rolled.rolls[0].value}" in out


def test_replay_stops_where_it_is_told(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(played), "--upto", "3"]) == 0
    out = capsys.readouterr().out
    assert "    3  " in out and "    4  " not in out and "after 3 of" in out
    assert main(["replay", str(played), "--upto", "0"]) == 0


def test_replay_tells_the_story(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(played), "--story"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("turn turn 1\nreveal ") and "> " not in out


def test_replay_past_the_end_is_bad_input(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(played), "--upto", "9999"]) == 2
    assert "not 9999" in capsys.readouterr().err


# verify


def test_a_finished_game_is_proven(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(played)]) == 0
    assert "proven" in capsys.readouterr().out


def other_die(save: dict[str, Any]) -> None:
    roll = next(line for line in save["lines"] if len(line) > 2 and line[2])[2][0]
    roll[3] = roll[3] % 6 + 1


def other_action(save: dict[str, Any]) -> None:
    save["lines"][3][1] = "attack b1 with r1"


def other_seed(save: dict[str, Any]) -> None:
    save["seed"] += 1


def no_hex(save: dict[str, Any]) -> None:
    save["secret"] = "not hexadecimal"


def cut_short(save: dict[str, Any]) -> None:
    save["lines"] = save["lines"][:-1]


def other_end(save: dict[str, Any]) -> None:
    save["fingerprint"] = "0" * 32


def sealed(save: dict[str, Any]) -> None:
    save["seed"] = save["secret"] = None


@pytest.mark.parametrize(
    ("change", "deviation"),
    [
        (other_die, "the dice differ from the record"),
        (other_action, "entry 4, "),
        (other_seed, "does not match the commitment"),
        (no_hex, "not proven"),
        (cut_short, "the game is not finished"),
        (other_end, "another position"),
        (sealed, "still sealed"),
    ],
)
def test_a_doctored_game_is_not_proven(
    change: Doctor, deviation: str, played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def without_seed(save: dict[str, Any]) -> None:
        if change is not other_seed:
            save["seed"] = None
        else:
            save["secret"] = None
        change(save)

    assert main(["verify", str(doctored(played, without_seed))]) == 1
    out = capsys.readouterr().out
    assert deviation in out and out.count("\n") == 1


# check


def test_check_prints_a_line_for_each_file(played: Path, table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "wadi", "game.json"]) == 0
    capsys.readouterr()
    assert main(["check", str(played), "game.json"]) == 0
    out = capsys.readouterr().out
    assert out.count("plays: ") == 2 and out.count("\n") == 2


def test_check_names_the_first_entry_that_breaks(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(played), str(doctored(played, other_action))]) == 1
    out = capsys.readouterr().out
    assert "plays: " in out and "breaks: entry 4, " in out


def test_check_goes_on_after_a_file_that_is_no_save(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "missing.json", str(played)]) == 2
    out = capsys.readouterr().out
    assert "missing.json cannot be read" in out and "plays: " in out


# Files that are not what they should be


def foreign(save: dict[str, Any]) -> None:
    save["game"] = "chess"


def other_format(save: dict[str, Any]) -> None:
    save["format"] = "checkers"


def other_scenario(save: dict[str, Any]) -> None:
    save["setup"] = {"scenario": "winter"}


def no_lines(save: dict[str, Any]) -> None:
    save["lines"] = "none"


BAD_SAVES: list[tuple[Doctor, str]] = [
    (foreign, "is a save of 'chess', which is not here"),
    (other_format, "is not one of our saves: its format is 'checkers'"),
    (other_scenario, "no scenario 'winter'"),
    (no_lines, "is not one of our saves"),
    (other_action, "entry 4, "),
    (other_end, "another position"),
]


@pytest.mark.parametrize(("change", "complaint"), BAD_SAVES)
@pytest.mark.parametrize("command", ["show", "map", "play"])
def test_a_bad_save_is_one_line_and_exit_code_2(
    command: str, change: Doctor, complaint: str, played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = doctored(played, change)
    before = bad.read_bytes()
    capsys.readouterr()
    assert main([command, str(bad)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and complaint in err and err.count("\n") == 1
    assert bad.read_bytes() == before


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b"[]", b'{"format": "sandtable-game"}'])
@pytest.mark.parametrize("command", ["show", "replay", "verify", "play"])
def test_a_corrupt_file_is_one_line_and_exit_code_2(
    command: str, data: bytes, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = table / "corrupt.json"
    path.write_bytes(data)
    assert main([command, str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == "" and "corrupt.json is not one of our saves" in err and err.count("\n") == 1
    assert path.read_bytes() == data


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_missing_file_is_one_line_and_exit_code_2(
    command: str, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "missing.json"]) == 2
    assert "missing.json cannot be read" in capsys.readouterr().err
