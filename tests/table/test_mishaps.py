"""Machines that fail: replaced for that decision, told of, kept for the owner to look at; the table goes on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.core import journal
from sandtable.core.frames import Decision
from sandtable.core.title import Title
from sandtable.core.values import Action
from sandtable.table.live.table import LiveTable
from sandtable.table.rooms.mishaps import KEPT, Mishaps
from tests.core.toy import Bid, Movement
from tests.core.toy_actions import Bet, Move
from tests.table.visitors import Table, Visitor


def broken(monkeypatch: pytest.MonkeyPatch, kind: type[Decision[Any]], *broken_actions: type[Action]) -> None:
    """A decision whose actions are listed and break the engine."""
    do = kind.do

    def fail(self: Any, draft: Any, side: str, action: Action) -> None:
        if isinstance(action, broken_actions):
            raise KeyError("the last point of fuel")
        do(self, draft, side, action)

    monkeypatch.setattr(kind, "do", fail)


def test_an_action_of_a_machine_that_breaks_the_rules_does_not_stop_the_table(
    table: Table, tmp_path: Path, titles: dict[str, Title[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken(monkeypatch, Movement, Move)
    made = table.make(game="wadi", seats={"red": "bot:random", "blue": "bot:random"}, seed=1)
    with table.socket(made["id"]) as session:
        host = Visitor(session)
        host.join(made["token"])
        host.ask("speed", delay=0)
        host.waits(lambda: host.mirror.known["view"]["over"])
        assert any(line["from"] == "the table" for line in host.mirror.chat)
    dumps = sorted((tmp_path / "mishaps").glob("*.json"))
    assert dumps and "KeyError: 'the last point of fuel'" in dumps[0].with_suffix(".txt").read_text()
    assert "> move" in dumps[0].with_suffix(".txt").read_text()
    monkeypatch.undo()
    save = journal.read(dumps[0])
    assert len(journal.check(titles["wadi"], save).entries) == len(save.lines)


def test_machines_that_can_do_nothing_pause_and_go_on_when_they_are_told_to(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken(monkeypatch, Bid, Bet)
    made = table.make(game="wadi", seats={"red": "bot:random", "blue": "bot:random"})
    with table.socket(made["id"]) as session:
        host = Visitor(session)
        host.join(made["token"])
        host.ask("speed", delay=0)
        host.waits(lambda: host.mirror.known["table"]["machines"]["paused"] and bool(host.mirror.chat))
        assert "can do nothing here" in host.mirror.chat[-1]["text"] and host.mirror.entries == 0
        host.ask("step")
        host.waits(lambda: len(host.mirror.chat) > 1)
        monkeypatch.undo()
        host.ask("pause", paused=False)
        host.waits(lambda: host.mirror.entries > 2)
    assert 0 < len(list((tmp_path / "mishaps").iterdir())) <= 2 * KEPT


def test_few_mishaps_are_kept(table: Table, tmp_path: Path, titles: dict[str, Title[Any]]) -> None:
    made = table.make(game="wadi")
    row = table.store.row(made["id"])
    assert row is not None
    live = LiveTable.open(titles["wadi"], row, table.store)
    for number in range(KEPT + 5):
        live.row = msgspec.structs.replace(live.row, id=f"{made['id']}-{number}")
        Mishaps(tmp_path / "few").keep(live, "red", "done", KeyError("x"))
    names = [path.name for path in (tmp_path / "few").glob("*.txt")]
    assert len(names) == KEPT and f"{made['id']}-{KEPT + 4}-0.txt" in names


def test_nobody_is_called_as_the_table_is(table: Table) -> None:
    made = table.make(game="wadi")
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        assert visitor.ask("name", name="The Table")["case"] == "message"
