"""How good a position is for a side: the points as they stand, and what is still on the map."""

from __future__ import annotations

from sandtable.games.tobruk.counters import counters
from sandtable.games.tobruk.odds import attack_of, defence_of
from sandtable.games.tobruk.state import Tobruk
from sandtable.games.tobruk.victory import lead

STRENGTH = 0.1  # of a factor of attack or defence, in victory points


def evaluate(state: Tobruk, side: str) -> float:
    ahead = lead(state) - state.margin + STRENGTH * (_strength(state, "commonwealth") - _strength(state, "axis"))
    return ahead if side == "commonwealth" else -ahead


def _strength(state: Tobruk, side: str) -> int:
    facts = counters()
    return sum(
        attack_of(state, name) + defence_of(state, name)
        for name in state.layout.forces[side]
        if facts[name].is_combat
    )
