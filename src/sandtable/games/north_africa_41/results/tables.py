"""[8.3, 10.1, 11.4, 13.5, 16.5.3, 27.5.2] The Combat Results Table and the tables for single units."""

import functools
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.tables import OddsTable, Sourced, load
from sandtable.games.north_africa_41.pieces.counters import Quality
from sandtable.games.north_africa_41.pieces.tables import DefenceColumn, limits

Result = Literal["DS", "DR4", "D1", "A1/D1", "A1/DR2", "DR2", "DRX", "EX", "A1"]
Background = Literal["plain", "orange", "red"]
Order = Literal["good-order", "disrupted", "full-retreat"]  # [13.1.1]
Disengagement = Literal["no", "yes with a loss", "yes"]

_RESULTS: Mapping[str, Result] = {
    "DS": "DS",
    "DR4": "DR4",
    "D1": "D1",
    "A1/D1": "A1/D1",
    "A1/DR2": "A1/DR2",
    "DR2": "DR2",
    "DRX": "DRX",
    "EX": "EX",
    "A1": "A1",
}

# Odds are whole numbers: n for n-1, 0 for 1-2, -1 for 1-3 and so on down, so that a column shift adds or takes one.
LOWEST = -1  # [8.8.3] 1-3
HIGHEST = 7  # [8.8.3] the last column
AUTOMATIC = 10  # [8.8.3] 10-1


class Effect(msgspec.Struct, frozen=True):
    """[10.1, 14.2.1] What a result does before Determined Defense."""

    attacker_steps: int
    defender_steps: int
    shortest_retreat: int
    longest_retreat: int  # the defender chooses between the two
    advance: int  # hexes, 0 for none
    limited_advance: bool  # [14.2.2] into the defender's hex alone, if it is emptied
    order: Order | Literal[""]  # [13.1.2, 13.1.3] of whoever retreats
    opponent_chooses: bool  # [10.2.1] which steps are lost
    background: Background  # [11.2.2]

    @property
    def retreats(self) -> bool:
        return bool(self.longest_retreat)


class Stand(msgspec.Struct, frozen=True):
    """[11.4.1] One cell of the Determined Defense Table."""

    holds: bool
    attacker_steps: int
    defender_chooses: bool  # which attacker loses the step
    lead_steps: int
    loses_fortification: bool


# The Combat Results Table


def odds(attack: int, defence: int) -> int:
    """[8.3] Rounded down in the defender's favour; a defender without strength is overwhelmed."""
    if attack <= 0:
        raise ValueError("an attack needs strength")
    if defence <= 0:
        return AUTOMATIC
    if attack >= defence:
        return attack // defence
    return 2 + (-defence // attack)


def odds_name(place: int) -> str:
    """For a reader: 3 is "3-1", 0 is "1-2"."""
    return f"{place}-1" if place > 0 else f"1-{2 - place}"


def column(place: int) -> str:
    """[8.8.3, 8.8.4] The column in which these odds are resolved, all shifts done."""
    if place < LOWEST:
        raise ValueError(f"there is no attack at {odds_name(place)}")
    return odds_name(min(place, HIGHEST))


def result(place: int, die: int) -> Result:
    """[8.3, 8.8.3] By odds after all shifts; 10-1 and more needs no die."""
    return "DS" if place >= AUTOMATIC else _RESULTS[_tables().results.result(column(place), die)]


@functools.cache
def chances(place: int) -> Mapping[Result, Fraction]:
    """[8.3] The chance of each result at these odds."""
    if place >= AUTOMATIC:
        return MappingProxyType({"DS": Fraction(1)})
    found = _tables().results.chances(column(place))
    return MappingProxyType({_RESULTS[each]: chance for each, chance in found.items()})


@functools.cache
def effect(of: Result) -> Effect:
    """[10.1]"""
    told = _tables().effects.value[of]
    background = next(colour for colour, found in _tables().backgrounds.value.items() if of in found)
    return Effect(
        attacker_steps=told.attacker_steps,
        defender_steps=told.defender_steps,
        shortest_retreat=told.retreat[0],
        longest_retreat=told.retreat[1],
        advance=told.advance,
        limited_advance=told.limited_advance,
        order=told.order,
        opponent_chooses=told.opponent_chooses,
        background=background,
    )


class Ratings(msgspec.Struct, frozen=True):
    """[9.2.3, 9.2.4] The best Tank Ratings of one side in a combat; None where it has no such unit."""

    tanks: int | None = None
    flak: int | None = None

    @property
    def best(self) -> int:
        return max(self.tanks or 0, self.flak or 0)


def tank_shift(attacker: Ratings, defender: Ratings) -> int:
    """[9.2.3, 9.2.4, 18.2] Columns right, or one left for an attack without tanks on tanks; flak only denies."""
    if attacker.tanks is not None:
        return max(0, min(limits().tank_shifts, attacker.tanks - defender.best))
    if defender.tanks is None:
        return 0
    return 0 if attacker.flak is not None and attacker.flak >= defender.tanks else -1


def tanks_outclassed(attacker: Ratings, defender: Ratings) -> bool:
    """[9.1, 9.2.3] Whether the attacker's tanks are halved because the defender has the better rating."""
    return attacker.tanks is not None and attacker.best < defender.best


# Determined Defense


@functools.cache
def determined_defence(where: DefenceColumn, die: int) -> Stand:
    """[11.4] By the die with its modifiers."""
    rows = _tables().determined_defence.value
    row = max(1, min(len(rows), die))
    outcome, losses = rows[row - 1][_COLUMNS.index(where)].split()
    attacker, lead = losses.split("/")
    return Stand(
        holds=outcome == "H",
        attacker_steps=_steps(attacker),
        defender_chooses=attacker.endswith("*"),
        lead_steps=_steps(lead),
        loses_fortification=row in _tables().lost_fortification.value.get(where, ()),
    )


def _steps(cell: str) -> int:
    return 0 if cell == "-" else int(cell.removesuffix("*"))


def defence_modifier(lead: Quality, background: Background, supported: bool) -> int:
    """[11.2.4] To the die of a Determined Defense."""
    return _quality(lead) - (background == "orange") + supported


# Tables for single units


def rally_modifier(quality: Quality, sheltered: bool) -> int:
    """[13.5] Sheltered in a Port or Fortified hex."""
    return _quality(quality) + (_tables().shelter.value if sheltered else 0)


def rallies(die: int) -> bool:
    """[13.5] By the die with its modifiers."""
    return _clamped(die) in _tables().rally.value


def isolation_modifier(quality: Quality, airfield: bool, fortification: bool) -> int:
    """[16.5.4] With a Line of Supply to a usable Airfield or Corps HQ, or to a Fortification."""
    return _quality(quality) + airfield + fortification


def starves(die: int) -> bool:
    """[16.5.3] Whether a unit loses a step, by the die with its modifiers."""
    return _clamped(die) in _tables().isolation.value


def disengagement_modifier(mechanised: bool, elite: bool, low: bool) -> int:
    """[27.5.2] Mechanised and Elite if the whole group is, Low Quality if any unit is."""
    return mechanised + elite - low


def disengagement(die: int) -> Disengagement:
    """[27.5.2] By the die with its modifiers."""
    return _tables().disengagement.value[_clamped(die) - 1]


def completes_fortification(die: int) -> bool:
    """[9.5.4]"""
    return die in _tables().fortification.value


@functools.cache
def combat_sources() -> Mapping[str, str]:
    """Where each table comes from."""
    tables = _tables()
    return MappingProxyType({name: getattr(tables, name).source for name in tables.__struct_fields__})


# The shape of combat.toml.


class _Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    attacker_steps: int = 0
    defender_steps: int = 0
    retreat: tuple[int, int] = (0, 0)
    advance: int = 0
    limited_advance: bool = False
    order: Order | Literal[""] = ""
    opponent_chooses: bool = False


class _Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    results: OddsTable
    effects: Sourced[dict[Result, _Effect]]
    backgrounds: Sourced[dict[Background, tuple[Result, ...]]]
    determined_defence: Sourced[tuple[tuple[str, str, str], ...]]
    lost_fortification: Sourced[dict[DefenceColumn, tuple[int, ...]]]
    rally: Sourced[tuple[int, ...]]
    shelter: Sourced[int]
    isolation: Sourced[tuple[int, ...]]
    disengagement: Sourced[tuple[Disengagement, ...]]
    fortification: Sourced[tuple[int, ...]]


_COLUMNS: tuple[DefenceColumn, ...] = ("clear", "other", "fortified")


@functools.cache
def _tables() -> _Tables:
    return load(__package__, "combat.toml", _Tables)


def _quality(quality: Quality) -> int:
    return {"elite": 1, "normal": 0, "low": -1}[quality]


def _clamped(die: int) -> int:
    return max(1, min(6, die))
