"""[12, 15.1] Orders of the combat phase."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Phrase
from sandtable.games.panzerarmee_afrika.order_forms import Name, Numbered, Placement


class Attack(Phrase, frozen=True):
    """[12.2] Declare a combat: all enemies in these hexes, by these units."""

    form: ClassVar[str] = "{hexes:1509, 1608} with {units:de-104, de-5-1-a}"
    hexes: tuple[str, ...]
    units: tuple[str, ...]


class Cancel(Numbered, frozen=True):
    """[12.4] Cancel a declared combat that is not compulsory."""


class Fight(Numbered, frozen=True):
    """[12.4] Resolve one of the declared combats, in any order."""


class Sacrifice(Name, frozen=True):
    """[12.3] Spend an installation for maximum attack supply."""

    form: ClassVar[str] = "{name:axis-depot-1}"


class Destroy(Name, frozen=True):
    """[12.3] Destroy an installation of your own."""

    form: ClassVar[str] = "{name:axis-depot-1}"


class Advance(Placement, frozen=True):
    """[12.4.7] Move into a hex that the defender lost."""

    form: ClassVar[str] = "{name:de-104} to {at:0702}"


class React(Placement, frozen=True):
    """[15.1] Move to a hex under attack by reaction."""

    form: ClassVar[str] = "{name:de-104} to {at:0702}"
