"""All that is a person's in the database: to be taken along, or taken away for good."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.table.messages.positions import ChatLine
from sandtable.table.people.store import PersonStore
from sandtable.table.people.values import Person
from sandtable.table.stores.base import Row, StoreError, Token
from sandtable.table.stores.sql import SqlStore

# The tables of the database with a column that names a person, and what of them a person may read about himself. Seats
# and tokens are taken apart from these; whoever adds a table adds it here, and a test sees to that.
OWN = {
    "sessions": ("person_id", "created, used, agent"),
    "letters": ("person_id", "purpose, email, until"),
    "blocks": ("person_id", "created"),
    "reports": ("person_id", "table_id, text, created"),
    "alerts": ("person_id", "table_id, due"),
    "ratings": ("player", "game, rating, deviation, games"),
}
# What is others' history too: it stays, without a name.
SHARED = {"results": ("player", "table_id, side, game, scenario, score, rated, ended")}
# What others have written about a person: it goes with him, but is not his to read.
ABOUT = {"blocks": "blocked_id", "reports": "about_id"}
FORMER = "former player"


class Belongings:
    def __init__(self, people: PersonStore, tables: SqlStore) -> None:
        self._people, self._tables = people, tables

    def export(self, person: Person, blocked: list[str]) -> dict[str, Any]:
        """Everything about a person that is kept here, but for secrets that let somebody in."""
        return {
            "account": {
                "name": person.name, "created": person.created, "email": person.email, "verified": person.verified,
                "settings": person.settings,
            },
            "blocked": blocked,
            **{part: self._rows(part, person.id) for part in (*OWN, *SHARED)},
            "tables": [told for table in self._people.tables(person.id) if (told := self._table(table, person))],
        }  # fmt: skip

    def _rows(self, part: str, person: str) -> list[dict[str, Any]]:
        column, columns = {**OWN, **SHARED}[part]
        found = self._people.database.read(f"select {columns} from {part} where {column} = ?", person)
        return [dict(zip(columns.split(", "), values, strict=True)) for values in found]

    def _table(self, table: str, person: Person) -> dict[str, Any] | None:
        """A table, with what he did and said there himself. Of a side that he commands all is his; what a comrade has
        decided is told with the side."""
        try:
            row = self._tables.row(table)
            if row is None:
                return None
            own = [token for token in self._tables.tokens(table) if token.person == person.id]
            sides = {side for token in own for side in token.sides}
            commanded = {side for token in own if not token.comrade for side in token.sides}
            lines = [line for line in self._tables.lines(table) if line.side in commanded]
            said = [line for line in self._tables.chat(table) if line.speaker == person.name]
        except (StoreError, msgspec.MsgspecError, ValueError):
            return {"id": table, "trouble": "this table is damaged"}
        return {
            "id": row.id, "game": row.game, "scenario": row.setup.scenario, "created": row.created,
            "touched": row.touched, "over": row.summary.over, "winner": row.summary.winner, "sides": sorted(sides),
            "orders": {side: row.seats[side].orders for side in sorted(commanded)},
            "actions": [{"n": line.n, "kind": line.kind, "side": line.side, "action": line.action} for line in lines],
            "said": said,
        }  # fmt: skip

    def remove(self, person: Person) -> None:
        """The account and everything of his, in one transaction; his seats are those of a former player from now on."""
        for table in self._people.tables(person.id):
            self.leave(table, person)
        with self._people.database.transaction() as db:
            for part, (column, _) in OWN.items():
                db.run(f"delete from {part} where {column} = ?", person.id)
            for part, (column, _) in SHARED.items():
                db.run(f"update {part} set {column} = '', name = ? where {column} = ?", FORMER, person.id)
            for part, column in ABOUT.items():
                db.run(f"delete from {part} where {column} = ?", person.id)
            db.run("delete from persons where id = ?", person.id)

    def leave(self, table: str, person: Person) -> None:
        """His name and his words leave a table, and nobody has his token."""
        with self._people.database.transaction() as db:
            found = db.ask("select seats, seated from tables where id = ?", table)
            for text, seated in found:
                seats = msgspec.json.decode(text)
                for seat in seats.values():
                    if seat.get("person") == person.id:
                        seat.update(person="", name=FORMER)
                    _without_comrade(seat, person.id)
                change = "update tables set seats = ?, seated = ? where id = ?"
                db.run(change, msgspec.json.encode(seats).decode(), seated + 1, table)
            for n, line in db.ask("select n, line from chat where table_id = ?", table):
                if msgspec.json.decode(line, type=ChatLine).speaker == person.name:
                    db.run("delete from chat where table_id = ? and n = ?", table, n)
            db.run("delete from tokens where table_id = ? and person_id = ?", table, person.id)
            db.tell(table)


def _without_comrade(seat: dict[str, Any], person: str) -> None:
    """What he decided as a comrade is the commander's again."""
    comrades = seat.get("comrades", ())
    gone = [each["n"] for each in comrades if each.get("person") == person]
    if gone:
        seat["appointed"] = max(seat.get("appointed", 0), *gone)
        seat["comrades"] = [each for each in comrades if each["n"] not in gone]


def is_his_alone(row: Row, tokens: list[Token], person: Person) -> bool:
    """Whether nobody else has ever had a seat here: the table goes with him."""
    seats = [(seat.kind, seat.person) for seat in row.seats.values()]
    seats += [(each.kind, each.person) for seat in row.seats.values() for each in seat.comrades]
    others = [who for kind, who in seats if kind == "human" and who != person.id]
    return not others and any(token.host and token.person == person.id for token in tokens)
