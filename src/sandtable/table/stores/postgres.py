"""PostgreSQL: any number of servers on one database. They hear of each other's changes by LISTEN and NOTIFY."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Any

import psycopg
from psycopg import errors
from psycopg_pool import ConnectionPool, PoolTimeout

from sandtable.table.messages.text import plain
from sandtable.table.stores.base import Busy, News, StoreError, Taken
from sandtable.table.stores.database import Database, Stream
from sandtable.table.stores.schema import POSTGRES
from sandtable.table.stores.sql import SqlStore

log = logging.getLogger("sandtable.table")

CHANNEL = "sandtable"
PATIENCE = 5.0  # seconds to wait for a connection
CONNECTIONS = 10
SILENCE = 2.0  # seconds between two looks whether the listener is to end
AGAIN = 1.0  # seconds until a lost listener tries again
VERSION = len(POSTGRES)
MIGRATING = 0x53414E44  # the lock of whoever brings the schema up to date
AWAY = "the database does not answer; nothing was changed, try again"

LEASE = """
insert into leases (table_id, holder, until) values (%s, %s, now() + make_interval(secs => %s))
on conflict (table_id) do update set holder = excluded.holder, until = excluded.until
where leases.holder = excluded.holder or leases.until < now()
"""


class PostgresWriting:
    def __init__(self, connection: psycopg.Connection[Any], name: str) -> None:
        self._cursor = connection.cursor()
        self._name = name

    def run(self, query: str, *values: Any) -> int:
        return self._cursor.execute(_written(query), values).rowcount

    def run_all(self, query: str, rows: Iterable[Sequence[Any]]) -> None:
        self._cursor.executemany(_written(query), rows)

    def ask(self, query: str, *values: Any) -> list[Any]:
        return self._cursor.execute(_written(query), values).fetchall()

    def tell(self, table: str) -> None:
        self._cursor.execute("select pg_notify(%s, %s)", (CHANNEL, f"{self._name} {table}"))


class PostgresDatabase(Database):
    """A pool of connections, and one more that listens."""

    order = "made"
    shared = True

    def __init__(self, url: str) -> None:
        self._url = url
        self.name = secrets.token_hex(8)  # of this server among the others
        self._ended = Event()
        self._listener: Thread | None = None
        self._pool: ConnectionPool[psycopg.Connection[Any]] = ConnectionPool(
            url, min_size=1, max_size=CONNECTIONS, timeout=PATIENCE, open=False, check=ConnectionPool.check_connection
        )
        try:
            self._pool.open(wait=True, timeout=PATIENCE)
            self._prepare()
        except (psycopg.Error, PoolTimeout) as error:
            self._pool.close()
            raise StoreError(f"the database cannot be used: {plain(str(error), 300)}") from None
        except StoreError:
            self._pool.close()
            raise

    def _prepare(self) -> None:
        """Whoever comes first brings the schema up to date; the others wait for it."""
        with self.transaction() as db:
            db.ask("select pg_advisory_xact_lock(?)", MIGRATING)
            db.run("create table if not exists schema_version (version integer not null)")
            found = db.ask("select version from schema_version")
            version = found[0][0] if found else 0
            if version > VERSION:
                raise StoreError(f"the tables were saved by another release (format {version}, not {VERSION})")
            for step in POSTGRES[version:]:
                for statement in filter(str.strip, step.split(";")):
                    db.run(statement)
            db.run("delete from schema_version")
            db.run("insert into schema_version (version) values (?)", VERSION)

    @contextmanager
    def _connection(self, done: str) -> Iterator[psycopg.Connection[Any]]:
        try:
            with self._pool.connection() as connection:
                yield connection
        except PoolTimeout:
            raise Busy(AWAY) from None
        except psycopg.Error as error:
            raise _told(error, done) from error

    @contextmanager
    def transaction(self) -> Iterator[PostgresWriting]:
        committing = False
        try:
            with self._connection("written") as connection:
                yield PostgresWriting(connection, self.name)
                committing = True
        except Busy as error:
            if committing:
                raise StoreError("the database went away: nobody knows whether this was written") from error
            raise

    def read(self, query: str, *values: Any) -> list[Any]:
        with self._connection("read") as connection:
            return connection.execute(_written(query), values).fetchall()

    @contextmanager
    def snapshot(self) -> Iterator[Stream]:
        with self._connection("read") as connection:
            connection.execute("set transaction isolation level repeatable read, read only")

            def stream(query: str) -> Iterator[Any]:
                with connection.cursor(name="stream") as cursor:
                    yield from cursor.execute(_written(query))

            yield stream

    def waits_for_disk(self) -> bool:
        [settings] = self.read("select current_setting('fsync'), current_setting('synchronous_commit')")
        return "off" not in settings

    def close(self) -> None:
        self._ended.set()
        if self._listener is not None:
            with suppress(StoreError), self.transaction() as db:
                db.tell("")  # so that the listener looks whether it is to end
            self._listener.join(2 * SILENCE)
        self._pool.close()

    # Other servers

    def whisper(self, table: str, text: str) -> None:
        with self._connection("written") as connection:
            connection.execute("select pg_notify(%s, %s)", (CHANNEL, f"{self.name} {table} {text}"))

    def listen(self, heard: Callable[[News], None]) -> None:
        self._listener = Thread(target=self._hear, args=(heard,), name="listener", daemon=True)
        self._listener.start()

    def _hear(self, heard: Callable[[News], None]) -> None:
        """Until the end; after every gap anything may have changed."""
        while not self._ended.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True) as connection:
                    connection.execute(f"listen {CHANNEL}")
                    heard(News())
                    while not self._ended.is_set():
                        for notice in connection.notifies(timeout=SILENCE, stop_after=1):
                            server, table, text = [*notice.payload.split(" ", 2), ""][:3]
                            if server != self.name:
                                heard(News(table, server, text))
            except psycopg.Error as error:
                log.warning("what other servers do is not heard for a moment: %s", plain(str(error), 300))
                self._ended.wait(AGAIN)

    def lease(self, table: str, seconds: float) -> bool:
        with self._connection("written") as connection:
            return connection.execute(LEASE, (table, self.name, seconds)).rowcount == 1

    def release(self, table: str) -> None:
        with suppress(StoreError), self._connection("written") as connection:
            connection.execute("delete from leases where table_id = %s and holder = %s", (table, self.name))


class PostgresStore(SqlStore):
    """The tables in a database that several servers share."""

    def __init__(self, url: str) -> None:
        super().__init__(PostgresDatabase(url))

    def ready(self) -> None:
        """Writing is not held up by others here."""
        self.database.read("select 1")


def _written(query: str) -> bytes:
    """In the notation of this database."""
    return query.replace("%", "%%").replace("?", "%s").encode()


def _told(error: psycopg.Error, done: str) -> StoreError:
    why = plain(str(error), 300)
    if isinstance(error, errors.UniqueViolation | errors.ForeignKeyViolation):
        return Taken(f"the table could not be {done}: {why}")
    if isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        return Busy(AWAY)
    return StoreError(f"the table could not be {done}: {why}")
