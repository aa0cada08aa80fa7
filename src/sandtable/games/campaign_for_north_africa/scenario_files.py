"""The files of the scenarios, and the scenarios that are read from them."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from sandtable.core.tables import Sourced, load
from sandtable.games.campaign_for_north_africa.pieces.counters import TOE, Side, when
from sandtable.games.campaign_for_north_africa.pieces.weapons import Nation
from sandtable.games.campaign_for_north_africa.scenarios import (
    Delivery,
    Fortification,
    Lying,
    Minefields,
    Pool,
    Scenario,
    SpecialRule,
    Stack,
    Supplies,
    Victory,
    Zone,
)

FILES = ("scenario_60.toml", "scenario_61.toml", "scenario_62.toml", "scenario_63.toml")
CAMPAIGNS = "scenario_64.toml"


@functools.cache
def scenarios() -> Mapping[str, Scenario]:
    """Every scenario by its key, in the order of the book."""
    every = [_scenario(group, line) for group in (_group(name) for name in FILES) for line in group.scenarios]
    every += _campaigns()
    return MappingProxyType({each.key: each for each in every})


def scenario(key: str) -> Scenario:
    found = scenarios().get(key)
    if found is None:
        raise ValueError(f"there is no scenario {key}")
    return found


# The shape of scenario_60.toml and the files after it.


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    key: str
    name: str
    start: str
    end: str
    victory: Victory
    special: tuple[SpecialRule, ...] = ()
    percent_left: dict[Nation, int] = {}


class _Stack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: Side
    units: tuple[str, ...]
    zone: Zone
    source: str
    at: str = ""  # for a choice
    motorization_points: int = 0
    training: bool = False
    joins: tuple[str, ...] = ()
    note: str = ""


class _Pool(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: Side
    points: int
    zone: Zone
    source: str
    at: str = ""
    shared_by: Nation | None = None


class _Supplies(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: Side
    zone: Zone
    source: str
    count: int = 0
    dummies: int = 0
    ammo: int = 0
    fuel: int = 0
    most_in_a_hex: int = 0
    at: tuple[str, ...] = ()  # for a choice: one place, or one for each


class _Fortification(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: Side
    level: int
    zone: Zone
    at: tuple[str, ...]
    source: str


class _Minefields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: Side
    real: int
    dummies: int
    at: tuple[str, ...]
    source: str


class _Delivery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    unit: str
    toe: TOE
    when: str
    still_at: str
    otherwise: str
    source: str


class _Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    group: int
    case: str
    sources: dict[str, str]
    initiative: Side
    initiative_until: int
    scenarios: tuple[_Line, ...]
    stacks: tuple[_Stack, ...]
    pools: tuple[_Pool, ...]
    supplies: tuple[_Supplies, ...]
    assigned: dict[str, str]
    attached: dict[str, str]
    railway_end: str
    ports: dict[str, int]
    repair_major: dict[Side, tuple[str, ...]]
    repair_temporary: dict[Side, tuple[str, ...]]
    special: tuple[SpecialRule, ...]
    toe: dict[str, TOE] = {}
    eliminated: tuple[str, ...] = ()
    broken_down: tuple[Lying, ...] = ()
    spare: dict[str, TOE] = {}
    raiders: tuple[str, ...] = ()
    roads_built: tuple[str, ...] = ()
    roads_laid: tuple[str, ...] = ()
    fortifications: tuple[_Fortification, ...] = ()
    minefields: tuple[_Minefields, ...] = ()
    railway_cut: tuple[str, ...] = ()
    fleet: tuple[str, ...] = ()
    deliveries: tuple[_Delivery, ...] = ()
    prisoners: int = 0
    prisoners_at: str = ""


@functools.cache
def _group(name: str) -> _Group:
    return load(__package__, name, _Group)


def _scenario(group: _Group, line: _Line) -> Scenario:
    return Scenario(
        key=line.key,
        name=line.name,
        group=group.group,
        case=group.case,
        start=when(line.start),
        end=when(line.end),
        initiative=group.initiative,
        initiative_until=group.initiative_until,
        stacks=tuple(_stack(group, stack) for stack in group.stacks),
        pools=tuple(_pool(group, pool) for pool in group.pools),
        supplies=tuple(_supplies(group, supplies) for supplies in group.supplies),
        assigned=MappingProxyType(group.assigned),
        attached=MappingProxyType(group.attached),
        toe=MappingProxyType(group.toe),
        eliminated=group.eliminated,
        broken_down=group.broken_down,
        spare=MappingProxyType(group.spare),
        raiders=group.raiders,
        railway_end=group.railway_end,
        railway_cut=group.railway_cut,
        fleet=group.fleet,
        minefields=tuple(_minefields(group, each) for each in group.minefields),
        roads_built=group.roads_built,
        roads_laid=group.roads_laid,
        fortifications=tuple(_fortification(group, each) for each in group.fortifications),
        deliveries=tuple(_delivery(group, each) for each in group.deliveries),
        ports=MappingProxyType(group.ports),
        repair_major=MappingProxyType(group.repair_major),
        repair_temporary=MappingProxyType(group.repair_temporary),
        halved_through=MappingProxyType({}),
        points_left=MappingProxyType({}),
        percent_left=MappingProxyType(line.percent_left),
        prisoners=group.prisoners,
        prisoners_at=group.prisoners_at,
        special=(*group.special, *line.special),
        victory=line.victory,
        source=group.sources["scenario"],
    )


class _Campaign(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    key: str
    name: str
    set_up: str  # the file of the group with which it begins
    start: str
    end: str
    source: str
    halved_through: dict[Nation, int] = {}
    points_left: dict[str, int] = {}


class _Campaigns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    group: int
    campaigns: tuple[_Campaign, ...]
    lifted: Sourced[tuple[SpecialRule, ...]]
    victory: Victory


def _campaigns() -> list[Scenario]:
    """[64.0] The set-up of another group, without what is forbidden there for the sake of a shorter game."""
    sheet = load(__package__, CAMPAIGNS, _Campaigns)
    found = []
    for line in sheet.campaigns:
        begun = _scenario(_group(line.set_up), _Line(line.key, line.name, line.start, line.end, sheet.victory))
        special = tuple(rule for rule in begun.special if rule not in sheet.lifted.value)
        found.append(
            replace(
                begun,
                group=sheet.group,
                special=(*special, "campaign_game"),
                halved_through=MappingProxyType(line.halved_through),
                points_left=MappingProxyType(line.points_left),
                source=line.source,
            )
        )
    return found


def _stack(group: _Group, line: _Stack) -> Stack:
    return Stack(
        side=line.side,
        units=line.units,
        zone=line.zone,
        at=line.zone.fixed or line.at,
        motorization_points=line.motorization_points,
        training=line.training,
        joins=line.joins,
        note=line.note,
        source=group.sources[line.source],
    )


def _pool(group: _Group, line: _Pool) -> Pool:
    return Pool(
        side=line.side,
        points=line.points,
        zone=line.zone,
        at=line.zone.fixed or line.at,
        shared_by=line.shared_by,
        source=group.sources[line.source],
    )


def _fortification(group: _Group, line: _Fortification) -> Fortification:
    return Fortification(line.side, line.level, line.zone, line.at, group.sources[line.source])


def _minefields(group: _Group, line: _Minefields) -> Minefields:
    if len(line.at) != line.real + line.dummies:
        raise ValueError("every minefield has a hex")
    return Minefields(line.side, line.real, line.dummies, line.at, group.sources[line.source])


def _delivery(group: _Group, line: _Delivery) -> Delivery:
    first, second = when(line.when), when(line.otherwise)
    return Delivery(line.unit, line.toe, first, line.still_at, second, group.sources[line.source])


def _supplies(group: _Group, line: _Supplies) -> Supplies:
    total = line.count + line.dummies
    places = (line.zone.fixed,) if line.zone.fixed else line.at
    return Supplies(
        side=line.side,
        count=line.count,
        dummies=line.dummies,
        ammo=line.ammo,
        fuel=line.fuel,
        zone=line.zone,
        most_in_a_hex=line.most_in_a_hex,
        at=places * total if len(places) == 1 else places,
        source=group.sources[line.source],
    )
