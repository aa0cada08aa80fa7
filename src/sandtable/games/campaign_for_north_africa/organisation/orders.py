"""[8.97, 19.2, 19.4, 20.49, 32.32] Orders of the Organization Phase: who belongs to whom, and on whose trucks."""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.forms import Phrase
from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.order_forms import Count, Points, To, one_points


class Attach(To, frozen=True):
    """[19.41, 19.42] Make a unit part of a Parent Unit in its hex."""

    verb: ClassVar[str] = "attach"


class Detach(Phrase, frozen=True):
    """[19.43, 19.44] Make attached units counters of their own, with some of the Motorization Points [8.97]. Several
    may leave so that they end attached to the first one [19.47]."""

    verb: ClassVar[str] = "detach"
    keywords: ClassVar[tuple[str, ...]] = ("with",)
    examples: ClassVar[tuple[str, ...]] = ("1RNF", "6")
    units: tuple[str, ...]
    motors: int = 0


class Assign(To, frozen=True):
    """[19.21] Make an independent unit part of a Parent Formation to which it is attached."""

    verb: ClassVar[str] = "assign"


class Motorise(Count, frozen=True):
    """[8.97, 32.53] Attach unattached Motorization Points of the hex to a counter or Supply Unit [32.32]."""

    verb: ClassVar[str] = "motorise"


class Demotorise(Count, frozen=True):
    """[8.97] Take Motorization Points off a counter or Supply Unit and leave them in the hex."""

    verb: ClassVar[str] = "demotorise"


class Absorb(Action, frozen=True):
    """[20.49, 22.5] A unit takes repaired points of its hex."""

    verb: ClassVar[str] = "absorb"
    points: Points

    def words(self) -> str:
        return str(self.points)

    @classmethod
    def read(cls, words: str) -> Self:
        return cls(one_points(words, "absorb 6RTR:A9-Cruiser:2"))
