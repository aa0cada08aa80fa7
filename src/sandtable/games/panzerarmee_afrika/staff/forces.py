"""What a side can do with its next movement phase: where each unit can end, and with what it attacks from there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache, cached_property
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.games.panzerarmee_afrika.factors.losses import greatest_loss
from sandtable.games.panzerarmee_afrika.map import board, forts
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.pieces.tables import certain_loss, limits, regular_costs
from sandtable.games.panzerarmee_afrika.staff.chances import QUARTERS, TOP, column, expected_loss
from sandtable.games.panzerarmee_afrika.staff.ground import is_steep, touching
from sandtable.games.panzerarmee_afrika.staff.reach import hexes, range_of
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, enemy_of, movement_of, strength_of
from sandtable.games.panzerarmee_afrika.supply.network import attack_sources, is_bound, judge, network

GENERAL, ATTACK, MAXIMUM = 2, 4, 8  # quarters of a factor in each state of supply [8.5]


class Force:
    """One side in one position."""

    def __init__(self, state: PanzerarmeeAfrika, side: Side) -> None:
        self.state, self.side, self.foe = state, side, enemy_of(side)
        self.units = {name: at for at, names in state.layout.stands[side].items() for name in names}
        self.strength = {name: strength_of(state, name) for name in self.units}
        self.net = network(state, side)
        self._reach: dict[str, frozenset[int]] = {}
        self._level: dict[int, int] = {}

    def is_fit(self, name: str) -> bool:
        """[8.5, 10.3, 13.6] Whether it can attack at all."""
        unit = self.state.units[name]
        return not (unit.out or unit.adrift or unit.dismounted)

    def reach(self, name: str) -> frozenset[int]:
        """Where a unit can be at the end of the phase, staying included."""
        found = self._reach.get(name)
        if found is None:
            found = self._reach[name] = self._range(name)
        return found

    def _range(self, name: str) -> frozenset[int]:
        return hexes(self.state, name)

    def approach(self, name: str) -> frozenset[int]:
        """[11.4] Where a unit can come and still overrun a neighbouring hex."""
        return hexes(self.state, name, overrun_points())

    def level(self, post: int) -> int:
        """[8.5, 12.3] The best state of supply that a unit attacking from a hex can be in."""
        found = self._level.get(post)
        if found is None:
            found = self._level[post] = self._judge(post)
        return found

    def _judge(self, post: int) -> int:
        sources = attack_sources(self.state, self.side, post)
        if not sources:
            return GENERAL
        return MAXIMUM if any(self.spendable(source) for source in sources) else ATTACK

    def spendable(self, source: int) -> list[str]:
        """[12.3] Installations in a hex that could be sacrificed now."""
        depots = self.state.layout.depots[self.side].get(source, ())
        return [d for d in depots if d not in self.state.treks and not self.state.units[d].adrift]

    def attack(self, name: str, post: int, target: int, rate: int = ATTACK) -> int:
        """[12.4.2] The quarters of a factor with which a unit attacks from a hex; `rate` is the most that its supply
        may make of it."""
        if not self.is_fit(name):
            return 0
        value = self.strength[name] * min(rate, self.level(post))
        if is_steep(post, target):
            value //= 2
        return max(QUARTERS, value)


@cache
def overrun_points() -> int:
    """[11.4] What the last step of an overrun takes in open ground."""
    costs = regular_costs()
    return (costs.overrun or 0) + (costs.clear or 0)


class StandingForce(Force):
    """The same when the movement is over: it attacks from where it stands."""

    def _range(self, name: str) -> frozenset[int]:
        return frozenset((self.units[name],))

    def approach(self, name: str) -> frozenset[int]:
        return frozenset()


class RoughForce(Force):
    """The same at a glance: as if no enemy stood in the way."""

    def _range(self, name: str) -> frozenset[int]:
        at = self.units[name]
        if not self.is_fit(name):
            return frozenset((at,))
        reached = range_of(at, movement_of(name))
        return reached & self._served if is_bound(name) else reached

    def approach(self, name: str) -> frozenset[int]:
        return self.reach(name) & range_of(self.units[name], max(0, movement_of(name) - overrun_points()))

    @cached_property
    def _served(self) -> frozenset[int]:
        return frozenset(at for at in range(len(board())) if self.net.supplies(at))


def next_turn(
    state: PanzerarmeeAfrika, side: Side, placed: Mapping[str, int] | None = None, gone: Collection[str] = ()
) -> PanzerarmeeAfrika:
    """The position as this side will find it in its own movement phase if nothing else happens: its supply judged, its
    orders unhindered. `placed`: units that will have moved; `gone`: units that will be lost."""
    units = dict(state.units)
    for name, at in (placed or {}).items():
        units[name] = replace(units[name], at=at)
    for name in gone:
        units[name] = replace(units[name], at=-1)
    after = replace(state, units=units, treks={}, sailed=(), phasing=side)
    for name, out in judge(after, side).items():
        unit = units[name]
        if unit.out != out or unit.adrift:
            units[name] = replace(unit, out=out, adrift=False)
    return replace(after, units=units)


class Riders(NamedTuple):
    """[11.4] A stack that could overrun."""

    strength: int
    reached: frozenset[int]

    def attack(self, near: frozenset[int], force: Force) -> int:
        """[11.4, 12.4.2] Quarters of a factor from the best of these hexes, without maximum supply."""
        return self.strength * max((min(ATTACK, force.level(at)) for at in near & self.reached), default=0)


class Threats:
    """What an enemy can bring against a hex in his next turn."""

    def __init__(self, force: Force, without: Collection[int] = ()) -> None:
        self.force = force
        groups: dict[frozenset[int], list[int]] = {}
        for name, at in force.units.items():
            if at in without or not force.is_fit(name):
                continue
            groups.setdefault(force.reach(name), []).append(force.strength[name])
        self._groups = list(groups.items())
        self._without = without
        self._known: dict[tuple[int, int], int] = {}
        self._charges: dict[int, int] = {}

    def attack(self, hexagon: int, rate: int = ATTACK) -> int:
        """The quarters of attack factors that can come next to this hex, as many as find room."""
        key = (hexagon, rate)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._count(hexagon, rate)
        return found

    def _count(self, hexagon: int, rate: int) -> int:
        near, level = touching(hexagon), self.force.level
        posts: set[int] = set()
        values: list[int] = []
        for reach, strengths in self._groups:
            reached = near & reach
            if not reached:
                continue
            posts |= reached
            best = min(rate, max(level(post) for post in reached))
            values += (max(QUARTERS, best * strength) for strength in strengths)
        values.sort(reverse=True)
        return sum(values[: limits().stacking * len(posts)])

    def rides_down(self, hexagon: int, defence: int, factors: tuple[int, ...]) -> bool:
        """[11.4] Whether a stack can be sure to destroy these as it moves, with its own attack still to come."""
        if hexagon in forts() or not factors:
            return False
        charge = self._charges.get(hexagon)
        if charge is None:
            charge = self._charges[hexagon] = self._count_charge(hexagon)
        differential = column(charge, defence)
        return differential >= 0 and greatest_loss(factors, certain_loss(min(differential, TOP))) == sum(factors)

    def _count_charge(self, hexagon: int) -> int:
        """The quarters of the strongest stack that can overrun this hex."""
        near, force = touching(hexagon), self.force
        return max((stack.attack(near, force) for stack in self._stacks), default=0)

    @cached_property
    def _stacks(self) -> list[Riders]:
        """Those who begin together, as many as overrun together."""
        force, found = self.force, list[Riders]()
        for at, names in force.state.layout.stands[force.side].items():
            fit = [name for name in names if force.is_fit(name)]
            if at in self._without or not fit:
                continue
            strongest = sorted(fit, key=lambda name: (-force.strength[name], name))[: limits().stacking]
            reached = frozenset.intersection(*(force.approach(name) for name in strongest))
            found.append(Riders(sum(force.strength[name] for name in strongest), reached))
        return found

    def comes(self, hexagon: int) -> bool:
        """Whether any unit can enter this hex."""
        return any(hexagon in reach for reach, _ in self._groups)

    def would_come(self, hexagon: int) -> bool:
        """Whether any unit could enter this hex if nobody stood in it."""
        if hexagon not in self.force.state.layout.stands[self.force.foe]:
            return self.comes(hexagon)
        near = touching(hexagon)
        return any(near & reach for reach, _ in self._groups)

    def loss(self, hexagon: int, defence: int, factors: tuple[int, ...], rate: int = ATTACK) -> tuple[float, float]:
        """The factors a stack would lose on average, and the chance that it is wiped out."""
        attack = self.attack(hexagon, rate)
        return expected_loss(column(attack, defence), factors) if attack else (0.0, 0.0)


def total(force: Force, names: Iterable[str] | None = None) -> int:
    """Factors in supply."""
    return sum(force.strength[name] for name in (force.units if names is None else names) if force.is_fit(name))
