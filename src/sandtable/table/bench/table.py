"""How quickly the table answers, measured on the real server over its socket."""

from __future__ import annotations

import urllib.error
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Any

from sandtable import games
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import Title
from sandtable.memory import undisturbed
from sandtable.table.bench.chromium import NoBrowser
from sandtable.table.bench.process import Caller, ServerProcess
from sandtable.table.bench.rendering import bench_rendering

SEED = 1
ACTIONS = 60  # played in all
EVERY = 6  # actions from one position that is asked about to the next


def bench_table(game: str = "") -> dict[str, float]:
    """Figures for `bench table --json`: milliseconds and seconds."""
    title = games.title(game or games.keys()[0])
    with TemporaryDirectory() as folder:
        begun = perf_counter()
        server = ServerProcess(Path(folder))
        try:
            _first_answer(server)
            started = perf_counter() - begun
            return {"start_s": round(started, 3), **_play(server, title), **_rendering(server)}
        finally:
            server.stop()


def _rendering(server: ServerProcess) -> dict[str, float]:
    """How fast the map is painted; nothing where there is no browser to paint it."""
    try:
        return bench_rendering(server.origin)
    except NoBrowser:
        return {}


def _first_answer(server: ServerProcess) -> None:
    """Until the list of games has come."""
    while True:
        try:
            server.request("/api/games")
            return
        except urllib.error.URLError:
            sleep(0.01)


def _play(server: ServerProcess, title: Title[Any]) -> dict[str, float]:
    made = server.request(
        "/api/tables", {"game": title.key, "seed": SEED, "seats": dict.fromkeys(title.sides, "human")}
    )
    # With open dice the same game can be played here, to know what is legal without asking.
    local: Game[Any] = Game(title, title.setup(), SecretDice(secret_of_seed(SEED)))
    random = Random(SEED)
    asked: list[float] = []
    acted: list[float] = []
    with undisturbed(), server.socket(made["id"], made["token"]) as caller:
        for number in range(ACTIONS):
            if local.outcome is not None:
                break
            if number % EVERY == 0:
                asked += _where_can_they_go(caller, local)
            side = local.asked[0]
            action = random.choice(local.actions(side))
            local.play(action, side)
            acted.append(_timed(caller, "played", "play", action=str(action), count=caller.count, side=side))
        looked = [_timed(caller, "snapshot", "snapshot") for _ in range(20)]
    return {
        "where_can_it_go_ms_p50": quantile(asked, 0.5),
        "where_can_it_go_ms_p95": quantile(asked, 0.95),
        "action_ms_p95": quantile(acted, 0.95),
        "snapshot_ms_p95": quantile(looked, 0.95),
    }


def _where_can_they_go(caller: Caller, game: Game[Any]) -> list[float]:
    """Every unit of the side to move, once."""
    side = game.asked[0]
    own = [piece.id for piece in game.view(side).pieces if piece.side == side]
    return [_timed(caller, "offers", "offers", pieces=[name]) for name in own]


def _timed(caller: Caller, expected: str, kind: str, **fields: Any) -> float:
    begun = perf_counter()
    answer = caller.ask(kind, **fields)
    spent = perf_counter() - begun
    if answer["type"] != expected:
        raise RuntimeError(f"the table answered {answer} to {kind} {fields}")
    return spent


def quantile(seconds: list[float], share: float) -> float:
    """In milliseconds."""
    ordered = sorted(seconds)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000, 2) if ordered else 0.0
