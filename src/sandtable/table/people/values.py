"""Who somebody is, and what is kept of him."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from sandtable.core.values import Value

Purpose: TypeAlias = Literal["verify", "reset"]


class Who(Value, frozen=True):
    """Whoever asks: a person with an account, or a guest, who has no id."""

    id: str = ""
    name: str = ""

    def __bool__(self) -> bool:
        return bool(self.id)


GUEST = Who()


class Person(Value, frozen=True):
    """An account. Its name is public, everything else is the person's own or the host's."""

    id: str
    name: str
    password: str  # hashed
    created: str
    settings: dict[str, Any] = {}
    email: str = ""
    verified: bool = False  # whether whoever reads mail at this address has said that it is his
    banned: str = ""  # why, if the host has turned him away

    @property
    def who(self) -> Who:
        return Who(self.id, self.name)


class Session(Value, frozen=True):
    """A browser in which a person is signed in. Its secret is in the browser, and here only as a hash."""

    id: str
    person: str
    created: str
    used: str
    agent: str  # the browser, in a few words


class Proof(Value, frozen=True):
    """What the secret of a letter proves."""

    person: str
    purpose: Purpose
    email: str
    until: str


class Report(Value, frozen=True):
    """What somebody tells the host of the house about another."""

    id: str
    by: str  # names, as they are now; empty where somebody has gone
    about: str
    table: str
    text: str
    created: str
    settled: bool = False
