"""[10.6] What the enemy has to say of his zones, to whoever asks him."""

from __future__ import annotations

from sandtable.games.campaign_for_north_africa.combat.retreat_routes import within_reach
from sandtable.games.campaign_for_north_africa.combat.retreats import Retreats
from sandtable.games.campaign_for_north_africa.ground.zones import apparent, controlled, stands
from sandtable.games.campaign_for_north_africa.logistics.supply_range import asked_for_lines
from sandtable.games.campaign_for_north_africa.state import SIDES, Campaign, enemy_of


def zones_told(state: Campaign, side: str) -> dict[int, bool]:
    """[10.6] The enemy says which units of a player are in his zones, and where none keeps those out that retreat."""
    if side not in SIDES:
        return {}
    fields = apparent(state, side)
    hexes = sorted(hex for hex in asked_about(state, side) if hex >= 0 and fields[hex])
    return {hex: controlled(state, hex, enemy_of(side)) for hex in hexes}


def asked_about(state: Campaign, side: str) -> frozenset[int]:
    """[10.6] Where a player has units or Supply Units, and where his supply lines must run [32.16]; while he leads a
    retreat, all around it [10.23]."""
    key = "asked about", side
    found: frozenset[int] | None = state.derived.get(key)
    if found is None:
        mine = set(stands(state, side))
        mine.update(each.at for each in state.supply.values() if each.side == side)
        mine.update(asked_for_lines(state, side))
        mine.update(_retreated_to(state, side))
        found = state.derived[key] = frozenset(mine)
    return found


def _retreated_to(state: Campaign, side: str) -> tuple[int, ...]:
    """[10.23] All around a retreat that the side leads."""
    top = state.stack[-1] if state.stack else None
    return tuple(within_reach(top.terms)) if isinstance(top, Retreats) and top.terms.side == side else ()
