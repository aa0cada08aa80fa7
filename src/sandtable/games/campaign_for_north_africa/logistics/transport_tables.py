"""Trucks, ports and the ways between the Tripoli/Tunisia boxes."""

import functools
from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.tables import sources_of
from sandtable.games.campaign_for_north_africa.logistics.supply_data import supply_data
from sandtable.games.campaign_for_north_africa.logistics.supply_tables import limits

TruckKind = Literal["light", "medium", "heavy"]
Freight = Literal[
    "truck_or_motorization_point", "replacement_point", "squadron_ground_support_unit", "zero_stacking_point_unit"
]
Box = Literal["tunis", "gabes", "tripoli", "tripolitania", "nofilia"]  # the last is the edge of the map


class Truck(msgspec.Struct, frozen=True):
    """[6.17] One Truck Point: Capability Point Allowances by load, None where it carries no such load."""

    infantry: int
    guns: int | None
    supplies: int
    carries_infantry: Fraction  # [8.95] TOE Strength Points
    carries_artillery: Fraction
    carries_anti_air: Fraction


class Port(msgspec.Struct, frozen=True):
    """[30.54] Stacking Points and tons an Operations Stage at full efficiency; None where nobody lands or sails."""

    level: int
    stacking_in: int | None
    stacking_out: int | None
    tons: int
    lands_zero_unit: bool
    levels_lost_at_start: int
    opens_from: int | None

    def tonnage(self, level: int, landed: int) -> int:
        """[30.57] Tons at an efficiency level after so many Stacking Points have landed."""
        if not 0 <= level <= self.level:
            raise ValueError(f"the port has no efficiency level {level}")
        tons = ceil(Fraction(self.tons * level, self.level))
        return ceil(tons * max(Fraction(100 - limits().landing_percent * landed, 100), Fraction(0)))


# Trucks


@functools.cache
def truck(kind: TruckKind) -> Truck:
    """[8.95, 32.51] A Motorization Point is a medium one."""
    line = supply_data().trucks[kind]
    return Truck(
        line.infantry,
        line.guns,
        line.supplies,
        Fraction(line.carries_infantry),
        Fraction(line.carries_artillery),
        Fraction(line.carries_anti_air),
    )


def infantry_carried(trucks: Mapping[TruckKind, int]) -> int:
    """[8.95] TOE Strength Points of infantry that so many Truck Points carry."""
    return int(sum((truck(kind).carries_infantry * count for kind, count in trucks.items()), Fraction(0)))


def freight(kind: Freight) -> Fraction:
    """[8.75, 30.54] Stacking Points that something counts on rail or in port."""
    return Fraction(supply_data().equivalents[kind].value)


# Ports


@functools.cache
def port(name: str) -> Port:
    """[30.59] A port the chart does not name is like all others."""
    tables = supply_data()
    line = tables.ports.get(name, tables.other_ports)
    return Port(
        line.level,
        line.stacking_in,
        line.stacking_out,
        line.tons,
        line.lands_zero_unit,
        line.levels_lost_at_start,
        line.opens_from,
    )


# Off the map


def off_map_stages(start: Box, end: Box, allowance: int) -> int:
    """[8.84, 8.89] Operations Stages of movement at a Capability Point Allowance."""
    chart = supply_data().off_map
    column = next(place for place, least in enumerate(chart.slowest_of_band.value) if allowance >= least)
    for row in chart.rows:
        if {row.origin, row.to} == {start, end}:
            return row.stages[column]
    raise ValueError(f"there is no way from {start} to {end}")


@functools.cache
def supply_sources() -> Mapping[str, str]:
    """Where each table and figure of supply, convoys and transport comes from."""
    tables = supply_data()
    found = sources_of(tables.limits)
    for name in (
        "axis_units",
        "commonwealth_units",
        "commonwealth_periods",
        "motorization_loss",
        "convoy_level",
        "convoy_tons",
        "convoy_bombing",
        "coastal_ships",
        "off_map",
        "other_ports",
    ):
        found[name] = getattr(tables, name).source
    found |= {f"lane {number}": line.source for number, line in enumerate(tables.lanes, 1)}
    found |= {f"truck {kind}": line.source for kind, line in tables.trucks.items()}
    found |= {f"port {name}": line.source for name, line in tables.ports.items()}
    found |= {f"freight {kind}": figure.source for kind, figure in tables.equivalents.items()}
    found |= {f"off_map {repair.cell}": repair.source for repair in tables.off_map.repairs}
    found |= {"off_map allowances": tables.off_map.slowest_of_band.source}
    return MappingProxyType(found)
