"""A player that looks one action ahead and takes what its game's own evaluation likes best."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from sandtable.core import frames
from sandtable.core.dice import SecretDice
from sandtable.core.frames import Decision
from sandtable.core.title import Title
from sandtable.core.values import Action, Refusal

BREADTH = 24  # actions tried for one decision
THROWS = 3  # dice tried for an action that rolls
PATIENCE = 200  # actions in a row, then it stops
ENDS = 2  # the first and last of a listing are always tried: that is where the rare ones stand
WON = 1e9
ROUNDING = 1e-9  # a smaller difference than this is ignored


class Outlook(NamedTuple):
    """What an action leads to."""

    action: Action
    value: float  # of the position after it, the average of a few rolls when it rolls dice
    again: bool  # whether the same question is asked again


class GreedyPlayer:
    """One ply. To do something it must be better than doing nothing, where nothing can be done."""

    def __init__(self, title: Title[Any], seed: int, breadth: int = BREADTH, throws: int = THROWS) -> None:
        self._title, self._random = title, Random(seed)
        self._breadth, self._plain = breadth, plain_actions(title)
        self._dice = [SecretDice(_own_secret(seed, throw)) for throw in range(throws)]
        self._busy = 0

    def choose(self, observed: Any, side: str) -> Action:
        decision = self._title.rules.asks(observed)
        if decision is None:
            raise ValueError("the game is over: there is nothing to choose")
        listing = decision.actions(observed, side)
        rest = resting(decision, observed, side, self._plain)
        circles = self._circles(decision, observed, side)
        if circles:
            listing = [action for action in listing if action not in circles] or listing
            rest = None if rest in circles else rest
        chosen = self._best(observed, side, listing, rest)
        self._busy = 0 if chosen == rest else self._busy + 1
        return chosen

    def _circles(self, decision: Decision[Any], observed: Any, side: str) -> list[Action]:
        """Actions that only take back what was declared here: the same question is asked again, to no gain."""
        allowed = [action for action in self._plain if resting(decision, observed, side, (action,)) is not None]
        return [a for a in allowed if _asks_again(observed, frames.play(observed, side, a, self._dice[0])[0])]

    def _best(self, observed: Any, side: str, listing: Sequence[Action], rest: Action | None) -> Action:
        if len(listing) == 1 or (rest is not None and self._busy >= PATIENCE):
            return listing[0] if rest is None else rest
        sample = [listing[i] for i in self._sample(len(listing))]
        tried = [self._outlook(observed, side, action) for action in sample if action != rest]
        if rest is not None:
            # What changes nothing and is asked again is no better than resting, though resting may bring worse.
            tried = self._changing(tried, observed, side)
        elif self._busy >= PATIENCE:
            # Nor does it lead to where one may rest: laid and called off in turn, it would go on for ever.
            tried = self._changing(tried, observed, side) or tried
        best = max((each.value for each in tried), default=-WON)
        if rest is not None and best <= self._outlook(observed, side, rest).value:
            return rest
        return self._random.choice([each.action for each in tried if each.value == best])

    def _changing(self, tried: Sequence[Outlook], observed: Any, side: str) -> list[Outlook]:
        """Those after which something is better or worse, or something else is asked."""
        now = self._value(observed, side)
        return [each for each in tried if not each.again or abs(each.value - now) > ROUNDING]

    def _sample(self, count: int) -> Sequence[int]:
        if count <= self._breadth:
            return range(count)
        middle = range(ENDS, count - ENDS)
        return [*range(ENDS), *self._random.sample(middle, self._breadth - 2 * ENDS), *range(count - ENDS, count)]

    def _outlook(self, observed: Any, side: str, action: Action) -> Outlook:
        values, again = [], True
        for dice in self._dice:
            after, events = frames.play(observed, side, action, dice)
            values.append(self._value(after, side))
            again = again and _asks_again(observed, after)
            if all(event.kind != "roll" for event in events):
                break
        return Outlook(action, sum(values) / len(values), again)

    def _value(self, state: Any, side: str) -> float:
        over = self._title.rules.outcome(state)
        if over is None:
            return self._title.staff.evaluate(state, side)
        if over.winner is None:
            return 0.0
        return WON if over.winner == side else -WON


def plain_actions(title: Title[Any]) -> tuple[Action, ...]:
    """The actions of a game that stand alone, such as `done`, in the order of its notation."""
    return tuple(kind.read("") for kind in title.rules.notation.classes.values() if kind.words is Action.words)


def resting(decision: Decision[Any], state: Any, side: str, plain: Sequence[Action]) -> Action | None:
    """The action that does nothing more here, wherever it is listed."""
    for action in plain:
        try:
            decision.check(state, side, action)
        except Refusal:
            continue
        return action
    return None


def _asks_again(before: Any, after: Any) -> bool:
    same_kind = type(after.stack[-1]) is type(before.stack[-1])
    return bool(same_kind and after.stack[:-1] == before.stack[:-1])


def _own_secret(seed: int, throw: int) -> bytes:
    """Never the secret of a game that was started from the same seed: nobody can predict a roll."""
    return hashlib.blake2b(f"greedy {seed} {throw}".encode(), digest_size=32).digest()
