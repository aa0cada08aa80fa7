"""Who is at a table on other servers: told from one to the other, kept nowhere, and forgotten when a server falls
silent."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

import msgspec

from sandtable.core.values import Value
from sandtable.table.stores.base import EventStore, News, StoreError

AGAIN = 20.0  # seconds after which a server says again who is there
SILENT = 60.0  # seconds after which one that says nothing has gone
WHO = "who"  # what a server asks that has just opened the table


class Present(Value, frozen=True):
    """The windows on one server: how many for each seat (`live.desks.place`), and how many that only watch."""

    here: dict[str, int] = {}
    watchers: int = 0


class Company:
    """The people at one table, wherever they are connected. `look` tells who is here, `changed` that others have come
    or gone."""

    def __init__(self, store: EventStore, table: str, look: Callable[[], Present], changed: Callable[[], None]) -> None:
        self._store, self._table, self._look, self._changed = store, table, look, changed
        self._elsewhere: dict[str, tuple[Present, float]] = {}
        self._told, self._told_at = Present(), 0.0
        self._telling: set[asyncio.Task[None]] = set()

    def all(self) -> Present:
        everywhere = [self._look(), *(present for present, _ in self._elsewhere.values())]
        here: Counter[str] = Counter()
        for present in everywhere:
            here.update(present.here)
        return Present(dict(here), sum(present.watchers for present in everywhere))

    def tell(self) -> None:
        """Others hear of it if somebody has come or gone."""
        if self._store.shared and self._look() != self._told:
            self._say_who()

    def _say_who(self) -> None:
        self._told, self._told_at = self._look(), monotonic()
        self._whisper(msgspec.json.encode(self._told).decode())

    def ask(self) -> None:
        self._whisper(WHO)

    def _whisper(self, text: str) -> None:
        telling = asyncio.create_task(self._send(text))
        self._telling.add(telling)
        telling.add_done_callback(self._telling.discard)

    async def _send(self, text: str) -> None:
        with suppress(StoreError):  # it is said again in a moment
            await asyncio.to_thread(self._store.whisper, self._table, text)

    def hear(self, news: News) -> None:
        if news.text == WHO:
            if self._look() != Present():
                self._say_who()
            return
        with suppress(msgspec.MsgspecError):
            before = self.all()
            self._elsewhere[news.server] = (msgspec.json.decode(news.text, type=Present), monotonic())
            if self.all() != before:
                self._changed()

    def keep(self) -> None:
        """From time to time: say again who is here, and forget servers that have fallen silent."""
        now = monotonic()
        if self._told != Present() and now - self._told_at > AGAIN:
            self._say_who()
        silent = [server for server, (_, at) in self._elsewhere.items() if now - at > SILENT]
        for server in silent:
            del self._elsewhere[server]
        if silent:
            self._changed()
