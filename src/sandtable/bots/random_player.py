"""A player without a plan: any legal action is as good as any other."""

from __future__ import annotations

from random import Random
from typing import Any

from sandtable.core.listing import pick
from sandtable.core.title import Title
from sandtable.core.values import Action


class RandomPlayer:
    """Uniform over the listed actions, of which no more are worked out than it takes; the same seed makes the same
    choices."""

    def __init__(self, title: Title[Any], seed: int) -> None:
        self._title, self._random = title, Random(seed)

    def choose(self, observed: Any, side: str) -> Action:
        decision = self._title.rules.asks(observed)
        if decision is None:
            raise ValueError("the game is over: there is nothing to choose")
        return pick(decision.actions(observed, side), self._random)
