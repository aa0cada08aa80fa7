"""What players of Panzerarmee Afrika decide, and its notation.

move de-104, de-5-1-a 0702-0803-0904        attack 1509, 1608 with de-104, de-5-1-a
"""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.forms import Phrase, UnitsOnPath
from sandtable.core.values import Action, Notation
from sandtable.core.wording import one, path, split


class Done(Action, frozen=True):
    """Nothing more here; go on."""

    verb: ClassVar[str] = "done"


class _OneName(Phrase, frozen=True):
    examples: ClassVar[tuple[str, ...]] = ("de-104",)
    name: str


class _Placement(Phrase, frozen=True):
    keywords: ClassVar[tuple[str, ...]] = ("at",)
    examples: ClassVar[tuple[str, ...]] = ("de-104", "0702")
    name: str
    at: str


class _Together(UnitsOnPath, frozen=True):
    example: ClassVar[str] = "de-104, de-5-1-a 0702-0803"


# Set-up, supply phase


class Place(_Placement, frozen=True):
    """[6] Put a unit that begins in a base into one of its hexes."""

    verb: ClassVar[str] = "place"


class Malta(Action, frozen=True):
    """[9] Attempt the invasion."""

    verb: ClassVar[str] = "malta"


class Decline(Action, frozen=True):
    """[9] Do without the invasion of Malta."""

    verb: ClassVar[str] = "decline"


# Movement


class Move(_Together, frozen=True):
    """[11.1] Move regular units together, or a transport unit; the path names every hex, or only where it turns:
    between hexes that are not adjacent the cheapest way is taken."""

    verb: ClassVar[str] = "move"


class Overrun(_Together, frozen=True):
    """[11.4] Move a stack up to an enemy stack and into its hex, the last of the path."""

    verb: ClassVar[str] = "overrun"


class Ship(_Placement, frozen=True):
    """[11.2] Carry a unit or an installation from port to port."""

    verb: ClassVar[str] = "ship"
    keywords: ClassVar[tuple[str, ...]] = ("to",)


class Rail(_Placement, frozen=True):
    """[11.3.1] Carry an installation along the Egyptian railroad."""

    verb: ClassVar[str] = "rail"
    keywords: ClassVar[tuple[str, ...]] = ("to",)


class Haul(Action, frozen=True):
    """[11.3] Carry an installation with a transport unit that is in its hex."""

    verb: ClassVar[str] = "haul"
    lorry: str
    depot: str
    path: tuple[str, ...]

    def words(self) -> str:
        return f"{self.depot} with {self.lorry} {'-'.join(self.path)}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "haul axis-depot-1 with axis-lorry-1 0702-0803"
        depot, rest = split(words, "with", usage)
        lorry, _, way = rest.rpartition(" ")
        return cls(one(lorry, usage), one(depot, usage), path(way, usage, least=2))


# Combat


class Attack(Phrase, frozen=True):
    """[12.2] Declare a combat: all enemies in these hexes, by these units."""

    verb: ClassVar[str] = "attack"
    keywords: ClassVar[tuple[str, ...]] = ("with",)
    examples: ClassVar[tuple[str, ...]] = ("1509, 1608", "de-104, de-5-1-a")
    hexes: tuple[str, ...]
    units: tuple[str, ...]


class _Numbered(Phrase, frozen=True):
    examples: ClassVar[tuple[str, ...]] = ("1",)
    combat: int


class Cancel(_Numbered, frozen=True):
    """[12.4] Give up a voluntary combat that was declared."""

    verb: ClassVar[str] = "cancel"


class Fight(_Numbered, frozen=True):
    """[12.4] Resolve one of the declared combats, in any order."""

    verb: ClassVar[str] = "fight"


class Sacrifice(_OneName, frozen=True):
    """[12.3] Spend an installation for maximum attack supply."""

    verb: ClassVar[str] = "sacrifice"
    examples: ClassVar[tuple[str, ...]] = ("axis-depot-1",)


class Destroy(_OneName, frozen=True):
    """[12.3] Take one's own installation off the map."""

    verb: ClassVar[str] = "destroy"
    examples: ClassVar[tuple[str, ...]] = ("axis-depot-1",)


class Lose(Phrase, frozen=True):
    """[12.4.5] Choose the units that make up a loss; [4] or those that a hex cannot hold."""

    verb: ClassVar[str] = "lose"
    examples: ClassVar[tuple[str, ...]] = ("uk-sg-2, au-20",)
    units: tuple[str, ...]


class Advance(_Placement, frozen=True):
    """[12.4.7] Move into a hex that the defender lost."""

    verb: ClassVar[str] = "advance"
    keywords: ClassVar[tuple[str, ...]] = ("to",)


class React(_Placement, frozen=True):
    """[15.1] Hurry to a hex under attack."""

    verb: ClassVar[str] = "react"
    keywords: ClassVar[tuple[str, ...]] = ("to",)


# Reinforcements and replacements


class Arrive(_Placement, frozen=True):
    """[13.1, 13.2] Bring a unit, an installation or a transport unit from the order of battle to the map."""

    verb: ClassVar[str] = "arrive"


class Rebuild(_Placement, frozen=True):
    """[13.3.2] Bring an eliminated unit back for replacement points."""

    verb: ClassVar[str] = "rebuild"


class Reinstate(_Placement, frozen=True):
    """[13.2.4] Bring back a unit that was withdrawn or eliminated."""

    verb: ClassVar[str] = "reinstate"


class Reinforce(_OneName, frozen=True):
    """[13.4] Raise a unit in the Alexandria base by one combat factor."""

    verb: ClassVar[str] = "reinforce"
    examples: ClassVar[tuple[str, ...]] = ("uk-7-a",)


class Withdraw(_OneName, frozen=True):
    """[13.2.3] Take a unit off the map for good, or until it is reinstated."""

    verb: ClassVar[str] = "withdraw"
    examples: ClassVar[tuple[str, ...]] = ("au-20",)


class Option(_OneName, frozen=True):
    """[13.5] Exercise a reinforcement option."""

    verb: ClassVar[str] = "option"
    examples: ClassVar[tuple[str, ...]] = ("F",)


class Dismount(Phrase, frozen=True):
    """[13.6] Leave the lorries of these units to form a transport unit at a hex."""

    verb: ClassVar[str] = "dismount"
    keywords: ClassVar[tuple[str, ...]] = ("at",)
    examples: ClassVar[tuple[str, ...]] = ("it-61, it-62", "0702")
    units: tuple[str, ...]
    at: str


class Remount(Phrase, frozen=True):
    """[13.6] Give a transport unit back to dismounted units."""

    verb: ClassVar[str] = "remount"
    keywords: ClassVar[tuple[str, ...]] = ("with",)
    examples: ClassVar[tuple[str, ...]] = ("it-61, it-62", "axis-lorry-1")
    units: tuple[str, ...]
    lorry: str


NOTATION = Notation(
    Done,
    Place,
    Malta,
    Decline,
    Move,
    Overrun,
    Ship,
    Rail,
    Haul,
    Attack,
    Cancel,
    Fight,
    Sacrifice,
    Destroy,
    Lose,
    Advance,
    React,
    Arrive,
    Rebuild,
    Reinstate,
    Reinforce,
    Withdraw,
    Option,
    Dismount,
    Remount,
)
