"""The Campaign for North Africa by the book: movement, Zones of Control, supply range, retreats, Basic Differentials.

Battalions at full strength, each by itself, on foot or on tracks, in fine weather, with nothing built and no mines."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from sandtable.games.campaign_for_north_africa.map import (
    beyond_marble_arch,
    board,
    cities,
    crossing,
    link,
    neighbours,
    rail,
)
from sandtable.games.campaign_for_north_africa.terrain_chart import hexside, road_cost, terrain

HALVES = 2  # the chart counts in half points
LEAST_STRENGTH, ONE_BATTALION = 10, 1
CONTACT = 2  # points to break off
DETOUR = 2  # hexes that a retreat goes round by, at most
RIVERS = ("major_river", "minor_river")


class Battalion(NamedTuple):
    """What its counter and the charts say."""

    points: int
    defence: int  # the rating of a point in Close Assault
    allowance: int
    on_foot: bool

    @property
    def raw(self) -> int:
        return self.points * self.defence


BATTALIONS: Mapping[str, Battalion] = {
    "1RNF": Battalion(3, 6, 8, True),
    "1KRRC": Battalion(6, 2, 10, True),
    "2SctGds": Battalion(6, 2, 10, True),
    "1Buffs": Battalion(6, 2, 10, True),
    "6RTR": Battalion(10, 2, 35, False),
    "2RTR": Battalion(10, 3, 30, False),
    "7RTR": Battalion(10, 4, 15, False),
    "I/157": Battalion(7, 1, 10, True),
    "II/157": Battalion(7, 1, 10, True),
    "I/104": Battalion(7, 2, 10, True),
    "I/125": Battalion(7, 2, 10, True),
    "VII(M)": Battalion(7, 3, 20, False),
    "I(M)": Battalion(7, 3, 20, False),
}


def step(on_foot: bool, here: int, there: int) -> int | None:
    """[8.31, 8.32, 8.33, 8.37] Half points for a step to a neighbour; None where it may not be taken."""
    way = link(here, there)
    is_road, is_path = way == "road", way != ""
    bridged = is_road or rail(here, there) == "built"
    kinds = board().terrain[here], board().terrain[there]
    if "salt_marsh" in kinds and not on_foot and not is_path:  # [8.44]
        return None
    chart = terrain(kinds[1])
    plain = chart.non_motorized if on_foot else chart.motorized
    if plain is None:  # [8.37] swamp: by road or railway, and along the latter as through the delta around it
        if not bridged:
            return None
        plain = terrain("delta").non_motorized if on_foot else terrain("delta").motorized
        assert plain is not None
    total = road_cost("non_motorized" if on_foot else "motorized") if is_road else plain
    if is_path and not is_road:
        total = half(total)  # [8.46] a track halves the cost of the hex
    for name in crossing(here, there):
        more = _crossing(name, on_foot, is_road, is_path, bridged)
        if more is None:
            return None
        total += more
    return total


def _crossing(name: str, on_foot: bool, is_road: bool, is_path: bool, bridged: bool) -> int | None:
    side = hexside(name)
    cost = side.non_motorized if on_foot else side.motorized
    if name in RIVERS and bridged:
        return 0
    if name == "up_escarpment" and not on_foot:  # [8.42] never
        return None
    if name == "down_escarpment" and not on_foot:  # by road or track only, and at the full price
        return cost if is_path else None
    if is_road:
        return 0
    if cost is None:
        return None
    return half(cost) if is_path else cost


def half(cost: int) -> int:
    return -(-cost // 2)


# --- zones


def controlled(stack: Collection[Battalion], at: int) -> set[int]:
    """[10.11, 10.15, 10.21] What a stack controls: with more than a battalion and ten raw points, and not where fewer
    could go, nor through escarpments and major rivers."""
    if len(stack) <= ONE_BATTALION or sum(unit.raw for unit in stack) < LEAST_STRENGTH:
        return set()
    return {
        there
        for there in neighbours()[at]
        if not _is_walled_off(at, there)
        and sum(step(unit.on_foot, at, there) is not None for unit in stack) > ONE_BATTALION
    }


def feared(stack: Collection[Battalion], at: int) -> set[int]:
    """[10.6, 10.11, 10.21] What the enemy has to expect of a stack, who sees its counters and nothing else."""
    if len(stack) <= ONE_BATTALION:
        return set()
    return {there for there in neighbours()[at] if not _is_walled_off(at, there)}


def _is_walled_off(at: int, there: int) -> bool:
    return any("escarpment" in name or name == "major_river" for name in crossing(at, there))


# --- movement


class Enemy(NamedTuple):
    """What stands in the way of one side."""

    hexes: frozenset[int]
    zones: frozenset[int]  # which are truly there
    feared: frozenset[int]  # which must be expected
    friends: frozenset[int]  # where combat units of one's own cancel zones

    def bars(self, is_commonwealth: bool) -> frozenset[int]:
        """[8.13, 8.19] Nobody enters a hex of the enemy, and the Commonwealth does not go west of Marble Arch."""
        return self.hexes | (beyond_marble_arch() if is_commonwealth else frozenset())


def reach(start: int, unit: Battalion, enemy: Enemy, barred: Collection[int]) -> set[int]:
    """[8.14, 8.15, 8.62, 8.65, 10.23, 10.24, 10.26] Where a fresh battalion can go within its Allowance: out of contact
    for two points, never from zone to zone, and no farther than the first hex in which it must expect one."""
    stops = enemy.feared - enemy.friends
    most = unit.allowance * HALVES - (CONTACT * HALVES if start in enemy.zones else 0)
    waiting, spent = [(0, start)], dict[int, int]()
    while waiting:
        so_far, here = heappop(waiting)
        if here in spent:
            continue
        spent[here] = so_far
        if here in stops and here != start:
            continue
        for there in neighbours()[here]:
            cost = step(unit.on_foot, here, there)
            from_zone_to_zone = here == start and start in enemy.zones and there in stops
            if cost is not None and there not in barred and not from_zone_to_zone and so_far + cost <= most:
                heappush(waiting, (so_far + cost, there))
    return {*spent} - {start}


# --- retreats


class Retreat(NamedTuple):
    """[15.82] So many hexes from here and from every hex that assaulted."""

    start: int
    hexes: int
    foes: tuple[int, ...]

    def left(self, at: int) -> int:
        """Hexes of it that are not made by who stops here; a major city makes up for the rest."""
        if at in cities():
            return 0
        if at == self.start:
            return self.hexes
        return max(0, self.hexes - min(board().distance(away, at) for away in (self.start, *self.foes)))


def is_lawful_retreat(
    way: Sequence[int], retreat: Retreat, unit: Battalion, enemy: Enemy, barred: Collection[int], full: Collection[int]
) -> bool:
    """[9.35, 10.23, 10.26, 15.82] Not to the enemy nor into his zones, nor through hexes without room. Beyond what is
    asked only as far as the unit could go by itself [8.17]."""
    shut = {*barred, *full, *(enemy.zones - enemy.friends)}
    costs = [step(unit.on_foot, here, there) for here, there in pairwise(way)]
    if None in costs or shut & {*way[1:]} or way[-1] == way[0]:
        return False
    enough = next((i for i, at in enumerate(way) if i and not retreat.left(at)), len(way) - 1)
    total = sum(cost or 0 for cost in costs)
    return enough == len(way) - 1 or total * 2 <= unit.allowance * HALVES * 3


def least_left(
    retreat: Retreat, unit: Battalion, enemy: Enemy, barred: Collection[int], full: Collection[int]
) -> int | None:
    """[15.82] What is left of a retreat by the best of the ways that are not too long, trying all; None without any."""
    shut = {*barred, *full, *(enemy.zones - enemy.friends)}
    edge, seen = {retreat.start}, {retreat.start}
    for _ in range(retreat.hexes + DETOUR):
        edge = {
            there
            for here in edge
            for there in neighbours()[here]
            if there not in shut and step(unit.on_foot, here, there) is not None
        } - seen
        seen |= edge
    return min((retreat.left(at) for at in seen if at != retreat.start), default=None)


# --- supply


def supplied(start: int, unit: Battalion, barred: Collection[int]) -> set[int]:
    """[32.16] The hexes within half the allowance, as infantry walks or as a medium truck drives, by lines that enter
    nothing barred: enemies, and their zones without a friend."""
    most = half(unit.allowance) * HALVES
    return {here for here, _ in _lines(start, unit.on_foot, most, barred)}


def _lines(start: int, on_foot: bool, most: int, barred: Collection[int]) -> Iterator[tuple[int, int]]:
    waiting, seen = [(0, start)], set[int]()
    while waiting:
        spent, here = heappop(waiting)
        if here in seen:
            continue
        seen.add(here)
        yield here, spent
        for there in neighbours()[here]:
            cost = step(on_foot, here, there)
            if cost is not None and there not in barred and spent + cost <= most:
                heappush(waiting, (spent + cost, there))


# --- Close Assault


def actual(raw: int) -> int:
    """[11.32, 11.33] A tenth, to the nearest whole number: four raw points and fewer are nothing."""
    tenths, rest = divmod(raw, 10)
    return tenths + 1 if rest >= 5 else tenths


def basic_differential(attack: int, defence: int) -> int:
    """[15.26, 15.28] Of the raw points of infantry; where both sides have fewer than ten these count as they are."""
    if attack < 10 and defence < 10:
        return attack - defence
    return actual(attack) - actual(defence)
