"""Panzerarmee Afrika by the book: zones, the land movement of regular units, supply lines, differentials."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from sandtable.games.panzerarmee_afrika.map import (
    bardia,
    base,
    board,
    escarpments,
    road_sides,
    tobruk,
    track_sides,
    unconnected,
)

HEX = {"clear": 3, "rough": 10, "swamp": 10}
CLIMB, BY_ROAD, BY_TRACK, CHANGE = 10, 1, 2, 2
SEGMENT, NEAR = 20, 8


def zones(enemies: Collection[int]) -> set[int]:
    """[3] The neighbours of regular units, neither over prohibited hexsides nor into the sea."""
    return {there for enemy in enemies for there in board().adjacent[enemy]}


def step(came_from: int, here: int, there: int) -> int:
    """[11.1.2] The factors of one step; who came along a road or track and leaves by another that does not meet it
    inside the hex pays for the change."""
    change = CHANGE if (came_from, here, there) in unconnected() else 0
    if (here, there) in road_sides():
        return BY_ROAD + change
    if (here, there) in track_sides():
        return BY_TRACK + change
    return HEX.get(board().terrain[there], HEX["clear"]) + (CLIMB if (here, there) in escarpments() else 0)


# --- supply


class Army(NamedTuple):
    """One side as lines see it."""

    side: str
    friends: frozenset[int]  # hexes with regular and transport units
    depots: frozenset[int]
    enemies: frozenset[int]  # hexes with regular and transport units
    casting: frozenset[int]  # hexes with regular units

    def closed(self) -> frozenset[int]:
        """[8.2] The hexes that no line enters: with enemies, or in their zones and without a friend."""
        return self.enemies | (zones(self.casting) - self.friends)

    def terminals(self) -> frozenset[int]:
        """[8.3.1, 8.3.2] With El Agheila in Axis hands, Tobruk and Alexandria in Allied ones."""
        return frozenset(base("axis")) if self.side == "axis" else frozenset((*base("allied"), tobruk()))

    def live(self) -> set[int]:
        """[8.2] The installations with a line of segments to a terminal."""
        open_ends = self.terminals() - self.closed()
        found = set(self.depots & open_ends)
        while True:
            ends = open_ends | found
            more = {depot for depot in self.depots - found if ends & distances(depot, self.closed()).keys()}
            if not more:
                return found
            found |= more

    def sources(self) -> set[int]:
        """[8.3.2] What units draw on; of the terminals only those of the Allies are installations too."""
        return self.live() | (self.terminals() - self.closed() if self.side == "allied" else set())

    def serves(self, at: int, factors: int = SEGMENT) -> bool:
        """Whether a unit that stands there, and is one of the friends, has a segment of so many factors."""
        if self.side == "allied" and at == bardia():
            return True
        ways = distances(at, self.closed())
        return any(source == at or ways.get(source, SEGMENT + 1) <= factors for source in self.sources())

    def moved(self, start: int, there: int, stayed: bool) -> Army:
        """With a unit gone from one hex to another, others having stayed or not."""
        return self._replace(friends=self.friends - (frozenset() if stayed else {start}) | {there})


@lru_cache(maxsize=4096)
def distances(start: int, closed: frozenset[int]) -> dict[int, int]:
    """[8.1] What the ways from a hex to others cost, as far as a segment goes; the first hex is not counted."""
    found: dict[int, int] = {}
    for spent, _, here in _ways(start, SEGMENT, closed, frozenset()):
        found[here] = min(spent, found.get(here, SEGMENT))
    return found


def _ways(start: int, factors: int, closed: Collection[int], stops: Collection[int]) -> Iterator[tuple[int, int, int]]:
    """Going over every way again until nothing gets cheaper: the cost, the hex before, and the hex."""
    spent = {(-1, start): 0}
    waiting = [(-1, start)]
    while waiting:
        came_from, here = waiting.pop()
        if here in stops and here != start:
            continue
        for there in board().adjacent[here]:
            total = spent[came_from, here] + step(came_from, here, there)
            if there not in closed and total <= factors and total < spent.get((here, there), factors + 1):
                spent[here, there] = total
                waiting.append((here, there))
    return ((total, before, here) for (before, here), total in spent.items() if before >= 0)


# --- movement


def reach(start: int, factors: int, enemies: Collection[int], casting: Collection[int]) -> set[int]:
    """[11.1, 11.1.4] Every hex a unit can move to that need not stay in supply."""
    return set(_reach(start, factors, enemies, zones(casting), ()))


def reach_in_supply(start: int, factors: int, army: Army, stayed: bool) -> set[int]:
    """[11.1.1] The same for one that must be in supply wherever it goes; `stayed`: others remain in its hex."""
    ground = reach(start, factors, army.enemies, army.casting)
    hungry = {there for there in ground if not army.moved(start, there, stayed).serves(there)}
    return set(_reach(start, factors, army.enemies, zones(army.casting), hungry))


def _reach(
    start: int, factors: int, enemies: Collection[int], zone: Collection[int], hungry: Collection[int]
) -> Iterator[int]:
    closed = {*enemies, *hungry}
    if start not in zone:
        yield from (here for _, _, here in _ways(start, factors, closed, zone) if here != start)
        return
    for first in board().adjacent[start]:  # [11.1.4] out of the zone by a hex without any
        left = factors - step(-1, start, first)
        if first not in closed and first not in zone and left >= 0:
            yield first
            yield from (here for here in _onward(start, first, left, closed, zone) if here != start)


def _onward(start: int, first: int, left: int, closed: Collection[int], zone: Collection[int]) -> Iterator[int]:
    spent = {(start, first): 0}
    waiting = [(start, first)]
    while waiting:
        came_from, here = waiting.pop()
        if here in zone:
            continue
        for there in board().adjacent[here]:
            total = spent[came_from, here] + step(came_from, here, there)
            if there not in closed and total <= left and total < spent.get((here, there), left + 1):
                spent[here, there] = total
                waiting.append((here, there))
    yield from (here for _, here in spent)


# --- combat


def differential(
    attackers: Collection[tuple[int, str, int]], target: int, defenders: Collection[tuple[str, int]]
) -> int:
    """[12.4.2] Attackers by factor, supply and hex, defenders by side and factor, all in supply and in one hex."""
    supply = {"general": Fraction(1, 2), "attack": Fraction(1), "maximum": Fraction(2)}
    attack = Fraction(0)
    for factor, how, here in attackers:
        uphill = Fraction(1, 2) if (here, target) in escarpments() else 1
        attack += max(Fraction(1), factor * supply[how] * uphill)
    defence = Fraction(0)
    for side, factor in defenders:
        terrain = board().terrain[target]
        ground = 2 if terrain == "rough" or (terrain == "swamp" and side == "axis") else 1
        ground = {bardia(): 2, tobruk(): 5}.get(target, ground)
        defence += max(1, factor * ground)
    return math.floor(attack - defence)
