"""The forms that orders share: done, a unit, a unit at a hex, units on a path."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Phrase, UnitOnPath, UnitsOnPath
from sandtable.core.values import Action, BadNotation
from sandtable.core.wording import number


def small_number(text: str, usage: str) -> int:
    """Two digits are enough for every figure of the game, and no text makes a number that no state can store."""
    figure = number(text, usage)
    if len(text) > 2 or text != str(figure):
        raise BadNotation(f"write it as: {usage}")
    return figure


class Done(Action, frozen=True):
    """Nothing more here; go on."""

    verb: ClassVar[str] = "done"


class Spot(Phrase, frozen=True):
    keywords: ClassVar[tuple[str, ...]] = ("at",)
    examples: ClassVar[tuple[str, ...]] = ("1RTR/32Tk", "2304")
    unit: str
    at: str


class March(UnitsOnPath, frozen=True):
    example: ClassVar[str] = "4RTR/32Tk, 1RTR/32Tk 2304-2406"
    least: ClassVar[int] = 1


class OneUnit(Phrase, frozen=True):
    examples: ClassVar[tuple[str, ...]] = ("1RTR/32Tk",)
    unit: str


class Way(UnitOnPath, frozen=True):
    example: ClassVar[str] = "II/361/Afk 2605-2504"
