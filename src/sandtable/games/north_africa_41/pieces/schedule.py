"""[3.1, 19.1.1, 20.0] The Turn Track: what each turn brings and takes."""

import functools
from collections.abc import Mapping
from datetime import date
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.tables import load
from sandtable.games.north_africa_41.pieces.counters import (
    Nation,
    ReplacementKind,
    Side,
    counters,
    replacements,
    side_of,
)

Received = Literal[
    "german-tank",
    "italian-tank",
    "german-infantry",
    "italian-infantry",
    "tank",
    "heavy-tank",
    "british-infantry",
    "indian-infantry",
    "australian-infantry",
    "new-zealand-infantry",
    "south-african-infantry",
    "british-or-indian",
    "any",
]
RECEIVED: Mapping[str, str] = {  # as players call those that are not one plain word
    "german-tank": "German tanks",
    "italian-tank": "Italian tanks",
    "german-infantry": "German infantry",
    "italian-infantry": "Italian infantry",
    "heavy-tank": "heavy tanks",
    "british-infantry": "British infantry",
    "indian-infantry": "Indian infantry",
    "australian-infantry": "Australian infantry",
    "new-zealand-infantry": "New Zealand infantry",
    "south-african-infantry": "South African infantry",
    "british-or-indian": "British or Indian infantry",
}
Air = Literal["axis", "allied", "contested"]
Where = Literal["base", "reserve"]


class Departure(msgspec.Struct, frozen=True):
    """[20.2, 20.3] A unit that must leave, or another like it."""

    unit: str  # the one printed on the Turn Track
    returns: int  # [20.3] the turn on which it comes back to the Nile Delta; 0 for a Removal
    source: str


class Conversion(msgspec.Struct, frozen=True):
    """[20.4.2, 20.4.4] A unit that becomes another where it stands, with the same steps."""

    old: str
    new: str
    source: str


class Amalgamation(msgspec.Struct, frozen=True):
    """[20.4.3] Two units that may become others with as many steps, on its turn or later."""

    turn: int
    old: tuple[str, str]
    new: tuple[str, ...]
    source: str


class Reserve(msgspec.Struct, frozen=True):
    """[S2.2] Units held back until a turn, or until an Axis unit enters a hex."""

    units: tuple[str, ...]
    turn: int
    hex: str
    source: str


class Confinement(msgspec.Struct, frozen=True):
    """[S1.2] A unit that may not leave its hex before a turn."""

    unit: str
    hex: str
    turn: int
    source: str


class Turn(msgspec.Struct, frozen=True):
    """One turn of the Turn Track."""

    number: int
    label: str
    first_day: date
    last_day: date
    summer: bool
    air: Air  # [18.6]
    malta: Side  # [22.3.2] whose side of the Malta Status marker shows
    benchmark: int  # [S2.3.1] Airfields the Axis should hold
    supply_points: int  # [3.1] for each side
    replacements: Mapping[Side, tuple[Received, ...]]  # [19.1.1]
    reinforcements: Mapping[Side, tuple[str, ...]]  # [20.1] Combat Units and Trucks
    upgrades: tuple[str, ...]  # [20.4.1]
    removals: tuple[Departure, ...]  # [20.2]
    withdrawals: tuple[Departure, ...]  # [20.3]
    conversions: tuple[Conversion, ...]  # [20.4.2, 20.4.4]

    @property
    def impulses(self) -> tuple[int, ...]:
        """[3.1] The second is left out in summer."""
        return (1, 3) if self.summer else (1, 2, 3)


@functools.cache
def turns() -> tuple[Turn, ...]:
    """The turns in order, the first at index 0."""
    return tuple(_turn(line) for line in _track().turns)


def turn(number: int) -> Turn:
    if not 1 <= number <= len(turns()):
        raise ValueError(f"there is no turn {number}")
    return turns()[number - 1]


def air_superiority(number: int) -> Side | None:
    """[18.6] Who has it; nobody when it is contested."""
    air = turn(number).air
    return None if air == "contested" else air


def crete(number: int) -> Side:
    """[22.2.2]"""
    return "axis" if number >= _track().crete.turn else "allied"


def arrival_place(unit: str) -> Where:
    """[20.1, S2.2] Reinforcements come to the side's base, some Allied brigades to the Reserve Box."""
    return "reserve" if any(unit in reserve.units for reserve in reserves()) else "base"


@functools.cache
def reserves() -> tuple[Reserve, ...]:
    """[S2.2]"""
    return _track().reserves


@functools.cache
def confinements() -> tuple[Confinement, ...]:
    """[S1.2]"""
    return _track().confinements


@functools.cache
def amalgamations() -> tuple[Amalgamation, ...]:
    """[20.4.3]"""
    return _track().amalgamations


@functools.cache
def returning(number: int) -> tuple[Departure, ...]:
    """[20.3] The Withdrawals that end on this turn."""
    return tuple(departure for each in turns() for departure in each.withdrawals if departure.returns == number)


@functools.cache
def arrived_reduced() -> tuple[str, ...]:
    """[2.3.2] Units that come into play with a step fewer."""
    return tuple(name for line in _track().turns for arrival in line.arrivals for name in arrival.reduced)


@functools.cache
def arrival_turn(unit: str) -> int:
    """The turn printed on a counter: 0 for one that no turn brings."""
    for each in turns():
        brought = (*each.reinforcements["allied"], *each.reinforcements["axis"], *each.upgrades)
        if unit in brought or any(unit == conversion.new for conversion in each.conversions):
            return each.number
    return next((each.turn for each in amalgamations() if unit in each.new), 0)


@functools.cache
def alike(unit: str) -> tuple[str, ...]:
    """[20.2] The units that may leave in place of this one: of its type, nationality and Tank Rating."""
    printed = counters()[unit]
    return tuple(
        each.id
        for each in counters().values()
        if (each.type, each.nation, each.face().tank_rating)
        == (printed.type, printed.nation, printed.face().tank_rating)
    )


@functools.cache
def choices(received: Received) -> tuple[tuple[Nation, ReplacementKind], ...]:
    """[19.2.3, 19.2.4] The Replacements among which the player picks one."""
    if received in ("tank", "heavy-tank"):
        return (("british", received),)
    nations = _NATIONS.get(received) or (received.rpartition("-")[0],)
    kind = "tank" if received.endswith("-tank") else "infantry"
    return tuple(
        (each.nation, each.kinds[0])
        for each in replacements().values()
        if each.nation in nations and each.kinds[0] == kind and each.id.endswith("-1")
    )


_NATIONS: Mapping[str, tuple[str, ...]] = {
    "british-or-indian": ("british", "indian"),
    "any": ("british", "indian", "australian", "new-zealand", "south-african"),
}


@functools.cache
def schedule_sources() -> Mapping[str, str]:
    """Where each entry of the Turn Track comes from."""
    found: dict[str, str] = {"crete": _track().crete.source}
    for line in _track().turns:
        found |= {
            f"turn {line.number} {entry}": line.sources.get(entry, source) for entry, source in _track().sources.items()
        }
        found |= {f"turn {line.number} replacements {side}": entry.source for side, entry in line.replacements.items()}
        found |= {f"turn {line.number} {unit}": arrival.source for arrival in line.arrivals for unit in arrival.units}
        found |= {f"turn {line.number} {unit}": upgrade.source for upgrade in line.upgrades for unit in upgrade.units}
    return MappingProxyType(found)


# The shape of turn_track.toml.

_Entry = Literal["label", "summer", "air", "malta", "benchmark", "supply_points"]


class _Replacements(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    units: tuple[Received, ...]
    source: str


class _Arrival(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    units: tuple[str, ...]
    source: str
    reduced: tuple[str, ...] = ()


class _Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    label: str
    first_day: date
    last_day: date
    summer: bool
    air: Air
    malta: Side
    benchmark: int
    supply_points: int
    replacements: dict[Side, _Replacements]
    arrivals: tuple[_Arrival, ...] = ()
    upgrades: tuple[_Arrival, ...] = ()
    removals: tuple[Departure, ...] = ()
    withdrawals: tuple[Departure, ...] = ()
    conversions: tuple[Conversion, ...] = ()
    sources: dict[_Entry, str] = {}


class _Crete(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turn: int
    source: str


class _Track(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sources: dict[_Entry, str]
    crete: _Crete
    reserves: tuple[Reserve, ...]
    confinements: tuple[Confinement, ...]
    amalgamations: tuple[Amalgamation, ...]
    turns: tuple[_Turn, ...]


@functools.cache
def _track() -> _Track:
    return load(__package__, "turn_track.toml", _Track)


def _turn(line: _Turn) -> Turn:
    arriving = [unit for arrival in line.arrivals for unit in arrival.units]
    return Turn(
        number=line.number,
        label=line.label,
        first_day=line.first_day,
        last_day=line.last_day,
        summer=line.summer,
        air=line.air,
        malta=line.malta,
        benchmark=line.benchmark,
        supply_points=line.supply_points,
        replacements=MappingProxyType({side: line.replacements[side].units for side in ("allied", "axis")}),
        reinforcements=MappingProxyType(
            {side: tuple(unit for unit in arriving if side_of(unit) == side) for side in ("allied", "axis")}
        ),
        upgrades=tuple(unit for upgrade in line.upgrades for unit in upgrade.units),
        removals=line.removals,
        withdrawals=line.withdrawals,
        conversions=line.conversions,
    )
