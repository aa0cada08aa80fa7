"""What the answers to players' questions have in common: reading the question, costs in order, whose zones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from sandtable.core.board import Board
from sandtable.core.values import Action, BadNotation, Explanation, Refusal

A = TypeVar("A", bound=Action)


def topic_of(question: str) -> tuple[str, str]:
    """The first word, and what is asked about."""
    topic, _, words = question.strip().partition(" ")
    return topic, words.strip()


def no_answer(question: str, questions: Mapping[str, str]) -> Refusal:
    return Refusal("why", f"no answer to '{question}'; ask: {'; '.join(questions.values())}")


def read_as(order: type[A], words: str) -> A:
    """An order that is asked about, not given."""
    try:
        read = order.read(words)
    except BadNotation as error:
        raise Refusal("why", str(error)) from None
    assert isinstance(read, order)
    return read


def by_cost(ends: Iterable[tuple[int, str]], points: Callable[[int], str] = str) -> tuple[Explanation, ...]:
    """The places that can be reached for each cost, the cheapest first."""
    found: dict[int, list[str]] = {}
    for cost, place in ends:
        found.setdefault(cost, []).append(place)
    return tuple(Explanation(f"for {points(cost)}: {' '.join(sorted(found[cost]))}") for cost in sorted(found))


def zone_casters(
    board: Board, casters: Iterable[int], at: Callable[[int], Iterable[str]], case: str
) -> tuple[Explanation, ...]:
    """The units whose zones a hex lies in."""
    return tuple(Explanation(f"{name} at {board.name(there)}", case) for there in casters for name in at(there))
