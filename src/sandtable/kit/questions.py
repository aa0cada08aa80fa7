"""What the answers to players' questions have in common: reading the question, costs in order, whose zones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Generic, NamedTuple, TypeVar

from sandtable.core.board import Board
from sandtable.core.frames import S
from sandtable.core.values import Action, BadNotation, Explanation, Refusal

A = TypeVar("A", bound=Action)
Asking = TypeVar("Asking", bound=str)  # the sides of the game


class Topic(NamedTuple, Generic[S, Asking]):
    """What may be asked: how to put it, and who answers it."""

    usage: str
    answer: Callable[[S, Asking, str], Explanation]  # to a side, about what stands after the first word


def usages(topics: Mapping[str, Topic[S, Asking]]) -> dict[str, str]:
    return {name: topic.usage for name, topic in topics.items()}


def answered(topics: Mapping[str, Topic[S, Asking]], state: S, side: Asking, question: str) -> Explanation:
    """The answer to a question, whose first word is its topic."""
    name, _, words = question.strip().partition(" ")
    if name not in topics:
        asks = "; ".join(usages(topics).values())
        raise Refusal("why", f"no answer to '{question}'; ask: {asks}")
    usage, answer = topics[name]
    if not words.strip() and not _stands_alone(name, usage):
        raise Refusal("why", f"about what? Ask: {usage}")
    return answer(state, side, words.strip())


def _stands_alone(name: str, usage: str) -> bool:
    """Whether one of the ways to ask is the word by itself."""
    return any(way.partition("(")[0].strip() == name for way in usage.split("|"))


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


def zones_on(
    board: Board, where: str, side: str, casters: Iterable[int], at: Callable[[int], Iterable[str]], case: str
) -> Explanation:
    """The enemies of a side, as it is called in a sentence, in whose zones a hex lies."""
    parts = tuple(Explanation(f"{name} at {board.name(there)}", case) for there in casters for name in at(there))
    if not parts:
        return Explanation(f"no enemy of {side} exerts a zone on {where}", case)
    return Explanation(f"{where} is in the zone of", case, parts)
