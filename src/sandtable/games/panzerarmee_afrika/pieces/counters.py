"""[2.2, 2.3, 2.3.1, 2.3.2] The counters of both factions and where the first of them stand."""

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.tables import Sourced, by_id, load

Side = Literal["axis", "allied"]
Nation = Literal["DE", "IT", "UK", "IN", "US", "AU", "NZ", "SA", "FR", "PL", "GK", "BE"]
Type = Literal["infantry", "motorised", "airborne", "air-assault", "mechanised", "reconnaissance", "armoured"]
Category = Literal["infantry", "armoured"]
Echelon = Literal["battalion", "regiment", "brigade"]
LogisticsKind = Literal["lorry", "depot"]

ARMOURED_TYPES = ("mechanised", "reconnaissance", "armoured")


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where each part of a counter comes from."""

    combat: str
    movement: str
    type: str
    arrival: str
    name: str


class Counter(msgspec.Struct, frozen=True):
    """[2.3.1] A regular unit."""

    id: str
    name: str  # as printed; together with the nation it is unique
    side: Side
    nation: Nation
    type: Type
    echelon: Echelon
    parent: str  # the formation it belongs to; empty when it is independent
    full_name: str
    combat_factor: int
    movement_factor: int
    reinforced: tuple[int, ...]  # [13.4] the combat factors of its + and ++ counters; Allied only
    arrives: int  # the turn; 0 for the set-up; the earliest turn for a unit of an option
    hex: str  # where it begins, a base's centre for any hex of the base; empty when it arrives later
    option: str  # [13.5] the letter of its reinforcement option, or empty
    source: Source

    @property
    def category(self) -> Category:
        """[2.3.1] The two kinds that replacement points tell apart."""
        return "armoured" if self.type in ARMOURED_TYPES else "infantry"

    @property
    def label(self) -> str:
        return f"{self.nation} {self.name}"

    @property
    def at_start(self) -> bool:
        return self.arrives == 0

    def strength(self, step: int = 0) -> int:
        """[13.4] The combat factor when reinforced this many times."""
        return (self.combat_factor, *self.reinforced)[step]


class Logistics(msgspec.Struct, frozen=True):
    """[2.3.2] A transport unit or a supply installation."""

    id: str
    side: Side
    kind: LogisticsKind
    number: int
    movement_factor: int  # 0 for an installation, which cannot move by itself
    hex: str  # where it begins; empty when it waits on the order of battle
    source: str


@functools.cache
def counters() -> Mapping[str, Counter]:
    """Every regular unit by its id, in the order of arrival of each side."""
    sheet = load(__package__, "counters.toml", _Sheet)
    return by_id(_counter(sheet, group, line) for group in sheet.groups for line in group.units)


@functools.cache
def logistics() -> Mapping[str, Logistics]:
    """Every transport unit and supply installation by its id."""
    sheet = load(__package__, "counters.toml", _Sheet)
    return MappingProxyType({each.id: each for group in sheet.logistics for each in _logistics(group)})


@functools.cache
def lorries(side: str) -> tuple[str, ...]:
    """[2.3.2] The ids of a side's transport units."""
    return tuple(each.id for each in logistics().values() if each.side == side and each.kind == "lorry")


@functools.cache
def depots(side: str) -> tuple[str, ...]:
    """[2.3.2] The ids of a side's supply installations."""
    return tuple(each.id for each in logistics().values() if each.side == side and each.kind == "depot")


@functools.cache
def setup() -> Mapping[str, str]:
    """[6] The hex of everything on the map when play begins; a base's centre stands for any hex of the base."""
    places = load(__package__, "setup.toml", _Setup).places
    return MappingProxyType({name: place.hex for place in places for name in (*place.units, *place.logistics)})


@functools.cache
def setup_sources() -> Mapping[str, str]:
    """Where each hex of the set-up comes from."""
    return MappingProxyType({place.hex: place.source for place in load(__package__, "setup.toml", _Setup).places})


@functools.cache
def printed(side: str) -> int:
    """[2, 6] How many counters a side has: one for each unit and reinforced step, lorry and installation."""
    units = sum(1 + len(counter.reinforced) for counter in counters().values() if counter.side == side)
    return units + len(lorries(side)) + len(depots(side))


# The shape of counters.toml and setup.toml.


class _Line(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    id: str
    name: str
    type: Type
    echelon: Echelon
    combat_factor: int
    movement_factor: int
    reinforced: tuple[int, ...]
    parent: str
    full_name: str


class _Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: Side
    sources: str
    units: tuple[_Line, ...]
    arrives: int = 0
    option: str = ""


class _LogisticsGroup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: Side
    kind: LogisticsKind
    count: Sourced[int]
    movement_factor: Sourced[int]


class _Exception(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the rulebook says of single units."""

    units: tuple[str, ...]
    combat: str = ""
    type: str = ""
    arrival: str = ""
    name: str = ""


class _Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sources: dict[str, Source]
    exceptions: tuple[_Exception, ...]
    groups: tuple[_Group, ...]
    logistics: tuple[_LogisticsGroup, ...]


class _Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hex: str
    source: str
    units: tuple[str, ...] = ()
    logistics: tuple[str, ...] = ()


class _Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    places: tuple[_Place, ...]


_NATIONS: Mapping[str, Nation] = {
    "de": "DE",
    "it": "IT",
    "uk": "UK",
    "in": "IN",
    "us": "US",
    "au": "AU",
    "nz": "NZ",
    "sa": "SA",
    "fr": "FR",
    "pl": "PL",
    "gk": "GK",
    "be": "BE",
}


def _counter(sheet: _Sheet, group: _Group, line: _Line) -> Counter:
    return Counter(
        id=line.id,
        name=line.name,
        side=group.side,
        nation=_NATIONS[line.id.partition("-")[0]],
        type=line.type,
        echelon=line.echelon,
        parent=line.parent,
        full_name=line.full_name,
        combat_factor=line.combat_factor,
        movement_factor=line.movement_factor,
        reinforced=line.reinforced,
        arrives=group.arrives,
        hex=setup().get(line.id, ""),
        option=group.option,
        source=_source(sheet, group, line.id),
    )


def _source(sheet: _Sheet, group: _Group, unit: str) -> Source:
    source = sheet.sources[group.sources]
    for exception in sheet.exceptions:
        if unit in exception.units:
            told = {part: getattr(exception, part) for part in ("combat", "type", "arrival", "name")}
            source = msgspec.structs.replace(source, **{part: text for part, text in told.items() if text})
    return source


def _logistics(group: _LogisticsGroup) -> tuple[Logistics, ...]:
    names = (f"{group.side}-{group.kind}-{number}" for number in range(1, group.count.value + 1))
    return tuple(
        Logistics(
            id=name,
            side=group.side,
            kind=group.kind,
            number=number,
            movement_factor=group.movement_factor.value,
            hex=setup().get(name, ""),
            source=group.count.source,
        )
        for number, name in enumerate(names, start=1)
    )
