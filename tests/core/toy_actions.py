"""What the players of the toy game decide."""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.values import Action, BadNotation, Notation


class Done(Action, frozen=True):
    verb: ClassVar[str] = "done"


class Stand(Action, frozen=True):
    verb: ClassVar[str] = "stand"


class Bet(Action, frozen=True):
    verb: ClassVar[str] = "bet"
    coins: int

    def words(self) -> str:
        return str(self.coins)

    @classmethod
    def read(cls, words: str) -> Self:
        if not (words.isascii() and words.isdigit()) or str(int(words)) != words:
            raise BadNotation("write it as: bet 2")
        return cls(int(words))


class _ToHex(Action, frozen=True):
    unit: str
    to: str

    def words(self) -> str:
        return f"{self.unit} {self.to}"

    @classmethod
    def read(cls, words: str) -> Self:
        unit, _, to = words.partition(" ")
        if not unit or not to or " " in to:
            raise BadNotation(f"write it as: {cls.verb} r1 B2")
        return cls(unit, to)


class Move(_ToHex, frozen=True):
    verb: ClassVar[str] = "move"


class Withdraw(_ToHex, frozen=True):
    verb: ClassVar[str] = "withdraw"


class Attack(Action, frozen=True):
    verb: ClassVar[str] = "attack"
    target: str
    units: tuple[str, ...]

    def words(self) -> str:
        return f"{self.target} with {', '.join(self.units)}"

    @classmethod
    def read(cls, words: str) -> Self:
        target, found, units = words.partition(" with ")
        names = tuple(name.strip() for name in units.split(","))
        if not found or not all(names) or " " in target or any(" " in name for name in names):
            raise BadNotation("write it as: attack b1 with r1, r2")
        return cls(target, names)


NOTATION = Notation(Done, Stand, Bet, Move, Withdraw, Attack)
