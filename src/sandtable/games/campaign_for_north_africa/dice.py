"""Two dice read one after the other, and tables whose cells are spans of such readings."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NewType

import msgspec

Code = NewType("Code", int)  # [12.42] 11 to 66, the first die the tens and the second the units

CODES: tuple[Code, ...] = tuple(Code(10 * first + second) for first in range(1, 7) for second in range(1, 7))
NOTHING = "-"  # a cell that holds no code


def code(first: int, second: int) -> Code:
    """[12.42, 15.73] A 3 and a 4 are 34."""
    for die in (first, second):
        shown(die)
    return Code(10 * first + second)


def total(reading: Code) -> int:
    """[15.73] The same two dice added together."""
    return sum(divmod(reading, 10))


def shown(die: int) -> int:
    """What one die shows; ValueError for anything else."""
    if not 1 <= die <= 6:
        raise ValueError(f"a die shows 1 to 6, not {die}")
    return die


class Repair(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cell of a printed table that does not stand as it was printed."""

    cell: str
    source: str


class CodeTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A printed table whose cells are spans of codes."""

    source: str
    columns: tuple[str, ...]
    rows: dict[str, tuple[str, ...]]
    repairs: tuple[Repair, ...] = ()

    def __post_init__(self) -> None:
        if len(set(self.columns)) != len(self.columns):
            raise ValueError("a column is named twice")
        if any(len(row) != len(self.columns) for row in self.rows.values()):
            raise ValueError("every row needs every column")

    def by_column(self) -> tuple[Mapping[Code, str], ...]:
        """For each column the row that each code names."""
        columns = zip(*self.rows.values(), strict=True)
        return tuple(spread(zip(self.rows, column, strict=True)) for column in columns)

    def by_row(self) -> Mapping[str, Mapping[Code, str]]:
        """For each row the column that each code names."""
        return {name: spread(zip(self.columns, row, strict=True)) for name, row in self.rows.items()}

    def sources(self, name: str) -> dict[str, str]:
        return {name: self.source} | {f"{name} {repair.cell}": repair.source for repair in self.repairs}


def span(cell: str) -> tuple[Code, ...]:
    """The codes of a cell: "24-26" holds 24, 25 and 26, "66" itself, a dash nothing."""
    if cell == NOTHING:
        return ()
    first, _, last = cell.partition("-")
    ends = (Code(int(first)), Code(int(last or first)))
    if any(end not in CODES for end in ends) or ends[0] > ends[1]:
        raise ValueError(f"{cell} is no span of codes")
    return tuple(reading for reading in CODES if ends[0] <= reading <= ends[1])


def spread(cells: Iterable[tuple[str, str]]) -> Mapping[Code, str]:
    """The name of the one cell that holds each code. ValueError unless every code is held exactly once."""
    held: dict[Code, str] = {}
    for name, cell in cells:
        for reading in span(cell):
            if reading in held:
                raise ValueError(f"{reading} stands under both {held[reading]} and {name}")
            held[reading] = name
    missing = [reading for reading in CODES if reading not in held]
    if missing:
        raise ValueError(f"no cell holds {missing[0]}")
    return MappingProxyType(held)


def band(names: Iterable[str], points: int) -> int:
    """The place of the column that holds so many points, the columns named like "1-2", "3-4" and "17+"."""
    lowest = [int(name.rstrip("+").partition("-")[0]) for name in names]
    if points < lowest[0]:
        raise ValueError(f"no column holds {points}")
    return max(place for place, least in enumerate(lowest) if least <= points)
