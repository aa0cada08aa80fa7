"""[5, 18.5, 21.1] Orders of the Movement Phase."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Path, Phrase
from sandtable.games.north_africa_41.order_forms import Name, Placement, Together


class Move(Together, frozen=True):
    """[5.1] Move units together: by Movement Allowance, with the road bonus [5.2.2], or extended [5.3], whichever the
    way needs. Between hexes that are not adjacent the cheapest route is taken."""


class Tactical(Together, frozen=True):
    """[5.4] Move one or two hexes by Tactical Movement."""


class Carry(Phrase, frozen=True):
    """[5.8.1] A Truck fetches a Combat Unit, a Replacement or (as `supply`) a Supply Point on its way, the hex of the
    load being the first of the path or on it, and takes it along."""

    form: ClassVar[str] = "{load:IT-27BRE} with {truck:AX-T1} {path:tripoli-1701}"
    truck: str
    load: str
    path: Path


class Unload(Name, frozen=True):
    """[17.2.4] A Mobile Supply Unit puts down its Supply Point before it moves or instead of moving."""

    form: ClassVar[str] = "{name:AX-T1}"


class Transfer(Placement, frozen=True):
    """[5.8.4] Truck Special Transfer."""

    form: ClassVar[str] = "{name:GE-I-5} to {at:1604}"


class Rail(Placement, frozen=True):
    """[5.9] Move a unit, a Replacement or (as `supply@PLACE`) a Supply Point by rail."""

    form: ClassVar[str] = "{name:GE-I-5} to {at:1604}"


class Ship(Phrase, frozen=True):
    """[21.1] Sail a convoy: units, and Supply Points as `supply` (once for each), from a port or box to another."""

    form: ClassVar[str] = "{units:GE-I-8, supply, supply} from {start:italy} to {to:tripoli}"
    units: tuple[str, ...]
    start: str
    to: str


class Rommel(Together, frozen=True):
    """[18.5] Move a German mechanised stack with Rommel, for two extra Movement Points."""
