"""[3.2, 4.1, 7.1, 10.2, 12.0, 15.1] Orders of several rooms: what comes first, units placed on the map, losses."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Phrase
from sandtable.games.tobruk.order_forms import OneUnit, Spot


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
