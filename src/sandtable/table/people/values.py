"""Who somebody is, and what is kept of him."""

from __future__ import annotations

from typing import Any

from sandtable.core.values import Value


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
