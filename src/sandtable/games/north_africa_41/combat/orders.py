"""[8, 9, 11, 13.3.4, 14, 15] Orders of combat and of what follows it."""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.forms import Phrase
from sandtable.core.values import Action
from sandtable.core.wording import names, one, split
from sandtable.games.north_africa_41.order_forms import Names, Together, Where


class Shatter(Phrase, frozen=True):
    """[8.9] Declare an Automatic DS against a hex by these units."""

    verb: ClassVar[str] = "shatter"
    keywords: ClassVar[tuple[str, ...]] = ("with",)
    examples: ClassVar[tuple[str, ...]] = ("2011", "GE-I-5, GE-MG8")
    at: str
    units: tuple[str, ...]


class Flee(Names, frozen=True):
    """[13.3.4] Put units into Full Retreat voluntarily."""

    verb: ClassVar[str] = "flee"


class Attack(Action, frozen=True):
    """[8.3] Attack a hex. `supply` names the source of Attack Supply (an ASU, an MSU or the place of a Supply Point),
    `artillery` the ASU of an Artillery Support, `air` an Air Support marker."""

    verb: ClassVar[str] = "attack"
    at: str
    units: tuple[str, ...]
    supply: str = ""
    artillery: str = ""
    air: str = ""

    def words(self) -> str:
        text = f"{self.at} with {', '.join(self.units)}"
        for keyword, value in (("supply", self.supply), ("artillery", self.artillery), ("air", self.air)):
            if value:
                text += f" {keyword} {value}"
        return text

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "attack 2011 with GE-I-5, GE-MG8 supply GE-DAK artillery GE-ARKO104 air german-air"
        at, rest = split(words, "with", usage)
        rest, _, air = rest.partition(" air ")
        rest, _, artillery = rest.partition(" artillery ")
        rest, _, supply = rest.partition(" supply ")
        optional = (one(text, usage) if text else "" for text in (supply, artillery, air))
        return cls(one(at, usage), names(rest, usage), *optional)


class Support(Action, frozen=True):
    """[8.3, 9.4, 11.3, 18.7.4] The defender's Artillery Support and Air Support, or DD Support; `none` for neither."""

    verb: ClassVar[str] = "support"
    by: tuple[str, ...] = ()

    def words(self) -> str:
        return ", ".join(self.by) if self.by else "none"

    @classmethod
    def read(cls, words: str) -> Self:
        return cls() if words == "none" else cls(names(words, "support BR-XIII, allied-air-1"))


class Reroll(Action, frozen=True):
    """[18.5] Rommel rolls the die again."""

    verb: ClassVar[str] = "reroll"


class Accept(Action, frozen=True):
    """Let a result stand."""

    verb: ClassVar[str] = "accept"


class Stand(Action, frozen=True):
    """[11] Try a Determined Defence with a Lead Unit and perhaps DD Support."""

    verb: ClassVar[str] = "stand"
    lead: str
    support: str = ""

    def words(self) -> str:
        return f"{self.lead} support {self.support}" if self.support else self.lead

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "stand IT-27BRE support IT-XXI"
        lead, _, support = words.partition(" support ")
        return cls(one(lead, usage), one(support, usage) if support else "")


class Advance(Together, frozen=True):
    """[14] Advance units together along a path."""

    verb: ClassVar[str] = "advance"


class Group(Names, frozen=True):
    """[15.2] Name the Breakthrough Group; those not yet there gather in the defender's vacated hex."""

    verb: ClassVar[str] = "group"


class Break(Where, frozen=True):
    """[15.2.6] Breakthrough Combat against an adjacent hex."""

    verb: ClassVar[str] = "break"


class Drop(Names, frozen=True):
    """[15.2.13] Units leave the Breakthrough Group."""

    verb: ClassVar[str] = "drop"


class Disengage(Names, frozen=True):
    """[27.5] Try to disengage units as a group."""

    verb: ClassVar[str] = "disengage"
