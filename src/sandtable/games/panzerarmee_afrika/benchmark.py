"""What `sandtable bench` asks of this game."""

from __future__ import annotations

from sandtable.core.title import Setup
from sandtable.games.panzerarmee_afrika.movement import reach
from sandtable.games.panzerarmee_afrika.pieces.zones import front
from sandtable.games.panzerarmee_afrika.setup import campaign
from sandtable.games.panzerarmee_afrika.state import side_of


def bench_reach() -> int:
    """The reach of every regular unit on the map at the start, nothing remembered; returns how many."""
    state = campaign(Setup("campaign"))
    done = 0
    for side in ("allied", "axis"):
        for name in state.layout.names(side):
            front(state, side_of(name)).reaches.clear()
            reach.reach(state, (name,))
            done += 1
    return done
