"""[20.4, 20.6, 20.7] Orders for Replacement Points."""

from __future__ import annotations

from typing import ClassVar

from sandtable.games.campaign_for_north_africa.logistics.orders import Lots
from sandtable.games.campaign_for_north_africa.order_forms import To


class Request(Lots, frozen=True):
    """[20.63, 20.72] Plan Replacement Points out of the Axis pool or Commonwealth production."""

    verb: ClassVar[str] = "request"


class Forward(To, frozen=True):
    """[20.44, 20.46] Replacement Points move by themselves."""

    verb: ClassVar[str] = "forward"
    examples: ClassVar[tuple[str, ...]] = ("CW-Tank7", "D3714")


class Carry(To, frozen=True):
    """[20.44, 8.99] Replacement Points go on unattached Motorization Points of their hex."""

    verb: ClassVar[str] = "carry"
    examples: ClassVar[tuple[str, ...]] = ("CW-Inf7", "D3714")
