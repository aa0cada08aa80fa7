"""What a server bears: half requests, silent sockets, floods; one server for a folder; the owner's key kept private."""

from __future__ import annotations

import asyncio
import json
import socket
import time
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Thread

import pytest
from msgspec.structs import replace
from starlette.websockets import WebSocketDisconnect

from sandtable.table.bench.process import ServerProcess
from sandtable.table.doors import connection, sockets
from sandtable.table.house import making
from sandtable.table.house.limits import limits as limits_of_house
from sandtable.table.serving import patience
from sandtable.table.serving.alone import Folder, Taken, address_in
from sandtable.table.serving.run import HOST, listen, open_browser, run, server_for
from sandtable.table.stores.sqlite import SqliteStore
from tests.table.visitors import KEY, PATIENCE, Table, Visitor


class Serving:
    """The real server in a thread of this process."""

    def __init__(self, folder: Path) -> None:
        self.server = server_for(SqliteStore(folder / "tables.sqlite"), KEY, folder)
        self.listener = listen(0)
        self.port: int = self.listener.getsockname()[1]
        self.origin = f"http://{HOST}:{self.port}"
        self.thread = Thread(target=lambda: asyncio.run(self.server.serve(sockets=[self.listener])), daemon=True)
        self.thread.start()
        ends = time.monotonic() + PATIENCE
        while not self.server.started and time.monotonic() < ends:
            time.sleep(0.01)

    def connect(self, words: bytes) -> socket.socket:
        opened = socket.create_connection((HOST, self.port), timeout=PATIENCE)
        opened.sendall(words)
        return opened

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    started = Serving(tmp_path)
    yield started
    started.stop()


def is_closed(opened: socket.socket) -> bool:
    """Waits for the end of what the other side sends."""
    try:
        while opened.recv(4096):
            pass
    except ConnectionResetError:
        pass
    return True


@pytest.mark.parametrize("words", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: somewhere\r\n"])
def test_half_a_request_is_not_waited_for(serving: Serving, monkeypatch: pytest.MonkeyPatch, words: bytes) -> None:
    monkeypatch.setattr(patience, "HEADERS", 0.2)
    with ExitStack() as held:
        opened = [held.enter_context(serving.connect(words)) for _ in range(50)]
        assert all(is_closed(one) for one in opened)
        assert not serving.server.server_state.connections


@pytest.mark.long
def test_the_next_half_of_a_kept_connection_is_not_waited_for(
    serving: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(patience, "HEADERS", 0.2)
    with serving.connect(f"GET /api/games HTTP/1.1\r\nHost: {HOST}:{serving.port}\r\n\r\nGET / HT".encode()) as opened:
        assert is_closed(opened)


def test_a_whole_request_may_take_longer_to_answer(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "HEADERS", 0.01)
    with urllib.request.urlopen(f"{serving.origin}/api/games", timeout=PATIENCE) as response:
        assert json.load(response)["games"]


def test_no_more_connections_than_the_server_can_hold(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "CONNECTIONS", 5)
    with ExitStack() as held:
        opened = [held.enter_context(serving.connect(b"GET")) for _ in range(5)]
        with serving.connect(b"") as more:
            assert is_closed(more)
        assert len(serving.server.server_state.connections) <= len(opened)


def test_a_socket_that_says_nothing_is_closed(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "JOINING", 0.05)
    made = table.make(game="wadi")
    with table.socket(made["id"]) as session, pytest.raises(WebSocketDisconnect) as closed:
        Visitor(session).receive()
    assert closed.value.code == 4408


def test_the_house_takes_so_many_sockets_and_no_more(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = replace(limits_of_house(), sockets_in_all=2)
    monkeypatch.setattr(connection, "limits", lambda: changed)
    made = [table.make(game="wadi")["id"] for _ in range(3)]
    with table.socket(made[0]) as first, table.socket(made[1]) as second:
        Visitor(first).join()
        Visitor(second).join()
        with table.socket(made[2]) as third, pytest.raises(WebSocketDisconnect) as closed:
            Visitor(third).join()
        assert closed.value.code == 4429
    with table.socket(made[2]) as third:
        assert Visitor(third).join()["type"] == "snapshot"


def test_so_many_tables_a_minute_and_no_more(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = replace(limits_of_house(), tables_a_minute=3)
    monkeypatch.setattr(making, "house_limits", lambda: changed)
    for _ in range(3):
        table.make(game="wadi")
    refused = table.http.post("/api/tables", json={"game": "wadi"})
    assert refused.status_code == 503 and refused.json()["case"] == "busy"
    monkeypatch.setattr(making, "monotonic", lambda: time.monotonic() + 61)
    table.make(game="wadi")


# The owner's key


def test_a_ticket_is_changed_for_the_key_once_and_soon(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    owner = {"authorization": f"Bearer {KEY}"}
    assert table.http.post("/api/tickets").status_code == 403
    tickets = [table.http.post("/api/tickets", headers=owner).json()["ticket"] for _ in range(2)]
    assert table.http.post("/api/key", json={"ticket": tickets[0]}).json() == {"key": KEY}
    assert table.http.post("/api/key", json={"ticket": tickets[0]}).status_code == 403
    assert table.http.post("/api/key", json={"ticket": "guessed"}).status_code == 403
    monkeypatch.setattr("sandtable.table.house.tickets.monotonic", lambda: time.monotonic() + 61)
    assert table.http.post("/api/key", json={"ticket": tickets[1]}).status_code == 403


def test_a_browser_is_not_started_with_the_key(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    open_browser(serving.origin, KEY)
    (address,) = opened
    assert address.startswith(f"{serving.origin}/#ticket=") and KEY not in address
    body = json.dumps({"ticket": address.partition("#ticket=")[2]}).encode()
    asked = urllib.request.Request(f"{serving.origin}/api/key", body, {"Origin": serving.origin})
    with urllib.request.urlopen(asked, timeout=PATIENCE) as response:
        assert json.load(response) == {"key": KEY}


# One server for one folder


def test_a_folder_has_one_server(tmp_path: Path) -> None:
    first = Folder(tmp_path)
    first.tell("http://127.0.0.1:1")
    with pytest.raises(Taken):
        Folder(tmp_path)
    assert address_in(tmp_path) == "http://127.0.0.1:1"
    first.leave()
    assert address_in(tmp_path) == ""
    Folder(tmp_path).leave()


def test_whoever_comes_second_is_led_to_the_running_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", opened.append)
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path))
    server = ServerProcess(tmp_path)
    try:
        assert run(0, browser=True) == 0
        assert opened[0].startswith(f"{server.origin}/#ticket=")
        assert f"The table is already open: {server.origin}/" in capsys.readouterr().out
    finally:
        server.kill()
    ServerProcess(tmp_path).kill()


def test_a_folder_whose_server_does_not_come_up_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sandtable.table.serving.run.STARTING", 0.1)
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path))
    silent = Folder(tmp_path)
    assert run(0, browser=False) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    silent.leave()
