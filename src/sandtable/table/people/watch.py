"""What the host of the house, or somebody in another browser, has decided elsewhere is carried out here: sessions that
have ended, people who were turned away, tables that were closed, and what is said to everybody."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping
from typing import Protocol

from sandtable.table.messages.answers import Chat
from sandtable.table.messages.positions import ChatLine
from sandtable.table.people.accounts import now, written
from sandtable.table.people.neighbours import Neighbours
from sandtable.table.people.visits import Visit
from sandtable.table.stores.base import StoreError
from sandtable.table.stores.database import Database

log = logging.getLogger("sandtable.table")

THE_HOUSE = "the house"  # its name in the chat; nobody else may have it
WELCOME = """
select s.secret from sessions s join persons p on p.id = s.person_id where p.banned = '' and s.secret in ({marks})
"""


class Guest(Protocol):
    """A connection, as far as the watch is concerned."""

    visit: Visit

    def hear(self, message: Chat) -> None: ...

    def dismiss(self) -> None: ...


class Room(Protocol):
    """An open table, as far as the watch is concerned."""

    @property
    def guests(self) -> Iterable[Guest]: ...

    def give_up(self) -> None: ...


class Watch:
    def __init__(self, neighbours: Neighbours, database: Database) -> None:
        self._neighbours, self._database = neighbours, database
        self._since = written(now())  # what was announced before stands on the pages themselves
        self._told: set[str] = set()

    async def look(self, rooms: Mapping[str, Room]) -> None:
        """A database that does not answer is asked again the next time."""
        try:
            await self._end_visits(rooms)
            await self._close_tables(rooms)
            await self._tell(rooms)
        except StoreError as error:
            log.warning("the watch could not look round: %s", error)

    async def _end_visits(self, rooms: Mapping[str, Room]) -> None:
        guests = [guest for room in rooms.values() for guest in room.guests if guest.visit.session]
        asked = {guest.visit.session for guest in guests}
        welcome = await asyncio.to_thread(self._among, WELCOME, asked)
        for guest in guests:
            if guest.visit.session not in welcome:
                guest.dismiss()

    async def _close_tables(self, rooms: Mapping[str, Room]) -> None:
        query = "select id from tables where closed <> '' and id in ({marks})"
        for table in await asyncio.to_thread(self._among, query, set(rooms)):
            if table in rooms:
                rooms[table].give_up()

    def _among(self, query: str, names: set[str]) -> set[str]:
        if not names:
            return set()
        marks = ", ".join("?" * len(names))
        return {name for (name,) in self._database.read(query.format(marks=marks), *names)}

    async def _tell(self, rooms: Mapping[str, Room]) -> None:
        for notice, text, at in await asyncio.to_thread(self._neighbours.notices):
            if notice not in self._told and at >= self._since:
                self._told.add(notice)
                line = ChatLine(0, THE_HOUSE, "", text, at)
                for guest in [guest for room in rooms.values() for guest in room.guests]:
                    guest.hear(Chat(line=line))
