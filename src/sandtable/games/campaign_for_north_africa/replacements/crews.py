"""[22.5, 15.86] Repaired vehicles, and captured tanks and guns: they become counters of Replacement Points that need no
Training."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.movement.entering import seize
from sandtable.games.campaign_for_north_africa.pieces.counters import Side, counters
from sandtable.games.campaign_for_north_africa.pieces.replacement_points import item_of_vehicles, muster
from sandtable.games.campaign_for_north_africa.pieces.spares import add_spares, spares_at
from sandtable.games.campaign_for_north_africa.pieces.weapons import NATIONS, Nation
from sandtable.games.campaign_for_north_africa.replacements.orders import Crew
from sandtable.games.campaign_for_north_africa.state import Campaign


def lying(state: Campaign, side: Side) -> Iterator[tuple[int, str, str, int]]:
    """Place, nation, weapon and points of what lies where the side stands."""
    for at in dict.fromkeys(board().location(key.split("/", 2)[0]) for key in state.spares):
        if state.holder(at) == side:
            for nation, weapon, points in spares_at(state, at):
                yield at, nation, weapon, points


def _drivers(state: Campaign, side: Side, at: int, nation: str) -> Nation | None:
    """Who mans them: their own nation, or who stands there if they were the enemy's."""
    if nation == "commonwealth" or side == "commonwealth":
        here = state.at(at, side)
        return counters()[here[0]].nation if here else None
    return next((each for each in NATIONS if each == nation), None)


def check_crew(state: Campaign, side: Side, action: Crew) -> tuple[int, str, Nation]:
    """[22.5] Where they lie, whose they were, and who mans them."""
    at = board().named_location(action.at, "22.5")
    there = [lot for lot in lying(state, side) if lot[0] == at and lot[2] == action.weapon and lot[3] >= action.points]
    if not there or action.points < 1:
        raise Refusal("22.5", f"you do not have {plural(action.points, 'point')} of {action.weapon} at {action.at}")
    nation = there[0][1]
    drivers = _drivers(state, side, at, nation)
    if drivers is None:
        raise Refusal("22.5", f"nobody is at {action.at} to man them")
    return at, nation, drivers


def crew(draft: Draft[Campaign], side: Side, action: Crew) -> None:
    """[22.5, 32.13] Those who man them take the enemy's trucks and Supply Units that are there."""
    at, nation, drivers = check_crew(draft.state, side, action)
    add_spares(draft, side, at, action.weapon, -action.points, nation)
    name = muster(draft, drivers, item_of_vehicles(action.weapon), at, action.points, 0)
    draft.note("manned", only=side, counter=name, weapon=action.weapon, points=action.points, at=action.at)
    seize(draft, side, (name,), (at,))  # where only a headquarters stood before


def ready_crews(state: Campaign, side: Side) -> Iterator[Crew]:
    """All of every lot; of lots of two nations that are ordered alike the first, and then the other."""
    told: set[Crew] = set()
    for at, nation, weapon, points in lying(state, side):
        order = Crew(weapon, points, board().name(at))
        if order not in told and _drivers(state, side, at, nation) is not None:
            told.add(order)
            yield order
