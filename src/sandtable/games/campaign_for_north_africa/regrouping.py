"""[19.41, 19.43, 19.44] Attaching and detaching during a Movement Segment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa import attaching
from sandtable.games.campaign_for_north_africa.actions import Attach, Detach
from sandtable.games.campaign_for_north_africa.counters import Side
from sandtable.games.campaign_for_north_africa.samples import rotated
from sandtable.games.campaign_for_north_africa.stacking import excess
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.units import motors_needed
from sandtable.games.campaign_for_north_africa.zones import stands

FEW = 4  # orders of each kind that are listed at a time


def check_attach(state: Campaign, side: Side, action: Attach) -> None:
    """[19.41] Only what is assigned, in this segment."""
    attaching.check_attach(state, side, action, "movement")


def check_detach(state: Campaign, side: Side, action: Detach) -> None:
    """[19.43, 19.44, 9.31] Units leave their parent where there is room for them by themselves."""
    attaching.check_detach(state, side, action, "movement")
    unit = state.units[action.units[0]]
    if unit.halted: raise Refusal("8.23", f"{action.units[0]} does nothing more in this phase")
    if unit.at >= 0 and (why := _crowded(state, side, action)): raise Refusal("9.31", why)


def _crowded(state: Campaign, side: Side, action: Detach) -> str:
    """[9.14] What the hex holds with the unit as a counter of its own; its parent counts for what it does now."""
    at = state.units[action.units[0]].at
    if excess(state, at, state.at(at, side)): return ""  # it is too full as it is: movement has to remedy that
    return excess(state, at, (*state.at(at, side), action.units[0]))


def listed_attach(state: Campaign, side: Side) -> Sequence[Action]:
    """A few, after every event others."""
    return list(islice((action for action in _attachments(state, side) if _may_attach(state, side, action)), FEW))


def _attachments(state: Campaign, side: Side) -> Iterator[Attach]:
    """Counters in one hex with the formation to which they are assigned, or with a part of it that is there."""
    for hex in rotated(stands(state, side), state.count):
        here = state.stacks[hex]
        if len(here) < 2: continue
        for name in here:
            parent = state.units[name].assigned
            if parent and parent != name and state.units[parent].at == hex: yield Attach(name, parent)


def listed_detach(state: Campaign, side: Side) -> Sequence[Action]:
    """A few of the units attached to counters that may still move, one by one with what carries them."""
    return list(islice((action for action in _detachments(state, side) if _may_detach(state, side, action)), FEW))


def _detachments(state: Campaign, side: Side) -> Iterator[Detach]:
    for hex in rotated(stands(state, side), state.count):
        for counter in state.stacks[hex]:
            if state.units[counter].halted: continue
            for name in state.parts.get(counter, ()):
                yield Detach((name,), min(motors_needed(state, name), state.units[counter].motors))


def _may_attach(state: Campaign, side: Side, action: Attach) -> bool:
    try: check_attach(state, side, action)
    except Refusal: return False
    return True


def _may_detach(state: Campaign, side: Side, action: Detach) -> bool:
    try: check_detach(state, side, action)
    except Refusal: return False
    return True
