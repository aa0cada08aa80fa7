"""Numbering schemes: every name has one hex and every hex one name."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.core import hexes
from sandtable.core.hexes import Axial, Layout
from sandtable.core.numbering import BadHexName, LetterDiagonal, Numbering, RowColumn, Section, Sectioned

LETTERS = LetterDiagonal("ABCDEFGHIJKLMNOPQRSTUVWX", (1, 69))


def sheet(
    layout: Layout,
    shifted: Literal["odd", "even"],
    order: Literal["column-row", "row-column"] = "column-row",
    rows_run: Literal["south", "north"] = "south",
) -> RowColumn:
    return RowColumn(layout, columns=(0, 60), rows=(1, 40), shifted=shifted, order=order, rows_run=rows_run)


sheets = st.builds(
    sheet,
    st.sampled_from(Layout),
    st.sampled_from(["odd", "even"]),
    st.sampled_from(["column-row", "row-column"]),
    st.sampled_from(["south", "north"]),
)

JOINED = Sectioned(
    tuple(
        Section(
            prefix,
            RowColumn(Layout.POINTY, (0, 33), (1, 56), "odd", order="row-column", rows_run="north"),
            offset=(33 * k, 0),
        )
        for k, prefix in enumerate("ABCDE")
    )
)


def adjacent(scheme: Numbering, a: str, b: str) -> bool:
    return hexes.distance(scheme.parse(a), scheme.parse(b)) == 1


@given(st.sampled_from(LETTERS.letters), st.integers(1, 69))
def test_a_letter_and_number_come_back(letter: str, number: int) -> None:
    text = f"{letter}{number}"
    q, r = LETTERS.parse(text)
    assert (q, r) == (number - LETTERS.letters.index(letter), LETTERS.letters.index(letter))
    assert LETTERS.name((q, r)) == text


def test_letter_rows_run_east_and_number_diagonals_run_north_east() -> None:
    x = Layout.POINTY.centre(LETTERS.parse("W7"))[0] - Layout.POINTY.centre(LETTERS.parse("W6"))[0]
    assert x == 1
    (x0, y0), (x1, y1) = (Layout.POINTY.centre(LETTERS.parse(name)) for name in ("W6", "V6"))
    assert x1 > x0 and y1 < y0


@pytest.mark.parametrize("text", ["", "W", "3", "Y3", "w3", "W0", "W03", "W70", "W-3", "W 3", "WW3", "W3 ", "W³", "W٣"])
def test_a_letter_scheme_refuses_every_other_spelling(text: str) -> None:
    with pytest.raises(BadHexName, match="is not a hex"):
        LETTERS.parse(text)


@pytest.mark.parametrize("hex", [(0, 0), (69, 1), (0, -1), (-23, 24)])
def test_a_coordinate_beyond_the_letters_or_numbers_has_no_name(hex: Axial) -> None:
    with pytest.raises(BadHexName, match="no letter and number"):
        LETTERS.name(hex)


@given(sheets, st.integers(0, 60), st.integers(1, 40))
def test_a_column_and_row_come_back(scheme: RowColumn, column: int, row: int) -> None:
    text = f"{column:02}{row:02}" if scheme.order == "column-row" else f"{row:02}{column:02}"
    assert scheme.name(scheme.parse(text)) == text


@given(sheets, st.integers(-90, 90), st.integers(-90, 90))
def test_a_coordinate_comes_back_or_has_no_name(scheme: RowColumn, q: int, r: int) -> None:
    if scheme.contains((q, r)):
        assert scheme.parse(scheme.name((q, r))) == (q, r)
    else:
        with pytest.raises(BadHexName, match="no column and row"):
            scheme.name((q, r))


@given(sheets, st.integers(1, 59), st.integers(2, 39))
def test_the_neighbours_of_a_hex_are_next_to_it_in_column_and_row(scheme: RowColumn, column: int, row: int) -> None:
    text = f"{column:02}{row:02}" if scheme.order == "column-row" else f"{row:02}{column:02}"
    for near in hexes.neighbours(scheme.parse(text)):
        name = scheme.name(near)
        first, second = int(name[:2]), int(name[2:])
        near_column, near_row = (first, second) if scheme.order == "column-row" else (second, first)
        assert abs(near_column - column) <= 1 and abs(near_row - row) <= 1


def test_flat_even_columns_half_a_hex_south() -> None:
    scheme = sheet(Layout.FLAT, "even")
    assert all(adjacent(scheme, "0305", near) for near in ("0304", "0306", "0204", "0205", "0404", "0405"))
    assert not adjacent(scheme, "0305", "0406")
    assert all(adjacent(scheme, "0405", near) for near in ("0305", "0306", "0505", "0506"))
    assert Layout.FLAT.centre(scheme.parse("0405"))[1] - Layout.FLAT.centre(scheme.parse("0305"))[1] == 0.5


def test_flat_odd_columns_half_a_hex_south() -> None:
    scheme = sheet(Layout.FLAT, "odd")
    assert all(adjacent(scheme, "0305", near) for near in ("0205", "0206", "0405", "0406"))
    assert Layout.FLAT.centre(scheme.parse("0305"))[1] - Layout.FLAT.centre(scheme.parse("0405"))[1] == 0.5


def test_pointy_rows_northward_with_even_rows_half_a_hex_east() -> None:
    scheme = sheet(Layout.POINTY, "even", "row-column", "north")
    (x0, y0), (x1, y1) = (Layout.POINTY.centre(scheme.parse(name)) for name in ("0305", "0405"))
    assert x1 - x0 == 0.5 and y1 < y0
    assert all(adjacent(scheme, "0305", near) for near in ("0304", "0306", "0404", "0405", "0204", "0205"))


@pytest.mark.parametrize("text", ["", "305", "00305", "03o5", "-305", "6105", "0341", "0300", "٠٣٠٥"])
def test_a_row_column_scheme_refuses_other_lengths_and_numbers_off_the_sheet(text: str) -> None:
    with pytest.raises(BadHexName, match="is not a hex"):
        sheet(Layout.FLAT, "even").parse(text)


def test_digits_may_be_wider() -> None:
    scheme = RowColumn(Layout.FLAT, (1, 120), (1, 99), "odd", column_digits=3)
    assert scheme.name(scheme.parse("11907")) == "11907"


@given(st.sampled_from("ABCDE"), st.integers(1, 32), st.integers(1, 56))
def test_a_sectioned_name_comes_back(prefix: str, column: int, row: int) -> None:
    text = f"{prefix}{row:02}{column:02}"
    assert JOINED.name(JOINED.parse(text)) == text


def test_the_same_number_on_the_next_section_is_a_sheet_further_east() -> None:
    assert hexes.distance(JOINED.parse("B4807"), JOINED.parse("C4807")) == 33


def test_a_hex_on_two_sections_is_named_by_the_first() -> None:
    assert JOINED.parse("C1200") == JOINED.parse("B1233")
    assert JOINED.name(JOINED.parse("C1200")) == "B1233"


@pytest.mark.parametrize(("text", "why"), [("F1201", "map section"), ("", "map section"), ("A5701", "section A: ")])
def test_a_sectioned_scheme_says_what_is_wrong(text: str, why: str) -> None:
    with pytest.raises(BadHexName, match=why):
        JOINED.parse(text)


def test_a_coordinate_off_every_section_has_no_name() -> None:
    with pytest.raises(BadHexName, match="no map section"):
        JOINED.name((0, 5))


@pytest.mark.parametrize("scheme", [LETTERS, sheet(Layout.FLAT, "even"), JOINED])
def test_a_scheme_is_data(scheme: Numbering) -> None:
    assert msgspec.json.decode(msgspec.json.encode(scheme), type=Numbering) == scheme


def test_odd_rows_may_have_columns_of_their_own() -> None:
    staggered = RowColumn(Layout.POINTY, (0, 33), (1, 56), "even", order="row-column", odd_columns=(1, 34))
    assert staggered.name(staggered.parse("1200")) == "1200"
    assert staggered.name(staggered.parse("1134")) == "1134"
    for text, run in (("1100", "from 1 to 34"), ("1234", "from 0 to 33")):
        with pytest.raises(BadHexName, match=run):
            staggered.parse(text)
