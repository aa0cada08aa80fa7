"""Where tables are kept: an interface small enough for any database, and SQLite behind it.

What `append` has returned from is on the disk. Entries are only ever added: taking an action back is an entry too.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any, Literal

import msgspec

from sandtable.core.dice import Roll
from sandtable.core.game import Marks
from sandtable.core.title import Setup
from sandtable.core.typed import from_json
from sandtable.core.values import Value
from sandtable.table.answers import ChatLine, Summary
from sandtable.table.text import plain

CHAT_KEPT = 200
PATIENCE = 0.4  # seconds to wait for another program that writes


class StoreError(Exception):
    """The store cannot do what it was asked, in one line."""

    case = "fault"


class Busy(StoreError):
    """Another program keeps writing; nothing was changed."""

    case = "busy"

    def __init__(self) -> None:
        super().__init__("another program is writing to the tables; nothing was changed, try again")


class Seat(Value, frozen=True):
    """Who plays a side."""

    kind: Literal["human", "bot", "open"]
    bot: str = ""
    name: str = ""
    desks: tuple[str, ...] = ()  # what a person has handed to the machine
    orders: tuple[str, ...] = ()  # standing orders: a secret of its side
    given: int = 0  # how often a link to it was made; a seat without one is the host's or a machine's
    promise: str = ""  # the hash of the guest's share in the dice
    share: str = ""  # hidden until the game is over


class Token(Value, frozen=True):
    """A secret and the sides it holds."""

    secret: str
    sides: tuple[str, ...]
    host: bool = False


class Row(Value, frozen=True):
    """A table without its entries and secrets."""

    id: str
    game: str
    rules: str
    setup: Setup
    commitment: str
    seed: int | None
    created: str
    touched: str
    seats: dict[str, Seat]
    summary: Summary


class Line(Value, frozen=True):
    """One entry: an action that was accepted, or one that was taken back."""

    n: int
    kind: Literal["play", "undo"]
    side: str
    action: str
    rolls: tuple[Roll, ...] = ()


class Broken(Value, frozen=True):
    """A table whose row cannot be read: what is left of it, and why."""

    id: str
    game: str
    touched: str
    why: str


class Kept(Value, frozen=True):
    """A position from which a game can be taken up again: after so many standing entries, under these rules."""

    entries: int
    rules: str
    state: bytes
    marks: tuple[Marks, ...]  # of the entries from the position kept before it to this one
    exchanged: int  # the last entry in which players changed sides


def fresh_token() -> str:
    return secrets.token_urlsafe(24)


class Seating(Value, frozen=True):
    """Who sits where; the tokens are all there are."""

    seats: dict[str, Seat]
    tokens: tuple[Token, ...]


class EventStore(ABC):
    """All that the table asks of a database. Every method may be called from any thread."""

    @abstractmethod
    def create(self, row: Row, secret: bytes, tokens: Sequence[Token], lines: Sequence[Line] = ()) -> None:
        """A table, with the entries that its game has already."""

    @abstractmethod
    def ready(self) -> None:
        """Raises `Busy` if nothing can be written just now."""

    @abstractmethod
    def append(
        self,
        table: str,
        line: Line,
        at: str,
        touched: str,
        summary: Summary,
        seating: Seating | None = None,
        position: Kept | None = None,
    ) -> None:
        """Durably, or not at all: `StoreError` if the number is taken or the disk is not writable. `seating`: who sits
        where from now on, if the line has changed that. `position`: where the game stands now, if it is to be kept."""

    @abstractmethod
    def positions(self, table: str) -> list[Kept]:
        """The positions that are kept, in their order."""

    @abstractmethod
    def keep_positions(self, table: str, positions: Sequence[Kept]) -> None:
        """These instead of all that were kept."""

    @abstractmethod
    def lines(self, table: str) -> list[Line]: ...

    @abstractmethod
    def row(self, table: str) -> Row | None: ...

    @abstractmethod
    def rows(self) -> list[Row | Broken]:
        """All tables, the most recently used first."""

    @abstractmethod
    def secret(self, table: str) -> bytes:
        """The secret of the dice; it leaves the store for the dice and, when the game is over, for the record."""

    @abstractmethod
    def tokens(self, table: str) -> list[Token]: ...

    @abstractmethod
    def seat(self, table: str, seating: Seating, summary: Summary | None = None) -> None:
        """Who sits where from now on; `summary` if that has begun the game."""

    @abstractmethod
    def left_before(self, row: Row) -> int:
        """How many older tables of the same game and scenario were begun with guests and are not finished."""

    @abstractmethod
    def say(self, table: str, line: ChatLine) -> None: ...

    @abstractmethod
    def chat(self, table: str) -> list[ChatLine]: ...

    @abstractmethod
    def remove(self, table: str) -> None:
        """A table and all that belongs to it, for good."""

    @abstractmethod
    def close(self) -> None: ...


SCHEMA = """
create table tables (
    id text primary key, game text not null, rules text not null, setup text not null, commitment text not null,
    seed integer, created text not null, touched text not null, seats text not null, summary text not null
) strict;
create table secrets (table_id text primary key references tables, secret blob not null) strict;
create table tokens (
    secret text primary key, table_id text not null references tables, sides text not null, host integer not null
) strict;
create index tokens_of_table on tokens (table_id);
create table entries (
    table_id text not null references tables, n integer not null, kind text not null, side text not null,
    action text not null, rolls text not null, at text not null, primary key (table_id, n)
) strict, without rowid;
create table chat (
    table_id text not null references tables, n integer not null, line text not null, primary key (table_id, n)
) strict, without rowid;
"""

POSITIONS = """
create table positions (
    table_id text not null references tables, entries integer not null, rules text not null, state blob not null,
    primary key (table_id, entries)
) strict;
"""

NOTES = """
alter table positions add column marks text not null default '[]';
alter table positions add column exchanged integer not null default 0;
"""

STEPS = (SCHEMA, POSITIONS, NOTES)  # from one version of the schema to the next, the first from nothing
VERSION = len(STEPS)
FAULTS = (sqlite3.Error, UnicodeDecodeError)  # the second where a damaged file names its own faults

ENTRY = "insert into entries values (?, ?, ?, ?, ?, ?, ?)"
ROW = "select id, game, rules, setup, commitment, seed, created, touched, seats, summary from tables"


class SqliteStore(EventStore):
    """One file, a connection to write and one to read, write-ahead log, every commit waits for the disk."""

    def __init__(self, path: Path) -> None:
        self._lock, self._reading = Lock(), Lock()
        self._held_until = (
            0.0  # one caller has waited for another program in vain: those behind it need not wait until then
        )
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
        with self._transaction() as db:
            version = db.execute("pragma user_version").fetchone()[0]
            if version > VERSION:
                raise StoreError(f"the tables were saved by another release (format {version}, not {VERSION})")
            for step in STEPS[version:]:
                for statement in step.split(";"):
                    db.execute(statement)
            db.execute(f"pragma user_version = {VERSION}")

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            if monotonic() < self._held_until:
                raise Busy
            try:
                self._db.execute("begin immediate")
                try:
                    yield self._db
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

    def _read(self, query: str, *values: Any) -> list[Any]:
        with self._reading:
            try:
                return self._reader.execute(query, values).fetchall()
            except FAULTS as error:
                raise _told(error, "read") from error

    def ready(self) -> None:
        with self._transaction():
            pass

    def create(self, row: Row, secret: bytes, tokens: Sequence[Token], lines: Sequence[Line] = ()) -> None:
        values = (
            row.id, row.game, row.rules, _json(row.setup), row.commitment, row.seed, row.created, row.touched,
            _json(row.seats), _json(row.summary),
        )  # fmt: skip
        with self._transaction() as db:
            db.execute("insert into tables values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
            db.execute("insert into secrets values (?, ?)", (row.id, secret))
            _write_tokens(db, row.id, tokens)
            db.executemany(ENTRY, [_entry(row.id, line, row.created) for line in lines])

    def append(
        self,
        table: str,
        line: Line,
        at: str,
        touched: str,
        summary: Summary,
        seating: Seating | None = None,
        position: Kept | None = None,
    ) -> None:
        with self._transaction() as db:
            db.execute(ENTRY, _entry(table, line, at))
            db.execute("update tables set touched = ?, summary = ? where id = ?", (touched, _json(summary), table))
            if seating is not None:
                _write_seats(db, table, seating)
            if position is not None:
                _write_positions(db, table, [position])

    def positions(self, table: str) -> list[Kept]:
        query = "select entries, rules, state, marks, exchanged from positions where table_id = ? order by entries"
        found = self._read(query, table)
        return [
            Kept(entries, rules, state, from_json(marks, tuple[Marks, ...]), exchanged)
            for entries, rules, state, marks, exchanged in found
        ]

    def keep_positions(self, table: str, positions: Sequence[Kept]) -> None:
        with self._transaction() as db:
            db.execute("delete from positions where table_id = ?", (table,))
            _write_positions(db, table, positions)

    def lines(self, table: str) -> list[Line]:
        found = self._read("select n, kind, side, action, rolls from entries where table_id = ? order by n", table)
        return [
            Line(n, kind, side, action, from_json(rolls, tuple[Roll, ...])) for n, kind, side, action, rolls in found
        ]

    def row(self, table: str) -> Row | None:
        found = self._read(f"{ROW} where id = ?", table)
        try:
            return _row(found[0]) if found else None
        except (msgspec.MsgspecError, ValueError, TypeError) as error:
            raise StoreError(f"the saved table is damaged: {error}") from error

    def rows(self) -> list[Row | Broken]:
        return [_row_or_ruin(values) for values in self._read(f"{ROW} order by touched desc, rowid desc")]

    def secret(self, table: str) -> bytes:
        found = self._read("select secret from secrets where table_id = ?", table)
        if not found:
            raise StoreError("the dice of this table are lost")
        return bytes(found[0][0])

    def tokens(self, table: str) -> list[Token]:
        found = self._read("select secret, sides, host from tokens where table_id = ?", table)
        return [Token(secret, from_json(sides, tuple[str, ...]), bool(host)) for secret, sides, host in found]

    def seat(self, table: str, seating: Seating, summary: Summary | None = None) -> None:
        with self._transaction() as db:
            _write_seats(db, table, seating)
            if summary is not None:
                db.execute("update tables set summary = ? where id = ?", (_json(summary), table))

    def left_before(self, row: Row) -> int:
        is_older = "game = ? and rowid < (select rowid from tables where id = ?)"
        older = self._read(f"select setup, seats, summary from tables where {is_older}", row.game, row.id)
        return sum(_is_left(row.setup.scenario, *texts) for texts in older)

    def say(self, table: str, line: ChatLine) -> None:
        with self._transaction() as db:
            db.execute("insert into chat values (?, ?, ?)", (table, line.n, _json(line)))
            db.execute("delete from chat where table_id = ? and n <= ?", (table, line.n - CHAT_KEPT))

    def chat(self, table: str) -> list[ChatLine]:
        found = self._read("select line from chat where table_id = ? order by n", table)
        return [from_json(line, ChatLine) for (line,) in found]

    def remove(self, table: str) -> None:
        with self._transaction() as db:
            for part in ("positions", "chat", "entries", "tokens", "secrets"):
                db.execute(f"delete from {part} where table_id = ?", (table,))
            db.execute("delete from tables where id = ?", (table,))

    def close(self) -> None:
        with self._lock, self._reading:
            self._db.close()
            self._reader.close()


def _connected(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, check_same_thread=False, isolation_level=None, timeout=PATIENCE)


def _told(error: Exception, done: str) -> StoreError:
    busy = getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    return Busy() if busy else StoreError(f"the table could not be {done}: {plain(str(error), 300)}")


def _entry(table: str, line: Line, at: str) -> tuple[Any, ...]:
    return table, line.n, line.kind, line.side, line.action, _json(line.rolls), at


def _write_seats(db: sqlite3.Connection, table: str, seating: Seating) -> None:
    db.execute("update tables set seats = ? where id = ?", (_json(seating.seats), table))
    db.execute("delete from tokens where table_id = ?", (table,))
    _write_tokens(db, table, seating.tokens)


def _write_tokens(db: sqlite3.Connection, table: str, tokens: Sequence[Token]) -> None:
    values = [(token.secret, table, _json(token.sides), int(token.host)) for token in tokens]
    db.executemany("insert into tokens values (?, ?, ?, ?)", values)


def _write_positions(db: sqlite3.Connection, table: str, positions: Sequence[Kept]) -> None:
    values = [
        (table, position.entries, position.rules, position.state, _json(position.marks), position.exchanged)
        for position in positions
    ]
    db.executemany("insert or replace into positions values (?, ?, ?, ?, ?, ?)", values)


def _is_left(scenario: str, setup: str, seats: str, summary: str) -> bool:
    """A row that cannot be read counts for nothing here."""
    try:
        same = from_json(setup, Setup).scenario == scenario
        shared = any(seat.share for seat in from_json(seats, dict[str, Seat]).values())
        return same and shared and not from_json(summary, Summary).over
    except (msgspec.MsgspecError, ValueError):
        return False


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _row_or_ruin(values: tuple[Any, ...]) -> Row | Broken:
    try:
        return _row(values)
    except (msgspec.MsgspecError, ValueError, TypeError) as error:
        table, game, touched = str(values[0]), str(values[1]), str(values[7])
        return Broken(table, game, touched, f"the saved table is damaged: {error}")


def _row(values: tuple[Any, ...]) -> Row:
    table, game, rules, setup, commitment, seed, created, touched, seats, summary = values
    return Row(
        table, game, rules, from_json(setup, Setup), commitment, seed, created, touched,
        from_json(seats, dict[str, Seat]), from_json(summary, Summary),
    )  # fmt: skip
