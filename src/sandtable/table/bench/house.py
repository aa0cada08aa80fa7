"""A house full of people: how long an action takes while hundreds play and machines think, and what a table that was
laid aside costs."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from sandtable import games
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import Title
from sandtable.core.values import Value
from sandtable.table.bench.process import PATIENCE, ServerProcess
from sandtable.table.bench.table import quantile
from sandtable.table.stores.base import Row, Token, fresh_token
from sandtable.table.stores.opening import opened
from sandtable.table.stores.sql import SqlStore

SEED = 1
SCRIPT = 200  # actions of the game that everybody plays


class House(Value, frozen=True):
    """How full it is."""

    database: str
    servers: int = 1
    tables: int = 1000
    people: int = 200
    machines: int = 4  # tables at which machines play each other
    pace: float = 20.0  # seconds from one action of a person to the next
    seconds: float = 60.0


class Sitting(Value, frozen=True):
    """A person at a table."""

    origin: str
    table: str
    token: str


class Figures:
    """What was seen in all sittings."""

    def __init__(self) -> None:
        self.joined: list[float] = []
        self.acted: list[float] = []
        self.errors: list[str] = []
        self.before = 0.0, 0.0  # what servers and workers had taken when everybody was there


def bench_house(house: House) -> dict[str, float]:
    """Figures for `bench house --json`; with several servers those of one too, on the same tables, so that what they
    gain or cost can be told."""
    title = games.title(games.keys()[0])
    with closing(opened(house.database)) as store, TemporaryDirectory() as folder:
        with _servers(Path(folder), house, 1) as servers:
            seats = _tables(store, servers[0], title, max(house.tables, house.people * 2))[: house.tables]
            idle = _idle_table_kb(servers[0], [table for table, _ in seats])
            alone = _measured(servers, title, house, seats[: house.people])
        told = {
            "waits_for_disk": store.database.waits_for_disk(), "tables": len(seats), "people": house.people,
            "machine_tables": house.machines, "idle_table_kb": idle,
        }  # fmt: skip
        if house.servers == 1:
            return {"servers": 1, **told, **alone}
        with _servers(Path(folder), house, house.servers) as servers:
            together = _measured(servers, title, house, seats[house.people : house.people * 2])
    return {
        "servers": house.servers, **told, **together, **{f"one_server_{name}": each for name, each in alone.items()},
        "growth_action_ms_p95": round(together["action_ms_p95"] / max(alone["action_ms_p95"], 0.01), 2),
        "growth_cpu_ms_an_action": round(together["cpu_ms_an_action"] / max(alone["cpu_ms_an_action"], 0.01), 2),
    }  # fmt: skip


@contextmanager
def _servers(folder: Path, house: House, number: int) -> Iterator[list[ServerProcess]]:
    with ExitStack() as stack:
        servers = []
        for each in range(number):
            servers.append(_started(folder / f"{number}-{each}", house.database))
            stack.callback(servers[-1].stop)
        yield servers


def _measured(
    servers: Sequence[ServerProcess], title: Title[Any], house: House, seats: Sequence[tuple[str, str]]
) -> dict[str, float]:
    """What the people at these seats see while machines play at other tables."""
    sittings = [Sitting(servers[n % len(servers)].origin, table, token) for n, (table, token) in enumerate(seats)]
    with ExitStack() as stack:
        _machines_begin(servers, title, house, stack)
        figures = asyncio.run(_play(sittings, _script(title), house, servers))
        serving, thinking = (after - then for after, then in zip(_cpu_seconds(servers), figures.before, strict=True))
    return {
        "actions": len(figures.acted), "errors": len(figures.errors),
        "action_ms_p50": quantile(figures.acted, 0.5), "action_ms_p95": quantile(figures.acted, 0.95),
        "action_ms_max": quantile(figures.acted, 1.0), "join_ms_p95": quantile(figures.joined, 0.95),
        "cpu_ms_an_action": round(serving * 1000 / max(len(figures.acted), 1), 1),
        "serving_cpu_seconds": round(serving, 1), "thinking_cpu_seconds": round(thinking, 1),
        "server_mb": round(max(_kilobytes(server) for server in servers) / 1024, 1),
    }  # fmt: skip


def _started(folder: Path, database: str) -> ServerProcess:
    folder.mkdir()
    with (folder / "errors.log").open("wb") as log:
        return ServerProcess(folder, log, ("sandtable", "serve", "--database", database))


def _script(title: Title[Any]) -> list[tuple[str, str]]:
    """With open dice everybody can play the same game, and what is legal is known beforehand."""
    game: Game[Any] = Game(title, title.setup(), SecretDice(secret_of_seed(SEED)))
    random = Random(SEED)
    script: list[tuple[str, str]] = []
    while len(script) < SCRIPT and game.outcome is None:
        side = game.asked[0]
        action = random.choice(game.actions(side))
        game.play(action, side)
        script.append((side, str(action)))
        while (forced := title.rules.forced(game.state, game.asked[0]) if game.asked else None) is not None:
            game.play(forced, game.asked[0])  # the table does that by itself
    return script


def _tables(store: SqlStore, server: ServerProcess, title: Title[Any], number: int) -> list[tuple[str, str]]:
    """One table as the house makes it, and others like it."""
    made = server.request(
        "/api/tables", {"game": title.key, "seed": SEED, "seats": dict.fromkeys(title.sides, "human")}
    )
    row = store.row(made["id"])
    assert row is not None
    return [(made["id"], made["token"]), *(_copy(store, row, title) for _ in range(number - 1))]


def _copy(store: SqlStore, row: Row, title: Title[Any]) -> tuple[str, str]:
    twin, token = replace(row, id=fresh_token()[:12]), Token(fresh_token(), title.sides, True)
    store.create(twin, store.secret(row.id), [token])
    return twin.id, token.secret


def _idle_table_kb(server: ServerProcess, tables: Sequence[str]) -> float:
    """What is left in memory of a table that was open and has been laid aside."""
    for table in tables[:20]:
        server.request(f"/api/tables/{table}")
    before = _kilobytes(server)
    for table in tables[20:]:
        server.request(f"/api/tables/{table}")
    return round(max(0, _kilobytes(server) - before) / max(1, len(tables) - 20), 1)


def _kilobytes(server: ServerProcess) -> int:
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


def _cpu_seconds(servers: Sequence[ServerProcess]) -> tuple[float, float]:
    """What the servers have taken so far, and what their workers have: on a busy machine the clock tells little."""
    own = [server.process.pid for server in servers]
    workers = [child for pid in own for child in _children(pid)]
    return sum(map(_seconds_of, own)), sum(map(_seconds_of, workers))


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text(encoding="utf-8").split()]


def _seconds_of(pid: int) -> float:
    times = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")


def _machines_begin(servers: Sequence[ServerProcess], title: Title[Any], house: House, stack: ExitStack) -> None:
    """Tables of machines play for as long as somebody watches."""
    for number in range(house.machines):
        server = servers[number % len(servers)]
        made = server.request("/api/tables", {"game": title.key, "seats": dict.fromkeys(title.sides, "bot:officer")})
        stack.enter_context(server.socket(made["id"], made["token"]))


async def _play(
    sittings: Sequence[Sitting], script: Sequence[tuple[str, str]], house: House, servers: Sequence[ServerProcess]
) -> Figures:
    """All come at once; when everybody is there they begin to play, each at a moment of his own."""
    figures, everybody = Figures(), asyncio.Barrier(len(sittings) + 1)
    playing = [
        _sit(sitting, script, house, house.pace * n / len(sittings), everybody, figures)
        for n, sitting in enumerate(sittings)
    ]
    await asyncio.gather(*playing, _take_time(servers, everybody, figures))
    return figures


async def _take_time(servers: Sequence[ServerProcess], everybody: asyncio.Barrier, figures: Figures) -> None:
    """When everybody is there."""
    with suppress(asyncio.BrokenBarrierError):
        await everybody.wait()
    figures.before = _cpu_seconds(servers)


async def _sit(
    sitting: Sitting,
    script: Sequence[tuple[str, str]],
    house: House,
    wait: float,
    everybody: asyncio.Barrier,
    figures: Figures,
) -> None:
    """A person who thinks, acts, thinks again; the first time after a part of the pace, so that not all act at once."""
    address = f"{sitting.origin.replace('http', 'ws', 1)}/api/tables/{sitting.table}/socket"
    try:
        begun = perf_counter()
        async with connect(
            address, additional_headers={"Origin": sitting.origin}, max_size=None, open_timeout=PATIENCE
        ) as socket:
            await _asked(socket, {"type": "join", "id": 0, "token": sitting.token})
            figures.joined.append(perf_counter() - begun)
            await everybody.wait()
            ends = perf_counter() + house.seconds
            await asyncio.sleep(wait)
            for number, (side, action) in enumerate(script, 1):
                if perf_counter() > ends:
                    return
                await _act(socket, number, side, action, figures)
                await asyncio.sleep(house.pace)
    except (WebSocketException, OSError, TimeoutError, asyncio.BrokenBarrierError) as error:
        figures.errors.append(repr(error))
        await everybody.abort()


async def _act(socket: ClientConnection, number: int, side: str, action: str, figures: Figures) -> None:
    count = (await _asked(socket, {"type": "snapshot", "id": f"look {number}"}))["view"]["count"]
    begun = perf_counter()
    told = await _asked(socket, {"type": "play", "id": number, "action": action, "count": count, "side": side})
    if told["type"] == "played":
        figures.acted.append(perf_counter() - begun)
    else:
        figures.errors.append(f"{action}: {told.get('why')}")


async def _asked(socket: ClientConnection, message: dict[str, Any]) -> dict[str, Any]:
    await socket.send(json.dumps(message))
    async with asyncio.timeout(PATIENCE):
        while True:
            told: dict[str, Any] = json.loads(await socket.recv())
            if told.get("id") == message["id"]:
                return told
