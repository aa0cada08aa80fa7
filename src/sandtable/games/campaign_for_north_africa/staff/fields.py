"""How far it is to a place from everywhere, in dry weather and without an enemy; worked out once for each place."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sandtable.games.campaign_for_north_africa.ground.terrain_costs import WALKING, Sky, ground
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.carriage import Gait
from sandtable.games.campaign_for_north_africa.state import Campaign

FAR = 1 << 20
FOOT: tuple[Gait, ...] = ("foot",)
MOTOR: tuple[Gait, ...] = ("motor",)


class Field(NamedTuple):
    """Half points to the goal by hex, and the next hex on the way."""

    cost: Sequence[int]
    ahead: Sequence[int]


def field(state: Campaign, goal: int, gaits: tuple[Gait, ...]) -> Field:
    """To one hex, as the slowest of some gaits goes: by finished roads, whatever a hex or two of new ones would save,
    so that the field of a goal holds while engineers work."""
    return _field(goal, all(gait in WALKING for gait in gaits), state.built)


@lru_cache(maxsize=512)
def _field(goal: int, walks: bool, built: tuple[str, ...]) -> Field:
    backward = _backward(walks, built)
    cost, ahead = [FAR] * len(backward), [goal] * len(backward)
    cost[goal] = 0
    rings: dict[int, list[int]] = {0: [goal]}
    now = last = 0
    while now <= last:
        for here in rings.pop(now, ()):
            if cost[here] < now:
                continue
            for behind, step in backward[here]:
                after = now + step
                if after >= cost[behind]:
                    continue
                cost[behind], ahead[behind] = after, here
                if after in rings:
                    rings[after].append(behind)
                else:
                    rings[after] = [behind]
                if after > last:
                    last = after
        now += 1
    return Field(array("i", cost), array("i", ahead))  # hundreds of them are kept


@lru_cache(maxsize=8)
def _backward(walks: bool, built: tuple[str, ...]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each hex those from which it is entered, with the cost."""
    steps = ground(FOOT if walks else MOTOR, Sky(built=built)).steps
    found: list[list[tuple[int, int]]] = [[] for _ in range(len(board()))]
    for here in range(len(board())):
        if not board().playable[here]:
            continue
        for there, cost in steps(here):
            found[there].append((here, cost))
    return tuple(tuple(each) for each in found)
