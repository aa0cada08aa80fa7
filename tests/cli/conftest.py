"""A command line that knows one game, the toy, and keeps its things in a folder of the test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sandtable import games
from sandtable.cli import main
from sandtable.core.title import Title, UnknownChoice
from sandtable.core.values import Explanation, Refusal
from tests.core.toy import Wadi, WadiTitle


def explain(state: Wadi, side: str, question: str) -> Explanation:
    unit = state.units.get(question.removeprefix("strength "))
    if unit is None:
        raise Refusal("why", f"there is no answer to '{question}'")
    return Explanation(f"strength {unit.strength}", "4", (Explanation(f"of {side}", "1.2"),))


class AskableWadi(WadiTitle):
    """The toy with a question."""

    screen = replace(
        WadiTitle.screen,
        questions={"strength": "strength r1"},
        explain=explain,
        called=lambda: {"r2": "2nd Camel Company"},
    )


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where games are kept and commands are run."""

    def title(key: str) -> Title[Any]:
        if key != "wadi":
            raise UnknownChoice(f"there is no game '{key}'; there is: wadi")
        return AskableWadi()

    monkeypatch.setattr(games, "keys", lambda: ("wadi",))
    monkeypatch.setattr(games, "title", title)
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Keyboard:
    """Lines that somebody types, as `sys.stdin`."""

    def __init__(self, *lines: str) -> None:
        self.lines = [f"{line}\n" for line in lines]

    def readline(self) -> str:
        return self.lines.pop(0) if self.lines else ""

    def isatty(self) -> bool:
        return False


Typed = Callable[..., tuple[int, str]]


@pytest.fixture
def typed(table: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typed:
    """Run `play` with these words of the command line and these lines typed: the exit code and all that was printed."""

    def run(words: str, *lines: str) -> tuple[int, str]:
        monkeypatch.setattr("sys.stdin", Keyboard(*lines))
        capsys.readouterr()
        code = main(["play", *words.split()])
        return code, capsys.readouterr().out

    return run
