"""The sweep: looks for fallen flags of tables that nobody may be at, for games whose results nobody has recorded, and
for rounds of tournaments that are over.
It may be done at any time, by any server, twice or at once: a fall is an entry like any other, and an entry whose
number is taken is refused."""

from __future__ import annotations

import asyncio
import logging
from typing import Protocol

from sandtable.core.values import Refusal
from sandtable.table.house.limits import limits
from sandtable.table.live import flags
from sandtable.table.live.table import Lost
from sandtable.table.pace import moment
from sandtable.table.rooms.room import Room
from sandtable.table.standings.tournaments import Tournaments
from sandtable.table.stores.base import EventStore, StoreError

log = logging.getLogger("sandtable.table")


class Rooms(Protocol):
    """A house, as far as its clocks are concerned."""

    store: EventStore
    rooms: dict[str, Room]
    tournaments: Tournaments | None

    async def room(self, table: str) -> Room: ...

    async def make_up_for_results(self) -> None: ...


class Sweep:
    """The looks at the clocks of a house."""

    def __init__(self, house: Rooms) -> None:
        self.house = house
        self._hopeless: set[str] = set()  # tables that cannot be opened

    async def run(self) -> None:
        due = 0.0
        while True:
            await asyncio.sleep(limits().open_sweep_seconds)
            try:
                await self.open_tables()
                if moment.seconds() >= due:
                    due = moment.seconds() + limits().sweep_seconds
                    await self.all_tables()
                    await self.house.make_up_for_results()
                    await self.all_tournaments()
            except Exception as error:  # the next look comes
                log.error("the clocks were not looked at: %s", error, exc_info=error)

    async def open_tables(self) -> None:
        for table, room in list(self.house.rooms.items()):
            if flags.is_late(room.table):
                await self._look(table)

    async def all_tables(self) -> None:
        found = await asyncio.to_thread(self.house.store.due, moment.seconds(), limits().swept_at_most)
        for table in found:
            if table not in self._hopeless:
                await self._look(table)

    async def all_tournaments(self) -> None:
        if self.house.tournaments is not None:
            await asyncio.to_thread(self.house.tournaments.look_at_all)

    async def _look(self, table: str) -> None:
        try:
            room = await self.house.room(table)
            if await room.change(flags.let_flags_fall, room.table):
                room.spread()
                room.tend()  # a machine may have taken over
        except Refusal as refusal:
            if refusal.case == "fault":
                self._hopeless.add(table)
            log.info("table %s: its clock was not looked at: %s", table, refusal)
        except (Lost, StoreError) as error:
            log.warning("table %s: its clock was not looked at: %s", table, error)
