"""What players decide, as they write it."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Phrase
from sandtable.core.values import Action, Notation


class Move(Phrase, frozen=True):
    verb: ClassVar[str] = "move"
    keywords: ClassVar[tuple[str, ...]] = ("to",)
    examples: ClassVar[tuple[str, ...]] = ("red-1", "0203")
    unit: str
    to: str


class Attack(Phrase, frozen=True):
    verb: ClassVar[str] = "attack"
    keywords: ClassVar[tuple[str, ...]] = ("with",)
    examples: ClassVar[tuple[str, ...]] = ("blue-1", "red-1, red-2")
    target: str
    units: tuple[str, ...]


class Retreat(Phrase, frozen=True):
    verb: ClassVar[str] = "retreat"
    keywords: ClassVar[tuple[str, ...]] = ("to",)
    examples: ClassVar[tuple[str, ...]] = ("blue-1", "0903")
    unit: str
    to: str


class Done(Action, frozen=True):
    verb: ClassVar[str] = "done"


NOTATION = Notation(Move, Attack, Retreat, Done)
