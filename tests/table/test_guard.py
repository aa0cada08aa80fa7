"""Strangers, nonsense and floods: refused in one line, logged, never a crash."""

from __future__ import annotations

import json
import logging
import os
import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from starlette.websockets import WebSocketDisconnect

from sandtable.core.title import Title
from sandtable.table.doors import connection
from sandtable.table.house import house
from sandtable.table.house.limits import limits as limits_of_house
from sandtable.table.messages.text import plain
from sandtable.table.stores.base import StoreError
from sandtable.table.stores.sqlite import SqliteStore
from tests.table.visitors import HOST, KEY, Table, Visitor

PAGES = ["/", "/t/any", "/client/main.js", "/api/games", "/api/tables", "/api/nothing", "/nowhere"]


@pytest.fixture
def dressed(tmp_path: Path, titles: dict[str, Title[Any]]) -> Any:
    client = tmp_path / "client"
    client.mkdir()
    (client / "index.html").write_text("<!doctype html><title>start</title>")
    (client / "table.html").write_text("<!doctype html><title>table</title>")
    (client / "main.js").write_text("export {}")
    (tmp_path / "private.txt").write_text("private")
    with Table(tmp_path, titles, client) as opened:
        yield opened


def test_pages_and_files_come_from_the_client_folder(dressed: Table) -> None:
    assert "start" in dressed.http.get("/").text
    assert "table" in dressed.http.get("/t/whatever").text
    module = dressed.http.get("/client/main.js")
    assert module.headers["content-type"].startswith("text/javascript")
    again = dressed.http.get("/client/main.js", headers={"if-none-match": module.headers["etag"]})
    assert again.status_code == 304
    for path in ("/client/../private.txt", "/client/%2e%2e/private.txt", "/client//etc/passwd", "/client/"):
        assert dressed.http.get(path).status_code == 404


@pytest.mark.parametrize("page", PAGES)
def test_every_answer_carries_the_policy(dressed: Table, page: str) -> None:
    headers = dressed.http.get(page).headers
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'self';") and "unsafe" not in policy and "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "cache-control" in headers


@pytest.mark.parametrize(
    "host", ["evil.example:8741", "127.0.0.1", "127.0.0.1:80", "localhost.evil:8741", "[::1]:8741"]
)
def test_another_host_is_turned_away(table: Table, host: str) -> None:
    response = table.http.get("/api/games", headers={"host": host})
    assert (response.status_code, response.json()["case"]) == (403, "origin")


@pytest.mark.parametrize("origin", ["http://evil.example", f"https://{HOST}", "http://127.0.0.1:80", "null", ""])
def test_another_origin_may_neither_post_nor_connect(table: Table, origin: str) -> None:
    response = table.http.post("/api/tables", json={"game": "wadi"}, headers={"origin": origin})
    assert (response.status_code, response.json()["case"]) == (403, "origin")
    made = table.make(game="wadi")
    with (
        pytest.raises(WebSocketDisconnect),
        table.socket(made["id"], headers={"origin": origin, "host": HOST}),
    ):
        pytest.fail("a stranger was let in")
    assert len(table.get("/api/tables")["tables"]) == 1


def test_a_page_under_the_other_name_of_this_machine_is_its_own_origin(table: Table) -> None:
    headers = {"host": "localhost:8741", "origin": "http://localhost:8741"}
    assert table.http.post("/api/tables", json={"game": "wadi"}, headers=headers).status_code == 201
    mixed = {"host": "localhost:8741", "origin": f"http://{HOST}"}
    assert table.http.post("/api/tables", json={"game": "wadi"}, headers=mixed).status_code == 403
    site = {"sec-fetch-site": "cross-site"}
    assert table.http.post("/api/tables", json={"game": "wadi"}, headers=site).status_code == 403


@pytest.mark.parametrize(
    ("body", "case"),
    [
        (b"", "message"),
        (b"[]", "message"),
        (b'{"game": 3}', "message"),
        (b'{"game": "wadi", "cheat": true}', "message"),
        (b'{"game": "chess"}', "unknown"),
        (b'{"game": "wadi", "scenario": "none"}', "unknown"),
        (b'{"game": "wadi", "options": ["none"]}', "unknown"),
        (b'{"game": "wadi", "seats": {"green": "human"}}', "unknown"),
        (b'{"game": "wadi", "seats": {"red": "bot:nobody"}}', "unknown"),
        (b'{"game": "wadi", "seats": {"red": "throne"}}', "message"),
        (b'{"game": "wadi", "seed": -1}', "message"),
        (b'{"game": "wadi", "name": "' + b"x" * 41 + b'"}', "message"),
        (b'{"game": "\xff"}', "message"),
        (b"[" * 10_000, "message"),
        (b'{"game": "' + b"x" * 20_000 + b'"}', "size"),
    ],
)
def test_a_bad_request_for_a_table_is_refused_in_one_line(table: Table, body: bytes, case: str) -> None:
    response = table.http.post("/api/tables", content=body)
    assert response.json()["case"] == case
    assert response.status_code == {"message": 400, "unknown": 404, "size": 413}[case]
    assert "\n" not in response.json()["why"]
    assert table.get("/api/tables")["tables"] == []


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "hello",
        "{}",
        "[]",
        "null",
        '{"type": "fly"}',
        '{"type": "play"}',
        '{"type": "play", "action": 5, "count": 1}',
        '{"type": "play", "action": "x", "count": "1"}',
        '{"type": "play", "action": "x", "count": 1, "token": "y"}',
        '{"type": "speed", "delay": -1}',
        '{"type": "speed", "delay": 1e999}',
        '{"type": "speed", "delay": NaN}',
        '{"type": "chat", "text": "\\ud800"}',
        '{"type": "offers", "pieces": [[]]}',
        '{"type": "undo", "id": {"a": 1}}',
        json.dumps({"type": "chat", "text": "x" * 501}),
        json.dumps({"type": "offers", "pieces": ["x"] * 101}),
        '{"type": "undo", "id": ' + "[" * 8000,
    ],
)
def test_a_malformed_message_is_refused_and_the_socket_stays(table: Table, frame: str) -> None:
    made = table.make(game="wadi")
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        session.send_text(frame)
        refused = visitor.until(lambda message: message["type"] in ("refused", "done"))
        assert refused["type"] == "refused" and refused["case"] == "message" and "\n" not in refused["why"]
        assert visitor.ask("snapshot")["type"] == "snapshot"


@pytest.mark.parametrize(
    ("frame", "number"),
    [
        ('{"type": "play", "action": 5, "id": 7}', 7),
        ('{"type": "fly", "id": "mine"}', "mine"),
        ('{"type": "chat", "id": "' + "x" * 41 + '"}', 0),
    ],
)
def test_whoever_waits_for_the_answer_to_a_malformed_request_gets_it(table: Table, frame: str, number: object) -> None:
    made = table.make(game="wadi")
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        session.send_text(frame)
        refused = visitor.until(lambda message: message["type"] == "refused")
        assert refused["id"] == number and refused["case"] == "message"


def test_binary_frames_are_refused_and_patience_ends(table: Table) -> None:
    made = table.make(game="wadi")
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        for _ in range(10):
            session.send_bytes(b"\x00\xff")
        with pytest.raises(WebSocketDisconnect) as closed:
            while True:
                visitor.receive()
    assert closed.value.code == 4400
    assert sum('"refused"' in text for text in visitor.heard) == 10


@pytest.mark.parametrize("frame", ["x" * 17_000, '"' + "é" * 8_500 + '"'])
def test_an_oversized_message_closes_the_socket_and_nothing_else(table: Table, frame: str) -> None:
    made = table.make(game="wadi")
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        session.send_text(frame)
        with pytest.raises(WebSocketDisconnect) as closed:
            while True:
                visitor.receive()
    assert closed.value.code == 1009
    with table.socket(made["id"]) as session:
        assert Visitor(session).join(made["token"])["type"] == "snapshot"


def test_join_comes_first_and_once(table: Table) -> None:
    made = table.make(game="wadi")
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        assert visitor.ask("undo")["case"] == "message"
        with pytest.raises(WebSocketDisconnect) as closed:
            visitor.receive()
    assert closed.value.code == 4400
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        assert visitor.ask("join", token=made["token"])["case"] == "message"


def test_a_table_that_is_not_there(table: Table) -> None:
    with table.socket("nothing") as session:
        visitor = Visitor(session)
        assert visitor.join()["case"] == "unknown"
        with pytest.raises(WebSocketDisconnect) as closed:
            visitor.receive()
    assert closed.value.code == 4404
    assert table.http.get("/api/tables/nothing").status_code == 404
    assert table.http.delete("/api/tables").status_code == 405
    for address in ("/api/games/chess", "/api/games/wadi/cases/99", "/api/nothing"):
        assert table.http.get(address).json()["case"] == "unknown"


def test_a_fault_in_a_game_is_refused_and_logged_and_the_table_lives(
    table: Table, titles: dict[str, Title[Any]], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(titles["wadi"], "screen", replace(titles["wadi"].screen, forecast=broken))
    made = table.make(game="wadi")
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        assert visitor.ask("forecast", pieces=["r1"])["case"] == "fault"
        assert visitor.play("bet 1")["type"] == "played"
    assert "ZeroDivisionError" in caplog.text


def test_a_disk_that_fails_is_told_and_nothing_is_believed_that_was_not_written(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = table.make(game="wadi", seats={"red": "human", "blue": "human"})

    def full(*_: Any) -> None:
        raise StoreError("the disk is full")

    with table.socket(made["id"]) as first, table.socket(made["id"]) as second:
        visitor, guest = Visitor(first), Visitor(second)
        visitor.join(made["token"])
        guest.join()
        with monkeypatch.context() as patch:
            patch.setattr(table.store, "append", full)
            assert visitor.play("bet 1")["case"] == "fault"
        with pytest.raises(WebSocketDisconnect) as closed:
            while True:
                guest.receive()
        assert closed.value.code == 1012
        assert guest.mirror.entries == 0
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        assert visitor.join(made["token"])["table"]["entries"] == 0
        assert visitor.play("bet 1")["type"] == "played"


def test_a_machine_does_not_build_upon_what_was_not_written(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    made = table.make(game="wadi", seats={"red": "human", "blue": "bot:random"})

    def full(*_: Any) -> None:
        raise StoreError("the disk is full")

    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        with monkeypatch.context() as patch:
            patch.setattr(table.store, "append", full)
            with pytest.raises(WebSocketDisconnect):  # the machine may be the one who hears it first
                visitor.play("bet 1")
                while True:
                    visitor.receive()
    lines = table.store.lines(made["id"])
    assert [line.side for line in lines] in ([], ["blue"])
    assert table.http.get(f"/api/tables/{made['id']}").status_code == 200


def test_a_table_has_room_for_so_many_sockets(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = structs.replace(limits_of_house(), sockets_at_a_table=1)
    monkeypatch.setattr(connection, "limits", lambda: changed)
    made = table.make(game="wadi")
    with table.socket(made["id"]) as first, table.socket(made["id"]) as second:
        Visitor(first).join(made["token"])
        with pytest.raises(WebSocketDisconnect) as closed:
            Visitor(second).join()
    assert closed.value.code == 4429


def test_tables_nobody_looks_at_are_closed_and_opened_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = structs.replace(limits_of_house(), idle_tables=1)
    monkeypatch.setattr(house, "limits", lambda: changed)
    tables = [table.make(game="wadi") for _ in range(4)]
    for made in [*tables, *tables]:
        assert table.get(f"/api/tables/{made['id']}")["table"]["id"] == made["id"]


def test_refusals_are_logged_without_tokens(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="sandtable.table")
    made, other = table.make(game="wadi"), table.make(game="wadi")
    with table.socket(made["id"]) as session:
        visitor = Visitor(session)
        visitor.join(made["token"])
        visitor.ask("play", action="bet 1\nforged line", count=77)
        visitor.play("bet 99\u2028forged")
    with table.socket(made["id"]) as session:
        Visitor(session).join(other["token"])
    table.http.get(f"/api/tables/{made['id']}", headers={"authorization": f"Bearer {other['token']}"})
    assert "(stale)" in caplog.text and "4401" in caplog.text
    assert made["token"] not in caplog.text and other["token"] not in caplog.text
    assert "\u2028" not in caplog.text and not any("\n" in record.getMessage() for record in caplog.records)


def test_only_the_owner_gets_tokens_back(table: Table) -> None:
    made = table.make(game="wadi")
    assert table.get("/api/tables")["tables"][0]["token"] == ""
    assert table.get("/api/tables", "wrong")["tables"][0]["token"] == ""
    assert table.get("/api/tables", KEY)["tables"][0]["token"] == made["token"]


def test_names_are_plain_text() -> None:
    assert plain("  Anna\u0000\u202e <i>B</i>\r\n\tC ", 40) == "Anna <i>B</i> C"
    assert plain("x" * 100, 40) == "x" * 40
    assert plain("\ud800Łódź 砂", 40) == "Łódź 砂"


# The store


@pytest.mark.skipif(os.name == "nt", reason="permissions of files are another matter there")
def test_the_store_is_readable_to_its_owner_alone(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "deep" / "tables.sqlite").close()
    assert (tmp_path / "deep" / "tables.sqlite").stat().st_mode & 0o077 == 0


def test_a_store_of_another_release_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    SqliteStore(path).close()
    database = sqlite3.connect(path)
    database.execute("pragma user_version = 99")
    database.close()
    with pytest.raises(StoreError, match="another release"):
        SqliteStore(path)
    (tmp_path / "text").write_text("no database, but a text that is long enough to be looked at" * 50)
    with pytest.raises(StoreError):
        SqliteStore(tmp_path / "text")


def test_a_table_with_an_entry_the_rules_refuse_is_not_opened(table: Table) -> None:
    made = table.make(game="wadi", seats={"red": "human", "blue": "human"})
    table.tamper("insert into entries values (?, 1, 'play', 'red', 'bet 77', '[]', 'now')", made["id"])
    response = table.http.get(f"/api/tables/{made['id']}")
    assert response.status_code == 500 and "entry 1" in response.json()["why"]
    assert len(table.get("/api/tables")["tables"]) == 1


def test_two_servers_on_one_store_do_not_overwrite_each_other(table: Table, tmp_path: Path, titles: Any) -> None:
    made = table.make(game="wadi", seats={"red": "human", "blue": "human"})
    twin = Table(tmp_path, titles, address=table.address)
    with twin, table.socket(made["id"]) as here, twin.socket(made["id"]) as there:
        one, two = Visitor(here), Visitor(there)
        one.join(made["token"])
        two.join(made["token"])
        assert one.play("bet 1")["type"] == "played"
        assert two.play("bet 2")["case"] == "stale", "it was decided on a position that is no more"
        two.waits(lambda: two.mirror.entries == 1)
        assert two.play("bet 2")["type"] == "played"
    assert [line.action for line in table.store.lines(made["id"])] == ["bet 1", "bet 2"]
