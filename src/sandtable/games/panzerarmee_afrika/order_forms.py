"""The forms that orders share: done, a name, a name at a place, units on a path."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Phrase, UnitsOnPath
from sandtable.core.values import Action


class Done(Action, frozen=True):
    """Finish here and go on."""


class Name(Phrase, frozen=True):
    form: ClassVar[str] = "{name:de-104}"
    name: str


class Placement(Phrase, frozen=True):
    form: ClassVar[str] = "{name:de-104} at {at:0702}"
    name: str
    at: str


class Together(UnitsOnPath, frozen=True):
    form: ClassVar[str] = "{units:de-104, de-5-1-a} {path:0702-0803}"


class Numbered(Phrase, frozen=True):
    form: ClassVar[str] = "{combat:1}"
    combat: int
