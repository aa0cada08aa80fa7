"""[32.33, 32.58] Supply Units on their Motorization Points that go along with combat units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from sandtable.core.frames import Draft
from sandtable.core.nouns import plural
from sandtable.core.values import Refusal, may
from sandtable.games.campaign_for_north_africa.contents import SupplyUnit
from sandtable.games.campaign_for_north_africa.ground.terrain_costs import Ground
from sandtable.games.campaign_for_north_africa.logistics.supply import burn_hauling, haul_plan, haul_plan_of_each
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import limits
from sandtable.games.campaign_for_north_africa.map import board, terrain
from sandtable.games.campaign_for_north_africa.pieces.units import is_combat
from sandtable.games.campaign_for_north_africa.state import POINT, Campaign
from sandtable.games.campaign_for_north_africa.verbs import change_supply

WITH_UNITS, WITH_TRUCKS = "movement", "trucks"  # [32.33] the phases in which it may move, in one of them only


def split(state: Campaign, names: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Counters, and Supply Units that go with them."""
    names = tuple(names)
    return (
        tuple(name for name in names if name not in state.supply),
        tuple(name for name in names if name in state.supply),
    )


def allowance() -> int:
    """[32.58] Half points."""
    return limits().transport_allowance * POINT


def carriers(unit: SupplyUnit) -> int:
    """[32.32] Motorization Points that move it."""
    return limits().dummy_unit_transport if unit.dummy else limits().real_unit_transport


def check_baggage(state: Campaign, side: str, company: Sequence[str], train: Sequence[str], at: int, cost: int) -> None:
    """[32.33, 32.32, 32.58] Supply Units that move with combat units."""
    if train and not any(is_combat(state, name) for name in company):
        raise Refusal("32.33", "in this phase a Supply Unit moves only with a combat unit")
    for name in train:
        check_carried(state, side, name, at, cost)


def check_phase(state: Campaign, train: Sequence[str]) -> None:
    """[32.33] In one phase of its player only; what it does in the enemy's part is free."""
    for name in train:
        if state.supply[name].moved not in ("", WITH_UNITS):
            raise Refusal("32.33", f"{name} has moved in another phase of this Operations Stage")


def check_carried(state: Campaign, side: str, name: str, at: int, cost: int) -> None:
    """[32.32, 32.58, 32.24] Whether a Supply Unit has carriers, Capability Points and Fuel for a way."""
    unit = state.supply[name]
    if unit.side != side:
        raise Refusal("32.33", f"{name} is not yours")
    if unit.at != at:
        raise Refusal("32.33", f"{name} is in another hex")
    if unit.motors < carriers(unit):
        raise Refusal("32.32", f"{name} needs {plural(carriers(unit), 'Motorization Point')} and has {unit.motors}")
    if unit.spent + cost > allowance():
        raise Refusal("32.58", f"{name} may not exceed its Capability Points")
    haul_plan(state, name)


def check_depot_room(state: Campaign, side: str, train: Sequence[str], hex: int) -> None:
    """[32.14] Supply Units that a hex holds."""
    if not train:
        return
    room = limits().city_supply_units if terrain(hex) == "major_city" else limits().hex_supply_units
    there = {*state.supply_at(hex, side), *train}
    if len(there) > room:
        raise Refusal("32.14", f"{board().name(hex)} holds {plural(room, 'Supply Unit')}, not {len(there)}")


def carry(draft: Draft[Campaign], train: Iterable[str], to: int, cost: int, phase: str) -> None:
    """[32.24, 32.33] Take Supply Units along; a real one burns a Fuel Point in the Operations Stage."""
    plans = haul_plan_of_each(draft.state, train)
    for name, fuel in plans.items():
        if name not in draft.state.supply:  # [32.15] it gave its last points to move another
            continue
        change_supply(draft, name, at=to, spent=draft.state.supply[name].spent + cost, moved=phase)
        burn_hauling(draft, fuel, name)


# Retreats [32.58]


def may_fall_back(state: Campaign, side: str, at: int) -> tuple[str, ...]:
    """[32.58, 32.32, 32.24] Supply Units of a hex that could be taken along when its units have to retreat."""
    return tuple(name for name in state.supply_at(at, side) if _is_ready(state, side, name, at))


def _is_ready(state: Campaign, side: str, name: str, at: int) -> bool:
    return may(check_carried, state, side, name, at, 0)


def fall_back(draft: Draft[Campaign], train: Iterable[str], way: Sequence[int], ground: Ground) -> None:
    """[32.58] Along the way of a retreat, but only to the last hex that they reach within their Capability Points and
    that has room for them [32.14]; those for which no Fuel is left stay. One whose last points moved the units that
    retreated is no more [32.15]."""
    for name in train:
        if name not in draft.state.supply or name not in may_fall_back(
            draft.state, draft.state.supply[name].side, way[0]
        ):
            continue
        unit, spent = draft.state.supply[name], 0
        cost, to = spent, way[0]
        for here, there in pairwise(way):
            step = ground.cost(here, there)
            if step is None or unit.spent + spent + step > allowance():
                break
            spent += step
            if _has_room(draft.state, unit.side, name, there):
                cost, to = spent, there
        if to != way[0]:
            carry(draft, (name,), to, cost, unit.moved)


def _has_room(state: Campaign, side: str, name: str, hex: int) -> bool:
    return may(check_depot_room, state, side, (name,), hex)
