"""The tables of the game: combat, terrain, anti-tank, recovery, air power, the turns, and what each scenario sets."""

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, Self

import msgspec

from sandtable.core.tables import Sourced, figures, load, sources_of
from sandtable.games.tobruk.pieces.counters import Air, Command, Nation, Side

HALVES = 2  # movement is counted in half points, because the road rate is one half: a point is two

COLUMNS = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1")

Edition = Literal["first", "second"]  # of the Combat Results Table: that of rules 1 and 2, and that of today


class Ratio(msgspec.Struct, frozen=True):
    """[10.1] A column of the Combat Results Table, and what ratios beyond 4:1 add to the dice."""

    column: str
    modifier: int = 0

    @classmethod
    def of(cls, attack: int, defence: int) -> Self:
        """[10.1] Fractions in favour of the defender; beyond 4:1 each whole ratio adds one to the dice."""
        if attack < 0 or defence < 0:
            raise ValueError(f"there is no ratio of {attack} against {defence}")
        if not defence:
            return cls("4:1")
        ratio = attack // defence
        if ratio >= 1:
            return cls(f"{min(ratio, 4)}:1", max(0, ratio - 4))
        return cls("1:2" if 2 * attack >= defence else "1:3")

    def shifted(self, left: int) -> Self:
        """[10.1] Moved by terrain towards 1:3, and never beyond it."""
        place = max(0, COLUMNS.index(self.column) - left)
        return msgspec.structs.replace(self, column=COLUMNS[place])


class Result(msgspec.Struct, frozen=True):
    """[10.2] Reductions of either side and the hexes every surviving defender retreats."""

    attacker: int
    defender: int
    retreat: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """From the notation of the table, as "1/-" or "-/2R3"."""
        attacker, _, defender = text.partition("/")
        losses, _, hexes = defender.partition("R")
        try:
            return cls(_reductions(attacker), _reductions(losses), int(hexes or 0))
        except ValueError as error:
            raise ValueError(f"{text!r} is no combat result") from error

    def __str__(self) -> str:
        defender = f"{self.defender or ''}{f'R{self.retreat}' if self.retreat else ''}"
        return f"{self.attacker or '-'}/{defender or '-'}"


def _reductions(text: str) -> int:
    return 0 if text in ("-", "") else int(text)


class CombatTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[10.1] Results by column and modified dice; the first row holds for less, the last for more."""

    columns: tuple[str, ...]
    first_roll: int
    rows: tuple[tuple[str, ...], ...]
    source: str

    def __post_init__(self) -> None:
        if self.columns != COLUMNS:
            raise ValueError(f"the columns run {', '.join(COLUMNS)}")
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError("every row needs every column")

    @property
    def last_roll(self) -> int:
        return self.first_roll + len(self.rows) - 1

    def result(self, column: str, roll: int) -> Result:
        """The result of the dice with all their modifiers."""
        row = min(max(roll, self.first_roll), self.last_roll) - self.first_roll
        return Result.parse(self.rows[row][self.columns.index(column)])


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the Terrain Effects Chart: movement points by class of unit (None: impassable) and column shifts."""

    motorised: float | None = None
    other: float | None = None
    shift: int = 0
    source: str = ""

    def cost(self, motorised: bool) -> int | None:
        """In half movement points; of a hexside what it adds."""
        points = self.motorised if motorised else self.other
        return None if points is None else round(points * HALVES)


class Modifiers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[10.1] What is added to the attacker's dice for each marker or air unit."""

    artillery: int
    attacking_close_air_support: int
    attacking_fighter: int
    defending_close_air_support: int
    defending_fighter: int


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The single figures of the rules."""

    stacking: int  # [7.1] battalions in a hex: two regiments
    road_stacking: int  # [7.1, 9.2] battalions in a hex while using road movement
    leaving_zone: int  # [8.0] movement points to leave an enemy zone
    minimum_move: int  # [9.1] hexes
    overrun_move: int  # [9.4] hexes
    minefields: int  # [9.6] a turn
    low_supply_turns: int  # [5.2] consecutive turns without a path
    out_of_supply_turns: int
    reduction_turns: int
    ratio_cap: int  # [10.1] the best column
    advance: int  # [10.4] hexes
    mechanised_advance: int
    least_bid: int  # [15.3]


class Turn(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A box of the Turn Track: two days."""

    number: int
    date: str


class Allotment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[11.0] The air units a side may use in a turn, before losses."""

    fighters: int
    close_air_support: int


class AirPower(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one side receives from one turn on; without a fixed number of close air support units a die gives it."""

    side: Side
    first_turn: int
    fighters: int
    source: str
    close_air_support: int | None = None


class Placement(msgspec.Struct, frozen=True):
    """[15.1, 15.2] A unit of the set-up."""

    unit: str
    hex: str
    depleted: bool
    garrison: bool = False  # listed under Tobruk Garrison


class Arrival(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[4.0, 15.4, 15.5] Units that enter on one turn: at one entry hex, or anywhere from the first to the second."""

    turn: int
    side: Side
    entries: tuple[str, ...]
    units: tuple[str, ...]
    source: str

    @property
    def along_edge(self) -> bool:
        """[15.4] Any map-edge hex between the two entries will do."""
        return len(self.entries) == 2


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    number: int
    name: str
    first_turn: int
    last_turn: int
    setup: str  # the list of set-up hexes that it uses
    displaced_garrison: bool  # [15.1] garrison units may start within one hex of the listed one, in the perimeter
    air: tuple[AirPower, ...]
    source: str
    first_chit: Command | None = None  # [15.1, 15.3] drawn first on the first turn
    margin: int | None = None  # [15.1, 15.2] the points the Commonwealth needs more than the Axis; None is [15.3] a bid
    sources: dict[str, str] = {}  # of single entries that the rulebook leaves open


class Objective(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    hex: str
    points: int
    source: str


class Victory(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[14.0] The points, alike in all scenarios."""

    supply_route: int
    objectives: tuple[Objective, ...]
    casualties: Mapping[Literal["german", "italian", "commonwealth_armour", "commonwealth_other"], int]
    draw_air_losses: int  # Commonwealth air units lost beyond the Axis ones that turn its victory into a draw
    source: str


# Combat


def combat_results(edition: Edition) -> CombatTable:
    """[10.1, 10.2]"""
    return _tables().combat_results[edition]


def combat_result(edition: Edition, ratio: Ratio, dice: int) -> Result:
    """[10.1] Dice with every modifier but that of the ratio, which is added here."""
    return combat_results(edition).result(ratio.column, dice + ratio.modifier)


@functools.cache
def modifiers() -> Modifiers:
    """[10.1]"""
    return figures(_tables().modifiers, Modifiers)


def air_modifier(kind: Air, attacking: bool) -> int:
    """[10.1] What one air unit adds to the attacker's dice."""
    each = modifiers()
    if kind == "fighter":
        return each.attacking_fighter if attacking else each.defending_fighter
    return each.attacking_close_air_support if attacking else each.defending_close_air_support


def anti_tank_hit(nation: Nation, die: int) -> bool:
    """[13.0] Whether a gun of this nation depletes the vehicle it fires at."""
    return die <= _tables().anti_tank[nation].value


def recovery(nation: Nation, die: int) -> int | None:
    """[12.0] The game turns that must elapse before the armour returns; None when it is gone for good."""
    column = _tables().recovery.get(nation)
    if column is None:
        raise ValueError(f"there is no recovery column for {nation} armour")
    return column.value[die - 1] or None


# Terrain


def hex_effect(terrain: str) -> Effect:
    """Of "clear", "rough", "city" or "sea"."""
    return _tables().terrain[terrain]


def hexside_effect(feature: str) -> Effect:
    """Of "escarpment" or "fortification": added to the cost of the hex."""
    return _tables().hexsides[feature]


def rate(road: str) -> Effect:
    """[9.2] Of "road" or "trail": along it instead of the cost of hex and hexside."""
    return _tables().rates[road]


@functools.cache
def limits() -> Limits:
    return figures(_tables().limits, Limits)


@functools.cache
def limit_sources() -> Mapping[str, str]:
    return MappingProxyType(sources_of(_tables().limits))


# Turns and scenarios


@functools.cache
def turn_track() -> tuple[Turn, ...]:
    """[1.0] The turns in order, the first at index 0."""
    return _schedule().turns


def date(turn: int) -> str:
    """[1.0] The two days of a turn, as "18-19 Nov 1941"."""
    if not 1 <= turn <= len(turn_track()):
        raise ValueError(f"there is no turn {turn}")
    return turn_track()[turn - 1].date


@functools.cache
def scenarios() -> Mapping[str, Scenario]:
    """[15.0] By id, in the order of the book."""
    return MappingProxyType({scenario.id: scenario for scenario in _setup().scenarios})


@functools.cache
def setup(scenario: str) -> tuple[Placement, ...]:
    """[15.1, 15.2] Every unit on the map when play begins."""
    places = _setup().places[scenarios()[scenario].setup]
    return tuple(
        Placement(unit.removesuffix("*"), place.hex, unit.endswith("*"), place.group == "Tobruk Garrison")
        for place in places
        for unit in place.units
    )


@functools.cache
def arrivals(scenario: str) -> tuple[Arrival, ...]:
    """[15.4, 15.5] The reinforcements that arrive in the turns of this scenario."""
    span = scenarios()[scenario]
    return tuple(each for each in _schedule().arrivals if span.first_turn <= each.turn <= span.last_turn)


@functools.cache
def arrivals_on(scenario: str, turn: int, side: str) -> tuple[Arrival, ...]:
    return tuple(each for each in arrivals(scenario) if each.turn == turn and each.side == side)


def air_die_needed(scenario: str, turn: int) -> bool:
    """[15.1, 15.2, 15.3] Whether each side rolls for its close air support this turn."""
    return any(_air_power(scenario, turn, side).close_air_support is None for side in ("axis", "commonwealth"))


def allotment(scenario: str, turn: int, side: Side, die: int) -> Allotment:
    """[3.3, 11.0] What a side receives; the die counts only on turns that need one."""
    power = _air_power(scenario, turn, side)
    support = power.close_air_support
    return Allotment(power.fighters, close_air_support(side, die) if support is None else support)


def close_air_support(side: Side, die: int) -> int:
    """[15.1, 15.2, 15.3] The close air support units a roll brings."""
    if not 1 <= die <= 6:
        raise ValueError(f"the die shows 1 to 6, not {die}")
    return _tables().close_air_support[side].value[die - 1]


def _air_power(scenario: str, turn: int, side: str) -> AirPower:
    found = [power for power in scenarios()[scenario].air if power.side == side and power.first_turn <= turn]
    return max(found, key=lambda power: power.first_turn)


def victory() -> Victory:
    """[14.0]"""
    return _tables().victory


def casualty_points(nation: Nation, armour: bool) -> int:
    """[14.0] What the enemy earns for an eliminated land unit, headquarters included."""
    points = victory().casualties
    if nation == "commonwealth":
        return points["commonwealth_armour" if armour else "commonwealth_other"]
    return points["german" if nation == "german" else "italian"]


# The shapes of the data files.


class _Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    combat_results: dict[Edition, CombatTable]
    modifiers: dict[str, Sourced[int]]
    terrain: dict[str, Effect]
    hexsides: dict[str, Effect]
    rates: dict[str, Effect]
    anti_tank: dict[Nation, Sourced[int]]
    recovery: dict[Nation, Sourced[tuple[int, ...]]]  # by die; 0 stands for permanently eliminated
    close_air_support: dict[Side, Sourced[tuple[int, ...]]]  # by die
    victory: Victory
    limits: dict[str, Sourced[Any]]


class _Schedule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turns: tuple[Turn, ...]
    arrivals: tuple[Arrival, ...]
    sources: dict[str, str]


class _Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hex: str
    group: str
    units: tuple[str, ...]  # a star marks a depleted unit
    source: str = ""  # where it is not the list itself


class _Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    scenarios: tuple[Scenario, ...]
    places: dict[str, tuple[_Place, ...]]
    sources: dict[str, str]


@functools.cache
def _tables() -> _Tables:
    return load(__package__, "tables.toml", _Tables)


@functools.cache
def _schedule() -> _Schedule:
    return load(__package__, "schedule.toml", _Schedule)


@functools.cache
def _setup() -> _Setup:
    return load(__package__, "setup.toml", _Setup)
