"""The tables of the game and the single figures of its rules, each with its source."""

import functools
import math
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from sandtable.core.tables import Sourced, figures, load, sources_of
from sandtable.games.panzerarmee_afrika.pieces.counters import Side

SupplyState = Literal["out", "general", "attack", "maximum"]
CommandMethod = Literal["single-roll", "roll-per-hex"]
Level = Literal["decisive", "substantive", "marginal", "draw"]


class MovementCosts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[11.1.2, 11.1.3] What a hex costs; None where the kind may not go."""

    road: int
    track: int
    clear: int | None = None
    rough: int | None = None
    swamp: int | None = None
    escarpment: int | None = None  # on top of the hex
    change: int | None = None  # between a road or track and another not connected with it
    overrun: int | None = None  # [11.4] on top of the hex

    def terrain(self, name: str) -> int | None:
        """Off road and track; ValueError for a terrain nobody enters."""
        costs = {"clear": self.clear, "rough": self.rough, "swamp": self.swamp}
        if name not in costs:
            raise ValueError(f"no unit moves into {name}")
        return costs[name]


class Supply(msgspec.Struct, frozen=True):
    """[8.5] What one state of supply does."""

    movement: Fraction
    attack: Fraction
    defence: Fraction


class Port(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[11.2] What may pass through a port in a movement phase."""

    name: str
    units: int  # that may leave, and again as many that may arrive
    installations: int  # likewise
    source: str
    total: int | None = None  # of everything, in and out together


class Verdict(msgspec.Struct, frozen=True):
    """[14.1] Who has won, and how well; nobody in a draw."""

    winner: Side | Literal[""]
    level: Level

    def shifted(self, towards: Side) -> "Verdict":
        """[14.1] One step better for a side, for Tobruk long held."""
        return _SCALE[max(0, min(len(_SCALE) - 1, _SCALE.index(self) + (1 if towards == "allied" else -1)))]


_SCALE = (
    Verdict("axis", "decisive"),
    Verdict("axis", "substantive"),
    Verdict("axis", "marginal"),
    Verdict("", "draw"),
    Verdict("allied", "marginal"),
    Verdict("allied", "substantive"),
    Verdict("allied", "decisive"),
)
DRAW = Verdict("", "draw")


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The single figures of the rules."""

    last_turn: int  # [7]
    stacking: int  # [4]
    bardia_stacking: int  # [4]
    depots_in_a_hex: int  # [4]
    supply_range: int  # [8.2] movement factors from unit or installation to the next
    attack_range: int  # [8.5]
    malta_turn: int  # [9]
    sea_clearance: int  # [11.2] hexes without an in-supply enemy that the Axis needs around both ports
    first_allied_attack: int  # [12] turn
    first_allied_demolition: int  # [12.3.1] turn
    minimum_factor: int  # [12.4.2] no unit counts for less
    lorry_factor: int  # [12.4.2] of a transport unit alone
    minimum_differential: int  # [12.1.1] of an attack
    minimum_counter_differential: int  # [12.4.4]
    lorry_return: int  # [12.4.6] turns
    depots_per_turn: int  # [13.2.1]
    most_points: int  # [2.1.4, 13.3.1] of each pool, at the end of the phase
    axis_options_per_turn: int  # [13.5.2]
    dismount_factors: int  # [13.6] that free one lorry
    tobruk_turns: int  # [14.1] consecutive faction turns
    reaction_armoured: int  # [15.1] movement factors
    reaction_other: int  # [15.1]
    reliability_attack: int  # [15.2] Italian infantry factors lost
    reliability_near: int  # [15.2]
    reliability_stacked: int  # [15.2]
    unreliable_overrun: int  # [15.2] cost on top of the hex


# Combat


def combat_results(differential: int, die: int) -> int:
    """[12.4.3] The combat factors the loser must give up, as nearly as he can without exceeding them."""
    if not 1 <= die <= 6:
        raise ValueError(f"the die shows 1 to 6, not {die}")
    return results(differential)[die - 1]


@functools.cache
def results(differential: int) -> tuple[int, ...]:
    """[12.4.3] One column, from the roll of 1 to the roll of 6."""
    if differential < 0:
        raise ValueError(f"there is no column for a differential of {differential}")
    rows = _tables().combat_results.value
    return tuple(row[min(differential, len(row) - 1)] for row in rows)


@functools.cache
def chances(differential: int) -> Mapping[int, Fraction]:
    """[12.4.3] The chance of each loss in a column, the heaviest first."""
    column = results(differential)
    return MappingProxyType({loss: Fraction(column.count(loss), 6) for loss in sorted(set(column), reverse=True)})


def certain_loss(differential: int) -> int:
    """[11.4] What the loser gives up whatever the die shows; nothing below the first column."""
    return min(results(differential)) if differential >= 0 else 0


def attack_column(attack: Fraction, defence: Fraction) -> int:
    """[12.4.2, 12.4.3] The differential of an attack, fractions down; below zero there is no attack."""
    return math.floor(attack - defence)


def counter_attack_column(attack: Fraction, defence: Fraction) -> int:
    """[12.4.4] The differential of a counter-attack, fractions up and never below the first column."""
    return max(limits().minimum_counter_differential, math.ceil(attack - defence))


def counter_attack_factor(nation: str) -> int:
    """[12.4.4] What the defender's factors are multiplied by when he strikes back."""
    factors = _tables().counter_attack.value
    return factors.get(nation, factors["other"])


def defence_factor(side: str, terrain: str, fort: str = "") -> int:
    """[12.4.2] What the hex does for a defender; the fort is "bardia", "tobruk" or none."""
    factors = _tables().defence.value
    if fort:
        return factors[fort]
    if terrain == "swamp" and side != "axis":
        return 1
    return factors.get(terrain, 1)


@functools.cache
def escarpment_factor() -> Fraction:
    """[12.4.2] For an attacker with nothing but escarpments between him and his enemies."""
    return Fraction(_tables().escarpment_attack.value)


@functools.cache
def supply(state: SupplyState) -> Supply:
    """[8.5]"""
    movement, attack, defence = _tables().supply.value[state]
    return Supply(Fraction(movement), Fraction(attack), Fraction(defence))


# Movement


def regular_costs() -> MovementCosts:
    """[11.1.2]"""
    return _tables().movement.value["regular"]


def transport_costs() -> MovementCosts:
    """[11.1.3]"""
    return _tables().movement.value["transport"]


@functools.cache
def ports() -> Mapping[str, Port]:
    """[11.2] By hex."""
    return MappingProxyType(_tables().ports)


def captures(captor: Side, turn: int, die: int) -> bool:
    """[11.1.6] Whether an installation taken is of use to its captor."""
    if not 1 <= die <= 6:
        raise ValueError(f"the die shows 1 to 6, not {die}")
    columns = _tables().capture.value
    column = "axis_on_turn_1" if captor == "axis" and turn == 1 else "otherwise"
    return die in columns[column]


# Command and Malta


def command_digits(method: CommandMethod, die: int) -> tuple[int, ...]:
    """[10.1, 10.2] The last digits of the hexes that are out of command."""
    if not 1 <= die <= 6:
        raise ValueError(f"the die shows 1 to 6, not {die}")
    return _tables().command[method].value[die - 1]


def malta_success(die: int, allied_in_libya: bool) -> bool:
    """[9] Whether the island falls; Allied units count only in supply."""
    if not 1 <= die <= 6:
        raise ValueError(f"the die shows 1 to 6, not {die}")
    return die in _tables().malta.value["some" if allied_in_libya else "none"]


# Optional rules


def reacts(side: Side, die: int) -> bool:
    """[15.1]"""
    return die in _tables().reaction.value[side]


def surrenders(die: int) -> bool:
    """[15.3]"""
    return die in _tables().surrender.value


# Victory


def victory(allied: int, axis: int, alexandria: Side, el_agheila: Side) -> Verdict:
    """[14.1] By the adjusted factors of both and who holds the bases, before Tobruk is looked at.

    A side reduced below nothing counts as nothing, and nothing against nothing is no more than one to one.
    """
    allied, axis = max(0, allied), max(0, axis)
    row = next(row for row in _tables().victory.value if row.holds(allied, axis))
    held = sum(holder == row.winner for holder in (alexandria, el_agheila))
    if row.winner == "allied" and alexandria != "allied":
        return DRAW
    if not held:
        return DRAW
    return Verdict(row.winner, row.both if held == 2 else row.one)


@functools.cache
def option_cost() -> Fraction:
    """[13.5.3] What each combat factor received by an option takes off at the end."""
    return Fraction(_tables().option_cost.value)


# Single figures


@functools.cache
def limits() -> Limits:
    return figures(_tables().limits, Limits)


@functools.cache
def sources() -> Mapping[str, str]:
    """Where each table and each figure comes from."""
    tables = _tables()
    found = sources_of(tables.limits)
    found |= {f"port {hex}": port.source for hex, port in tables.ports.items()}
    found |= {f"command {method}": table.source for method, table in tables.command.items()}
    for name in tables.__struct_fields__:
        table = getattr(tables, name)
        if isinstance(table, Sourced):
            found[name] = table.source
    return MappingProxyType(found)


# The shape of tables.toml.


class _Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the victory table; the first that holds is used."""

    winner: Side
    one: Level  # for the Allies Alexandria alone, for the Axis either base
    both: Level
    at_most: int | None = None  # Allied factors to one of the Axis
    less_than: int | None = None

    def holds(self, allied: int, axis: int) -> bool:
        if self.at_most is not None:
            return allied <= self.at_most * axis
        return self.less_than is None or allied < self.less_than * axis


class _Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    combat_results: Sourced[tuple[tuple[int, ...], ...]]
    counter_attack: Sourced[dict[str, int]]
    defence: Sourced[dict[str, int]]
    escarpment_attack: Sourced[str]
    supply: Sourced[dict[SupplyState, tuple[str, str, str]]]
    movement: Sourced[dict[str, MovementCosts]]
    ports: dict[str, Port]
    capture: Sourced[dict[str, tuple[int, ...]]]
    command: dict[CommandMethod, Sourced[tuple[tuple[int, ...], ...]]]
    malta: Sourced[dict[str, tuple[int, ...]]]
    reaction: Sourced[dict[Side, tuple[int, ...]]]
    surrender: Sourced[tuple[int, ...]]
    victory: Sourced[tuple[_Row, ...]]
    option_cost: Sourced[str]
    limits: dict[str, Sourced[Any]]


@functools.cache
def _tables() -> _Tables:
    return load(__package__, "tables.toml", _Tables)
