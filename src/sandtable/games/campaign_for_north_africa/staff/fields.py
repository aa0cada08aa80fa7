"""How far it is to a place from everywhere, in dry weather and without an enemy; worked out once for each place."""

from __future__ import annotations

from array import array
from functools import lru_cache
from threading import Lock
from typing import TypeAlias

from sandtable.games.campaign_for_north_africa.ground.terrain_costs import WALKING, Sky, ground
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.carriage import Gait
from sandtable.games.campaign_for_north_africa.state import Campaign

Backward: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]  # by hex: from where it is entered, at what cost

FAR = 1 << 20
FOOT: tuple[Gait, ...] = ("foot",)
MOTOR: tuple[Gait, ...] = ("motor",)


class Field:
    """Half points to the goal by hex, and the next hex on the way: worked out from the goal outward, as far as somebody
    has asked."""

    def __init__(self, goal: int, backward: Backward) -> None:
        self._backward = backward
        self._cost, self._ahead = array("i", [FAR] * len(backward)), array("i", [goal] * len(backward))
        self._cost[goal] = 0
        self._rings: dict[int, list[int]] = {0: [goal]}
        self._now = 0  # what costs no more is final
        self._last = 0  # nothing that waits costs more
        self._working = Lock()  # machines at several tables ask for the same field

    def cost(self, hex: int) -> int:
        if self._cost[hex] > self._now:
            self._go_on_to(hex)
        return self._cost[hex]

    def ahead(self, hex: int) -> int:
        if self._cost[hex] > self._now:
            self._go_on_to(hex)
        return self._ahead[hex]

    def _go_on_to(self, hex: int) -> None:
        with self._working:
            while self._now < self._cost[hex] and self._now <= self._last:
                self._next_ring()

    def _next_ring(self) -> None:
        """All that waits at the cost reached so far."""
        now, last, cost, ahead, rings = self._now, self._last, self._cost, self._ahead, self._rings
        for here in rings.pop(now, ()):
            if cost[here] < now:
                continue
            for behind, step in self._backward[here]:
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
        self._last, self._now = last, now + 1


def field(state: Campaign, goal: int, gaits: tuple[Gait, ...]) -> Field:
    """To one hex, as the slowest of some gaits goes: by finished roads, whatever a hex or two of new ones would save,
    so that the field of a goal holds while engineers work."""
    return _field(goal, all(gait in WALKING for gait in gaits), state.built)


@lru_cache(maxsize=128)
def _field(goal: int, walks: bool, built: tuple[str, ...]) -> Field:
    return Field(goal, _backward(walks, built))


@lru_cache(maxsize=8)
def _backward(walks: bool, built: tuple[str, ...]) -> Backward:
    steps = ground(FOOT if walks else MOTOR, Sky(built=built)).steps
    found: list[list[tuple[int, int]]] = [[] for _ in range(len(board()))]
    for here in range(len(board())):
        if not board().playable[here]:
            continue
        for there, cost in steps(here):
            found[there].append((here, cost))
    return tuple(tuple(each) for each in found)
