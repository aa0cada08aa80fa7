"""[6, 13] Orders of the set-up and of the reinforcement phase."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Phrase
from sandtable.games.panzerarmee_afrika.order_forms import Name, Placement


class Place(Placement, frozen=True):
    """[6] Put a unit that begins in a base into one of its hexes."""

    verb: ClassVar[str] = "place"


class Arrive(Placement, frozen=True):
    """[13.1, 13.2] Bring a unit, an installation or a transport unit from the order of battle to the map."""

    verb: ClassVar[str] = "arrive"


class Rebuild(Placement, frozen=True):
    """[13.3.2] Bring an eliminated unit back for replacement points."""

    verb: ClassVar[str] = "rebuild"


class Reinstate(Placement, frozen=True):
    """[13.2.4] Bring back a unit that was withdrawn or eliminated."""

    verb: ClassVar[str] = "reinstate"


class Reinforce(Name, frozen=True):
    """[13.4] Raise a unit in the Alexandria base by one combat factor."""

    verb: ClassVar[str] = "reinforce"
    examples: ClassVar[tuple[str, ...]] = ("uk-7-a",)


class Withdraw(Name, frozen=True):
    """[13.2.3] Take a unit off the map for good, or until it is reinstated."""

    verb: ClassVar[str] = "withdraw"
    examples: ClassVar[tuple[str, ...]] = ("au-20",)


class Option(Name, frozen=True):
    """[13.5] Exercise a reinforcement option."""

    verb: ClassVar[str] = "option"
    examples: ClassVar[tuple[str, ...]] = ("F",)


class Dismount(Phrase, frozen=True):
    """[13.6] Dismount these units: their lorries form a transport unit at a hex."""

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
