"""[20.4, 20.6, 20.7] Orders for Replacement Points."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Phrase
from sandtable.games.campaign_for_north_africa.logistics.orders import Lots
from sandtable.games.campaign_for_north_africa.order_forms import To


class Request(Lots, frozen=True):
    """[20.63, 20.72] Plan Replacement Points out of the Axis pool or Commonwealth production."""


class Forward(To, frozen=True):
    """[20.44, 20.46] Replacement Points move by themselves."""

    form: ClassVar[str] = "{name:CW-Tank7} to {to:D3714}"


class Crew(Phrase, frozen=True):
    """[22.5, 15.86] Put repaired or captured vehicles and guns on a counter of their own, so that they move."""

    form: ClassVar[str] = "{weapon:A9}:{points:2} at {at:C3922}"
    weapon: str
    points: int
    at: str


class Carry(To, frozen=True):
    """[20.44, 8.99] Replacement Points go on unattached Motorization Points of their hex."""

    form: ClassVar[str] = "{name:CW-Inf7} to {to:D3714}"
