"""What `sandtable bench` asks of this game."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.core.title import Setup
from sandtable.games.campaign_for_north_africa.movement import reach
from sandtable.games.campaign_for_north_africa.setup import begin
from sandtable.games.campaign_for_north_africa.state import SIDES
from sandtable.games.campaign_for_north_africa.units import is_immobile
from sandtable.games.campaign_for_north_africa.zones import stands


def bench_reach() -> int:
    """The reach of every counter on the map at the start, nothing remembered of the position; returns how many."""
    state = begin(Setup("grazianis-offensive"))
    done = 0
    for side in SIDES:
        for at in stands(state, side):
            for name in state.stacks[at]:
                if is_immobile(state, name): continue
                reach(replace(state), (name,))
                done += 1
    return done
