"""The staff at one question: for tests of what it orders."""

from __future__ import annotations

from typing import Any

from sandtable.core import frames
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.frames import Frame
from sandtable.games.campaign_for_north_africa.movement.segment import Movement
from sandtable.games.campaign_for_north_africa.sight.observe import observe
from sandtable.games.campaign_for_north_africa.staff import Staff
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.positions import asking, position
from tests.playing import asked

GRAZIANI, ITALIANS, TOBRUK = "grazianis-offensive", "italian-campaign", "race-for-tobruk"


def carried_out(state: Campaign, *stack: Frame) -> tuple[Campaign, list[str]]:
    """The position when the staff has finished the frame on top, and its orders."""
    state = asking(state, *stack)
    kind, orders, staff = type(state.stack[-1]), list[str](), Staff(1)
    dice = SecretDice(secret_of_seed(1))
    while any(isinstance(frame, kind) for frame in state.stack):
        side = asked(state)
        action = staff.choose(observe(state, side), side)
        orders.append(str(action))
        state, _ = frames.play(state, side, action, dice)
    assert not staff.strayed
    return state, orders


def moved(*units: str, side: str = "axis", **fields: Any) -> tuple[Campaign, list[str]]:
    state = position(*units, scenario=GRAZIANI, phasing=side, first=side, **fields)
    return carried_out(state, Movement("axis" if side == "axis" else "commonwealth"))


DUMPS = {"AX-S1": ("C4020", 40, 60), "CW-S1": ("C3926", 40, 60)}
