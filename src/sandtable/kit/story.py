"""Events as lines of the story: a game has a teller for each kind, and these are the words that all of them need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from sandtable.core.values import Event

Facts: TypeAlias = Mapping[str, Any]
Tellers: TypeAlias = Mapping[str, Callable[[Facts], str]]


def told(event: Event, tellers: Tellers) -> str:
    """The line of an event; empty for kinds that nobody tells."""
    teller = tellers.get(event.kind)
    return teller(event.facts) if teller else ""


def joined(names: Iterable[Any]) -> str:
    return ", ".join(str(name) for name in names)


def over(facts: Facts) -> str:
    """How the game ended."""
    winner = f"{str(facts['winner']).title()} victory" if facts["winner"] else "A draw"
    return f"{winner}: {facts['reason']} ({facts['case']})"
