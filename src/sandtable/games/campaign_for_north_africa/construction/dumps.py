"""[24.9] Supply Dumps, real and dummy, that units set up for a few Capability Points.

In the Land Game a dump is a Supply Unit [32.12]: a real one gets its contents from another in the hex [32.15], and
there are no more dummies than the Supply Units received allow [32.18]. Nobody sees which of the two was set up.
"""

from __future__ import annotations

from sandtable.core.frames import Draft
from sandtable.core.values import Refusal
from sandtable.games.campaign_for_north_africa.capability.cohesion import check_spending_alone, spend_alone
from sandtable.games.campaign_for_north_africa.construction.orders import Dump, Sham
from sandtable.games.campaign_for_north_africa.construction.tables import construction_table
from sandtable.games.campaign_for_north_africa.construction.works import workers
from sandtable.games.campaign_for_north_africa.contents import SupplyUnit
from sandtable.games.campaign_for_north_africa.logistics.depots import check_room
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import limits
from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.scenario_files import scenario
from sandtable.games.campaign_for_north_africa.state import POINT, Campaign, toe_of
from sandtable.games.campaign_for_north_africa.verbs import add_supply, change_supply


def check_dump(state: Campaign, side: str, action: Dump) -> None:
    """[24.9, 32.14, 32.15]"""
    at = _check_unit(state, side, action.by)
    source = state.supply.get(action.source)
    if source is None or source.side != side or source.at != at:
        raise Refusal("24.9", f"you have no Supply Unit {action.source} where {action.by} stands")
    if source.dummy:
        raise Refusal("32.18", f"{action.source} is a dummy")
    if action.ammo + action.fuel < 1:
        raise Refusal("32.15", "a Supply Unit without Ammo and Fuel is removed")
    if action.ammo > source.ammo or action.fuel > source.fuel:
        raise Refusal("32.15", f"{action.source} holds {source.ammo} Ammo and {source.fuel} Fuel")
    if (action.ammo, action.fuel) == (source.ammo, source.fuel):
        raise Refusal("24.9", f"nothing would be left of {action.source}")
    check_room(state, side, at, 1)


def set_up_dump(draft: Draft[Campaign], side: str, action: Dump) -> None:
    """[24.9, 32.15]"""
    source = draft.state.supply[action.source]
    _pay(draft, action.by)
    change_supply(draft, action.source, ammo=source.ammo - action.ammo, fuel=source.fuel - action.fuel)
    name = add_supply(draft, SupplyUnit(source.side, source.at, action.ammo, action.fuel))
    draft.note("set_up_dump", supply=name, at=board().name(source.at))


def check_sham(state: Campaign, side: str, action: Sham) -> None:
    """[24.9, 32.14, 32.18]"""
    at = _check_unit(state, side, action.name)
    if dummies(state, side) >= most_dummies(state, side):
        raise Refusal("32.18", f"{most_dummies(state, side)} dummies for the Supply Units received so far, and no more")
    check_room(state, side, at, 1)


def set_up_sham(draft: Draft[Campaign], side: str, action: Sham) -> None:
    """[24.9]"""
    _pay(draft, action.name)
    at = draft.state.units[action.name].at
    name = add_supply(draft, SupplyUnit(counters()[action.name].side, at, dummy=True))
    draft.note("set_up_dump", supply=name, at=board().name(at))


def dummies(state: Campaign, side: str) -> int:
    return sum(each.dummy for each in state.supply.values() if each.side == side)


def most_dummies(state: Campaign, side: str) -> int:
    """[32.18] One for every three Supply Units that a side began with or has received."""
    given = scenario(state.scenario).supplies if state.scenario else ()
    first = sum(row.count for row in given if row.side == side)
    return (first + state.received.get(side, 0)) // limits().units_for_a_dummy


def _check_unit(state: Campaign, side: str, name: str) -> int:
    """[24.9] Where a unit stands that has a TOE Strength Point and can pay."""
    unit = state.units.get(name)
    if unit is None or counters()[name].side != side or unit.at < 0:
        raise Refusal("24.9", f"you have no unit {name} on the map")
    if toe_of(state, name) < 1:
        raise Refusal("24.9", f"{name} has no TOE Strength Point")
    if name in workers(state):
        raise Refusal("24.15", f"{name} is at work on another project")
    check_spending_alone(state, name, construction_table().dump_cost.value * POINT)
    return unit.at


def _pay(draft: Draft[Campaign], name: str) -> None:
    spend_alone(draft, name, construction_table().dump_cost.value * POINT)
