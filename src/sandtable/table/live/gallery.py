"""The game for those who look on some time later: nobody tells a player at once what the other side was seen to do."""

from __future__ import annotations

import datetime
from typing import Any

from sandtable.core.dice import SecretDice
from sandtable.core.title import Title
from sandtable.table.live.resuming import follow, resumed_before
from sandtable.table.live.sight import Sight
from sandtable.table.stores.base import EventStore, Row


class Gallery:
    """A game of its own, which follows the entries of the table when they are old enough."""

    def __init__(self, title: Title[Any], row: Row, dice: SecretDice, store: EventStore) -> None:
        self._row, self._store = row, store
        lines = store.lines(row.id, until=self._until())
        self._read = lines[-1].n if lines else 0
        self._game = resumed_before(title, row, dice, lines, store)
        self._sight = Sight(self._game, ())

    def sight(self) -> Sight:
        """As it is seen now."""
        for line in self._store.lines(self._row.id, self._read, self._until()):
            follow(self._game, line)
            self._read = line.n
            self._sight.follow()
        return self._sight

    def look_away(self) -> None:
        self._sight.look_away()

    def _until(self) -> str:
        at = datetime.datetime.now(datetime.UTC) - datetime.timedelta(seconds=self._row.manners.delay)
        return at.strftime("%Y-%m-%dT%H:%M:%SZ")
