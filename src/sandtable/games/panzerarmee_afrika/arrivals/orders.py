"""[6, 13] Orders of the set-up and of the reinforcement phase."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Phrase
from sandtable.games.panzerarmee_afrika.order_forms import Name, Placement


class Place(Placement, frozen=True):
    """[6] Put a unit that begins in a base into one of its hexes."""


class Arrive(Placement, frozen=True):
    """[13.1, 13.2] Bring a unit, an installation or a transport unit from the order of battle to the map."""


class Rebuild(Placement, frozen=True):
    """[13.3.2] Bring an eliminated unit back for replacement points."""


class Reinstate(Placement, frozen=True):
    """[13.2.4] Bring back a unit that was withdrawn or eliminated."""


class Reinforce(Name, frozen=True):
    """[13.4] Raise a unit in the Alexandria base by one combat factor."""

    form: ClassVar[str] = "{name:uk-7-a}"


class Withdraw(Name, frozen=True):
    """[13.2.3] Take a unit off the map for good, or until it is reinstated."""

    form: ClassVar[str] = "{name:au-20}"


class Option(Name, frozen=True):
    """[13.5] Exercise a reinforcement option."""

    form: ClassVar[str] = "{name:F}"


class Dismount(Phrase, frozen=True):
    """[13.6] Dismount these units: their lorries form a transport unit at a hex."""

    form: ClassVar[str] = "{units:it-61, it-62} at {at:0702}"
    units: tuple[str, ...]
    at: str


class Remount(Phrase, frozen=True):
    """[13.6] Give a transport unit back to dismounted units."""

    form: ClassVar[str] = "{units:it-61, it-62} with {lorry:axis-lorry-1}"
    units: tuple[str, ...]
    lorry: str
