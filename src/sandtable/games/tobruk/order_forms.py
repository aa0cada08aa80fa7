"""The forms that orders share, and the orders that several rooms share: done, what comes first, placing, losses."""

from __future__ import annotations

from typing import Annotated, ClassVar

from sandtable.core.forms import Path, Phrase, Text, UnitOnPath
from sandtable.core.values import Action, BadNotation
from sandtable.core.wording import number


def small_number(text: str, usage: str) -> int:
    """Two digits are enough for every figure of the game, and no text makes a number that no state can store."""
    figure = number(text, usage)
    if len(text) > 2 or text != str(figure):
        raise BadNotation(f"write it as: {usage}")
    return figure


SmallNumber = Annotated[int, Text(small_number)]


class Done(Action, frozen=True):
    """Finish here and go on."""


class Spot(Phrase, frozen=True):
    form: ClassVar[str] = "{unit:1RTR/32Tk} at {at:2304}"
    unit: str
    at: str


class March(Phrase, frozen=True):
    form: ClassVar[str] = "{units:4RTR/32Tk, 1RTR/32Tk} {path:2304-2406}"
    units: tuple[str, ...]
    path: Path


class OneUnit(Phrase, frozen=True):
    form: ClassVar[str] = "{unit:1RTR/32Tk}"
    unit: str


class Way(UnitOnPath, frozen=True):
    form: ClassVar[str] = "{unit:II/361/Afk} {path:2605-2504}"


class Place(Spot, frozen=True):
    """[15.1, 4.1, 12.0] Put a garrison unit, a returning headquarters or recovered armour on the map."""


class Begin(Phrase, frozen=True):
    """[3.2] What the formation does first: `begin move` or `begin combat`."""

    form: ClassVar[str] = "{mode:move, or: begin combat}"
    mode: str


class Lose(OneUnit, frozen=True):
    """[10.2, 7.1] Choose a unit that takes a loss."""
