"""[8.1, 8.22, 8.5, 8.72, 8.84] Orders to units that move: marches, Reaction, trains, journeys beside the map."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Journey, Phrase
from sandtable.core.values import Action
from sandtable.games.campaign_for_north_africa.order_forms import To, Way


class Move(Phrase, frozen=True):
    """[8.1] Move counters together. Between hexes that are not adjacent the cheapest way is taken. `supply` names the
    Supply Units for the Fuel [32.23], the nearest if none is named; `assault` announces a Close Assault, which pins
    slower units [8.53b]."""

    form: ClassVar[str] = "{units:7Arm} {path:C3922-C3923} [from {supply:CW-S3}] [{assault:to assault}]"
    units: tuple[str, ...]
    path: Journey
    supply: tuple[str, ...] = ()
    assault: bool = False


class React(Phrase, frozen=True):
    """[8.51] Units get out of the way of an enemy who has moved next to them. `with` tells how many Motorization Points
    a unit takes along that leaves its parent [8.56]; `react motors ... with 12` is for unattached ones [8.53]."""

    form: ClassVar[str] = "{units:1KRRC} {path:C3922-C3923} [with {motors:6}]"
    units: tuple[str, ...]
    path: Journey
    motors: int = -1  # as many as carry the unit; of unattached points all


class Stay(Action, frozen=True):
    """[8.52] Nobody reacts to this move."""


class Depart(To, frozen=True):
    """[8.84] Move on in the Tripoli/Tunisia region: from a box or from A2802 towards a box or `map`."""

    form: ClassVar[str] = "{name:2CCNN} to {to:tripolitania}"


class Again(Action, frozen=True):
    """[8.22] Repeat the Segments of the Movement and Combat Phase."""


class Rail(To, frozen=True):
    """[8.72, 32.34] Move a unit or a Supply Unit along the railway."""

    form: ClassVar[str] = "{name:2RTR} to {to:D3714}"


class Withdraw(Way, frozen=True):
    """[13.1] Retreat before assault."""
