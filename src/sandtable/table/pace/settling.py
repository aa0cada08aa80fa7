"""Standing answers: questions that interrupt the other side's turn, answered once and for all so that nobody waits.

They are kept with the seat, a secret of its side, and worked out of what that side knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.core import frames
from sandtable.core.frames import ASK, STAFF
from sandtable.core.title import Title
from sandtable.core.values import Action, Refusal

COMMON = {ASK: "ask me", STAFF: "the staff answers for me"}


def choices(title: Title[Any], kind: str) -> dict[str, str]:
    """What may be left as an answer to a kind of question, with a line on each."""
    found = title.rules.interrupts.get(kind)
    if found is None:
        raise Refusal("unknown", f"{title.name} has no such question to answer beforehand")
    return {**COMMON, **found.choices}


def offered(title: Title[Any]) -> list[dict[str, Any]]:
    """All kinds of questions of a game, as a page shows them."""
    return [
        {"key": kind, "text": found.text, "choices": [{"key": key, "text": text} for key, text in _lines(title, kind)]}
        for kind, found in title.rules.interrupts.items()
    ]


def _lines(title: Title[Any], kind: str) -> list[tuple[str, str]]:
    return list(choices(title, kind).items())


def settled(title: Title[Any], before: Mapping[str, str], kind: str, choice: str) -> dict[str, str]:
    """The standing answers with one more, or one fewer. Raises `Refusal`."""
    if choice not in choices(title, kind):
        raise Refusal("unknown", f"the answers to this are: {', '.join(choices(title, kind))}")
    others = {each: answer for each, answer in before.items() if each != kind}
    return others if choice == ASK else {**others, kind: choice}


def answer(title: Title[Any], known: Any, side: str, left: Mapping[str, str]) -> Action | None:
    """What was left as an answer to what a side is asked now; nothing if it is to be asked."""
    decision = title.rules.asks(known) if left else None
    if decision is None or side not in decision.asked(known):
        return None
    choice = left.get(decision.interrupt(known, side), ASK)
    action = decision.settled(known, side, choice) if choice not in (ASK, STAFF) else None
    if action is None:
        return None
    try:
        frames.check(known, side, action)
    except Refusal:
        return None  # then the player is asked
    return action


def is_for_the_staff(title: Title[Any], known: Any, side: str, left: Mapping[str, str]) -> bool:
    """Whether a machine is to answer what a side is asked now."""
    decision = title.rules.asks(known)
    return (
        decision is not None
        and side in decision.asked(known)
        and left.get(decision.interrupt(known, side), ASK) == STAFF
    )
