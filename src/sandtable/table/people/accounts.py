"""Signing up, signing in, sessions. Synchronous: whoever asks does it in a thread, for passwords take their time."""

from __future__ import annotations

import datetime
import ipaddress
import logging
import re
import secrets
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from sandtable.core.values import Refusal, Value
from sandtable.table.messages.text import plain
from sandtable.table.people import names
from sandtable.table.people.allowance import Allowance
from sandtable.table.people.cookies import kept
from sandtable.table.people.limits import limits
from sandtable.table.people.passwords import Passwords
from sandtable.table.people.store import PersonStore
from sandtable.table.people.values import GUEST, Person, Session, Who
from sandtable.table.stores.base import Taken

log = logging.getLogger("sandtable.table")

BROWSERS = ("Firefox", "Edg", "OPR", "Chrome", "Safari")
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Macintosh", "Linux")
CALLED = {"Edg": "Edge", "OPR": "Opera", "Macintosh": "Mac"}
WRONG = "the name or the password is wrong"


class Entered(Value, frozen=True):
    """Somebody who has just signed in: the secret goes to the browser and is kept nowhere else."""

    person: Person
    secret: str


def now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)


def written(at: datetime.datetime) -> str:
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def neighbourhood(address: str) -> str:
    """The address for which limits are counted: with IPv6 everybody has a whole network of them."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address[:100]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    return str(found.ipv4_mapped or ipaddress.ip_network((int(found), 64), strict=False).network_address)


def browser(agent: str) -> str:
    """A browser in a few words; what it says of itself in full is kept nowhere."""
    program = next((each for each in BROWSERS if f"{each}/" in agent), "")
    system = next((each for each in SYSTEMS if re.search(rf"\b{each}\b", agent)), "")
    told = [CALLED.get(each, each) for each in (program, system) if each]
    return " on ".join(told) or "another program"


class Accounts:
    """The people of a house."""

    def __init__(self, store: PersonStore, machines: Iterable[str] = ()) -> None:
        self.store = store
        self.passwords = Passwords()
        self._machines = frozenset(machines)
        most = limits()
        self._forgotten = datetime.timedelta(days=most.session_days)
        self._noted = datetime.timedelta(hours=most.session_noted_hours)
        self._sign_ups = Allowance(most.sign_ups, "many accounts were made from your address")
        self._sign_ins = Allowance(most.sign_ins, "too many tries to sign in under this name")
        self._addresses = Allowance(most.sign_ins_from_one_address, "too many tries to sign in")
        self._names = Allowance(most.sign_ins_under_one_name, "too many tries to sign in under this name")

    # Coming and going

    def sign_up(self, name: str, password: str, address: str = "", agent: str = "") -> Entered:
        """A new account. Raises `Refusal`."""
        name = names.checked(name, self._machines)
        if self.store.named(name) is not None:
            raise _taken()
        hashed = self.passwords.hashed(password, name)
        self._sign_ups.take(neighbourhood(address))
        person = Person(secrets.token_urlsafe(9), name, hashed, written(now()))
        try:
            self.store.add(person)
        except Taken:  # in the meantime
            raise _taken() from None
        log.info("a new account was made")
        return self.enter(person, agent)

    def sign_in(self, name: str, password: str, address: str = "", agent: str = "") -> Entered:
        """Raises `Refusal`, which does not say whether there is such a name."""
        self._count(name, neighbourhood(address))
        person = self.exactly(name)
        if not self.passwords.is_right(password, person.password if person else "") or person is None:
            raise Refusal("password", WRONG)
        check_welcome(person)
        return self.enter(person, agent)

    def _count(self, name: str, address: str) -> None:
        folded = names.skeleton(name)
        self._addresses.take(address)
        self._sign_ins.take(f"{address} {folded}")
        self._names.take(folded)

    def exactly(self, name: str) -> Person | None:
        """Whoever has this very name, in large or small letters."""
        found = self.store.named(name)
        return found if found and found.name.casefold() == name.casefold() else None

    def enter(self, person: Person, agent: str) -> Entered:
        """A session for somebody who has proved who he is."""
        secret, at = secrets.token_urlsafe(32), written(now())
        self.store.end_old_sessions(written(now() - self._forgotten))
        self.store.open_session(Session(secrets.token_urlsafe(6), person.id, at, at, browser(agent)), kept(secret))
        return Entered(person, secret)

    def sign_out(self, secret: str) -> None:
        found = self.session(secret)
        if found:
            self.store.end_session(found[1].id, found[0].id)

    # Who somebody is

    def who(self, secret: str) -> Who:
        """Whose session a secret belongs to; a guest if it is nobody's."""
        found = self.session(secret)
        return found[1].who if found else GUEST

    def session(self, secret: str) -> tuple[Session, Person] | None:
        """The session of a secret, and its person, unless it has ended or he is not welcome."""
        found = self.store.session(kept(secret)) if secret else None
        if found is None or found[1].banned:
            return None
        session, person = found
        if session.used < written(now() - self._forgotten):
            return None
        if session.used < written(now() - self._noted):
            self.store.use_session(session.id, written(now()))
        return session, person

    def signed_in(self, secret: str) -> tuple[Session, Person]:
        """The same. Raises `Refusal`."""
        found = self.session(secret)
        if found is None:
            raise Refusal("account", "you are not signed in")
        return found

    def check_guest(self, name: str) -> None:
        """A guest may not have the name of somebody who has an account. Raises `Refusal`."""
        if names.is_reserved(name):
            raise Refusal("name", "this name would be taken for the house: choose another")
        if plain(name, 40) and self.store.named(name) is not None:
            raise Refusal("name", "somebody with an account has this name: sign in, or choose another")

    # What a person changes

    def change_password(self, secret: str, old: str, new: str, address: str = "") -> None:
        """All other sessions end with it."""
        session, person = self.prove(secret, old, address)
        self.store.set_password(person.id, self.passwords.hashed(new, person.name))
        self.store.end_sessions(person.id, but=session.id)

    def prove(self, secret: str, password: str, address: str = "") -> tuple[Session, Person]:
        """Whoever sits at a browser that is signed in is not yet its owner. Raises `Refusal`."""
        session, person = self.signed_in(secret)
        self._count(person.name, neighbourhood(address))
        if not self.passwords.is_right(password, person.password):
            raise Refusal("password", "the password is wrong")
        return session, person

    def set_settings(self, person: Person, **changed: Any) -> Person:
        """Some settings, each under its key; None takes one away."""
        kept_ones = {**person.settings, **changed}
        settings = {key: value for key, value in kept_ones.items() if value is not None}
        self.store.set_settings(person.id, settings)
        return replace(person, settings=settings)


def check_welcome(person: Person) -> None:
    if person.banned:
        raise Refusal("account", f"the host of this house has closed this account: {person.banned}")


def _taken() -> Refusal:
    return Refusal("name", "this name is taken, or looks like one that is: choose another")
