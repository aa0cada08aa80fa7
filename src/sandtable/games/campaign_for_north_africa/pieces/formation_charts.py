"""[19.3, 19.5] What may be assigned to a formation and what it may attach besides, as the charts print it."""

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from sandtable.core.tables import load
from sandtable.games.campaign_for_north_africa.pieces.counters import Counter, Level, Symbol, When, counter, when
from sandtable.games.campaign_for_north_africa.pieces.weapons import Kind, Nation

Limited = Literal["infantry", "tank", "recce", "gun_class", "infantry_or_tank"]


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[19.3] A kind of counter as the Formation Organization Chart draws it."""

    kinds: tuple[Kind, ...] = ()
    levels: tuple[Level, ...] = ()
    having: tuple[Symbol, ...] = ()  # any of these symbols
    lacking: tuple[Symbol, ...] = ()  # none of these
    codes: tuple[str, ...] = ()
    formations: tuple[str, ...] = ()  # a headquarters that leads one of these
    instead: dict[str, int] = {}  # so many counters of another term count as one of this

    def fits(self, unit: Counter) -> bool:
        """Whether a counter by itself is of this kind."""
        if unit.formation:
            return unit.formation in self.formations
        if unit.kind not in self.kinds or (self.levels and unit.level not in self.levels):
            return False
        if self.having and not any(symbol in unit.symbols for symbol in self.having):
            return False
        if any(symbol in unit.symbols for symbol in self.lacking):
            return False
        return not self.codes or unit.code in self.codes


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[19.3] So many counters of one of the terms."""

    count: int
    terms: tuple[str, ...]


class Organization(msgspec.Struct, frozen=True):
    """[19.3, 19.25] One type of formation in the Game-Turns in which it is so organized."""

    nation: Nation
    formation: str
    variant: str
    turns: tuple[tuple[int, int], ...]
    places: tuple[Place, ...]
    source: str

    def holds_in(self, turn: int) -> bool:
        return any(first <= turn <= last for first, last in self.turns)

    def count(self, term: str) -> int:
        """How many counters of a term may be assigned, counting places where it is one of several."""
        return sum(place.count for place in self.places if term in place.terms)


class Attachment(msgspec.Struct, frozen=True):
    """[19.5] What a formation may attach over and above what is assigned to it."""

    nation: Nation
    parent: str
    formations: tuple[str, ...]
    turns: tuple[int, int]
    units: int  # battalion-equivalents
    most: Mapping[Limited, int]  # within them
    companies: int  # besides them
    only: tuple[Kind, ...]  # empty for any kind
    or_brigades: int  # instead, so many brigades and `or_units` units
    or_units: int
    source: str


@functools.cache
def terms(nation: Nation) -> Mapping[str, Term]:
    """[19.3] The kinds of counters the chart of a nation draws."""
    return MappingProxyType(_charts().terms[nation])


@functools.cache
def organizations() -> tuple[Organization, ...]:
    """[19.31, 19.32, 19.33]"""
    charts = _charts()
    return tuple(
        Organization(
            nation=nation,
            formation=line.formation,
            variant=line.variant,
            turns=line.turns,
            places=line.places,
            source=charts.sources[nation],
        )
        for nation, lines in charts.organizations.items()
        for line in lines
    )


@functools.cache
def organization(nation: Nation, formation: str, turn: int) -> Organization | None:
    """[19.25] How a type of formation is organized in a Game-Turn; None where the chart has no type for that time."""
    found = [
        each
        for each in organizations()
        if each.nation == nation and each.formation == formation and each.holds_in(turn)
    ]
    return found[0] if found else None


def organization_of(headquarters: str, turn: int) -> Organization | None:
    """[19.3] How the formation of a headquarters is organized; None for a corps and for other units."""
    unit = counter(headquarters)
    return organization(unit.nation, unit.formation, turn) if unit.formation else None


@functools.cache
def fitting(nation: Nation, unit: str) -> tuple[str, ...]:
    """[19.3] The terms of a nation's chart that a counter is of, in the order of the chart."""
    return tuple(name for name, term in terms(nation).items() if term.fits(counter(unit)))


@functools.cache
def attachments() -> tuple[Attachment, ...]:
    """[19.5]"""
    charts = _charts()
    return tuple(
        Attachment(
            nation=nation,
            parent=line.parent,
            formations=line.formations,
            turns=line.turns,
            units=line.units,
            most=MappingProxyType(line.most),
            companies=line.companies,
            only=line.only,
            or_brigades=line.or_brigades,
            or_units=line.or_units,
            source=charts.sources["attachment"],
        )
        for nation, lines in charts.attachments.items()
        for line in lines
    )


@functools.cache
def attachment(name: str, turn: int) -> Attachment | None:
    """[19.5] What a counter may attach besides its own in a Game-Turn: by its formation, or as a battalion."""
    unit = counter(name)
    parent = unit.formation or unit.level
    found = [
        each
        for each in attachments()
        if each.nation == unit.nation and parent in each.formations and each.turns[0] <= turn <= each.turns[1]
    ]
    return found[0] if found else None


class BattleGroups(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[19.72, 19.73] What a battle group may hold, and how many there may be."""

    units: int
    tank: int
    infantry: int
    companies: int
    in_play: int  # 0 for any number
    names: tuple[str, ...]  # [4.45] further historical names
    source: str


@functools.cache
def battle_groups(nation: Nation) -> BattleGroups | None:
    """[19.71] None for the Commonwealth, which forms none."""
    return _charts().battle_groups.get(nation)


class Shift(msgspec.Struct, frozen=True):
    """[19.24] A unit that went to another formation, and the Operations Stages in which it may follow history."""

    unit: str
    to: str
    first: When
    last: When
    source: str


@functools.cache
def shifts() -> tuple[Shift, ...]:
    return tuple(Shift(line.unit, line.to, when(line.first), when(line.last), line.source) for line in _charts().shifts)


# The shape of formations.toml.


class _Shift(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    unit: str
    to: str
    first: str
    last: str
    source: str


class _Organization(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    formation: str
    places: tuple[Place, ...]
    variant: str = ""
    turns: tuple[tuple[int, int], ...] = ((1, 111),)


class _Attachment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    parent: str
    formations: tuple[str, ...]
    units: int
    turns: tuple[int, int] = (1, 111)
    most: dict[Limited, int] = {}
    companies: int = 0
    only: tuple[Kind, ...] = ()
    or_brigades: int = 0
    or_units: int = 0


class _Charts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sources: dict[str, str]
    terms: dict[Nation, dict[str, Term]]
    organizations: dict[Nation, tuple[_Organization, ...]]
    attachments: dict[Nation, tuple[_Attachment, ...]]
    battle_groups: dict[Nation, BattleGroups]
    shifts: tuple[_Shift, ...]


@functools.cache
def _charts() -> _Charts:
    return load(__package__, "formations.toml", _Charts)
