"""Who wants nothing to do with whom, what people tell the host of the house, and what he tells them."""

from __future__ import annotations

from sandtable.core.nouns import plural
from sandtable.core.values import Refusal
from sandtable.table.messages.text import plain
from sandtable.table.people.accounts import now, written
from sandtable.table.people.allowance import Allowance
from sandtable.table.people.limits import limits
from sandtable.table.people.store import PersonStore
from sandtable.table.people.values import Person, Report
from sandtable.table.stores.base import fresh_name

NAMES = """
select r.id, coalesce(b.name, ''), coalesce(a.name, ''), r.table_id, r.text, r.created, r.settled from reports r
left join persons b on b.id = r.person_id left join persons a on a.id = r.about_id
"""


class Neighbours:
    def __init__(self, store: PersonStore) -> None:
        self._store, self._database = store, store.database
        self._reports = Allowance(limits().reports, "you have reported much in a short time")

    # Blocking

    def block(self, person: Person, name: str) -> None:
        """Raises `Refusal`."""
        other = self._named(name)
        if other.id == person.id:
            raise Refusal("name", "you cannot block yourself")
        most = limits().blocks_at_most
        if len(self.blocked(person.id)) >= most:
            raise Refusal(
                "size", f"you have blocked {plural(most, 'person', 'people')}, and that is as many as there is room for"
            )
        with self._database.transaction() as db:
            db.run("delete from blocks where person_id = ? and blocked_id = ?", person.id, other.id)
            values = (person.id, other.id, written(now()))
            db.run("insert into blocks (person_id, blocked_id, created) values (?, ?, ?)", *values)

    def unblock(self, person: Person, name: str) -> None:
        other = self._named(name)
        with self._database.transaction() as db:
            if not db.run("delete from blocks where person_id = ? and blocked_id = ?", person.id, other.id):
                raise Refusal("unknown", f"you have not blocked {other.name}")

    def blocked(self, person: str) -> list[str]:
        """The names of those whom a person has blocked: his own secret."""
        query = (
            "select p.name from blocks b join persons p on p.id = b.blocked_id where b.person_id = ? order by p.name"
        )
        return [name for (name,) in self._database.read(query, person)] if person else []

    def apart(self, person: str) -> frozenset[str]:
        """The ids of those with whom a person does not sit at a table: whoever has blocked the other."""
        if not person:
            return frozenset()
        query = (
            "select blocked_id from blocks where person_id = ? union select person_id from blocks where blocked_id = ?"
        )
        return frozenset(each for (each,) in self._database.read(query, person, person))

    # Reports

    def report(self, person: Person, name: str, table: str, text: str) -> None:
        """Raises `Refusal`."""
        other, text = self._named(name), plain(text, 500)
        if not text:
            raise Refusal("message", "say what happened")
        self._reports.take(person.id)
        values = (fresh_name(6), person.id, other.id, plain(table, 60), text, written(now()))
        with self._database.transaction() as db:
            query = "insert into reports (id, person_id, about_id, table_id, text, created) values (?, ?, ?, ?, ?, ?)"
            db.run(query, *values)

    def reports(self, all_of_them: bool = False) -> list[Report]:
        """The newest first."""
        condition = "" if all_of_them else "where r.settled = 0 "
        found = self._database.read(f"{NAMES}{condition}order by r.created desc, r.id limit 500")
        return [
            Report(report, by, about, table, text, created, bool(settled))
            for report, by, about, table, text, created, settled in found
        ]

    def settle(self, report: str) -> bool:
        with self._database.transaction() as db:
            return bool(db.run("update reports set settled = 1 where id = ?", report))

    # What the host of the house says to everybody

    def announce(self, text: str, until: str) -> None:
        with self._database.transaction() as db:
            values = (fresh_name(6), plain(text, 500), written(now()), until)
            db.run("insert into notices (id, text, created, until) values (?, ?, ?, ?)", *values)

    def notices(self) -> list[tuple[str, str, str]]:
        """Those that still stand, the newest first: id, text and when it was said."""
        query = "select id, text, created from notices where until > ? order by created desc, id"
        return [tuple(found) for found in self._database.read(query, written(now()))]

    def retract(self) -> int:
        with self._database.transaction() as db:
            return db.run("delete from notices")

    def _named(self, name: str) -> Person:
        found = self._store.named(name)
        if found is None or found.name.casefold() != name.casefold():
            raise Refusal("unknown", f"there is nobody called '{plain(name, 40)}' here")
        return found
