"""What `sandtable bench` asks of this game."""

from __future__ import annotations

from sandtable.core.title import Setup
from sandtable.games.panzerarmee_afrika import movement
from sandtable.games.panzerarmee_afrika.setup import campaign
from sandtable.games.panzerarmee_afrika.state import side_of
from sandtable.games.panzerarmee_afrika.zones import front


def bench_reach() -> int:
    """The reach of every regular unit on the map at the start, nothing remembered; returns how many."""
    state = campaign(Setup("campaign"))
    done = 0
    for side in ("allied", "axis"):
        for name in state.layout.names(side):
            front(state, side_of(name)).reaches.clear()
            movement.reach(state, (name,))
            done += 1
    return done
