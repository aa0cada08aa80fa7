"""[2] Prepare for play."""

from __future__ import annotations

from sandtable.core.title import Setup
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.pieces import tables
from sandtable.games.afrika_korps.pieces.counters import printed_counters
from sandtable.games.afrika_korps.saved_position import Position
from sandtable.games.afrika_korps.state import DUE, POOL, SIDES, Books, Unit
from sandtable.games.afrika_korps.turn import PlayerTurn


def campaign(setup: Setup) -> Position:
    """[2.2, 2.3, 2.4] The situation of March 1941: the rest waits on the Order of Appearance or in the pools."""
    places = tables.setup()
    units: dict[str, Unit] = {}
    for counter in printed_counters():
        if counter.id in places:
            units[counter.id] = Unit(board().hex(places[counter.id]))
        elif counter.is_supply and counter.captured:
            continue
        else:
            units[counter.id] = Unit(POOL if counter.is_supply or counter.substitute else DUE)
    return Position(
        stack=(PlayerTurn(SIDES[0]),),
        scenario=setup.scenario,
        options=setup.options,
        units=units,
        books={side: Books() for side in SIDES},
    )
