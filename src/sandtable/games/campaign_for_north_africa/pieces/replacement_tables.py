"""[20.3, 20.66, 20.67, 20.78] Replacements: what points cost, what the pool of the Axis holds and what the Commonwealth
produces. Tables of the whole game."""

import functools
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.tables import Sourced, load
from sandtable.games.campaign_for_north_africa.calendar import date
from sandtable.games.campaign_for_north_africa.pieces.weapons import (
    Nation,
    ReplacementClass,
    WeaponClass,
    removals,
    weapons,
)

Source = Literal["trucks", "german", "italian", "commonwealth"]  # trucks of the pool are drawn by both nations
Cost = Mapping[str, int]  # Replacement Points of each class
Per = Literal["turn", "fortnight", "month"]
INFANTRY, ARMOURED_RECCE = "infantry", "armoured_recce"  # items that are no weapons
CLASSES: Mapping[str, ReplacementClass] = MappingProxyType(
    {
        "tank": "tank",
        "recce": "recce",
        "artillery": "gun",
        "anti_tank": "gun",
        "light_aa": "gun",
        "heavy_aa": "gun",
    }
)
GENERIC_GUNS: Mapping[tuple[str, str], str] = MappingProxyType(  # what a chart calls by its class alone
    {
        ("german", "light_aa"): "LightFlak",
        ("german", "heavy_aa"): "88mm",
        ("italian", "light_aa"): "Breda20",
        ("commonwealth", "light_aa"): "Bofors",
        ("commonwealth", "heavy_aa"): "3.7inAA",
    }
)


class Period(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[20.66] How many points of an item may be planned, from one Game-Turn to another."""

    most: int
    per: Per
    first: int
    last: int | None = None
    total: int | None = None  # ceiling of the period; the first one holds for those that name none

    def holds(self, turn: int) -> bool:
        return self.first <= turn and (self.last is None or turn <= self.last)


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[20.66, 20.78] One line of the pool or of Commonwealth production."""

    periods: tuple[Period, ...]
    tons: int = 0  # [20.62] of a point in an Axis convoy
    tunis_box: bool = False  # taken over from the French in Tunis

    @property
    def total(self) -> int:
        return sum(period.total or 0 for period in self.periods)

    def period(self, turn: int) -> Period | None:
        """[20.63, 20.67, 20.72] The limits in a Game-Turn, by planning for the Axis, by arrival for the
        Commonwealth."""
        return next((period for period in self.periods if period.holds(turn)), None)

    def plannable(self, turn: int) -> int:
        """[20.61, 20.67] Points that could have been planned to the end of a Game-Turn."""
        spans = [(period, range(period.first, min(period.last or turn, turn) + 1)) for period in self.periods]
        most = sum(period.most * len({window(period.per, each) for each in span}) for period, span in spans)
        return min(most, self.ceiling(turn))

    def ceiling(self, turn: int) -> int:
        """[20.61] Points that may have been planned in all by the end of the period of a Game-Turn."""
        return sum(period.total or 0 for period in self.periods if period.first <= turn)


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[20.42, 20.43] What Replacement Points are like until a unit has taken them up."""

    battalion: int  # points that are equal to one
    morale: int


class LoanFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[20.9, 64.75] Voluntary withdrawals: the strength a unit needs, points by the week, at most and for a return, and
    how long it stays then."""

    percent: int
    week: float
    most: float
    returning: float
    months: int


class UpgradeTurns(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[20.55, 20.77] From which Game-Turns on units are made more effective."""

    armoured_cars: int
    infantry: int


def window(per: Per, turn: int) -> int:
    """[20.67] Turns, half months or months, numbered: a limit begins anew with each."""
    if per == "turn":
        return turn
    today = date(turn)
    months = today.year * 12 + today.month
    return months if per == "month" else 2 * months + (today.week > 2)


def item(source: Source, name: str) -> Item:
    """[20.66, 20.78] A class of points, or a weapon by its name."""
    return items(source)[name]


def items(source: Source) -> Mapping[str, Item]:
    """[20.66, 20.78] Every line of a nation, or the trucks of the Axis."""
    tables = _tables()
    if source == "commonwealth":
        return tables.production.equipment
    return {"trucks": tables.pool.trucks, "german": tables.pool.german, "italian": tables.pool.italian}[source]


@functools.cache
def land_items(nation: Nation) -> Mapping[str, Item]:
    """[32.8, 20.66, 20.78] The lines that are left without the Air Game."""
    found: dict[str, Item] = {}
    for name, each in items(nation).items():
        kind = weapon_class(nation, name)
        if kind in _without_air(nation):
            continue
        slower = _tables().pool_without_air_game.get(nation, {}).get(name)
        if slower is not None:
            rates = tuple(msgspec.structs.replace(rate, most=slower.most, per=slower.per) for rate in each.periods)
            each = msgspec.structs.replace(each, periods=rates)
        found[name] = each
    return MappingProxyType(found)


def _without_air(nation: Nation) -> tuple[WeaponClass, ...]:
    """[32.81, 32.82, 32.83] Italian heavy anti-air points are lost wherever they would go."""
    return ("heavy_aa",) if nation == "italian" else removals()[nation].points


def weapon_of(nation: Nation, name: str) -> str:
    """[20.23, 20.24] The weapon that an item is; empty for infantry and for recce points without one of their own."""
    return GENERIC_GUNS.get((nation, name), name if name in weapons() else "")


def weapon_class(nation: Nation, name: str) -> WeaponClass | None:
    weapon = weapon_of(nation, name)
    return weapons()[weapon].weapon_class if weapon else None


def class_of(nation: Nation, name: str) -> ReplacementClass:
    """[20.2] Infantry, Recce, Tank or Gun Points."""
    kind = weapon_class(nation, name)
    if kind is None:
        return "infantry" if name == INFANTRY else "recce"
    return CLASSES[kind]


def delay(nation: Nation) -> int:
    """[20.21, 20.63, 20.72] Game-Turns between planning and arrival."""
    tables = _tables()
    return tables.production.delay if nation == "commonwealth" else tables.pool.delay


def commonwealth_infantry(turn: int, dice: int) -> int:
    """[20.73, 20.78] Infantry Points that arrive in a Game-Turn, by the sum of two dice."""
    table = _tables().production.infantry
    if turn < table.first[0]:
        return 0
    return table.rows[dice - 2][sum(first <= turn for first in table.first) - 1]


def conversion(unit: str) -> tuple[Cost, ...]:
    """[20.3, 19.63] What one TOE Strength Point, or a headquarters, costs: one of these; nothing buys what has none."""
    return tuple(MappingProxyType(cost) for cost in _tables().conversion.value[unit])


def replacement_figures() -> Figures:
    """[20.42, 20.43] How many points make a battalion, and their morale."""
    return _tables().counter.value


def upgrade_turns() -> UpgradeTurns:
    """[20.55, 20.77] The Game-Turns from which units are made more effective."""
    return _tables().upgrades.value


def loan_figures() -> LoanFigures:
    """[20.9] What voluntary withdrawals bring."""
    return _tables().loans.value


def raider_returns(eliminated: int) -> int:
    """[27.16] The Game-Turn in which a Desert Raider unit is formed again."""
    return eliminated + _tables().raiders_return.value


@functools.cache
def replacement_sources() -> Mapping[str, str]:
    return MappingProxyType(dict(_sources()))


def _sources() -> Iterator[tuple[str, str]]:
    tables = _tables()
    yield "conversion", tables.conversion.source
    yield "pool", tables.pool.source
    yield "production", tables.production.source
    yield "raiders", tables.raiders_return.source
    yield "counter", tables.counter.source
    yield "upgrades", tables.upgrades.source
    yield "loans", tables.loans.source


# The shape of replacements.toml.


class _Pool(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    delay: int
    trucks: dict[str, Item]
    german: dict[str, Item]
    italian: dict[str, Item]


class _Rate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    most: int
    per: Per


class _Infantry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    first: tuple[int, ...]  # Game-Turns with which the columns begin
    rows: tuple[tuple[int, ...], ...]  # sums 2 to 12


class _Production(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    delay: int
    infantry: _Infantry
    equipment: dict[str, Item]


class _Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    conversion: Sourced[dict[str, tuple[dict[str, int], ...]]]
    raiders_return: Sourced[int]
    pool: _Pool
    pool_without_air_game: dict[Nation, dict[str, _Rate]]
    production: _Production
    counter: Sourced[Figures]
    upgrades: Sourced[UpgradeTurns]
    loans: Sourced[LoanFigures]


@functools.cache
def _tables() -> _Tables:
    return load(__package__, "replacements.toml", _Tables)
