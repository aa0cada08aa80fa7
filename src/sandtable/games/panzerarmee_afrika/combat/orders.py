"""[12, 15.1] Orders of the combat phase."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Phrase
from sandtable.games.panzerarmee_afrika.order_forms import Name, Numbered, Placement


class Attack(Phrase, frozen=True):
    """[12.2] Declare a combat: all enemies in these hexes, by these units."""

    verb: ClassVar[str] = "attack"
    keywords: ClassVar[tuple[str, ...]] = ("with",)
    examples: ClassVar[tuple[str, ...]] = ("1509, 1608", "de-104, de-5-1-a")
    hexes: tuple[str, ...]
    units: tuple[str, ...]


class Cancel(Numbered, frozen=True):
    """[12.4] Cancel a declared combat that is not compulsory."""

    verb: ClassVar[str] = "cancel"


class Fight(Numbered, frozen=True):
    """[12.4] Resolve one of the declared combats, in any order."""

    verb: ClassVar[str] = "fight"


class Sacrifice(Name, frozen=True):
    """[12.3] Spend an installation for maximum attack supply."""

    verb: ClassVar[str] = "sacrifice"
    examples: ClassVar[tuple[str, ...]] = ("axis-depot-1",)


class Destroy(Name, frozen=True):
    """[12.3] Destroy an installation of your own."""

    verb: ClassVar[str] = "destroy"
    examples: ClassVar[tuple[str, ...]] = ("axis-depot-1",)


class Advance(Placement, frozen=True):
    """[12.4.7] Move into a hex that the defender lost."""

    verb: ClassVar[str] = "advance"
    keywords: ClassVar[tuple[str, ...]] = ("to",)


class React(Placement, frozen=True):
    """[15.1] Move to a hex under attack by reaction."""

    verb: ClassVar[str] = "react"
    keywords: ClassVar[tuple[str, ...]] = ("to",)
