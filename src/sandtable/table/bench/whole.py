"""A whole game of machines at the table: what it costs the server, how soon it is open again, and what another table
feels of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import monotonic, perf_counter
from typing import Any

from sandtable import games
from sandtable.bots import suggested
from sandtable.core.title import Title
from sandtable.memory import undisturbed
from sandtable.table.bench.process import Caller, ServerProcess
from sandtable.table.bench.table import SEED, quantile

PAUSE = 0.02  # seconds between two questions at the other table
RECORDS = 15.0  # seconds from one look at the record of the running game to the next


def bench_whole(game: str, scenario: str, seconds: float) -> dict[str, float]:
    """Figures for `bench table --game`. What this system does not report is left out."""
    title = games.title(game)
    with TemporaryDirectory() as folder:
        home = Path(folder)
        server = ServerProcess(home)
        try:
            table = _made(server, title, scenario)
            figures = _played(server, table, seconds)
        finally:
            server.stop()
        server = ServerProcess(home)
        try:
            return {**figures, **_resumed(server, table)}
        finally:
            server.stop()


def _made(server: ServerProcess, title: Title[Any], scenario: str) -> dict[str, Any]:
    seats = dict.fromkeys(title.sides, f"bot:{suggested(title)}")
    wish = {"game": title.key, "scenario": scenario, "seed": SEED, "seats": seats}
    made: dict[str, Any] = server.request("/api/tables", wish)
    return made


def _played(server: ServerProcess, table: dict[str, Any], seconds: float) -> dict[str, float]:
    """To its end, or as far as the time allows."""
    begun, records = perf_counter(), list[float]()
    with undisturbed(), _another_table(server) as felt, server.socket(table["id"], table["token"]) as caller:
        caller.ask("speed", delay=0)
        looked = monotonic()
        while not _over(caller) and perf_counter() - begun < seconds:
            if monotonic() - looked > RECORDS:
                records.append(_timed_request(server, f"/api/tables/{table['id']}/record"))
                looked = monotonic()
        caller.ask("pause", paused=True)
        played = perf_counter() - begun
        entries = caller.ask("snapshot")["table"]["entries"]
    return {
        "entries": entries, "played_s": round(played, 1), "record_s_most": round(max(records, default=0.0), 2),
        "other_ms_p50": quantile(felt, 0.5), "other_ms_p95": quantile(felt, 0.95), **_memory(server, "server_mb"),
    }  # fmt: skip


def _over(caller: Caller) -> bool:
    """Whether the next message ends the game; what was heard is not kept."""
    message = caller.receive()
    caller.heard.clear()
    return bool(message.get("view", {}).get("over"))


def _resumed(server: ServerProcess, table: dict[str, Any]) -> dict[str, float]:
    """By a server that has only just started."""
    server.request("/api/games")
    worked, begun = _processor(server), perf_counter()
    with server.socket(table["id"], table["token"]):
        resumed = perf_counter() - begun
    worked = _processor(server) - worked
    server.request(f"/api/tables/{table['id']}/record")
    return {"resume_s": round(resumed, 2), "resume_cpu_s": round(worked, 2), **_memory(server, "resumed_mb")}


def _processor(server: ServerProcess) -> float:
    """Seconds of processor time that the server has had, where the system reports it."""
    try:
        fields = Path(f"/proc/{server.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _timed_request(server: ServerProcess, path: str) -> float:
    begun = perf_counter()
    server.request(path)
    return perf_counter() - begun


@contextmanager
def _another_table(server: ServerProcess) -> Iterator[list[float]]:
    """How long its answers take, in seconds, until it is left."""
    title = games.title(games.keys()[0])
    made = server.request("/api/tables", {"game": title.key, "seats": dict.fromkeys(title.sides, "human")})
    felt: list[float] = []
    left = Event()

    def ask() -> None:
        with server.socket(made["id"], made["token"]) as caller:
            side = caller.heard[0]["you"]["side"]
            pieces = [name for name, piece in caller.heard[0]["view"]["pieces"].items() if piece["side"] == side]
            while not left.wait(PAUSE):
                begun = perf_counter()
                caller.ask("offers", pieces=[pieces[len(felt) % len(pieces)]])
                felt.append(perf_counter() - begun)
                caller.heard.clear()

    asking = Thread(target=ask, daemon=True)
    asking.start()
    try:
        yield felt
    finally:
        left.set()
        asking.join()


def _memory(server: ServerProcess, name: str) -> dict[str, float]:
    """The most that the server held, where the system reports it."""
    try:
        status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    except OSError:
        return {}
    line = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return {name: round(int(line.split()[1]) / 1024, 1)}
