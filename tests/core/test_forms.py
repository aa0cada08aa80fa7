"""Orders that say what they say in a row."""

from typing import Annotated, ClassVar

import pytest

from sandtable.core.forms import Path, Phrase, Text, UnitOnPath, UnitsOnPath, or_none
from sandtable.core.values import Action, BadNotation, Notation
from sandtable.core.wording import names


class Load(Phrase, frozen=True):
    form: ClassVar[str] = "{units:A, B} onto {lorry:lorry} tons {tons:3}"
    units: tuple[str, ...]
    lorry: str
    tons: int


class Unload(Phrase, frozen=True):
    form: ClassVar[str] = "{lorry:lorry}"
    lorry: str


class Move(UnitsOnPath, frozen=True):
    form: ClassVar[str] = "{units:A, B} {path:W6-W8}"


class Stroll(Phrase, frozen=True):
    form: ClassVar[str] = "{units:A} {path:W6}"
    units: tuple[str, ...]
    path: Path


class Retreat(UnitOnPath, frozen=True):
    form: ClassVar[str] = "{unit:A} {path:W6-W8}"


class Storm(Phrase, frozen=True):
    """Everything a form can have: two fields in another order, what may be left out, a flag, a type of its own."""

    verb: ClassVar[str] = "assault"
    form: ClassVar[str] = "{at:W6} with {units:A, B} [supply {supply:S1}] [guns {guns:4}] [{night:by night}]"
    units: tuple[str, ...]
    at: str
    supply: str = ""
    guns: int = 0
    night: bool = False


class Fly(Phrase, frozen=True):
    form: ClassVar[str] = "{sorties:2}:{kind:day} sorties"
    sorties: int
    kind: str


class Stand(Phrase, frozen=True):
    form: ClassVar[str] = "{units:A, B}"
    units: Annotated[tuple[str, ...], or_none(Text(names, ", ".join))] = ()


NOTATION = Notation(Load, Unload, Move, Stroll, Retreat, Storm, Fly, Stand)


@pytest.mark.parametrize("action, text", [
    (Load(("A", "B"), "L1", 12), "load A, B onto L1 tons 12"),
    (Unload("L1"), "unload L1"),
    (Move(("A", "B"), ("W6", "W7", "W8")), "move A, B W6-W7-W8"),
    (Stroll(("A",), ("W6",)), "stroll A W6"),
    (Retreat("A", ("W6",)), "retreat A W6"),
    (Storm(("A", "B"), "W6"), "assault W6 with A, B"),
    (Storm(("A",), "W6", guns=4), "assault W6 with A guns 4"),
    (Storm(("A",), "W6", "S1", 4, night=True), "assault W6 with A supply S1 guns 4 by night"),
    (Fly(2, "day"), "fly 2:day sorties"),
    (Stand(("A", "B")), "stand A, B"),
    (Stand(), "stand none"),
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
    ("assault W6", "assault W6 with A, B supply S1 guns 4 by night"),
    ("assault W6 with A guns 4 supply S1", "assault W6 with A, B supply S1 guns 4 by night"),
    ("assault W6 with A supply", "assault W6 with A, B supply S1 guns 4 by night"),
    ("assault W6 with A by night now", "assault W6 with A, B supply S1 guns 4 by night"),
    ("fly 2:day", "fly 2:day sorties"),
    ("stand", "stand A, B"),
])  # fmt: skip
def test_what_does_not_fit_is_answered_with_an_example(text: str, usage: str) -> None:
    with pytest.raises(BadNotation) as refused:
        NOTATION.parse(text)
    assert str(refused.value) == f"write it as: {usage}"


def test_the_verb_is_the_name_of_the_order_unless_it_says_otherwise() -> None:
    assert (Load.verb, Storm.verb) == ("load", "assault")
