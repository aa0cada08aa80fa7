"""A worker for a whole house: takes thinking jobs from PostgreSQL, lets processes of its own think, and writes what
they found. `sandtable worker` is this."""

from __future__ import annotations

import logging
import secrets
import signal
import sys
from concurrent.futures import TimeoutError as NotYet
from contextlib import suppress
from threading import Condition, Event, Thread
from time import monotonic

import msgspec

from sandtable import games
from sandtable.core.values import Value
from sandtable.table.stores.base import StoreError
from sandtable.table.stores.postgres import PostgresDatabase
from sandtable.table.thinking.jobs import AnyReply, Failed, job_in, packed
from sandtable.table.thinking.limits import Limits, limits
from sandtable.table.thinking.pool import Pool, usual_workers
from sandtable.table.thinking.processes import Processes
from sandtable.table.thinking.shared import CHANNEL, FORGET, GIVE_BACK, LOOK, NEW, RENEW, REPLY, TAKE, Notices

SLICE = 0.25  # seconds from one look to the next whether a thought has come to its end

log = logging.getLogger("sandtable.table")


class Taken(Value, frozen=True):
    """A job that is this worker's until its lease runs out."""

    name: str
    asker: str
    job: bytes
    tries: int


class Hired:
    """Takes as many jobs at once as it has hands."""

    def __init__(self, url: str, hands: int, pool: Pool, most: Limits | None = None) -> None:
        self.limits = most or limits()
        self._database = PostgresDatabase(url)
        self._name = f"worker-{secrets.token_hex(8)}"
        self._pool = pool
        self._knows = [f"{title.key} {title.rules_version}" for title in games.titles()]
        self._changed = Condition()
        self._news = 0  # counted, so that what comes while one looks is not overheard
        self._ended = Event()
        self._notices = Notices(url, self._heard)
        self._hands = [Thread(target=self._work, name="hand", daemon=True) for _ in range(hands)]
        for hand in self._hands:
            hand.start()

    def end(self) -> None:
        """What is being thought is given back for others to take."""
        self._ended.set()
        self._stir()
        self._notices.end()
        with suppress(StoreError), self._database.transaction() as db:
            db.ask("select pg_notify(?, ?)", CHANNEL, f"{self._name} ends")  # so that the listener ends at once
        for hand in self._hands:
            hand.join(2 * LOOK)
        self._pool.close()
        self._notices.join()
        self._database.close()

    def _heard(self, words: str) -> None:
        if words in ("", NEW):
            self._stir()

    def _stir(self) -> None:
        with self._changed:
            self._news += 1
            self._changed.notify_all()

    # A hand

    def _work(self) -> None:
        while not self._ended.is_set():
            seen = self._news
            try:
                taken = self._taken()
                if taken is not None:
                    self._carry_out(taken)
                    continue
            except StoreError as error:
                log.warning("the database does not answer: %s", error)
            with self._changed:
                self._changed.wait_for(lambda: self._news != seen or self._ended.is_set(), LOOK)  # noqa: B023

    def _taken(self) -> Taken | None:
        with self._database.transaction() as db:
            found = db.ask(TAKE, self._name, self.limits.lease_seconds, self._knows)
            if not found:
                db.run(FORGET, 2 * self.limits.seconds_at_most)  # whoever asked has gone long ago
                return None
            taken = Taken(*found[0])
            db.ask("select pg_notify(?, ?)", CHANNEL, f"{taken.asker} {taken.name}")
            return taken

    def _carry_out(self, taken: Taken) -> None:
        if taken.tries > self.limits.workers_for_a_job:
            self._reply(taken, Failed("no worker could finish this thought"))
            return
        try:
            reply = self._pool.think(job_in(taken.job))
        except msgspec.MsgspecError as error:
            self._reply(taken, Failed(f"not a job: {error}"))
            return
        renewed = monotonic()
        while True:
            try:
                self._reply(taken, reply.result(SLICE))
                return
            except NotYet:
                if self._ended.is_set() or monotonic() - renewed > self.limits.lease_seconds / 4:
                    renewed = monotonic()
                    if not self._is_still_wanted(taken):
                        reply.cancel()
                        return

    def _is_still_wanted(self, taken: Taken) -> bool:
        """The lease renewed; not if the job was withdrawn or taken by another, nor if this worker is to end."""
        if self._ended.is_set():
            with suppress(StoreError), self._database.transaction() as db:
                db.run(GIVE_BACK, taken.name, self._name)
                db.ask("select pg_notify(?, ?)", CHANNEL, NEW)
            return False
        with suppress(StoreError), self._database.transaction() as db:
            return db.run(RENEW, self.limits.lease_seconds, taken.name, self._name) == 1
        return True  # the database is away: it will be told when it is back

    def _reply(self, taken: Taken, reply: AnyReply) -> None:
        with self._database.transaction() as db:
            if db.run(REPLY, packed(reply), taken.name, self._name):
                db.ask("select pg_notify(?, ?)", CHANNEL, f"{taken.asker} {taken.name}")


def work(database: str, hands: int = 0) -> int:
    """Until it is told to stop. The exit code: 2 when it could not start."""
    hands = hands or usual_workers()
    stop = Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, lambda *_: stop.set())
    pool = Processes(hands)
    try:
        hired = Hired(database, hands, pool)
    except StoreError as error:
        print(f"this worker cannot start: {error}", file=sys.stderr)
        return 2
    print(f"Ready to think with {hands} processes. Stop it with Ctrl+C; nothing is lost.", flush=True)
    stop.wait()
    hired.end()
    return 0
