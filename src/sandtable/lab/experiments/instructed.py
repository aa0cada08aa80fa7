"""A player who is told some things beforehand, and decides everything else."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from sandtable.core.frames import admits
from sandtable.core.listing import pick
from sandtable.core.title import Player, Title
from sandtable.core.values import Action

DRAWS = 50


class Instructed:
    """Gives the orders `must` once each, as soon as they are legal, and never one that begins with a text of
    `must_not` while anything else is legal."""

    def __init__(
        self, player: Player, title: Title[Any], must: Sequence[str], must_not: Sequence[str], seed: int
    ) -> None:
        self._player, self._title, self._random = player, title, Random(seed)
        self._due = [title.rules.notation.parse(order) for order in must]
        self._banned = tuple(must_not)

    def choose(self, observed: Any, side: str) -> Action:
        for order in self._due:
            if admits(observed, side, order):
                self._due.remove(order)
                return order
        chosen = self._player.choose(observed, side)
        return self._another(observed, side) or chosen if self._is_banned(chosen) else chosen

    def _is_banned(self, action: Action) -> bool:
        return str(action).startswith(self._banned) if self._banned else False

    def _another(self, observed: Any, side: str) -> Action | None:
        """By lot; where none is drawn soon, among all that there are."""
        decision = self._title.rules.asks(observed)
        listed: Sequence[Action] = decision.actions(observed, side) if decision else ()
        if not listed:
            return None
        for _ in range(DRAWS):
            drawn = pick(listed, self._random)
            if not self._is_banned(drawn):
                return drawn
        allowed = [action for action in listed if not self._is_banned(action)]
        return self._random.choice(allowed) if allowed else None
