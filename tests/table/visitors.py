"""Visitors of a table, for tests: a browser without a screen, and the copy of a table it keeps from what it is told."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Any

import anyio
from starlette.testclient import TestClient, WebSocketTestSession

from sandtable.bots.roster import Roster
from sandtable.core.dice import promise_of
from sandtable.core.title import Title
from sandtable.table.doors.app import make_app
from sandtable.table.stores.opening import opened
from sandtable.table.thinking.pool import Pool

HOST = "127.0.0.1:8741"
PATIENCE = 120  # seconds
KEY = "the-key-of-the-house"


class Mirror:
    """What a client knows, kept up to date as docs/api.md says."""

    def __init__(self) -> None:
        self.known: dict[str, Any] = {}
        self.seq = -1
        self.chat: list[dict[str, Any]] = []

    def hear(self, message: dict[str, Any]) -> None:
        message = copy.deepcopy(message)
        if message["type"] == "snapshot":
            self.known = {key: message[key] for key in ("you", "table", "view", "offers", "log")}
            self.seq, self.chat = message["seq"], message["chat"]
        elif message["type"] == "delta":
            assert message["seq"] == self.seq + 1
            self.seq += 1
            self._apply(message)
        elif message["type"] == "chat":
            self.chat.append(message["line"])

    def _apply(self, delta: dict[str, Any]) -> None:
        self.known["view"].update(delta.get("view", {}))
        pieces = self.known["view"]["pieces"]
        for name, fields in delta.get("pieces", {}).items():
            pieces.setdefault(name, {}).update(fields)
        for name in delta.get("gone", []):
            del pieces[name]
        for part in ("offers", "you", "table"):
            if part in delta:
                self.known[part] = delta[part]
        if "log" in delta:
            kept = [entry for entry in self.known["log"]["entries"] if entry["n"] < delta["log"]["keep"]]
            self.known["log"]["entries"] = kept + delta["log"]["add"]

    @property
    def entries(self) -> int:
        last: int = self.known["log"]["entries"][-1]["n"]
        return last

    @property
    def count(self) -> int:
        count: int = self.known["view"]["count"]
        return count

    def agrees_with(self, snapshot: dict[str, Any]) -> None:
        """The same as a fresh look, but for older log entries that are still here."""
        for part in ("you", "table", "view", "offers"):
            assert self.known[part] == snapshot[part], part
        here, there = self.known["log"]["entries"], snapshot["log"]["entries"]
        assert here[len(here) - len(there) :] == there


class Visitor:
    """One socket. `ask` sends a request and waits for its answer; what comes in between goes to the mirror."""

    def __init__(self, session: WebSocketTestSession) -> None:
        self.session = session
        self.mirror = Mirror()
        self.heard: list[str] = []
        self.token = ""
        self._id = 0

    def join(self, token: str = "") -> dict[str, Any]:
        return self.ask("join", token=token)

    def sit(self, invitation: str, share: bytes = b"\x01" * 32) -> dict[str, Any]:
        """Take the seat of an invitation and give a share in the dice; what is seen then."""
        side = self.join(invitation)["you"]["invited"]
        self.token = self.ask("claim", side=side)["token"]
        if side in self.ask("snapshot")["table"]["waiting"]:
            self.ask("promise", promise=promise_of(share))
            self.ask("share", share=share.hex())
        return self.ask("snapshot")

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        self._id += 1
        self.session.send_text(json.dumps({"type": kind, "id": self._id, **fields}))
        return self.until(lambda message: message.get("id") == self._id)

    def play(self, action: str) -> dict[str, Any]:
        side = self.mirror.known["you"]["side"]
        return self.ask("play", action=action, count=self.mirror.count, side=side)

    def receive(self) -> dict[str, Any]:
        text = self._text()
        self.heard.append(text)
        message: dict[str, Any] = json.loads(text)
        self.mirror.hear(message)
        return message

    def _text(self) -> str:
        """A message that does not come fails the test and does not hang it."""

        async def next_message() -> Any:
            with anyio.fail_after(PATIENCE):
                return await self.session._send_rx.receive()

        message = self.session.portal.call(next_message)
        self.session._raise_on_close(message)
        return str(message["text"])

    def until(self, found: Any) -> dict[str, Any]:
        for _ in range(2000):
            message = self.receive()
            if found(message):
                return message
        raise AssertionError("the message that was waited for did not come")

    def waits(self, condition: Callable[[], bool]) -> None:
        """Until what is known here is so, which it may be already."""
        while not condition():
            self.receive()

    def catch_up(self, entries: int, count: int | None = None) -> None:
        """Wait for the change that follows an answer; the name of the position is known to who was answered."""
        self.waits(lambda: self.mirror.entries == entries and count in (None, self.mirror.count))


class Table:
    """A server in this process, with its store in a folder unless another address is named."""

    def __init__(
        self,
        folder: Path,
        titles: dict[str, Title[Any]] | None = None,
        client: Path | None = None,
        roster: Roster | None = None,
        address: str = "",
        pool: Pool | None = None,
    ) -> None:
        self.address = address or str(folder / "tables.sqlite")
        self.store = opened(self.address)
        self.app = make_app(self.store, titles, KEY, client or folder, folder / "mishaps", roster, pool=pool)
        self.http = TestClient(
            self.app, base_url=f"http://{HOST}", headers={"origin": f"http://{HOST}"}, raise_server_exceptions=False
        )

    def __enter__(self) -> Table:
        self.http.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.http.__exit__(kind, error, trace)

    def tamper(self, query: str, *values: Any) -> None:
        """Something happens to the store that no server does."""
        with self.store.database.transaction() as db:
            db.run(query, *values)

    def make(self, **wish: Any) -> dict[str, Any]:
        response = self.http.post("/api/tables", json={"game": "afrika-korps", **wish})
        assert response.status_code == 201, response.text
        made: dict[str, Any] = response.json()
        return made

    def get(self, address: str, token: str = "") -> dict[str, Any]:
        response = self.http.get(address, headers={"authorization": f"Bearer {token}"} if token else {})
        assert response.status_code == 200, response.text
        found: dict[str, Any] = response.json()
        return found

    def socket(self, table: str, **options: Any) -> AbstractContextManager[WebSocketTestSession]:
        return self.http.websocket_connect(f"ws://{HOST}/api/tables/{table}/socket", **options)
