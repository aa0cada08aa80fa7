"""[22.6, 22.7] Tank Delivery Squadrons and the German Mobile Tank Repair Squad: when they come and come back, what they
may repair, and how they tow."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sandtable.core.frames import Draft
from sandtable.games.campaign_for_north_africa.contents import Squadron, Unit, Wreck
from sandtable.games.campaign_for_north_africa.map import board, city
from sandtable.games.campaign_for_north_africa.pieces.counters import SQUADRONS, counters, when
from sandtable.games.campaign_for_north_africa.pieces.units import cpa
from sandtable.games.campaign_for_north_africa.pieces.weapons import weapons
from sandtable.games.campaign_for_north_africa.repair.tables import squadron_table
from sandtable.games.campaign_for_north_africa.state import DUE, ELIMINATED, POINT, TRIPOLI, Campaign, side_of
from sandtable.games.campaign_for_north_africa.verbs import place


def _change(draft: Draft[Campaign], name: str, **fields: Any) -> None:
    draft.amend("squadrons", name, replace(draft.state.squadrons[name], **fields))


# Coming and coming back [22.61, 22.63, 22.7]


def open_squadrons(draft: Draft[Campaign]) -> None:
    """[22.61, 22.63, 22.7] In Cairo or Tripoli when the schedule brings them, or eight Game-Turns after they were
    lost; those that came before the scenario begins are there in its first Operations Stage."""
    now = draft.state.turn, draft.state.stage
    for name, first in squadron_table().arrive.items():
        each = draft.state.squadrons.get(name)
        if each is None and when(first) <= now:
            draft.amend("units", name, Unit(DUE))
            _enter(draft, name)
        elif each is not None and each.due and each.due <= now[0]:
            _enter(draft, name)


def _enter(draft: Draft[Campaign], name: str) -> None:
    at = TRIPOLI if side_of(name) == "axis" else city("Cairo")[0]
    draft.amend("squadrons", name, Squadron())
    place(draft, name, at)
    draft.note("landed", side=side_of(name), units=[name], at=board().name(at))


def end_squadrons_stage(draft: Draft[Campaign]) -> None:
    """[22.63, 22.66] Who was lost is counted out, who exceeded his Allowance does not repair in the next stage."""
    for name, each in tuple(draft.state.squadrons.items()):
        unit = draft.state.units[name]
        if unit.at == ELIMINATED:
            if not each.due:
                _change(draft, name, due=draft.state.turn + squadron_table().away)
            continue
        _change(draft, name, tired=unit.spent > cpa(draft.state, name) * POINT)


# Repairing [22.62, 22.65, 22.66, 22.7]


def squadrons_at(state: Campaign, at: int, side: str) -> list[str]:
    return [name for name in state.squadrons if state.units[name].at == at and side_of(name) == side]


def helpers(state: Campaign, side: str, wreck: Wreck) -> list[str]:
    """[22.62, 22.66, 22.7] Squadrons that may work on a wreck: tanks of their own side, the German squad on German ones
    only, and neither after a tow nor after too long a march."""
    if not wreck.weapon or weapons()[wreck.weapon].weapon_class != "tank":
        return []
    found = []
    for name in squadrons_at(state, wreck.at, side):
        each = state.squadrons[name]
        if not each.tired and not each.towed and counters()[name].nation == wreck.nation:
            found.append(name)
    return found


# Towing [22.65]


def tractor(state: Campaign, side: str, wreck: Wreck, points: int) -> str:
    """[22.65] A squadron in the hex that can tow so many tank points at its own rate."""
    if points > squadron_table().load or not wreck.weapon or weapons()[wreck.weapon].weapon_class != "tank":
        return ""
    return next((name for name in squadrons_at(state, wreck.at, side) if not state.squadrons[name].towed), "")


def pull(draft: Draft[Campaign], name: str, to: int) -> None:
    """[22.65] The squadron goes along, and repairs nothing in this phase."""
    place(draft, name, to)
    _change(draft, name, towed=True)


def end_towing(draft: Draft[Campaign], side: str) -> None:
    for name, each in tuple(draft.state.squadrons.items()):
        if each.towed and side_of(name) == side:
            _change(draft, name, towed=False)


__all__ = ["SQUADRONS", "end_squadrons_stage", "end_towing", "helpers", "open_squadrons", "pull", "tractor"]
