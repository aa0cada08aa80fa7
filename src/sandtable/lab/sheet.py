"""A review as a screen shows it: figures to draw, sentences to read, and the entry behind each of them."""

from __future__ import annotations

from typing import Any

from sandtable.core.title import Title
from sandtable.core.values import Value
from sandtable.lab.review import Advice, Review, ThrowReview
from sandtable.lab.telling import luck_in_words, measure, throw_in_words


class SheetTurn(Value, frozen=True):
    """How a turn began, what it changed, and the part of that which the dice brought."""

    turn: int
    date: str
    entry: int
    stood: float
    change: float
    luck: float


class SheetThrow(Value, frozen=True):
    """Dice that mattered, and the entry they belong to."""

    turn: int
    entry: int
    side: str
    luck: float
    text: str
    story: tuple[str, ...]


class SheetAdvice(Value, frozen=True):
    """What the staff would have done, and the entry with which that turn began."""

    turn: int
    entry: int
    side: str
    text: str


class Sheet(Value, frozen=True):
    sides: tuple[str, ...]
    ending: str
    winner: str
    measure: str
    in_chances: bool
    turns: tuple[SheetTurn, ...]
    luck: str
    throws: tuple[SheetThrow, ...]
    advice: tuple[SheetAdvice, ...]


def sheet(title: Title[Any], found: Review) -> Sheet:
    begins = {turn.turn: turn.entry for turn in found.turns}
    return Sheet(
        sides=found.sides,
        ending=found.ending,
        winner=found.winner or "",
        measure=measure(title, found),
        in_chances=found.in_chances,
        turns=tuple(
            SheetTurn(each.turn, each.date, each.entry, each.stood, each.change, each.luck) for each in found.turns
        ),
        luck=luck_in_words(title, found),
        throws=tuple(_throw(title, found, throw) for throw in found.telling),
        advice=tuple(_advice(each, begins) for each in found.turning),
    )


def _throw(title: Title[Any], found: Review, throw: ThrowReview) -> SheetThrow:
    text = throw_in_words(title, found, throw)
    return SheetThrow(throw.turn, throw.entry, throw.whose, throw.luck, text, throw.story)


def _advice(advice: Advice, begins: dict[int, int]) -> SheetAdvice:
    return SheetAdvice(advice.turn, begins[advice.turn], advice.side, advice.text)
