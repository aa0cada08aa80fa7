"""[4.43, 20.1, 20.8] The schedules: what arrives, is withdrawn and comes back in each Operations Stage."""

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.tables import load
from sandtable.games.campaign_for_north_africa.pieces.counters import TOE, Side, When, counter, when

ArrivalPlace = Literal["cairo", "alexandria", "cairo_or_alexandria", "tripoli", "in_place"]
ArrivalKind = Literal["arrive", "return", "counter_change", "material"]


class Trucks(msgspec.Struct, frozen=True, array_like=True):
    """Light, Medium and Heavy Truck Points, as the schedule prints them."""

    light: int = 0
    medium: int = 0
    heavy: int = 0


class Arrival(msgspec.Struct, frozen=True):
    """[20.11] A row of a Reinforcement Schedule."""

    when: When
    side: Side
    kind: ArrivalKind  # a counter change puts a new counter in the place of another
    units: tuple[str, ...]
    place: ArrivalPlace  # [20.14, 20.15]
    motorization_points: int  # [32.52] one for each Medium Truck Point, none for others
    trucks: Trucks
    attached: Mapping[str, str]  # unit: the headquarters it arrives attached to, besides those assigned to one
    toe: Mapping[str, TOE]  # units that come with other points than their counters say
    replacements: TOE  # [20.14] points that come as reinforcements
    note: str
    source: str


class Withdrawal(msgspec.Struct, frozen=True):
    """[20.81] A row of the Commonwealth schedule that takes units out of the game."""

    when: When
    lead: tuple[str, ...]  # as the schedule names them
    units: tuple[str, ...]  # with all that go along
    transport: tuple[int, int]  # Truck Points in all, and Medium and Heavy ones among them
    any_infantry_battalions: int  # so many of the player's choice go along
    note: str
    source: str

    @property
    def motorization_points(self) -> int:
        """The Medium and Heavy Truck Points of the figure printed."""
        return self.transport[1]


@functools.cache
def arrivals() -> tuple[Arrival, ...]:
    """[20.11] Every arrival of both sides, in the order of the schedules."""
    sheet = load(__package__, "arrivals.toml", _Arrivals)
    return tuple(_arrival(line, sheet.sources) for line in sheet.arrivals)


@functools.cache
def arrivals_on(turn: int, stage: int) -> tuple[Arrival, ...]:
    """[4.42, 4.43a, 20.12] What enters at the beginning of a Naval Convoy Arrival Phase."""
    return tuple(each for each in arrivals() if each.when == (turn, stage))


@functools.cache
def withdrawals() -> tuple[Withdrawal, ...]:
    """[20.81]"""
    sheet = load(__package__, "withdrawals.toml", _Withdrawals)
    return tuple(
        Withdrawal(
            when=when(line.when),
            lead=line.lead,
            units=line.units,
            transport=line.transport,
            any_infantry_battalions=line.any_infantry_battalions,
            note=line.note,
            source=sheet.sources[line.source],
        )
        for line in sheet.withdrawals
    )


@functools.cache
def withdrawals_on(turn: int, stage: int) -> tuple[Withdrawal, ...]:
    """[20.83]"""
    return tuple(each for each in withdrawals() if each.when == (turn, stage))


# The shape of arrivals.toml and withdrawals.toml.


class _Arrival(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    when: str
    side: Side
    kind: ArrivalKind
    source: str
    units: tuple[str, ...] = ()
    place: ArrivalPlace | None = None
    trucks: Trucks = Trucks()
    motorization_points: int | None = None  # where it is not the Medium Truck Points
    attached: dict[str, str] = {}
    toe: dict[str, TOE] = {}
    replacements: TOE = ()
    note: str = ""


class _Arrivals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sources: dict[str, str]
    arrivals: tuple[_Arrival, ...]


class _Withdrawal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    when: str
    lead: tuple[str, ...]
    units: tuple[str, ...]
    transport: tuple[int, int]
    source: str
    any_infantry_battalions: int = 0
    note: str = ""


class _Withdrawals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sources: dict[str, str]
    withdrawals: tuple[_Withdrawal, ...]


def _arrival(line: _Arrival, sources: dict[str, str]) -> Arrival:
    for name in line.units:
        if counter(name).side != line.side:
            raise ValueError(f"{name} is not of the {line.side} side")
    points = line.trucks.medium if line.motorization_points is None else line.motorization_points
    return Arrival(
        when=when(line.when),
        side=line.side,
        kind=line.kind,
        units=line.units,
        place=line.place or _usual_place(line),
        motorization_points=points,
        trucks=line.trucks,
        attached=MappingProxyType(line.attached),
        toe=MappingProxyType(line.toe),
        replacements=line.replacements,
        note=line.note,
        source=sources[line.source],
    )


def _usual_place(line: _Arrival) -> ArrivalPlace:
    """[20.14, 20.15]"""
    if line.kind == "counter_change":
        return "in_place"
    if line.side == "axis":
        return "tripoli"
    return "cairo_or_alexandria" if line.kind == "return" else "cairo"
