"""How good a position is: the victory points as they stand, what is left to fight with, and where it stands. For
players that look one move ahead."""

from __future__ import annotations

from functools import cache

from sandtable.core.tables import load
from sandtable.core.values import Value
from sandtable.games.tobruk.combat.odds import attack_of, defence_of
from sandtable.games.tobruk.map import board, tobruk
from sandtable.games.tobruk.movement.supply import supplied
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.pieces.tables import victory
from sandtable.games.tobruk.scenario.victory import lead
from sandtable.games.tobruk.state import Tobruk, enemy_of


class Worth(Value, frozen=True):
    """The weights of data/evaluation.toml."""

    source: str
    point: float
    factor: float
    unsupplied: float
    town: float
    nearer: float


@cache
def worth() -> Worth:
    return load(__package__, "evaluation.toml", Worth)


def evaluate(state: Tobruk, side: str) -> float:
    weigh = worth()
    ahead = weigh.point * (lead(state) - state.margin)
    ahead += _army(state, "commonwealth") - _army(state, "axis")
    if not state.at(tobruk(), "commonwealth"):
        ahead -= weigh.town
    return ahead if side == "commonwealth" else -ahead


def _army(state: Tobruk, side: str) -> float:
    """What a side has on the map, and how far that is from what it wants."""
    weigh, facts, fed = worth(), counters(), supplied(state, side)
    goals = _goals(state, side)
    total = away = factors = 0.0
    for at, names in state.layout.combat[side].items():
        here = sum(attack_of(state, name) + defence_of(state, name) for name in names if facts[name].is_combat)
        total += here * (weigh.factor if at in fed else weigh.unsupplied)
        if goals:
            away += here * min(board().distance(at, goal) for goal in goals)
            factors += here
    return total - (weigh.nearer * away / factors if factors else 0.0)


def _goals(state: Tobruk, side: str) -> list[int]:
    """The objectives that the enemy holds; without one, the enemy."""
    lacking = [
        board().hex(objective.hex)
        for objective in victory().objectives
        if (objective.hex in state.held) != (side == "commonwealth")
    ]
    return lacking or list(state.layout.fronts[enemy_of(side)])
