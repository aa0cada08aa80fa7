"""Whom there is something to tell, in the database: one line for a person and a table, whatever happens there."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.table.notices.values import Alert
from sandtable.table.stores.database import Database

ADD = """
insert into alerts (person_id, table_id, noted, due) values (?, ?, ?, ?)
on conflict (person_id, table_id) do update set due = excluded.due, noted = excluded.noted, tries = 0
"""
COLUMNS = "person_id, table_id, noted, due, tries"
THIS_ONE = "person_id = ? and table_id = ? and due = ?"  # and not what has been noted since


class AlertStore:
    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, person: str, table: str, made: int, due: int) -> None:
        with self.database.transaction() as db:
            db.run(ADD, person, table, made, due)

    def drop(self, person: str, table: str) -> None:
        with self.database.transaction() as db:
            db.run("delete from alerts where person_id = ? and table_id = ?", person, table)

    def due(self, at: int, most: int) -> list[Alert]:
        query = f"select {COLUMNS} from alerts where due <= ? order by due limit ?"
        return [Alert(*values) for values in self.database.read(query, at, most)]

    def of(self, person: str) -> list[Alert]:
        query = f"select {COLUMNS} from alerts where person_id = ? order by noted"
        return [Alert(*values) for values in self.database.read(query, person)]

    def postpone(self, alert: Alert, due: int) -> None:
        with self.database.transaction() as db:
            db.run(f"update alerts set due = ? where {THIS_ONE}", due, alert.person, alert.table, alert.due)

    def take(self, alert: Alert, until: int) -> Alert | None:
        """If this server is to tell it: of all that try, one is. If it is not `told` by then, it is due again."""
        change = f"update alerts set due = ?, tries = tries + 1 where {THIS_ONE}"
        with self.database.transaction() as db:
            taken = db.run(change, until, alert.person, alert.table, alert.due)
        return replace(alert, due=until, tries=alert.tries + 1) if taken else None

    def told(self, alert: Alert) -> None:
        with self.database.transaction() as db:
            db.run(f"delete from alerts where {THIS_ONE}", alert.person, alert.table, alert.due)

    def secret(self, name: str, fresh: str) -> str:
        """A secret of the house that all its servers share: this one, unless there is one already."""
        with self.database.transaction() as db:
            db.run("insert into house_secrets (name, value) values (?, ?) on conflict (name) do nothing", name, fresh)
        return str(self.database.read("select value from house_secrets where name = ?", name)[0][0])
