"""A plan read off from what a staff does, for games whose staff does not write its own."""

from __future__ import annotations

from typing import Any

from sandtable.core.title import Player, Title
from sandtable.core.views import Piece
from sandtable.kit.staff.ahead import Course, names, play_on
from sandtable.kit.staff.plan import March, Plan, Task

STATED = 200  # actions of one's own turn that are looked at, at the most


class TurnOver:
    """Whether a side's player turn is over, or somebody else has to answer within it."""

    def __init__(self, state: Any, side: str) -> None:
        self.side, self.turn, self.left = side, state.turn, STATED

    def __call__(self, state: Any) -> bool:
        self.left -= 1
        return bool(state.phasing != self.side or state.turn != self.turn or self.left < 0)


def derived(title: Title[Any], known: Any, side: str, player: Player, aim: str = "") -> Plan:
    """What this player would do with the rest of the side's turn, with dice of its own for what has to be thrown."""
    course = play_on(title, known, dict.fromkeys(title.sides, player), known.turn, TurnOver(known, side))
    before, after = _places(title, known, side), _places(title, course.state, side)
    moved = {name: piece.at for name, piece in after.items() if name in before and before[name].at != piece.at}
    stayed = [name for name, piece in after.items() if name in before and before[name].at == piece.at]
    reason = "this staff gives its orders without writing a plan"
    return Plan(
        side,
        known.turn,
        known.turn,
        aim or "carry out the orders below",
        "as ordered" if course.deeds else "waiting",
        reason,
        tasks=(
            *_holding(stayed, after),
            *(Task("take", at, (name,), _orders(course, side, name)) for name, at in moved.items()),
        ),
        marches=tuple(March(name, at) for name, at in moved.items()),
    )


def _places(title: Title[Any], state: Any, side: str) -> dict[str, Piece]:
    pieces = title.sight.view(title.sight.observe(state, side), side).pieces
    return {piece.id: piece for piece in pieces if piece.side == side and piece.at in title.rules.board().index}


def _holding(names: list[str], pieces: dict[str, Piece]) -> list[Task]:
    by_hex: dict[str, list[str]] = {}
    for name in names:
        by_hex.setdefault(pieces[name].at, []).append(name)
    return [Task("hold", at, tuple(units)) for at, units in by_hex.items()]


def _moving(course: Course, side: str, moved: dict[str, str]) -> list[Task]:
    return [Task("take", at, (name,), _orders(course, side, name)) for name, at in moved.items()]


def _orders(course: Course, side: str, name: str) -> str:
    """The verbs of the orders that a piece was given."""
    verbs = [deed.action.verb for deed in course.deeds if deed.side == side and names(deed.action, name)]
    return ", ".join(dict.fromkeys(verbs))
