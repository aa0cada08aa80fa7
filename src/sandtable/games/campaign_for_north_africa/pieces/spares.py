"""[22.5, 20.14, 15.86] Points that belong to no unit: repaired vehicles, captured tanks and guns, and what came as
reinforcements."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.weapons import weapons
from sandtable.games.campaign_for_north_africa.state import Campaign


def spare_key(at: int, nation: str, weapon: str) -> str:
    """`place/nation/weapon`; points of an ID Code have its letters for a weapon. Weapons may have strokes in them."""
    return f"{board().name(at)}/{nation}/{weapon}"


def add_spares(draft: Draft[Campaign], side: str, at: int, weapon: str, points: int, nation: str = "") -> None:
    """Put points down in a hex or box, or with a minus take some away."""
    if not nation:
        nation = _nation(side, weapon)
    key = spare_key(at, nation, weapon)
    left = draft.state.spares.get(key, 0) + points
    if left < 0:
        raise ValueError(f"there are not {-points} spare points {weapon} at {board().name(at)}")
    if left:
        draft.amend("spares", key, left)
    else:
        draft.strike("spares", key)


def _nation(side: str, weapon: str) -> str:
    if side == "commonwealth":
        return "commonwealth"
    nations = weapons()[weapon].nations if weapon in weapons() else ()
    return next((nation for nation in nations if nation != "commonwealth"), "italian")


def spares_at(state: Campaign, at: int) -> Iterator[tuple[str, str, int]]:
    """Nation, weapon and points of what lies in a place."""
    key = "spares by place"
    lying: dict[str, list[tuple[str, str, int]]] | None = state.derived.get(key)
    if lying is None:
        lying = state.derived[key] = {}
        for each, points in state.spares.items():
            where, nation, weapon = each.split("/", 2)
            lying.setdefault(where, []).append((nation, weapon, points))
    return iter(lying.get(board().name(at), ()))
