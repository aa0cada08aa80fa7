"""[19, 20] Orders for Replacements, upgrades and conversions."""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.forms import Phrase
from sandtable.core.values import Action
from sandtable.core.wording import one, split
from sandtable.games.north_africa_41.order_forms import Name, Placement


class Replace(Placement, frozen=True):
    """[19.3] Give a Replacement to a unit."""

    verb: ClassVar[str] = "replace"
    keywords: ClassVar[tuple[str, ...]] = ("with",)


class Rebuild(Phrase, frozen=True):
    """[19.4] Bring a unit out of the Eliminated Box where the Replacement is."""

    verb: ClassVar[str] = "rebuild"
    keywords: ClassVar[tuple[str, ...]] = ("with",)
    examples: ClassVar[tuple[str, ...]] = ("GE-I-5", "GE-REPL-TANK-1")
    name: str
    replacement: str


class Remove(Name, frozen=True):
    """[20.2, 20.3, 20.4.1] Choose the unit that is removed, withdrawn or gives its crew to an upgrade."""

    verb: ClassVar[str] = "remove"


class Upgrade(Action, frozen=True):
    """[20.4.1] Take a tank upgrade: the unit that leaves and, if any, the one that gets its old tanks."""

    verb: ClassVar[str] = "upgrade"
    name: str
    crew: str
    tanks_to: str = ""

    def words(self) -> str:
        text = f"{self.name} from {self.crew}"
        return f"{text} tanks {self.tanks_to}" if self.tanks_to else text

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "upgrade BR-6RTR-2 from BR-3HUS tanks BR-7HUS"
        name, rest = split(words, "from", usage)
        crew, _, tanks = rest.partition(" tanks ")
        return cls(one(name, usage), one(crew, usage), one(tanks, usage) if tanks else "")


class Convert(Name, frozen=True):
    """[20.4.3] Make the units of a conversion from the pair stacked together."""

    verb: ClassVar[str] = "convert"
