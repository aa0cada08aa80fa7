"""What players of Afrika Korps decide, and its notation.

move 21/5, rommel W6-W8          attack 9A/20 with 21/5, 15/8 supply AxS1
"""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.forms import Phrase, UnitOnPath, UnitsOnPath
from sandtable.core.values import Action, Notation
from sandtable.core.wording import names, split


class Done(Action, frozen=True):
    """Nothing more to do here; carry on."""

    verb: ClassVar[str] = "done"


class Decline(Action, frozen=True):
    """[12.5] Decline the supply that is due."""

    verb: ClassVar[str] = "decline"


class _Placement(Phrase, frozen=True):
    keywords: ClassVar[tuple[str, ...]] = ("at",)
    examples: ClassVar[tuple[str, ...]] = ("15/8", "W3")
    unit: str
    at: str


class Land(_Placement, frozen=True):
    """[12.4, 19.2, 23.4] Land a supply, a reinforcement or a unit at sea."""

    verb: ClassVar[str] = "land"


class Raise(_Placement, frozen=True):
    """[20] Spend replacement factors to bring back an eliminated unit."""

    verb: ClassVar[str] = "raise"


class Move(UnitsOnPath, frozen=True):
    """Move units together along a path; between hexes that are not adjacent the cheapest route is taken."""

    verb: ClassVar[str] = "move"
    example: ClassVar[str] = "21/5, rommel W6-W8"


class _OneUnit(Phrase, frozen=True):
    examples: ClassVar[tuple[str, ...]] = ("9A/20",)
    unit: str


class Embark(_OneUnit, frozen=True):
    """[23.4] Put to sea from a port."""

    verb: ClassVar[str] = "embark"


class Destroy(_OneUnit, frozen=True):
    """[15.4] Destroy one of your own supplies."""

    verb: ClassVar[str] = "destroy"


class Lose(_OneUnit, frozen=True):
    """[7.5, 7.61, 6.1] Choose a unit to eliminate."""

    verb: ClassVar[str] = "lose"


class Advance(_OneUnit, frozen=True):
    """[16.1] Advance into the hex the defender lost."""

    verb: ClassVar[str] = "advance"


class _Conversion(Phrase, frozen=True):
    examples: ClassVar[tuple[str, ...]] = ("sub_inf_3", "4I/5, 4I/7")
    substitute: str
    units: tuple[str, ...]


class Form(_Conversion, frozen=True):
    """[21.1] Exchange units for a substitute counter."""

    verb: ClassVar[str] = "form"
    keywords: ClassVar[tuple[str, ...]] = ("from",)


class Break(_Conversion, frozen=True):
    """[21.3] Exchange a substitute counter for smaller units."""

    verb: ClassVar[str] = "break"
    keywords: ClassVar[tuple[str, ...]] = ("into",)


class Attack(Action, frozen=True):
    """Declare a battle: these defenders, by these attackers, sustained by these supplies [14.6]."""

    verb: ClassVar[str] = "attack"
    defenders: tuple[str, ...]
    attackers: tuple[str, ...]
    supplies: tuple[str, ...] = ()

    def words(self) -> str:
        text = f"{', '.join(self.defenders)} with {', '.join(self.attackers)}"
        return f"{text} supply {', '.join(self.supplies)}" if self.supplies else text

    @classmethod
    def read(cls, words: str) -> Self:
        usage = f"{cls.verb} 9A/20 with 21/5, 15/8 supply AxS1"
        defenders, rest = split(words, "with", usage)
        attackers, _, supplies = rest.partition(" supply ")
        return cls(
            names(defenders, usage),
            names(attackers, usage),
            names(supplies, usage) if supplies else (),
        )


class Overwhelm(Action, frozen=True):
    """[9] Declare an automatic victory; blockers cut off the retreat of a surrounded defender."""

    verb: ClassVar[str] = "av"
    defenders: tuple[str, ...]
    attackers: tuple[str, ...]
    supplies: tuple[str, ...]
    blockers: tuple[str, ...] = ()

    def words(self) -> str:
        text = f"{', '.join(self.defenders)} with {', '.join(self.attackers)} supply {', '.join(self.supplies)}"
        return f"{text} blockers {', '.join(self.blockers)}" if self.blockers else text

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "av 7A/2 with 21/5 supply AxS1 blockers ariete"
        defenders, rest = split(words, "with", usage)
        attackers, rest = split(rest, "supply", usage)
        supplies, _, blockers = rest.partition(" blockers ")
        return cls(
            names(defenders, usage),
            names(attackers, usage),
            names(supplies, usage),
            names(blockers, usage) if blockers else (),
        )


class Seize(Phrase, frozen=True):
    """[15.23, 15.322] Take a supply: a guarded one while others fight its guards, or a lone one in a fortress."""

    verb: ClassVar[str] = "seize"
    keywords: ClassVar[tuple[str, ...]] = ("with",)
    examples: ClassVar[tuple[str, ...]] = ("AlS1", "21/5")
    supply: str
    unit: str


class Scrap(Action, frozen=True):
    """Take back the declared attacks and redeclare them."""

    verb: ClassVar[str] = "scrap"


class Fight(Phrase, frozen=True):
    """[8.6] Resolve one of the declared battles, in any order."""

    verb: ClassVar[str] = "fight"
    examples: ClassVar[tuple[str, ...]] = ("1",)
    battle: int


class Retreat(UnitOnPath, frozen=True):
    """[7.6] Retreat a beaten unit: the two hexes of its route, the second where it ends."""

    verb: ClassVar[str] = "retreat"
    example: ClassVar[str] = "9A/20 H26-I27"


class Station(Phrase, frozen=True):
    """[22.42] Choose the combat units that a displaced Rommel joins."""

    verb: ClassVar[str] = "station"
    examples: ClassVar[tuple[str, ...]] = ("H25",)
    at: str


NOTATION = Notation(
    Done,
    Decline,
    Land,
    Raise,
    Move,
    Embark,
    Destroy,
    Lose,
    Advance,
    Form,
    Break,
    Attack,
    Overwhelm,
    Seize,
    Scrap,
    Fight,
    Retreat,
    Station,
)
