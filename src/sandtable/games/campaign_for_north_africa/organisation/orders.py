"""[7.1, 18.1, 19.0, 20.1, 32.15] Orders that put forces in order: the set-up, the Initiative, the Organization Phase,
Reserves and arrivals."""

from __future__ import annotations

from typing import ClassVar, Self

from sandtable.core.forms import Phrase
from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.order_forms import Count, Name, Names, Points, To, one_points

# Set-up


class Deploy(To, frozen=True):
    """Put a counter that may stand in several hexes into one of them; of Motorization Points a part: `motors-1:30`."""

    verb: ClassVar[str] = "deploy"
    keywords: ClassVar[tuple[str, ...]] = ("at",)
    examples: ClassVar[tuple[str, ...]] = ("8Med", "D3612")


# Initiative [7]


class GoFirst(Action, frozen=True):
    """[7.11] Be Player A of this Operations Stage."""

    verb: ClassVar[str] = "first"


class GoLast(Action, frozen=True):
    """[7.11] Be Player B."""

    verb: ClassVar[str] = "last"


# Organization [5.2 III C, 19, 32.15, 32.32, 32.37, 17.3]


class Attach(To, frozen=True):
    """[19.41, 19.42] Make a unit part of a Parent Unit in its hex."""

    verb: ClassVar[str] = "attach"


class Detach(Phrase, frozen=True):
    """[19.43, 19.44] Make attached units counters of their own, with some of the Motorization Points [8.97]. Several
    may leave so that they end attached to the first one [19.47]."""

    verb: ClassVar[str] = "detach"
    keywords: ClassVar[tuple[str, ...]] = ("with",)
    examples: ClassVar[tuple[str, ...]] = ("1RNF", "6")
    units: tuple[str, ...]
    motors: int = 0


class Assign(To, frozen=True):
    """[19.21] Make an independent unit part of a Parent Formation to which it is attached."""

    verb: ClassVar[str] = "assign"


class Motorise(Count, frozen=True):
    """[8.97, 32.53] Attach unattached Motorization Points of the hex to a counter or Supply Unit [32.32]."""

    verb: ClassVar[str] = "motorise"


class Demotorise(Count, frozen=True):
    """[8.97] Take Motorization Points off a counter or Supply Unit and leave them in the hex."""

    verb: ClassVar[str] = "demotorise"


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


class Absorb(Action, frozen=True):
    """[20.49, 22.5] A unit takes repaired points of its hex."""

    verb: ClassVar[str] = "absorb"
    points: Points

    def words(self) -> str:
        return str(self.points)

    @classmethod
    def read(cls, words: str) -> Self:
        return cls(one_points(words, "absorb 6RTR:A9-Cruiser:2"))


class Feign(Name, frozen=True):
    """[16.42] Set up a dummy tank battalion in a hex."""

    verb: ClassVar[str] = "feign"
    examples: ClassVar[tuple[str, ...]] = ("C3922",)


class Train(Phrase, frozen=True):
    """[17.33, 17.35] Counters spend this Operations Stage training under a battalion that instructs them."""

    verb: ClassVar[str] = "train"
    keywords: ClassVar[tuple[str, ...]] = ("by",)
    examples: ClassVar[tuple[str, ...]] = ("16Aus, 17Aus", "1RNF")
    units: tuple[str, ...]
    by: str


# Reserve [18]


class Reserve(Names, frozen=True):
    """[18.12] Place units in Reserve I."""

    verb: ClassVar[str] = "reserve"


class Release(Names, frozen=True):
    """[18.23, 18.24] Release units from Reserve."""

    verb: ClassVar[str] = "release"


# Arrivals and withdrawals [20]


class Land(To, frozen=True):
    """[20.14, 20.15, 32.42] Choose where a reinforcement or Supply Unit arrives."""

    verb: ClassVar[str] = "land"
    keywords: ClassVar[tuple[str, ...]] = ("at",)
    examples: ClassVar[tuple[str, ...]] = ("2RTR", "E1829")


class Substitute(To, frozen=True):
    """[20.85] Send a unit of similar type away in place of the one that is to be withdrawn."""

    verb: ClassVar[str] = "substitute"
    keywords: ClassVar[tuple[str, ...]] = ("for",)
    examples: ClassVar[tuple[str, ...]] = ("1Buffs", "1Essex")
