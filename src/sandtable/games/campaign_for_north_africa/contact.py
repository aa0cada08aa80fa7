"""[8.6, 8.24, 8.61] Contact and Engaged: what it costs to break off, and what becomes of those who were left."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.costs import action
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.state import (
    Campaign,
    all_of,
    enemy_of,
    everyone_at,
    mark,
    side_of,
)
from sandtable.games.campaign_for_north_africa.zones import controlled


def in_contact(state: Campaign, name: str) -> bool:
    """[8.62] In an enemy zone, whoever else is in the hex; for a unit that has not moved since the segment began."""
    unit = state.units[name]
    return unit.at >= 0 and controlled(state, unit.at, enemy_of(side_of(name)))


def is_engaged(state: Campaign, counter: str) -> bool:
    """[8.63] A result of combat, with or without a zone."""
    return any(state.units[name].engaged for name in all_of(state, counter))


def break_off_cost(state: Campaign, counter: str) -> int:
    """[8.15, 8.24, 8.64, 8.65, 8.66, 13.22] Half points before a counter may move or retreat before assault."""
    if is_engaged(state, counter): return action("break_engaged").cost
    return action("break_contact").cost if in_contact(state, counter) else 0


def break_off(draft: Draft[Campaign], counters: Iterable[str]) -> None:
    """[8.66, 8.67] Counters that leave are engaged no more, and neither is an enemy with whom nobody else is."""
    leaving = tuple(counters)
    engaged = [counter for counter in leaving if is_engaged(draft.state, counter)]
    if not engaged: return
    at, side = draft.state.units[engaged[0]].at, side_of(engaged[0])
    for counter in engaged:
        for name in tuple(all_of(draft.state, counter)): mark(draft, name, engaged=False)
    for near in neighbours()[at]:
        if draft.state.holder(near) == enemy_of(side): _release(draft, near, side)


def _release(draft: Draft[Campaign], hex: int, foes: str) -> None:
    """[8.67] The units of a hex next to which no enemy is engaged any more."""
    state = draft.state
    held = [name for name in everyone_at(state, hex, enemy_of(foes)) if state.units[name].engaged]
    if not held or any(
        state.units[name].engaged for near in neighbours()[hex] for name in everyone_at(state, near, foes)
    ): return
    for name in held: mark(draft, name, engaged=False)
    draft.note("disengaged", at=board().name(hex))
