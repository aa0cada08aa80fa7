"""Dice that can be proved: each roll follows from a secret, its purpose and its number in the game.

The secret is committed by hash when the game starts and revealed when it ends, so nobody can predict a roll and
anybody can check all of them afterwards. A die rolled for one purpose never changes a die rolled for another.

Between people the dice follow from the secret and from a share of each guest, which the guest's own machine draws. All
of it is committed before any of it is opened, so that nobody chooses the dice, not even the host.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Protocol

from sandtable.core.values import Value

SECRET_BYTES = 32


class Roll(Value, frozen=True, array_like=True):
    """One die as the journal keeps it."""

    n: int
    purpose: str
    sides: int
    value: int


class Dice(Protocol):
    def roll(self, n: int, purpose: str, sides: int) -> int: ...


class SecretDice:
    """Rolls derived from a secret, and from the shares that guests have added to it."""

    def __init__(self, secret: bytes, shares: Sequence[bytes] = ()) -> None:
        self.secret, self.shares = secret, tuple(shares)
        self._key = joint_key(secret, shares)

    def roll(self, n: int, purpose: str, sides: int) -> int:
        digest = hashlib.blake2b(f"{n}:{purpose}:{sides}".encode(), key=self._key, digest_size=16).digest()
        return int.from_bytes(digest, "big") % sides + 1

    def seed(self, *purpose: str) -> int:
        """The seed of a machine player: nobody who knows only the commitment can predict what the machine does, and
        whoever has the secret can let it play again. The person keeps seeds and rolls apart, whatever the purpose."""
        text = ":".join(purpose).encode()
        digest = hashlib.blake2b(text, key=self._key, digest_size=6, person=b"sandtable player").digest()
        return int.from_bytes(digest, "big")


class DiceMismatch(ValueError):
    """A game asks for dice other than those in its journal."""


class RecordedDice:
    """The rolls of a journal, handed out again in their order."""

    def __init__(self, rolls: Sequence[Roll]) -> None:
        self.rolls = {(roll.n, roll.purpose, roll.sides): roll.value for roll in rolls}

    def roll(self, n: int, purpose: str, sides: int) -> int:
        try:
            value = self.rolls[n, purpose, sides]
        except KeyError:
            raise DiceMismatch(f"the journal holds no roll number {n} for {purpose}") from None
        if not 1 <= value <= sides:
            raise DiceMismatch(f"roll number {n} for {purpose} shows {value} on a die of {sides}")
        return value


def fresh_secret() -> bytes:
    return secrets.token_bytes(SECRET_BYTES)


def secret_of_seed(seed: int) -> bytes:
    """A secret anybody can reproduce: for study, never for a game between people."""
    return hashlib.blake2b(f"sandtable seed {seed}".encode(), digest_size=SECRET_BYTES).digest()


def joint_key(secret: bytes, shares: Sequence[bytes]) -> bytes:
    """What the rolls follow from. Who sat down first makes no difference; without shares it is the secret itself."""
    if not shares:
        return secret
    return hashlib.blake2b(b"".join(sorted(shares)), key=secret, digest_size=32, person=b"sandtable joint").digest()


def promise_of(share: bytes) -> str:
    """The commitment of a guest: a hash that browsers can make too."""
    return hashlib.sha256(share).hexdigest()


def commitment(secret: bytes) -> str:
    return hashlib.blake2b(secret, digest_size=32, person=b"sandtable dice").hexdigest()
