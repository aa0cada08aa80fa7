"""The real server in its own process: killed at any moment, under load, started and stopped."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sqlite3
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from sandtable import games
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import Title
from sandtable.core.values import Action
from sandtable.table.bench.process import PATIENCE, Caller, ServerProcess
from sandtable.table.bench.table import quantile
from sandtable.table.messages.positions import SeenView
from sandtable.table.serving.run import listen, run
from tests.table.test_deltas import plain
from tests.table.visitors import Mirror

TITLE: Title[Any] = games.title("afrika-korps")
PEOPLE = dict.fromkeys(TITLE.sides, "human")
MACHINES = dict.fromkeys(TITLE.sides, "bot:random")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def server(home: Path) -> Iterator[ServerProcess]:
    started = ServerProcess(home)
    yield started
    started.kill()


def troubles(home: Path) -> list[str]:
    return [line for line in (home / "table.log").read_text().splitlines() if " ERROR " in line or " WARNING " in line]


# Killed


class Person:
    """Plays hot-seat over the socket, and the same game here, to know what every acknowledgement promised."""

    def __init__(self, server: ServerProcess, home: Path, seed: int, title: Title[Any]) -> None:
        seats = dict.fromkeys(title.sides, "human")
        self.made = server.request("/api/tables", {"game": title.key, "seed": seed, "seats": seats})
        self.game: Game[Any] = Game(title, title.setup(), SecretDice(secret_of_seed(seed)))
        self.random, self.home = Random(seed), home

    def act(self, caller: Caller) -> None:
        """An action, or sometimes taking the last one back, acknowledged."""
        if self.random.random() < 0.2 and self.game.undo_refused(self.game.asked[0]) is None:
            assert caller.ask("undo")["type"] == "undone"
            self.game.undo()
            return
        action, side = str(self.random.choice(self.game.actions())), self.game.asked[0]
        answer = caller.ask("play", action=action, count=caller.count, side=side)
        assert answer["type"] == "played", answer
        self.play(action, side)

    def play(self, action: str, side: str) -> None:
        """Here as at the table, with the answers that the table gives for people who have no other."""
        self.game.play_text(action, side)
        while (forced := self.forced()) is not None:
            self.game.play(*forced)

    def forced(self) -> tuple[Action, str] | None:
        title, state = self.game.title, self.game.state
        answers = ((title.rules.forced(title.sight.observe(state, side), side), side) for side in self.game.asked)
        return next(((answer, side) for answer, side in answers if answer is not None), None)

    def send_without_waiting(self, caller: Caller) -> tuple[str, str]:
        action, side = str(self.random.choice(self.game.actions())), self.game.asked[0]
        caller.send("play", action=action, count=caller.count, side=side)
        return action, side

    def expects(self, seen: dict[str, Any], in_flight: tuple[str, str]) -> None:
        """All that was acknowledged is there; what was under way is there not at all or whole, with the answers that
        follow from it without a choice."""
        kept = self.kept()
        if len(kept) > len(self.game.record):
            self.play(*in_flight)
        assert kept == self.played()
        assert seen["view"] == plain(SeenView.of(self.game.view(seen["you"]["side"]), seen["view"]["count"]))

    def played(self) -> list[tuple[str, str]]:
        return [(told.side, str(told.action)) for told in self.game.record]

    def kept(self) -> list[tuple[str, str]]:
        """What stands on the disk."""
        disk = sqlite3.connect(f"file:{self.home / 'tables.sqlite'}?mode=ro", uri=True)
        query = "select kind, side, action from entries where table_id = ? order by n"
        standing: list[tuple[str, str]] = []
        for kind, side, action in disk.execute(query, (self.made["id"],)):
            if kind == "play":
                standing.append((side, action))
            else:
                standing.pop()
        disk.close()
        return standing


class Watcher:
    """Looks on while machines play, and remembers every entry it was told."""

    def __init__(self, server: ServerProcess, title: Title[Any]) -> None:
        seats = dict.fromkeys(title.sides, "bot:random")
        self.made = server.request("/api/tables", {"game": title.key, "seats": seats})
        self.mirror = Mirror()

    def watch(self, server: ServerProcess) -> Thread:
        thread = Thread(target=self._listen, args=(server,), daemon=True)
        thread.start()
        return thread

    def _listen(self, server: ServerProcess) -> None:
        ends = suppress(WebSocketException, OSError, TimeoutError)  # perhaps before the socket was open
        with ends, server.socket(self.made["id"], self.made["token"]) as caller:
            caller.ask("speed", delay=0)
            for message in caller.heard:
                self.mirror.hear(message)
            while True:
                self.mirror.hear(caller.receive())

    def expects(self, server: ServerProcess) -> None:
        if not self.mirror.known:
            return
        told = [entry for entry in self.mirror.known["log"]["entries"] if entry["n"]]
        if not told:
            return
        kept = server.request(f"/api/tables/{self.made['id']}/log?from={told[0]['n']}&to={told[-1]['n']}")
        assert kept["log"]["entries"] == told


def kill_at_random_moments(home: Path, moments: int, seed: int, title: Title[Any] = TITLE) -> None:
    random = Random(seed)
    server = ServerProcess(home)
    person, watcher = Person(server, home, seed, title), Watcher(server, title)
    try:
        for moment in range(moments):
            if person.game.outcome is not None:
                person = Person(server, home, seed + moment, title)
            listening = watcher.watch(server)
            with suppress(ConnectionClosed), server.socket(person.made["id"], person.made["token"]) as caller:
                for _ in range(random.randrange(8)):
                    if person.game.outcome is None:
                        person.act(caller)
                in_flight = person.send_without_waiting(caller) if person.game.outcome is None else ("", "")
                time.sleep(random.random() * 0.006)
                server.kill()
            listening.join(PATIENCE)
            assert not listening.is_alive()
            server = ServerProcess(home)
            with server.socket(person.made["id"], person.made["token"]) as caller:
                person.expects(caller.heard[-1], in_flight)
            watcher.expects(server)
            if watcher.mirror.known and watcher.mirror.known["view"]["over"]:
                watcher = Watcher(server, title)
        assert troubles(home) == []
    finally:
        server.kill()


def test_a_killed_server_loses_nothing_it_acknowledged(home: Path) -> None:
    kill_at_random_moments(home, 5, seed=11)


@pytest.mark.long
@pytest.mark.parametrize("game", games.keys())
def test_a_server_killed_sixty_times_loses_nothing_it_acknowledged(home: Path, game: str) -> None:
    """Three hundred times in all, over every game of the house."""
    kill_at_random_moments(home, 60, seed=23, title=games.title(game))


# Loaded


async def watch_a_game(server: ServerProcess, entries: int) -> int:
    """A game of machines over a socket, as far as the bound or its end; how far it came."""
    wish = {"game": TITLE.key, "seats": MACHINES}
    made = await asyncio.to_thread(server.request, "/api/tables", wish)
    mirror = Mirror()
    async with connect(
        server.socket_address(made["id"]), additional_headers={"Origin": server.origin}, max_size=None,
        open_timeout=PATIENCE, ping_interval=None,
    ) as opened:  # fmt: skip
        await opened.send(json.dumps({"type": "join", "id": 1, "token": made["token"]}))
        await opened.send(json.dumps({"type": "speed", "id": 2, "delay": 0}))
        async for text in opened:
            message = json.loads(text)
            assert message["type"] in ("snapshot", "delta", "done"), message
            mirror.hear(message)
            if mirror.known and (mirror.entries >= entries or mirror.known["view"]["over"]):
                break
        await opened.send(json.dumps({"type": "pause", "id": 3}))
        await opened.send(json.dumps({"type": "snapshot", "id": 4}))
        async for text in opened:
            message = json.loads(text)
            if message.get("id") == 4:
                assert len(message["log"]["entries"]) >= min(entries, 60)
                break
            mirror.hear(message)
    return mirror.entries


async def load(server: ServerProcess, tables: int, entries: int, seconds: float) -> list[int]:
    async with asyncio.timeout(seconds):
        return await asyncio.gather(*(watch_a_game(server, entries) for _ in range(tables)))


def bounded_load(server: ServerProcess, home: Path, tables: int, entries: int, seconds: float) -> None:
    came = asyncio.run(load(server, tables, entries, seconds))
    assert len(came) == tables and min(came) >= entries
    listed = server.request("/api/tables")["tables"]
    assert len(listed) == tables
    assert all(table["entries"] >= entries for table in listed)
    assert troubles(home) == []
    assert server.process.poll() is None


def test_twenty_games_of_machines_at_once(server: ServerProcess, home: Path) -> None:
    bounded_load(server, home, 20, 15, 600)


@pytest.mark.long
def test_two_hundred_games_of_machines_at_once(server: ServerProcess, home: Path) -> None:
    bounded_load(server, home, 200, 40, 3000)


def test_people_are_answered_while_machines_think(server: ServerProcess) -> None:
    """Not timed: that answers come at all, in order, between the deltas of busy tables."""

    async def busy() -> None:
        crowd = asyncio.create_task(load(server, 4, 60, 600))
        await asyncio.to_thread(ask_many)
        await crowd

    def ask_many() -> None:
        made = server.request("/api/tables", {"game": TITLE.key, "seats": PEOPLE})
        with server.socket(made["id"], made["token"]) as caller:
            pieces = caller.heard[0]["view"]["pieces"]
            for name in [name for name in pieces if pieces[name]["side"] == TITLE.sides[0]]:
                assert caller.ask("offers", pieces=[name])["pieces"] == [name]

    asyncio.run(busy())


# Started and stopped


def test_the_server_listens_on_this_machine_alone_and_keeps_its_key(server: ServerProcess, home: Path) -> None:
    assert server.origin.startswith("http://127.0.0.1:")
    assert (home / "table.key").read_text() == server.key
    if os.name != "nt":
        assert (home / "table.key").stat().st_mode & 0o077 == 0
    assert server.key not in (home / "table.log").read_text()


def test_messages_over_the_limit_are_not_even_read(server: ServerProcess) -> None:
    made = server.request("/api/tables", {"game": TITLE.key})
    with server.socket(made["id"], made["token"]) as caller:
        caller.socket.send("x" * 20_000)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                caller.receive()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009
    assert server.request("/api/games")


@pytest.mark.skipif(os.name == "nt", reason="signals are another matter there")
def test_an_interrupted_server_ends_quietly_with_sockets_open(server: ServerProcess, home: Path) -> None:
    made = server.request("/api/tables", {"game": TITLE.key, "seats": MACHINES})
    with server.socket(made["id"], made["token"]) as caller:
        server.process.send_signal(signal.SIGINT)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                caller.receive()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
    assert server.process.wait(PATIENCE) == 0
    assert troubles(home) == []


def test_a_taken_port_is_named_in_one_line(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SANDTABLE_HOME", str(home))
    with listen(0) as taken:
        port = taken.getsockname()[1]
        assert run(port, browser=False) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert f"port {port}: Address already in use" in told


def test_small_messages_are_sent_at_once() -> None:
    with listen(0) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_quantiles_are_in_milliseconds() -> None:
    assert quantile([0.001 * number for number in range(100)], 0.95) == 95.0
    assert quantile([], 0.95) == 0.0
