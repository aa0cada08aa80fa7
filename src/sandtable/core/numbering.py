"""Numbering schemes: how the name printed in a hex becomes an axial coordinate, and back.

A scheme is data in a map file. Names are read strictly, so that every hex has one spelling.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from sandtable.core.hexes import Axial, Layout


class BadHexName(ValueError):
    """A text that names no hex in the numbering scheme of the map."""


class _Scheme(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="scheme"):
    """A numbering scheme in a map file: `scheme = ...` says which."""


class LetterDiagonal(_Scheme, frozen=True, tag="letter-diagonal"):
    """A letter for the east-west row (top row first) and a number for the south-west to north-east diagonal: W3."""

    letters: str
    numbers: tuple[int, int]

    def parse(self, text: str) -> Axial:
        row = self.letters.find(text[:1]) if text else -1
        number = _plain_number(text[1:])
        if row < 0 or number is None:
            letters = f"{self.letters[0]} to {self.letters[-1]}"
            raise BadHexName(f"'{text}' is not a hex: a hex is a letter from {letters} and a number")
        if not self.numbers[0] <= number <= self.numbers[1]:
            raise BadHexName(f"'{text}' is not a hex: numbers run from {self.numbers[0]} to {self.numbers[1]}")
        return number - row, row

    def name(self, hex: Axial) -> str:
        q, row = hex
        number = q + row
        if not 0 <= row < len(self.letters) or not self.numbers[0] <= number <= self.numbers[1]:
            raise BadHexName(f"no letter and number reach the coordinate {hex}")
        return f"{self.letters[row]}{number}"


def _plain_number(digits: str) -> int | None:
    """The value of ASCII digits without sign or leading zero."""
    if not (digits.isascii() and digits.isdigit()) or digits[0] == "0":
        return None
    return int(digits)


class RowColumn(_Scheme, frozen=True, tag="row-column"):
    """A fixed-width column and row, as 0407: straight rows on a pointy-top map, straight columns on a flat-top one.

    `shifted` says whether the odd or the even lines (rows when pointy, columns when flat) stand half a hex further
    east (pointy) or south (flat). `rows_run` is the compass direction in which row numbers grow. `odd_columns` are the
    columns of odd rows where these differ from the even ones.
    """

    layout: Layout
    columns: tuple[int, int]
    rows: tuple[int, int]
    shifted: Literal["odd", "even"]
    order: Literal["column-row", "row-column"] = "column-row"
    rows_run: Literal["south", "north"] = "south"
    column_digits: int = 2
    row_digits: int = 2
    odd_columns: tuple[int, int] | None = None

    def parse(self, text: str) -> Axial:
        if not (text.isascii() and text.isdigit()) or len(text) != self.column_digits + self.row_digits:
            raise BadHexName(f"'{text}' is not a hex: a hex has {self.column_digits + self.row_digits} digits")
        if self.order == "column-row":
            column, row = int(text[: self.column_digits]), int(text[self.column_digits :])
        else:
            row, column = int(text[: self.row_digits]), int(text[self.row_digits :])
        if not self._contains(column, row):
            first, last = self._columns_of(row)
            raise BadHexName(
                f"'{text}' is not a hex: columns run from {first} to {last}"
                f" and rows from {self.rows[0]} to {self.rows[1]}"
            )
        return self._axial(column, row)

    def name(self, hex: Axial) -> str:
        column, row = self._column_row(hex)
        if not self._contains(column, row):
            raise BadHexName(f"no column and row reach the coordinate {hex}")
        column_text, row_text = f"{column:0{self.column_digits}}", f"{row:0{self.row_digits}}"
        return column_text + row_text if self.order == "column-row" else row_text + column_text

    def contains(self, hex: Axial) -> bool:
        return self._contains(*self._column_row(hex))

    def _contains(self, column: int, row: int) -> bool:
        first, last = self._columns_of(row)
        return first <= column <= last and self.rows[0] <= row <= self.rows[1]

    def _columns_of(self, row: int) -> tuple[int, int]:
        return self.odd_columns if self.odd_columns and row & 1 else self.columns

    # Twice the east (pointy) or south (flat) position of a hex is an integer of the same parity as its line, so the
    # axial coordinate across the lines is always a whole number.

    def _axial(self, column: int, row: int) -> Axial:
        south = row if self.rows_run == "south" else -row
        if self.layout is Layout.POINTY:
            return (2 * column + self._shift(row) - south) // 2, south
        return column, (2 * south + self._shift(column) - column) // 2

    def _column_row(self, hex: Axial) -> tuple[int, int]:
        q, r = hex
        if self.layout is Layout.POINTY:
            row = r if self.rows_run == "south" else -r
            return (2 * q + r - self._shift(row)) // 2, row
        south = (2 * r + q - self._shift(q)) // 2
        return q, south if self.rows_run == "south" else -south

    def _shift(self, line: int) -> int:
        half = line & 1
        return half if self.shifted == "odd" else -half


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One map sheet: its prefix, its own numbering and where its axial origin lies on the joined map."""

    prefix: str
    numbering: RowColumn
    offset: Axial = (0, 0)


class Sectioned(_Scheme, frozen=True, tag="sectioned"):
    """Several map sheets joined: C4807. Where sheets overlap, the sheet listed first gives the hex its name."""

    sections: tuple[Section, ...]

    def parse(self, text: str) -> Axial:
        for section in self.sections:
            if text.startswith(section.prefix):
                try:
                    q, r = section.numbering.parse(text[len(section.prefix) :])
                except BadHexName as error:
                    raise BadHexName(f"'{text}' is not a hex of section {section.prefix}: {error}") from error
                return q + section.offset[0], r + section.offset[1]
        prefixes = ", ".join(section.prefix for section in self.sections)
        raise BadHexName(f"'{text}' is not a hex: a hex begins with its map section ({prefixes})")

    def name(self, hex: Axial) -> str:
        for section in self.sections:
            local = hex[0] - section.offset[0], hex[1] - section.offset[1]
            if section.numbering.contains(local):
                return section.prefix + section.numbering.name(local)
        raise BadHexName(f"no map section reaches the coordinate {hex}")


Numbering: TypeAlias = LetterDiagonal | RowColumn | Sectioned
