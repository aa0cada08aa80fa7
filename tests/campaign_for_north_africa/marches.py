"""Movement Segments for tests."""

from __future__ import annotations

from typing import Any

from sandtable.games.campaign_for_north_africa.ground.contact import contacts
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.positions import asking, position

FUEL = {"CW-S1": ("C3510", 40, 60), "AX-S1": ("C3530", 40, 60)}


def moving(*units: str, side: Side = "commonwealth", **fields: Any) -> Campaign:
    """A Movement Segment of a side, with Fuel for the Commonwealth at C3510."""
    state = position(*units, **{"supply": FUEL} | fields)
    return asking(state, Movement(side, contact=contacts(state, side)))
