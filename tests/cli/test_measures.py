"""`fuzz`, `bench`, `arena` on the toy, in one process."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandtable.cli import main
from sandtable.conformance.fuzz import Fault, FuzzReport, Heard
from sandtable.conformance.walk import Walked
from sandtable.core.title import Setup

pytestmark = pytest.mark.usefixtures("table")


def test_arena_with_a_player_for_each_side(capsys: pytest.CaptureFixture[str]) -> None:
    words = "arena --red random wadi --blue greedy --games 4 --seed 1 --workers 1"
    assert main([*words.split(), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["players"] == {"red": "random", "blue": "greedy"}
    assert told["games"] == told["red_wins"] + told["blue_wins"] + told["draws"] == 4
    assert main(words.split()) == 0
    assert "blue (greedy): " in capsys.readouterr().out


def test_arena_takes_the_strongest_player_for_a_side_that_is_not_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "wadi", "--red", "random", "--games", "1", "--workers", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["players"] == {"red": "random", "blue": "greedy"}


def test_arena_lets_two_players_take_the_sides_in_turn(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "wadi", "--match", "greedy", "random", "--games", "4", "--workers", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["player"], told["opponent"], told["games"]) == ("greedy", "random", 4)
    assert main(["arena", "wadi", "--match", "greedy", "random", "--games", "2", "--workers", "1"]) == 0
    assert "greedy beat random in " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("arena wadi --red napoleon --games 1", "has no player 'napoleon'"),
        ("arena wadi --match random napoleon --games 1", "has no player 'napoleon'"),
        ("arena wadi --green random --games 1", "unrecognized arguments: --green"),
        ("arena chess --games 1", "there is no game 'chess'"),
        ("fuzz chess", "there is no game 'chess'"),
        ("bench chess", "there is no game 'chess'"),
    ],
)
def test_bad_input_is_one_line(words: str, complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 2
    out, err = capsys.readouterr()
    assert out == "" and complaint in err and err.count("\n") == 1


def test_fuzz_plays_games_and_is_clean(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fuzz", "wadi", "--games", "2", "--seed", "5", "--workers", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 2 and told["clean"] is True
    assert main(["fuzz", "wadi", "--games", "1", "--workers", "1"]) == 0
    assert capsys.readouterr().out.endswith("clean\n")


def test_fuzz_that_finds_something_ends_with_1(
    table: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []

    def faulty(*words: object, dumps: Path, **others: object) -> FuzzReport:
        asked.append(dumps)
        fault = Fault(1, Setup("short"), "undo", "it went too far")
        return FuzzReport("wadi", 1, 0, 0, 0, 0, 0, {}, (fault,), 0.0)

    monkeypatch.setattr("sandtable.conformance.fuzz", faulty)
    assert main(["fuzz", "wadi", "--games", "1"]) == 1
    assert "it went too far" in capsys.readouterr().out
    assert main(["fuzz", "wadi", "--games", "1", "--dumps", "here"]) == 1
    assert asked == [table / "home" / "dumps", Path("here")]


def test_fuzz_tells_of_every_game_at_once_and_when_broken_off_how_to_go_on(
    table: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fault = Fault(6, Setup("short"), "leak", "the view of red changes with what is hidden", "dumps/6.json")

    def broken_off(*words: object, heard: Heard, **others: object) -> FuzzReport:
        heard(Walked(5, Setup("short"), 40, 2, 0, None, "", "left"))
        assert "1 of 4, seed 5: clean, 40 actions" in capsys.readouterr().err
        heard(fault)
        assert "2 of 4, seed 6: leak: the view of red" in capsys.readouterr().err
        heard(Walked(8, Setup("short"), 40, 2, 0, None, "", "left"))
        raise KeyboardInterrupt

    monkeypatch.setattr("sandtable.conformance.fuzz", broken_off)
    assert main(["fuzz", "wadi", "--games", "4", "--seed", "5", "--leaks"]) == 130
    assert "2 of 3 games were clean; go on with --seed 7 --games 2" in capsys.readouterr().err


def test_bench_prints_its_figures(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.bench.bench", lambda title, setup: {"random_actions_per_s": 4000.0, "copy_us": 2.5})
    assert main(["bench", "wadi", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "random_actions_per_s": 4000.0, "copy_us": 2.5, "compiled_modules": 0,
    }  # fmt: skip
    assert main(["bench", "wadi"]) == 0
    assert "random_actions_per_s        4,000.0" in capsys.readouterr().out
