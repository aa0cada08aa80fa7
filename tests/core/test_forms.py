"""Orders that say what they say in a row."""

from typing import ClassVar

import pytest

from sandtable.core.forms import Phrase, UnitOnPath, UnitsOnPath
from sandtable.core.values import Action, BadNotation, Notation


class Load(Phrase, frozen=True):
    verb: ClassVar[str] = "load"
    keywords: ClassVar[tuple[str, ...]] = ("onto", "tons")
    examples: ClassVar[tuple[str, ...]] = ("A, B", "lorry", "3")
    units: tuple[str, ...]
    lorry: str
    tons: int


class Unload(Phrase, frozen=True):
    verb: ClassVar[str] = "unload"
    examples: ClassVar[tuple[str, ...]] = ("lorry",)
    lorry: str


class Move(UnitsOnPath, frozen=True):
    verb: ClassVar[str] = "move"
    example: ClassVar[str] = "A, B W6-W8"


class Stroll(UnitsOnPath, frozen=True):
    verb: ClassVar[str] = "stroll"
    example: ClassVar[str] = "A W6"
    least: ClassVar[int] = 1


class Retreat(UnitOnPath, frozen=True):
    verb: ClassVar[str] = "retreat"
    example: ClassVar[str] = "A W6-W8"


NOTATION = Notation(Load, Unload, Move, Stroll, Retreat)


@pytest.mark.parametrize("action, text", [
    (Load(("A", "B"), "L1", 12), "load A, B onto L1 tons 12"),
    (Unload("L1"), "unload L1"),
    (Move(("A", "B"), ("W6", "W7", "W8")), "move A, B W6-W7-W8"),
    (Stroll(("A",), ("W6",)), "stroll A W6"),
    (Retreat("A", ("W6",)), "retreat A W6"),
])  # fmt: skip
def test_an_order_is_written_and_read_back(action: Action, text: str) -> None:
    assert str(action) == text
    assert NOTATION.parse(text) == action


@pytest.mark.parametrize("text, usage", [
    ("load A onto L1", "load A, B onto lorry tons 3"),
    ("load A tons 3 onto L1", "load A, B onto lorry tons 3"),
    ("load A onto L1, L2 tons 3", "load A, B onto lorry tons 3"),
    ("load A onto L1 tons many", "load A, B onto lorry tons 3"),
    ("load A, onto L1 tons 3", "load A, B onto lorry tons 3"),
    ("unload", "unload lorry"),
    ("unload L1 now", "unload lorry"),
    ("move A W6", "move A, B W6-W8"),
    ("move W6-W8", "move A, B W6-W8"),
    ("stroll A", "stroll A W6"),
    ("retreat A, B W6-W8", "retreat A W6-W8"),
])  # fmt: skip
def test_what_does_not_fit_is_answered_with_an_example(text: str, usage: str) -> None:
    with pytest.raises(BadNotation) as refused:
        NOTATION.parse(text)
    assert str(refused.value) == f"write it as: {usage}"
