"""What players of Panzerarmee Afrika decide, and its notation.

    move de-104, de-5-1-a 0702-0803-0904        attack 1509, 1608 with de-104, de-5-1-a
"""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.values import Action, Notation
from sandtable.core.wording import names, number, one, path, split


class Done(Action, frozen=True):
    """Nothing more here; go on."""

    verb: ClassVar[str] = "done"


class _OneName(Action, frozen=True):
    example: ClassVar[str] = "de-104"
    name: str

    def words(self) -> str:
        return self.name

    @classmethod
    def read(cls, words: str) -> Self:
        return cls(one(words, f"{cls.verb} {cls.example}"))


class _Placement(Action, frozen=True):
    keyword: ClassVar[str] = "at"
    name: str
    at: str

    def words(self) -> str:
        return f"{self.name} {self.keyword} {self.at}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = f"{cls.verb} de-104 {cls.keyword} 0702"
        name, at = split(words, cls.keyword, usage)
        return cls(one(name, usage), one(at, usage))


class _UnitsOnPath(Action, frozen=True):
    units: tuple[str, ...]
    path: tuple[str, ...]

    def words(self) -> str:
        return f"{', '.join(self.units)} {'-'.join(self.path)}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = f"{cls.verb} de-104, de-5-1-a 0702-0803"
        units, _, way = words.rpartition(" ")
        return cls(names(units, usage), path(way, usage, least=2))


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


class Move(_UnitsOnPath, frozen=True):
    """[11.1] Move regular units together, or a transport unit; the path names every hex, or only where it turns:
    between hexes that are not adjacent the cheapest way is taken."""

    verb: ClassVar[str] = "move"


class Overrun(_UnitsOnPath, frozen=True):
    """[11.4] Move a stack up to an enemy stack and into its hex, the last of the path."""

    verb: ClassVar[str] = "overrun"


class Ship(_Placement, frozen=True):
    """[11.2] Carry a unit or an installation from port to port."""

    verb: ClassVar[str] = "ship"
    keyword: ClassVar[str] = "to"


class Rail(_Placement, frozen=True):
    """[11.3.1] Carry an installation along the Egyptian railroad."""

    verb: ClassVar[str] = "rail"
    keyword: ClassVar[str] = "to"


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


class Attack(Action, frozen=True):
    """[12.2] Declare a combat: all enemies in these hexes, by these units."""

    verb: ClassVar[str] = "attack"
    hexes: tuple[str, ...]
    units: tuple[str, ...]

    def words(self) -> str:
        return f"{', '.join(self.hexes)} with {', '.join(self.units)}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "attack 1509, 1608 with de-104, de-5-1-a"
        hexes, units = split(words, "with", usage)
        return cls(names(hexes, usage), names(units, usage))


class _Numbered(Action, frozen=True):
    combat: int

    def words(self) -> str:
        return str(self.combat)

    @classmethod
    def read(cls, words: str) -> Self:
        return cls(number(words, f"{cls.verb} 1"))


class Cancel(_Numbered, frozen=True):
    """[12.4] Give up a voluntary combat that was declared."""

    verb: ClassVar[str] = "cancel"


class Fight(_Numbered, frozen=True):
    """[12.4] Resolve one of the declared combats, in any order."""

    verb: ClassVar[str] = "fight"


class Sacrifice(_OneName, frozen=True):
    """[12.3] Spend an installation for maximum attack supply."""

    verb: ClassVar[str] = "sacrifice"
    example: ClassVar[str] = "axis-depot-1"


class Destroy(_OneName, frozen=True):
    """[12.3] Take one's own installation off the map."""

    verb: ClassVar[str] = "destroy"
    example: ClassVar[str] = "axis-depot-1"


class Lose(Action, frozen=True):
    """[12.4.5] Choose the units that make up a loss; [4] or those that a hex cannot hold."""

    verb: ClassVar[str] = "lose"
    units: tuple[str, ...]

    def words(self) -> str:
        return ", ".join(self.units)

    @classmethod
    def read(cls, words: str) -> Self:
        return cls(names(words, "lose uk-sg-2, au-20"))


class Advance(_Placement, frozen=True):
    """[12.4.7] Move into a hex that the defender lost."""

    verb: ClassVar[str] = "advance"
    keyword: ClassVar[str] = "to"


class React(_Placement, frozen=True):
    """[15.1] Hurry to a hex under attack."""

    verb: ClassVar[str] = "react"
    keyword: ClassVar[str] = "to"


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
    example: ClassVar[str] = "uk-7-a"


class Withdraw(_OneName, frozen=True):
    """[13.2.3] Take a unit off the map for good, or until it is reinstated."""

    verb: ClassVar[str] = "withdraw"
    example: ClassVar[str] = "au-20"


class Option(_OneName, frozen=True):
    """[13.5] Exercise a reinforcement option."""

    verb: ClassVar[str] = "option"
    example: ClassVar[str] = "F"


class Dismount(Action, frozen=True):
    """[13.6] Leave the lorries of these units to form a transport unit at a hex."""

    verb: ClassVar[str] = "dismount"
    units: tuple[str, ...]
    at: str

    def words(self) -> str:
        return f"{', '.join(self.units)} at {self.at}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "dismount it-61, it-62 at 0702"
        units, at = split(words, "at", usage)
        return cls(names(units, usage), one(at, usage))


class Remount(Action, frozen=True):
    """[13.6] Give a transport unit back to dismounted units."""

    verb: ClassVar[str] = "remount"
    units: tuple[str, ...]
    lorry: str

    def words(self) -> str:
        return f"{', '.join(self.units)} with {self.lorry}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "remount it-61, it-62 with axis-lorry-1"
        units, lorry = split(words, "with", usage)
        return cls(names(units, usage), one(lorry, usage))


NOTATION = Notation(
    Done, Place, Malta, Decline, Move, Overrun, Ship, Rail, Haul, Attack, Cancel, Fight, Sacrifice, Destroy, Lose,
    Advance, React, Arrive, Rebuild, Reinstate, Reinforce, Withdraw, Option, Dismount, Remount,
)
