"""[8.97, 19.2, 19.4, 20.49, 32.32] Orders of the Organization Phase: who belongs to whom, and on whose trucks."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Phrase
from sandtable.games.campaign_for_north_africa.order_forms import Name, OnePoints, To


class Attach(To, frozen=True):
    """[19.41, 19.42] Make a unit part of a Parent Unit in its hex."""


class Detach(Phrase, frozen=True):
    """[19.43, 19.44] Make attached units counters of their own, with some of the Motorization Points [8.97]. Several
    may leave so that they end attached to the first one [19.47]."""

    form: ClassVar[str] = "{units:1RNF} with {motors:6}"
    units: tuple[str, ...]
    motors: int = 0


class Assign(To, frozen=True):
    """[19.21] Make an independent unit part of a Parent Formation to which it is attached."""


class Absorb(Phrase, frozen=True):
    """[20.49, 22.5] A unit takes repaired points of its hex."""

    form: ClassVar[str] = "{points:6RTR:A9-Cruiser:2}"
    points: OnePoints


class Allot(Phrase, frozen=True):
    """[20.41] Say for which unit Replacement Points are meant, all of a counter or some."""

    form: ClassVar[str] = "{points:CW-Tank7:3} to {to:7RTR}"
    points: OnePoints
    to: str


class Revive(To, frozen=True):
    """[19.63] Two infantry Replacement Points become a headquarters that was lost."""

    form: ClassVar[str] = "{name:11In} with {to:CW-Inf7}"


class Upgrade(To, frozen=True):
    """[20.52, 20.77] A tank point makes an armoured car point more effective, infantry points a whole battalion."""

    form: ClassVar[str] = "{name:11Hus} with {to:CW-Tank7}"


class Lend(Name, frozen=True):
    """[20.9] Send a Commonwealth battalion away from Cairo or Alexandria by choice."""

    form: ClassVar[str] = "{name:1RNF}"


class Recall(To, frozen=True):
    """[20.9] Bring a battalion back that was sent away by choice."""

    form: ClassVar[str] = "{name:1RNF} to {to:E3613}"


class Train(Phrase, frozen=True):
    """[17.33, 17.35] Counters spend this Operations Stage training under a battalion that instructs them."""

    form: ClassVar[str] = "{units:16Aus, 17Aus} by {by:1RNF}"
    units: tuple[str, ...]
    by: str
