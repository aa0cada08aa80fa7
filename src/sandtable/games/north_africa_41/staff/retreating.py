"""Ways out: whether a beaten stack could get away, and where it had better go."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sandtable.games.north_africa_41.ground.routes import step_cost
from sandtable.games.north_africa_41.map import board
from sandtable.games.north_africa_41.staff.ground import around
from sandtable.games.north_africa_41.staff.picture import Picture

RETREAT = 2  # hexes, as most results ask


def is_trapped(picture: Picture, at: int, posts: Collection[int], stays: Mapping[int, Sequence[str]]) -> bool:
    """[12.2.1] Whether an enemy stack would have no way back with own units in these hexes."""
    held = {here for here, names in stays.items() if names} | set(posts)
    near = [here for here in held if board().distance(here, at) <= RETREAT + 1]
    casters: dict[int, list[int]] = {}
    for here in near:
        for there in around(here):
            casters.setdefault(there, []).append(here)
    friends = picture.facing.casting - {at}
    return not _escapes(at, at, held, casters, friends, RETREAT, False)


def _escapes(
    start: int,
    here: int,
    held: Collection[int],
    casters: Mapping[int, list[int]],
    friends: Collection[int],
    left: int,
    zoned: bool,
) -> bool:
    for there in board().adjacent[here]:
        if there in held or there == start:
            continue
        if board().distance(there, start) <= board().distance(here, start):
            continue
        if step_cost("mechanised", here, there) is None:
            continue
        zone = there in casters and there not in friends
        if zone and (zoned or _overlaps(casters[there])):
            continue
        if left == 1:
            if not zone:
                return True
        elif _escapes(start, there, held, casters, friends, left - 1, zoned or zone):
            return True
    return False


def _overlaps(casters: Sequence[int]) -> bool:
    """[7.4]"""
    return any(b not in board().neighbours[a] for i, a in enumerate(casters) for b in casters[i + 1 :])
