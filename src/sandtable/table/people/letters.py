"""What a person proves by a letter: that an address is his, or that an account is, whose password he has forgotten."""

from __future__ import annotations

import datetime
import secrets

from sandtable.core.values import Refusal
from sandtable.table.people.accounts import Accounts, Entered, check_welcome, neighbourhood, now, written
from sandtable.table.people.allowance import Allowance
from sandtable.table.people.cookies import kept
from sandtable.table.people.limits import limits
from sandtable.table.people.mail import Letter, checked_address
from sandtable.table.people.values import Person, Proof, Purpose

LASTS = {"verify": datetime.timedelta(days=2), "reset": datetime.timedelta(hours=1)}
USED = "this link has been used or is too old: ask for another"
VERIFY = """\
Somebody, most likely you, has given this address for the account {name} at {house}.

If it was you, open this page within two days:

{link}

If it was not, do nothing: no more letters will come.
"""
RESET = """\
Somebody, most likely you, has asked for a new password for the account {name} at {house}.

To choose one, open this page within an hour:

{link}

If it was not you, do nothing: your password stays as it is.
"""


class Letters:
    def __init__(self, accounts: Accounts, house: str) -> None:
        self._accounts, self._store, self._house = accounts, accounts.store, house
        self._each = Allowance(limits().letters, "many letters were sent to you")
        self._addresses = Allowance(limits().letters_from_one_address, "many letters were asked for")

    def set_email(self, secret: str, password: str, email: str, address: str = "") -> Letter | None:
        """The letter with which somebody proves that the address is his; none if he wishes to have no address."""
        _, person = self._accounts.prove(secret, password, address)
        if not email:
            self._store.set_email(person.id, "", False)
            return None
        checked_address(email)
        self._each.take(person.id)
        self._addresses.take(neighbourhood(address))
        self._store.set_email(person.id, email, False)
        return self._letter(person, "verify", email, "Your address", VERIFY)

    def verify(self, secret: str) -> None:
        """Raises `Refusal`."""
        proof = self._proof(secret, "verify")
        if not self._store.verify_email(proof.person, proof.email):
            raise Refusal("password", USED)

    def forgotten(self, name: str, address: str = "") -> Letter | None:
        """The letter for a new password, if there is such an account with an address; that is told to nobody."""
        self._addresses.take(neighbourhood(address))
        person = self._accounts.exactly(name)
        if person is None or not person.verified or person.banned:
            return None
        try:
            self._each.take(person.id)
        except Refusal:
            return None
        return self._letter(person, "reset", person.email, "A new password", RESET)

    def reset_link(self, person: Person) -> str:
        """For the host of the house, who knows the person in another way."""
        return self._link(person, "reset", person.email)

    def reset(self, secret: str, password: str, agent: str = "") -> Entered:
        """A new password instead of a forgotten one; all sessions end, and a new one begins. Raises `Refusal`."""
        proof = self._store.proof(kept(secret))
        person = self._store.person(proof.person) if proof else None
        if person is None:
            raise Refusal("password", USED)
        hashed = self._accounts.passwords.hashed(password, person.name)
        self._proof(secret, "reset")
        check_welcome(person)
        self._store.set_password(person.id, hashed)
        self._store.end_sessions(person.id)
        return self._accounts.enter(person, agent)

    def _letter(self, person: Person, purpose: Purpose, email: str, subject: str, text: str) -> Letter:
        link = self._link(person, purpose, email)
        house = self._house.partition("://")[2]
        return Letter(email, f"{subject} at {house}", text.format(name=person.name, house=house, link=link))

    def _link(self, person: Person, purpose: Purpose, email: str) -> str:
        secret = secrets.token_urlsafe(24)
        self._store.promise_proof(kept(secret), Proof(person.id, purpose, email, written(now() + LASTS[purpose])))
        return f"{self._house}/account#{purpose}={secret}"

    def _proof(self, secret: str, purpose: str) -> Proof:
        """Once. Raises `Refusal`."""
        proof = self._store.take_proof(kept(secret), purpose)
        if proof is None or proof.until < written(now()):
            raise Refusal("password", USED)
        return proof
