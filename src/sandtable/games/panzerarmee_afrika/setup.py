"""[6] Preparing for play."""

from __future__ import annotations

from sandtable.core.title import Setup
from sandtable.games.panzerarmee_afrika.deployment import Deployment, first_places
from sandtable.games.panzerarmee_afrika.map import agheila, board
from sandtable.games.panzerarmee_afrika.pieces.counters import Side, counters, logistics
from sandtable.games.panzerarmee_afrika.pieces.schedule import POOLS
from sandtable.games.panzerarmee_afrika.saved_position import Position
from sandtable.games.panzerarmee_afrika.state import DUE, SIDES, Books, Unit, counted_hexes


def campaign(setup: Setup) -> Position:
    """[6] April 1941: the at-start units on the map, the rest on the orders of battle, no points in any pool."""
    places = first_places()
    control: dict[str, Side] = {board().name(at): "axis" if at == agheila() else "allied" for at in counted_hexes()}
    return Position(
        stack=(Deployment(SIDES[0]),),
        scenario=setup.scenario,
        options=setup.options,
        units={name: Unit(places.get(name, DUE)) for name in (*counters(), *logistics())},
        books={side: Books(points=dict.fromkeys(POOLS[side], 0)) for side in SIDES},
        control=control,
    )
