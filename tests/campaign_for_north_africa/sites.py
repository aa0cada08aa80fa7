"""Positions in which something is built."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.construction.progress import complete_construction, count_construction
from sandtable.games.campaign_for_north_africa.contents import Project
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.state import Campaign, Side
from sandtable.games.campaign_for_north_africa.turn import clear_stage
from tests.campaign_for_north_africa.positions import asking, position
from tests.playing import draft_of


def site(*units: str, side: Side = "axis", **fields: Any) -> Campaign:
    """The Organization Phase of a side with these units."""
    return asking(position(*units, serial=10, **fields), Organisation(side))


def stage_over(state: Campaign, stages: int = 1, **changes: Any) -> Campaign:
    """The same Organization Phase some Operations Stages later, if nothing happens but these changes to the state."""
    top = state.stack[-1]
    for _ in range(stages):
        draft = draft_of(replace(state, **changes))
        count_construction(draft)
        clear_stage(draft)
        complete_construction(draft)
        state = asking(draft.state, top)
    return state


def hexes(*names: str) -> tuple[int, ...]:
    return tuple(board().hex(name) for name in names)


def only_project(state: Campaign) -> Project:
    (found,) = state.projects.values()
    return found
