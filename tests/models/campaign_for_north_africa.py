"""The Campaign for North Africa by the book: costs of a step, Zones of Control, supply range, Basic Differentials.

Battalions at full strength, each by itself, on foot or on tracks, in fine weather, with nothing built and no mines."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from heapq import heappop, heappush
from typing import NamedTuple

from sandtable.games.campaign_for_north_africa.map import board, crossing, link, neighbours, rail
from sandtable.games.campaign_for_north_africa.terrain_chart import hexside, road_cost, terrain

HALVES = 2  # the chart counts in half points
LEAST_STRENGTH, ONE_BATTALION = 10, 1
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
    if plain is None:
        return None
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
        if not any("escarpment" in name or name == "major_river" for name in crossing(at, there))
        and sum(step(unit.on_foot, at, there) is not None for unit in stack) > ONE_BATTALION
    }


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
