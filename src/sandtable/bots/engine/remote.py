"""A program that lives elsewhere and is spoken to over HTTP: the lines of the same protocol, several in one request.

Each request carries what the program is told since the last one, and is answered with what it says to that.
"""

from __future__ import annotations

import os
from collections import deque
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from urllib.parse import SplitResult, urlsplit
from uuid import uuid4

from sandtable.bots.engine.program import LONGEST_LINE, MOST_WAITING
from sandtable.core.title import PlayerFault, UnknownChoice

TOKEN = "SANDTABLE_ENGINE_TOKEN"  # in the environment, for an address without one
ADDRESSES = ("http://", "https://")
CLOSING = 1.0  # seconds in which a program that is told to quit may answer
PIECE = 65_536  # bytes read at once
OK = 200


def address_of(text: str) -> SplitResult:
    """Raises `UnknownChoice`."""
    try:
        address = urlsplit(text)
        known = bool(address.hostname) and address.port != 0  # the property refuses what is not a port
    except ValueError:
        known = False
    if not known:
        raise UnknownChoice("an engine elsewhere is named http://TOKEN@HOST:PORT/PATH")
    return address


class Remote:
    """One game with one program elsewhere; the token before the @ of its address, or of the environment, goes with
    every request."""

    def __init__(self, address: SplitResult) -> None:
        self._address, self._session = address, uuid4().hex
        self.name = f"{address.hostname}{f':{address.port}' if address.port else ''}{address.path}"[:60]
        self._told: list[str] = []
        self._said: deque[str] = deque()

    def tell(self, line: str) -> None:
        self._told.append(line)

    def hear(self, deadline: float) -> str:
        """The next line. Raises `PlayerFault` when none comes in time."""
        if not self._said:
            self._exchange(deadline)
        return self._said.popleft()

    def end(self) -> None:
        """Tell it that the game is over; whatever it says to that is not heard."""
        with suppress(PlayerFault):
            self.tell("quit")
            self._exchange(monotonic() + CLOSING)

    def kill(self) -> None:
        """It is not ours to end: we speak to it no more."""
        self._told.clear()
        self._said.clear()

    def _exchange(self, deadline: float) -> None:
        """One request, in a thread of its own: however slowly somebody answers, nobody waits longer than he must."""
        left = deadline - monotonic()
        if left <= 0:
            raise PlayerFault(f"{self.name} has not answered in time")
        told, self._told = "".join(f"{line}\n" for line in self._told).encode(), []
        connection = self._connection(left)
        answers: SimpleQueue[bytes | PlayerFault] = SimpleQueue()
        Thread(target=self._ask, args=(connection, told, answers), daemon=True).start()
        try:
            answer = answers.get(timeout=left)
        except Empty:
            raise PlayerFault(f"{self.name} has not answered in time") from None
        finally:
            connection.close()
        if isinstance(answer, PlayerFault):
            raise answer
        self._said.extend(self._lines(answer))

    def _connection(self, patience: float) -> HTTPConnection:
        kind = HTTPSConnection if self._address.scheme == "https" else HTTPConnection
        return kind(self._address.hostname or "", self._address.port, timeout=patience)

    def _ask(self, connection: HTTPConnection, told: bytes, answers: SimpleQueue[bytes | PlayerFault]) -> None:
        headers = {"Content-Type": "text/plain; charset=utf-8", "Sandtable-Game": self._session}
        token = self._address.username or os.environ.get(TOKEN, "")
        if token:
            headers["Authorization"] = f"Bearer {token}"
        try:
            connection.request("POST", self._address.path or "/", told, headers)
            response = connection.getresponse()
            if response.status != OK:
                raise PlayerFault(f"{self.name} answers with status {response.status}")
            answer = b""
            while piece := response.read1(PIECE):
                answer += piece
                if len(answer) > LONGEST_LINE:
                    raise PlayerFault(f"{self.name} writes too much")
            answers.put(answer)
        except PlayerFault as fault:
            answers.put(fault)
        except TimeoutError:
            answers.put(PlayerFault(f"{self.name} has not answered in time"))
        except (OSError, HTTPException, ValueError) as error:
            told_why = " ".join(str(error).split())[:80] or type(error).__name__
            answers.put(PlayerFault(f"{self.name} cannot be spoken to: {told_why}"))

    def _lines(self, answer: bytes) -> list[str]:
        lines = [line.strip() for line in answer.decode("utf-8", "replace").splitlines() if line.strip()]
        if not lines:
            raise PlayerFault(f"{self.name} says nothing")
        if len(lines) > MOST_WAITING:
            raise PlayerFault(f"{self.name} writes too much")
        return lines
