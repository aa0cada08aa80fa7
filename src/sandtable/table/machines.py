"""The machine players of one table. They think in threads of their own, on what their side may know."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

from sandtable.bots import suggested
from sandtable.bots.draws import answer_to_draw
from sandtable.bots.roster import Roster
from sandtable.core.title import Player
from sandtable.core.values import Action, Value
from sandtable.kit.staff.chief import ChiefOfStaff
from sandtable.kit.staff.order_book import OrderBook
from sandtable.table.live import LiveTable, Lost, Overtaken
from sandtable.table.mishaps import Mishaps
from sandtable.table.stores.base import StoreError

CHOICE = 200  # actions among which to look for another when a machine has failed
TRIES = 20  # of these that are tried


def thinking_threads() -> ThreadPoolExecutor:
    """Shared by all tables: more threads than cores would only make each machine slower."""
    return ThreadPoolExecutor(max_workers=max(2, os.cpu_count() or 2), thread_name_prefix="machine")


class Thought(Value, frozen=True):
    """What a machine wants to do, or what kept it from knowing."""

    action: Action | None
    fault: Exception | None = None
    book: OrderBook | None = None  # the orders it was thought of for, and what has become of them
    orders: OrderBook = ()


class AtALoss(Exception):
    """Nothing that was tried for a machine could be carried out."""


class Crew:
    """The machines that sit at a table. The same table gets the same ones whenever it is opened."""

    def __init__(self, table: LiveTable, mishaps: Mishaps, roster: Roster) -> None:
        self.table, self.mishaps, self._roster = table, mishaps, roster
        self._players: dict[tuple[str, str], Player] = {}
        self._chiefs: dict[str, ChiefOfStaff] = {}  # of players who have handed over desks or given orders
        self._stand_in = Random(table.dice.seed("stand-in"))

    def turn(self) -> str:
        """The side whose machine is asked, or nothing: a side that a machine plays, or one whose player has handed it
        the desk this lies on or has given orders."""
        table = self.table
        if table.waiting:
            return ""
        if answering := self._answering():
            return answering
        return next((side for side in table.game.asked if side in table.machine_sides or self._is_seen_to(side)), "")

    def _is_seen_to(self, side: str) -> bool:
        return self.table.is_delegated(side) or self.table.has_orders(side)

    def _answering(self) -> str:
        """The machine that has been offered a draw."""
        game = self.table.game
        if not game.offered or game.outcome is not None:
            return ""
        return next((side for side in self.table.machine_sides if side != game.offered), "")

    def choose(self, state: Any, side: str) -> Thought:
        try:
            if side == self._answering():
                return Thought(answer_to_draw(self.table.game, side))
            if side not in self.table.machine_sides:
                return self._seen_to(state, side)
            return Thought(self._player(side).choose(self.table.title.observe(state, side), side))
        except Exception as error:
            book = None if side in self.table.machine_sides else self.table.books[side]
            return Thought(None, error, book, book or ())

    def act(self, state: Any, side: str, thought: Thought) -> bool:
        """Play what was thought of, unless the position is no longer the one it was thought of for; whether all went
        well. A machine that fails is replaced for this decision by a random choice. Raises `AtALoss`."""
        if self.table.game.state is not state:
            return True
        if thought.fault is not None:
            self.mishaps.keep(self.table, side, "", thought.fault)
        if thought.book is not None and self._is_settled(state, side, thought):
            return True
        if thought.action is not None and self._carried_out(side, thought.action):
            return True
        others, failed = self._listed(state, side), set[type]()
        for _ in range(min(TRIES, len(others))):
            # Where one action fails others like it will: another kind first.
            action = min(others, key=lambda other: type(other) in failed)
            if self._carried_out(side, action):
                return False
            others.remove(action)
            failed.add(type(action))
        raise AtALoss(f"no action that was tried for {side} could be carried out")

    def _seen_to(self, state: Any, side: str) -> Thought:
        """What a player's staff does for him; no action where the decision is his own."""
        if side not in self._chiefs:
            name = suggested(self.table.title)
            machine = self._roster.player(self.table.title, name, self.table.dice.seed(side, name))
            self._chiefs[side] = ChiefOfStaff(self.table.title, machine)
        book, desks = self.table.books[side], self.table.row.seats[side].desks
        action, orders = self._chiefs[side].answer(self.table.title.observe(state, side), side, book, desks)
        return Thought(action, None, book, orders)

    def _is_settled(self, state: Any, side: str, thought: Thought) -> bool:
        """What was ordered is carried out, if it is still ordered; what is left of the decision, or cannot be done, is
        the player's. Only what lies on a desk is not settled by that."""
        if self.table.books[side] != thought.book:
            return True
        if thought.orders != thought.book:
            self.table.keep_orders(side, thought.orders)
        if self.table.is_delegated(side) and (thought.action is not None or thought.fault is not None):
            return False
        if thought.action is None or not self._carried_out(side, thought.action):
            self.table.left_alone = state
        return True

    def _carried_out(self, side: str, action: Action) -> bool:
        """Whether the position has changed; a fault is kept, as there should be none."""
        before = self.table.game.state
        try:
            self.table.act(side, action)
        except (Lost, StoreError):
            raise
        except Overtaken:
            return True  # by another server's machine, or by a player there
        except Exception as error:
            self.mishaps.keep(self.table, side, str(action), error)
        return self.table.game.state is not before

    def _listed(self, state: Any, side: str) -> list[Action]:
        """Some of what could be done instead, in any order."""
        try:
            decision = self.table.title.asks(state)
            actions = decision.actions(state, side) if decision else ()
            ends = {0, len(actions) - 1} if actions else set()  # doing nothing is often the first or the last
            some = self._stand_in.sample(range(len(actions)), min(CHOICE, len(actions)))
            return [actions[number] for number in dict.fromkeys([*some, *ends])]
        except Exception as error:
            self.mishaps.keep(self.table, side, "", error)
            raise AtALoss(f"no action of {side} can be listed") from error

    def _player(self, side: str) -> Player:
        name = self.table.row.seats[side].bot or suggested(self.table.title)
        if (side, name) not in self._players:
            self._players[side, name] = self._roster.player(self.table.title, name, self.table.dice.seed(side, name))
        return self._players[side, name]
