"""Every numbered case of the rulebook is in the table."""

from importlib import resources
from pathlib import Path

from sandtable.core.cases import CaseTable

DATA = Path(str(resources.files("sandtable.games.tobruk"))) / "data"

# The last number behind the point, chapter by chapter.
CHAPTERS = {1: 0, 2: 7, 3: 4, 4: 1, 5: 2, 6: 2, 7: 1, 8: 0, 9: 6, 10: 5, 11: 1, 12: 0, 13: 0, 14: 0, 15: 5}


def test_the_table_holds_exactly_the_cases_of_the_book_in_its_order() -> None:
    table = CaseTable.read((DATA / "cases.toml").read_text(encoding="utf-8"))
    assert list(table.cases) == [f"{chapter}.{part}" for chapter, last in CHAPTERS.items() for part in range(last + 1)]
    assert len(table) == 49


def test_only_furniture_is_descriptive() -> None:
    table = CaseTable.read((DATA / "cases.toml").read_text(encoding="utf-8"))
    assert {case.number for case in table if case.kind == "descriptive"} == {"2.0", "2.2"}


def test_a_summary_is_one_line_and_no_two_are_alike() -> None:
    table = CaseTable.read((DATA / "cases.toml").read_text(encoding="utf-8"))
    assert not [case.number for case in table if "\n" in case.summary or not case.summary.endswith(".")]
    assert len({case.summary for case in table}) == len(table)
