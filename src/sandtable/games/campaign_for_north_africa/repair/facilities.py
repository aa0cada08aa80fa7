"""[22.31] Repair Facilities: the major ones that the rules name, temporary ones of the scenario or built in play."""

from __future__ import annotations

from functools import cache
from typing import Literal

from sandtable.games.campaign_for_north_africa.map import board, city
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.state import TRIPOLI, Campaign, enemy_of

Facility = Literal["major", "temporary"]


@cache
def _major() -> tuple[int, ...]:
    """[22.31] Tripoli, Tobruk, Alexandria and Cairo."""
    return (TRIPOLI, *city("Tobruk"), *city("Alexandria"), *city("Cairo"))


def facilities(state: Campaign, side: str) -> dict[int, Facility]:
    """[22.31] What a side has now, by place: a major one whoever holds the city, and temporary ones of his own. A place
    that is both is major."""
    key = "facilities", side
    found: dict[int, Facility] | None = state.derived.get(key)
    if found is None:
        found = state.derived[key] = dict.fromkeys(temporary(state, side), "temporary")
        found |= {at: "major" for at in _major_of_scenario(state, side) if _holds(state, side, at)}
        for at in _major():
            if _holds(state, side, at):
                found[at] = "major"
    return found


def temporary(state: Campaign, side: str) -> tuple[int, ...]:
    """[24.81, 24.85] The temporary ones of a side that stand and that no enemy has taken."""
    return tuple(at for at in workshops_of(state, side) if _holds(state, side, at))


def workshops_of(state: Campaign, side: str) -> tuple[int, ...]:
    """[24.81] Every temporary one of a side that stands, whoever has come there."""
    given = scenario(state.scenario).repair_temporary.get(_side(side), ()) if state.scenario else ()
    first = (at for at in map(board().location, given) if at not in state.razed)
    since = (at for at, builder in state.workshops.items() if builder == side)
    return tuple(dict.fromkeys((*first, *since)))


def _major_of_scenario(state: Campaign, side: str) -> tuple[int, ...]:
    """[22.31] Major ones with which a side begins."""
    given = scenario(state.scenario).repair_major.get(_side(side), ()) if state.scenario else ()
    return tuple(board().location(name) for name in given)


def _side(side: str) -> Literal["axis", "commonwealth"]:
    return "axis" if side == "axis" else "commonwealth"


def _holds(state: Campaign, side: str, at: int) -> bool:
    if at == TRIPOLI:
        return side == "axis"  # [8.82]
    if state.holder(at):
        return state.holder(at) == side
    return state.control.get(board().name(at), enemy_of(side)) == side
