"""What players of Afrika Korps decide, and its notation.

    move 21/5, rommel W6-W8          attack 9A/20 with 21/5, 15/8 supply AxS1
"""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.values import Action, Notation
from sandtable.core.wording import names, number, one, path, split


class Done(Action, frozen=True):
    """Nothing more here; go on."""

    verb: ClassVar[str] = "done"


class Decline(Action, frozen=True):
    """[12.5] Do without the supply that is due."""

    verb: ClassVar[str] = "decline"


class _Placement(Action, frozen=True):
    unit: str
    at: str

    def words(self) -> str:
        return f"{self.unit} at {self.at}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = f"{cls.verb} 15/8 at W3"
        unit, at = split(words, "at", usage)
        return cls(one(unit, usage), one(at, usage))


class Land(_Placement, frozen=True):
    """[12.4, 19.2, 23.4] Bring a supply, a reinforcement or a unit at sea ashore."""

    verb: ClassVar[str] = "land"


class Raise(_Placement, frozen=True):
    """[20] Bring an eliminated unit back for replacement factors."""

    verb: ClassVar[str] = "raise"


class Move(Action, frozen=True):
    """Move units together along a path; between hexes that are not adjacent the cheapest way is taken."""

    verb: ClassVar[str] = "move"
    units: tuple[str, ...]
    path: tuple[str, ...]

    def words(self) -> str:
        return f"{', '.join(self.units)} {'-'.join(self.path)}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "move 21/5, rommel W6-W8"
        units, _, way = words.rpartition(" ")
        return cls(names(units, usage), path(way, usage, least=2))


class _OneUnit(Action, frozen=True):
    unit: str

    def words(self) -> str:
        return self.unit

    @classmethod
    def read(cls, words: str) -> Self:
        return cls(one(words, f"{cls.verb} 9A/20"))


class Embark(_OneUnit, frozen=True):
    """[23.4] Put to sea from a port."""

    verb: ClassVar[str] = "embark"


class Destroy(_OneUnit, frozen=True):
    """[15.4] Burn one's own supply."""

    verb: ClassVar[str] = "destroy"


class Lose(_OneUnit, frozen=True):
    """[7.5, 7.61, 6.1] Choose a unit to lose."""

    verb: ClassVar[str] = "lose"


class Advance(_OneUnit, frozen=True):
    """[16.1] Move into the hex the defender lost."""

    verb: ClassVar[str] = "advance"


class _Conversion(Action, frozen=True):
    keyword: ClassVar[str] = ""
    substitute: str
    units: tuple[str, ...]

    def words(self) -> str:
        return f"{self.substitute} {self.keyword} {', '.join(self.units)}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = f"{cls.verb} sub_inf_3 {cls.keyword} 4I/5, 4I/7"
        substitute, units = split(words, cls.keyword, usage)
        return cls(one(substitute, usage), names(units, usage))


class Form(_Conversion, frozen=True):
    """[21.1] Exchange units for a substitute counter."""

    verb: ClassVar[str] = "form"
    keyword: ClassVar[str] = "from"


class Break(_Conversion, frozen=True):
    """[21.3] Exchange a substitute counter for smaller units."""

    verb: ClassVar[str] = "break"
    keyword: ClassVar[str] = "into"


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
    """[9] Declare an automatic victory; blockers close the retreat of a surrounded defender."""

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


class Seize(Action, frozen=True):
    """[15.23, 15.322] Take a supply: the guarded one beside a battle, the lone one in a fortress."""

    verb: ClassVar[str] = "seize"
    supply: str
    unit: str

    def words(self) -> str:
        return f"{self.supply} with {self.unit}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "seize AlS1 with 21/5"
        supply, unit = split(words, "with", usage)
        return cls(one(supply, usage), one(unit, usage))


class Scrap(Action, frozen=True):
    """Tear up the declared attacks and divide combat anew."""

    verb: ClassVar[str] = "scrap"


class Fight(Action, frozen=True):
    """[8.6] Resolve one of the declared battles, in any order."""

    verb: ClassVar[str] = "fight"
    battle: int

    def words(self) -> str:
        return str(self.battle)

    @classmethod
    def read(cls, words: str) -> Self:
        return cls(number(words, "fight 1"))


class Retreat(Action, frozen=True):
    """[7.6] Route a beaten unit: the two hexes it passes, the second its new place."""

    verb: ClassVar[str] = "retreat"
    unit: str
    path: tuple[str, ...]

    def words(self) -> str:
        return f"{self.unit} {'-'.join(self.path)}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "retreat 9A/20 H26-I27"
        unit, _, way = words.rpartition(" ")
        return cls(one(unit, usage), path(way, usage))


class Station(Action, frozen=True):
    """[22.42] Choose the combat units that a displaced Rommel joins."""

    verb: ClassVar[str] = "station"
    at: str

    def words(self) -> str:
        return self.at

    @classmethod
    def read(cls, words: str) -> Self:
        return cls(one(words, "station H25"))


NOTATION = Notation(
    Done, Decline, Land, Raise, Move, Embark, Destroy, Lose, Advance, Form, Break, Attack, Overwhelm, Seize, Scrap,
    Fight, Retreat, Station,
)
