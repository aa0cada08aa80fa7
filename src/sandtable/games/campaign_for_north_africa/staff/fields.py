"""How far it is to a place from everywhere, in dry weather and without an enemy; worked out once for each place."""

from __future__ import annotations

from functools import lru_cache

from sandtable.core.fields import FAR, Approach
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import WALKING, Sky, ground
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.carriage import Gait
from sandtable.games.campaign_for_north_africa.state import Campaign

FOOT: tuple[Gait, ...] = ("foot",)
MOTOR: tuple[Gait, ...] = ("motor",)


def field(state: Campaign, goal: int, gaits: tuple[Gait, ...]) -> Approach:
    """To one hex, as the slowest of some gaits goes: by finished roads, whatever a hex or two of new ones would save,
    so that the field of a goal holds while engineers work."""
    return _field(goal, all(gait in WALKING for gait in gaits), state.built)


@lru_cache(maxsize=128)
def _field(goal: int, walks: bool, built: tuple[str, ...]) -> Approach:
    return Approach(goal, len(board()), ground(FOOT if walks else MOTOR, Sky(built=built)).approaches)


__all__ = ["FAR", "FOOT", "MOTOR", "Approach", "field"]
