"""Who is at a table on other servers."""

from __future__ import annotations

import asyncio

import pytest

from sandtable.table.rooms import company
from sandtable.table.rooms.company import WHO, Company, Present
from sandtable.table.stores.base import EventStore, News


class Whispering(EventStore):
    """A store that notes what is whispered."""

    shared = True

    def __init__(self) -> None:
        self.whispered: list[str] = []

    def whisper(self, table: str, text: str) -> None:
        self.whispered.append(text)


Whispering.__abstractmethods__ = frozenset()


class Here:
    """A table on one server, from which somebody may come and go."""

    def __init__(self) -> None:
        self.store, self.present, self.changes = Whispering(), Present(), 0  # type: ignore[abstract]
        self.company = Company(self.store, "t1", lambda: self.present, self._changed)

    def _changed(self) -> None:
        self.changes += 1

    async def said(self) -> list[str]:
        await asyncio.gather(*self.company._telling)
        return self.store.whispered


def elsewhere(text: str, server: str = "other") -> News:
    return News("t1", server, text)


RED = '{"here":{"red":1},"watchers":2}'


def test_those_on_other_servers_are_counted_with_those_here() -> None:
    here = Here()
    here.present = Present({"red": 1}, 1)
    here.company.hear(elsewhere(RED))
    here.company.hear(elsewhere('{"here":{"blue":1}}', "third"))
    assert here.company.all() == Present({"red": 2, "blue": 1}, 3) and here.changes == 2
    here.company.hear(elsewhere(RED))
    assert here.changes == 2, "that was known"
    here.company.hear(elsewhere('{"here":{}}'))
    assert here.company.all() == Present({"red": 1, "blue": 1}, 1)


def test_who_comes_is_told_once_and_again_to_who_asks() -> None:
    async def visit() -> None:
        here = Here()
        here.company.hear(elsewhere(WHO))
        assert await here.said() == [], "nobody is here"
        here.present = Present({"red": 1}, 2)
        here.company.tell()
        here.company.tell()
        assert await here.said() == [RED]
        here.company.hear(elsewhere(WHO))
        assert await here.said() == [RED, RED]

    asyncio.run(visit())


def test_a_server_that_falls_silent_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    async def wait() -> None:
        now = [100.0]
        monkeypatch.setattr(company, "monotonic", lambda: now[0])
        here = Here()
        here.present = Present({"blue": 1})
        here.company.tell()
        here.company.hear(elsewhere(RED))
        now[0] += company.AGAIN + 1
        here.company.keep()
        assert len(await here.said()) == 2 and here.company.all().here == {"blue": 1, "red": 1}
        now[0] += company.SILENT
        here.company.keep()
        assert here.company.all().here == {"blue": 1} and here.changes == 2

    asyncio.run(wait())


def test_what_cannot_be_read_changes_nothing() -> None:
    here = Here()
    here.company.hear(elsewhere("nonsense"))
    assert here.company.all() == Present() and here.changes == 0
