"""How good a position is: a plain count of what the book calls winning, for players that look one move ahead."""

from __future__ import annotations

from functools import cache

from sandtable.core.tables import load
from sandtable.core.values import Value
from sandtable.games.afrika_korps.arrivals.phase import controls
from sandtable.games.afrika_korps.combat.obligations import forced_losses
from sandtable.games.afrika_korps.ground.supply import isolated_units
from sandtable.games.afrika_korps.map import board, fortresses, home_base, home_bases, ports
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.state import DEAD, AfrikaKorps, enemy_of


class Worth(Value, frozen=True):
    """The weights of data/evaluation.toml."""

    factor: float
    isolated: float
    supply: float
    site: float
    port: float
    nearer: float


@cache
def worth() -> Worth:
    return load(__package__, "evaluation.toml", Worth)


def evaluate(state: AfrikaKorps, side: str) -> float:
    return _worth(state, side) - _worth(state, enemy_of(side))


def _worth(state: AfrikaKorps, side: str) -> float:
    facts, weigh = counters(), worth()
    total = 0.0
    for name, unit in state.units.items():
        counter = facts[name]
        if counter.side == side and counter.is_combat and not counter.substitute:
            total += weigh.factor * (-counter.attack if unit.at == DEAD else 0)
    for name in isolated_units(state, side):
        total -= weigh.isolated * facts[name].attack
    if side == state.phasing:
        total -= sum(weigh.factor * facts[name].attack for name, _, _ in forced_losses(state, side))
    total += weigh.supply * len(state.layout.supplies[side])
    total += sum(weigh.site for site in fortresses() | home_bases() if controls(state, side, site))
    total += sum(weigh.port for port in ports() - {home_base(enemy_of(side))} if controls(state, side, port))
    return total - weigh.nearer * _distance(state, side)


def _distance(state: AfrikaKorps, side: str) -> float:
    """How far the army stands from what the enemy holds and it needs: the sites not controlled."""
    goals = [site for site in fortresses() | home_bases() if not controls(state, side, site)]
    stands = state.layout.combat[side]
    if not goals or not stands:
        return 0.0
    attack = {at: sum(counters()[n].attack for n in names) for at, names in stands.items()}
    return sum(min(board().distance(at, goal) for goal in goals) * weight for at, weight in attack.items()) / max(
        1, sum(attack.values())
    )
