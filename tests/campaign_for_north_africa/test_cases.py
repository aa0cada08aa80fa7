"""The table of cases holds what the rulebook holds."""

from collections import Counter
from pathlib import Path

import pytest

import sandtable
from sandtable.conformance.audit import audit
from sandtable.core.cases import CaseTable

PACKAGE = Path(sandtable.__file__).parent / "games" / "campaign_for_north_africa"

# Section by section the primary cases, each with the number of its secondary ones: "1-7" is 6.1 and 6.11 to 6.17.
SECTIONS = {
    "1": "0",
    "2": "0 1 2 3 4",
    "3": "0 1 2-3 3-6 4 5 6-2",
    "4": "0 1 2-6 3 4-9 5-5 6",
    "5": "0 1 2",
    "6": "0 1-7 2-9 3 53",  # 6.53 is the book's picture of a case number
    "7": "0 1-6 2",
    "8": "0 1-9 2-5 3-7 4-9 5-6 6-8 7-8 8-9 9-9",
    "9": "0 1-6 2-9 3-5 4",
    "10": "0 1-5 6 2-9 3-6",  # 10.6 is the misprinted 10.16
    "11": "0 1-6 2-7 3-8",
    "12": "0 1-9 2-4 3-5 4-6 5-5 6",
    "13": "0 1 2-8",
    "14": "0 1-5 2-7 3-5 4-8 5-5 6",
    "15": "0 1-8 2-9 3-6 4 5-6 6-4 7-9 8-9 9-6",
    "16": "0 1-7 2-2 3-4 4-7 5-5 6 7 8",
    "17": "0 1 2-8 3-7 4 5-6 6",
    "18": "0 1-5 2-6",
    "19": "0 1-4 2-8 3-3 4-7 5 6-8 7-3 8-7 9-8",
    "20": "0 1-5 2-4 3 4-9 5-5 6-7 7-8 8-5 9",
    "21": "0 1-5 2-9 3-8 4-5 5-5 6-7",
    "22": "0 1-4 2-8 3-8 4-4 5 6-6 7 8",
    "23": "0 1-5 2-6",
    "24": "0 1-8 2-4 3-8 4-8 5-6 6-7 7-9 8-8 9",
    "25": "0 1-6 2-4",
    "26": "0 1-5 2-6",
    "27": "0 1-6 2 3-8 4-4 5-9 6-5 7-7 8-9 9-3",
    "28": "0 1-8 2-6 3",
    "29": "0 1 2 3-5 4-7 5-8 6-1 7",
    "30": "0 1-8 2-5 3-9 4-6 5-9 6",
    "31": "0",
    "32": "0 1-8 2-5 3-7 4-7 5-9 6-6 7-5 8-4 9",
    "60": "3 33 4 43 6 8-2 92",
    "61": "3 4 5 6 71 72 8",
    "62": "3 34 4 44 5 62 7 8",  # of the scenarios the cases that the Land Game plays by
    "63": "3 34 4 44 6 7 82 91 92",
    "64": "0 53 54 71 72 73 74 75 76",
}
ADDED = {"4.43": "a", "4.44": "abc"}  # corrections that stand as cases of their own

# How many cases each section has, and how many of them are rules.
COUNTS = {
    "1": (1, 0),
    "2": (5, 0),
    "3": (18, 14),
    "4": (31, 10),
    "5": (3, 2),
    "6": (21, 16),
    "7": (9, 6),
    "8": (80, 67),
    "9": (25, 21),
    "10": (25, 23),
    "11": (25, 20),
    "12": (36, 30),
    "13": (11, 10),
    "14": (37, 29),
    "15": (67, 57),
    "16": (34, 25),
    "17": (28, 23),
    "18": (14, 11),
    "19": (58, 52),
    "20": (53, 44),
    "21": (46, 35),
    "22": (39, 28),
    "23": (14, 10),
    "24": (68, 42),
    "25": (13, 9),
    "26": (14, 11),
    "27": (61, 43),
    "28": (18, 12),
    "29": (29, 20),
    "30": (44, 30),
    "31": (1, 1),
    "32": (61, 50),
    "60": (9, 8),
    "61": (7, 7),
    "62": (8, 8),
    "63": (9, 9),
    "64": (9, 9),
}

# The rules that are still missing, section by section. Who makes one strikes it out here; nothing is forgotten by
# being left out of the table.
NOT_YET: dict[str, str] = {}


def section(number: str) -> str:
    return number.split(".")[0]


def expected() -> list[str]:
    numbers = []
    for chapter, primaries in SECTIONS.items():
        for primary in primaries.split():
            digit, _, parts = primary.partition("-")
            own = f"{chapter}.{digit}"
            for number in (own, *(f"{own}{part}" for part in range(1, int(parts or 0) + 1))):
                numbers += [number, *(number + letter for letter in ADDED.get(number, ""))]
    return numbers


@pytest.fixture(scope="module")
def table() -> CaseTable:
    return CaseTable.read((PACKAGE / "data" / "cases.toml").read_text("utf-8"))


def test_the_table_holds_exactly_the_cases_of_the_book_in_its_order(table: CaseTable) -> None:
    assert list(table.cases) == expected()
    assert len(table) == sum(cases for cases, _ in COUNTS.values())


def test_each_section_has_its_number_of_cases_and_of_rules(table: CaseTable) -> None:
    cases = Counter(section(case.number) for case in table)
    rules = Counter(section(case.number) for case in table if case.kind == "rule")
    assert {chapter: (cases[chapter], rules[chapter]) for chapter in cases} == COUNTS


def test_exactly_the_cases_of_the_list_are_missing(table: CaseTable) -> None:
    report = audit(table, PACKAGE, Path(__file__).parent)
    assert report.missing == [f"{chapter}.{part}" for chapter, parts in NOT_YET.items() for part in parts.split()]
    assert report.unknown == ()
    rules = sum(rules for _, rules in COUNTS.values())
    assert (report.tested, report.descriptive) == (rules - len(report.missing), len(table) - rules)


def test_what_is_called_a_heading_has_rules_below_it(table: CaseTable) -> None:
    for case in table:
        if not case.reason.startswith("heading"):
            continue
        stem = case.number.removesuffix("0")
        assert [other for other in table if other.kind == "rule" and other.number.startswith(stem)], case.number


def test_a_descriptive_case_names_only_cases_that_exist(table: CaseTable) -> None:
    for case in table:
        for word in case.reason.replace(",", " ").replace(";", " ").split():
            if "." in word and word[0].isdigit():
                assert word in table, case.number


def test_a_summary_is_one_line_and_no_two_are_alike(table: CaseTable) -> None:
    assert not [case.number for case in table if not case.summary.strip() or "\n" in case.summary]
    assert not [case.number for case in table if not case.summary.endswith(".") or case.summary.endswith("..")]
    assert len({case.summary for case in table}) == len(table)
