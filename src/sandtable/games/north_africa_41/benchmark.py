"""What `sandtable bench` asks of this game."""

from __future__ import annotations

from sandtable.core.title import Setup
from sandtable.games.north_africa_41.ground import reach
from sandtable.games.north_africa_41.ground.zones import front
from sandtable.games.north_africa_41.setup import begin
from sandtable.games.north_africa_41.state import SIDES


def bench_reach() -> int:
    """The reach of every Combat Unit on the map at the start, nothing remembered; returns how many."""
    state = begin(Setup("campaign"))
    done = 0
    for side in SIDES:
        for names in [names for at, names in state.layout.combat[side].items() if at >= 0]:
            for name in names:
                front(state, side).marches.clear()
                front(state, side).ranges.clear()
                reach.reach(state, (name,))
                done += 1
    return done
