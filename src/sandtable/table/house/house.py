"""All tables of one store: made, listed, opened, and closed again when nobody looks."""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from starlette.requests import HTTPConnection

from sandtable import bots
from sandtable.bots.roster import Roster
from sandtable.core import journal
from sandtable.core.dice import SecretDice, commitment, fresh_secret, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.journal import SaveError
from sandtable.core.title import Title, UnknownChoice
from sandtable.core.values import Refusal
from sandtable.table.house.importing import imported
from sandtable.table.house.sweep import Sweep
from sandtable.table.live.clocks import clock_shown
from sandtable.table.live.resuming import check_promise, keep_all
from sandtable.table.live.showing import links_to, seats_shown
from sandtable.table.live.sight import Sight
from sandtable.table.live.table import LiveTable, asked_since, now
from sandtable.table.live.timekeeper import time_after
from sandtable.table.messages.answers import Listed, Made
from sandtable.table.messages.requests import NewTable
from sandtable.table.messages.text import plain
from sandtable.table.pace.clock import set_up
from sandtable.table.people.allowance import Allowance
from sandtable.table.people.cookies import kept, secret_in
from sandtable.table.people.seats import adopted, is_for
from sandtable.table.people.values import GUEST, Who
from sandtable.table.people.visits import AT_HOME, Visit
from sandtable.table.rooms.mishaps import Mishaps
from sandtable.table.rooms.room import Room
from sandtable.table.rooms.tally import Tally
from sandtable.table.stores.base import (
    Broken,
    Busy,
    EventStore,
    Manners,
    News,
    Row,
    Seat,
    Seating,
    StoreError,
    Taken,
    Token,
    fresh_token,
)
from sandtable.table.thinking.pool import Pool, Threads

if TYPE_CHECKING:  # it needs the packages of a house
    from sandtable.table.notices.herald import Herald
    from sandtable.table.people.accounts import Accounts
    from sandtable.table.people.people import People
    from sandtable.table.standings.recorder import Recorder
    from sandtable.table.standings.store import Tournament
    from sandtable.table.standings.tournaments import Tournaments

log = logging.getLogger("sandtable.table")

R = TypeVar("R")

IDLE_ROOMS = 4  # open tables without a guest that are kept in memory
A_MINUTE = 240  # tables that may be made
FOR_ONE = (20, 600.0)  # tables that one address may make in a house, in so many seconds
TICKET = 60.0  # seconds for which a ticket is good
PROGRAMS = 8  # of the roster that are spoken to at once
TIDY = 5.0  # seconds from one look for others to the next


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
        self.store, self.titles, self._key = store, titles, key
        self.roster = roster or Roster()
        self.mishaps = Mishaps(mishaps)
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._openers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="opener")
        self._tidying: asyncio.Task[None] | None = None
        self._tickets: dict[str, float] = {}  # until when each is good
        self._made: deque[float] = deque()  # when the last tables were made
        self.sockets = 0
        self._troubles: dict[str, str] = {}  # why a table cannot be opened, as far as that is known
        self.tally = Tally()
        self.strangers = Allowance(*FOR_ONE, "you have made many tables in a short time")
        self._pool = pool or Threads(titles.__getitem__)  # where machines think
        self._threads = ThreadPoolExecutor(PROGRAMS, thread_name_prefix="program")
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

    def is_owner(self, key: str) -> bool:
        return bool(self._key) and hmac.compare_digest(key.encode(), self._key.encode())

    def ticket(self, key: str) -> str:
        """For one visit of the owner, soon. Raises `Refusal`."""
        if not self.is_owner(key):
            raise Refusal("seat", "only the owner of this server gives out tickets")
        self._tickets = {ticket: ends for ticket, ends in self._tickets.items() if ends > monotonic()}
        ticket = fresh_token()
        self._tickets[ticket] = monotonic() + TICKET
        return ticket

    def redeem(self, ticket: str) -> str:
        """The owner's key for a ticket, once. Raises `Refusal`."""
        if self._tickets.pop(ticket, 0) < monotonic():
            raise Refusal("seat", "this ticket has already been used or has expired: start the table again")
        return self._key

    # Making

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

    def guest_named(self, name: str) -> str:
        """The name of somebody without an account, if he may have it. Raises `Refusal`."""
        name = plain(name, 40)
        if self.accounts is not None:
            self.accounts.check_guest(name)
        return name

    def make(self, wish: NewTable, who: Who = GUEST) -> Made:
        """A new table. Raises `Refusal`."""
        self._count_made()
        return self._make(wish, who, secrets.token_urlsafe(9), {})

    def _make(self, wish: NewTable, who: Who, table: str, players: Mapping[str, str]) -> Made:
        """`players`: the persons whom open seats are kept for, by side."""
        title = self.title(wish.game)
        try:
            setup = title.setup(wish.scenario, wish.options)
        except UnknownChoice as error:
            raise Refusal("unknown", plain(str(error), 300)) from None
        seats = chosen_seats(title, wish.seats, who or Who("", self.guest_named(wish.name)), self.roster)
        if wish.invite and not any(seat.kind == "open" for seat in seats.values()):
            raise Refusal("message", "an invitation needs an open seat")
        if wish.pace is not None and (fault := wish.pace.fault()):
            raise Refusal("clock", fault)
        secret = fresh_secret() if wish.seed is None else secret_of_seed(wish.seed)
        held = tuple(side for side, seat in seats.items() if seat.kind == "human")
        host = Token(fresh_token(), held, True, who.id)
        guest = self._challenged(wish.challenge, who, seats)
        guests = [
            Token(fresh_token(), (side,), person=players.get(side, guest))
            for side, seat in seats.items()
            if seat.kind == "open"
        ]
        start: Game[Any] = Game(title, setup, SecretDice(secret))
        at = now()
        row = Row(
            table, title.key, title.rules_version, setup, commitment(secret), wish.seed, at, at, seats,
            asked_since(Sight(start, ()).summary(), at), invited=wish.invite, pace=wish.pace,
            manners=Manners(wish.spectators, wish.delay),
            clock=set_up(wish.pace, title.sides) if wish.pace else None,
        )  # fmt: skip
        row = msgspec.structs.replace(row, clock=time_after(row, row.summary, seats, waiting=False))
        self.store.create(row, secret, [host, *guests])
        log.info("table %s: made, %s", table, title.key)
        links = links_to(table, seats, {token.secret: token for token in guests})
        return Made(table, f"/t/{table}", host.secret, host.sides, links)

    def _challenged(self, name: str, who: Who, seats: Mapping[str, Seat]) -> str:
        """The person whom the open seats are kept for, if any. Raises `Refusal`."""
        if not name:
            return ""
        person = self.accounts.store.named(name) if self.accounts is not None else None
        if person is None or person.banned:
            raise Refusal("unknown", f"there is nobody called '{plain(name, 60)}' here")
        if person.id == who.id:
            raise Refusal("message", "nobody challenges himself")
        if not any(seat.kind == "open" for seat in seats.values()):
            raise Refusal("message", "a challenge needs an open seat")
        return person.id

    def take_in(self, data: bytes) -> Made:
        """A table with the game of a record that somebody brings along. Raises `Refusal`."""
        if self.is_public:  # to play it through takes as long as its author wishes
            raise Refusal("seat", "records are brought to a table on one's own machine")
        self._count_made()
        try:
            save = journal.written(data, "this file")
            row, secret, lines, game = imported(self.title(save.game), save, self.roster, journal.Keyring())
        except SaveError as error:
            raise Refusal("message", plain(str(error), 300)) from None
        host = Token(fresh_token(), tuple(side for side, seat in row.seats.items() if seat.kind == "human"), True)
        self.store.create(row, secret, [host], lines)
        keep_all(game, row, self.store)
        log.info("table %s: imported, %s", row.id, row.game)
        return Made(row.id, f"/t/{row.id}", host.secret, host.sides, {})

    def _count_made(self) -> None:
        now = monotonic()
        while self._made and self._made[0] < now - 60:
            self._made.popleft()
        if len(self._made) >= A_MINUTE:
            raise Refusal("busy", "too many tables were made in the last minute: wait a little")
        self._made.append(now)

    async def remove(self, table: str, secret: str, who: Who = GUEST) -> None:
        """For good, as its host or the owner of the server wishes. Raises `Refusal`."""
        row = self.store.row(table)
        if row is None:
            raise Refusal("unknown", f"there is no table '{plain(table, 60)}'")
        hosts = [token.secret for token in self.store.tokens(table) if token.host and is_for(token, who)]
        if not (self.is_owner(secret) or any(hmac.compare_digest(secret.encode(), host.encode()) for host in hosts)):
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
                    self._follow(self.rooms[table])
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

    # Listing

    def listed(self, owner: bool) -> list[Listed]:
        """All tables; where strangers come, a table is found by its link alone."""
        if self.is_public and not owner:
            return []
        return [self._ruin(row) if isinstance(row, Broken) else self._listed(row, owner) for row in self.store.rows()]

    def _ruin(self, row: Broken) -> Listed:
        title = self.titles.get(row.game)
        return Listed(
            id=row.id, game=row.game, name=title.name if title else row.game, scenario="", options=(), seats={},
            created="", touched=row.touched, entries=0, turn=0, last_turn=0, date="", phase="", asked=(), over="",
            winner=None, where={}, token="", yours=(), trouble=plain(row.why, 300), clock=None, since={},
        )  # fmt: skip

    def _trouble(self, row: Row) -> str:
        """Why a table cannot be opened, as far as that can be told without opening it."""
        if row.game not in self.titles:
            return "this game is not installed here"
        if row.closed:
            return f"the host of the house has closed this table: {row.closed}"
        if row.id not in self._troubles:
            try:
                check_promise(row, self.store.secret(row.id))
                self._troubles[row.id] = ""
            except Busy:
                raise
            except (SaveError, StoreError) as error:
                self._troubles[row.id] = plain(str(error), 300)
        return self._troubles[row.id]

    def told(self, row: Row) -> Listed:
        """What everybody who has found a table may know of it."""
        return self._listed(row, owner=False)

    def _listed(self, row: Row, owner: bool) -> Listed:
        title = self.titles.get(row.game)
        room = self.rooms.get(row.id)
        token = self._host_token(row.id) if owner else ""
        summary = row.summary
        here = room.around().here if room else {}
        return Listed(
            id=row.id, game=row.game, name=title.name if title else row.game, scenario=row.setup.scenario,
            options=row.setup.options, seats=seats_shown(row.seats, here, bool(summary.over)),
            created=row.created, touched=row.touched, entries=summary.entries, turn=summary.turn,
            last_turn=summary.last_turn, date=summary.date, phase=summary.phase, asked=summary.asked,
            over=summary.over, winner=summary.winner, where=summary.where, token=token, yours=(),
            trouble=self._trouble(row),
            clock=clock_shown(row), since=summary.since,
        )  # fmt: skip

    def _host_token(self, table: str) -> str:
        try:
            return next((token.secret for token in self.store.tokens(table) if token.host), "")
        except (msgspec.MsgspecError, ValueError):
            return ""  # a table with damaged tokens cannot be entered, but the others are still listed

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
            if self._tidying is None:
                self._tidying = asyncio.create_task(self._keep_tidy())
            return self.rooms[table]
        finally:
            del self._opening[table]

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
            self._troubles[row.id] = plain(str(error), 300)
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
        self.tournaments = Tournaments(self.recorder.store, self.title, self._make_between, now)

    def _moved(self, before: Row, row: Row) -> None:
        """A table has changed. That nobody can be told of it does not undo it."""
        try:
            if self.herald is not None and self.recorder is not None:
                self.herald.moved(before, row)
                self.recorder.moved(before, row, now())
        except StoreError as error:
            log.error("table %s: nobody could be told of a change: %s", row.id, error)

    def _make_between(self, tournament: Tournament, table: str, players: Mapping[str, str]) -> None:
        """A table for persons, each of whom finds his seat among his own tables; once, however often it is asked."""
        wish = NewTable(
            game=tournament.game, scenario=tournament.scenario, seats=dict.fromkeys(players, "open"),
            pace=tournament.pace,
        )  # fmt: skip
        with suppress(Taken):
            self._make(wish, GUEST, table, players)

    def _forget(self, table: str) -> None:
        self.rooms.pop(table, None)

    async def _keep_tidy(self) -> None:
        """Rooms that nobody is in are unloaded, except for the last few: they reopen quickly."""
        while True:
            await asyncio.sleep(TIDY)
            self.tidy()
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
        for key in idle[: max(0, len(idle) - IDLE_ROOMS)]:
            self._forget(key)

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


def chosen_seats(title: Title[Any], wished: Mapping[str, str], maker: Who, roster: Roster) -> dict[str, Seat]:
    """Who plays which side; a side not named is a machine's, except the first side when nothing was chosen."""
    for side in wished:
        if side not in title.sides:
            raise Refusal("unknown", f"{title.name} has no side '{plain(side, 60)}'; it has: {', '.join(title.sides)}")
    usual = {side: f"bot:{bots.suggested(title)}" for side in title.sides}
    if not wished:
        usual[title.sides[0]] = "human"
    return {side: _seat(title, wished.get(side, usual[side]), maker, roster) for side in title.sides}


def _seat(title: Title[Any], wish: str, maker: Who, roster: Roster) -> Seat:
    kind, _, bot = wish.partition(":")
    if wish == "human":
        return Seat("human", name=maker.name, person=maker.id)
    if wish == "open":
        return Seat("open", given=1)
    if kind != "bot":
        raise Refusal("message", f"a seat is human, open or bot:NAME, not '{plain(wish, 60)}'")
    if not roster.is_known(title, bot):
        known = ", ".join(roster.names(title))
        raise Refusal("unknown", f"{title.name} has no player '{plain(bot, 60)}'; it has: {known}")
    return Seat("bot", bot)
