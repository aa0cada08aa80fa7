"""The figures of `bench table` are the server's alone: what the measuring costs is not among them."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from sandtable import games
from sandtable.memory import undisturbed
from sandtable.table.bench.table import _play

ANSWERS = {"play": "played"}


class Attentive:
    """In place of a server: answers at once, and notes whether rubbish might be looked for while it is waited for."""

    def __init__(self) -> None:
        self.count = 0
        self.disturbed: list[bool] = []

    def request(self, path: str, body: object = None) -> dict[str, str]:
        return {"id": "table", "token": "host"}

    @contextmanager
    def socket(self, table: str, token: str = "") -> Iterator[Attentive]:
        yield self

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        self.disturbed.append(gc.isenabled())
        return {"type": ANSWERS.get(kind, kind)}


def test_no_rubbish_is_looked_for_while_the_server_is_timed() -> None:
    server: Any = Attentive()
    assert "snapshot_ms_p95" in _play(server, games.title(games.keys()[0]))
    assert len(server.disturbed) > 80 and not any(server.disturbed)
    assert gc.isenabled()


def test_rubbish_is_looked_for_again_also_when_the_measuring_failed() -> None:
    with pytest.raises(ZeroDivisionError), undisturbed():
        raise ZeroDivisionError
    assert gc.isenabled()
