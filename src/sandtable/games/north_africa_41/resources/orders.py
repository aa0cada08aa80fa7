"""[18.7, 23, 24] Orders for Resource Points, events, markers and aircraft."""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.forms import Phrase
from sandtable.core.values import Action
from sandtable.core.wording import one
from sandtable.games.north_africa_41.order_forms import Name, Placement, Where


class Fly(Placement, frozen=True):
    """[18.7.6] Axis Air Transport."""

    verb: ClassVar[str] = "fly"
    keywords: ClassVar[tuple[str, ...]] = ("to",)


class Buy(Action, frozen=True):
    """[23.2] Spend Resource Points on an item of the Resource List; some items name a place or a piece."""

    verb: ClassVar[str] = "buy"
    item: str
    what: str = ""

    def words(self) -> str:
        return f"{self.item} {self.what}".strip()

    @classmethod
    def read(cls, words: str) -> Self:
        item, _, what = words.partition(" ")
        usage = "buy bombing-raid 3138"
        return cls(one(item, usage), one(what, usage) if what else "")


class Choose(Name, frozen=True):
    """Settle a choice that an event or a table leaves open, such as the target of a raid."""

    verb: ClassVar[str] = "choose"
    examples: ClassVar[tuple[str, ...]] = ("3138",)


class Delay(Phrase, frozen=True):
    """[24.3.1, 18.7.5, 18.8] Place a marker: delay 1-6, strafing or lrdg."""

    verb: ClassVar[str] = "delay"
    keywords: ClassVar[tuple[str, ...]] = ("at",)
    examples: ClassVar[tuple[str, ...]] = ("2", "2011")
    marker: str
    at: str


class Lift(Name, frozen=True):
    """[24.3.3] Remove a Delay marker of your own."""

    verb: ClassVar[str] = "lift"
    examples: ClassVar[tuple[str, ...]] = ("2",)


class Fortify(Where, frozen=True):
    """[9.5.3] Begin a Fortification."""

    verb: ClassVar[str] = "fortify"


class Dismantle(Where, frozen=True):
    """[9.5.7] Remove a Fortification of your own."""

    verb: ClassVar[str] = "dismantle"
