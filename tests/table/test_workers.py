"""Worker processes: replaced when they die, retired when they are large, and never left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import Title
from sandtable.table.bench.process import ServerProcess
from sandtable.table.thinking.jobs import Choose, Chosen, Failed
from sandtable.table.thinking.limits import limits
from sandtable.table.thinking.processes import Processes
from tests.table.visitors import PATIENCE

SLOW = (sys.executable, str(Path(__file__).with_name("slow_worker.py")))


@pytest.fixture
def pool() -> Iterator[Processes]:
    made = Processes(1, command=SLOW)
    yield made
    made.close()


def job(how: str) -> Choose:
    return Choose(game="wadi", rules="1", known=b"{}", side="red", player=how, seed=1, memory=b"kept")


def soon(condition: Callable[[], bool]) -> bool:
    ends = time.monotonic() + PATIENCE
    while not condition() and time.monotonic() < ends:
        time.sleep(0.01)
    return condition()


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def test_no_worker_is_started_before_there_is_something_to_do(pool: Processes) -> None:
    assert not pool.processes
    first, second = (pool.think(job("")).result(PATIENCE) for _ in range(2))
    (worker,) = pool.processes
    assert first == second == Chosen(str(worker), b"kept"), "one worker does one job after another"


def test_a_job_waits_while_no_worker_is_free(pool: Processes) -> None:
    busy, waiting = pool.think(job("sleep")), pool.think(job(""))
    assert soon(busy.running) and not waiting.running()
    os.kill(pool.processes[0], signal.SIGKILL)
    assert soon(busy.running) and not waiting.done(), "the job that was being done comes first"


def test_a_job_that_is_given_up_waits_no_longer(pool: Processes) -> None:
    """With its position it may be large, and whoever asks and leaves in a row would fill the server with them."""
    busy, given_up, awaited = (pool.think(job(how)) for how in ("sleep", "", ""))
    assert soon(busy.running) and pool.waiting == 2
    assert given_up.cancel() and pool.waiting == 1
    pool.close()
    assert awaited.cancelled() and pool.waiting == 0


def test_a_worker_killed_in_mid_thought_is_replaced_and_its_job_taken_again(pool: Processes, tmp_path: Path) -> None:
    asleep = tmp_path / "asleep"
    thinking = pool.think(job(f"sleep once:{asleep}"))
    assert soon(asleep.exists)
    (killed,) = pool.processes
    os.kill(killed, signal.SIGKILL)
    reply = thinking.result(PATIENCE)
    assert isinstance(reply, Chosen) and reply.action != str(killed) and reply.memory == b"kept"


def test_a_job_over_which_every_worker_dies_fails_and_the_next_is_done(pool: Processes) -> None:
    failing, next_one = pool.think(job("die")), pool.think(job(""))
    assert isinstance(failing.result(PATIENCE), Failed)
    assert isinstance(next_one.result(PATIENCE), Chosen)


def test_a_worker_that_has_grown_large_is_replaced_after_its_job(pool: Processes) -> None:
    large, small = (pool.think(job(how)).result(PATIENCE) for how in ("large", ""))
    assert isinstance(large, Chosen) and isinstance(small, Chosen) and large.action != small.action
    assert large.action and not is_alive(int(large.action))


def test_a_thought_that_takes_too_long_is_ended() -> None:
    pool = Processes(1, replace(limits(), seconds_at_most=0.2, workers_for_a_job=1), SLOW)
    try:
        assert isinstance(pool.think(job("sleep")).result(PATIENCE), Failed)
    finally:
        pool.close()


def test_a_worker_with_nothing_to_do_ends_and_another_comes_when_it_is_needed() -> None:
    pool = Processes(1, replace(limits(), idle_seconds=0.05), SLOW)
    try:
        first = pool.think(job("")).result(PATIENCE)
        assert soon(lambda: not pool.processes)
        second = pool.think(job("")).result(PATIENCE)
        assert isinstance(first, Chosen) and isinstance(second, Chosen) and first.action != second.action
    finally:
        pool.close()


def test_closing_ends_the_workers_also_in_mid_thought(tmp_path: Path) -> None:
    pool = Processes(2, command=SLOW)
    thinking = [pool.think(job(f"sleep:{tmp_path / str(n)}")) for n in range(2)]
    waiting = pool.think(job(""))
    assert soon(lambda: (tmp_path / "0").exists() and (tmp_path / "1").exists())
    workers = pool.processes
    pool.close()
    assert len(workers) == 2 and not any(map(is_alive, workers))
    assert waiting.cancelled() and all(isinstance(each.result(PATIENCE), Failed) for each in thinking)
    assert isinstance(pool.think(job("")).result(PATIENCE), Failed)


OWNER = """
import sys, time
from sandtable.table.thinking.processes import Processes
pool = Processes(1, command={command!r})
pool.warm_up()
while not pool.processes:
    time.sleep(0.01)
print(pool.processes[0], flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(os.name == "nt", reason="there are no signals")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_workers_end_with_their_server_however_it_ends(how: signal.Signals) -> None:
    child = (sys.executable, "-m", "sandtable.table.thinking.child")
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER.format(command=child)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert owner.stdout is not None
    worker = int(owner.stdout.readline())
    assert is_alive(worker)
    owner.send_signal(how)
    owner.wait(PATIENCE)
    owner.stdout.close()
    assert soon(lambda: not is_alive(worker))


def test_a_server_thinks_in_other_processes_and_takes_them_with_it(tmp_path: Path) -> None:
    """A real server, a real worker and a real game: the machine answers, and its server holds no staff."""
    server = ServerProcess(tmp_path)
    try:
        seats = {"axis": "bot:officer", "allied": "human"}
        made = server.request("/api/tables", {"game": "afrika-korps", "seats": seats, "seed": 1})
        with server.socket(made["id"], made["token"]) as caller:
            while not any(message["type"] == "delta" and "log" in message for message in caller.heard):
                caller.receive()
            workers = children(server.process.pid)
            assert workers
    finally:
        server.stop()
    assert soon(lambda: not any(map(is_alive, workers)))


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for each in found for child in each.read_text().split()]


def test_a_real_worker_plays_as_a_player_beside_the_table_does(titles: dict[str, Title[Any]]) -> None:
    """The same seed plays the same game wherever it is thought."""
    title = titles["afrika-korps"]
    pool = Processes(1)
    try:
        game: Game[Any] = Game(title, title.setup(), SecretDice(secret_of_seed(1)))
        player, memory = title.staff.player(title, "officer", 7), b""
        for _ in range(12):
            (side,) = game.asked
            known = title.sight.observe(game.state, side)
            reply = pool.think(Choose(
                game=title.key, rules=title.rules_version, known=title.rules.encode(known), side=side, player="officer",
                seed=7, memory=memory,
            )).result(PATIENCE)  # fmt: skip
            assert isinstance(reply, Chosen), reply
            assert reply.action == str(player.choose(known, side))
            memory = reply.memory
            game.play_text(reply.action, side)
    finally:
        pool.close()
