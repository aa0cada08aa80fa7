"""[3.4, 8.9, 32.5] How units move: by their own vehicles, on foot, or carried by Motorization Points.

`name` is any unit; `counter` is a unit on the map with everything attached to it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.games.campaign_for_north_africa.map import board
from sandtable.games.campaign_for_north_africa.pieces.counters import Counter, counters
from sandtable.games.campaign_for_north_africa.pieces.weapons import code, weapons
from sandtable.games.campaign_for_north_africa.rommel.rommel import ALLOWANCE
from sandtable.games.campaign_for_north_africa.state import ROMMEL, Campaign, all_of, top_of

Gait = Literal["foot", "camel", "motorcycle", "recce", "motor"]
GAITS: tuple[Gait, ...] = ("foot", "camel", "motorcycle", "recce", "motor")


class Facts(msgspec.Struct, frozen=True):
    """What never changes about a unit, for rules that ask often."""

    counter: Counter
    cpa: int  # [4.46]
    keeps_cpa: bool
    on_foot: bool
    emplaced: bool
    combat: bool  # [3.23]
    own_gait: Gait
    garrison: int  # the hex in which it stacks freely, -1 if none


@functools.cache
def facts(name: str) -> Facts:
    """KeyError for a name that is no counter."""
    unit = counters()[name]
    row = code(unit.nation, unit.code) if unit.code else None
    return Facts(
        counter=unit,
        cpa=ALLOWANCE if name == ROMMEL else row.cpa if row else 0,
        keeps_cpa=bool(row and row.keeps_cpa),
        on_foot=unit.on_foot,
        emplaced=unit.emplaced or not unit.code,
        combat=unit.is_combat_unit,
        own_gait=_own_gait(unit),
        garrison=board().hex(unit.garrison) if unit.garrison else -1,
    )


def _own_gait(unit: Counter) -> Gait:
    """[8.91, 8.92, 3.4]"""
    if "camel" in unit.symbols and not unit.is_hq:
        return "camel"
    if "motorcycle" in unit.symbols:
        return "motorcycle"
    if unit.on_foot:
        return "foot"
    return "recce" if unit.is_recce_type and "motorised" not in unit.symbols else "motor"


@functools.cache
def weapon_cpas() -> Mapping[str, int]:
    """[4.47, 4.48, 4.49] 0 for sited guns."""
    return MappingProxyType({name: 0 if each.transport == "sited" else each.cpa for name, each in weapons().items()})


def motors_needed(state: Campaign, counter: str) -> int:
    """[8.95, 32.53] Motorization Points that carry all of a counter that has no transport of its own."""
    return sum(need(state, name) for name in all_of(state, counter))


def need(state: Campaign, name: str) -> int:
    """[8.95, 54.2] Motorization Points for one unit: one a point of infantry, sited guns two to a truck."""
    own = facts(name)
    if own.emplaced:
        return 0
    whole = anti_air = 0
    cpas = weapon_cpas()
    for weapon, points in state.units[name].toe.items():
        if not weapon:
            whole += points if own.on_foot else 0
        elif not cpas[weapon]:  # sited guns, which are all anti-air
            anti_air += points
    return whole + -(-anti_air // 2)


def is_motorised(state: Campaign, name: str) -> bool:
    """[8.91] Whether a unit itself moves by vehicles, its own or the Motorization Points that carry it."""
    own = facts(name)
    if own.emplaced or own.own_gait == "camel":
        return False
    return not need(state, name) or name in carried(state, top_of(state, name))


def carried(state: Campaign, counter: str) -> tuple[str, ...]:
    """[8.95, 8.96, 32.54] The units of a counter that its Motorization Points carry: those that historically had
    vehicles first, then the others in order, each whole or not at all."""
    motors = state.units[counter].motors
    if not motors:
        return ()
    key = "carried", counter
    found: tuple[str, ...] | None = state.composition.get(key)
    if found is None:
        found = state.composition[key] = _load(state, counter, motors)
    return found


def _load(state: Campaign, counter: str, motors: int) -> tuple[str, ...]:
    passengers = [(name, need(state, name)) for name in all_of(state, counter)]
    passengers.sort(key=lambda each: not facts(each[0]).counter.plus)
    found = []
    for name, points in passengers:
        if not 0 < points <= motors:
            continue
        motors -= points
        found.append(name)
    return tuple(found)


def spare_motors(state: Campaign, counter: str) -> int:
    """[8.95] Motorization Points of a counter that carry nobody."""
    return state.units[counter].motors - sum(need(state, name) for name in carried(state, counter))


def is_immobile(state: Campaign, counter: str) -> bool:
    """[3.4, 6.11] Whether guns with a CPA of 0, or of 0+ without trucks, keep the counter where it is."""
    key = "immobile", counter
    found: bool | None = state.composition.get(key)
    if found is None:
        found = state.composition[key] = any(is_fixed(state, name) for name in all_of(state, counter))
    return found


def is_fixed(state: Campaign, name: str) -> bool:
    if facts(name).emplaced:
        return True
    cpas = weapon_cpas()
    for weapon in state.units[name].toe:
        if weapon and not cpas[weapon]:
            return not is_motorised(state, name)
    return False


def gait(state: Campaign, name: str) -> Gait:
    """[8.37, 8.44, 3.4] How a unit itself moves."""
    return "motor" if name in carried(state, top_of(state, name)) else facts(name).own_gait


def gaits(state: Campaign, stack: Iterable[str]) -> tuple[Gait, ...]:
    """The gaits of all units of some counters, in the order of GAITS."""
    found = {each for counter in stack for each in _gaits_of(state, counter)}
    return tuple([each for each in GAITS if each in found])


def _gaits_of(state: Campaign, counter: str) -> frozenset[Gait]:
    key = "gaits", counter
    found: frozenset[Gait] | None = state.composition.get(key)
    if found is None:
        found = state.composition[key] = frozenset(gait(state, name) for name in all_of(state, counter))
    return found
