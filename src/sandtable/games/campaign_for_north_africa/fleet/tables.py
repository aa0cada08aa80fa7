"""[30.1, 30.6] The ships of the Mediterranean Fleet, their guns and the figures of the rules."""

import functools
from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from sandtable.core.tables import Sourced, figures, load
from sandtable.games.campaign_for_north_africa.pieces.counters import When, when


class Warship(msgspec.Struct, frozen=True):
    """[30.12] What its counter says."""

    kind: str
    guns: int  # Actual Barrage Points when undamaged
    anti_air: int  # when undamaged
    far: bool  # [30.21] whether it reaches the hexes next to its own
    joins: When

    def anti_air_with(self, guns: int) -> int:
        """[30.13, 30.34] Anti-air points of a ship that has so much of its Gun Rating left: in proportion."""
        return self.anti_air * guns // self.guns


class FleetLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    range: int  # [30.15] sea hexes from Alexandria
    longest_at_sea: int  # [30.16] Operations Stages in a row
    port_for_a_stage: int  # [30.16] stages in port for each at sea
    repair: int  # [30.37] stages in Alexandria for a point of Gun Rating
    in_valletta: int  # [30.18] ships
    heavy_guns: int  # [30.35] Vulnerability of artillery that fires at ships
    san_giorgio: int  # [30.17] Gun Rating
    troop_port: int  # [30.58] percent of its capacity with which a port still handles troops


@functools.cache
def warships() -> Mapping[str, Warship]:
    """[30.6] By name, in the order of the schedule."""
    data = _data()
    return MappingProxyType(
        {
            name: Warship(kind, data.types[kind].guns, data.types[kind].anti_air, data.types[kind].far, when(joins))
            for name, (kind, joins) in data.ships.value.items()
        }
    )


class ChariotTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[30.4]"""

    first: str  # [30.41] the month from which they are ready
    stages: int  # [30.42] from the plan to the raid
    dice: tuple[int, ...]  # [30.46] of damage, for each face of the die
    source: str


def chariots() -> ChariotTable:
    return _data().chariots


@functools.cache
def fleet_limits() -> FleetLimits:
    return figures(_data().limits, FleetLimits)


# The shape of fleet.toml.


class _Type(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    guns: int
    anti_air: int
    source: str
    far: bool = False


class _Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sources: dict[str, str]
    types: dict[str, _Type]
    ships: Sourced[dict[str, tuple[str, str]]]
    limits: dict[str, Sourced[int]]
    chariots: ChariotTable


@functools.cache
def _data() -> _Data:
    return load(__package__, "fleet.toml", _Data)
