"""What the staff answers besides the game's own questions: the threats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.bots import player
from sandtable.core.title import Title
from sandtable.core.values import Explanation, Refusal
from sandtable.kit.staff.ahead import held_up
from sandtable.kit.staff.warnings import Peril, explained, warnings

WARNINGS = "warnings"
SECONDS = 2.0  # for looking ahead, and as long again for what prevents it


def questions(title: Title[Any]) -> Mapping[str, str]:
    """What can be asked of a game and of its staff, with a line on how to ask."""
    return {**title.questions, WARNINGS: "warnings (what can be lost before you move again)"}


def answer(title: Title[Any], known: Any, side: str, question: str) -> Explanation:
    """The answer to a question about a position, as a side knows it."""
    if question.split()[:1] != [WARNINGS]:
        return title.explain(known, side, question)
    if title.asks(known) is None:
        raise Refusal("over", "the game is over")
    return explained(perils(title, known, side), held_up(title, known, side))


def perils(title: Title[Any], known: Any, side: str, seconds: float = SECONDS) -> tuple[Peril, ...]:
    """What a side ought to know before it ends its phase."""
    name = "staff" if "staff" in title.players else "greedy"
    return warnings(title, known, side, lambda seed: player(title, name, seed), seconds=seconds)
