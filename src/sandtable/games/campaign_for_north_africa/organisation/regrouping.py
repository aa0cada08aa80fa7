"""[19.41, 19.43, 19.44] Attaching and detaching during a Movement Segment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from sandtable.core.frames import Draft
from sandtable.core.listing import rotated
from sandtable.core.values import Action, Refusal, may
from sandtable.games.campaign_for_north_africa.capability.cohesion import spend
from sandtable.games.campaign_for_north_africa.ground.stacking import excess, overstacked
from sandtable.games.campaign_for_north_africa.ground.zones import stands
from sandtable.games.campaign_for_north_africa.organisation import attaching
from sandtable.games.campaign_for_north_africa.organisation.orders import Attach, Detach
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.pieces.units import motors_needed
from sandtable.games.campaign_for_north_africa.state import Campaign
from sandtable.games.campaign_for_north_africa.verbs import place

FEW = 2  # orders of each kind that are listed at a time


def check_attach(state: Campaign, side: Side, action: Attach) -> None:
    """[19.41] Only what is assigned, in this segment."""
    attaching.check_attach(state, side, action, "movement")


def check_detach(state: Campaign, side: Side, action: Detach) -> None:
    """[19.43, 19.44, 9.31] Units leave their parent where there is room for them by themselves, at any time; who has
    halted stays halted [8.23]."""
    attaching.check_detach(state, side, action, "movement")
    unit = state.units[action.units[0]]
    if unit.at >= 0 and (why := _crowded(state, side, action)):
        raise Refusal("9.31", why)


def _crowded(state: Campaign, side: Side, action: Detach) -> str:
    """[9.14] What the hex holds with the unit as a counter of its own; its parent counts for what it does now."""
    at = state.units[action.units[0]].at
    if excess(state, at, state.at(at, side)):
        return ""  # it is too full as it is: movement has to remedy that
    return excess(state, at, (*state.at(at, side), action.units[0]))


# Coming to join [19.41]


def joined(state: Campaign, side: Side, counters: Sequence[str], hex: int, cost: int) -> bool:
    """[19.41] Whether counters that move into a hex at this cost, or some that are there, could be attached at once to
    the formation they belong to, so that the hex holds them all."""
    draft = Draft(state, _NoDice())
    spend(draft, counters, cost)
    for name in counters:
        place(draft, name, hex)
    while excess(draft.state, hex, draft.state.at(hex, side)):
        order = next(attachments_at(draft.state, side, hex), None)
        if order is None:
            return False
        attaching.do_attach(draft, side, order)
    return True


def attachments_at(state: Campaign, side: Side, hex: int) -> Iterator[Attach]:
    """What may be attached in a hex to the formation it belongs to."""
    return (action for action in _attachments_in(state, hex) if may(check_attach, state, side, action))


class _NoDice:
    def roll(self, n: int, purpose: str, sides: int) -> int:
        raise AssertionError(f"nobody rolls for {purpose}")


def listed_attach(state: Campaign, side: Side) -> Sequence[Action]:
    """A few, after every event others."""
    return list(islice((action for action in _attachments(state, side) if may(check_attach, state, side, action)), FEW))


def _attachments(state: Campaign, side: Side) -> Iterator[Attach]:
    """First in hexes that hold too much [19.41]."""
    hexes = dict.fromkeys((*overstacked(state, side), *rotated(stands(state, side), state.count)))
    for hex in hexes:
        yield from _attachments_in(state, hex)


def _attachments_in(state: Campaign, hex: int) -> Iterator[Attach]:
    """Counters in one hex with the formation to which they are assigned, or with a part of it that is there."""
    here = state.stacks.get(hex, ())
    if len(here) < 2:
        return
    for name in here:
        parent = state.units[name].assigned
        if parent and parent != name and state.units[parent].at == hex:
            yield Attach(name, parent)


def listed_detach(state: Campaign, side: Side) -> Sequence[Action]:
    """A few of the units attached to counters that may still move, one by one with what carries them."""
    return list(islice((action for action in _detachments(state, side) if may(check_detach, state, side, action)), FEW))


def _detachments(state: Campaign, side: Side) -> Iterator[Detach]:
    for hex in rotated(stands(state, side), state.count):
        for counter in state.stacks[hex]:
            if state.units[counter].halted:
                continue
            for name in state.parts.get(counter, ()):
                yield Detach((name,), min(motors_needed(state, name), state.units[counter].motors))
