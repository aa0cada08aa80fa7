"""Panzerarmee Afrika by the book: zones, the land movement of regular units, supply lines, differentials."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from fractions import Fraction
from functools import lru_cache
from heapq import heappop, heappush
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

    def serves(self, at: int, factors: int = SEGMENT) -> bool:
        """Whether a unit that stands there, and is one of the friends, has a segment of so many factors."""
        if self.side == "allied" and at == bardia():
            return True
        near = [source for source in sources(self) if board().distance(at, source) <= factors]  # no step is for free
        if not near or at in near:
            return bool(near)
        ways = distances(at, closed_hexes(self))
        return any(ways.get(source, SEGMENT + 1) <= factors for source in near)

    def moved(self, start: int, there: int, stayed: bool) -> Army:
        """With a unit gone from one hex to another, others having stayed or not."""
        return self._replace(friends=self.friends - (frozenset() if stayed else {start}) | {there})


@lru_cache(maxsize=4096)
def closed_hexes(army: Army) -> frozenset[int]:
    """[8.2] The hexes that no line enters: with enemies, or in their zones and without a friend."""
    return army.enemies | (zones(army.casting) - army.friends)


def terminals(side: str) -> frozenset[int]:
    """[8.3.1, 8.3.2] With El Agheila in Axis hands, Tobruk and Alexandria in Allied ones."""
    return frozenset(base("axis")) if side == "axis" else frozenset((*base("allied"), tobruk()))


def sources(army: Army) -> frozenset[int]:
    """What units draw on."""
    return _sources(army.side, army.depots, closed_hexes(army))


@lru_cache(maxsize=4096)
def _sources(side: str, depots: frozenset[int], closed: frozenset[int]) -> frozenset[int]:
    """[8.2, 8.3.2] The installations with a line of segments to a terminal; of the terminals themselves only those of
    the Allies are installations too."""
    open_ends = terminals(side) - closed
    live = depots & open_ends
    while more := {depot for depot in depots - live if (open_ends | live) & distances(depot, closed).keys()}:
        live |= more
    return live | open_ends if side == "allied" else live


@lru_cache(maxsize=4096)
def distances(start: int, closed: frozenset[int]) -> dict[int, int]:
    """[8.1] What the ways from a hex to others cost, as far as a segment goes; the first hex is not counted."""
    found: dict[int, int] = {}
    for here, spent in _ways(-1, start, SEGMENT, closed, frozenset()):
        found[here] = min(spent, found.get(here, SEGMENT))
    return found


def _ways(
    before: int, start: int, factors: int, closed: Collection[int], stops: Collection[int]
) -> Iterator[tuple[int, int]]:
    """The hexes that can be entered, with the cost, the cheapest way first; `before` is where the start was come to
    from. What a step costs depends on the one before it, so that a hex is gone through once from each side."""
    waiting, seen = [(0, before, start)], set[tuple[int, int]]()
    while waiting:
        spent, came_from, here = heappop(waiting)
        if (came_from, here) in seen:
            continue
        seen.add((came_from, here))
        yield here, spent
        if here in stops:
            continue
        for there in board().adjacent[here]:
            total = spent + step(came_from, here, there)
            if there not in closed and total <= factors:
                heappush(waiting, (total, here, there))


# --- movement


def reach(start: int, factors: int, enemies: Collection[int], casting: Collection[int]) -> set[int]:
    """[11.1, 11.1.4] Every hex a unit can move to that need not stay in supply."""
    return set(_reach(start, factors, enemies, zones(casting), ())) - {start}


def reach_in_supply(start: int, factors: int, army: Army, stayed: bool) -> set[int]:
    """[11.1.1] The same for one that must be in supply wherever it goes; `stayed`: others remain in its hex."""
    ground = {start} | reach(start, factors, army.enemies, army.casting)
    hungry = {there for there in ground if not army.moved(start, there, stayed).serves(there)}
    return set(_reach(start, factors, army.enemies, zones(army.casting), hungry)) - {start}


def _reach(
    start: int, factors: int, enemies: Collection[int], zone: Collection[int], hungry: Collection[int]
) -> Iterator[int]:
    closed = {*enemies, *hungry}
    for first in board().adjacent[start]:
        left = factors - step(-1, start, first)
        if first in closed or left < 0 or (start in zone and first in zone):  # [11.1.4] out of it into a hex without
            continue
        yield from (here for here, _ in _ways(start, first, left, closed, zone))


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
