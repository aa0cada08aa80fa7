"""A house on the internet: two servers on one database, and what strangers may do there."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.error
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed

from sandtable import games
from sandtable.core.dice import promise_of
from sandtable.core.game import Game
from sandtable.core.title import Title
from sandtable.table.bench.process import Caller, ServerProcess
from sandtable.table.doors.app import make_app
from sandtable.table.doors.security import policy
from sandtable.table.live.table import LiveTable
from sandtable.table.serving.public import BadAddress, origin_of
from sandtable.table.stores.opening import opened
from tests.table.cluster import Cluster

PUBLIC = "https://house.example"
GAME = "afrika-korps"
SHARE = b"\x05" * 32
KILLS_A_GAME = 5


class Pair:
    """Two servers on one database, as two machines would be."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder, self.address = folder, address
        self.store = opened(address)
        self.servers = [self.start(0), self.start(1)]

    def start(self, number: int) -> ServerProcess:
        errors = (self.folder / f"errors-{number}.log").open("ab")
        with errors:
            return ServerProcess(self.folder / str(number), errors, ("sandtable", "serve", "--database", self.address))

    def stop(self) -> None:
        for server in self.servers:
            server.stop()
        self.store.close()

    def game(self, table: str) -> Game[Any]:
        """As it is written now, whether every server has heard of it or not."""
        row = self.store.row(table)
        assert row is not None
        return LiveTable.open(games.title(GAME), row, self.store).game

    def move(self, table: str, random: Random) -> tuple[str, str]:
        return a_move(self.game(table), random)

    def faults(self) -> list[str]:
        lines = [line for log in self.folder.glob("errors-*.log") for line in log.read_text().splitlines()]
        return [line for line in lines if "Traceback" in line or '"error"' in line]


@pytest.fixture(scope="module")
def pair(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    started = Pair(tmp_path_factory.mktemp("pair"), cluster.fresh())
    yield started
    started.stop()


def a_move(game: Game[Any], random: Random) -> tuple[str, str]:
    """Whose turn it is now, and something that can be done."""
    side = game.asked[0]
    return side, str(random.choice(game.actions(side)))


def catch_up(caller: Caller, found: Any) -> dict[str, Any]:
    """Until a message comes that was waited for."""
    while not found(message := caller.receive()):
        pass
    return message


def until_here(caller: Caller, side: str, here: bool) -> None:
    """Until somebody is connected for a side, on whichever server, or nobody is."""
    while caller.ask("snapshot")["table"]["seats"][side]["here"] != here:
        catch_up(caller, lambda told: "table" in told)


def sit(caller: Caller, side: str) -> str:
    """Take an open seat and give a share in the dice; the token of the seat."""
    token: str = caller.ask("claim", side=side)["token"]
    caller.ask("promise", promise=promise_of(SHARE))
    caller.ask("share", share=SHARE.hex())
    return token


def act(caller: Caller, side: str, action: str) -> dict[str, Any]:
    return caller.ask("play", action=action, count=caller.ask("snapshot")["view"]["count"], side=side)


def test_two_people_on_two_servers_play_one_game(pair: Pair) -> None:
    one, other = pair.servers
    made = one.request("/api/tables", {"game": GAME, "seats": {"axis": "human", "allied": "open"}, "name": "Anna"})
    link = made["links"]["allied"].partition("#seat=")[2]
    with one.socket(made["id"], made["token"]) as anna, other.socket(made["id"], link) as ben:
        token = sit(ben, "allied")
        catch_up(anna, lambda told: told.get("table", {}).get("waiting") == [])
        until_here(anna, "allied", True)
        assert act(ben, *pair.move(made["id"], Random(1)))["case"] == "seat"
        assert act(anna, *pair.move(made["id"], Random(1)))["type"] == "played"
        catch_up(ben, lambda told: "log" in told)
        assert ben.ask("chat", text="Well met")["type"] == "done"
        heard = catch_up(anna, lambda told: told["type"] == "chat" and told["line"]["text"] == "Well met")
        assert heard["line"]["side"] == "allied"
        looks = [each.ask("snapshot") for each in (anna, ben)]
    assert looks[0]["table"]["entries"] == looks[1]["table"]["entries"] >= 1
    with one.socket(made["id"], made["token"]) as anna:
        until_here(anna, "allied", False)  # he has left the other server
    with one.socket(made["id"], token) as again:
        assert again.ask("snapshot")["you"]["sides"] == ["allied"], "a seat is the same on every server"
    assert pair.faults() == []


@pytest.mark.long
def test_a_machine_plays_on_when_the_server_it_thought_on_is_killed(pair: Pair) -> None:
    one, other = pair.servers
    made = one.request("/api/tables", {"game": GAME, "seats": {"axis": "bot:random", "allied": "bot:random"}})
    with ExitStack() as stack:
        watcher = stack.enter_context(other.socket(made["id"]))
        with one.socket(made["id"], made["token"]) as host:
            host.ask("speed", delay=0)
            catch_up(watcher, lambda told: "log" in told)
            one.kill()
        pair.servers[0] = pair.start(0)
        before = watcher.ask("snapshot")["table"]["entries"]
        while watcher.ask("snapshot")["table"]["entries"] <= before + 3:
            catch_up(watcher, lambda told: "log" in told)
    assert pair.faults() == []


class Relief:
    """The next server is started while the game goes on, so that a kill does not wait for it."""

    def __init__(self, pair: Pair) -> None:
        self._pair, self._numbers = pair, count(2)
        self._starter = ThreadPoolExecutor(1)
        self._next = self._starter.submit(pair.start, next(self._numbers))

    def __call__(self, victim: int) -> ServerProcess:
        ready = self._next.result()
        self._next = self._starter.submit(self._pair.start, next(self._numbers))
        return ready

    def close(self) -> None:
        self._next.result().stop()
        self._starter.shutdown()


class Survivor:
    """A game for two that is played through servers that are killed at random moments. `relieve` has another for one
    that was killed."""

    def __init__(self, pair: Pair, seed: int, relieve: Callable[[int], ServerProcess]) -> None:
        self.pair, self.random, self.relieve = pair, Random(seed), relieve
        self.made = pair.servers[0].request(
            "/api/tables", {"game": GAME, "seats": {"axis": "human", "allied": "human"}}
        )
        self.acknowledged: list[tuple[str, str]] = []
        self.kills = 0

    def play_until_killed(self) -> None:
        """Act by turns through both servers; one of them dies in the middle of it."""
        victim = self.random.randrange(2)
        actions = self.random.randrange(1, 4)
        with ExitStack() as stack:
            callers = [
                stack.enter_context(server.socket(self.made["id"], self.made["token"])) for server in self.pair.servers
            ]
            for n in range(actions):
                self._act(callers[n % 2])
            # The last one is on its way when its server dies: it may be written or not, but nothing may be half so.
            sent = self._send(callers[victim])
            self.pair.servers[victim].kill()
            try:
                while callers[victim].receive().get("type") != "played":
                    pass
                self.acknowledged.append(sent)
            except (ConnectionClosed, EOFError, OSError):
                pass
            self._goes_on(callers[1 - victim])
        self.pair.servers[victim] = self.relieve(victim)
        self.kills += 1

    def _send(self, caller: Caller) -> tuple[str, str]:
        (side, action), count = self._next(caller)
        caller.send("play", action=action, count=count, side=side)
        return side, action

    def _act(self, caller: Caller) -> None:
        """Who acts on what is no longer the last position is told to look again."""
        (side, action), count = self._next(caller)
        while (told := caller.ask("play", action=action, count=count, side=side))["type"] != "played":
            assert told["case"] == "stale", told
            (side, action), count = self._next(caller)
        self.acknowledged.append((side, action))

    def _next(self, caller: Caller) -> tuple[tuple[str, str], int]:
        """A move, and the count of the position it was drawn from: one that the server of this caller has heard of
        too. Whoever waits for a server in vain hears nothing any more, and that ends a test."""
        while True:
            game = self.pair.game(self.made["id"])
            while (seen := caller.ask("snapshot"))["table"]["entries"] < len(game.entries):
                catch_up(caller, lambda told: "log" in told)
            if seen["table"]["entries"] == len(game.entries):
                return a_move(game, self.random), seen["view"]["count"]

    def _goes_on(self, caller: Caller) -> None:
        """The other player goes on, and everything that was acknowledged is there."""
        self._act(caller)
        lines = self.pair.store.lines(self.made["id"])
        assert [line.n for line in lines] == list(range(1, len(lines) + 1))
        written = iter((line.side, line.action) for line in lines)
        assert all(move in written for move in self.acknowledged), "in this order, with others between them"


def survive(pair: Pair, kills: int, relieve: Callable[[int], ServerProcess]) -> None:
    """A game lasts for a few kills only: at random it may soon be over."""
    for seed, left in enumerate(range(kills, 0, -KILLS_A_GAME)):
        survivor = Survivor(pair, 16 + seed, relieve)
        while survivor.kills < min(left, KILLS_A_GAME):
            survivor.play_until_killed()
        assert len(survivor.acknowledged) >= survivor.kills
    assert pair.faults() == []


def test_servers_that_are_killed_lose_nothing_that_was_acknowledged(pair: Pair) -> None:
    survive(pair, 2, pair.start)


@pytest.mark.long
def test_a_hundred_kills_lose_nothing_that_was_acknowledged(pair: Pair) -> None:
    with closing(Relief(pair)) as relief:
        survive(pair, 100, relief)


# Strangers


class PublicHouse:
    def __init__(self, folder: Path, titles: dict[str, Title[Any]]) -> None:
        app = make_app(opened(str(folder / "tables.sqlite")), titles, client=folder, public=PUBLIC)
        self.http = TestClient(app, base_url=PUBLIC, headers={"origin": PUBLIC}, client=("203.0.113.9", 40_000))


@pytest.fixture
def house(tmp_path: Path, titles: dict[str, Title[Any]]) -> TestClient:
    return PublicHouse(tmp_path, titles).http


def test_a_house_answers_to_its_public_address_alone(house: TestClient) -> None:
    assert house.get("/api/games").status_code == 200
    for host in ("127.0.0.1:8741", "house.example:8741", "evil.example"):
        assert house.get("/api/games", headers={"host": host}).status_code == 403


@pytest.mark.parametrize("origin", ["http://house.example", "https://evil.example", "null"])
def test_a_page_of_another_origin_makes_no_table_in_a_house(house: TestClient, origin: str) -> None:
    assert house.post("/api/tables", json={"game": "wadi"}, headers={"origin": origin}).status_code == 403
    assert house.post("/api/tables", json={"game": "wadi"}).status_code == 201


def test_a_table_in_a_house_is_found_by_its_link_alone(house: TestClient) -> None:
    made = house.post("/api/tables", json={"game": "wadi"}).json()
    assert house.get("/api/tables").json() == {"tables": []}
    assert house.get(f"/api/tables/{made['id']}").status_code == 200
    assert house.post("/api/tickets", headers={"authorization": "Bearer "}).status_code == 403


def test_a_house_takes_no_records(house: TestClient) -> None:
    refused = house.post("/api/records", content=b"{}")
    assert (refused.status_code, refused.json()["case"]) == (403, "seat")


def test_pages_of_a_house_speak_to_their_own_sockets(house: TestClient) -> None:
    assert "connect-src 'self' wss://house.example;" in house.get("/api/games").headers["content-security-policy"]
    assert "ws://127.0.0.1:1;" in policy("127.0.0.1:1")


@pytest.mark.parametrize("address", ["house.example", "ftp://house.example", "https://", "https://house.example/sub"])
def test_what_is_no_public_address_is_told(address: str) -> None:
    with pytest.raises(BadAddress, match="no address of a house"):
        origin_of(address)


def test_a_house_without_tls_is_only_for_this_machine() -> None:
    assert origin_of("http://127.0.0.1:8741/") == "http://127.0.0.1:8741"
    assert origin_of("https://House.example") == PUBLIC
    with pytest.raises(BadAddress, match="https only"):
        origin_of("http://house.example")


def test_a_house_that_cannot_be_opened_ends_in_one_line(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "sandtable", "serve", "--public-url", "http://house.example"]
    done = subprocess.run(
        words, env={"SANDTABLE_HOME": str(tmp_path), "PATH": "", "PYTHONPATH": ":".join(sys.path)},
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "https only" in done.stderr


def test_a_house_in_a_file_has_one_server_and_writes_its_journal_as_json(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ("sandtable", "serve")
    with (tmp_path / "errors.log").open("wb") as errors:
        server = ServerProcess(tmp_path, errors, words)
    try:
        with pytest.raises(RuntimeError, match="did not start"):
            ServerProcess(tmp_path, None, words)
        assert "another server is using the tables" in capfd.readouterr().err
        with pytest.raises(urllib.error.HTTPError):
            server.request("/api/nothing")
        server.request("/api/tables", {"game": GAME})
    finally:
        server.stop()
    lines = [json.loads(line) for line in (tmp_path / "errors.log").read_text().splitlines()]
    assert any("made, afrika-korps" in line["text"] for line in lines)
    assert all(set(line) <= {"at", "level", "text", "request"} for line in lines)
