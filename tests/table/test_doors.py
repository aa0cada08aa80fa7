"""Mutated and malformed messages at every door of the real server: no fault, no traceback, memory flat."""

from __future__ import annotations

import asyncio
import gc
import importlib
import logging
import pkgutil
import socket
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any
from weakref import ReferenceType, ref

import pytest
from starlette.applications import Starlette
from starlette.routing import Match, WebSocketRoute

import sandtable.table
from sandtable.core.title import Title
from sandtable.core.values import Refusal
from sandtable.table.live.table import LiveTable
from sandtable.table.rooms.room import Room
from sandtable.table.serving.run import LOG_BYTES, StrangersFaults, house_key, keep_log
from sandtable.table.stores.base import Row
from sandtable.table.thinking.pool import Threads
from tests.table.cluster import Cluster
from tests.table.doors import MAKING, OF_PEOPLE, OF_TABLES, SIDES, Besieged, complaints, frame, knock, memory
from tests.table.people.house import PublicHouse
from tests.table.visitors import Table


@pytest.fixture(scope="module")
def besieged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Besieged]:
    server = Besieged(tmp_path_factory.mktemp("home"), ["afrika-korps"])
    yield server
    server.close()


@pytest.fixture
def besieged_long(tmp_path: Path) -> Iterator[Besieged]:
    server = Besieged(tmp_path, list(SIDES))
    yield server
    server.close()


def test_two_thousand_mutated_messages_do_no_harm(besieged: Besieged) -> None:
    knockers = besieged.knockers(2, "plain")
    asyncio.run(knock(knockers, 2000))
    besieged.check()
    assert all(min(knocker.sent.values()) > 0 for knocker in knockers)


def test_mutated_requests_at_the_doors_for_people_do_a_house_no_harm(tmp_path: Path) -> None:
    house = Besieged(tmp_path, ["afrika-korps"], ("sandtable", "serve"))
    try:
        (knocker,) = house.knockers(1, "people")
        assert asyncio.run(knocker.sign_up()), "somebody is signed in, so that doors open"
        for _ in range(600):
            asyncio.run(knocker.request(of_people=True))
        house.check()
        assert asyncio.run(knocker.is_signed_in()), "nothing that was damaged has ended the session"
    finally:
        house.close()


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is read from /proc")
def test_ten_thousand_mutated_messages_and_requests_do_a_house_with_postgresql_no_harm(
    tmp_path: Path, cluster: Cluster
) -> None:
    house = Besieged(tmp_path, ["afrika-korps"], ("sandtable", "serve", "--database", cluster.fresh()))
    held = []
    try:
        knockers = house.knockers(2, "house")
        for number, knocker in enumerate(knockers):
            assert asyncio.run(knocker.sign_up(f"Anna{'ab'[number]}")), "somebody is signed in, so that doors open"
        for _ in range(10):
            asyncio.run(knock(knockers, 500))
            for knocker in knockers:
                asyncio.run(knocker.knock_at_people(250))
            house.check()
            held.append(memory(house.server.process.pid))
    finally:
        house.close()
    print(f"{[dict(knocker.sent) for knocker in knockers]}; kB after each 1,000: {held}")
    assert max(held[-3:]) < max(held[2:5]) + 10_000, f"kB held after each 1,000 messages: {held}"


def test_every_door_is_knocked_at(tmp_path: Path, titles: dict[str, Title[Any]]) -> None:
    """Whoever adds one says in `tests.table.doors` what is asked there."""
    app = PublicHouse(tmp_path, titles).app.app
    assert isinstance(app, Starlette)
    asked = [
        *((method, path) for method, path, _ in OF_PEOPLE), *(("POST", path) for path, _ in MAKING),
        *((method, path.partition("?")[0]) for path in OF_TABLES for method in ("GET", "DELETE")),
    ]  # fmt: skip
    scopes = [{"type": "http", "method": method, "path": path, "root_path": ""} for method, path in asked]
    doors = [route for route in app.routes if not isinstance(route, WebSocketRoute)]
    shut = [route for route in doors if all(route.matches(scope)[0] is not Match.FULL for scope in scopes)]
    assert len(doors) > 40 and shut == []


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="the memory of a process is read from /proc")
def test_a_hundred_thousand_mutated_messages_leave_the_memory_flat(besieged_long: Besieged) -> None:
    knockers = besieged_long.knockers(4, "long")
    held = []
    for _ in range(50):  # in parts, for the log turns over
        asyncio.run(knock(knockers, 2000))
        besieged_long.check()
        held.append(memory(besieged_long.server.process.pid))
    sent = sum((knocker.sent for knocker in knockers), Counter[str]())
    print(f"{sent.total()} messages ({dict(sent)}); kB after each 2,000: {held}")
    assert sent.total() >= 100_000
    early, late = max(held[5:15]), max(held[-10:])
    assert late < early + 10_000, f"kB held after 20,000 to 30,000 messages: {early}; at the end: {late}"


def test_a_refusal_whose_asker_has_left_is_no_news(table: Table, titles: dict[str, Title[Any]]) -> None:
    row = table.store.row(table.make(game="wadi")["id"])
    assert isinstance(row, Row)
    live = LiveTable.open(titles["wadi"], row, table.store)
    begun, go_on = Event(), Event()

    def refused() -> None:
        begun.set()
        go_on.wait(60)
        raise Refusal("seat", "nobody hears this")

    async def leave() -> list[Any]:
        news: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, told: news.append(told))
        room = Room(live, Threads(titles.__getitem__), ThreadPoolExecutor(1), lambda _: None)
        asking = asyncio.create_task(room.change(refused))
        await asyncio.to_thread(begun.wait, 60)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        go_on.set()
        async with room.lock:
            await asyncio.sleep(0)
        del asking
        gc.collect()
        return news

    assert asyncio.run(leave()) == []


def test_a_refusal_takes_all_that_was_in_its_way_with_it(table: Table, titles: dict[str, Title[Any]]) -> None:
    """At once, not when Python next looks for rubbish that refers to itself, which is seldom."""
    row = table.store.row(table.make(game="wadi")["id"])
    assert isinstance(row, Row)
    live = LiveTable.open(titles["wadi"], row, table.store)

    class Question:
        """What somebody asked."""

    async def ask() -> ReferenceType[Question]:
        room = Room(live, Threads(titles.__getitem__), ThreadPoolExecutor(1), lambda _: None)
        question = Question()

        def refused(asked: Question) -> None:
            raise Refusal("seat", "no")

        with pytest.raises(Refusal, match="no"):
            await room.change(refused, question)
        return ref(question)

    async def asked_and_gone() -> bool:
        gc.disable()
        try:
            question = await ask()
            for _ in range(3):
                await asyncio.sleep(0)
            return question() is None
        finally:
            gc.enable()

    assert asyncio.run(asked_and_gone())


def test_no_refusal_is_kept_to_be_raised_again() -> None:
    """It would keep every frame it has ever passed through, and all that lies in them."""
    names = [name for _, name, _ in pkgutil.walk_packages(sandtable.table.__path__, "sandtable.table.")]
    modules = [importlib.import_module(name) for name in names]
    kept = [
        f"{module.__name__}.{name}"
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, BaseException)
    ]
    assert kept == []


# Text that is no text


def test_frames_that_are_no_text_get_a_closing_code_and_a_line_in_the_log(besieged: Besieged) -> None:
    async def send() -> bytes:
        knocker = besieged.knockers(1, "text")[0]
        host, port = knocker.host.split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        await knocker._open(reader, writer, besieged.tables[0])
        writer.write(frame(knocker.random, b'{"type": "chat", "text": "\xff"}'))
        said = await asyncio.wait_for(reader.read(), 60)
        writer.close()
        return said

    before = (besieged.home / "errors.txt").read_text()
    assert asyncio.run(send()).endswith(b"\x88\x02" + (1007).to_bytes(2, "big"))
    assert (besieged.home / "errors.txt").read_text() == before
    assert "a socket sent text that is not UTF-8, and was closed" in (besieged.home / "table.log").read_text("utf-8")


@pytest.mark.parametrize(
    ("said", "answer", "line"),
    [
        (b"nonsense\r\n\r\n", b"HTTP/1.1 400", "a malformed request was refused"),
        (
            b"GET / HTTP/1.1\r\nHost: HERE\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
            b"HTTP/1.1 200",
            "a request for another protocol was refused",
        ),
    ],
)
def test_what_a_stranger_gets_wrong_writes_nothing_to_the_terminal(
    besieged: Besieged, said: bytes, answer: bytes, line: str
) -> None:
    before = (besieged.home / "errors.txt").read_text()
    here = besieged.server.origin.removeprefix("http://")
    host, port = here.split(":")
    for _ in range(20):
        with socket.create_connection((host, int(port)), timeout=60) as opened:
            opened.sendall(said.replace(b"HERE", here.encode()))
            assert opened.recv(1000).startswith(answer)
    assert (besieged.home / "errors.txt").read_text() == before
    assert line in (besieged.home / "table.log").read_text("utf-8")


def test_who_hangs_up_in_the_middle_of_a_request_is_worth_a_line(besieged: Besieged) -> None:
    here = besieged.server.origin.removeprefix("http://")
    host, port = here.split(":")
    head = (
        f"POST /api/tables HTTP/1.1\r\nHost: {here}\r\nOrigin: {besieged.server.origin}\r\nContent-Length: 99\r\n\r\n"
    )
    for _ in range(5):
        with socket.create_connection((host, int(port)), timeout=60) as opened:
            opened.sendall(head.encode() + b'{"game": ')
    besieged.server.request("/api/games")
    log, line = besieged.home / "table.log", "the rest of the request did not arrive"
    ends = time.monotonic() + 60
    while log.read_text("utf-8").count(line) < 5 and time.monotonic() < ends and not complaints(log):
        time.sleep(0.05)
    besieged.check()


def test_the_log_never_grows_beyond_two_files_of_its_size(tmp_path: Path) -> None:
    log = logging.getLogger("sandtable.table")
    handlers, level, propagates = list(log.handlers), log.level, log.propagate
    keep_log(tmp_path)
    try:
        for _ in range(3 * LOG_BYTES // 1000):
            log.info("x" * 1000)
    finally:
        for handler in set(log.handlers) - set(handlers):
            log.removeHandler(handler)
            handler.close()
        log.level, log.propagate = level, propagates
    sizes = {path.name: path.stat().st_size for path in tmp_path.iterdir()}
    assert set(sizes) == {"table.log", "table.log.1"} and max(sizes.values()) <= LOG_BYTES


def test_other_faults_of_the_server_keep_their_traceback() -> None:
    error = ZeroDivisionError("a bug")
    record = logging.LogRecord("uvicorn.error", logging.ERROR, "", 1, "failed", (), (type(error), error, None))
    assert StrangersFaults().filter(record) and record.exc_info


def test_a_damaged_key_of_the_house_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "table.key").write_bytes(b"\xff\xfe")
    key = house_key(tmp_path)
    assert len(key) > 20 and house_key(tmp_path) == key
