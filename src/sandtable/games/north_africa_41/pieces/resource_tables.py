"""[18.7, 23.0] The Event Tables, the Resource List and how many markers of each kind there are."""

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.tables import Sourced, load
from sandtable.games.north_africa_41.pieces.counters import Side

Asset = Literal[
    "air-support",
    "german-air-support",
    "italian-air-support",
    "strafing",
    "air-transport",
    "lrdg",
    "comando-supremo",
    "coastal-shipping",
]
Event = Literal["resource-point", "bombing-raid", Asset]
Purchase = Literal[
    "fortification",
    "comando-supremo",
    "coastal-convoy",
    "benghazi-convoy",
    "port-repair",
    "bombing-raid",
    "truck",
    "corps-headquarters",
    "malta-reinforced",
    "u-boats",
    "air-support",
    "strafing",
    "air-transport",
    "lrdg",
]
Marker = Literal[
    "fortification",
    "air-support",
    "german-air-support",
    "italian-air-support",
    "delay",
    "strafing",
    "lrdg",
    "air-transport",
    "comando-supremo",
    "rommel",
    "rail",
    "coastal-shipping",
]

ASSETS: Mapping[str, str] = {  # as players call them
    "air-support": "Air Support",
    "german-air-support": "German Air Support",
    "italian-air-support": "Italian Air Support",
    "strafing": "Strafing",
    "air-transport": "Air Transport",
    "lrdg": "Long Range Desert Group",
    "comando-supremo": "Comando Supremo",
    "coastal-shipping": "Coastal Convoy",
}


class Item(msgspec.Struct, frozen=True):
    """[23.2.2] One line of the Resource List."""

    name: Purchase
    title: str
    cost: int  # Resource Points
    sides: tuple[Side, ...]  # who may buy it
    needs_air: bool  # [18.6] not for sale while the opponent has Air Superiority
    assets: tuple[Asset, ...]  # [23.2.3] the markers bought, one of which is chosen; empty for what is used at once
    markers: int  # [18.7.5] how many of them
    source: str


def event(side: Side, roll: int) -> Event:
    """[23.1] By two dice."""
    if not 2 <= roll <= 12:
        raise ValueError(f"two dice show 2 to 12, not {roll}")
    return _tables().events[side].value[roll - 2]


@functools.cache
def resource_list() -> Mapping[Purchase, Item]:
    """[23.2.2]"""
    return MappingProxyType(
        {
            name: Item(
                name=name,
                title=line.title,
                cost=line.cost,
                sides=line.sides,
                needs_air=line.needs_air,
                assets=line.assets,
                markers=line.markers,
                source=line.source,
            )
            for name, line in _tables().items.items()
        }
    )


def for_sale(side: Side, opponent_has_air: bool) -> tuple[Item, ...]:
    """[18.6, 23.2.2] What a side may buy at all."""
    return tuple(
        item for item in resource_list().values() if side in item.sides and not (item.needs_air and opponent_has_air)
    )


def assets_of(item: Item, side: Side) -> tuple[Asset, ...]:
    """[18.7.1] The markers of an item that belong to a side."""
    return tuple(asset for asset in item.assets if marker_limit(asset, side))


@functools.cache
def marker_limit(marker: str, side: Side) -> int:
    """[18.7.1, 23.2.3] How many markers a side has; more than that are forfeited."""
    limits = {str(name): limit.value for name, limit in _tables().markers.items()}
    return limits[marker].get(side, 0)


def markers_received(what: Event) -> int:
    """[18.7.5, 23.1] How many markers an event brings; none for a Resource Point or a Bombing Raid."""
    return _tables().received.value.get(what, 0)


def delay_ids() -> tuple[int, ...]:
    """[24.3.2] The numbers printed on the Delay markers of each side."""
    return _tables().delay_ids.value


@functools.cache
def resource_sources() -> Mapping[str, str]:
    """Where each table comes from."""
    tables = _tables()
    found = {f"events {side}": table.source for side, table in tables.events.items()}
    found |= {f"item {name}": item.source for name, item in tables.items.items()}
    found |= {f"marker {name}": marker.source for name, marker in tables.markers.items()}
    found |= {"received": tables.received.source, "delay_ids": tables.delay_ids.source}
    return MappingProxyType(found)


# The shape of resources.toml.


class _Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    cost: int
    sides: tuple[Side, ...]
    source: str
    needs_air: bool = False
    assets: tuple[Asset, ...] = ()
    markers: int = 0


class _Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    events: dict[Side, Sourced[tuple[Event, ...]]]
    received: Sourced[dict[Event, int]]
    items: dict[Purchase, _Item]
    markers: dict[Marker, Sourced[dict[Side, int]]]
    delay_ids: Sourced[tuple[int, ...]]


@functools.cache
def _tables() -> _Tables:
    return load(__package__, "resources.toml", _Tables)
