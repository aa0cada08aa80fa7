"""[28.0] Orders for prisoners and their guards."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Phrase
from sandtable.games.campaign_for_north_africa.order_forms import Name, SomePoints


class Guard(Name, frozen=True):
    """[28.22] Form a Guard Point out of an infantry unit."""

    form: ClassVar[str] = "{name:2SctGds}"


class Dismiss(Name, frozen=True):
    """[28.22] Send a Guard Point back to the unit from which it was formed."""

    form: ClassVar[str] = "{name:CW-G7}"


class Column(Phrase, frozen=True):
    """Prisoner Points of one hex that go to another."""

    form: ClassVar[str] = "{points:POW-3:10} to {to:C3922}"
    points: SomePoints
    to: str


class Lead(Column, frozen=True):
    """[28.12] Lead prisoners away who have just been taken."""


class Escort(Column, frozen=True):
    """[28.13] March prisoners under guard."""


class Cart(Column, frozen=True):
    """[28.18] Carry prisoners and their guards on unattached Motorization Points."""


class Flee(Column, frozen=True):
    """[28.24] Escaped prisoners make their way."""
