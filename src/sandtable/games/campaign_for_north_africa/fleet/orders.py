"""[30.1, 30.5, 32.73] Orders to the fleet, to those who go by sea, and to those who bomb it."""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.forms import Phrase
from sandtable.core.values import Action
from sandtable.core.wording import one, split
from sandtable.games.campaign_for_north_africa.order_forms import Points, To, read_points, write_points


class Sail(To, frozen=True):
    """[30.15] Assign a ship to a coastal hex, or send it to Alexandria or Valletta [30.18]."""

    verb: ClassVar[str] = "sail"
    examples: ClassVar[tuple[str, ...]] = ("Valiant", "C4807")


class Raid(Action, frozen=True):
    """[32.73] Plan an air raid on the fleet in Alexandria for this Operations Stage."""

    verb: ClassVar[str] = "raid"


class Chariots(Action, frozen=True):
    """[30.42] Plan the raid of the chariots on Alexandria."""

    verb: ClassVar[str] = "chariots"


class Embark(Phrase, frozen=True):
    """[30.51] Ship counters from the port in which they are to another."""

    verb: ClassVar[str] = "embark"
    keywords: ClassVar[tuple[str, ...]] = ("to",)
    examples: ClassVar[tuple[str, ...]] = ("2KRRC, 1RNF", "C4807")
    units: tuple[str, ...]
    to: str


class Engage(Action, frozen=True):
    """[30.35, 30.39] Fire at a ship off the coast with guns ashore, or the San Giorgio."""

    verb: ClassVar[str] = "engage"
    ship: str
    guns: tuple[Points, ...]

    def words(self) -> str:
        return f"{self.ship} with {write_points(self.guns)}"

    @classmethod
    def read(cls, words: str) -> Self:
        usage = "engage Valiant with 1/TbrkCD:2, SanGiorgio:4"
        ship, guns = split(words, "with", usage)
        return cls(one(ship, usage), read_points(guns, usage))
