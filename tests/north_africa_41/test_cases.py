"""The table of cases holds what the rulebook holds."""

from pathlib import Path

import pytest

import sandtable
from sandtable.core.cases import CaseTable

PACKAGE = Path(sandtable.__file__).parent / "games" / "north_africa_41"

# The numbers behind the first point, chapter by chapter; the scenarios come last.
CHAPTERS = {
    "1": "0",
    "2": "0 1 2 2.1 2.2 2.3 2.4 3 3.1 3.2 3.3 3.4 3.5",
    "3": "0 1 2",
    "4": "0 1 2 3 4 4.1 4.2",
    "5": "0 1 2 2.1 2.2 3 4 5 6 7 8 8.1 8.2 8.3 8.4 8.5 9 9.1 9.2",
    "6": "0 1 1.1 1.2 1.3 2 3 3.1 3.2 3.3 3.4",
    "7": "0 1 2 3 4",
    "8": "0 1 2 3 4 4.1 4.2 5 5.1 5.2 5.3 6 7 8 8.1 8.2 8.3 8.4 9 9.1 9.2",
    "9": "0 1 2 2.1 2.2 2.3 2.4 3 4 4.1 4.2 5 5.1 5.2 5.3 5.4 5.5 5.6 5.7 6 7",
    "10": "0 1 2 2.1 2.2 3 4 4.1 4.2",
    "11": "0 1 2 2.1 2.2 2.3 2.4 3 4 4.1 4.2 4.3 5 5.1 5.2 5.3",
    "12": "0 1.1 1.2 1.3 1.4 1.5 2 2.1 3 4 5 5.1 5.2 6",
    "13": "0 1 1.1 1.2 1.3 2 2.1 2.2 2.3 3 3.1 3.2 3.3 3.4 4 5",
    "14": "0 1 2 2.1 2.2 3 4 5 6",
    "15": "0 1 2 2.1 2.2 2.3 2.4 2.6 2.7 2.8 2.9 2.10 2.11 2.12 2.13 3 4 4.1 4.2 4.3",
    "16": "0 1 2 3 3.1 3.2 3.3 3.4 3.5 4 5 5.1 5.2 5.3 5.4",
    "17": "0 1 1.1 1.2 1.3 1.4 1.5 2 2.1 2.2 2.3 2.4 3 4",
    "18": "0 1 2 3 4 5 6 7 7.1 7.2 7.3 7.4 7.5 7.6 8",
    "19": "0 1 1.1 1.2 2 2.1 2.2 2.3 2.4 2.5 3 3.1 3.2 3.3 4 4.1 4.2 5 6",
    "20": "0 1 2 3 4 4.1 4.2 4.3 4.4",
    "21": "0 1 1.1 1.2 1.3 1.4 1.5 2 3 3.1 3.2 4 4.1 4.2 4.3 4.4",
    "22": "0 1 2 2.1 2.2 2.3 2.4 2.5 3 3.1 3.2 3.3 3.4 3.5",
    "23": "0 1 2 2.1 2.2 2.3",
    "24": "0 1 2 3 3.1 3.2 3.3 3.4 3.5",
    "25": "0 1 1.1 1.2",
    "26": "0 1 1.1 1.2",
    "27": "0 1 2 3 3.1 3.2 4 5 5.1 5.2 5.3 5.4",
    "S1": "1 2 3",
    "S2": "1 2 3 3.1 3.2 3.3",
    "S3": "1 2 3",
}
NUMBERS = [f"{chapter}.{part}" for chapter, parts in CHAPTERS.items() for part in parts.split()]

# Furniture of a real table, and a list of references.
NO_RULES = {"2.1", "2.2.4", "5.8.5"}


@pytest.fixture(scope="module")
def table() -> CaseTable:
    return CaseTable.read((PACKAGE / "data" / "cases.toml").read_text("utf-8"))


def test_the_table_holds_exactly_the_cases_of_the_book_in_its_order(table: CaseTable) -> None:
    assert list(table.cases) == NUMBERS
    assert len(NUMBERS) == 334


def test_only_headings_and_furniture_are_descriptive_each_with_a_reason(table: CaseTable) -> None:
    descriptive = {case.number for case in table if case.kind == "descriptive"}
    for number in descriptive - NO_RULES:
        parts = [other for other in NUMBERS if other.startswith(f"{number.removesuffix('.0')}.") and other != number]
        assert parts or number == "1.0", number
    assert descriptive >= NO_RULES
    assert len(descriptive) == 78


def test_a_summary_is_one_line_and_no_two_are_alike(table: CaseTable) -> None:
    assert not [case.number for case in table if "\n" in case.summary or not case.summary.endswith(".")]
    assert len({case.summary for case in table}) == len(table)
