"""What players decide, as they write it."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Phrase
from sandtable.core.values import Action, Notation


class Move(Phrase, frozen=True):
    form: ClassVar[str] = "{unit:red-1} to {to:0203}"
    unit: str
    to: str


class Attack(Phrase, frozen=True):
    form: ClassVar[str] = "{target:blue-1} with {units:red-1, red-2}"
    target: str
    units: tuple[str, ...]


class Retreat(Phrase, frozen=True):
    form: ClassVar[str] = "{unit:blue-1} to {to:0903}"
    unit: str
    to: str


class Done(Action, frozen=True):
    """Nothing more here."""


NOTATION = Notation(Move, Attack, Retreat, Done)
