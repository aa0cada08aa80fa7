"""The forms that orders share: done, a name, a name at a place, units on a path."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Phrase, UnitsOnPath
from sandtable.core.values import Action


class Done(Action, frozen=True):
    """Finish here and go on."""

    verb: ClassVar[str] = "done"


class Name(Phrase, frozen=True):
    examples: ClassVar[tuple[str, ...]] = ("de-104",)
    name: str


class Placement(Phrase, frozen=True):
    keywords: ClassVar[tuple[str, ...]] = ("at",)
    examples: ClassVar[tuple[str, ...]] = ("de-104", "0702")
    name: str
    at: str


class Together(UnitsOnPath, frozen=True):
    example: ClassVar[str] = "de-104, de-5-1-a 0702-0803"


class Numbered(Phrase, frozen=True):
    examples: ClassVar[tuple[str, ...]] = ("1",)
    combat: int
