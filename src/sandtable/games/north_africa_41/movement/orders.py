"""[5, 18.5, 21.1] Orders of the Movement Phase."""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.forms import Phrase
from sandtable.core.values import Action
from sandtable.core.wording import one, path, split
from sandtable.games.north_africa_41.order_forms import Name, Placement, Together


class Move(Together, frozen=True):
    """[5.1] Move units together: by Movement Allowance, with the road bonus [5.2.2], or extended [5.3], whichever the
    way needs. Between hexes that are not adjacent the cheapest route is taken."""

    verb: ClassVar[str] = "move"


class Tactical(Together, frozen=True):
    """[5.4] Move one or two hexes by Tactical Movement."""

    verb: ClassVar[str] = "tactical"


class Carry(Action, frozen=True):
    """[5.8.1] A Truck fetches a Combat Unit, a Replacement or (as `supply`) a Supply Point on its way, the hex of the
    load being the first of the path or on it, and takes it along."""

    verb: ClassVar[str] = "carry"
    truck: str
    load: str
    path: tuple[str, ...]

    def words(self) -> str:
        return f"{self.load} with {self.truck} {'-'.join(self.path)}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "carry IT-27BRE with AX-T1 tripoli-1701"
        load, rest = split(words, "with", usage)
        truck, _, way = rest.rpartition(" ")
        return cls(one(truck, usage), one(load, usage), path(way, usage))


class Unload(Name, frozen=True):
    """[17.2.4] A Mobile Supply Unit puts down its Supply Point before it moves or instead of moving."""

    verb: ClassVar[str] = "unload"
    examples: ClassVar[tuple[str, ...]] = ("AX-T1",)


class Transfer(Placement, frozen=True):
    """[5.8.4] Truck Special Transfer."""

    verb: ClassVar[str] = "transfer"
    keywords: ClassVar[tuple[str, ...]] = ("to",)


class Rail(Placement, frozen=True):
    """[5.9] Move a unit, a Replacement or (as `supply@PLACE`) a Supply Point by rail."""

    verb: ClassVar[str] = "rail"
    keywords: ClassVar[tuple[str, ...]] = ("to",)


class Ship(Phrase, frozen=True):
    """[21.1] Sail a convoy: units, and Supply Points as `supply` (once for each), from a port or box to another."""

    verb: ClassVar[str] = "ship"
    keywords: ClassVar[tuple[str, ...]] = ("from", "to")
    examples: ClassVar[tuple[str, ...]] = ("GE-I-8, supply, supply", "italy", "tripoli")
    units: tuple[str, ...]
    start: str
    to: str


class Rommel(Together, frozen=True):
    """[18.5] Move a German mechanised stack with Rommel, for two extra Movement Points."""

    verb: ClassVar[str] = "rommel"
