"""Programs that live elsewhere: the same protocol over HTTP, and what bad ones do."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from sandtable import games
from sandtable.bots.arena import arena
from sandtable.bots.engine import conversation
from sandtable.bots.engine.player import EnginePlayer
from sandtable.bots.roster import Roster, typed_player
from sandtable.cli.engines import engines_of
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import PlayerFault, UnknownChoice

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "remote_muddler.py"


@pytest.fixture(scope="module")
def opening() -> Game[Any]:
    title = games.title("tobruk")
    return Game(title, title.setup(), SecretDice(secret_of_seed(1)))


@pytest.fixture
def muddler() -> Iterator[int]:
    """The port of the example; its token is `secret`."""
    child = subprocess.Popen([sys.executable, str(EXAMPLE), "0", "secret"], stdout=subprocess.PIPE, text=True)
    try:
        assert child.stdout is not None
        yield int(child.stdout.readline())
    finally:
        child.kill()
        child.communicate()


class Stranger:
    """A server that answers each request with the next of these, and the last for ever."""

    def __init__(self, *answers: bytes, status: int = 200) -> None:
        self.heard: list[tuple[dict[str, str], str]] = []
        self.released = Event()
        left = list(answers)
        stranger = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                told = self.rfile.read(int(self.headers["Content-Length"])).decode()
                stranger.heard.append((dict(self.headers), told))
                said = left.pop(0) if len(left) > 1 else left[0]
                if said == b"hang":
                    stranger.released.wait(30)
                    return
                self.send_response(status)
                self.send_header("Content-Length", str(len(said)))
                self.end_headers()
                self.wfile.write(said)

            def log_message(self, *words: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://token@127.0.0.1:{self.server.server_port}/bot"

    def close(self) -> None:
        self.released.set()
        self.server.shutdown()
        self.server.server_close()


def answer(opening: Game[Any], address: str, budget: float = 20.0) -> str:
    side = opening.asked[0]
    player = EnginePlayer(opening.title, address, 1, budget)
    try:
        return str(player.choose(opening.title.sight.observe(opening.state, side), side))
    except PlayerFault as fault:
        return f"fault: {fault}"
    finally:
        player.end()


def test_the_example_plays_a_whole_game_in_the_arena(muddler: int) -> None:
    tobruk = games.title("tobruk")
    players = {"axis": f"http://secret@127.0.0.1:{muddler}/", "commonwealth": "random"}
    score = arena(tobruk, players, 1, 1, workers=1)
    assert score.unfinished == 0 and not any(score.refusals.values()), score.refused


def test_whoever_does_not_know_the_token_gets_no_answer(
    muddler: int, opening: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert answer(opening, f"http://wrong@127.0.0.1:{muddler}/").endswith("answers with status 401")
    assert answer(opening, f"http://127.0.0.1:{muddler}/").endswith("answers with status 401")
    assert not answer(opening, f"http://secret@127.0.0.1:{muddler}/").startswith("fault")
    monkeypatch.setenv("SANDTABLE_ENGINE_TOKEN", "secret")
    assert not answer(opening, f"http://127.0.0.1:{muddler}/").startswith("fault")


def test_lines_go_with_the_token_and_the_name_of_the_game_and_no_fault_tells_the_token(opening: Game[Any]) -> None:
    stranger = Stranger(b"ready\n", b"check nonsense\n", b"surrender\n")
    try:
        said = answer(opening, stranger.address)
    finally:
        stranger.close()
    assert (
        said
        == f"fault: 127.0.0.1:{stranger.server.server_port}/bot says 'surrender', which is not a word of the protocol"
    )
    first, second, third = (told for _, told in stranger.heard[:3])
    assert first == "sandtable 1\n"
    assert [line.split()[0] for line in second.splitlines()] == ["game", "position", "choose"]
    assert third.startswith("refused notation ")
    assert {headers["Authorization"] for headers, _ in stranger.heard} == {"Bearer token"}
    assert len({headers["Sandtable-Game"] for headers, _ in stranger.heard}) == 1


@pytest.mark.parametrize(
    ("answers", "status", "why"),
    [
        ((b"",), 200, "says nothing"),
        ((b"hello\n",), 200, "says 'hello' where it should say its name and 'ready'"),
        ((b"ready\n", b"x" * 200_000), 200, "writes too much"),
        ((b"ready\n", b"check done\n" * 5_000), 200, "writes too much"),
        ((b"ready\n", b"check done\n"), 200, "asks without end"),
        ((b"ready\n",), 302, "answers with status 302"),
        ((b"ready\n",), 500, "answers with status 500"),
    ],
    ids=["silence", "no handshake", "long line", "flood", "endless questions", "redirection", "crash"],
)
def test_what_a_bad_program_does_is_told_in_one_line(
    opening: Game[Any], monkeypatch: pytest.MonkeyPatch, answers: tuple[bytes, ...], status: int, why: str
) -> None:
    monkeypatch.setattr(conversation, "MOST_QUESTIONS", 20)
    stranger = Stranger(*answers, status=status)
    try:
        said = answer(opening, stranger.address)
    finally:
        stranger.close()
    assert said.startswith("fault: ") and "\n" not in said and "token" not in said
    assert why in said


def test_a_program_that_hangs_holds_nobody_up(opening: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "GRACE", 0.1)
    stranger = Stranger(b"ready\n", b"hang")
    try:
        assert answer(opening, stranger.address, budget=0.2).endswith("has not answered in time")
    finally:
        stranger.close()


def test_nobody_there_is_told_in_one_line(opening: Game[Any]) -> None:
    stranger = Stranger(b"ready\n")
    stranger.close()
    assert "cannot be spoken to" in answer(opening, stranger.address)


def test_an_address_that_is_none_is_refused_before_any_game() -> None:
    tobruk = games.title("tobruk")
    for wrong in ("http://", "http://host:port/", "https://token@/path"):
        with pytest.raises(UnknownChoice, match="TOKEN@HOST"):
            typed_player(tobruk, wrong, 1)


def test_an_engine_of_the_table_may_live_elsewhere(muddler: int, opening: Game[Any]) -> None:
    engines = engines_of([f"muddler=http://secret@127.0.0.1:{muddler}/"])
    side = opening.asked[0]
    player = Roster(engines).player(opening.title, "muddler", 1)
    assert player.choose(opening.title.sight.observe(opening.state, side), side)
