"""[11] Orders of the movement phase; losses, which other phases ask for as well."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.forms import Journey, Phrase
from sandtable.games.panzerarmee_afrika.order_forms import Placement, Together


class Move(Together, frozen=True):
    """[11.1] Move regular units together, or a transport unit; the path names every hex, or only where it turns:
    between hexes that are not adjacent the cheapest route is taken."""


class Overrun(Together, frozen=True):
    """[11.4] Move a stack up to an enemy stack and into its hex, the last of the path."""


class Ship(Placement, frozen=True):
    """[11.2] Carry a unit or an installation from port to port."""

    form: ClassVar[str] = "{name:de-104} to {at:0702}"


class Rail(Placement, frozen=True):
    """[11.3.1] Carry an installation along the Egyptian railroad."""

    form: ClassVar[str] = "{name:de-104} to {at:0702}"


class Haul(Phrase, frozen=True):
    """[11.3] Carry an installation with a transport unit that is in its hex."""

    form: ClassVar[str] = "{depot:axis-depot-1} with {lorry:axis-lorry-1} {path:0702-0803}"
    lorry: str
    depot: str
    path: Journey
