"""The words of the command line, and that each of them is in the manual."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from sandtable.cli import main
from sandtable.cli.commands import COMMANDS, USAGES
from sandtable.cli.parser import Parser, build

MANUAL = (Path(__file__).resolve().parents[2] / "docs" / "commands.md").read_text(encoding="utf-8")


def commands(parser: Parser | None = None, before: str = "") -> dict[str, Parser]:
    """Every command, and those that stand behind the word of another as `lab run`."""
    found: dict[str, Parser] = {}
    for action in (parser or build())._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in (action.choices or {}).items():
                found |= commands(below, f"{before}{name} ") or {f"{before}{name}": below}
    return found


def flags(parser: Parser) -> list[str]:
    return [flag for action in parser._actions for flag in action.option_strings if flag not in ("-h", "--help")]


def section(command: str) -> str:
    """What the manual says under the heading of a command."""
    found = re.search(rf"^### `{command}\b.*?(?=^##)", MANUAL + "\n##", re.MULTILINE | re.DOTALL)
    assert found, f"docs/commands.md has no heading for {command}"
    return found.group()


def test_the_commands_are_those_that_were_promised() -> None:
    assert set(commands()) == {
        "play", "table", "serve", "worker", "backup", "restore", "admin", "new", "new-game", "games", "show", "plan",
        "map", "rules", "replay", "verify", "check", "review", "fuzz", "bench", "compile", "arena", "engine", "train",
        "lab run", "lab report", "lab chances",
    }  # fmt: skip


@pytest.mark.parametrize("command", commands())
def test_the_manual_has_every_command_and_flag(command: str) -> None:
    told = section(command)
    assert [flag for flag in flags(commands()[command]) if f"`{flag}" not in told] == []


def test_the_manual_knows_no_flag_that_does_not_exist() -> None:
    known = {flag for parser in (build(("axis", "allied")), *commands().values()) for flag in flags(parser)}
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", MANUAL)) <= known | {"--help", "--axis", "--allied"}


def test_the_manual_has_every_word_of_the_table() -> None:
    assert [usage for usage in USAGES if usage.replace("|", r"\|") not in MANUAL] == []
    assert {usage.split()[0] for usage in USAGES} | {"?", "exit"} == set(COMMANDS)


def test_no_words_print_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "arena" in capsys.readouterr().out


def test_help_and_version_end_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--help"]) == 0
    assert main(["--version"]) == 0
    assert re.search(r"sandtable 0\.\S+ \(pure Python\)", capsys.readouterr().out)


@pytest.mark.parametrize(
    "argv",
    [
        ["march"],
        ["verify"],
        ["play", "--colour"],
        ["play", "--seed", "dice"],
        ["play", "--seed", "-1"],
        ["play", "--seed", "1.5"],
        ["play", "--seed", str(2**63)],
        ["fuzz", "afrika-korps", "--games", "0"],
        ["fuzz", "afrika-korps", "--game", "1"],  # flags are not guessed
        ["arena", "--games", "many"],
        ["arena", "no-such-game", "--axis", "staff"],
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(argv) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("sandtable: ") and err.count("\n") == 1


def test_the_arena_has_a_flag_for_each_side_of_its_game() -> None:
    parsed = build(("north", "south")).parse_args(["arena", "x", "--north", "staff", "--games", "3"])
    assert (parsed.player_north, parsed.player_south, parsed.games) == ("staff", None, 3)
    assert not any(hasattr(build().parse_args(["arena", "x"]), f"player_{side}") for side in ("north", "south"))
