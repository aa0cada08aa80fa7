"""The list of tables, and why one of them cannot be opened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from sandtable.core.journal import SaveError
from sandtable.core.title import Title, options_under
from sandtable.table.live.clocks import clock_shown
from sandtable.table.live.resuming import check_promise
from sandtable.table.live.showing import seats_shown
from sandtable.table.messages.tables import Listed
from sandtable.table.messages.text import plain
from sandtable.table.rooms.room import Room
from sandtable.table.stores.base import Broken, Busy, EventStore, Row, StoreError, Token


class Listing:
    """The tables of a house as its pages list them."""

    def __init__(
        self, store: EventStore, titles: Mapping[str, Title[Any]], rooms: Mapping[str, Room], is_public: bool
    ) -> None:
        self._store, self._titles, self._rooms, self._is_public = store, titles, rooms, is_public
        self.troubles: dict[str, str] = {}  # why a table cannot be opened, as far as that is known

    def listed(self, owner: bool) -> list[Listed]:
        """All tables; where strangers come, a table is found by its link alone."""
        if self._is_public and not owner:
            return []
        return [self._ruin(row) if isinstance(row, Broken) else self._listed(row, owner) for row in self._store.rows()]

    def _ruin(self, row: Broken) -> Listed:
        title = self._titles.get(row.game)
        return Listed(
            id=row.id, game=row.game, name=title.name if title else row.game, scenario="", called="", options=(),
            seats={}, created="", touched=row.touched, entries=0, turn=0, last_turn=0, date="", phase="", asked=(),
            over="", winner=None, where={}, token="", yours=(), waits=False, trouble=plain(row.why, 300), clock=None,
            since={},
        )  # fmt: skip

    def _trouble(self, row: Row) -> str:
        """Why a table cannot be opened, as far as that can be told without opening it."""
        if row.game not in self._titles:
            return "this game is not installed here"
        if row.closed:
            return f"the host of the house has closed this table: {row.closed}"
        if row.id not in self.troubles:
            try:
                check_promise(row, self._store.secret(row.id))
                self.troubles[row.id] = ""
            except Busy:
                raise
            except (SaveError, StoreError) as error:
                self.troubles[row.id] = plain(str(error), 300)
        return self.troubles[row.id]

    def told(self, row: Row) -> Listed:
        """What everybody who has found a table may know of it."""
        return self._listed(row, owner=False)

    def _listed(self, row: Row, owner: bool) -> Listed:
        title = self._titles.get(row.game)
        room = self._rooms.get(row.id)
        token = self._host_token(row.id) if owner else None
        summary = row.summary
        here = room.around().here if room else {}
        return Listed(
            id=row.id, game=row.game, name=title.name if title else row.game, scenario=row.setup.scenario,
            called=title.book.guide().scenario(row.setup.scenario).name if title else "",
            options=options_under(title, row.setup, row.rules) if title else row.setup.options,
            seats=seats_shown(row.seats, here, bool(summary.over)),
            created=row.created, touched=row.touched, entries=summary.entries, turn=summary.turn,
            last_turn=summary.last_turn, date=summary.date, phase=summary.phase, asked=summary.asked,
            over=summary.over, winner=summary.winner, where=summary.where,
            token=token.secret if token else "", yours=token.sides if token else (),
            waits=False, trouble=self._trouble(row),
            clock=clock_shown(row), since=summary.since,
        )  # fmt: skip

    def _host_token(self, table: str) -> Token | None:
        try:
            return next((token for token in self._store.tokens(table) if token.host), None)
        except (msgspec.MsgspecError, ValueError):
            return None  # a table with damaged tokens cannot be entered, but the others are still listed
