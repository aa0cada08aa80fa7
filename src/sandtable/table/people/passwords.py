"""Passwords: hashed with Argon2id, a few at a time, because each takes memory and a processor for a moment."""

from __future__ import annotations

from threading import BoundedSemaphore

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from sandtable.core.values import Refusal
from sandtable.table.people.limits import limits


class Passwords:
    def __init__(self) -> None:
        self._limits = limits().passwords
        cost = self._limits.rounds, self._limits.kilobytes
        self._hasher = PasswordHasher(*cost, parallelism=1, type=Type.ID)
        self._turns = BoundedSemaphore(self._limits.at_once)
        self._nobodys = self._hasher.hash("of nobody")

    def hashed(self, password: str, name: str) -> str:
        """Raises `Refusal` for one that is too easy to guess."""
        shortest, longest = self._limits.shortest, self._limits.longest
        if not shortest <= len(password) <= longest:
            raise Refusal("password", f"a password has at least {shortest} characters, and {longest} at most")
        if len(set(password)) < 4 or name.casefold() in password.casefold():
            raise Refusal("password", "this password is too easy to guess: choose another")
        with self._turns:
            return self._hasher.hash(password)

    def is_right(self, password: str, kept: str) -> bool:
        """Takes as long for somebody who does not exist (`kept` is empty) as for anybody else."""
        with self._turns:
            try:
                return self._hasher.verify(kept or self._nobodys, password) and bool(kept)
            except (VerificationError, InvalidHashError):
                return False
