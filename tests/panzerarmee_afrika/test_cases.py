"""Every case of the rulebook is in the table, and every rule has code and a test."""

from pathlib import Path

import pytest

import sandtable
from sandtable.conformance.audit import audit
from sandtable.core.cases import CaseTable
from sandtable.games.panzerarmee_afrika.title import PanzerarmeeAfrikaTitle

PACKAGE = Path(sandtable.__file__).parent / "games" / "panzerarmee_afrika"
TESTS = Path(__file__).parent

# The numbers behind the first point, chapter by chapter.
CHAPTERS = {
    1: "",
    2: "1 1.1 1.2 1.3 1.4 2 3 3.1 3.2 3.3",
    3: "",
    4: "",
    5: "1",
    6: "",
    7: "1",
    8: "1 2 3 3.1 3.2 4 4.1 4.2 5",
    9: "",
    10: "1 2 3",
    11: "1 1.1 1.2 1.3 1.4 1.5 1.6 2 3 3.1 4",
    12: "1 1.1 2 3 3.1 4 4.1 4.2 4.3 4.4 4.5 4.6 4.7",
    13: "1 2 2.1 2.2 2.3 2.4 3 3.1 3.2 4 5 5.1 5.2 5.3 6",
    14: "1",
    15: "1 2 3",
}
NUMBERS = [
    number
    for chapter, parts in CHAPTERS.items()
    for number in (str(chapter), *(f"{chapter}.{part}" for part in parts.split()))
]

DESCRIPTIVE = {"1", "2.3.3", "8.3", "13.3", "15"}
LOST = {"8.4", "12.4.3", "12.4.4", "13", "13.1", "13.2", "13.2.1", "13.2.2"}  # wholly or in part
OPTIONS_WITH_A_RULING = {"single-command-roll", "no-tobruk-award"}


@pytest.fixture(scope="module")
def table() -> CaseTable:
    return PanzerarmeeAfrikaTitle().book.cases()


def test_the_table_holds_exactly_the_cases_of_the_book_in_its_order(table: CaseTable) -> None:
    assert list(table.cases) == NUMBERS
    assert len(NUMBERS) == 82


def test_only_headings_and_furniture_are_descriptive_each_with_a_reason(table: CaseTable) -> None:
    assert {case.number for case in table if case.kind == "descriptive"} == DESCRIPTIVE
    assert all(case.reason for case in table if case.kind == "descriptive")


def test_a_summary_is_one_line_and_no_two_are_alike(table: CaseTable) -> None:
    assert not [case.number for case in table if "\n" in case.summary or not case.summary.endswith(".")]
    assert len({case.summary for case in table}) == len(table)


def test_no_rule_lacks_code_or_test(table: CaseTable) -> None:
    report = audit(table, PACKAGE, TESTS, TESTS.parents[1])
    assert report.missing == []
    assert report.tested + report.descriptive == report.total == len(NUMBERS)


def test_no_test_names_a_case_that_does_not_exist(table: CaseTable) -> None:
    assert audit(table, PACKAGE, TESTS, TESTS.parents[1]).unknown == ()


def test_rulings_name_cases_and_options_that_exist(table: CaseTable) -> None:
    for ruling in table.rulings.values():
        assert set(ruling.cases) <= set(NUMBERS), ruling.id
        assert ruling.option in {*PanzerarmeeAfrikaTitle.options, ""}, ruling.id
    assert {name for name, ruling in table.rulings.items() if ruling.option == name} >= OPTIONS_WITH_A_RULING


def test_every_case_that_is_lost_has_a_ruling(table: CaseTable) -> None:
    assert {number for number in LOST if not table.rulings_on(number)} == set()


def test_every_test_that_a_ruling_names_exists(table: CaseTable) -> None:
    for ruling in table.rulings.values():
        assert ruling.tests, ruling.id
        for name in ruling.tests:
            path, _, function = name.partition("::")
            assert f"def {function.partition('[')[0]}(" in (TESTS.parents[1] / path).read_text("utf-8"), name
