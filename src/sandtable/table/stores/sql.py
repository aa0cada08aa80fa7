"""The tables in a database with SQL, whichever it is."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from sandtable.core.dice import Roll
from sandtable.core.game import Marks
from sandtable.core.title import Setup
from sandtable.core.typed import from_json
from sandtable.table.accord.values import Accord
from sandtable.table.messages.positions import ChatLine
from sandtable.table.messages.tables import Summary
from sandtable.table.pace.clock import Clock, Pace
from sandtable.table.stores.base import (
    Broken,
    EventStore,
    Kept,
    Line,
    Manners,
    News,
    Row,
    Seat,
    Seating,
    StoreError,
    Taken,
    Token,
)
from sandtable.table.stores.database import Database, Writing

CHAT_KEPT = 200

COLUMNS = (
    "id, game, rules, setup, commitment, seed, created, touched, seats, summary, seated, invited, pace, clock, due, "
    "closed, manners, accord"
)
ROW = f"select {COLUMNS} from tables"
ENTRY = "insert into entries (table_id, n, kind, side, action, rolls, at) values (?, ?, ?, ?, ?, ?, ?)"
POSITION = """
insert into positions (table_id, entries, rules, state, marks, exchanged) values (?, ?, ?, ?, ?, ?)
on conflict (table_id, entries)
do update set rules = excluded.rules, state = excluded.state, marks = excluded.marks, exchanged = excluded.exchanged
"""
# Sieved by the database, for a house has thousands of tables and a few of these; `_is_left` looks closely.
MAY_BE_LEFT = """replace(seats, '"share":""', '') like '%"share":%' and summary like '%"over":""%'"""


class SqlStore(EventStore):
    """An action and all that it changes are one transaction."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def ready(self) -> None:
        with self.database.transaction():
            pass

    def create(self, row: Row, secret: bytes, tokens: Sequence[Token], lines: Sequence[Line] = ()) -> None:
        values = (
            row.id, row.game, row.rules, _json(row.setup), row.commitment, row.seed, row.created, row.touched,
            _json(row.seats), _json(row.summary), row.seated, int(row.invited), _json(row.pace), _json(row.clock),
            _due(row.clock), row.closed, _json(row.manners), _json(row.accord),
        )  # fmt: skip
        places = ", ".join("?" for _ in values)
        with self.database.transaction() as db:
            db.run(f"insert into tables ({COLUMNS}) values ({places})", *values)
            db.run("insert into secrets (table_id, secret) values (?, ?)", row.id, secret)
            _write_tokens(db, row.id, tokens)
            db.run_all(ENTRY, [_entry(row.id, line, row.created) for line in lines])

    def append(
        self,
        row: Row,
        line: Line,
        at: str,
        touched: str,
        summary: Summary,
        seating: Seating | None = None,
        position: Kept | None = None,
        clock: Clock | None = None,
    ) -> None:
        with self.database.transaction() as db:
            db.run(ENTRY, *_entry(row.id, line, at))
            change = "update tables set touched = ?, summary = ? where id = ? and seated = ?"
            if not db.run(change, touched, _json(summary), row.id, row.seated):
                raise _changed_seats()
            if seating is not None:
                _write_seats(db, row, seating)
            if position is not None:
                _write_positions(db, row.id, [position])
            _write_clock(db, row, clock)
            db.tell(row.id)

    def positions(self, table: str) -> list[Kept]:
        query = "select entries, rules, state, marks, exchanged from positions where table_id = ? order by entries"
        found = self.database.read(query, table)
        return [
            Kept(entries, rules, bytes(state), from_json(marks, tuple[Marks, ...]), exchanged)
            for entries, rules, state, marks, exchanged in found
        ]

    def keep_positions(self, table: str, positions: Sequence[Kept]) -> None:
        with self.database.transaction() as db:
            db.run("delete from positions where table_id = ?", table)
            _write_positions(db, table, positions)

    def lines(self, table: str, after: int = 0, until: str = "") -> list[Line]:
        condition, values = ("and at <= ? ", (until,)) if until else ("", ())
        query = f"select n, kind, side, action, rolls from entries where table_id = ? and n > ? {condition}order by n"
        return [
            Line(n, kind, side, action, from_json(rolls, tuple[Roll, ...]))
            for n, kind, side, action, rolls in self.database.read(query, table, after, *values)
        ]

    def row(self, table: str) -> Row | None:
        found = self.database.read(f"{ROW} where id = ?", table)
        try:
            return _row(found[0]) if found else None
        except (msgspec.MsgspecError, ValueError, TypeError) as error:
            raise StoreError(f"the saved table is damaged: {error}") from error

    def rows(self) -> list[Row | Broken]:
        found = self.database.read(f"{ROW} order by touched desc, {self.database.order} desc")
        return [_row_or_ruin(values) for values in found]

    def invitations(self, since: str, most: int) -> list[Row]:
        newest = f"invited = 1 and created > ? order by created desc, {self.database.order} desc limit ?"
        found = [_row_or_ruin(values) for values in self.database.read(f"{ROW} where {newest}", since, most)]
        return [row for row in found if isinstance(row, Row)]

    def secret(self, table: str) -> bytes:
        found = self.database.read("select secret from secrets where table_id = ?", table)
        if not found:
            raise StoreError("the dice of this table are lost")
        return bytes(found[0][0])

    def tokens(self, table: str) -> list[Token]:
        query = "select secret, sides, host, person_id, comrade from tokens where table_id = ?"
        return [
            Token(secret, from_json(sides, tuple[str, ...]), bool(host), person or "", comrade)
            for secret, sides, host, person, comrade in self.database.read(query, table)
        ]

    def due(self, at: float, most: int) -> list[str]:
        query = "select id from tables where due is not null and due <= ? order by due limit ?"
        return [str(table) for (table,) in self.database.read(query, int(at), most)]

    def seat(self, row: Row, seating: Seating, summary: Summary | None = None, clock: Clock | None = None) -> None:
        with self.database.transaction() as db:
            _write_seats(db, row, seating)
            _write_clock(db, row, clock)
            if summary is not None:
                db.run("update tables set summary = ? where id = ?", _json(summary), row.id)
            db.tell(row.id)

    def left_before(self, row: Row) -> int:
        order = self.database.order
        is_older = f"game = ? and {order} < (select {order} from tables where id = ?)"
        query = f"select setup, seats, summary from tables where {is_older} and {MAY_BE_LEFT}"
        older = self.database.read(query, row.game, row.id)
        return sum(_is_left(row.setup.scenario, *texts) for texts in older)

    def say(self, table: str, line: ChatLine) -> None:
        with self.database.transaction() as db:
            db.run("insert into chat (table_id, n, line) values (?, ?, ?)", table, line.n, _json(line))
            db.run("delete from chat where table_id = ? and n <= ?", table, line.n - CHAT_KEPT)
            db.tell(table)

    def chat(self, table: str, after: int = 0) -> list[ChatLine]:
        found = self.database.read("select line from chat where table_id = ? and n > ? order by n", table, after)
        return [from_json(line, ChatLine) for (line,) in found]

    def remove(self, table: str) -> None:
        with self.database.transaction() as db:
            for part in ("positions", "chat", "entries", "tokens", "secrets"):
                db.run(f"delete from {part} where table_id = ?", table)
            db.run("delete from tables where id = ?", table)
            db.tell(table)

    def close(self) -> None:
        self.database.close()

    @property
    def shared(self) -> bool:
        return self.database.shared

    def listen(self, heard: Callable[[News], None]) -> None:
        self.database.listen(heard)

    def whisper(self, table: str, text: str) -> None:
        self.database.whisper(table, text)

    def may_think(self, table: str, seconds: float) -> bool:
        return self.database.lease(table, seconds)

    def think_no_more(self, table: str) -> None:
        self.database.release(table)


def _changed_seats() -> Taken:
    return Taken("the seats of the table have changed, or it was deleted")


def _entry(table: str, line: Line, at: str) -> tuple[Any, ...]:
    return table, line.n, line.kind, line.side, line.action, _json(line.rolls), at


def _write_seats(db: Writing, row: Row, seating: Seating) -> None:
    change = "update tables set seats = ?, seated = ? where id = ? and seated = ?"
    if not db.run(change, _json(seating.seats), row.seated + 1, row.id, row.seated):
        raise _changed_seats()
    if not any(_is_open(seat) for seat in seating.seats.values()):
        db.run("update tables set invited = 0 where id = ?", row.id)
    if seating.accord is not None:
        db.run("update tables set accord = ? where id = ?", _json(seating.accord), row.id)
    db.run("delete from tokens where table_id = ?", row.id)
    _write_tokens(db, row.id, seating.tokens)


def _is_open(seat: Seat) -> bool:
    """Whether whoever comes may take a seat at a table that has invited him."""
    return seat.kind == "open" or any(each.kind == "open" and each.public for each in seat.comrades)


def _write_clock(db: Writing, row: Row, clock: Clock | None) -> None:
    if clock is not None and clock != row.clock:
        db.run("update tables set clock = ?, due = ? where id = ?", _json(clock), _due(clock), row.id)


def _due(clock: Clock | None) -> int | None:
    """The second in which it is true that the first flag has fallen."""
    return math.ceil(clock.due) if clock is not None and clock.due else None


def _write_tokens(db: Writing, table: str, tokens: Sequence[Token]) -> None:
    values = [
        (token.secret, table, _json(token.sides), int(token.host), token.person or None, token.comrade)
        for token in tokens
    ]
    into = "insert into tokens (secret, table_id, sides, host, person_id, comrade) values (?, ?, ?, ?, ?, ?)"
    db.run_all(into, values)


def _write_positions(db: Writing, table: str, positions: Sequence[Kept]) -> None:
    values = [
        (table, position.entries, position.rules, position.state, _json(position.marks), position.exchanged)
        for position in positions
    ]
    db.run_all(POSITION, values)


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
    table, game, rules, setup, commitment, seed, created, touched, seats, summary, seated, invited, pace, clock = (
        values[:14]
    )
    return Row(
        table, game, rules, from_json(setup, Setup), commitment, seed, created, touched,
        from_json(seats, dict[str, Seat]), from_json(summary, Summary), seated, bool(invited),
        from_json(pace, Pace) if pace != "null" else None, from_json(clock, Clock) if clock != "null" else None,
        values[15], from_json(values[16], Manners), from_json(values[17], Accord),
    )  # fmt: skip
