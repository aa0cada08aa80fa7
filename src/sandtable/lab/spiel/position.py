"""A game in progress in which every die is a move of chance.

An order is played with the dice that have been told so far. When it asks for one more it waits until that is told, and
is played again from the same position.
"""

from __future__ import annotations

from copy import copy
from typing import Any, Self

import msgspec

from sandtable.core import frames
from sandtable.core.title import Setup, Title
from sandtable.core.values import Action, Event, Value
from sandtable.lab.environment.menu import STAGES, Menu, Slots

MORE_PIECES = 128


class Die(Value, frozen=True):
    """One that an order waits for."""

    purpose: str
    sides: int


class DieWanted(Exception):
    """An order cannot go on without another die."""

    def __init__(self, die: Die) -> None:
        super().__init__(die.purpose)
        self.die = die


class Told:
    """Dice that show what they were told, and ask for the rest."""

    def __init__(self, values: tuple[int, ...]) -> None:
        self._values = list(values)

    def roll(self, n: int, purpose: str, sides: int) -> int:
        if not self._values:
            raise DieWanted(Die(purpose, sides))
        return self._values.pop(0)


class Position:
    """Where a game stands between two choices, of players or of chance. Copies share all that never changes."""

    def __init__(self, title: Title[Any], setup: Setup, limit: int, most_pieces: int) -> None:
        self.title, self.limit = title, limit
        self.state: Any = title.rules.start(setup)
        self.actions = 0
        self.choices: dict[str, tuple[int, ...]] = dict.fromkeys(title.sides, ())  # that each player has made
        self.die: Die | None = None
        self._order: tuple[str, Action] | None = None  # being played; none is the set-up
        self._values: tuple[int, ...] = ()
        self._slots = Slots(most_pieces)
        self._menu: Menu | None = None
        self._play()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        other = copy(self)
        other.choices = dict(self.choices)
        other._slots = self._slots.copy()
        other._menu = copy(self._menu)
        return other

    @property
    def over(self) -> bool:
        return self.die is None and (self.title.rules.outcome(self.state) is not None or self.actions >= self.limit)

    @property
    def side(self) -> str:
        decision = self.title.rules.asks(self.state)
        assert decision is not None
        asked: str = decision.asked(self.state)[0]
        return asked

    @property
    def player(self) -> str:
        """Who chooses, by the side that he sat down as."""
        return self.title.rules.seat(self.state, self.side)

    @property
    def menu(self) -> Menu:
        if self._menu is None:
            side = self.side
            self._menu = Menu(self.title, self.title.sight.observe(self.state, side), side, self._slots)
        return self._menu

    def choose(self, number: int) -> None:
        player, side = self.player, self.side
        action = self.menu.choose(number)
        self.choices[player] += (number,)
        if action is not None:
            self._order, self._values, self._menu = (side, action), (), None
            self._play()

    def fall(self, value: int) -> None:
        """The die that was asked for, from 1."""
        self._values += (value,)
        self._play()

    def _play(self) -> None:
        try:
            after, _ = self._on()
        except DieWanted as wanted:
            self.die = wanted.die
            return
        self.die, self.state = None, after
        self.actions += self._order is not None
        self._order = None

    def _on(self) -> tuple[Any, list[Event]]:
        dice = Told(self._values)
        if self._order is None:
            return frames.begin(self.state, dice)
        side, action = self._order
        return frames.play(self.state, side, action, dice)

    def returns(self) -> list[float]:
        over = self.title.rules.outcome(self.state) if self.die is None else None
        if over is None or over.winner is None:
            return [0.0] * len(self.title.sides)
        winner = self.title.rules.seat(self.state, over.winner)
        return [1.0 if side == winner else -1.0 for side in self.title.sides]

    def seen(self, player: str, recall: bool) -> str:
        """The view of a player's side; of whoever chooses what is chosen so far; with recall all that he has chosen.
        While dice fall it is the position before the order."""
        side = next(side for side in self.title.sides if self.title.rules.seat(self.state, side) == player)
        view = msgspec.json.encode(self.title.sight.view(self.title.sight.observe(self.state, side), side)).decode()
        told = [view]
        if self.die is None and not self.over and self.player == player:
            menu = self.menu
            told.append(f"{STAGES[menu.stage]} {menu.piece} {menu.place}")
        if recall:
            told.append(" ".join(map(str, self.choices[player])))
        return "\n".join(told)
