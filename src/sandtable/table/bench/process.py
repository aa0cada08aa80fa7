"""A server in a process of its own and a plain client for it: for measurements and for tests of what really happens."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from websockets.sync.client import ClientConnection, connect

PATIENCE = 120  # seconds, for a busy machine
TABLE = ("sandtable.table.serving.run",)
OPEN = " open: http://"  # and then where


class ServerProcess:
    """Started when made; the address is known when `__init__` returns."""

    def __init__(self, home: Path, errors: IO[bytes] | None = None, words: Sequence[str] = TABLE) -> None:
        settings = {**os.environ, "SANDTABLE_HOME": str(home)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", *words], env=settings, stdout=subprocess.PIPE, stderr=errors, text=True
        )
        self.said = self._welcome()
        self.origin, _, fragment = self.said[-1].split()[-1].partition("/#")
        self.key = fragment.removeprefix("key=")

    def _welcome(self) -> list[str]:
        """All that it says until it is open; the last line has its address."""
        assert self.process.stdout is not None
        said: list[str] = []
        for line in self.process.stdout:
            said.append(line)
            if OPEN in line:
                return said
        raise RuntimeError(f"the server did not start: {''.join(said) or self.process.wait()}")

    def request(self, path: str, body: object = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(self.origin + path, data, {"Origin": self.origin})
        with urllib.request.urlopen(asked, timeout=PATIENCE) as response:
            return json.load(response)

    def socket_address(self, table: str) -> str:
        return f"{self.origin.replace('http', 'ws', 1)}/api/tables/{table}/socket"

    @contextmanager
    def socket(self, table: str, token: str = "") -> Iterator[Caller]:
        with connect(
            self.socket_address(table), additional_headers={"Origin": self.origin}, max_size=None,
            open_timeout=PATIENCE, ping_interval=None, close_timeout=1,
        ) as opened:  # fmt: skip
            caller = Caller(opened)
            caller.ask("join", token=token)
            yield caller

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)
        self._close()

    def kill(self) -> None:
        """At once, without a chance to tidy up."""
        self.process.kill()
        self.process.wait(PATIENCE)
        self._close()

    def _close(self) -> None:
        if self.process.stdout is not None:
            self.process.stdout.close()


class Caller:
    """One socket; everything heard is kept."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []
        self.count = 0  # the name of the position, as last heard
        self._id = 0

    def send(self, kind: str, **fields: Any) -> int:
        self._id += 1
        self.socket.send(json.dumps({"type": kind, "id": self._id, **fields}))
        return self._id

    def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE))
        self.heard.append(message)
        self.count = message.get("count", message.get("view", {}).get("count", self.count))
        return message

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        wanted = self.send(kind, **fields)
        while True:
            message = self.receive()
            if message.get("id") == wanted:
                return message
