"""How a game stands and what is to come: what counts for victory, and the turn track with what each turn brings."""

from __future__ import annotations

from typing import Literal

from sandtable.core.values import Value


class Goal(Value, frozen=True):
    """Something that counts for victory."""

    label: str
    text: str = ""  # how it stands
    side: str = ""  # whose it is now; empty while it is nobody's
    missing: str = ""  # what somebody still needs for it
    at: tuple[str, ...] = ()  # the hexes it is about
    case: str = ""


class Standing(Value, frozen=True):
    """What counts, who is ahead and what is missing, as one side may know it."""

    verdict: str = ""  # who would win, or how it is decided, in a sentence
    ahead: str = ""  # the side; empty while they are level
    goals: tuple[Goal, ...] = ()


class Due(Value, frozen=True):
    """What a turn brings or takes."""

    kind: Literal["arrives", "leaves", "changes"]
    text: str
    side: str = ""


class TurnBox(Value, frozen=True):
    """A box of the turn track."""

    number: int
    date: str = ""
    period: str = ""  # the month or the year: what boxes side by side have in common
    dues: tuple[Due, ...] = ()
