"""One attack judged by every throw of the dice: what it brings, what it costs, what becomes of the beaten."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache

from sandtable.games.tobruk.combat.advance import longest_advance
from sandtable.games.tobruk.combat.retreats import havens
from sandtable.games.tobruk.map import board
from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.pieces.tables import anti_tank_hit
from sandtable.games.tobruk.staff.chances import MOST_RETREAT, prospects
from sandtable.games.tobruk.staff.ground import HARRIED, Ways, way_out, ways_back
from sandtable.games.tobruk.staff.picture import Picture
from sandtable.games.tobruk.staff.worth import Stake, losses
from sandtable.games.tobruk.state import Tobruk

RETREATS = (2, MOST_RETREAT)


@cache
def hit_chance(gun: str) -> float:
    """[13.0]"""
    return sum(anti_tank_hit(counters()[gun].nation, die) for die in range(1, 7)) / 6


class Target:
    """An enemy hex: who stands there and what it would be worth to clear it."""

    def __init__(
        self, picture: Picture, hexagon: int, names: Sequence[str], ground: float, beyond: float = 0.0
    ) -> None:
        facts = counters()
        self.weights, self.results = picture.weights.combat, picture.state.results
        self.hexagon, self.names, self.ground = hexagon, tuple(names), ground
        self.beyond = beyond  # what it brings besides if somebody can advance two hexes
        self.defence = picture.defence_of_stack(names)
        fighting = [name for name in names if facts[name].is_combat] or list(names)
        self.stake: Stake = picture.stake(fighting)
        self.guns = tuple(hit_chance(name) for name in names if facts[name].gun)
        refuge = tuple(havens(picture.state, picture.foe))
        self.ways: dict[int, Ways] = {hexes: ways_back(hexagon, refuge, hexes) for hexes in RETREATS}

    def ways_out(self, zone: Collection[int], held: Collection[int]) -> dict[int, int]:
        """[10.3] What each length of retreat would be like."""
        return {hexes: way_out(ways, zone, held) for hexes, ways in self.ways.items()}


class Force:
    """The attackers of one hex, as far as their judgement needs them."""

    def __init__(self, picture: Picture, names: Iterable[str], target: Target) -> None:
        self.names = tuple(names)
        facts = counters()
        self.attack = sum(picture.attack(name) for name in self.names)
        self.steps = [picture.steps(name) for name in self.names]
        self.far = any(longest_advance(name) > 1 for name in self.names)
        self.toll = 0.0  # what anti-tank fire is expected to cost
        vehicles = [name for name in self.names if facts[name].is_mechanised]
        if target.guns and vehicles:
            self._fired_at(picture, vehicles, target.guns)

    def _fired_at(self, picture: Picture, vehicles: Sequence[str], guns: Sequence[float]) -> None:
        """[13.0] Each gun picks the vehicle that hurts most."""
        facts, reduced = counters(), 0.0
        dear = sorted(vehicles, key=lambda name: -picture.steps(name)[0])
        for i, chance in enumerate(guns):
            name = dear[i % len(dear)]
            rest = facts[name].reduced
            attack = picture.attack(name)
            after = rest.attack if rest and not picture.state.units[name].reduced else 0
            self.toll += chance * picture.steps(name)[0]
            reduced += chance * max(0, attack - after)
        self.attack = max(0, round(self.attack - reduced))


def judge(target: Target, force: Force, left: int, dice: int, ways: dict[int, int]) -> float:
    """The points that the attack is expected to gain: theirs lost, ours lost, and the ground."""
    w, stake = target.weights, target.stake
    total = -w.own_loss * force.toll
    costs = [0.0, *(losses(force.steps, count) for count in (1, 2))]
    for chance, mine, his, hexes in prospects(target.results, force.attack, target.defence, left, dice):
        value = stake.lost[his] - w.own_loss * costs[mine]
        survivors = stake.left[his]
        if hexes and survivors:
            way = ways[hexes]
            if way == HARRIED:
                value += stake.harried[his]
            elif way > HARRIED:
                value += stake.trapped[his]
            else:
                value += w.driven * stake.trapped[his]
        if hexes or not survivors:
            value += target.ground + (target.beyond if force.far else 0.0)
        total += chance * value
    return total


def clearing(target: Target, force: Force, left: int, dice: int) -> float:
    """The chance that nobody is left in the hex."""
    throws = prospects(target.results, force.attack, target.defence, left, dice)
    return sum(chance for chance, _, his, hexes in throws if hexes or not target.stake.left[his])


def assess(
    state: Tobruk, picture: Picture, target: Target, names: Sequence[str], zone: Collection[int], left: int
) -> Callable[[int], float]:
    """The worth of an attack by units where they stand, for any sum of modifiers."""
    force = Force(picture, names, target)
    ways = target.ways_out(zone, state.layout.held[picture.side])
    return lambda dice: judge(target, force, left, dice, ways)


def named(hexagon: int) -> str:
    place = board().place_at(hexagon)
    return place.name if place else board().name(hexagon)
