"""The machine players of one table. They think in threads of their own, on what their side may know."""

from __future__ import annotations

import logging
import os
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

from sandtable import bots
from sandtable.core.title import Player, Title
from sandtable.core.values import Action, Refusal
from sandtable.table.live import LiveTable

log = logging.getLogger("sandtable.table")


def thinking_threads() -> ThreadPoolExecutor:
    """Shared by all tables: more threads than cores would only make each machine slower."""
    return ThreadPoolExecutor(max_workers=max(2, os.cpu_count() or 2), thread_name_prefix="machine")


def strongest(title: Title[Any]) -> str:
    """The machine to suggest."""
    return bots.player_names(title)[-1]


class Crew:
    """The machines that sit at a table. The same table gets the same ones whenever it is opened."""

    def __init__(self, table: LiveTable) -> None:
        self.table = table
        self._players: dict[tuple[str, str], Player] = {}
        self._stand_in = Random(table.dice.seed("stand-in"))

    def turn(self) -> str:
        """The side whose machine is asked, or nothing: a side that a machine plays, or one whose player has handed it
        the desk this lies on."""
        table = self.table
        return next((side for side in table.game.asked if side in table.machine_sides or table.is_delegated(side)), "")

    def choose(self, state: Any, side: str) -> Action:
        """What the machine wants. One that fails is replaced for this decision by a random choice."""
        try:
            return self._player(side).choose(self.table.title.observe(state, side), side)
        except Exception:
            log.exception("table %s: the machine of %s failed", self.table.row.id, side)
            return self._any(state, side)

    def act(self, state: Any, side: str, action: Action) -> bool:
        """Play it, unless the position is no longer the one it was chosen for."""
        if self.table.game.state is not state:
            return False
        try:
            self.table.act(side, action)
        except Refusal as refusal:
            log.warning("table %s: the machine of %s was refused %s: %s", self.table.row.id, side, action, refusal)
            self.table.act(side, self._any(state, side))
        return True

    def _any(self, state: Any, side: str) -> Action:
        decision = self.table.title.asks(state)
        if decision is None:
            raise ValueError("the game is over")
        return self._stand_in.choice(decision.actions(state, side))

    def _player(self, side: str) -> Player:
        name = self.table.row.seats[side].bot or strongest(self.table.title)
        if (side, name) not in self._players:
            self._players[side, name] = bots.player(self.table.title, name, self.table.dice.seed(side, name))
        return self._players[side, name]
