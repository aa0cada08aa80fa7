"""The tool that finds the game which lets a server grow."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

TOOL = Path(__file__).resolve().parents[2] / "tools" / "memory_by_game.py"


@pytest.fixture
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("memory_by_game_tool", TOOL)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_growth_is_counted_from_where_the_server_is_warm(tool: ModuleType) -> None:
    warming_up = [50_000, 90_000, 90_000, 90_000, 90_000, 90_000]
    steady = [90_000, 90_000, 90_500, 91_000, 91_500, 92_000]
    assert tool.per_thousand(warming_up, 12_000) == 0
    assert tool.per_thousand(steady, 12_000) == 250


@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is read from /proc")
def test_a_game_is_besieged_by_itself_and_what_its_server_holds_is_told(
    tool: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    tool.main(["afrika-korps", "--messages", "600"])
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("afrika-korps: ") and " kB for each 1,000 messages; held " in line
    assert line.count(",") >= 2 * tool.PARTS - 1
