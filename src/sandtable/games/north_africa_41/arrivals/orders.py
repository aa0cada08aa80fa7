"""[19, 20] Orders for Replacements, upgrades and conversions."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Phrase
from sandtable.games.north_africa_41.order_forms import Name, Placement


class Replace(Placement, frozen=True):
    """[19.3] Give a Replacement to a unit."""

    form: ClassVar[str] = "{name:GE-I-5} with {at:1604}"


class Rebuild(Phrase, frozen=True):
    """[19.4] Bring a unit out of the Eliminated Box where the Replacement is."""

    form: ClassVar[str] = "{name:GE-I-5} with {replacement:GE-REPL-TANK-1}"
    name: str
    replacement: str


class Remove(Name, frozen=True):
    """[20.2, 20.3, 20.4.1] Choose the unit that is removed, withdrawn or gives its crew to an upgrade."""


class Upgrade(Phrase, frozen=True):
    """[20.4.1] Take a tank upgrade: the unit that leaves and, if any, the one that gets its old tanks."""

    form: ClassVar[str] = "{name:BR-6RTR-2} from {crew:BR-3HUS} [tanks {tanks_to:BR-7HUS}]"
    name: str
    crew: str
    tanks_to: str = ""


class Convert(Name, frozen=True):
    """[20.4.3] Make the units of a conversion from the pair stacked together."""
