"""The register of rulings names tests that exist."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from sandtable.core.cases import Ruling
from sandtable.games.north_africa_41.title import title

ROOT = Path(__file__).parents[2]
RULINGS = title().book.cases().rulings


@cache
def functions(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("ruling", RULINGS.values(), ids=RULINGS)
def test_every_ruling_names_tests_that_exist(ruling: Ruling) -> None:
    assert ruling.tests
    for path, name in (test.split("::") for test in ruling.tests):
        assert name.startswith("test_") and name in functions(path), f"{path}::{name}"
    assert len(set(ruling.tests)) == len(ruling.tests)


def test_every_case_of_a_ruling_is_a_case_of_the_book() -> None:
    known = title().book.cases().cases
    assert not [(ruling.id, case) for ruling in RULINGS.values() for case in ruling.cases if case not in known]
