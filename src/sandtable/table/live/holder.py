"""Who looks at a table: the sides of a token, or nobody's."""

from __future__ import annotations

from sandtable.core.values import Value
from sandtable.table.live.sight import Sides
from sandtable.table.people.values import GUEST, Who


class Holder(Value, frozen=True):
    """Who looks at the table: the sides of a token, or nobody's."""

    sides: Sides = ()
    host: bool = False
    secret: str = ""
    invited: str = ""  # the side of an invitation, which gives no sight of it before the seat is taken
    who: Who = GUEST
    comrade: int = 0  # the number of who plays a side together with its commander, seated or invited


SPECTATOR = Holder()
