"""Values: everything that is stored is a frozen struct, equal when equal, JSON both ways."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, ParamSpec

import msgspec

P = ParamSpec("P")


class Value(msgspec.Struct, frozen=True):
    """A plain immutable value.

    Every field is written out: msgspec tells a default by identity, so that leaving defaults out would give equal
    values different bytes and fingerprints.
    """


class Action(Value, frozen=True, tag=True):
    """What a player decides. `str(action)` is its notation; the game's `Notation` reads it back."""

    verb: ClassVar[str] = ""  # the name of the class in small letters, unless it says otherwise

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "verb" not in cls.__dict__:
            cls.verb = cls.__name__.lower()

    def words(self) -> str:
        """Everything after the verb."""
        return ""

    @classmethod
    def read(cls, words: str) -> Action:
        """The inverse of `words`. Raises `BadNotation`."""
        if words:
            raise BadNotation(f"'{cls.verb}' is written alone, without '{words}'")
        return cls()

    def __str__(self) -> str:
        words = self.words()
        return f"{self.verb} {words}" if words else self.verb


class Event(Value, frozen=True):
    """Something that happened, with its running number in the game. One with the fact `only` is a side's secret."""

    n: int
    kind: str
    facts: dict[str, object] = {}

    def heard_by(self, side: str) -> bool:
        """Whether a side learns of it; a spectator is the side without a name."""
        return self.facts.get("only", side) == side


class Refusal(Exception):
    """An illegal action: the case that forbids it and a sentence a player understands. Nothing was changed."""

    def __init__(self, case: str, why: str) -> None:
        super().__init__(f"({case}) {why}")
        self.case, self.why = case, why


def may(check: Callable[P, object], *words: P.args, **named: P.kwargs) -> bool:
    """Whether a check has nothing against it."""
    try:
        check(*words, **named)
    except Refusal:
        return False
    return True


class BadNotation(ValueError):
    """A text that is not an action of this game."""


class Notation:
    """Text to action for one game: one verb, one class."""

    def __init__(self, *classes: type[Action]) -> None:
        self.classes = {c.verb: c for c in classes}

    def parse(self, text: str) -> Action:
        verb, _, words = " ".join(text.split()).partition(" ")
        if verb not in self.classes:
            raise BadNotation(
                f"'{verb}' is not an order in this game; the orders are: {', '.join(sorted(self.classes))}"
            )
        return self.classes[verb].read(words)


class Explanation(Value, frozen=True):
    """Why a figure is what it is: a line, the case behind it, and the lines it rests on."""

    text: str
    case: str = ""
    parts: tuple[Explanation, ...] = ()

    def lines(self, indent: int = 0) -> list[str]:
        tag = f"  ({self.case})" if self.case else ""
        return ["  " * indent + self.text + tag, *(line for part in self.parts for line in part.lines(indent + 1))]

    def __str__(self) -> str:
        return "\n".join(self.lines())
