"""[8.0] Zones of control as one side meets them: a `Front` for each arrangement of the enemy."""

from __future__ import annotations

from functools import cache, cached_property, lru_cache
from itertools import chain

from sandtable.core import fields
from sandtable.games.tobruk.map import board, cities, fort_owner
from sandtable.games.tobruk.movement.routes import Reach
from sandtable.games.tobruk.state import Tobruk, enemy_of


@cache
def covered(side: str) -> tuple[tuple[int, ...], ...]:
    """[8.0] For each hex those that a combat unit of this side in it controls: no city, and a fort hex only from
    within the side's own fort, whose garrison controls the works it mans."""
    return tuple(
        tuple(there for there in near if there not in cities() and _controls(side, here, there))
        for here, near in enumerate(board().adjacent)
    )


def _controls(side: str, here: int, there: int) -> bool:
    owner = fort_owner(there)
    return owner is None or owner == side == fort_owner(here)


@cache
def _two_around() -> tuple[frozenset[int], ...]:
    """For each hex those within two steps."""
    adjacent = board().adjacent
    return tuple(
        frozenset((here, *near, *chain.from_iterable(adjacent[there] for there in near)))
        for here, near in enumerate(adjacent)
    )


class Front:
    """The enemy's hexes, and what they close and control.

    It depends on nothing but where the enemy is, so it serves for every own move until one of them goes; `reaches`
    keeps the floods already made across it.
    """

    def __init__(self, foe: str, casting: frozenset[int], held: frozenset[int]) -> None:
        self.foe, self.casting, self.held = foe, casting, held
        # [8.0] combat units cast zones, headquarters none
        self.zone = fields.zones(covered(foe), casting)
        self.reaches: dict[tuple[object, ...], Reach] = {}

    @cached_property
    def near(self) -> frozenset[int]:
        """Hexes from which a step may lead into a zone or to the enemy."""
        return frozenset().union(*map(_two_around().__getitem__, self.held))

    def casters(self, hexagon: int) -> list[int]:
        """The enemy hexes in whose zone this hex lies."""
        if not self.zone[hexagon]:
            return []
        near, cover = board().adjacent[hexagon], covered(self.foe)
        return [there for there in near if there in self.casting and hexagon in cover[there]]


@lru_cache(maxsize=8)  # both sides, a few positions back: each keeps some megabytes of floods
def _front(foe: str, casting: frozenset[int], held: frozenset[int]) -> Front:
    return Front(foe, casting, held)


def forget_fronts() -> None:
    """Give up those of the positions seen last."""
    _front.cache_clear()


def front(state: Tobruk, side: str) -> Front:
    """What this side has before it."""
    layout = state.layout
    found: Front | None = layout.derived.get(side)
    if found is None:
        foe = enemy_of(side)
        found = layout.derived[side] = _front(foe, layout.fronts[foe], layout.held[foe])
    return found


def in_enemy_zone(state: Tobruk, side: str, hexagon: int) -> bool:
    return bool(front(state, side).zone[hexagon])
