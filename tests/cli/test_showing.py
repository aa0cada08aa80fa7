"""`show`, `map`, `games`."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sandtable.cli import main
from tests.cli.conftest import Typed
from tests.fake_chromium import fake

pytestmark = pytest.mark.usefixtures("table")


@pytest.fixture
def kept(table: Path, typed: Typed) -> Path:
    """A save in which red has bid and moved."""
    typed("wadi --seed 3 --side both", "bet 3", "bet 0", "move r1 A2", "save kept.json", "quit")
    return table / "kept.json"


def test_show_prints_the_opening_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "wadi"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Wadi, short: turn 1 of 6\nred and blue: Bid for the first move\n")
    assert "red: 2 units on the map\n  r1           2-2      A1" in out


def test_show_prints_the_position_of_a_save_as_a_side_sees_it(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", str(kept)]) == 0
    out = capsys.readouterr().out
    assert "r1           2-2      A2" in out and "purse" not in out
    assert main(["show", str(kept), "--side", "red"]) == 0
    assert "red purse: 0" in capsys.readouterr().out


def test_show_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "wadi", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["game"] == "wadi" and {piece["id"] for piece in told["pieces"]} == {"r1", "r2", "b1", "b2"}


def test_show_prints_the_board_around_a_hex(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "wadi", "--around", "B3", "--radius", "1"]) == 0
    assert "B3" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("show chess", "'chess' is neither a game (wadi) nor a file"),
        ("show wadi --side green", "Wadi has no side 'green'"),
        ("show wadi --around Z9", "'Z9' is not a hex"),
        ("show wadi --around B3 --radius 0", "1 or more"),
        ("map chess", "'chess' is neither a game"),
        ("map wadi --side green", "Wadi has no side 'green'"),
        ("map wadi --theme chrome", "there is no theme 'chrome'"),
        ("map wadi --svg no/such/folder.svg", "cannot be written"),
    ],
)
def test_bad_input_is_one_line(words: str, complaint: str, table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 2
    out, err = capsys.readouterr()
    assert out == "" and complaint in err and err.count("\n") == 1
    assert not list(table.rglob("*.svg*"))


def test_the_map_is_a_picture_named_after_the_game_or_the_save(table: Path, kept: Path) -> None:
    assert main(["map", "wadi"]) == 0
    assert main(["map", str(kept)]) == 0
    for name in ("wadi.svg", "kept.svg"):
        assert ElementTree.parse(table / name).getroot().tag.endswith("svg")
    assert (table / "wadi.svg").read_text() != (table / "kept.svg").read_text()


def test_the_map_can_be_printed_with_hex_names_and_in_another_theme(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", "wadi", "--svg", "-"]) == 0
    plain = capsys.readouterr().out
    assert main(["map", "wadi", "--svg", "-", "--hex-ids"]) == 0
    assert len(capsys.readouterr().out) > len(plain)
    assert main(["map", "wadi", "--svg", "-", "--theme", "night"]) == 0
    assert "theme-night" in capsys.readouterr().out


def test_the_map_overwrites_its_own_pictures_only(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", "wadi", "--svg", "mine.svg"]) == 0
    assert main(["map", "wadi", "--svg", "mine.svg"]) == 0
    (table / "theirs.svg").write_text("<svg/>")
    assert main(["map", "wadi", "--svg", "theirs.svg"]) == 2
    assert "theirs.svg exists and is not a picture made here" in capsys.readouterr().err
    assert (table / "theirs.svg").read_text() == "<svg/>"
    assert main(["map", "wadi", "--svg", "theirs.svg", "--force"]) == 0
    assert (table / "theirs.svg").read_text() != "<svg/>"


@pytest.fixture
def chromium(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(table / "bin")
    monkeypatch.setenv("PATH", str(table / "bin"))


@pytest.mark.usefixtures("chromium")
def test_the_map_can_be_had_for_the_printer(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", "wadi", "--png", "wadi.png"]) == 0
    assert [path.name for path in table.glob("wadi.*")] == ["wadi.png"]
    assert main(["map", "wadi", "--pdf", "sheet.pdf", "--svg", "sheet.svg", "--png", "sheet.png"]) == 0
    assert capsys.readouterr().out == "drawn: wadi.png\ndrawn: sheet.svg\ndrawn: sheet.png\ndrawn: sheet.pdf\n"
    assert (table / "sheet.pdf").read_bytes().startswith(b"%PDF-")
    assert (table / "sheet.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.usefixtures("chromium")
@pytest.mark.parametrize("kind", ["png", "pdf"])
def test_what_is_for_the_printer_overwrites_only_when_told_to(
    kind: str, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = table / f"old.{kind}"
    out.write_bytes(b"precious")
    assert main(["map", "wadi", f"--{kind}", str(out), "--svg", "new.svg"]) == 2
    assert f"old.{kind} exists; --force overwrites it" in capsys.readouterr().err
    assert out.read_bytes() == b"precious" and not (table / "new.svg").exists()
    assert main(["map", "wadi", f"--{kind}", str(out), "--force"]) == 0
    assert out.read_bytes() != b"precious"


@pytest.mark.usefixtures("chromium")
@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("--png -", "only an SVG can be printed with '-'"),
        ("--svg - --pdf a.pdf", "only an SVG can be printed with '-'"),
        ("--png a --pdf ./a", "its own file"),
        ("--png no/such/folder.png", "cannot be written"),
    ],
)
def test_bad_places_for_a_picture_are_refused(
    words: str, complaint: str, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["map", "wadi", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert out == "" and complaint in err and err.count("\n") == 1
    assert not [path for path in table.iterdir() if path.suffix in {".png", ".pdf", ".part"} or path.name == "a"]


def test_without_chromium_only_the_svg_is_drawn(
    table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("PATH", "HOME", "USERPROFILE", "PLAYWRIGHT_BROWSERS_PATH"):
        monkeypatch.setenv(name, str(table / "nothing"))
    assert main(["map", "wadi", "--png", "wadi.png"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith("sandtable: PNG and PDF need Chromium") and err.count("\n") == 1
    assert main(["map", "wadi", "--svg", "wadi.svg"]) == 0
    assert [path.name for path in table.glob("wadi.*")] == ["wadi.svg"]


def test_games_lists_what_can_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    out = capsys.readouterr().out
    assert "wadi  Wadi\n    sides: red, blue\n    players: random, greedy, rude\n" in out
    assert "scenario long: six turns" in out and "option flat: hills cost nothing extra" in out
    assert main(["games", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["wadi"]["players"] == ["random", "greedy", "rude"]
