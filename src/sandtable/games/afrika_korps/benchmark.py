"""What `sandtable bench` asks of this game."""

from __future__ import annotations

from sandtable.core.title import Setup
from sandtable.games.afrika_korps.ground.reach import forget_floods, reach
from sandtable.games.afrika_korps.ground.zones import front
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.setup import campaign


def bench_reach() -> int:
    """The reach of every unit on the board at the start, nothing remembered; returns how many."""
    state = campaign(Setup("campaign"))
    done = 0
    for name, unit in state.units.items():
        if unit.at >= 0:
            forget_floods()
            front(state, counters()[name].side).reaches.clear()
            reach(state, name)
            done += 1
    return done
