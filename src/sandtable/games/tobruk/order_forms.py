"""The forms that orders share, and the orders that several rooms share: done, what comes first, placing, losses."""

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
    """Finish here and go on."""

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


class Place(Spot, frozen=True):
    """[15.1, 4.1, 12.0] Put a garrison unit, a returning headquarters or recovered armour on the map."""

    verb: ClassVar[str] = "place"


class Begin(Phrase, frozen=True):
    """[3.2] What the formation does first: `begin move` or `begin combat`."""

    verb: ClassVar[str] = "begin"
    examples: ClassVar[tuple[str, ...]] = ("move, or: begin combat",)
    mode: str


class Lose(OneUnit, frozen=True):
    """[10.2, 7.1] Choose a unit that takes a loss."""

    verb: ClassVar[str] = "lose"
