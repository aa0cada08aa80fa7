"""Knocking at every door of a server with messages that something has happened to.

Raw sockets on this machine: what no browser sends is sent here. Everything follows from a seed. After every handful
an honest question is asked and must be answered, so that a server that hangs is noticed as well as one that breaks.
"""

from __future__ import annotations

import asyncio
import base64
import json
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from sandtable import games
from sandtable.table.bench.process import TABLE, ServerProcess
from sandtable.table.messages import requests
from tests.damage import damaged

HANDFUL = 25  # messages from one honest question to the next
PATIENCE = 60.0  # seconds
PATIENCE_WITH_FRAMES = 0.5
CLOSED = {1002, 1003, 1007, 1009, 4400}  # what a socket may be told that sends nonsense
WORDS = (
    "", "axis", "allied", "done", "supply", "W6", "21/5", "zones W6", "reach 21/5", "move 21/5 W6-W9", "0" * 64,
    "hold W6 with 21/5", "move 21/5 to Mechili", "offer-draw",
)  # fmt: skip
RECORD = json.dumps({
    "format": "sandtable-game", "game": "afrika-korps", "rules": "3", "setup": {"scenario": "campaign"}, "seed": 3,
    "commitment": "0" * 64, "lines": [["axis", "move 21/5 W6-W9"]],
}).encode()  # fmt: skip
TICKET = b'{"ticket": "a stranger has none"}'
CREDENTIALS = b'{"name": "Anna", "password": "a long sentence of mine"}'
OF_PEOPLE = (  # doors that only a house has something behind, and what they are asked
    ("POST", "/api/account", CREDENTIALS),
    ("POST", "/api/account/session", CREDENTIALS),
    ("DELETE", "/api/account/session", b""),
    ("GET", "/api/account", b""),
    ("GET", "/api/account/sessions", b""),
    ("DELETE", "/api/account/sessions/Kx81-aQz", b""),
    ("POST", "/api/account/password", b'{"old": "a long sentence of mine", "new": "another sentence of mine"}'),
    ("POST", "/api/account/email", b'{"email": "anna@mail.example", "password": "a long sentence of mine"}'),
    ("POST", "/api/account/verify", b'{"secret": "9fQ0000000000000000000000"}'),
    ("POST", "/api/account/forgotten", b'{"name": "Anna"}'),
    ("POST", "/api/account/reset", b'{"secret": "9fQ00000000000000000000", "password": "another sentence of mine"}'),
    ("GET", "/api/account/export", b""),
    ("POST", "/api/account/claim", b'{"held": {"k3Jx9aQz": "wJ4uO"}}'),
    ("GET", "/api/account/blocks", b""),
    ("POST", "/api/account/blocks", b'{"name": "Anna"}'),
    ("DELETE", "/api/account/blocks", b'{"name": "Anna"}'),
    ("POST", "/api/reports", b'{"name": "Anna", "table": "k3Jx9aQz", "text": "was rude"}'),
    ("DELETE", "/api/account", b'{"password": "another sentence of mine"}'),
    ("GET", "/api/notices", b""),
    ("GET", "/api/account/notices", b""),
    ("POST", "/api/account/notices", b'{"mail": false, "digest": true, "at": 480, "quiet": [1320, 420], "zone": 60}'),
    ("POST", "/api/account/notices/trial", b""),
    # No message could be encrypted for these keys, so that none is ever sent anywhere.
    ("POST", "/api/account/push", b'{"endpoint": "https://127.0.0.1/", "keys": {"p256dh": "BNc", "auth": "8eD"}}'),
    ("DELETE", "/api/account/push", b'{"endpoint": "https://127.0.0.1/"}'),
    ("GET", "/api/ratings/afrika-korps", b""),
    ("GET", "/api/persons/Anna/results", b""),
    ("GET", "/api/tournaments", b""),
    ("POST", "/api/tournaments", b'{"name": "Tobruk Cup", "game": "afrika-korps", "system": "swiss", "rounds": 3}'),
    ("GET", "/api/tournaments/k3Jx9aQz", b""),
    ("POST", "/api/tournaments/k3Jx9aQz/players", b""),
    ("DELETE", "/api/tournaments/k3Jx9aQz/players", b""),
    ("POST", "/api/tournaments/k3Jx9aQz/rounds", b""),
    ("GET", "/account", b""),
    ("GET", "/standings", b""),
    ("GET", "/invitations", b""),
)
OF_TABLES = (  # what anybody may look at
    "/", "/api/games", "/api/tables", "/t/{table}", "/client/js/screen/table.js", "/api/games/afrika-korps",
    "/api/games/afrika-korps/cases?q=zone", "/api/games/afrika-korps/cases/14.2", "/api/games/afrika-korps/board",
    "/api/glyphs", "/api/invitations",
    "/api/tables/{table}", "/api/tables/{table}/replay?at=0", "/api/tables/{table}/log?from=0&to=9",
    "/api/tables/{table}/record", "/api/tables/{table}/position.svg?at=0",
)  # fmt: skip
WISH = b'{"game": "afrika-korps", "seats": {"axis": "human", "allied": "open"}, "seed": 3}'
MAKING = (
    ("/api/tables", WISH), ("/api/records", RECORD), ("/api/key", TICKET), ("/api/tickets", b"{}"),
    ("/api/qr", b'{"text": "http://127.0.0.1:8741/t/k3Jx9aQz"}'), ("/api/mine", b'{"held": {"k3Jx9aQz": "wJ4uO"}}'),
)  # fmt: skip
# Done in earnest these end the session that opens the other doors.
ENDING = {(method, path) for method, path, _ in OF_PEOPLE if path in ("/api/account", "/api/account/session")}
BUSY = b"503"  # more tables than a minute has room for


class Trouble(AssertionError):
    """A door that gave way, with the seed that did it."""


def sample(random: Random, kind: type[requests.Request]) -> bytes:
    """A message as a client would send it, of this kind."""
    fields: dict[str, Any] = {"type": kind.__struct_config__.tag, "id": random.randrange(1, 1000)}
    for name in kind.__struct_fields__:
        if name in ("pieces", "desks"):
            fields[name] = random.sample(WORDS, random.randrange(4))
        elif name in ("count", "delay", "number", "days", "to", "comrade"):
            fields[name] = random.choice((0, 1, 2, 57))
        elif name == "matter":
            fields[name] = random.choice(("undo", "adjourn"))
        elif name == "word":
            fields[name] = random.choice(("ask", "grant", "refuse", "withdraw"))
        elif name in ("paused", "machine"):
            fields[name] = random.random() < 0.5
        elif name != "id":
            fields[name] = random.choice(WORDS)
    return json.dumps(fields).encode()


def frame(random: Random, payload: bytes, kind: int = 1, first: int = 0x80) -> bytes:
    """A frame of a client, masked."""
    size, mask = len(payload), random.randbytes(4)
    if size < 126:
        head = bytes([first | kind, 0x80 | size])
    elif size < 65_536:
        head = bytes([first | kind, 0xFE]) + size.to_bytes(2, "big")
    else:
        head = bytes([first | kind, 0xFF]) + size.to_bytes(8, "big")
    long_mask = (mask * (size // 4 + 1))[:size]
    return head + mask + (int.from_bytes(payload, "big") ^ int.from_bytes(long_mask, "big")).to_bytes(size, "big")


def odd_frame(random: Random) -> bytes:
    """What no client sends: other kinds, broken lengths, pieces of nothing, noise."""
    payload = random.randbytes(random.randrange(200))
    return random.choice((
        lambda: frame(random, payload, random.randrange(16), random.choice((0, 0x80, 0x90, 0xC0))),
        lambda: bytes([0x81, random.randrange(126)]) + payload,
        lambda: bytes([0x81, 0xFF]) + random.randbytes(8) + payload,
        lambda: frame(random, random.randbytes(2) + b"\xff", 8),
        lambda: payload or b"\x00",
    ))()  # fmt: skip


class Knocker:
    """One client after another, all from one seed."""

    def __init__(self, origin: str, tables: Sequence[dict[str, Any]], seed: str) -> None:
        self.origin, self.tables, self.seed = origin, tables, seed
        self.host = origin.removeprefix("http://")
        self.random = Random(seed)
        self.sent: Counter[str] = Counter()
        self.cookie = b""  # of somebody who is signed in
        self._asked = 0

    async def knock(self, number: int) -> None:
        """So many messages: most over sockets, some as requests of their own."""
        goal = self.sent.total() + number
        while self.sent.total() < goal:
            if self.random.random() < 0.3:
                for _ in range(5):
                    await self.request()
            else:
                await self.visit(goal)

    # Requests

    async def knock_at_people(self, number: int) -> None:
        for _ in range(number):
            await self.request(of_people=True)

    async def sign_up(self, name: str = "Anna") -> bool:
        """An account of his own, in which the knocker is signed in from now on."""
        wish = CREDENTIALS.replace(b"Anna", name.encode())
        answer = await self._answer(self._head("POST", "/api/account", b"", wish))
        found = re.search(rb"set-cookie: ([^;\r]+)", answer, re.IGNORECASE)
        self.cookie = found.group(1) if found else b""
        return answer.startswith(b"HTTP/1.1 201") and bool(self.cookie)

    async def is_signed_in(self) -> bool:
        return b'"name":"Anna"' in await self._answer(self._head("GET", "/api/account", self.cookie, b""))

    async def request(self, of_people: bool = False) -> None:
        asked = self._request_of_people() if of_people else self._request()
        self.sent["requests"] += 1
        answer = await self._answer(asked, hangs_up=not of_people)
        status = answer[9:12]
        fine = status.isdigit() and (status < b"500" or status == BUSY)
        if answer and not (answer.startswith(b"HTTP/1.1 ") and fine):
            raise Trouble(f"{self.seed}: {asked[:300]!r} was answered {answer[:300]!r}")

    async def _answer(self, asked: bytes, hangs_up: bool = False) -> bytes:
        """What a request is answered; who hangs up when he has asked hears only what comes at once."""
        reader, writer = await asyncio.open_connection(*self.host.split(":"))
        try:
            writer.write(asked)
            with suppress(OSError):  # turned away before it had said all
                if hangs_up:
                    writer.write_eof()
            return await asyncio.wait_for(reader.read(), PATIENCE)
        except ConnectionError:
            return b""  # turned away in the middle of it
        finally:
            writer.close()

    def _request(self) -> bytes:
        random, table = self.random, random_of(self.random, self.tables)
        path, body = random.choice(OF_TABLES).format(table=table["id"]), b""
        making = random.random() < 0.4
        if making:
            path, body = random.choice(MAKING)
            body = damaged(body, random)
        else:
            path = damaged(path.encode(), random).decode("latin-1") if random.random() < 0.5 else path
        if random.random() < 0.3:
            return self._request_of_people()
        method = "POST" if making else random.choice(("GET", "HEAD", "DELETE", "PUT"))
        token = "a stranger's" if method == "DELETE" else table["token"]  # the host of a table may well delete it
        lines = [
            f"{method} {path} HTTP/1.1",
            f"Host: {self.host}", f"Origin: {self.origin}", f"Authorization: Bearer {token}",
            f"Content-Length: {len(body)}", "Connection: close",
        ]  # fmt: skip
        head = "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n"
        if random.random() < 0.5:
            head = damaged(head[:-4], random)[:20_000] + b"\r\n\r\n"
        return head + body

    def _request_of_people(self) -> bytes:
        random = self.random
        method, path, body = random.choice(OF_PEOPLE)
        if body and random.random() < 0.8:
            body = damaged(body, random)
        cookie = (
            damaged(b"sandtable=Zk3aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", random).replace(b"\r", b"").replace(b"\n", b"")
        )
        if self.cookie and random.random() < 0.5 and (method, path) not in ENDING:
            cookie = self.cookie
        return self._head(method, path, cookie, body)

    def _head(self, method: str, path: str, cookie: bytes, body: bytes) -> bytes:
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nOrigin: {self.origin}\r\nCookie: ".encode()
        return head + cookie + f"\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body

    # Sockets

    async def visit(self, goal: int) -> None:
        """A socket until it is closed or has said enough."""
        table = random_of(self.random, self.tables)
        reader, writer = await asyncio.open_connection(*self.host.split(":"))
        try:
            await self._open(reader, writer, table)
            for _ in range(40):
                if self.sent.total() >= goal or not await self._handful(reader, writer):
                    return
        finally:
            writer.close()

    async def _open(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, table: dict[str, Any]) -> None:
        key = base64.b64encode(self.random.randbytes(16)).decode()
        writer.write((
            f"GET /api/tables/{table['id']}/socket HTTP/1.1\r\nHost: {self.host}\r\nOrigin: {self.origin}\r\n"
            f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n"
        ).encode())  # fmt: skip
        await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        token = table["token"] if self.random.random() < 0.8 else ""
        writer.write(frame(self.random, json.dumps({"type": "join", "token": token}).encode()))

    async def _handful(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Some messages and an honest question; whether the socket is still open."""
        random = self.random
        for number in range(HANDFUL):
            message = sample(random, random.choice(requests.REQUESTS))
            if number % 8:  # more than ten that cannot be read, one after the other, and the socket is closed
                message = damaged(message, random)
            text = message.decode("utf-8", "ignore").encode()[:16_000]
            writer.write(frame(random, text, 1 if random.random() < 0.99 else 2))
        if not await self._answers(reader, writer):
            return False
        self.sent["messages"] += HANDFUL  # all of them were heard, for the question behind them was answered
        if random.random() < 0.8:
            return True
        # What ends a socket comes last, for nothing behind it would be heard.
        oversized = frame(random, b" " * random.randrange(16_000, 70_000))
        no_text = frame(random, damaged(b'{"type": "chat", "text": "\xff"}', random))
        writer.write(random.choice((odd_frame(random), oversized, no_text)))
        self.sent["frames"] += 1
        await self._answers(reader, writer, PATIENCE_WITH_FRAMES)
        return False

    async def _answers(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, patience: float = PATIENCE
    ) -> bool:
        """Whether an honest question is answered; the socket may be closed instead."""
        self._asked += 1
        question = f"{self.seed}-{self._asked}"[-40:]
        writer.write(frame(self.random, json.dumps({"type": "speed", "delay": 10, "id": question}).encode()))
        try:
            await writer.drain()
            return await asyncio.wait_for(self._until(reader, question), patience)
        except (ConnectionError, asyncio.IncompleteReadError):
            return False  # closed while it was still being spoken to
        except TimeoutError:
            if patience == PATIENCE:
                raise Trouble(f"{self.seed}: an honest question was not answered") from None
            return False  # it waits for the rest of a frame that was announced longer than it is

    async def _until(self, reader: asyncio.StreamReader, question: str) -> bool:
        while True:
            kind, payload = await _frame_read(reader)
            if kind == 8:
                code = int.from_bytes(payload[:2], "big")
                if code not in CLOSED:
                    raise Trouble(f"{self.seed}: a socket was closed with {code} {payload[2:]!r}")
                return False
            if b'"case":"fault"' in payload:
                raise Trouble(f"{self.seed}: {payload!r}")
            if question.encode() in payload:
                return True


def random_of(random: Random, some: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return random.choice(some)


async def _frame_read(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    first, size = await reader.readexactly(2)
    if size == 126:
        size = int.from_bytes(await reader.readexactly(2), "big")
    elif size == 127:
        size = int.from_bytes(await reader.readexactly(8), "big")
    return first & 15, await reader.readexactly(size)


async def knock(knockers: Sequence[Knocker], number: int) -> None:
    """All of them at once, so many messages together."""
    await asyncio.gather(*(knocker.knock(number // len(knockers)) for knocker in knockers))


def complaints(*logs: Path) -> list[str]:
    """What should never stand in a log of the server."""
    lines = [line for log in logs if log.exists() for line in log.read_text(errors="replace").splitlines()]
    return [line for line in lines if "Traceback" in line or " ERROR " in line or line.startswith("ERROR")]


def memory(process: int) -> int:
    """Kilobytes that a process holds."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


SIDES = {title.key: title.sides for title in games.titles()}
KINDS = [("human", "human"), ("human", "open")]


class Besieged:
    """A server, its tables and its logs."""

    def __init__(self, home: Path, games: Sequence[str], words: Sequence[str] = TABLE) -> None:
        self.home = home
        self.errors = (home / "errors.txt").open("wb")
        self.server = ServerProcess(home, self.errors, words)
        wishes = [
            {"game": game, "seats": dict(zip(SIDES[game], kinds, strict=True))} for game in games for kinds in KINDS
        ]
        self.tables: list[dict[str, Any]] = [self.server.request("/api/tables", wish) for wish in wishes]

    def knockers(self, number: int, seed: str) -> list[Knocker]:
        return [Knocker(self.server.origin, self.tables, f"{seed} {n}") for n in range(number)]

    def check(self) -> None:
        logs = [self.home / name for name in ("table.log", "table.log.1", "errors.txt")]
        assert complaints(*logs) == []
        assert not (self.home / "mishaps").exists() or not any((self.home / "mishaps").iterdir())
        assert self.server.process.poll() is None

    def close(self) -> None:
        self.server.kill()
        self.errors.close()
