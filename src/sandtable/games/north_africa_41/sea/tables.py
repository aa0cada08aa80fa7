"""[21.0, 22.0] Ports and what they can take, the Anti-Shipping Table and the Malta Status Track."""

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.tables import Sourced, load
from sandtable.games.north_africa_41.pieces.counters import Counter, Side
from sandtable.games.north_africa_41.pieces.tables import limits

PortName = Literal[  # in the data; elsewhere the names of places and boxes are plain text
    "italy",
    "tripoli",
    "Benghazi",
    "Derna",
    "Tobruk",
    "Bardia",
    "Mersa Matruh",
    "Alexandria",
    "delta",
]

MALTA_BOXES = range(-3, 4)  # [22.3.3]


class Port(msgspec.Struct, frozen=True):
    """[21.3.2] A port; its place on the track is 0 when undamaged and grows with every hit."""

    name: str  # as the map calls it; of a box its own name
    title: str
    track: tuple[int, ...]  # Shipping Points; empty where nothing limits them
    damageable: bool  # [21.4.2]
    source: str

    def capacity(self, damage: int = 0) -> int | None:
        """Shipping Points embarked, and again as many debarked, in a Movement Phase; None for any number."""
        return self.track[damage] if self.track else None

    def supplied_units(self, damage: int = 0) -> int | None:
        """[16.2] Units in Port Supply; None for any number."""
        capacity = self.capacity(damage)
        return None if capacity is None else limits().units_per_capacity * capacity

    @property
    def worst(self) -> int:
        """[21.4.1] The last place on the track, for a port that has one."""
        return len(self.track) - 1

    def damage(self, capacity: int) -> int:
        """The place on the track with this capacity."""
        return self.track.index(capacity)


@functools.cache
def ports() -> Mapping[str, Port]:
    """[21.3] By the name of the place or box."""
    return MappingProxyType(
        {
            str(name): Port(
                name=name, title=line.title, track=line.track, damageable=line.damageable, source=line.source
            )
            for name, line in _tables().ports.items()
        }
    )


def hits_port(die: int) -> bool:
    """[21.4.1] The Port Demolition and Bombing Table."""
    if not 1 <= die <= 6:
        raise ValueError(f"the die shows 1 to 6, not {die}")
    return die in _tables().demolition.value


def shipping_points(counter: Counter, steps: int) -> int:
    """[21.2] Of a Combat Unit with so many steps left."""
    stacking = counter.face(steps).stacking
    return stacking or steps


# Convoys


@functools.cache
def convoy_columns(side: Side) -> Mapping[str, int]:
    """[22.2.1] The column of each port, from the safest on the left; Italy has none."""
    return MappingProxyType({str(port): column for port, column in _tables().columns[side].value.items()})


def convoy_column(side: Side, embarked: str, debarked: str) -> int:
    """[22.2.1] That of the less favourable of both ports."""
    columns = convoy_columns(side)
    places = [columns[port] for port in (embarked, debarked) if port in columns]
    if not places:
        raise ValueError(f"no {side} convoy sails from {embarked} to {debarked}")
    return max(places)


def anti_shipping(place: int, roll: int) -> int:
    """[22.2.1, 22.2.4] By column and modified roll of two dice; 0 when the convoy is not attacked."""
    rows = _tables().anti_shipping.value
    return rows[max(2, min(len(rows) + 1, roll)) - 2][place]


def coastal_modifier(airfields: int, crete: bool, impulse: int) -> int:
    """[22.2.2, 22.2.3] For a Coastal Convoy of a side that controls so many of the five Airfields."""
    figures = limits()
    moon = figures.waning_moon_modifier if impulse == 3 else 0
    return figures.airfield_modifier * airfields + (figures.crete_modifier if crete else 0) + moon


def sinks(die: int, attack: int, troops: bool) -> bool:
    """[22.2.4, 22.2.5] Whether a step, Supply Point, Truck or Replacement is lost to an attack of this strength."""
    return die + (limits().troop_modifier if troops else 0) <= attack


# Malta


def malta_needs(side: Side, box: int) -> int | None:
    """[22.3.3] The lowest die that moves the marker; 1 when it moves of itself, None when it cannot."""
    if box not in MALTA_BOXES:
        raise ValueError(f"the Malta Status Track has no box {box}")
    needed = _tables().malta.value[side][box - MALTA_BOXES.start]
    return needed or None


def malta_moves(side: Side, box: int, die: int) -> bool:
    """[22.3.3]"""
    needed = malta_needs(side, box)
    return needed is not None and die >= needed


def malta_box(side: Side, box: int) -> int:
    """[22.3.2] The next box in the direction of a side: left for the Axis, right for the Allies."""
    return max(MALTA_BOXES.start, box - 1) if side == "axis" else min(MALTA_BOXES.stop - 1, box + 1)


@functools.cache
def sea_sources() -> Mapping[str, str]:
    """Where each table comes from."""
    tables = _tables()
    found = {f"port {name}": port.source for name, port in tables.ports.items()}
    found |= {f"columns {side}": columns.source for side, columns in tables.columns.items()}
    found |= {
        "demolition": tables.demolition.source,
        "anti_shipping": tables.anti_shipping.source,
        "malta": tables.malta.source,
    }
    return MappingProxyType(found)


# The shape of sea.toml.


class _Port(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    source: str
    track: tuple[int, ...] = ()
    damageable: bool = False


class _Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    ports: dict[PortName, _Port]
    demolition: Sourced[tuple[int, ...]]
    columns: dict[Side, Sourced[dict[PortName, int]]]
    anti_shipping: Sourced[tuple[tuple[int, int, int, int, int], ...]]
    malta: Sourced[dict[Side, tuple[int, int, int, int, int, int, int]]]


@functools.cache
def _tables() -> _Tables:
    return load(__package__, "sea.toml", _Tables)
