"""A title is put together out of few members, and each of them is documented."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields
from pathlib import Path

import pytest

from sandtable.core.title import GeneralStaff, Rulebook, Rules, Screen, Sight, Title, Trials

PAGE = (Path(__file__).parents[2] / "docs" / "title.md").read_text(encoding="utf-8")
PARTS = {"rules": Rules, "sight": Sight, "screen": Screen, "staff": GeneralStaff, "trials": Trials, "book": Rulebook}


def members(kind: type) -> set[str]:
    return {name for name in (*inspect.get_annotations(kind), *vars(kind)) if not name.startswith("_")}


def documented(section: str) -> set[str]:
    """The names in the first column of the table of a section."""
    rows = re.findall(r"^\| (`.*?`) \|", section, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`(\w+)`", row)}


def test_a_title_has_about_a_dozen_members() -> None:
    assert len(members(Title)) <= 13
    assert {*PARTS} <= members(Title)


def test_every_member_of_a_title_is_documented() -> None:
    assert documented(PAGE.partition("\n## ")[0]) == members(Title)


@pytest.mark.parametrize("part", PARTS)
def test_every_member_of_a_part_is_documented(part: str) -> None:
    section = PAGE.partition(f"\n## `{part}`\n")[2].partition("\n## ")[0]
    assert documented(section) == members(PARTS[part])


@pytest.mark.parametrize("part", PARTS)
def test_what_a_part_asks_of_a_game_says_so_in_its_source(part: str) -> None:
    """A comment beside or above every field."""
    lines = inspect.getsource(PARTS[part]).splitlines()
    for field in fields(PARTS[part]):
        at = next(i for i, line in enumerate(lines) if line.startswith(f"    {field.name}: "))
        assert "  # " in lines[at] or lines[at - 1].startswith("    # "), field.name
