"""[8.98, 32.1, 32.3, 32.6] Orders to the quartermaster: convoys and ships, trucks, aircraft and depots."""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.forms import Phrase
from sandtable.core.values import Action
from sandtable.core.wording import number, path
from sandtable.games.campaign_for_north_africa.order_forms import (
    Count,
    Name,
    To,
    Way,
)


class Convoy(Phrase, frozen=True):
    """[32.61] Send Supply Units and Motorization Points of this Game-Turn by a Convoy Lane."""

    verb: ClassVar[str] = "convoy"
    keywords: ClassVar[tuple[str, ...]] = ("supply", "motors")
    examples: ClassVar[tuple[str, ...]] = ("2", "1", "10")
    lane: int
    supply: int
    motors: int


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
