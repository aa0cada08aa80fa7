"""The tool that measures warnings: what was warned of and lost, what was not, and defeats that were seen coming."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from sandtable.bots import player
from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.games.afrika_korps.movement.phase import Movement
from sandtable.games.afrika_korps.title import title
from sandtable.games.afrika_korps.turn import PlayerTurn
from tests.afrika_korps.positions import asking, position

TOOL = Path(__file__).resolve().parents[2] / "tools" / "warnings_kept.py"
LOOKS = 2


@pytest.fixture
def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("warnings_kept_tool", TOOL)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def warned(tool: ModuleType, axis: str, allied: str) -> Any:
    """The Axis ends its moves as it stands, and machines play on until it has lost or moves again."""
    record, dice = tool.Record(), SecretDice(secret_of_seed(1))
    lookout = tool.Lookout(title(), "axis", LOOKS, record)
    state = asking(position(axis, allied), PlayerTurn("axis", 4), Movement("axis"))
    officers = {side: player(title(), "officer", 1) for side in title().sides}
    action = title().rules.notation.parse("done")
    while True:
        side = state.stack[-1].asked(state)[0]
        after, events = frames.play(state, side, action, dice)
        lookout.saw(state, after, events)
        state = after
        if lookout.pending is None or title().rules.outcome(state) is not None:
            return record
        side = state.stack[-1].asked(state)[0]
        action = officers[side].choose(state, side)


def test_a_supply_that_was_warned_of_and_taken(tool: ModuleType) -> None:
    record = warned(tool, "21/5 W3, 15/8 W3, AxS1 M14", "7A/2 M17, 9A/20 G25")
    assert (record.told, record.at_once) == (1, 1)
    assert dict(record.trials) == dict(record.lost) == {LOOKS: 1}


def test_nobody_is_warned_of_what_is_far_away(tool: ModuleType) -> None:
    record = warned(tool, "21/5 W3, 15/8 W3, AxS1 W3", "7A/2 M17, 9A/20 G25")
    assert (record.told, record.defeats) == (0, 0)


def test_a_defeat_that_was_seen_coming(tool: ModuleType) -> None:
    record = warned(tool, "savena, AxS1 M14", "2/3, 7/4, 7/7 M16, AlS1 M17, 9A/20 G25")
    assert (record.defeats, record.foreseen, record.missed) == (1, 1, [])
    assert record.lines()[0] == "lost by sudden death: 1, foreseen: 1"
