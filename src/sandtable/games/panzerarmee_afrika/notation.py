"""What players of Panzerarmee Afrika decide, and its notation.

move de-104, de-5-1-a 0702-0803-0904        attack 1509, 1608 with de-104, de-5-1-a
"""

from __future__ import annotations

from sandtable.core.values import Notation
from sandtable.games.panzerarmee_afrika.arrivals.orders import (
    Arrive,
    Dismount,
    Option,
    Place,
    Rebuild,
    Reinforce,
    Reinstate,
    Remount,
    Withdraw,
)
from sandtable.games.panzerarmee_afrika.combat.orders import Advance, Attack, Cancel, Destroy, Fight, React, Sacrifice
from sandtable.games.panzerarmee_afrika.factors.losses import Lose
from sandtable.games.panzerarmee_afrika.movement.orders import Haul, Move, Overrun, Rail, Ship
from sandtable.games.panzerarmee_afrika.order_forms import Done
from sandtable.games.panzerarmee_afrika.supply.malta import Decline, Malta

NOTATION = Notation(
    Done,
    Place,
    Malta,
    Decline,
    Move,
    Overrun,
    Ship,
    Rail,
    Haul,
    Attack,
    Cancel,
    Fight,
    Sacrifice,
    Destroy,
    Lose,
    Advance,
    React,
    Arrive,
    Rebuild,
    Reinstate,
    Reinforce,
    Withdraw,
    Option,
    Dismount,
    Remount,
)
