"""[1.2, 2.4] The counters of both sides, as printed."""

import functools
from collections.abc import Mapping
from typing import Literal

import msgspec

from sandtable.core.tables import by_id, load

Side = Literal["axis", "allied"]
Size = Literal["", "II", "III", "X", "XX", "XXX"]
Kind = Literal["armour", "armoured_infantry", "infantry", "recce", "headquarters", "supply"]

# [12.3] sets no limit to captured supplies, so the two captured counters printed for each side may not be enough. Each
# side starts with one supply and lands at most one a turn, 39 in the whole game: 40 counters hold all that an enemy can
# take (only supplies taken back and forth, and never used by anybody, could ever ask for more).
CAPTURED_SUPPLIES = 40


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where each part of a counter comes from."""

    factors: str
    kind: str
    size: str
    arrives: str
    full_name: str


class Counter(msgspec.Struct, frozen=True):
    id: str
    name: str  # [1.24] for history; no rule of play asks for it
    side: Side
    nation: str  # [1.22]
    size: Size  # [1.21]
    kind: Kind  # [1.23]
    attack: int  # [1.25]
    defence: int  # [1.26]
    movement: int  # [1.27] and [5.5]: its own, for this turn
    arrives: int  # the earliest turn; 0 for the set-up and for supplies, which no turn announces
    substitute: bool
    captured: bool  # [12.3, 15.21] one of the counters that stand for supplies taken from the enemy
    full_name: str
    source: Source

    @property
    def is_supply(self) -> bool:
        return self.kind == "supply"

    @property
    def is_rommel(self) -> bool:
        return self.kind == "headquarters"

    @property
    def is_combat(self) -> bool:
        """[5.4] Neither supplies nor Rommel are combat units."""
        return self.kind not in ("supply", "headquarters")

    @property
    def is_armour(self) -> bool:
        """[21.1] The kinds that an armour substitute may stand for."""
        return self.kind in ("armour", "armoured_infantry")

    @property
    def factors(self) -> str:
        return f"{self.attack}-{self.defence}-{self.movement}"


@functools.cache
def printed_counters() -> tuple[Counter, ...]:
    """The counters on the die-cut sheet, without blanks."""
    sheet = load(__package__, "counters.toml", _Sheet)
    return tuple(_counter(sheet, group, line) for group in sheet.groups for line in group.counters)


@functools.cache
def counters() -> Mapping[str, Counter]:
    """Every counter a game can need, by its id."""
    return by_id((*printed_counters(), *_further_captured_supplies()))


@functools.cache
def reinforcements(turn: int, side: str) -> tuple[Counter, ...]:
    """[19.1] The units that may first enter on this turn."""
    return tuple(
        counter
        for counter in printed_counters()
        if counter.arrives == turn > 0 and counter.side == side and not counter.substitute
    )


@functools.cache
def substitutes() -> tuple[Counter, ...]:
    """[21.7] The only counters that may stand for others; all are Allied."""
    return tuple(counter for counter in printed_counters() if counter.substitute)


@functools.cache
def own_supplies(side: str) -> tuple[Counter, ...]:
    return tuple(
        counter
        for counter in counters().values()
        if counter.is_supply and counter.side == side and not counter.captured
    )


@functools.cache
def captured_supplies(side: str) -> tuple[Counter, ...]:
    return tuple(counter for counter in counters().values() if counter.captured and counter.side == side)


# The shape of counters.toml.


class _Line(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    id: str
    name: str
    nation: str
    size: Size
    kind: Kind
    attack: int
    defence: int
    movement: int
    full_name: str


class _Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    side: Side
    sources: str
    counters: tuple[_Line, ...]
    arrives: int = 0
    substitute: bool = False
    captured: bool = False


class _Exception(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    counters: tuple[str, ...]
    kind: str = ""
    size: str = ""


class _Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sources: dict[str, Source]
    exceptions: tuple[_Exception, ...]
    agreements: dict[str, str]
    groups: tuple[_Group, ...]


def _counter(sheet: _Sheet, group: _Group, line: _Line) -> Counter:
    return Counter(
        id=line.id,
        name=line.name,
        side=group.side,
        nation=line.nation,
        size=line.size,
        kind=line.kind,
        attack=line.attack,
        defence=line.defence,
        movement=line.movement,
        arrives=group.arrives,
        substitute=group.substitute,
        captured=group.captured,
        full_name=line.full_name,
        source=_source(sheet, group, line.id),
    )


def _source(sheet: _Sheet, group: _Group, counter: str) -> Source:
    source = sheet.sources[group.sources]
    for exception in sheet.exceptions:
        if counter in exception.counters:
            kind, size = exception.kind or source.kind, exception.size or source.size
            source = msgspec.structs.replace(source, kind=kind, size=size)
    if counter in sheet.agreements:
        factors = f"{source.factors}; agrees with rulebook {sheet.agreements[counter]}"
        source = msgspec.structs.replace(source, factors=factors)
    return source


def _further_captured_supplies() -> tuple[Counter, ...]:
    printed = [counter for counter in printed_counters() if counter.captured]
    return tuple(
        _further(model, number)
        for model in printed
        if model.id.endswith("C1")
        for number in range(1 + sum(counter.side == model.side for counter in printed), CAPTURED_SUPPLIES + 1)
    )


def _further(model: Counter, number: int) -> Counter:
    return msgspec.structs.replace(model, id=f"{model.id[:-1]}{number}", name=f"{model.name[:-1]}{number}")
