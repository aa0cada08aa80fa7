"""[22.31] Repair Facilities: the major ones that the rules name, and temporary ones of the scenario."""

from __future__ import annotations

from functools import cache
from typing import Literal

from sandtable.games.campaign_for_north_africa.map import board, city
from sandtable.games.campaign_for_north_africa.scenarios import scenario
from sandtable.games.campaign_for_north_africa.state import TRIPOLI, Campaign, enemy_of

Facility = Literal["major", "temporary"]


@cache
def _major() -> tuple[int, ...]:
    """[22.31] Tripoli, Tobruk, Alexandria and Cairo."""
    return (TRIPOLI, *city("Tobruk"), *city("Alexandria"), *city("Cairo"))


def facilities(state: Campaign, side: str) -> dict[int, Facility]:
    """[22.31] What a side can use now, by place: a major one whoever holds the city, a temporary one of his own while
    no enemy has taken it. A place that is both is major."""
    key = "facilities", side
    found: dict[int, Facility] | None = state.derived.get(key)
    if found is None:
        found = state.derived[key] = {}
        for kind, places in _of_scenario(state, side):
            found |= {at: kind for at in places if _holds(state, side, at)}
        for at in _major():
            if _holds(state, side, at):
                found[at] = "major"
    return found


def _of_scenario(state: Campaign, side: str) -> tuple[tuple[Facility, tuple[int, ...]], ...]:
    """[22.31] Those with which a side begins, the major ones last."""
    if not state.scenario:
        return ()
    chosen = scenario(state.scenario)
    temporary, major = chosen.repair_temporary.get(_side(side), ()), chosen.repair_major.get(_side(side), ())
    return (
        ("temporary", tuple(board().location(name) for name in temporary)),
        ("major", tuple(board().location(name) for name in major)),
    )


def _side(side: str) -> Literal["axis", "commonwealth"]:
    return "axis" if side == "axis" else "commonwealth"


def _holds(state: Campaign, side: str, at: int) -> bool:
    if at == TRIPOLI:
        return side == "axis"  # [8.82]
    if state.holder(at):
        return state.holder(at) == side
    return state.control.get(board().name(at), enemy_of(side)) == side
