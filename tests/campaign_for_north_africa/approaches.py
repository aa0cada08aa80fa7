"""Enemies who come near, and the Reaction to them, for tests."""

from __future__ import annotations

from typing import Any

from sandtable.games.campaign_for_north_africa.movement.march import Reaction
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa import marches

FUEL = {"CW-S1": ("C3514", 40, 60), "AX-S1": ("C3508", 40, 60)}


def moving(*units: str, side: Side = "axis", **fields: Any) -> Campaign:
    """The Axis moves, from the west."""
    return marches.moving(*units, side=side, **{"supply": FUEL} | fields)


def question(state: Campaign) -> Reaction | None:
    frame = state.stack[-1]
    return frame if isinstance(frame, Reaction) else None


def reactors(state: Campaign) -> tuple[str, ...]:
    """Who may react now."""
    frame = question(state)
    return () if frame is None else (*frame.tops, *frame.parts)
