"""Names: plain, and no two alike to the eye."""

from __future__ import annotations

import pytest

from sandtable.core.values import Refusal
from sandtable.table.people.names import checked, skeleton


@pytest.mark.parametrize("name", ["Anna", "Jürgen", "anna-b", "R2D2", "Łukasz", "a.b.c", "Straße", "x" * 20])
def test_a_plain_name_is_taken_as_it_is(name: str) -> None:
    assert checked(name) == name


@pytest.mark.parametrize(
    "name",
    ["", "ab", "x" * 21, "Anna B", "-anna", "anna-", "an--na", "4anna",
     "Аnna", "anna\u200b", "an\nna", "<b>anna", "安娜安娜",
     "anna\u0336", "😀😀😀", "a_.b", "anna\u00ad"],
)  # fmt: skip
def test_what_is_not_plain_is_refused(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        checked(name)
    assert refused.value.case == "name"


@pytest.mark.parametrize("name", ["host", "Admin", "adm1n", "TheTable", "the-house", "OFF1CER", "off.icer"])
def test_nobody_speaks_for_the_house_or_is_taken_for_a_machine(name: str) -> None:
    with pytest.raises(Refusal, match="house or for a machine"):
        checked(name, frozenset({"officer"}))


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "ANNA"), ("Bill", "BiII"), ("Bill", "B1ll"), ("Jürgen", "Jurgen"), ("Oskar", "0skar"), ("a.b.c", "abc"),
     ("Warren", "VVarren"), ("Arno", "Amo"), ("Søren", "soren"), ("straße", "strasse")],
)  # fmt: skip
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


def test_names_that_differ_are_two() -> None:
    names = ["Anna", "Hanna", "Ben", "Bea", "Rommel", "Wavell"]
    assert len({skeleton(name) for name in names}) == len(names)
