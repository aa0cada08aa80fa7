"""[8.98, 32.1, 32.3, 32.6] Orders to the quartermaster: convoys and ships, trucks, aircraft and depots."""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.forms import Phrase
from sandtable.core.values import Action, BadNotation
from sandtable.core.wording import names, number, path, split
from sandtable.games.campaign_for_north_africa.order_forms import (
    Count,
    Name,
    To,
    Way,
)
from sandtable.games.campaign_for_north_africa.pieces.weapons import NATIONS
from sandtable.games.campaign_for_north_africa.state import Cargo


class Convoy(Phrase, frozen=True):
    """[32.61] Send Supply Units and Motorization Points of this Game-Turn by a Convoy Lane."""

    verb: ClassVar[str] = "convoy"
    keywords: ClassVar[tuple[str, ...]] = ("supply", "motors")
    examples: ClassVar[tuple[str, ...]] = ("2", "1", "10")
    lane: int
    supply: int
    motors: int


class Lots(Action, frozen=True):
    """[20.23, 20.24] Replacement Points of several lines, written `italian/infantry:10, german/PzII:1`."""

    lots: tuple[Cargo, ...]

    def words(self) -> str:
        return write_lots(self.lots)

    @classmethod
    def read(cls, words: str) -> Self:
        return cls(read_lots(words, f"{cls.verb} italian/infantry:10, german/PzII:1"))


def write_lots(lots: tuple[Cargo, ...]) -> str:
    return ", ".join(f"{each.nation}/{each.item}:{each.points}" for each in lots)


def read_lots(words: str, usage: str) -> tuple[Cargo, ...]:
    return tuple(_lot(text, usage) for text in names(words, usage))


def _lot(text: str, usage: str) -> Cargo:
    line, _, points = text.rpartition(":")
    nation, _, item = line.partition("/")
    found = next((each for each in NATIONS if each == nation), None)
    if found is None or not item:
        raise BadNotation(f"write it as: {usage}")
    return Cargo(found, item, number(points, usage))


class Consign(Action, frozen=True):
    """[32.61] Send Replacement Points of this Game-Turn by a Convoy Lane."""

    verb: ClassVar[str] = "consign"
    lots: tuple[Cargo, ...]
    lane: int

    def words(self) -> str:
        return f"{write_lots(self.lots)} by {self.lane}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "consign italian/infantry:10 by 2"
        lots, lane = split(words, "by", usage)
        return cls(read_lots(lots, usage), number(lane, usage))


class Forfeit(Lots, frozen=True):
    """[32.65] Choose which of the tanks or guns of a convoy go down."""

    verb: ClassVar[str] = "forfeit"


class Ship(To, frozen=True):
    """[32.35, 32.36] Carry a Supply Unit by sea to a port."""

    verb: ClassVar[str] = "ship"
    examples: ClassVar[tuple[str, ...]] = ("CW-S1", "C4807")


class Haul(Way, frozen=True):
    """[32.33] Move Supply Units by their Motorization Points."""

    verb: ClassVar[str] = "haul"
    example: ClassVar[str] = "CW-S1 D3714-D3713"


class Drive(Action, frozen=True):
    """[8.98] Move unattached Motorization Points."""

    verb: ClassVar[str] = "drive"
    count: int
    path: tuple[str, ...]

    def words(self) -> str:
        return f"{self.count} {'-'.join(self.path)}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "drive 20 D3714-D3713"
        count, _, way = words.partition(" ")
        return cls(number(count, usage), path(way, usage, least=2))


class Rearrange(Phrase, frozen=True):
    """[32.15] Move Ammo and Fuel from one Supply Unit to another in the same hex."""

    verb: ClassVar[str] = "rearrange"
    keywords: ClassVar[tuple[str, ...]] = ("to", "ammo", "fuel")
    examples: ClassVar[tuple[str, ...]] = ("CW-S1", "CW-S2", "10", "20")
    source: str
    target: str
    ammo: int
    fuel: int


class Airlift(To, frozen=True):
    """[32.37] Carry a Supply Unit by air."""

    verb: ClassVar[str] = "airlift"
    examples: ClassVar[tuple[str, ...]] = ("CW-S1", "C4807")


class Destroy(Name, frozen=True):
    """[32.17] Try to destroy a Supply Unit."""

    verb: ClassVar[str] = "destroy"
    examples: ClassVar[tuple[str, ...]] = ("CW-S1",)


class Motorise(Count, frozen=True):
    """[8.97, 32.53] Attach unattached Motorization Points of the hex to a counter or Supply Unit [32.32]."""

    verb: ClassVar[str] = "motorise"


class Demotorise(Count, frozen=True):
    """[8.97] Take Motorization Points off a counter or Supply Unit and leave them in the hex."""

    verb: ClassVar[str] = "demotorise"
