"""SQLite: one file, and one server that has it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any

from sandtable.table.messages.text import plain
from sandtable.table.stores.base import Busy, News, StoreError, Taken
from sandtable.table.stores.database import Database, Stream
from sandtable.table.stores.schema import SQLITE
from sandtable.table.stores.sql import SqlStore

PATIENCE = 0.4  # seconds to wait for another program that writes
CACHED = 256  # kilobytes of the file in each connection, where SQLite would have two thousand: the system keeps more
VERSION = len(SQLITE)
FAULTS = (sqlite3.Error, UnicodeDecodeError)  # the second where a damaged file names its own faults
KEYS = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE)


class SqliteWriting:
    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def run(self, query: str, *values: Any) -> int:
        return self._db.execute(query, values).rowcount

    def run_all(self, query: str, rows: Iterable[Sequence[Any]]) -> None:
        self._db.executemany(query, rows)

    def ask(self, query: str, *values: Any) -> list[Any]:
        return self._db.execute(query, values).fetchall()

    def tell(self, table: str) -> None:
        """There is nobody else."""


class SqliteDatabase(Database):
    """One file, a connection to write and one to read, write-ahead log, every commit waits for the disk."""

    order = "rowid"
    shared = False

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock, self._reading = Lock(), Lock()
        # One caller has waited for another program in vain: those behind it need not wait until then.
        self._held_until = 0.0
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            self._db = _connected(path)
            self._prepare()
            self._reader = _connected(path)
        except (OSError, *FAULTS) as error:
            raise StoreError(f"{path} cannot be used: {plain(str(error), 300)}") from None

    def _prepare(self) -> None:
        self._db.execute("pragma journal_mode = wal")
        self._db.execute("pragma synchronous = full")
        self._db.execute("pragma foreign_keys = on")
        with self.transaction() as db:
            version = db.ask("pragma user_version")[0][0]
            if version > VERSION:
                raise StoreError(f"the tables were saved by another release (format {version}, not {VERSION})")
            for step in SQLITE[version:]:
                for statement in step.split(";"):
                    db.run(statement)
            db.run(f"pragma user_version = {VERSION}")

    @contextmanager
    def transaction(self) -> Iterator[SqliteWriting]:
        with self._lock:
            if monotonic() < self._held_until:
                raise Busy
            try:
                self._db.execute("begin immediate")
                try:
                    yield SqliteWriting(self._db)
                except BaseException:
                    self._db.execute("rollback")
                    raise
                self._db.execute("commit")
            except FAULTS as error:
                if self._db.in_transaction:
                    self._db.execute("rollback")
                told = _told(error, "written")
                if isinstance(told, Busy):
                    self._held_until = monotonic() + PATIENCE
                raise told from error

    def read(self, query: str, *values: Any) -> list[Any]:
        with self._reading:
            try:
                return self._reader.execute(query, values).fetchall()
            except FAULTS as error:
                raise _told(error, "read") from error

    @contextmanager
    def snapshot(self) -> Iterator[Stream]:
        reader = _connected(self._path)
        try:
            reader.execute("begin")
            yield reader.execute
        except FAULTS as error:
            raise _told(error, "read") from error
        finally:
            reader.close()

    def waits_for_disk(self) -> bool:
        return True

    def listen(self, heard: Callable[[News], None]) -> None:
        """There is nobody to hear."""

    def whisper(self, table: str, text: str) -> None:
        """There is nobody who hears."""

    def lease(self, table: str, seconds: float) -> bool:
        return True

    def release(self, table: str) -> None:
        """Nobody else has asked for it."""

    def close(self) -> None:
        with self._lock, self._reading:
            self._db.close()
            self._reader.close()


class SqliteStore(SqlStore):
    """The tables in one file."""

    def __init__(self, path: Path) -> None:
        super().__init__(SqliteDatabase(path))


def _connected(path: Path) -> sqlite3.Connection:
    opened = sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=PATIENCE)
    opened.execute(f"pragma cache_size = -{CACHED}")
    return opened


def _told(error: Exception, done: str) -> StoreError:
    code = getattr(error, "sqlite_errorcode", 0)
    if code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Busy()
    why = f"the table could not be {done}: {plain(str(error), 300)}"
    return Taken(why) if code in KEYS else StoreError(why)
