"""The Terrain Effects Chart, the Supply Attrition Tables and the single figures of the rules, each with its source."""

import functools
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from sandtable.core.tables import Sourced, figures, load, sources_of
from sandtable.games.north_africa_41.pieces.counters import Side

Ground = Literal["clear", "rough", "jebel", "trackless_desert", "town", "city"]
Road = Literal["highway", "track"]
Hexside = Literal["ridge", "escarpment", "perimeter"]
Mobility = Literal["mechanised", "foot"]
DefenceColumn = Literal["clear", "other", "fortified"]
Section = Literal["Benghazi", "Tobruk", "Mersa Matruh", "Alexandria"]

POINT = 4  # the parts in which Movement Points are counted here: a highway hex costs a quarter of a point
SECTIONS: tuple[Section, ...] = ("Benghazi", "Tobruk", "Mersa Matruh", "Alexandria")  # [25.1.1] from west to east


class Terrain(msgspec.Struct, frozen=True):
    """[2.2.1, 9.6] One hex terrain of the Terrain Effects Chart; costs in parts of a Movement Point."""

    mechanised: int
    foot: int
    defence_column: DefenceColumn  # [11.2.1] without a Fortification or Existing Groundworks
    doubled: bool  # [9.6] defenders other than Vehicle Units
    tank_shifts: bool  # [9.2.2] whether any can be earned
    shift: int  # [9.6] columns to the right, below zero to the left
    overland: int  # [16.3.2] what a hex off the road counts for a Line of Supply
    consecutive: int  # [5.5] hexes in a row that may be entered; 0 for any number

    def cost(self, mobility: Mobility) -> int:
        return self.mechanised if mobility == "mechanised" else self.foot


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The single figures of the rules."""

    stacking: int  # [4.1]
    free_silhouetted: int  # [4.3] in each hex
    silhouetted_stacking: int  # [4.3] of each further one
    highway_bonus: int  # [5.2.2] hexes a foot unit moves on highway alone
    track_bonus: int  # [5.2.2] on track, or track and highway
    extended_movement: int  # [5.3] points
    tactical_hexes: int  # [5.4]
    rommel_movement: int  # [18.5] points
    replaced_hexes: int  # [19.5] that a unit with a Replacement marker may move
    box_entry: int  # [6.3.3] points
    leave_zone: int  # [7.2] points
    leave_limited_zone: int  # [7.3] points
    delay_cost: int  # [24.2] points
    strafing_cost: int  # [18.7.5] points
    lrdg_cost: int  # [18.8] points
    rail_extension_turn: int  # [5.9.2]
    attack_cap: int  # [8.8.1]
    unsupplied_attack_cap: int  # [8.5.1]
    defence_cap: int  # [8.8.2]
    nations_in_attack: int  # [8.4.2]
    tanks_in_attack: int  # [8.4.2]
    tank_shifts: int  # [9.2.3] at most
    foot_retreat: int  # [12.5.1] hexes beyond which units on foot surrender
    automatic_retreat: int  # [13.3.2] hexes of units in Full Retreat
    slow_advance: int  # [14.2.1] hexes for Matildas and units on foot
    unsupplied_advance: int  # [16.4] hexes
    breakthrough_advance: int  # [15.1] hexes an advance must have for Breakthrough Combat
    attached_units: int  # [15.2.3]
    british_division: int  # [15.4.3] battalions
    overland: int  # [16.3.2] hexes
    units_per_capacity: int  # [16.2] that a port supplies
    supply_point_range: int  # [17.2.1]
    air_range: int  # [18.7.3] hexes
    replacement_range: int  # [19.3.1] hexes
    fortifications: int  # [9.5.6] a side
    coastal_points: int  # [21.1.2] Shipping Points of a Coastal Convoy
    free_coastal_convoys: int  # [21.1.2] an Impulse
    mobile_supply_points: int  # [21.2] Shipping Points of an MSU
    repair_boxes: int  # [21.4.4] an Impulse
    troop_modifier: int  # [22.2.5] to the die for Combat Units at sea
    airfield_modifier: int  # [22.2.2] for each friendly one
    crete_modifier: int  # [22.2.2]
    waning_moon_modifier: int  # [22.2.3]
    resource_points: int  # [23.1] at most
    oasis_units: int  # [27.2]
    disengagement_movement: int  # [27.5.3] the least Movement Allowance
    disengagement_hexes: int  # [27.5.4] at most
    alexandria: str  # [26.1.1] hex
    el_agheila: str  # [26.1.2] hex


# Movement


@functools.cache
def terrain(ground: str) -> Terrain:
    """[2.2.1] KeyError for ground nobody enters."""
    line = _lines()[ground]
    return Terrain(
        mechanised=_parts(line.mechanised.value),
        foot=_parts(line.foot.value),
        defence_column=line.defence_column,
        doubled=line.doubled,
        tank_shifts=line.tank_shifts,
        shift=line.shift,
        overland=line.overland,
        consecutive=line.consecutive,
    )


@functools.cache
def road_cost(road: Road, mobility: Mobility) -> int:
    """[5.2.1] Parts of a Movement Point for a hex entered along a road."""
    return _parts(_tables().roads[road][mobility].value)


@functools.cache
def hexside_cost(hexside: Hexside, mobility: Mobility, vehicle: bool) -> int | None:
    """[2.3.3, 5.7] Parts of a Movement Point on top of the hex for crossing off the road; None where one may not."""
    costs = _tables().hexsides[hexside]
    cost = costs["vehicle" if vehicle and "vehicle" in costs else mobility].value
    return None if cost == "prohibited" else _parts(cost)


def points(parts: int) -> str:
    """Movement Points for a reader: 9 parts are 2¼ points."""
    whole, rest = divmod(parts, POINT)
    return f"{whole or (0 if not rest else '')}{('', '¼', '½', '¾')[rest]}"


# Supply


def supply_attrition(side: Side, roll: int) -> Section:
    """[25.1.1] The section that two dice name."""
    if not 2 <= roll <= 12:
        raise ValueError(f"two dice show 2 to 12, not {roll}")
    return next(row.section for row in _tables().supply_attrition[side].value if row.first <= roll <= row.last)


def captured_trucks_leave(roll: int) -> bool:
    """[27.1] By the Axis roll for Supply Attrition."""
    return roll in _tables().captured_trucks_leave.value


def beyond(side: Side, section: Section) -> tuple[Section, ...]:
    """[25.1.1] The section and those farther from the side's base."""
    place = SECTIONS.index(section)
    return SECTIONS[place:] if side == "axis" else SECTIONS[: place + 1]


def captures_supply(die: int) -> bool:
    """[17.2.3]"""
    if not 1 <= die <= 6:
        raise ValueError(f"the die shows 1 to 6, not {die}")
    return die in _tables().supply_capture.value


# Single figures


@functools.cache
def limits() -> Limits:
    return figures(_tables().limits, Limits)


@functools.cache
def sources() -> Mapping[str, str]:
    """Where each table and each figure comes from."""
    tables = _tables()
    found = sources_of(tables.limits)
    for ground, line in tables.terrain.items():
        found[f"terrain {ground}"] = line.source
        found |= {f"{ground} {mobility}": getattr(line, mobility).source for mobility in ("mechanised", "foot")}
    found |= {f"{road} {who}": cost.source for road, costs in tables.roads.items() for who, cost in costs.items()}
    found |= {f"{side} {who}": cost.source for side, costs in tables.hexsides.items() for who, cost in costs.items()}
    found |= {f"supply attrition {who}": table.source for who, table in tables.supply_attrition.items()}
    found |= {
        "captured_trucks_leave": tables.captured_trucks_leave.source,
        "supply_capture": tables.supply_capture.source,
    }
    return MappingProxyType(found)


# The shape of tables.toml.


class _Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mechanised: Sourced[str]
    foot: Sourced[str]
    defence_column: DefenceColumn
    source: str
    doubled: bool = False
    tank_shifts: bool = True
    shift: int = 0
    overland: int = 1
    consecutive: int = 0


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    first: int
    last: int
    section: Section


class _Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    terrain: dict[Ground, _Terrain]
    roads: dict[Road, dict[Mobility, Sourced[str]]]
    hexsides: dict[Hexside, dict[str, Sourced[str]]]
    supply_attrition: dict[Side, Sourced[tuple[_Row, ...]]]
    captured_trucks_leave: Sourced[tuple[int, ...]]
    supply_capture: Sourced[tuple[int, ...]]
    limits: dict[str, Sourced[Any]]


@functools.cache
def _tables() -> _Tables:
    return load(__package__, "tables.toml", _Tables)


@functools.cache
def _lines() -> Mapping[str, _Terrain]:
    return {str(ground): line for ground, line in _tables().terrain.items()}


def _parts(cost: str) -> int:
    parts = Fraction(cost) * POINT
    if parts.denominator != 1:
        raise ValueError(f"a cost of {cost} is no whole number of parts")
    return int(parts)
