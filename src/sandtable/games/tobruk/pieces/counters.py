"""[2.3, 2.4, 2.5, 2.6] The units of both sides, their air units and the Corps Activation chits, as printed."""

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.tables import by_id, load

Side = Literal["axis", "commonwealth"]
Nation = Literal["commonwealth", "german", "italian"]
Size = Literal["HQ", "II", "III"]
Kind = Literal[
    "headquarters", "armour", "recon", "motorised_infantry", "infantry", "machine_gun", "pioneer", "anti_tank", "flak"
]
Command = Literal["tobruk", "xiii", "xxx", "15pz", "21pz", "afrika", "cam", "xxi"]
Air = Literal["fighter", "close_air_support"]

SIDE_OF: Mapping[Nation, Side] = MappingProxyType({"commonwealth": "commonwealth", "german": "axis", "italian": "axis"})
BATTALIONS: Mapping[Size, int] = MappingProxyType({"HQ": 0, "II": 1, "III": 3})  # [7.1] what a unit counts for stacking


class Strength(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The three numbers of one side of a combat unit."""

    attack: int
    defence: int
    movement: int

    def __str__(self) -> str:
        return f"{self.attack}-{self.defence}-{self.movement}"


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where each part of a counter comes from."""

    factors: str
    kind: str
    size: str
    command: str
    reduced: str
    full_name: str


class Counter(msgspec.Struct, frozen=True):
    """[2.3, 2.4] A land unit: a combat unit or a headquarters."""

    id: str
    name: str  # the designation as the set-up lists print it
    side: Side
    nation: Nation  # as the anti-tank and recovery tables know it
    country: str  # British, Polish, ...: for the picture only
    command: Command | None  # the colour of its corps; None is [6.1] an unassigned unit
    kind: Kind
    size: Size
    attack: int  # 0 for a headquarters, which has no combat ratings
    defence: int
    movement: int
    reduced: Strength | None  # None for a headquarters: any loss eliminates it
    artillery: int  # [2.4] support markers of a headquarters, 0 for any other unit
    range: int  # [6.0] activation range of a headquarters in hexes, 0 for any other unit
    motorised: bool  # [9.0] pays the motorised costs, and [5.2] suffers from want of petrol
    gun: bool  # [13.0] printed with a gun silhouette: fires at attacking vehicles
    full_name: str
    source: Source

    @property
    def is_headquarters(self) -> bool:
        return self.kind == "headquarters"

    @property
    def is_combat(self) -> bool:
        """[2.3] A headquarters is no combat unit."""
        return self.kind != "headquarters"

    @property
    def is_armour(self) -> bool:
        return self.kind == "armour"

    @property
    def is_recon(self) -> bool:
        """[6.0] The vehicle symbol: active at any distance from its headquarters."""
        return self.kind == "recon"

    @property
    def is_mechanised(self) -> bool:
        """[9.4, 13.0] Armour, reconnaissance and motorised infantry: may overrun, and is what anti-tank guns hit."""
        return self.kind in ("armour", "recon", "motorised_infantry")

    @property
    def recovers(self) -> bool:
        """[12.0] Commonwealth and German armour may be recovered, Italian never."""
        return self.is_armour and self.nation != "italian"

    @property
    def battalions(self) -> int:
        """[7.1] What the unit counts for stacking: a regiment is three battalions, a headquarters nothing."""
        return BATTALIONS[self.size]

    @property
    def full(self) -> Strength:
        """The front side."""
        return Strength(self.attack, self.defence, self.movement)

    @property
    def factors(self) -> str:
        """The three printed numbers: of a headquarters artillery support, activation range and movement."""
        if self.is_headquarters:
            return f"{self.artillery}-{self.range}-{self.movement}"
        return str(self.full)


class AirUnit(msgspec.Struct, frozen=True):
    """[2.5] A fighter or close air support counter."""

    id: str
    side: Side
    nation: Nation
    kind: Air
    source: str


class Chit(msgspec.Struct, frozen=True):
    """[2.6] A Corps Activation chit; its id is the command it activates."""

    id: Command
    name: str
    side: Side
    nation: Nation
    colour: str
    source: str


@functools.cache
def counters() -> Mapping[str, Counter]:
    """Every land unit by its id, in the order of the file."""
    sheet = _sheet()
    return by_id(_counter(sheet, group, line) for group in sheet.groups for line in group.units)


@functools.cache
def air_units() -> Mapping[str, AirUnit]:
    """[2.5] Every air unit by its id."""
    found = [
        AirUnit(f"{each.id}{number}", SIDE_OF[each.nation], each.nation, each.kind, each.source)
        for each in _sheet().air
        for number in range(1, each.count + 1)
    ]
    return MappingProxyType({unit.id: unit for unit in found})


@functools.cache
def air_strength(side: str, kind: str) -> int:
    """[2.5] How many air units of this kind the side has in all."""
    return sum(unit.side == side and unit.kind == kind for unit in air_units().values())


@functools.cache
def chits() -> Mapping[str, Chit]:
    """[2.6] The Corps Activation chits by command."""
    found = [
        Chit(each.id, each.name, SIDE_OF[each.nation], each.nation, each.colour, each.source) for each in _sheet().chits
    ]
    return MappingProxyType({chit.id: chit for chit in found})


@functools.cache
def headquarters(command: str) -> tuple[Counter, ...]:
    """[2.4] The headquarters that this chit activates."""
    return tuple(counter for counter in of_command(command) if counter.is_headquarters)


@functools.cache
def sizes() -> Mapping[str, int]:
    """[7.1] The battalions that each unit counts as, of which every list of moves asks."""
    return MappingProxyType({counter.id: counter.battalions for counter in counters().values()})


@functools.cache
def of_command(command: str | None) -> tuple[Counter, ...]:
    """[2.3] The units of this colour; None asks for the unassigned ones."""
    return tuple(counter for counter in counters().values() if counter.command == command)


# The shape of counters.toml.


class _Line(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    id: str
    name: str
    country: str
    size: Size
    kind: Kind
    factors: Strength  # of a headquarters: artillery support, activation range, movement
    reduced: tuple[int, ...]  # empty for a headquarters
    full_name: str


class _Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    nation: Nation
    sources: str
    units: tuple[_Line, ...]
    command: Command | None = None


class _Exception(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    units: tuple[str, ...]
    factors: str = ""
    kind: str = ""
    size: str = ""
    command: str = ""
    reduced: str = ""


class _AirLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    nation: Nation
    kind: Air
    count: int
    source: str


class _ChitLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: Command
    name: str
    nation: Nation
    colour: str
    source: str


class _Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sources: dict[str, Source]
    motorised: tuple[str, ...]  # beyond the kinds that always are
    guns: tuple[str, ...]
    exceptions: tuple[_Exception, ...]
    groups: tuple[_Group, ...]
    air: tuple[_AirLine, ...]
    chits: tuple[_ChitLine, ...]


_ALWAYS_MOTORISED = ("headquarters", "armour", "recon", "motorised_infantry")


@functools.cache
def _sheet() -> _Sheet:
    return load(__package__, "counters.toml", _Sheet)


def _counter(sheet: _Sheet, group: _Group, line: _Line) -> Counter:
    commands = line.kind == "headquarters"
    first, second, movement = line.factors.attack, line.factors.defence, line.factors.movement
    return Counter(
        id=line.id,
        name=line.name,
        side=SIDE_OF[group.nation],
        nation=group.nation,
        country=line.country,
        command=group.command,
        kind=line.kind,
        size=line.size,
        attack=0 if commands else first,
        defence=0 if commands else second,
        movement=movement,
        reduced=Strength(*line.reduced) if line.reduced else None,
        artillery=first if commands else 0,
        range=second if commands else 0,
        motorised=line.kind in _ALWAYS_MOTORISED or line.id in sheet.motorised,
        gun=line.id in sheet.guns,
        full_name=line.full_name,
        source=_source(sheet, group, line.id),
    )


def _source(sheet: _Sheet, group: _Group, unit: str) -> Source:
    source = sheet.sources[group.sources]
    for exception in sheet.exceptions:
        if unit not in exception.units:
            continue
        parts = {
            part: text
            for part in ("factors", "kind", "size", "command", "reduced")
            if (text := getattr(exception, part))
        }
        source = msgspec.structs.replace(source, **parts)
    return source
