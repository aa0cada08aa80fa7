"""What the staff answers besides the game's own questions: the threats, and its plan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.bots import player, suggested
from sandtable.core.title import Title
from sandtable.core.values import Explanation, Refusal
from sandtable.kit.staff.ahead import held_up
from sandtable.kit.staff.derived import derived
from sandtable.kit.staff.plan import Plan
from sandtable.kit.staff.player import StaffPlayer
from sandtable.kit.staff.warnings import Peril, explained, neglected, warnings

WARNINGS = "warnings"
PLAN = "plan"
SECONDS = 2.0  # for looking ahead, and as long again for what prevents it


def questions(title: Title[Any]) -> Mapping[str, str]:
    """What can be asked of a game and of its staff, with a line on how to ask."""
    return {
        **title.screen.questions,
        WARNINGS: "warnings (what can be lost before you move again)",
        PLAN: "plan (what the staff would do with your turn, and why)",
    }


def is_for_the_staff(question: str) -> bool:
    """Whether machines have to play on to answer it, which takes its time."""
    return question.split()[:1] in ([WARNINGS], [PLAN])


def answer(title: Title[Any], known: Any, side: str, question: str) -> Explanation:
    """The answer to a question about a position, as a side knows it."""
    if not is_for_the_staff(question):
        return title.screen.explain(known, side, question)
    if title.rules.asks(known) is None:
        raise Refusal("over", "the game is over")
    if question.split()[:1] == [PLAN]:
        return plan(title, known, side).explained()
    return explained(perils(title, known, side), held_up(title, known, side))


def perils(title: Title[Any], known: Any, side: str, seconds: float = SECONDS) -> tuple[Peril, ...]:
    """What a side ought to know before it ends its phase."""
    name = suggested(title)
    looked = warnings(title, known, side, lambda seed: player(title, name, seed), seconds=seconds)
    return (*neglected(title, known, side), *looked)


def plan(title: Title[Any], known: Any, side: str, seed: int = 1) -> Plan:
    """What the staff would do with a side's turn from here on. Refused while it is not that side's turn."""
    if known.phasing != side:
        whose = f"{known.phasing} is on the move" if known.phasing else "no turn has begun"
        raise Refusal("turn", f"a plan is for one's own turn, and {whose}")
    staff = player(title, suggested(title), seed)
    written = staff.plan(known, side) if isinstance(staff, StaffPlayer) else None
    return written or derived(title, known, side, player(title, suggested(title), seed))
