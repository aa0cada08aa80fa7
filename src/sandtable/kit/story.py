"""The story that players read: events as lines, the headings of a report, and what counters are called in them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from sandtable.core.values import Event

Facts: TypeAlias = Mapping[str, Any]
Tellers: TypeAlias = Mapping[str, Callable[[Facts], str]]


# Lines: a game has a teller for each kind of event


def told(event: Event, tellers: Tellers) -> str:
    """The line of an event; empty for kinds that nobody tells."""
    teller = tellers.get(event.kind)
    return teller(event.facts) if teller else ""


def joined(names: Iterable[Any]) -> str:
    return ", ".join(str(name) for name in names)


def acting(names: Sequence[Any], verb: str) -> str:
    """Who does something: one attacks, several attack."""
    one = verb + ("es" if verb.endswith(("s", "ch", "sh", "o")) else "s")
    return f"{joined(names)} {one if len(names) == 1 else verb}"


def over(facts: Facts) -> str:
    """How the game ended."""
    winner = f"{str(facts['winner']).title()} victory" if facts["winner"] else "A draw"
    return f"{winner}: {facts['reason']} ({facts['case']})"


# What a report of a turn has under which heading, by the kinds of events that games share

MOVED, FOUGHT, LOST, TAKEN = "moved", "fought", "lost", "taken"

HEADINGS: Mapping[str, str] = {
    "moved": MOVED, "hauled": MOVED, "shipped": MOVED, "railed": MOVED, "landed": MOVED, "embarked": MOVED,
    "arrived": MOVED, "driven": MOVED, "sailed": MOVED, "moved_on": MOVED,
    "fought": FOUGHT, "attacked": FOUGHT, "overran": FOUGHT, "overwhelmed": FOUGHT, "shattered": FOUGHT,
    "countered": FOUGHT, "barraged": FOUGHT, "assaulted": FOUGHT, "fired": FOUGHT, "bombed": FOUGHT,
    "retreated": FOUGHT, "reduced": FOUGHT, "fled": FOUGHT,
    "eliminated": LOST, "surrendered": LOST, "surrendered_units": LOST, "sunk": LOST, "lost": LOST, "disbanded": LOST,
    "captured": TAKEN, "controlled": TAKEN, "seized": TAKEN, "recaptured": TAKEN, "over": TAKEN,
}  # fmt: skip


def heading(kind: str) -> str:
    """Where a report tells of an event; empty for what it leaves to the log."""
    return HEADINGS.get(kind, "")


BEGINNINGS = ("turn", "player_turn", "part")  # of what belongs to a side, by the kinds of events that games share


def belongs_to(event: Event) -> str:
    """The side that threw the die an event tells of, or whose turn begins with it; of other events nobody."""
    if event.kind == "roll":
        return str(event.facts.get("by", ""))
    return str(event.facts.get("side", "")) if event.kind in BEGINNINGS else ""


# What players call the counters, who do not know the names that orders use

LATER = re.compile(r"(?: \([^()]*\))?(?:,.*)?$")  # what comes after the first clause, and an aside at its end


def first_clauses(titles: Mapping[str, str]) -> dict[str, str]:
    """The first clause of each long name, as far as only one piece is called so."""
    short = {name: LATER.sub("", title) for name, title in titles.items()}
    bearers = Counter(short.values())
    return {name: short[name] if bearers[short[name]] == 1 else titles[name] for name in titles}


WORD = re.compile(r"[^\s,;]+")


def by_name(text: str, called: Mapping[str, str]) -> str:
    """A text in which orders' names of counters become those that players know; `AxS#` stands for a series."""
    return WORD.sub(lambda word: _named(word[0], called), text)


def _named(word: str, called: Mapping[str, str]) -> str:
    for inner in (word, word.strip("():")):
        name = called.get(inner) or _of_a_series(inner, called)
        if name:
            return word.replace(inner, name)
    return word


def _of_a_series(word: str, called: Mapping[str, str]) -> str:
    stem = word.rstrip("0123456789")
    return called.get(f"{stem}#", "").replace("#", word[len(stem) :]) if stem != word else ""
