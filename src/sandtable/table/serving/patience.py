"""A server that does not wait for ever for the rest of a request, or take more visitors than it can hold."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADERS = 10.0  # seconds for the head of a request, from its first byte or from the opening of the connection
CONNECTIONS = 500


class PatientProtocol(H11Protocol):
    """HTTP as uvicorn speaks it, with a limit on incomplete requests and on the number of connections."""

    _ends: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > CONNECTIONS:
            transport.close()
            return
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._wait()
        else:
            self._wait_no_longer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_longer()
        super().connection_lost(exc)

    def _wait(self) -> None:
        """More bytes of the same head give it no more time."""
        if self._ends is None:
            self._ends = self.loop.call_later(HEADERS, self._give_up)

    def _wait_no_longer(self) -> None:
        if self._ends is not None:
            self._ends.cancel()
            self._ends = None

    def _give_up(self) -> None:
        self._ends = None
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            cast(Any, self.transport).abort()
