"""What the host of a house does from a terminal on its machine. Running servers notice within seconds."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from sandtable.core.nouns import plural
from sandtable.table.messages.text import plain
from sandtable.table.people.accounts import now, written
from sandtable.table.people.people import People
from sandtable.table.people.values import Person
from sandtable.table.stores.base import Broken
from sandtable.table.stores.sql import SqlStore

SHOWN = 200


class NoSuch(Exception):
    """Somebody or something that is not there, in one line."""


class Console:
    """Every method gives the lines to print, and may raise `NoSuch` or `StoreError`."""

    def __init__(self, store: SqlStore, public: str = "") -> None:
        self._store = store
        self._people = People(store, public)

    # People

    def users(self, part: str = "") -> Iterator[str]:
        for person in self._people.store.people(part, SHOWN):
            tables = len(self._people.store.tables(person.id))
            yield f"{person.name}  since {person.created[:10]}, {plural(tables, 'table')}{_state(person)}"

    def user(self, name: str) -> Iterator[str]:
        person = self._person(name)
        yield f"{person.name}  since {person.created}{_state(person)}"
        yield f"mail: {'none' if not person.email else 'verified' if person.verified else 'not verified'}"
        for session in self._people.store.sessions(person.id):
            yield f"session: {session.agent}, last used {session.used}"
        for table in self._people.store.tables(person.id):
            yield f"table: {table}"

    def ban(self, name: str, why: str) -> Iterator[str]:
        """His sessions end, his invitations are withdrawn, and he cannot sign in; his games stay."""
        person, why = self._person(name), plain(why, 200)
        if not why:
            raise NoSuch("say why: the person is told")
        self._people.store.set_banned(person.id, why)
        self._people.store.end_sessions(person.id)
        withdrawn = self._withdraw(person)
        yield f"{person.name} is banned: {why}"
        if withdrawn:
            yield f"{withdrawn} open invitations were withdrawn"

    def _withdraw(self, person: Person) -> int:
        tables = self._people.store.tables(person.id)
        with self._store.database.transaction() as db:
            return sum(db.run("update tables set invited = 0 where id = ? and invited = 1", each) for each in tables)

    def unban(self, name: str) -> Iterator[str]:
        person = self._person(name)
        if not person.banned:
            raise NoSuch(f"{person.name} is not banned")
        self._people.store.set_banned(person.id, "")
        yield f"{person.name} may sign in again"

    def reset(self, name: str) -> Iterator[str]:
        """A link for a new password, to be given to a person whom the host knows."""
        person = self._person(name)
        yield f"good for an hour, once: {self._people.letters.reset_link(person)}"

    def _person(self, name: str) -> Person:
        person = self._people.accounts.exactly(name)
        if person is None:
            raise NoSuch(f"there is nobody called '{plain(name, 40)}'")
        return person

    # Tables

    def tables(self, part: str = "") -> Iterator[str]:
        """Those whose id, game or players have this part, the last used first."""
        shown = 0
        for row in self._store.rows():
            if isinstance(row, Broken):
                line = f"{row.id}  {row.game}, damaged: {row.why}"
            else:
                who = ", ".join(f"{side} {seat.name or seat.bot or seat.kind}" for side, seat in row.seats.items())
                state = f"closed: {row.closed}" if row.closed else row.summary.over or f"turn {row.summary.turn}"
                line = f"{row.id}  {row.game}, {who}; last used {row.touched}; {state}"
            if part.casefold() in line.casefold() and shown < SHOWN:
                shown += 1
                yield line

    def close(self, table: str, why: str) -> Iterator[str]:
        why = plain(why, 200)
        if not why:
            raise NoSuch("say why: the players are told")
        self._set_closed(table, why)
        yield f"table {table} is closed: {why}"

    def reopen(self, table: str) -> Iterator[str]:
        self._set_closed(table, "")
        yield f"table {table} is open again"

    def _set_closed(self, table: str, why: str) -> None:
        with self._store.database.transaction() as db:
            if not db.run("update tables set closed = ? where id = ?", why, table):
                raise NoSuch(f"there is no table '{plain(table, 60)}'")
            if why:
                db.run("update tables set invited = 0 where id = ?", table)
            db.tell(table)

    # What people say, and what is said to them

    def reports(self, all_of_them: bool = False) -> Iterator[str]:
        for report in self._people.neighbours.reports(all_of_them):
            at = f" at table {report.table}" if report.table else ""
            done = " (settled)" if report.settled else ""
            who = f"{report.by or 'somebody'} about {report.about or 'somebody'}"
            yield f"{report.id}  {report.created}  {who}{at}: {report.text}{done}"

    def settle(self, report: str) -> Iterator[str]:
        if not self._people.neighbours.settle(report):
            raise NoSuch(f"there is no report '{plain(report, 40)}'")
        yield f"report {report} is settled"

    def announce(self, text: str, hours: int) -> Iterator[str]:
        if not plain(text, 500):
            raise NoSuch("there is nothing to announce")
        until = written(now() + datetime.timedelta(hours=hours))
        self._people.neighbours.announce(text, until)
        yield f"announced until {until}"

    def retract(self) -> Iterator[str]:
        yield f"{self._people.neighbours.retract()} announcements were taken back"


def _state(person: Person) -> str:
    return f", banned: {person.banned}" if person.banned else ""
