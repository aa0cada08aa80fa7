"""Tables of results by odds and of values by date."""

from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from sandtable.core.tables import DatedTable, OddsTable, Period, Sourced, by_id, figures, load, sources_of

COIN = OddsTable(
    columns=("1-1", "2-1"), rows=(("lose", "win"), ("win", "win"), ("draw", "lose"), ("lose", "win")), source="made up"
)


def season(first: int, last: int, value: str) -> Period[str]:
    return Period(name=value, first=first, last=last, value=value, source="made up")


def test_a_result_is_found_by_column_and_die() -> None:
    assert [COIN.result("1-1", die) for die in (1, 2, 3, 4)] == ["lose", "win", "draw", "lose"]
    assert COIN.result("2-1", 3) == "lose"


@pytest.mark.parametrize("die", [0, -1, 5])
def test_a_roll_the_die_does_not_show_is_refused(die: int) -> None:
    with pytest.raises(ValueError, match="die shows 1 to 4"):
        COIN.result("1-1", die)


def test_a_column_the_table_lacks_is_refused() -> None:
    with pytest.raises(ValueError, match="no column 3-1"):
        COIN.result("3-1", 1)
    with pytest.raises(ValueError, match="no column 3-1"):
        COIN.chances("3-1")


def test_chances_count_the_rows_of_a_column() -> None:
    assert COIN.chances("1-1") == {"lose": Fraction(1, 2), "win": Fraction(1, 4), "draw": Fraction(1, 4)}
    assert COIN.chances("2-1") == {"win": Fraction(3, 4), "lose": Fraction(1, 4)}


@pytest.mark.parametrize(
    ("columns", "rows"),
    [
        ((), ()),
        (("1-1",), ()),
        (("1-1", "1-1"), (("win", "win"),)),
        (("1-1", "2-1"), (("win", "win"), ("lose",))),
    ],
)
def test_a_table_with_a_hole_is_refused(columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> None:
    with pytest.raises(ValueError):
        OddsTable(columns=columns, rows=rows, source="made up")


def test_a_dated_table_answers_for_the_first_and_the_last_turn_of_a_period() -> None:
    table = DatedTable(periods=(season(1, 3, "winter"), season(4, 4, "spring"), season(5, 9, "summer")))
    assert [table.on(turn) for turn in (1, 3, 4, 5, 9)] == ["winter", "winter", "spring", "summer", "summer"]
    assert table.period(4).first == 4


@pytest.mark.parametrize("turn", [0, 10])
def test_a_turn_outside_every_period_is_refused(turn: int) -> None:
    with pytest.raises(ValueError, match=f"turn {turn}"):
        DatedTable(periods=(season(1, 9, "winter"),)).on(turn)


@pytest.mark.parametrize(
    "periods",
    [
        (),
        (season(3, 2, "winter"),),
        (season(1, 3, "winter"), season(5, 6, "spring")),
        (season(1, 3, "winter"), season(3, 6, "spring")),
    ],
)
def test_periods_that_leave_a_gap_or_overlap_are_refused(periods: tuple[Period[str], ...]) -> None:
    with pytest.raises(ValueError):
        DatedTable(periods=periods)


def test_a_figure_without_a_source_is_refused() -> None:
    assert msgspec.toml.decode(b"value = 3\nsource = 'made up'", type=Sourced[int]).value == 3
    with pytest.raises(msgspec.ValidationError, match="source"):
        msgspec.toml.decode(b"value = 3", type=Sourced[int])


def test_a_file_that_breaks_the_shape_of_a_table_is_refused() -> None:
    text = b"columns = ['1-1', '2-1']\nrows = [['win']]\nsource = 'made up'"
    with pytest.raises(msgspec.ValidationError, match="every row"):
        msgspec.toml.decode(text, type=OddsTable)


def test_a_room_of_a_game_reads_the_data_of_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    room = tmp_path / "sixth_game" / "movement"
    (room.parent / "data").mkdir(parents=True)
    room.mkdir()
    (room.parent / "data" / "figure.toml").write_text('value = 3\nsource = "the book"\n')
    monkeypatch.syspath_prepend(tmp_path)
    for package in ("sixth_game", "sixth_game.movement"):
        assert load(package, "figure.toml", Sourced[int]).value == 3
    with pytest.raises(FileNotFoundError):
        load("sixth_game.movement", "missing.toml", Sourced[int])


class Limits(msgspec.Struct, frozen=True):
    stacking: int
    retreat: int


def test_single_figures_are_a_value_and_their_sources_are_kept_beside_it() -> None:
    read = {"stacking": Sourced(3, "6.1"), "retreat": Sourced(2, "7.6")}
    assert figures(read, Limits) == Limits(3, 2)
    assert sources_of(read) == {"stacking": "6.1", "retreat": "7.6"}


class Piece(NamedTuple):
    id: str


def test_counters_are_found_by_their_ids_and_no_two_may_share_one() -> None:
    assert list(by_id([Piece("b"), Piece("a")])) == ["b", "a"]
    with pytest.raises(ValueError, match="two counters share an id"):
        by_id([Piece("a"), Piece("a")])
