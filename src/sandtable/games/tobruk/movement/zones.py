"""[8.0] Zones of control as one side meets them: a `Front` for each arrangement of the enemy."""

from __future__ import annotations

from functools import cache, lru_cache

from sandtable.core import fields
from sandtable.games.tobruk.map import board, cities, into_fort
from sandtable.games.tobruk.movement.routes import Reach
from sandtable.games.tobruk.state import Tobruk, enemy_of


@cache
def covered() -> tuple[tuple[int, ...], ...]:
    """[8.0] For each hex those that a combat unit in it controls: no zone reaches into a city, nor from outside into
    a fort. From a fort hex it reaches into all others, fort hexes too."""
    return tuple(
        tuple(there for there in near if there not in cities() and not into_fort(here, there))
        for here, near in enumerate(board().adjacent)
    )


class Front:
    """The enemy's hexes, and what they close and control.

    It depends on nothing but where the enemy is, so it serves for every own move until one of them goes; `reaches`
    keeps the floods already made across it.
    """

    def __init__(self, casting: frozenset[int], held: frozenset[int]) -> None:
        self.casting, self.held = casting, held
        # [8.0] combat units cast zones, headquarters none
        self.zone = fields.zones(covered(), casting)
        self.reaches: dict[tuple[object, ...], Reach] = {}

    def casters(self, hexagon: int) -> list[int]:
        """The enemy hexes in whose zone this hex lies."""
        if not self.zone[hexagon]:
            return []
        near = board().adjacent[hexagon]
        return [there for there in near if there in self.casting and hexagon in covered()[there]]


@lru_cache(maxsize=16)  # both sides, a few positions back: each keeps some megabytes of floods
def _front(casting: frozenset[int], held: frozenset[int]) -> Front:
    return Front(casting, held)


def front(state: Tobruk, side: str) -> Front:
    """What this side has before it."""
    layout = state.layout
    found: Front | None = layout.derived.get(side)
    if found is None:
        foe = enemy_of(side)
        found = layout.derived[side] = _front(layout.fronts[foe], layout.held[foe])
    return found


def in_enemy_zone(state: Tobruk, side: str, hexagon: int) -> bool:
    return bool(front(state, side).zone[hexagon])
