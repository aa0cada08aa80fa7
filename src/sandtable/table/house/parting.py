"""Somebody deletes his account. His games do not hang: he resigns what he has not finished."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import msgspec

from sandtable.core.parley import Resign
from sandtable.core.values import Refusal
from sandtable.table.house.house import House
from sandtable.table.live import playing
from sandtable.table.live.table import LiveTable, Lost
from sandtable.table.people.belongings import is_his_alone
from sandtable.table.people.people import People
from sandtable.table.people.values import Person
from sandtable.table.stores.base import StoreError

log = logging.getLogger("sandtable.table")


async def part(house: House, people: People, person: Person) -> None:
    """For good."""
    tables = await asyncio.to_thread(people.store.tables, person.id)
    for table in tables:
        with suppress(Refusal, Lost, StoreError, msgspec.MsgspecError, ValueError):  # a damaged one stays as it is
            await _leave(house, table, person)
    await asyncio.to_thread(people.belongings.remove, person)
    for table in tables:
        if table in house.rooms:
            house.rooms[table].give_up()
    log.info("an account was deleted")


async def _leave(house: House, table: str, person: Person) -> None:
    row = await asyncio.to_thread(house.store.row, table)
    if row is None:
        return
    tokens = await asyncio.to_thread(house.store.tokens, table)
    if is_his_alone(row, tokens, person):
        await house.take_away(table)
    elif not row.summary.over:
        room = await house.room(table)
        await room.change(resign, room.table, person)


def resign(table: LiveTable, person: Person) -> None:
    """The side that he plays, if the game has begun."""
    side = next((side for side, seat in table.row.seats.items() if seat.person == person.id), "")
    if side and not table.waiting and table.game.outcome is None:
        playing.act(table, side, Resign())
