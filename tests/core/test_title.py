"""What a title must have is told at its own place."""

from __future__ import annotations

import inspect

import pytest

from sandtable.core.title import Title

SOURCE = inspect.getsource(Title)
MEMBERS = sorted(name for name in vars(Title) if not name.startswith("_"))
FACTS = sorted(name for name in Title.__annotations__ if name not in MEMBERS)


@pytest.mark.parametrize("name", MEMBERS)
def test_every_member_of_a_title_says_what_it_is(name: str) -> None:
    member = vars(Title)[name]
    told = inspect.getdoc(member.fget if isinstance(member, property) else member)
    beside = [line for line in SOURCE.splitlines() if line.strip().startswith(f"{name}: ClassVar")]
    assert ((callable(member) or isinstance(member, property)) and told) or (beside and "#" in beside[0]), name


@pytest.mark.parametrize("name", FACTS)
def test_every_fact_of_a_title_says_what_it_is(name: str) -> None:
    (line,) = (line for line in SOURCE.splitlines() if line.strip().startswith(f"{name}: ClassVar"))
    assert "#" in line, line
