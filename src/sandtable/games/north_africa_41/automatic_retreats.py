"""[13.3.2] Units in Full Retreat give way to enemies who come next to them."""

from __future__ import annotations

from sandtable.core.frames import Draft
from sandtable.games.north_africa_41.counters import Side
from sandtable.games.north_africa_41.retreats import alarm
from sandtable.games.north_africa_41.state import NorthAfrica


def open_automatic(draft: Draft[NorthAfrica], mover: Side, at: int) -> None:
    """[13.3.2] A Combat Unit of the mover stands in a hex, or has come there: each stack next to it that is all in Full
    Retreat retreats two hexes, or one if that ends with a friend who is not; then the mover may go on."""
    alarm(draft, mover, at)
