"""[4.0, 9.0] Orders of the move mode."""

from __future__ import annotations

from typing import ClassVar

from sandtable.core.values import Action
from sandtable.games.tobruk.order_forms import March, OneUnit, Spot


class Move(March, frozen=True):
    """[9.0, 9.3, 9.4] Move units together along a path; between hexes that are not adjacent the cheapest route is
    taken."""


class Enter(March, frozen=True):
    """[4.0] Bring reinforcements onto the map: the first hex of the path is where they enter."""


class LeaveRoad(OneUnit, frozen=True):
    """[9.2] Cancel a unit's road movement: its last step is paid in full and its marker comes off."""

    verb: ClassVar[str] = "off-road"


class Mine(Spot, frozen=True):
    """[9.6] Declare that a moving unit has entered a minefield in this hex of its path."""


class Pass(Action, frozen=True):
    """[9.6] No minefield on this move."""


class Waive(Action, frozen=True):
    """[9.6] No minefield during the rest of this activation."""
