"""A record is brought along: checked, and then looked through or played on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.core import journal
from sandtable.core.title import Title
from tests.core.test_game import RED_FIRST, RED_TAKES_THE_CAMP
from tests.core.toy import WadiTitle
from tests.table.visitors import Table, Visitor

HALF = RED_TAKES_THE_CAMP[:6]


def saved(*texts: str, seed: int | None = 1, **players: str) -> dict[str, Any]:
    record = journal.new(WadiTitle(), WadiTitle().setup(), seed=seed, players=players)
    for text in texts:
        side, _, action = text.partition("> ")
        record.game.play_text(action, side)
    plain: dict[str, Any] = msgspec.to_builtins(record.save())
    return plain


def bring(table: Table, record: Any) -> Any:
    body = record if isinstance(record, bytes) else json.dumps(record).encode()
    return table.http.post("/api/records", content=body)


def test_a_game_in_progress_with_open_dice_is_played_on(table: Table) -> None:
    made = bring(table, saved(*HALF, red="human", blue="human")).json()
    assert made["sides"] == ["red", "blue"]
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        assert visitor.mirror.entries == len(HALF)
        side, _, action = RED_TAKES_THE_CAMP[len(HALF)].partition("> ")
        assert visitor.ask("play", action=action, count=visitor.mirror.count, side=side)["type"] == "played"
    [listed] = table.get("/api/tables")["tables"]
    assert listed["where"]["red"] and listed["where"]["blue"]


def test_what_a_table_exports_of_a_finished_game_is_looked_through_on_another(table: Table) -> None:
    first = table.make(game="wadi", seats={"red": "human", "blue": "human"}, name="Anna")
    with table.socket(first["id"]) as session:
        visitor = Visitor(session)
        visitor.join(first["token"])
        for order in (*RED_FIRST, "red> resign"):
            side, _, action = order.partition("> ")
            answered = visitor.ask("play", action=action, count=visitor.mirror.count, side=side)
            visitor.catch_up(answered["entry"], answered["count"])
    record = table.get(f"/api/tables/{first['id']}/record", first["token"])
    made = bring(table, record).json()
    again = table.get(f"/api/tables/{made['id']}", made["token"])
    assert made["id"] != first["id"] and again["view"]["over"] == "the Red player resigns"
    assert table.get(f"/api/tables/{made['id']}/record", made["token"]) == record


def test_the_guests_shares_in_the_dice_come_along(table: Table) -> None:
    made = table.make(game="wadi", seats={"red": "human", "blue": "open"}, name="Anna")
    with table.socket(made["id"]) as session:
        guest = Visitor(session)
        guest.sit(made["links"]["blue"].partition("#seat=")[2])
        guest.ask("play", action="resign", count=0)
    record = table.get(f"/api/tables/{made['id']}/record", made["token"])
    assert record["shares"]
    brought = bring(table, record).json()
    assert table.get(f"/api/tables/{brought['id']}/record", brought["token"]) == record


def damaged(record: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**record, **changes}


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (b"", "this file is not one of our saves"),
        (b"\xff\xfe", "this file is not one of our saves"),
        (b'{"format": "chess"}', "this file is not one of our saves"),
        (damaged(saved(*HALF), lines=[["red", "move r1 C6"]]), "entry 1, red> move r1 C6"),
        (damaged(saved(*HALF), fingerprint="00"), "another position"),
        (damaged(saved(*HALF), seed=2), "does not match the commitment"),
        (saved(*HALF, seed=None), "sealed on another machine"),
    ],
)
def test_a_bad_file_is_refused_in_one_line_and_makes_no_table(table: Table, record: Any, why: str) -> None:
    answer = bring(table, record)
    assert answer.status_code == 400
    told = answer.json()["why"]
    assert why in told and "\n" not in told and len(told) <= 300
    assert table.get("/api/tables")["tables"] == []


def test_a_game_that_is_not_here_is_named(table: Table, titles: dict[str, Title[Any]]) -> None:
    answer = bring(table, damaged(saved(*HALF), game="chess"))
    assert answer.status_code == 404 and "chess" in answer.json()["why"]


def test_a_game_begun_in_the_terminal_of_this_machine_is_played_on(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path / "home"))
    record = journal.new(WadiTitle(), WadiTitle().setup(), keyring=journal.Keyring(), players={"red": "human"})
    record.game.play_text("bet 1", "red")
    answer = bring(table, msgspec.to_builtins(record.save()))
    assert answer.status_code == 201, answer.text
