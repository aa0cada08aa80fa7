"""Thinking jobs in PostgreSQL: taken by one worker each, taken again when it dies, and withdrawn with who asked."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from threading import Lock
from typing import Any

import psycopg
import pytest
from msgspec.structs import replace

from sandtable import games
from sandtable.core.title import Title
from sandtable.table.bench.process import ServerProcess
from sandtable.table.stores.base import StoreError
from sandtable.table.stores.opening import opened
from sandtable.table.thinking.hired import Hired
from sandtable.table.thinking.jobs import AnyReply, Choose, Chosen, Failed, Job
from sandtable.table.thinking.limits import limits
from sandtable.table.thinking.shared import SharedQueue
from tests.table.cluster import Cluster
from tests.table.test_workers import children, is_alive, soon
from tests.table.visitors import PATIENCE

TITLE: Title[Any] = games.title("afrika-korps")
SHORT = replace(limits(), lease_seconds=0.4)


class Hands:
    """A pool whose thoughts end when the test says so."""

    def __init__(self) -> None:
        self.thinking: list[tuple[Job, Future[AnyReply]]] = []
        self._lock = Lock()

    def think(self, job: Job) -> Future[AnyReply]:
        waiting: Future[AnyReply] = Future()
        with self._lock:
            self.thinking.append((job, waiting))
        return waiting

    def answer(self, number: int, word: str) -> None:
        assert soon(lambda: len(self.thinking) > number)
        self.thinking[number][1].set_result(Chosen(word))

    def warm_up(self) -> None: ...

    def tidy(self) -> None: ...

    def close(self) -> None: ...


@pytest.fixture
def address(cluster: Cluster) -> str:
    return cluster.fresh()


@pytest.fixture
def queue(address: str) -> Iterator[SharedQueue]:
    opened(address).close()
    made = SharedQueue(address)
    yield made
    made.close()


@pytest.fixture
def hire(address: str) -> Iterator[Callable[[Hands], Hired]]:
    hired: list[Hired] = []

    def one(hands: Hands) -> Hired:
        hired.append(Hired(address, 1, hands, SHORT))
        return hired[-1]

    yield one
    for each in hired:
        each.end()


def job(name: str = "", rules: str = TITLE.rules_version) -> Choose:
    return Choose(game=TITLE.key, rules=rules, known=b"{}", side="axis", player=name, seed=1)


def left(address: str) -> int:
    with psycopg.connect(address) as connection:
        found = connection.execute("select count(*) from jobs").fetchone()
    assert found is not None
    return int(found[0])


def test_a_job_is_thought_by_one_worker_and_answered(queue: SharedQueue, address: str, hire: Any) -> None:
    waiting = [queue.think(job(str(n))) for n in range(3)]
    assert not any(each.running() for each in waiting), "no worker is there"
    first, second = Hands(), Hands()
    hire(first), hire(second)
    assert soon(lambda: len(first.thinking) == len(second.thinking) == 1)
    assert {thought[0].player for hands in (first, second) for thought in hands.thinking} == {"0", "1"}  # type: ignore[union-attr]
    assert soon(lambda: sum(each.running() for each in waiting) == 2), "the third waits, and knows it"
    for hands in (first, second):
        hands.answer(0, "done")
    assert soon(lambda: len(first.thinking) + len(second.thinking) == 3)
    for hands in (first, second):
        for _, reply in hands.thinking[1:]:
            reply.set_result(Chosen("done at last"))
    assert [each.result(PATIENCE) for each in waiting] == [Chosen("done"), Chosen("done"), Chosen("done at last")]
    assert soon(lambda: left(address) == 0)


def test_the_job_of_a_worker_that_falls_silent_is_taken_again(
    queue: SharedQueue, hire: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    dead, alive = Hands(), Hands()
    silent = hire(dead)
    monkeypatch.setattr(silent, "_is_still_wanted", lambda taken: True)  # it renews nothing, as if it had died
    waiting = queue.think(job())
    assert soon(lambda: len(dead.thinking) == 1)
    hire(alive)
    alive.answer(0, "from the living")
    assert waiting.result(PATIENCE) == Chosen("from the living")
    dead.answer(0, "too late")
    again = queue.think(job())
    assert soon(lambda: len(dead.thinking) + len(alive.thinking) == 3)
    for hands in (dead, alive):
        if not hands.thinking[-1][1].done():
            hands.thinking[-1][1].set_result(Chosen("again"))
    assert again.result(PATIENCE) == Chosen("again")


def test_a_worker_that_still_thinks_keeps_its_job(queue: SharedQueue, hire: Any) -> None:
    slow, idle = Hands(), Hands()
    hire(slow)
    waiting = queue.think(job())
    assert soon(lambda: len(slow.thinking) == 1)
    hire(idle)
    time.sleep(3 * SHORT.lease_seconds)
    assert not idle.thinking
    slow.answer(0, "well considered")
    assert waiting.result(PATIENCE) == Chosen("well considered")


def test_a_job_over_which_workers_keep_dying_fails(queue: SharedQueue, address: str, hire: Any) -> None:
    waiting = queue.think(job())
    with psycopg.connect(address) as connection:
        connection.execute("update jobs set tries = %s", (SHORT.workers_for_a_job,))
    hire(Hands())
    assert isinstance(waiting.result(PATIENCE), Failed)


def test_a_worker_takes_only_jobs_under_rules_that_it_has(queue: SharedQueue, hire: Any) -> None:
    hands = Hands()
    hire(hands)
    other, own = queue.think(job("other", rules="of tomorrow")), queue.think(job("own"))
    hands.answer(0, "own")
    assert own.result(PATIENCE) == Chosen("own") and not other.running()


def test_a_worker_that_ends_gives_its_job_back_at_once(address: str, queue: SharedQueue) -> None:
    leaving, staying = Hands(), Hands()
    first = Hired(address, 1, leaving)  # with a lease that would last
    waiting = queue.think(job())
    assert soon(lambda: len(leaving.thinking) == 1)
    first.end()
    second = Hired(address, 1, staying)
    try:
        staying.answer(0, "taken over")
        assert waiting.result(PATIENCE) == Chosen("taken over")
    finally:
        second.end()


def test_what_a_server_asked_goes_with_it(address: str) -> None:
    opened(address).close()
    queue = SharedQueue(address)
    waiting = queue.think(job())
    assert left(address) == 1
    queue.close()
    assert waiting.cancelled() and left(address) == 0


def test_a_job_that_is_gone_from_the_database_is_put_there_again(queue: SharedQueue, address: str, hire: Any) -> None:
    waiting = queue.think(job("lost"))
    with psycopg.connect(address) as connection:
        connection.execute("delete from jobs")
    assert soon(lambda: left(address) == 1)
    hands = Hands()
    hire(hands)
    hands.answer(0, "found")
    assert waiting.result(PATIENCE) == Chosen("found")


def test_a_database_that_is_away_is_told(cluster: Cluster, address: str) -> None:
    opened(address).close()
    queue = SharedQueue(address)
    queue._database._pool.close()
    with pytest.raises(StoreError):
        queue.think(job())
    queue.close()


@pytest.mark.long
def test_a_worker_killed_in_mid_game_loses_nothing(address: str, tmp_path: Path) -> None:
    """A house without workers of its own, and one worker after another that is killed while it thinks."""
    words = ["sandtable", "serve", "--database", address, "--workers", "0"]
    server = ServerProcess(tmp_path, words=words)
    workers: list[subprocess.Popen[bytes]] = []

    def hired() -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "sandtable", "worker", "--database", address, "--processes", "1"]
        workers.append(subprocess.Popen(command, stdout=subprocess.PIPE))
        stdout = workers[-1].stdout
        assert stdout is not None and b"Ready" in stdout.readline()
        return workers[-1]

    try:
        seats = {"axis": "bot:officer", "allied": "bot:officer"}
        made = server.request("/api/tables", {"game": "afrika-korps", "seats": seats})
        with server.socket(made["id"], made["token"]) as caller:
            caller.ask("speed", delay=0)
            while not any(m.get("table", {}).get("machines", {}).get("queued") for m in caller.heard):
                caller.receive()  # nobody is there to think, and the page says so
            for _ in range(3):
                worker = hired()
                entries = count(caller.heard)
                while count(caller.heard) < entries + 8:
                    caller.receive()
                helpers = children(worker.pid)
                worker.send_signal(signal.SIGKILL)
                worker.wait(PATIENCE)
                assert soon(lambda: not any(map(is_alive, helpers)))  # noqa: B023
            hired()
            entries = count(caller.heard)
            while count(caller.heard) < entries + 8:
                caller.receive()
            assert not [message for message in caller.heard if message["type"] == "chat"], "no machine has failed"
    finally:
        for each in workers:
            each.terminate()
            each.wait(PATIENCE)
            if each.stdout is not None:
                each.stdout.close()
        server.stop()


def count(heard: list[dict[str, Any]]) -> int:
    return sum(message["type"] == "delta" and "log" in message for message in heard)
