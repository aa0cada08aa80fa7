"""All tables of one store: made, listed, opened, and closed again when nobody looks."""

from __future__ import annotations

import asyncio
import gc
import hmac
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec.structs import replace
from starlette.requests import HTTPConnection

from sandtable.bots.roster import Roster
from sandtable.core.title import Title
from sandtable.core.values import Refusal
from sandtable.table.house.limits import limits
from sandtable.table.house.listing import Listing
from sandtable.table.house.making import Maker
from sandtable.table.house.sweep import Sweep
from sandtable.table.house.tickets import Tickets
from sandtable.table.live.resuming import check_promise
from sandtable.table.live.table import LiveTable, days_ago, now
from sandtable.table.messages.text import plain
from sandtable.table.people.cookies import kept, secret_in
from sandtable.table.people.seats import adopted, is_for
from sandtable.table.people.values import GUEST, Who
from sandtable.table.people.visits import AT_HOME, Visit
from sandtable.table.rooms.mishaps import Mishaps
from sandtable.table.rooms.room import Room
from sandtable.table.rooms.tally import Tally
from sandtable.table.stores.base import EventStore, News, Row, Seating, StoreError
from sandtable.table.thinking.pool import Pool, Threads

if TYPE_CHECKING:  # it needs the packages of a house
    from sandtable.table.notices.herald import Herald
    from sandtable.table.people.accounts import Accounts
    from sandtable.table.people.people import People
    from sandtable.table.standings.recorder import Recorder
    from sandtable.table.standings.tournaments import Tournaments

log = logging.getLogger("sandtable.table")

R = TypeVar("R")


class House:
    """The tables of a store and the games they are of."""

    def __init__(
        self,
        store: EventStore,
        titles: Mapping[str, Title[Any]],
        key: str = "",
        mishaps: Path | None = None,
        roster: Roster | None = None,
        is_public: bool = False,
        people: People | None = None,
        pool: Pool | None = None,
    ) -> None:
        self.people = people  # none at a table on one's own machine
        self.is_public = is_public  # strangers come here: they see and do less
        self.invites = is_public  # whether anybody but the host can see an invitation
        self.store, self.titles = store, titles
        self.roster = roster or Roster()
        self.mishaps = Mishaps(mishaps)
        self.rooms: dict[str, Room] = {}
        self.tickets = Tickets(key)
        self.maker = Maker(store, self.title, self.roster, people, is_public)
        self.listing = Listing(store, titles, self.rooms, is_public)
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._openers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="opener")
        self._prepared: set[str] = set()  # games
        self._tidying: asyncio.Task[None] | None = None
        self.sockets = 0
        self.tally = Tally()
        self._pool = pool or Threads(titles.__getitem__)  # where machines think
        self._threads = ThreadPoolExecutor(limits().programs_at_once, thread_name_prefix="program")
        self._following: set[asyncio.Task[None]] = set()
        self.herald: Herald | None = None
        self.recorder: Recorder | None = None
        self.tournaments: Tournaments | None = None
        if people is not None:
            self._count_results(people)
        self.sweep = Sweep(self)
        self._sweeping: asyncio.Task[None] | None = None
        self._telling: asyncio.Task[None] | None = None

    def start(self) -> None:
        """From here on what other servers do on the same store is heard."""
        loop = asyncio.get_running_loop()

        def heard(news: News) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._heard, news)

        self.store.listen(heard)
        self._sweeping = asyncio.create_task(self.sweep.run())
        if self.herald is not None:
            self._telling = asyncio.create_task(self.herald.run())

    def _heard(self, news: News) -> None:
        """Another server has changed a table, or may have changed any, or says who is there."""
        named = [self.rooms[news.table]] if news.table in self.rooms else []
        for room in named if news.table else list(self.rooms.values()):
            if news.text:
                room.company.hear(news)
            else:
                self._follow(room)

    def _follow(self, room: Room) -> None:
        following = asyncio.create_task(room.catch_up())
        self._following.add(following)
        following.add_done_callback(self._following.discard)

    def title(self, key: str) -> Title[Any]:
        title = self.titles.get(key)
        if title is None:
            raise Refusal("unknown", f"there is no game '{plain(key, 60)}' here")
        return title

    # Who comes

    @property
    def accounts(self) -> Accounts | None:
        return self.people.accounts if self.people else None

    async def visitor(self, asked: HTTPConnection) -> Who:
        """Whose session a request belongs to; a guest if it has none."""
        secret = secret_in(asked)
        if self.accounts is None or not secret:
            return GUEST
        return await asyncio.to_thread(self.accounts.who, secret)

    async def visit(self, asked: HTTPConnection, who: Who, row: Row) -> Visit:
        """What somebody who has come to a table may do there."""
        if self.people is None:
            return AT_HOME
        session, address = kept(secret_in(asked)), asked.client.host if asked.client else ""
        return await asyncio.to_thread(self.people.visits.begin, who, session, address, row)

    async def remove(self, table: str, secret: str, who: Who = GUEST) -> None:
        """For good, as its host or the owner of the server wishes. Raises `Refusal`."""
        row = self.store.row(table)
        if row is None:
            raise Refusal("unknown", f"there is no table '{plain(table, 60)}'")
        hosts = [token.secret for token in self.store.tokens(table) if token.host and is_for(token, who)]
        if not (
            self.tickets.is_owner(secret) or any(hmac.compare_digest(secret.encode(), host.encode()) for host in hosts)
        ):
            raise Refusal("seat", "only its host deletes a table")
        if any(seat.given for seat in row.seats.values()) and not row.summary.over:
            raise Refusal("seat", "a game with a guest is not deleted before it is over: it counts as begun")
        await self.take_away(table)

    async def take_away(self, table: str) -> None:
        """A table, for good, whoever wishes it."""
        room = self.rooms.get(table)
        if room is not None:
            await room.close()
            self._forget(table)
        await asyncio.to_thread(self.store.remove, table)
        log.info("table %s: deleted", table)

    async def adopt(self, held: Mapping[str, str], who: Who) -> list[str]:
        """What a guest has in his browser is from now on his account's. The tables of which that is true now."""
        done = []
        for table, secret in held.items():
            if await asyncio.to_thread(self._adopt, table, secret, who):
                done.append(table)
                if table in self.rooms:
                    await self.rooms[table].catch_up()
        return done

    def _adopt(self, table: str, secret: str, who: Who) -> bool:
        try:
            row = self.store.row(table)
            seating = Seating(row.seats, tuple(self.store.tokens(table))) if row else None
            taken = adopted(seating, secret, who) if seating else None
            if row is None or taken is None:
                return False
            self.store.seat(row, taken)
        except (StoreError, msgspec.MsgspecError, ValueError):
            return False  # damaged, or changed at this very moment: it may be claimed again
        return True

    # Opening

    async def room(self, table: str) -> Room:
        """The room of a table, opened if necessary. Nobody waits for another table's opening. Raises `Refusal`."""
        if table in self.rooms:
            return self.rooms[table]
        if table not in self._opening:
            self._opening[table] = asyncio.create_task(self._opened(table))
            self._opening[table].add_done_callback(_heard)  # also when whoever asked has gone
        return await asyncio.shield(self._opening[table])

    async def opening(self, work: Callable[[bytes], R], data: bytes) -> R:
        """Work as long as the opening of a table, where tables are opened."""
        return await asyncio.get_running_loop().run_in_executor(self._openers, work, data)

    async def _opened(self, table: str) -> Room:
        try:
            live = await asyncio.get_running_loop().run_in_executor(self._openers, self._open, table)
            self.rooms[table] = Room(
                live, self._pool, self._threads, self._forget, self.mishaps, self.roster, self.tally
            )  # fmt: skip
            if self.store.shared:  # what happened while it was being opened
                self._follow(self.rooms[table])
                self.rooms[table].company.ask()
            self._prepare(live.title)
            if self._tidying is None:
                self._tidying = asyncio.create_task(self._keep_tidy())
            return self.rooms[table]
        finally:
            del self._opening[table]

    def _prepare(self, title: Title[Any]) -> None:
        """Beside the first table of a game, while its player still looks at the map."""
        if title.key not in self._prepared:
            self._prepared.add(title.key)
            self._openers.submit(title.rules.prepare)

    def _open(self, table: str) -> LiveTable:
        row = self.store.row(table)
        if row is None:
            raise Refusal("unknown", f"there is no table '{plain(table, 60)}'")
        if row.closed:
            raise Refusal("closed", f"the host of the house has closed this table: {row.closed}")
        title = self.title(row.game)
        try:
            check_promise(row, self.store.secret(row.id))
            live = LiveTable.open(title, row, self.store)
            live.moved = self._moved
            if self.store.shared:
                live.catch_up()
            return live
        except ValueError as error:
            log.error("table %s cannot be opened: %s", row.id, error)
            self.listing.troubles[row.id] = plain(str(error), 300)
            raise Refusal("fault", f"the table cannot be opened: {plain(str(error), 300)}") from None

    def _count_results(self, people: People) -> None:
        """What a house does beyond a table: tells people that they are waited for, and counts who has won."""
        from sandtable.table.notices.herald import Herald
        from sandtable.table.notices.store import AlertStore
        from sandtable.table.standings.recorder import Recorder
        from sandtable.table.standings.store import StandingStore
        from sandtable.table.standings.tournaments import Tournaments

        database = people.store.database
        self.herald = Herald(self, people, people.public, AlertStore(database))
        self.recorder = Recorder(StandingStore(database))
        self.tournaments = Tournaments(self.recorder.store, self.title, self.maker.make_between, now)

    def _moved(self, before: Row, row: Row) -> None:
        """A table has changed. That nobody can be told of it does not undo it."""
        try:
            if self.herald is not None and self.recorder is not None:
                self.herald.moved(before, row)
                self.recorder.moved(before, row, now())
        except StoreError as error:
            log.error("table %s: nobody could be told of a change: %s", row.id, error)

    async def make_up_for_results(self) -> None:
        """A server that ended between the last entry of a game and its result has left that to the others."""
        if self.recorder is not None:
            await asyncio.to_thread(self._make_up, self.recorder)

    def _make_up(self, recorder: Recorder) -> None:
        for table in recorder.store.unrecorded(days_ago(limits().results_days), limits().swept_at_most):
            row = self.store.row(table)
            if row is not None and row.summary.over:
                self._moved(replace(row, summary=replace(row.summary, over="")), row)

    def _forget(self, table: str) -> None:
        self.rooms.pop(table, None)

    async def _keep_tidy(self) -> None:
        """Rooms that nobody is in are unloaded, except for the last few: they reopen quickly. Of games that
        are played at none of them nothing is remembered that only saves time in play."""
        while True:
            await asyncio.sleep(limits().tidy_seconds)
            self.tidy()
            gc.collect()  # sockets that have ended refer to themselves, with all that they were still to send
            if self.people is not None:
                await self.people.watch.look(self.rooms)

    def tidy(self) -> None:
        if self.store.shared:
            for room in self.rooms.values():
                room.company.keep()
        for room in self.rooms.values():
            if room.table.row.manners.delay and room.guests:
                room.stir()  # time alone shows more to who looks on later
        idle = [key for key, room in self.rooms.items() if room.idle]
        for key in idle[: max(0, len(idle) - limits().idle_tables)]:
            self._forget(key)
        played = {room.table.title.key for room in self.rooms.values() if not room.idle}
        for unplayed in self._prepared - played:
            self.title(unplayed).rules.forget()

    async def close(self) -> None:
        for task in (self._tidying, self._sweeping, self._telling):
            if task is not None:
                task.cancel()
        for room in list(self.rooms.values()):
            await room.close()
        self.rooms.clear()
        self._threads.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(self._pool.close)
        self._openers.shutdown(wait=False, cancel_futures=True)
        if self.people is not None and self.people.post is not None:
            await self.people.post.close()
        await asyncio.to_thread(self.store.close)


def _heard(opening: asyncio.Task[Room]) -> None:
    if not opening.cancelled():
        opening.exception()
