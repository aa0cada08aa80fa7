"""What `sandtable bench` asks of this game."""

from __future__ import annotations

from sandtable.core.title import Setup
from sandtable.games.afrika_korps import movement
from sandtable.games.afrika_korps.counters import counters
from sandtable.games.afrika_korps.setup import campaign
from sandtable.games.afrika_korps.zones import front


def bench_reach() -> int:
    """The reach of every unit on the board at the start, nothing remembered; returns how many."""
    state = campaign(Setup("campaign"))
    done = 0
    for name, unit in state.units.items():
        if unit.at >= 0:
            movement.forget_floods()
            front(state, counters()[name].side).reaches.clear()
            movement.reach(state, name)
            done += 1
    return done
