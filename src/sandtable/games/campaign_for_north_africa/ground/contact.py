"""[8.6, 8.24, 8.61] Contact and Engaged: what it costs to break off, and what becomes of those who were left."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.capability.action_costs import action
from sandtable.games.campaign_for_north_africa.ground.movement_record import MovementSegment
from sandtable.games.campaign_for_north_africa.ground.zones import casters, controlled, stands
from sandtable.games.campaign_for_north_africa.map import board, neighbours
from sandtable.games.campaign_for_north_africa.pieces.units import facts
from sandtable.games.campaign_for_north_africa.state import Campaign, all_of, enemy_of, everyone_at, side_of
from sandtable.games.campaign_for_north_africa.verbs import mark


def in_zone(state: Campaign, counter: str) -> bool:
    """[8.62] In an enemy zone, whoever else is in the hex; for a counter that has not moved since the segment began."""
    at = state.units[counter].at
    return at >= 0 and controlled(state, at, enemy_of(side_of(counter)))


def in_contact(state: Campaign, counter: str) -> bool:
    """[8.62, 15.93] In an enemy zone, and since the Movement Segment began if one is under way; unless all that fights
    in the counter has just been in a Probe, and with every enemy next to it."""
    if not in_zone(state, counter) or not _was_in_zone(state, counter):
        return False
    foes = casters(state, state.units[counter].at, enemy_of(side_of(counter)))
    fighting = [name for name in all_of(state, counter) if facts(name).combat] or [counter]
    return not all(set(foes) <= set(state.units[name].probed) for name in fighting)


def _was_in_zone(state: Campaign, counter: str) -> bool:
    """[8.62, 8.64] Whom an enemy has only reached by Reaction in this segment is not in contact with him."""
    side = side_of(counter)
    for frame in state.stack:
        if isinstance(frame, MovementSegment) and frame.side == side:
            return board().name(state.units[counter].at) in frame.contact
    return True


def contacts(state: Campaign, side: str) -> tuple[str, ...]:
    """[8.62, 10.6] The hexes in which units of a side stand in an enemy zone, as the enemy has to say."""
    return tuple(board().name(at) for at in stands(state, side) if controlled(state, at, enemy_of(side)))


def loosen(draft: Draft[Campaign], names: Iterable[str], foes: Iterable[int]) -> None:
    """[15.93] These units were in a Probe with the enemies in some hexes."""
    for name in names:
        known = draft.state.units[name].probed
        mark(draft, name, probed=tuple(dict.fromkeys((*known, *foes))))


def forget_probes(draft: Draft[Campaign]) -> None:
    """[15.93, 8.62] What a Probe left open ends with the next Combat Segment."""
    for name, unit in draft.state.units.items():
        if unit.probed:
            mark(draft, name, probed=())


def is_engaged(state: Campaign, counter: str) -> bool:
    """[8.63] A result of combat, with or without a zone."""
    return any(state.units[name].engaged for name in all_of(state, counter))


def break_off_cost(state: Campaign, counter: str) -> int:
    """[8.15, 8.24, 8.64, 8.65, 8.66, 13.22] Half points before a counter may move or retreat before assault."""
    if is_engaged(state, counter):
        return action("break_engaged").cost
    return action("break_contact").cost if in_contact(state, counter) else 0


def break_off(draft: Draft[Campaign], counters: Iterable[str]) -> None:
    """[8.66, 8.67] Counters that leave are engaged no more, and neither is an enemy with whom nobody else is."""
    leaving = tuple(counters)
    engaged = [counter for counter in leaving if is_engaged(draft.state, counter)]
    if not engaged:
        return
    at, side = draft.state.units[engaged[0]].at, side_of(engaged[0])
    for counter in engaged:
        for name in tuple(all_of(draft.state, counter)):
            mark(draft, name, engaged=False)
    for near in neighbours()[at]:
        if draft.state.holder(near) == enemy_of(side):
            _release(draft, near, side)


def release_all(draft: Draft[Campaign]) -> None:
    """[8.67] Nobody is engaged with an enemy who has been eliminated or has surrendered."""
    state = draft.state
    held = {unit.at: side_of(name) for name, unit in state.units.items() if unit.engaged}
    for at, side in held.items():
        _release(draft, at, enemy_of(side))


def _release(draft: Draft[Campaign], hex: int, foes: str) -> None:
    """[8.67] The units of a hex next to which no enemy is engaged any more."""
    state = draft.state
    held = [name for name in everyone_at(state, hex, enemy_of(foes)) if state.units[name].engaged]
    if not held or any(
        state.units[name].engaged for near in neighbours()[hex] for name in everyone_at(state, near, foes)
    ):
        return
    for name in held:
        mark(draft, name, engaged=False)
    draft.note("disengaged", at=board().name(hex))
