"""Replacement Points, for tests: who plans, trains and marches."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sandtable.games.campaign_for_north_africa.contents import Cargo, Consignment, Replacement
from sandtable.games.campaign_for_north_africa.organisation.phase import Organisation
from sandtable.games.campaign_for_north_africa.replacements.allotment import Allotment
from sandtable.games.campaign_for_north_africa.replacements.phase import ReplacementMarches
from sandtable.games.campaign_for_north_africa.replacements.planning import Planning
from sandtable.games.campaign_for_north_africa.state import Campaign
from tests.campaign_for_north_africa.positions import asking, position, refusal
from tests.campaign_for_north_africa.staffwork import ITALIANS

AXIS, CW = "axis", "commonwealth"
CAIRO, ALEXANDRIA = "E1730", "E3613"
EXAMPLE = (  # 32.65
    Cargo("italian", "CV33", 1),
    Cargo("german", "PzII", 2),
    Cargo("german", "PzIIIE", 2),
    Cargo("german", "PzIVD", 2),
)


def planning(side: str = AXIS, **fields: Any) -> Campaign:
    given = {"scenario": ITALIANS, "turn": 9, "last_turn": 20} | fields
    return asking(position(**given), Planning("axis" if side == AXIS else "commonwealth"))


def organising(*units: str, side: str = CW, **fields: Any) -> Campaign:
    return asking(position(*units, **fields), Organisation("axis" if side == AXIS else "commonwealth"))


def marching(*units: str, side: str = CW, **fields: Any) -> Campaign:
    return asking(position(*units, **fields), ReplacementMarches("axis" if side == AXIS else "commonwealth"))


def meant(**units: str) -> dict[str, Replacement]:
    """Trained points, by counter the unit they are meant for; a dash of the counter's name is written `_`."""
    return {name.replace("_", "-"): Replacement(unit) for name, unit in units.items()}


def points(state: Campaign, *names: str) -> list[int]:
    return [sum(state.units[name].toe.values()) for name in names]


def refused(state: Campaign, order: str) -> str:
    """The case that forbids an order."""
    return refusal(state, order).case


def freight(*lots: Cargo, lane: int = 0) -> dict[str, tuple[Consignment, ...]]:
    return {AXIS: (Consignment(12, 0, 0, lane, lots),)}


def arrived(*units: str, side: str = CW, left: int = 3, **fields: Any) -> Campaign:
    """Counters of Replacement Points in these positions have just come ashore."""
    state = position(*units, **fields)
    fresh = {name: replace(state.units[name], landed=True) for name in state.replacements}
    state = replace(
        state, units={**state.units, **fresh}, replacements={name: Replacement(left=left) for name in fresh}
    )
    return asking(state, Allotment("axis" if side == AXIS else "commonwealth"))
