"""Thinking jobs in PostgreSQL: the servers of a house put them there, and workers on any machine take them.

A job is a row. A worker takes the oldest that nobody has, skipping those that others are taking at the same moment, and
holds it by a lease that it renews while it thinks; when it dies the lease runs out and the next one takes the job. Who
waits hears by NOTIFY, and looks for himself now and then in case a notice was lost.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from itertools import count
from threading import Event, Lock, Thread

import msgspec
import psycopg

from sandtable.core.values import Value
from sandtable.table.messages.text import plain
from sandtable.table.stores.base import StoreError
from sandtable.table.stores.postgres import PostgresDatabase
from sandtable.table.thinking.jobs import AnyReply, Failed, Job, packed, reply_in

log = logging.getLogger("sandtable.table")

CHANNEL = "sandtable_thinking"
NEW = "new"  # a job for whoever is free
LOOK = 2.0  # seconds after which one looks without having been told
AGAIN = 1.0  # seconds until a lost listener tries again

PUT = "insert into jobs (id, asker, game, rules, job) values (?, ?, ?, ?, ?) on conflict (id) do nothing"
TAKE = """
update jobs set worker = ?, tries = tries + 1, until = now() + make_interval(secs => ?)
where n = (
    select n from jobs
    where reply is null and (until is null or until < now()) and game || ' ' || rules = any(?)
    order by n for update skip locked limit 1
) returning id, asker, job, tries
"""
RENEW = "update jobs set until = now() + make_interval(secs => ?) where id = ? and worker = ? and reply is null"
GIVE_BACK = "update jobs set until = null, worker = '', tries = tries - 1 where id = ? and worker = ? and reply is null"
REPLY = "update jobs set reply = ? where id = ? and worker = ? and reply is null"
STAND = "select id, worker <> '', reply from jobs where asker = ?"
FORGET = "delete from jobs where made < now() - make_interval(secs => ?)"


class Notices:
    """Somebody who listens, in a thread, until he is told to stop. `heard` gets the words of each notice, and nothing
    whenever he ought to look for himself."""

    def __init__(self, url: str, heard: Callable[[str], None]) -> None:
        self._url, self._heard = url, heard
        self.ended = Event()
        self._thread = Thread(target=self._listen, name="notices", daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        while not self.ended.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True) as connection:
                    connection.execute(f"listen {CHANNEL}")
                    while not self.ended.is_set():
                        self._heard("")
                        for notice in connection.notifies(timeout=LOOK):
                            self._heard(notice.payload)
                            if self.ended.is_set():
                                break
            except (psycopg.Error, StoreError) as error:
                log.warning("jobs and their replies are not heard of for a moment: %s", plain(str(error), 300))
                self.ended.wait(AGAIN)

    def end(self) -> None:
        self.ended.set()

    def join(self) -> None:
        self._thread.join(2 * LOOK)


class Pending(Value, frozen=True):
    """A job that was put into the database, as it is known here."""

    waiting: Future[AnyReply]
    job: Job


class SharedQueue:
    """The servers' end: a place to think, for the table."""

    def __init__(self, url: str) -> None:
        self._database = PostgresDatabase(url)
        self._name = self._database.name
        self._numbers = count(1)
        self._pending: dict[str, Pending] = {}
        self._lock = Lock()
        self._notices = Notices(url, self._heard)

    def think(self, job: Job) -> Future[AnyReply]:
        """Raises `StoreError`."""
        name, pending = f"{self._name}-{next(self._numbers)}", Pending(Future(), job)
        with self._lock:
            self._pending[name] = pending
        try:
            self._put(name, job)
        except StoreError:
            with self._lock:
                del self._pending[name]
            raise
        return pending.waiting

    def _put(self, name: str, job: Job) -> None:
        with self._database.transaction() as db:
            db.run(PUT, name, self._name, job.game, job.rules, packed(job))
            db.ask("select pg_notify(?, ?)", CHANNEL, NEW)

    def warm_up(self) -> None: ...

    def tidy(self) -> None: ...

    def close(self) -> None:
        self._notices.end()
        with self._lock:
            pending, self._pending = self._pending, {}
        for each in pending.values():
            if not each.waiting.cancel():
                _settle(each.waiting, Failed("the table is being closed"))
        with suppress(StoreError), self._database.transaction() as db:
            db.run("delete from jobs where asker = ?", self._name)
            db.ask("select pg_notify(?, ?)", CHANNEL, f"{self._name} closed")  # so that the listener ends at once
        self._notices.join()
        self._database.close()

    # Replies

    def _heard(self, words: str) -> None:
        asker, _, _ = words.partition(" ")
        if asker in ("", self._name) and self._pending:
            self._look()

    def _look(self) -> None:
        """How all that was asked here stands; what is no longer there is put there again."""
        with self._lock:
            expected = dict(self._pending)
        found = {name: (taken, reply) for name, taken, reply in self._database.read(STAND, self._name)}
        for name, pending in expected.items():
            taken, reply = found.get(name, (False, None))
            if reply is not None or pending.waiting.cancelled():
                self._close(name, pending, reply)
            elif taken and not pending.waiting.running():
                pending.waiting.set_running_or_notify_cancel()
            elif name not in found and self._is_pending(name):
                self._put(name, pending.job)

    def _is_pending(self, name: str) -> bool:
        with self._lock:
            return name in self._pending

    def _close(self, name: str, pending: Pending, reply: bytes | None) -> None:
        with self._database.transaction() as db:
            db.run("delete from jobs where id = ?", name)
        with self._lock:
            self._pending.pop(name, None)
        if reply is not None:
            _settle(pending.waiting, _read(reply))


def _read(reply: bytes) -> AnyReply:
    try:
        return reply_in(reply)
    except msgspec.MsgspecError as error:
        return Failed(f"not a reply: {error}")


def _settle(waiting: Future[AnyReply], reply: AnyReply) -> None:
    with suppress(InvalidStateError):  # nobody waits any longer
        waiting.set_result(reply)
