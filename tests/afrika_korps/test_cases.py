"""Every case of the rulebook is in the table, and every rule has code and a test."""

from pathlib import Path

import pytest

import sandtable
from sandtable.conformance.audit import audit
from sandtable.core.cases import CaseTable

PACKAGE = Path(sandtable.__file__).parent / "games" / "afrika_korps"
TESTS = Path(__file__).parent

# The numbers behind the point, chapter by chapter.
CHAPTERS = {
    1: "1 2 21 22 23 24 25 26 27 3 4 5",
    2: "1 2 3 4",
    3: "1 2 3 4 5",
    4: "1 2 3",
    5: "1 2 3 4 5 6 7 8",
    6: "1 2 3",
    7: "1 2 3 4 5 6 61 62 63",
    8: "1 2 3 4 5 6 7",
    9: "1 2 3 4 5 6 7",
    10: "1 2",
    11: "1 2 3 31 32 33 4 5 6 7 8 9",
    12: "1 2 3 4 5",
    13: "1 2 3",
    14: "1 2 3 4 5 6 7",
    15: "1 2 21 211 212 22 23 24 3 31 32 321 322 33 34 4",
    16: "1 2 3",
    17: "1 2 3 31 32",
    18: "1 2 3 4 41 42 5",
    19: "1 2 3 4 5 6 7 8",
    20: "1 2 3 4 5 6",
    21: "1 2 3 4 5 6 7",
    22: "1 2 3 4 41 42 5",
    23: "1 2 3 4 41 42 43 44 5 6 7",
    24: "1 2 3 4 5",
}
NUMBERS = [
    number
    for chapter, parts in CHAPTERS.items()
    for number in (str(chapter), *(f"{chapter}.{part}" for part in parts.split()))
]

OPTIONS = {"rommel-partial", "supply-zone", "capture-needs-attack"}
ALL_OPTIONS = "tournament"

# Chapter 3 describes the turn in its own heading; the other two are things on a table.
DESCRIPTIVE = ({str(chapter) for chapter in CHAPTERS} - {"3"}) | {"1.3", "2.1"}


@pytest.fixture(scope="module")
def table() -> CaseTable:
    data = PACKAGE / "data"
    return CaseTable.read((data / "cases.toml").read_text("utf-8"), (data / "rulings.toml").read_text("utf-8"))


def test_the_table_holds_exactly_the_cases_of_the_book_in_its_order(table: CaseTable) -> None:
    assert list(table.cases) == NUMBERS
    assert len(NUMBERS) == 186


def test_only_headings_and_furniture_are_descriptive_each_with_a_reason(table: CaseTable) -> None:
    assert {case.number for case in table if case.kind == "descriptive"} == DESCRIPTIVE
    assert all(case.reason for case in table if case.kind == "descriptive")


def test_a_summary_is_one_line_and_no_two_are_alike(table: CaseTable) -> None:
    assert not [case.number for case in table if "\n" in case.summary or not case.summary.endswith(".")]
    assert len({case.summary for case in table}) == len(table)


def test_no_rule_lacks_code_or_test(table: CaseTable) -> None:
    report = audit(table, PACKAGE, TESTS, TESTS.parents[1])
    assert report.missing == []
    assert report.tested + report.descriptive == report.total == 186


def test_no_test_names_a_case_that_does_not_exist(table: CaseTable) -> None:
    assert audit(table, PACKAGE, TESTS, TESTS.parents[1]).unknown == ()


def test_rulings_name_cases_and_options_that_exist(table: CaseTable) -> None:
    assert table.rulings
    for ruling in table.rulings.values():
        assert set(ruling.cases) <= set(NUMBERS), ruling.id
        assert ruling.option in OPTIONS | {ALL_OPTIONS, ""}, ruling.id


def test_every_option_has_a_ruling_of_its_name(table: CaseTable) -> None:
    assert {name for name in OPTIONS if table.rulings[name].option == name} == OPTIONS


@pytest.mark.parametrize(
    "ruling",
    ["isolation-points", "at-sea-is-off-board", "rommel-alone-in-fortress", "fortress-zones", "rommel-bonus"],
)
def test_clarifications_that_are_the_rule_itself_hang_on_no_option(table: CaseTable, ruling: str) -> None:
    assert table.rulings[ruling].option == ""
