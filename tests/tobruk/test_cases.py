"""Every rule of the book has code and a test, and every ruling the tests that it names."""

from pathlib import Path

import pytest

import sandtable
from sandtable.conformance.audit import audit
from sandtable.core.cases import CaseTable
from sandtable.games.tobruk.title import TobrukTitle

PACKAGE = Path(sandtable.__file__).parent / "games" / "tobruk"
TESTS = Path(__file__).parent


@pytest.fixture(scope="module")
def table() -> CaseTable:
    return TobrukTitle().book.cases()


def test_no_rule_lacks_code_or_test(table: CaseTable) -> None:
    report = audit(table, PACKAGE, TESTS, TESTS.parents[1])
    assert report.missing == []
    assert report.tested + report.descriptive == report.total == len(table)


def test_no_test_names_a_case_that_does_not_exist(table: CaseTable) -> None:
    assert audit(table, PACKAGE, TESTS, TESTS.parents[1]).unknown == ()


def test_rulings_name_cases_and_options_that_exist(table: CaseTable) -> None:
    assert len(table.rulings) > 30
    for ruling in table.rulings.values():
        assert ruling.cases and set(ruling.cases) <= set(table.cases), ruling.id
        assert ruling.option in {*TobrukTitle.options, ""}, ruling.id


def test_every_test_that_a_ruling_names_exists(table: CaseTable) -> None:
    for ruling in table.rulings.values():
        assert ruling.tests, ruling.id
        for name in ruling.tests:
            path, _, function = name.partition("::")
            assert f"def {function.partition('[')[0]}(" in (TESTS.parents[1] / path).read_text("utf-8"), name
