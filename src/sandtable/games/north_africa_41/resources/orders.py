"""[18.7, 23, 24] Orders for Resource Points, events, markers and aircraft."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Phrase
from sandtable.games.north_africa_41.order_forms import Name, Placement, Where


class Fly(Placement, frozen=True):
    """[18.7.6] Axis Air Transport."""

    form: ClassVar[str] = "{name:GE-I-5} to {at:1604}"


class Buy(Phrase, frozen=True):
    """[23.2] Spend Resource Points on an item of the Resource List; some items name a place or a piece."""

    form: ClassVar[str] = "{item:bombing-raid} [{what:3138}]"
    item: str
    what: str = ""


class Choose(Name, frozen=True):
    """Settle a choice that an event or a table leaves open, such as the target of a raid."""

    form: ClassVar[str] = "{name:3138}"


class Delay(Phrase, frozen=True):
    """[24.3.1, 18.7.5, 18.8] Place a marker: delay 1-6, strafing or lrdg."""

    form: ClassVar[str] = "{marker:2} at {at:2011}"
    marker: str
    at: str


class Lift(Name, frozen=True):
    """[24.3.3] Remove a Delay marker of your own."""

    form: ClassVar[str] = "{name:2}"


class Fortify(Where, frozen=True):
    """[9.5.3] Begin a Fortification."""


class Dismantle(Where, frozen=True):
    """[9.5.7] Remove a Fortification of your own."""
