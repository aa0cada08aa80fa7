"""The shape of supply.toml, which the tables of supply and of transport read."""

import functools
from typing import Literal

import msgspec

from sandtable.core.tables import Sourced, load
from sandtable.games.campaign_for_north_africa.dice import Repair

Side = Literal["axis", "commonwealth"]


class DieTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers by column and one die; the first row is the roll of 1."""

    source: str
    columns: tuple[str, ...]
    rows: tuple[tuple[int, ...], ...]


class Rate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a pool gives in a Game-Turn, from a certain one on."""

    first: int
    most: int


class RatedPool(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    total: int
    rates: tuple[Rate, ...]


class Tons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    fixed: int
    per_die: int


class LaneLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"origin": "from"}):
    origin: str
    to: str
    source: str
    first: int = 1
    needs_open_port: bool = False


class BombingLines(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    rows: dict[str, tuple[str, ...]]


class TruckLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    infantry: int
    supplies: int
    carries_infantry: float
    carries_anti_air: float
    source: str
    guns: int | None = None
    carries_artillery: float = 0


class PortLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    level: int
    tons: int
    source: str
    stacking_in: int | None = None
    stacking_out: int | None = None
    lands_zero_unit: bool = False
    levels_lost_at_start: int = 0
    opens_from: int | None = None


class Way(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"origin": "from"}):
    origin: str
    to: str
    stages: tuple[int, ...]


class OffMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    slowest_of_band: Sourced[tuple[int, ...]]
    repairs: tuple[Repair, ...]
    rows: tuple[Way, ...]


class SupplyData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    axis_units: DieTable
    commonwealth_units: DieTable
    commonwealth_periods: Sourced[dict[Literal["I", "II", "III"], str]]
    axis_motors: RatedPool
    commonwealth_motors: DieTable
    motorization_loss: Sourced[dict[str, dict[Side, int]]]
    convoy_level: Sourced[dict[str, Literal["A", "B", "C", "D", "E", "F", "G"]]]
    convoy_tons: Sourced[dict[str, Tons]]
    lanes: tuple[LaneLine, ...]
    coastal_ships: Sourced[dict[str, int]]
    convoy_bombing: BombingLines
    trucks: dict[Literal["light", "medium", "heavy"], TruckLine]
    equivalents: dict[str, Sourced[str]]
    ports: dict[str, PortLine]
    other_ports: PortLine
    off_map: OffMap
    limits: dict[str, Sourced[int]]


@functools.cache
def supply_data() -> SupplyData:
    return load(__package__, "supply.toml", SupplyData)
