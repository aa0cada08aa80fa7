"""Tables printed with a game: combat results by odds and die, values that change with the date."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from importlib.resources import files
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from sandtable.core.typed import from_plain, from_toml

Read = TypeVar("Read")
Value = TypeVar("Value")


def load(package: str, name: str, shape: type[Read]) -> Read:
    """The data file `name` of a game's package, checked against its shape. A room of a game may give its own package:
    the data are in the nearest package above it that has the file."""
    file = files(package) / "data" / name
    above = package.rpartition(".")[0]
    if not file.is_file() and above:
        return load(above, name, shape)
    return from_toml(file.read_bytes(), shape)


class Sourced(msgspec.Struct, Generic[Value], frozen=True, forbid_unknown_fields=True):
    """A figure and where it comes from."""

    value: Value
    source: str


def figures(sourced: Mapping[str, Sourced[Any]], shape: type[Read]) -> Read:
    """Single figures by their names, as a value with a field for each."""
    return from_plain({name: figure.value for name, figure in sourced.items()}, shape)


def sources_of(sourced: Mapping[str, Sourced[Any]]) -> dict[str, str]:
    """Where each of these figures comes from."""
    return {name: figure.source for name, figure in sourced.items()}


class _Piece(Protocol):
    @property
    def id(self) -> str: ...


Counter = TypeVar("Counter", bound=_Piece)


def by_id(every: Iterable[Counter]) -> Mapping[str, Counter]:
    """Counters by their ids, in the order of the file."""
    listed = list(every)
    found = {counter.id: counter for counter in listed}
    if len(found) != len(listed):
        raise ValueError("two counters share an id")
    return MappingProxyType(found)


class OddsTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Results by column of odds and roll of one die; the first row is the roll of 1."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    source: str

    def __post_init__(self) -> None:
        if not self.columns or not self.rows:
            raise ValueError("a table needs columns and rows")
        if len(set(self.columns)) != len(self.columns):
            raise ValueError("a column is named twice")
        if any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError("every row needs every column")

    def result(self, column: str, die: int) -> str:
        if not 1 <= die <= len(self.rows):
            raise ValueError(f"the die shows 1 to {len(self.rows)}, not {die}")
        return self.rows[die - 1][self._place(column)]

    def chances(self, column: str) -> dict[str, Fraction]:
        """The chance of each result that the column holds, in the order the die first meets it."""
        place = self._place(column)
        results = [row[place] for row in self.rows]
        return {result: Fraction(results.count(result), len(results)) for result in dict.fromkeys(results)}

    def _place(self, column: str) -> int:
        if column not in self.columns:
            raise ValueError(f"the table has no column {column}")
        return self.columns.index(column)


class Period(msgspec.Struct, Generic[Value], frozen=True, forbid_unknown_fields=True):
    """One column of a dated table, from its first turn to its last, both included."""

    name: str
    first: int
    last: int
    value: Value
    source: str


class DatedTable(msgspec.Struct, Generic[Value], frozen=True, forbid_unknown_fields=True):
    """One value for each turn, by periods that follow each other without a gap."""

    periods: tuple[Period[Value], ...]

    def __post_init__(self) -> None:
        if not self.periods:
            raise ValueError("a dated table needs a period")
        if any(period.last < period.first for period in self.periods):
            raise ValueError("a period ends before it begins")
        if any(after.first != before.last + 1 for before, after in pairwise(self.periods)):
            raise ValueError("each period begins the turn after the one before it ends")

    def period(self, turn: int) -> Period[Value]:
        for period in self.periods:
            if period.first <= turn <= period.last:
                return period
        raise ValueError(f"the table says nothing about turn {turn}")

    def on(self, turn: int) -> Value:
        return self.period(turn).value
