"""[27.57, 27.59] Desert raiders lie in wait for the convoys of the enemy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from sandtable.core.fields import Reach
from sandtable.core.frames import Draft
from sandtable.core.values import Action, Refusal
from sandtable.games.campaign_for_north_africa.map import board, cities
from sandtable.games.campaign_for_north_africa.pieces.counters import Side
from sandtable.games.campaign_for_north_africa.raiders.encounters import open_getaway
from sandtable.games.campaign_for_north_africa.raiders.orders import Ambush
from sandtable.games.campaign_for_north_africa.raiders.prowling import (
    go,
    has_fuel,
    own_raider,
    points_left,
    quiet_reach,
    raiders_of,
)
from sandtable.games.campaign_for_north_africa.raiders.raids import (
    TRUCKS,
    appear,
    is_escorted,
    raid_cost,
    shoot_up,
    trucks_at,
)
from sandtable.games.campaign_for_north_africa.raiders.tables import raider_table
from sandtable.games.campaign_for_north_africa.state import POINT, Campaign, enemy_of

CALLED_OFF = "nothing"


# Lying in wait


def check_ambush(state: Campaign, side: Side, action: Ambush) -> None:
    raider = own_raider(state, side, action.name)
    if action.load not in ("ammo", "fuel", CALLED_OFF):
        raise Refusal("27.59", "it may lie in wait for ammo or for fuel, or stop lying in wait")
    if raider.ambush == ("" if action.load == CALLED_OFF else action.load):
        raise Refusal("27.59", f"{action.name} already lies in wait for {action.load}")


def do_ambush(draft: Draft[Campaign], side: Side, action: Ambush) -> None:
    load = "" if action.load == CALLED_OFF else action.load
    draft.amend("raiders", action.name, replace(draft.state.raiders[action.name], ambush=load))
    draft.note("ambush_laid", only=side, side=side, raider=action.name, load=action.load)


def listed_ambushes(state: Campaign, side: Side) -> Sequence[Action]:
    """To begin it, for either load, or to call it off."""
    return [
        Ambush(name, load)
        for name in raiders_of(state, side)
        for load in ((CALLED_OFF,) if state.raiders[name].ambush else ("ammo", "fuel"))
    ]


# The convoy [27.59]


class Interception(NamedTuple):
    """A raider that stops a convoy at a hex of its way, and how it gets there."""

    raider: str
    leg: int  # of the way
    way: tuple[int, ...]


def convoy_delay() -> int:
    """[27.59] Half points that the convoy loses."""
    return raider_table().convoy_delay.value * POINT


def interception(
    state: Campaign, driver: Side, path: Sequence[int], may_stop: Callable[[int], bool]
) -> Interception | None:
    """[27.59] The first hex of a convoy's way that lies within four Capability Points of a raider in wait."""
    ways = _ways(state, driver, path[0])
    for index, hex in enumerate(path):
        if index == 0 or hex in cities() or is_escorted(state, hex, driver) or not may_stop(hex):
            continue
        for name, found in ways.items():
            if trucks_at(hex) in state.raiders[name].raided:
                continue
            if hex == state.raiders[name].at:
                return Interception(name, index, (hex,))
            if hex in found:
                return Interception(name, index, found.path(hex))
    return None


def _ways(state: Campaign, driver: Side, start: int) -> dict[str, Reach]:
    """Who lies in wait for convoys of a side, and where each could attack one, clear of zones; nobody raids a convoy
    again that he has stopped in the same Operations Stage [27.91]."""
    found = {}
    for name in raiders_of(state, enemy_of(driver)):
        raider = state.raiders[name]
        spare = points_left(raider) - raid_cost()
        if raider.ambush and spare >= 0 and has_fuel(state, raider) and trucks_at(start) not in raider.raided:
            found[name] = quiet_reach(state, raider, min(spare, raider_table().interception.value * POINT))
    return found


def spring(draft: Draft[Campaign], found: Interception, driver: Side, train: Sequence[str]) -> bool:
    """[27.59] The raider comes up, attacks, and may then leave; whether it has got to the convoy."""
    load, at = draft.state.raiders[found.raider].ambush, found.way[-1]
    if len(found.way) > 1:
        go(draft, found.raider, found.way)
    if found.raider not in draft.state.raiders:
        return False
    appear(draft, found.raider, at, trucks_at(at), raid_cost())
    draft.note("raid", side=enemy_of(driver), raider=found.raider, target=TRUCKS, at=board().name(at))
    shoot_up(draft, driver, at, train, load)
    open_getaway(draft, found.raider, raider_table().getaway.value * POINT)
    return True
