"""The forms that orders share: done, a loss, a name, some names, a name at a place, units on a path, a hex."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Phrase, UnitsOnPath
from sandtable.core.values import Action


class Done(Action, frozen=True):
    """Finish here and go on."""


class Name(Phrase, frozen=True):
    form: ClassVar[str] = "{name:GE-I-5}"
    name: str


class Names(Phrase, frozen=True):
    form: ClassVar[str] = "{units:GE-I-5, GE-MG8}"
    units: tuple[str, ...]


class Placement(Phrase, frozen=True):
    form: ClassVar[str] = "{name:GE-I-5} at {at:1604}"
    name: str
    at: str


class Together(UnitsOnPath, frozen=True):
    form: ClassVar[str] = "{units:GE-I-5, GE-MG8} {path:1604-1605}"


class Where(Phrase, frozen=True):
    form: ClassVar[str] = "{at:3138}"
    at: str


class Lose(Name, frozen=True):
    """[10.2] Choose the unit that loses a step; [4.4.1] or one too many for its hex."""
