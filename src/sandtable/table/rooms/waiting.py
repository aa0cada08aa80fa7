"""Waiting for what a worker thinks about: how long it takes, and what becomes of it when nobody waits any more."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future as ConcurrentFuture
from time import monotonic

from sandtable.table.thinking.jobs import AnyReply

SLOW = 0.3  # seconds; a machine that takes longer is shown as thinking


class Watch:
    """How long something has been thought about, more or less; while it waits for a worker nobody thinks about it."""

    def __init__(self, reply: ConcurrentFuture[AnyReply]) -> None:
        self._reply, self._begun, self._asked = reply, 0.0, monotonic()

    def look(self) -> None:
        if not self._begun and self._reply.running():
            self._begun = max(self._asked, monotonic() - SLOW)

    async def until(self, done: asyncio.Future[AnyReply]) -> None:
        self.look()
        while not (await asyncio.wait([done], timeout=SLOW))[0]:
            self.look()

    @property
    def seconds(self) -> float:
        """Done before anybody looked, it took no more than one look after another."""
        return monotonic() - self._begun if self._begun else min(SLOW, monotonic() - self._asked)


def awaited(reply: ConcurrentFuture[AnyReply]) -> asyncio.Future[AnyReply]:
    """To be waited for here. What went wrong is told to who asked, if he is still there, and not to the loop."""
    waiting = asyncio.wrap_future(reply)
    waiting.add_done_callback(lambda done: done.cancelled() or done.exception())
    return waiting


def drop(asked: asyncio.Future[ConcurrentFuture[AnyReply]]) -> None:
    """Who asked has left before anybody had taken down what he wants."""
    if not asked.cancelled() and not asked.exception():
        asked.result().cancel()
