"""Combat Segments for tests: where they begin, and orders of the side that gives them."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.core import frames
from sandtable.core.values import Event, Refusal
from sandtable.games.campaign_for_north_africa import combat_segment
from sandtable.games.campaign_for_north_africa.combat_segment import STEPS, CombatSegment
from sandtable.games.campaign_for_north_africa.contents import Segment
from sandtable.games.campaign_for_north_africa.notation import NOTATION
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.positions import asking, position
from tests.playing import Rolls

POSITIONS, BARRAGE, WITHDRAWAL, COMMITMENT, REASSIGNMENT = range(5)  # the steps of a Combat Segment
STORES = {"AX-S1": ("C3918", 40, 60), "CW-S1": ("C3818", 40, 60)}

# C3818 and the six hexes around it (C3819, C3719, C3718, C3817, C3918, C3919) are clear, nothing lies between them.


def scene(
    *units: str, step: int = POSITIONS, segment: Segment | None = None, rolls: tuple[int, ...] = (), **fields: Any
) -> Campaign:
    """A Combat Segment of the Axis, at the first question from a step on."""
    fields.setdefault("supply", STORES)
    fields.setdefault("phasing", "axis")
    state = position(*units, segment=segment or Segment(), **fields)
    return frames.begin(asking(state, CombatSegment(step)), Rolls(*rolls))[0]


def end_after(step: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing after this step belongs to the tests."""
    monkeypatch.setattr(combat_segment, "STEPS", STEPS[: step + 1])
    monkeypatch.setattr(combat_segment, "close", lambda draft: None)


def order(state: Campaign, side: str, text: str, rolls: tuple[int, ...] = ()) -> Campaign:
    return ordered(state, side, text, rolls)[0]


def ordered(state: Campaign, side: str, text: str, rolls: tuple[int, ...] = ()) -> tuple[Campaign, list[Event]]:
    """The position after an order of one side, and what came to pass."""
    dice = Rolls(*rolls)
    found = frames.play(state, side, NOTATION.parse(text), dice)
    assert not dice.values, f"not thrown: {dice.values}"
    return found


def refused(state: Campaign, side: str, text: str) -> str:
    """The case that forbids an order."""
    try:
        frames.check(state, side, NOTATION.parse(text))
    except Refusal as refusal:
        return refusal.case
    raise AssertionError(f"'{text}' was accepted")


def options(state: Campaign, side: str) -> list[str]:
    top = state.stack[-1]
    assert isinstance(top, frames.Decision)
    found = [str(action) for action in top.actions(state, side)]
    for text in found:
        frames.check(state, side, NOTATION.parse(text))
    return found


def who(state: Campaign) -> tuple[str, ...]:
    top = state.stack[-1]
    return top.asked(state) if isinstance(top, frames.Decision) else ()


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


assert len(STEPS) == 8
