"""Panzerarmee Afrika by the book: zones and the land movement of German units, who are not bound to their supply."""

from __future__ import annotations

from collections.abc import Collection

from sandtable.games.panzerarmee_afrika.map import board, escarpments, road_sides, track_sides, unconnected

HEX = {"clear": 3, "rough": 10, "swamp": 10}
CLIMB, BY_ROAD, BY_TRACK, CHANGE = 10, 1, 2, 2


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


def reach(start: int, factors: int, enemies: Collection[int]) -> set[int]:
    """[11.1, 11.1.4] Every hex a regular unit can move to, going over every way again until nothing gets cheaper."""
    zone = zones(enemies)
    spent = {(-1, start): 0}
    waiting = [(-1, start)]
    while waiting:
        came_from, here = waiting.pop()
        if here in zone and here != start:
            continue  # it had to stop
        for there in board().adjacent[here]:
            if there in enemies or (here in zone and there in zone):
                continue
            total = spent[came_from, here] + step(came_from, here, there)
            way = (here, there)
            if total <= factors and total < spent.get(way, factors + 1):
                spent[way] = total
                waiting.append(way)
    return {there for _, there in spent} - {start}
