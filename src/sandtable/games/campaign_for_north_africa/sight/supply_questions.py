"""[32.16, 32.21, 32.24] The questions about supply: what a unit can draw on, and who can draw on a Supply Unit."""

from __future__ import annotations

from sandtable.core.nouns import plural
from sandtable.core.values import Explanation, Refusal
from sandtable.games.campaign_for_north_africa.contents import SupplyUnit
from sandtable.games.campaign_for_north_africa.ground.zones import stands
from sandtable.games.campaign_for_north_africa.logistics.supply import ammo_need, fuel_need
from sandtable.games.campaign_for_north_africa.logistics.supply_range import is_foot_infantry, reachable, supply_range
from sandtable.games.campaign_for_north_africa.pieces.counters import counters
from sandtable.games.campaign_for_north_africa.pieces.units import cpa, is_combat
from sandtable.games.campaign_for_north_africa.selection import listed, title_of
from sandtable.games.campaign_for_north_africa.state import OUT_OF_PLAY, Campaign, all_of
from sandtable.games.campaign_for_north_africa.terrain_chart import points as in_words


def explain_supply(state: Campaign, side: str, name: str) -> Explanation:
    """A unit, a Supply Unit, or without a name the whole army."""
    if not name:
        return _army(state, side)
    if name in state.supply:
        if state.supply[name].side != side:
            raise Refusal("3.6", f"{name} is the enemy's")
        return _depot(state, side, name)
    if name not in state.units:
        raise Refusal("why", f"there is no unit and no Supply Unit called {name}")
    if counters()[name].side != side:
        raise Refusal("3.6", f"{name} is the enemy's")
    if state.units[name].at in OUT_OF_PLAY:
        raise Refusal("why", f"{name} is not in play")
    return _unit(state, side, name)


def _unit(state: Campaign, side: str, name: str) -> Explanation:
    found = reachable(state, name)
    parts = [
        Explanation(
            f"{depot} at {title_of(state.supply[depot].at)}, {in_words(distance)} CP away: "
            f"{_holds(state.supply[depot])}",
            "32.16",
        )
        for depot, distance in found.items()
    ]
    names = tuple(all_of(state, name))
    fuel = sum(fuel_need(state, each) for each in names)
    paid = sum(bool(state.units[each].fuel) for each in names if fuel_need(state, each))
    parts.append(
        Explanation(
            f"{fuel} Fuel for an allowance of movement; {plural(paid, 'unit has', 'units have')} paid it", "32.24"
        )
    )
    attack, defence = (sum(ammo_need(state, each, "assault", phasing) for each in names) for phasing in (True, False))
    barrage = sum(ammo_need(state, each, "barrage", True) for each in names)
    parts.append(Explanation(f"Ammo: {attack} to assault, {defence} to defend, {barrage} to barrage", "32.21"))
    walk = "on foot" if is_foot_infantry(state, name) else "by truck"
    head = f"{name} draws within {in_words(supply_range(cpa(state, name)))} CP {walk}"
    return Explanation(head if found else f"{head}: there is nothing", "32.16", tuple(parts))


def _holds(unit: SupplyUnit) -> str:
    return "a dummy" if unit.dummy else f"{unit.ammo} Ammo, {unit.fuel} Fuel"


def _depot(state: Campaign, side: str, name: str) -> Explanation:
    """Who is in range of it."""
    near = [
        counter for at in stands(state, side) for counter in state.at(at, side) if name in reachable(state, counter)
    ]
    parts = [Explanation(f"in range: {listed(near, 30) or 'nobody'}", "32.16")]
    unit = state.supply[name]
    if unit.motors:
        parts.append(Explanation(f"carried by {plural(unit.motors, 'Motorization Point')}", "32.32"))
    return Explanation(f"{name} at {title_of(unit.at)}: {_holds(unit)}", "32.15", tuple(parts))


def _army(state: Campaign, side: str) -> Explanation:
    """Combat units that can draw on nothing."""
    hungry = [
        name
        for at in stands(state, side)
        for name in state.at(at, side)
        if is_combat(state, name) and not reachable(state, name)
    ]
    if not hungry:
        return Explanation("every combat unit can draw on a Supply Unit", "32.16")
    parts = tuple(Explanation(f"{name} at {title_of(state.units[name].at)}", "32.16") for name in hungry)
    many = plural(len(hungry), "counter")
    return Explanation(f"{many} cannot draw on any Supply Unit", "32.16", parts)
