"""[S1.1, S2.1, S3.1] The three scenarios: how they are set up, how long they last and what decides them."""

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, TypeVar

import msgspec

from sandtable.core.tables import Sourced, load
from sandtable.games.north_africa_41.pieces.counters import Side, counters, trucks
from sandtable.games.north_africa_41.pieces.schedule import arrival_turn, arrived_reduced
from sandtable.games.north_africa_41.sea.tables import PortName

Key = Literal["enter-rommel", "campaign", "crusader"]
Box = Literal["italy", "tripoli", "delta"]
Airfield = Literal["Benina", "Martuba", "Gambut", "Sidi Barrani", "Fuka"]

Name = TypeVar("Name", bound=str)
Kept = TypeVar("Kept")

BOXES: tuple[Box, ...] = ("italy", "tripoli", "delta")


class Stock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[17.2] Supply Points in one place when play begins."""

    side: Side
    place: str  # a hex or a box
    points: int
    source: str


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[S1.2, S3.2] The Player Turn that play begins with; its turn has no Preparation Phase."""

    turn: int
    impulse: int
    side: Side
    source: str


class Objectives(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[S1.3, S3.3] Hexes that decide the game when its last turn is over."""

    hexes: dict[str, str]  # by name
    needed: int
    side: Side | Literal[""]  # who must hold so many; empty when it is the same for both
    source: str


class Track(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[S2.3] Victory Points: where the marker starts and where it ends the game at once."""

    start: int
    axis: int
    allied: int
    source: str


class Scenario(msgspec.Struct, frozen=True):
    """[S1.1] One scenario."""

    key: Key
    name: str
    last_turn: int
    start: Start
    places: Mapping[str, str]  # the hex or box of every Combat Unit and Truck in play
    reduced: tuple[str, ...]  # those that begin with a step fewer
    unused: tuple[str, ...]  # units that never come into play
    stocks: tuple[Stock, ...]
    fortifications: Mapping[Side, tuple[str, ...]]
    ports: Mapping[str, Side]  # [16.3.5] who controls them, by name
    port_capacity: Mapping[str, int]  # of the damaged ones
    airfields: Mapping[str, Side]  # [16.3.5]
    malta: int  # [22.3.2] the box of the marker
    resource_points: Mapping[Side, int]
    objectives: Objectives | None
    victory_points: Track | None

    def due(self, unit: str) -> int:
        """[20.1] The turn on which a unit comes into play after the start, 0 when it does not."""
        turn = arrival_turn(unit)
        return turn if turn > self.start.turn and unit not in self.unused else 0


@functools.cache
def scenario(key: Key) -> Scenario:
    sheet = _sheet()
    line = sheet.scenarios[key]
    setup = sheet.setups[line.setup]
    placed = {unit: place.place for place in setup.places for unit in place.units}
    made = Scenario(
        key=key,
        name=line.name,
        last_turn=line.last_turn.value,
        start=setup.start,
        places=MappingProxyType(placed),
        reduced=setup.reduced.value,
        unused=(),
        stocks=setup.stocks,
        fortifications=MappingProxyType(setup.fortifications.value),
        ports=_by_name(setup.ports.value),
        port_capacity=_by_name(setup.port_capacity.value),
        airfields=_by_name(setup.airfields.value),
        malta=setup.malta.value,
        resource_points=MappingProxyType(setup.resource_points.value),
        objectives=line.objectives,
        victory_points=line.victory_points,
    )
    return msgspec.structs.replace(made, unused=_unused(made, line.unused.value))


def scenario_named(name: str) -> Scenario:
    """The scenario that a game was started with."""
    return next(each for each in scenarios() if each.key == name)


def scenarios() -> tuple[Scenario, ...]:
    """In the order of the book."""
    return tuple(scenario(key) for key in _sheet().scenarios)


def _by_name(values: Mapping[Name, Kept]) -> Mapping[str, Kept]:
    return MappingProxyType({str(name): value for name, value in values.items()})


def _unused(made: Scenario, named: tuple[str, ...]) -> tuple[str, ...]:
    pieces = (*counters(), *(name for name, truck in trucks().items() if not truck.captured))
    return tuple(
        name
        for name in pieces
        if name in named or (name not in made.places and not made.start.turn < arrival_turn(name))
    )


def full_steps(key: Key, unit: str) -> int:
    """The steps a unit has when it comes into play."""
    reduced = scenario(key).reduced if unit in scenario(key).places else arrived_reduced()
    return counters()[unit].steps - (unit in reduced)


@functools.cache
def scenario_sources() -> Mapping[str, str]:
    """Where each part of the set-ups comes from."""
    found: dict[str, str] = {}
    for name, setup in _sheet().setups.items():
        found |= {f"{name} {unit}": place.source for place in setup.places for unit in place.units}
        found |= {f"{name} supply {stock.side} {stock.place}": stock.source for stock in setup.stocks}
        for part in ("reduced", "fortifications", "ports", "port_capacity", "airfields", "malta", "resource_points"):
            found[f"{name} {part}"] = getattr(setup, part).source
    return MappingProxyType(found)


# The shape of setup.toml.


class _Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    place: str
    units: tuple[str, ...]
    source: str


class _Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    start: Start
    places: tuple[_Place, ...]
    reduced: Sourced[tuple[str, ...]]
    stocks: tuple[Stock, ...]
    fortifications: Sourced[dict[Side, tuple[str, ...]]]
    ports: Sourced[dict[PortName, Side]]
    port_capacity: Sourced[dict[PortName, int]]
    airfields: Sourced[dict[Airfield, Side]]
    malta: Sourced[int]
    resource_points: Sourced[dict[Side, int]]


class _Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    setup: str
    last_turn: Sourced[int]
    unused: Sourced[tuple[str, ...]]
    objectives: Objectives | None = None
    victory_points: Track | None = None


class _Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    scenarios: dict[Key, _Scenario]
    setups: dict[str, _Setup]


@functools.cache
def _sheet() -> _Sheet:
    return load(__package__, "setup.toml", _Sheet)
