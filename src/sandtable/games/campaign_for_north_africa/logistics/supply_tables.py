"""Supply Units, Motorization Points and Axis convoys of the abstract rules, and their single figures."""

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.tables import figures
from sandtable.games.campaign_for_north_africa.calendar import month
from sandtable.games.campaign_for_north_africa.dice import NOTHING, shown
from sandtable.games.campaign_for_north_africa.logistics.supply_data import Side, supply_data

Letter = Literal["A", "B", "C", "D", "E", "F", "G"]
Period = Literal["I", "II", "III"]

SECTIONS = "ABCDE"  # from west to east
WIDTH = 33  # hex columns of a map section: column 33 of one is column 0 of the next
LANES = (1, 2, 3, 4, 5, 6)


class Threshold(msgspec.Struct, frozen=True):
    """[32.66] A hex column: the letter of the map section and the column in it."""

    section: str
    column: int

    @property
    def easting(self) -> int:
        return WIDTH * SECTIONS.index(self.section) + self.column


class Lane(msgspec.Struct, frozen=True):
    """[32.61] An Axis convoy lane."""

    origin: str
    port: str
    first: int  # Game-Turn
    needs_open_port: bool


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The single figures of the abstract rules."""

    ammunition: int  # [32.15] of a full Supply Unit
    fuel: int  # [32.15]
    city_supply_units: int  # [32.14] in a Major City hex
    hex_supply_units: int  # [32.14] in any other
    destruction_die: int  # [32.17] at most
    destruction_thin_stack: int  # [32.17] Stacking Points, or fewer
    destruction_thin_modifier: int  # [32.17]
    units_for_a_dummy: int  # [32.18]
    assault_ammunition: int  # [32.21] of a battalion
    barrage_ammunition: int  # [32.21]
    phasing_factor: int  # [32.21]
    battalion_fuel: int  # [32.23, 32.24]
    tank_battalion_fuel: int  # [32.24]
    tank_company_fuel: int  # [32.24]
    real_unit_transport: int  # [32.32] Motorization Points
    dummy_unit_transport: int  # [32.32]
    rail_supply_units: int  # [32.34] an Operations Stage
    coastal_tons: int  # [32.35] for a Supply Unit
    sea_supply_units: int  # [32.36] an Operations Stage
    sea_port_percent: int  # [32.36] of the capacity at least
    air_supply_units: int  # [32.37] a Game-Turn
    air_fuel: int  # [32.37]
    air_enemy_distance: int  # [32.37] hexes
    cairo_supply_units: int  # [32.42] received before any may go to Alexandria, and for each that does
    axis_plans_ahead: int  # [32.43] Game-Turns
    commonwealth_plans_ahead: int  # [32.43]
    transport_allowance: int  # [32.58] Capability Point Allowance with a Supply Unit
    reaction_allowance: int  # [32.58] of the mover that forbids Reaction
    lane_supply_units: int  # [32.62]
    lane_motorization_points: int  # [32.62]
    small_convoy_loss: int  # [32.65] percent that spares Supply Units
    great_convoy_loss: int  # [32.65] percent that spares nothing
    campaign_die_modifier: int  # [32.72, 32.74]
    fleet_attacks_in_a_stage: int  # [32.73]
    italian_light_anti_air_in_a_month: int  # [32.83]
    landing_percent: int  # [30.57] of a port's tonnage for each Stacking Point landed
    alexandria_motors_percent: int  # [32.52] of those that come in a Game-Turn, at the most


# Supply Units


def axis_supply(letter: Letter, die: int) -> int:
    """[32.44, 32.46] Supply Units two Game-Turns later."""
    table = supply_data().axis_units
    return table.rows[shown(die) - 1][table.columns.index(letter)]


def commonwealth_supply(period: Period, die: int) -> int:
    """[32.45, 32.47] Supply Units four Game-Turns later."""
    table = supply_data().commonwealth_units
    return table.rows[shown(die) - 1][table.columns.index(period)]


def commonwealth_period(turn: int) -> Period:
    """[32.45] By the Game-Turn of arrival."""
    begun: Period = "I"
    for period, first in supply_data().commonwealth_periods.value.items():
        if first <= month(turn):
            begun = period
    return begun


def convoy_letter(turn: int) -> Letter | None:
    """[32.44] By the Game-Turn of planning; None for a month without convoys."""
    return supply_data().convoy_level.value.get(month(turn))


def convoy_tons(letter: Letter, die: int) -> int:
    """[32.61] Tons a convoy could carry, had the abstract rules a limit."""
    tons = supply_data().convoy_tons.value[letter]
    return tons.fixed + shown(die) * tons.per_die


# Motorization Points


def axis_motors(turn: int) -> int:
    """[32.52, 32.62] Motorization Points that the Axis may plan in a Game-Turn, if all before were taken from the
    pool."""
    pool = supply_data().axis_motors
    before = sum(_rate(earlier) for earlier in range(pool.rates[0].first, turn))
    return max(0, min(_rate(turn), pool.total - before))


def _rate(turn: int) -> int:
    return next((rate.most for rate in reversed(supply_data().axis_motors.rates) if rate.first <= turn), 0)


def commonwealth_motors(turn: int, die: int) -> int:
    """[32.52] Motorization Points that the Commonwealth receives in a Game-Turn."""
    table = supply_data().commonwealth_motors
    column = sum(int(first) <= turn for first in table.columns[1:])
    return table.rows[shown(die) - 1][column]


def motorization_loss(side: Side, key: str) -> int:
    """[32.57, 32.59] Percentage of Motorization Points lost in a month, named like 1941-11."""
    row = supply_data().motorization_loss.value.get(key)
    return row[side] if row else 0


# Convoys


@functools.cache
def lane(number: int) -> Lane:
    """[32.61, 32.66] Lanes 1 to 6."""
    if number not in LANES:
        raise ValueError(f"there is no lane {number}")
    found = supply_data().lanes[number - 1]
    return Lane(found.origin, found.to, found.first, found.needs_open_port)


def convoy_bombing(number: int, division: Threshold) -> str | None:
    """[32.64, 32.66] The Bomb Points against a lane by where the qualifying division stands; None for no attack."""
    reached = [points for points, threshold in thresholds(number).items() if division.easting <= threshold.easting]
    return reached[-1] if reached else None


@functools.cache
def thresholds(number: int) -> Mapping[str, Threshold]:
    """[32.66] The hex columns of a lane from the easternmost down, each under its Bomb Points."""
    if number not in LANES:
        raise ValueError(f"there is no lane {number}")
    cells = {points: row[number - 1] for points, row in supply_data().convoy_bombing.rows.items()}
    return MappingProxyType(
        {points: Threshold(cell[0], int(cell[1:])) for points, cell in cells.items() if cell != NOTHING}
    )


def coastal_ships() -> Mapping[str, int]:
    """[32.35] Tons of each Axis coastal ship."""
    return MappingProxyType(supply_data().coastal_ships.value)


# Single figures


@functools.cache
def limits() -> Limits:
    return figures(supply_data().limits, Limits)
