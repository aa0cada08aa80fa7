"""[7.1, 8.1-8.3] Zones of control as one side meets them: a `Front` for each arrangement of the enemy."""

from __future__ import annotations

from functools import lru_cache
from operator import or_

from sandtable.core import fields
from sandtable.core.fields import Reach
from sandtable.games.afrika_korps.map import board, fortresses
from sandtable.games.afrika_korps.state import AfrikaKorps, enemy_of


class Front:
    """The enemy's hexes, and what they close and control.

    It depends on nothing but where the enemy's combat units are, so it serves for every own move until one of them
    dies or is beaten; `reaches` keeps the floods already made across it.
    """

    def __init__(self, live: frozenset[int], beaten: frozenset[int]) -> None:
        self.live, self.beaten = live, beaten
        # [7.1, 19.5, 23.1] no zone reaches into or out of a fortress, none crosses a prohibited hexside
        self.zone = fields.zones(board().adjacent, live, fortresses())
        self.closed = bytearray(len(board()))
        for hexagon in live:
            self.closed[hexagon] = 1
        self.controlled = frozenset(h for hexagon in live for h in board().adjacent[hexagon] if self.zone[h])
        # hexes a line of supply may not pass [14.2, 24.1]
        self.cut = bytes(map(or_, self.zone, self.closed))
        self.reaches: dict[tuple[object, ...], Reach] = {}

    def casters(self, hexagon: int) -> list[int]:
        """The enemy hexes in whose zone this hex lies."""
        if not self.zone[hexagon]:
            return []
        immune = fortresses()
        return [there for there in board().adjacent[hexagon] if there in self.live and there not in immune]

    def same_zone(self, hexagon: int) -> frozenset[int]:
        """[8.3] The hexes controlled by any of the enemies who control this one."""
        immune = fortresses()
        return frozenset(
            there for caster in self.casters(hexagon) for there in board().adjacent[caster] if there not in immune
        )


@lru_cache(maxsize=8)  # both sides, a few positions back: each keeps some megabytes of floods
def _front(live: frozenset[int], beaten: frozenset[int]) -> Front:
    return Front(live, beaten)


def forget_fronts() -> None:
    """Give up those of the positions seen last."""
    _front.cache_clear()


def front(state: AfrikaKorps, side: str) -> Front:
    """What this side has before it."""
    layout = state.layout
    found: Front | None = layout.derived.get(side)
    if found is None:
        foe = enemy_of(side)
        found = layout.derived[side] = _front(layout.live[foe], layout.beaten[foe])
    return found


def in_enemy_zone(state: AfrikaKorps, side: str, hexagon: int) -> bool:
    return bool(front(state, side).zone[hexagon])
