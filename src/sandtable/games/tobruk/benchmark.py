"""What `sandtable bench` asks of this game."""

from __future__ import annotations

from sandtable.core.title import Setup
from sandtable.games.tobruk.movement.reach import reach
from sandtable.games.tobruk.movement.zones import front
from sandtable.games.tobruk.setup import start
from sandtable.games.tobruk.state import SIDES


def bench_reach() -> int:
    """The reach of every unit on the map at the start, nothing remembered; returns how many."""
    state = start(Setup("battle-for-tobruk"))
    done = 0
    for side in SIDES:
        for name in state.layout.forces[side]:
            front(state, side).reaches.clear()
            reach(state, name)
            done += 1
    return done
