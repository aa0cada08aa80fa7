"""[2.2, 13] What the orders of battle bring turn by turn, and the reinforcement options."""

import functools
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.tables import DatedTable, Sourced, load
from sandtable.games.panzerarmee_afrika.pieces.counters import Category, Counter, Nation, Side, counters
from sandtable.games.panzerarmee_afrika.pieces.tables import limits

Pool = Literal[
    "german-infantry",
    "german-armoured",
    "italian-infantry",
    "italian-armoured",
    "allied-infantry",
    "allied-armoured",
]
Malta = Literal["not-attempted", "success", "failure"]

POOLS: Mapping[Side, tuple[Pool, ...]] = {
    "axis": ("german-infantry", "german-armoured", "italian-infantry", "italian-armoured"),
    "allied": ("allied-infantry", "allied-armoured"),
}


class Withdrawal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[13.2.3] Allied units that must leave."""

    category: Category
    count: int
    from_cadre: bool  # whether eliminated units will do as well
    reason: str
    source: str


class Reinstatement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[13.2.4] Allied units that come back, withdrawn or eliminated before."""

    category: Category
    count: int
    reason: str
    source: str


class Turn(msgspec.Struct, frozen=True):
    """One turn of both orders of battle."""

    number: int
    month: str
    axis: tuple[str, ...]  # the ids of the units that arrive, options apart
    allied: tuple[str, ...]
    points: Mapping[Pool, int]  # [13.3.1]
    withdrawals: tuple[Withdrawal, ...]
    reinstatements: tuple[Reinstatement, ...]


class OptionWithdrawal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[13.5.1] What must leave the Alexandria base when the option is taken."""

    nation: Nation
    category: Category
    count: int


class Option(msgspec.Struct, frozen=True):
    """[13.5] One reinforcement option."""

    letter: str
    side: Side
    turns: tuple[int, ...]  # on which it may be taken
    excludes: tuple[str, ...]
    withdraws: OptionWithdrawal | None
    title: str
    source: str
    units: tuple[str, ...]

    @property
    def factors(self) -> int:
        """[13.5.3] Its combat factors, the base of its cost."""
        return sum(counters()[unit].combat_factor for unit in self.units)


@functools.cache
def turns() -> tuple[Turn, ...]:
    """[7] The turns in order, the first at index 0."""
    return tuple(_turn(line) for line in _schedule().turns)


def turn(number: int) -> Turn:
    if not 1 <= number <= len(turns()):
        raise ValueError(f"there is no turn {number}")
    return turns()[number - 1]


@functools.cache
def scheduled(number: int, side: str) -> tuple[str, ...]:
    """[13.2.2] The units that arrive on this turn whatever anybody chooses."""
    return tuple(
        each.id for each in counters().values() if each.arrives == number > 0 and each.side == side and not each.option
    )


def points(number: int, side: Side) -> Mapping[Pool, int]:
    """[13.3.1] The replacement points a side receives."""
    return {pool: turn(number).points[pool] for pool in POOLS[side]}


def pool_name(pool: str) -> str:
    """As players say it: German infantry."""
    return pool.replace("-", " ").capitalize()


def pool_of(counter: Counter) -> Pool:
    """[13.3.2] The points that rebuild a unit."""
    return _POOL_OF[counter.nation if counter.side == "axis" else "", counter.category]


_POOL_OF: Mapping[tuple[str, Category], Pool] = {
    ("DE", "infantry"): "german-infantry",
    ("DE", "armoured"): "german-armoured",
    ("IT", "infantry"): "italian-infantry",
    ("IT", "armoured"): "italian-armoured",
    ("", "infantry"): "allied-infantry",
    ("", "armoured"): "allied-armoured",
}


def withdrawals(number: int) -> tuple[Withdrawal, ...]:
    """[13.2.3]"""
    return turn(number).withdrawals


def reinstatements(number: int) -> tuple[Reinstatement, ...]:
    """[13.2.4]"""
    return turn(number).reinstatements


def depots_arriving(number: int, side: Side, malta: Malta) -> int:
    """[13.2.1] How many installations a side receives if its order of battle holds them; a failed Malta costs some."""
    if side == "axis" and malta == "failure" and number in _options().no_depot_after_failure.value:
        return 0
    return limits().depots_per_turn


def reinforcing_limit(number: int, category: Category) -> int:
    """[13.4] The combat factor up to which units may be reinforced; 0 while they may not be at all."""
    return _schedule().reinforcing[category].on(number)


@functools.cache
def schedule_sources() -> Mapping[str, str]:
    """Where the months and the points come from."""
    return MappingProxyType(_schedule().sources)


# The options


@functools.cache
def options() -> Mapping[str, Option]:
    """[13.5] By letter."""
    return MappingProxyType({line.letter: _option(line) for line in _options().options})


def axis_choices(malta: Malta) -> tuple[tuple[str, ...], ...]:
    """[13.5.2] The groups of letters from each of which the Axis may choose at most one."""
    return _options().choices.value[malta]


def reserve_turn(malta: Malta) -> int | None:
    """[13.5.2] When the units marked M arrive, which is nobody's choice; None when they never do."""
    return _options().reserve.value.get(malta)


RESERVE = "M"


def open_options(side: Side, number: int, malta: Malta, taken: Mapping[str, int]) -> tuple[str, ...]:
    """[13.5, 13.5.1, 13.5.2] The letters a side may still take on this turn, given the turn each was taken on.

    Whether the units that an option withdraws are at hand is for the caller to see.
    """
    lawful = tuple(
        letter
        for letter, option in options().items()
        if option.side == side
        and number in option.turns
        and letter not in taken
        and not set(option.excludes) & set(taken)
    )
    if side == "allied":
        return lawful
    if sum(when == number for when in taken.values()) >= limits().axis_options_per_turn:
        return ()
    return tuple(letter for letter in lawful if _still_open(letter, malta, taken))


def _still_open(letter: str, malta: Malta, taken: Collection[str]) -> bool:
    group = next((group for group in axis_choices(malta) if letter in group), ())
    return bool(group) and not set(group) & set(taken)


def arriving(number: int, side: Side, malta: Malta) -> tuple[str, ...]:
    """[13.2.2, 13.5.2] All that comes of itself: scheduled units and, when it is their turn, those marked M."""
    reserve = options()[RESERVE]
    if side == reserve.side and reserve_turn(malta) == number:
        return (*scheduled(number, side), *reserve.units)
    return scheduled(number, side)


# The shape of schedule.toml and options.toml.


class _TurnLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    month: str
    points: tuple[int, int, int, int, int, int]
    withdrawals: tuple[Withdrawal, ...] = ()
    reinstatements: tuple[Reinstatement, ...] = ()


class _Schedule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sources: dict[str, str]
    reinforcing: dict[Category, DatedTable[int]]
    pools: tuple[Pool, ...]
    turns: tuple[_TurnLine, ...]


class _OptionLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    letter: str
    side: Side
    turns: tuple[int, ...]
    title: str
    source: str
    excludes: tuple[str, ...] = ()
    withdraws: OptionWithdrawal | None = None


class _Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    options: tuple[_OptionLine, ...]
    choices: Sourced[dict[Malta, tuple[tuple[str, ...], ...]]]
    reserve: Sourced[dict[Malta, int]]
    no_depot_after_failure: Sourced[tuple[int, ...]]


@functools.cache
def _schedule() -> _Schedule:
    return load(__package__, "schedule.toml", _Schedule)


@functools.cache
def _options() -> _Options:
    return load(__package__, "options.toml", _Options)


def _turn(line: _TurnLine) -> Turn:
    received = MappingProxyType(dict(zip(_schedule().pools, line.points, strict=True)))
    return Turn(
        number=line.number,
        month=line.month,
        axis=scheduled(line.number, "axis"),
        allied=scheduled(line.number, "allied"),
        points=received,
        withdrawals=line.withdrawals,
        reinstatements=line.reinstatements,
    )


def _option(line: _OptionLine) -> Option:
    units = tuple(each.id for each in counters().values() if each.option == line.letter)
    return Option(
        letter=line.letter,
        side=line.side,
        turns=line.turns,
        excludes=line.excludes,
        withdraws=line.withdraws,
        title=line.title,
        source=line.source,
        units=units,
    )
