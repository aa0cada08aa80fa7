"""The position as a staff sees it: who can go where, and what the enemy can bring against each hex next turn."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from msgspec.structs import replace

from sandtable.games.afrika_korps.arrivals.phase import own_ports
from sandtable.games.afrika_korps.ground.reach import can_move, reach
from sandtable.games.afrika_korps.ground.zones import front
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.pieces.counters import counters
from sandtable.games.afrika_korps.pieces.tables import limits
from sandtable.games.afrika_korps.staff.chances import fear
from sandtable.games.afrika_korps.staff.ground import doubling, free_range, is_trap, spread_out, supplied_range
from sandtable.games.afrika_korps.state import AfrikaKorps, enemy_of


class Threats:
    """What an enemy can bring against a hex in his next turn."""

    def __init__(self, groups: Iterable[tuple[Collection[int], list[int]]], supplied: list[frozenset[int]]) -> None:
        self._groups = list(groups)
        self._supplied = supplied
        self._known: dict[int, int] = {}
        self._reached: dict[int, bool] = {}

    def attack(self, hexagon: int) -> int:
        """The attack factors that can come next to this hex, as many as find room and are in supply."""
        known = self._known.get(hexagon)
        if known is None:
            known = self._known[hexagon] = self._count(hexagon)
        return known

    def _count(self, hexagon: int) -> int:
        if not any(hexagon in area for area in self._supplied):
            return 0
        attacks = [attack for area, some in self._groups if hexagon in area for attack in some]
        attacks.sort(reverse=True)
        return sum(attacks[: limits().stacking * len(board().adjacent[hexagon])])

    def reached(self, hexagon: int) -> bool:
        """Whether any enemy combat unit can come next to this hex."""
        found = self._reached.get(hexagon)
        if found is None:
            found = self._reached[hexagon] = any(hexagon in area for area, _ in self._groups)
        return found

    def danger(self, hexagon: int, defence: int) -> float:
        """The share of a stack with this defence factor to be feared for."""
        attack = self.attack(hexagon)
        if not attack or not defence:
            return 0.0
        return fear(attack, defence * doubling(hexagon), is_trap(hexagon))


def free_threats(state: AfrikaKorps, foe: str, gone: Collection[int] = ()) -> Threats:
    """As if nobody stood in the enemy's way; `gone` are enemy hexes that will be empty."""
    facts = counters()
    groups: dict[tuple[int, int], list[int]] = {}
    for at, names in state.layout.combat[foe].items():
        if at in gone:
            continue
        for name in names:
            if name not in state.defeated:
                groups.setdefault((at, facts[name].movement), []).append(facts[name].attack)
    return Threats(((free_range(*key), attacks) for key, attacks in groups.items()), _supplied(state, foe))


def screened_threats(state: AfrikaKorps, foe: str, placed: Mapping[str, int], gone: Collection[int] = ()) -> Threats:
    """With one's own units where they are meant to be, and their zones in the enemy's way."""
    units = dict(state.units)
    for name, at in placed.items():
        units[name] = replace(units[name], at=at)
    after = replace(state, units=units, treks={}, victories=())
    facts = counters()
    groups: dict[tuple[int, int], tuple[str, list[int]]] = {}
    for at, names in state.layout.combat[foe].items():
        if at in gone:
            continue
        for name in names:
            if name not in state.defeated:
                groups.setdefault((at, facts[name].movement), (name, []))[1].append(facts[name].attack)
    made = [
        (spread_out(frozenset(reach(after, name).hexes) | {at}), attacks) for (at, _), (name, attacks) in groups.items()
    ]
    return Threats(made, _supplied(state, foe))


def _supplied(state: AfrikaKorps, foe: str) -> list[frozenset[int]]:
    """Where the enemy's supplies reach, with the one that may land next."""
    places = set(state.layout.supplies[foe].values())
    for port in own_ports(foe):
        if port in state.layout.combat[foe] or port in state.books[foe].ports:
            places.add(port)
    return [supplied_range(at) for at in sorted(places)]


class Picture:
    """One look at the board before a plan is made."""

    def __init__(self, state: AfrikaKorps, side: str) -> None:
        self.state, self.side, self.foe = state, side, enemy_of(side)
        self.front = front(state, side)
        self.threats = free_threats(state, self.foe)
        self.units = {name: at for at, names in state.layout.combat[side].items() for name in names}
        self.free = [name for name in self.units if name not in state.frozen]
        self._reach: dict[str, frozenset[int]] = {}
        self._shared: dict[object, frozenset[int]] = {}  # units that set out alike share one set
        self.supplies = dict(state.layout.supplies[side])
        self.enemies = {
            at: [name for name in names if name not in state.defeated]
            for at, names in state.layout.combat[self.foe].items()
            if at in self.front.live
        }

    def reach(self, name: str) -> frozenset[int]:
        """Where a unit can go by itself, staying included."""
        found = self._reach.get(name)
        if found is None:
            at = self.state.units[name].at
            if not can_move(self.state, name):
                found = frozenset((at,))
            elif name in self.units:
                key = (at, counters()[name].movement, self.state.trek(name))
                found = self._shared.get(key)
                if found is None:
                    found = self._shared[key] = frozenset((at, *reach(self.state, name).hexes))
            else:
                found = frozenset((at, *reach(self.state, name).hexes))
            self._reach[name] = found
        return found

    def among(self, names: Collection[str]) -> Picture:
        """The same position, as if nobody else could move."""
        other = Picture(self.state, self.side)
        other.free = [name for name in self.free if name in names]
        others = {**self.units, **self.supplies}
        other._reach = {name: frozenset((at,)) for name, at in others.items() if name not in names}
        return other

    def strength(self, side: str) -> int:
        facts = counters()
        return sum(facts[n].attack for names in self.state.layout.combat[side].values() for n in names)
