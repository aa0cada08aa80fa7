"""Passwords: hashed with Argon2id, a few at a time, because each takes memory and a processor for a moment."""

from __future__ import annotations

from threading import BoundedSemaphore

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from sandtable.core.values import Refusal

SHORTEST, LONGEST = 10, 200
AT_ONCE = 2
# About 30 ms and 19 MB on a small machine: what is recommended where many sign in.
ROUNDS, KILOBYTES = 2, 19 * 1024


class Passwords:
    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=ROUNDS, memory_cost=KILOBYTES, parallelism=1, type=Type.ID)
        self._turns = BoundedSemaphore(AT_ONCE)
        self._nobodys = self._hasher.hash("of nobody")

    def hashed(self, password: str, name: str) -> str:
        """Raises `Refusal` for one that is too easy to guess."""
        if not SHORTEST <= len(password) <= LONGEST:
            raise Refusal("password", f"a password has at least {SHORTEST} characters, and {LONGEST} at most")
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
