"""People in the database: accounts, sessions, and which tables are whose."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.core.typed import from_json
from sandtable.table.people.names import skeleton
from sandtable.table.people.values import Person, Proof, Session
from sandtable.table.stores.database import Database

PERSON = "id, name, password, created, settings, email, verified, banned"
SESSION = "id, person_id, created, used, agent"

PROOF = "person_id, purpose, email, until"


class PersonStore:
    """Every method may be called from any thread, and may raise `StoreError`."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # Accounts

    def add(self, person: Person) -> None:
        """Raises `Taken` if there is somebody with a name that looks like this one."""
        values = (
            person.id, person.name, person.password, person.created, _json(person.settings), person.email,
            int(person.verified), person.banned, skeleton(person.name),
        )  # fmt: skip
        with self.database.transaction() as db:
            db.run(f"insert into persons ({PERSON}, skeleton) values (?, ?, ?, ?, ?, ?, ?, ?, ?)", *values)

    def person(self, person: str) -> Person | None:
        return self._found("id = ?", person)

    def named(self, name: str) -> Person | None:
        """Whoever has this name, or one that looks like it."""
        return self._found("skeleton = ?", skeleton(name))

    def _found(self, condition: str, value: str) -> Person | None:
        found = self.database.read(f"select {PERSON} from persons where {condition}", value)
        return _person(found[0]) if found else None

    def set_settings(self, person: str, settings: dict[str, Any]) -> None:
        self._change("settings = ?", person, _json(settings))

    def set_password(self, person: str, password: str) -> None:
        self._change("password = ?", person, password)

    def set_email(self, person: str, email: str, verified: bool) -> None:
        self._change("email = ?, verified = ?", person, email, int(verified))

    def verify_email(self, person: str, email: str) -> bool:
        """Whether it is still the address that he has given."""
        with self.database.transaction() as db:
            return bool(db.run("update persons set verified = 1 where id = ? and email = ?", person, email))

    def set_banned(self, person: str, why: str) -> None:
        self._change("banned = ?", person, why)

    def people(self, part: str, most: int) -> list[Person]:
        """Those whose names have this part, the newest first."""
        like = "%" + "".join(sign for sign in part.casefold() if sign.isalnum() or sign in "-.") + "%"
        query = f"select {PERSON} from persons where lower(name) like ? order by created desc, id limit ?"
        return [_person(values) for values in self.database.read(query, like, most)]

    def _change(self, what: str, person: str, *values: Any) -> None:
        with self.database.transaction() as db:
            db.run(f"update persons set {what} where id = ?", *values, person)

    # Sessions

    def open_session(self, session: Session, secret: str) -> None:
        values = (session.id, session.person, session.created, session.used, session.agent, secret)
        with self.database.transaction() as db:
            db.run(f"insert into sessions ({SESSION}, secret) values (?, ?, ?, ?, ?, ?)", *values)

    def session(self, secret: str) -> tuple[Session, Person] | None:
        """The session of a hashed secret, and whose it is."""
        found = self.database.read(f"select {SESSION} from sessions where secret = ?", secret)
        if not found:
            return None
        session = Session(*found[0])
        person = self.person(session.person)
        return (session, person) if person else None

    def sessions(self, person: str) -> list[Session]:
        """The last used first."""
        query = f"select {SESSION} from sessions where person_id = ? order by used desc, id"
        return [Session(*values) for values in self.database.read(query, person)]

    def use_session(self, session: str, at: str) -> None:
        with self.database.transaction() as db:
            db.run("update sessions set used = ? where id = ?", at, session)

    def end_session(self, person: str, session: str) -> bool:
        """Whether there was one."""
        with self.database.transaction() as db:
            return bool(db.run("delete from sessions where person_id = ? and id = ?", person, session))

    def end_sessions(self, person: str, but: str = "") -> None:
        with self.database.transaction() as db:
            db.run("delete from sessions where person_id = ? and id <> ?", person, but)

    def end_old_sessions(self, before: str) -> None:
        with self.database.transaction() as db:
            db.run("delete from sessions where used < ?", before)

    # Letters

    def promise_proof(self, secret: str, proof: Proof) -> None:
        """One of each kind is good at a time."""
        with self.database.transaction() as db:
            db.run("delete from letters where person_id = ? and purpose = ?", proof.person, proof.purpose)
            values = (secret, proof.person, proof.purpose, proof.email, proof.until)
            db.run("insert into letters (secret, person_id, purpose, email, until) values (?, ?, ?, ?, ?)", *values)

    def proof(self, secret: str) -> Proof | None:
        found = self.database.read(f"select {PROOF} from letters where secret = ?", secret)
        return Proof(*found[0]) if found else None

    def take_proof(self, secret: str, purpose: str) -> Proof | None:
        """Once."""
        with self.database.transaction() as db:
            found = db.ask(f"select {PROOF} from letters where secret = ? and purpose = ?", secret, purpose)
            if not found or not db.run("delete from letters where secret = ?", secret):
                return None
            return Proof(*found[0])

    # Tables

    def tables(self, person: str) -> list[str]:
        """The ids of all tables at which a person holds something: a seat, an invitation of his own, or the table."""
        found = self.database.read("select distinct table_id from tokens where person_id = ?", person)
        return sorted(table for (table,) in found)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _person(values: tuple[Any, ...]) -> Person:
    person, name, password, created, settings, email, verified, banned = values
    known = from_json(settings, dict[str, Any])
    return Person(person, name, password, created, known, email, bool(verified), banned)
