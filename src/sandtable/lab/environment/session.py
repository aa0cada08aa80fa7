"""One game between those who choose numbers: what each may see, what he may choose, and what it came to."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from sandtable import games
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import Title
from sandtable.drawing.text import text_board
from sandtable.lab.environment.menu import Menu, Slots, size
from sandtable.lab.environment.seeing import Sight

MORE_PIECES = 128  # counters that may turn up in play, besides those of the set-up
NEAR = 6  # hexes around the middle of a picture in text
Seen = dict[str, Any]


class Session:
    """Players go by the side that they sat down as: a bid may swap sides."""

    def __init__(self, key: str, scenario: str, options: tuple[str, ...], limit: int) -> None:
        self.title: Title[Any] = games.title(key)
        self.setup = self.title.setup(scenario, options)
        self.limit = limit
        self.sight = Sight(self.title)
        begun = Game(self.title, self.setup, SecretDice(secret_of_seed(0)))
        self._first = [piece.id for side in self.title.sides for piece in begun.view(side).pieces]
        self.most_pieces = len(dict.fromkeys(self._first)) + MORE_PIECES
        self.size = size(self.title, self.most_pieces)
        self.begin(0)

    def space(self) -> spaces.Dict:
        return spaces.Dict({"observation": self.sight.space, "action_mask": spaces.Box(0, 1, (self.size,), np.int8)})

    def begin(self, seed: int) -> None:
        self.game: Game[Any] = Game(self.title, self.setup, SecretDice(secret_of_seed(seed)))
        self.actions = 0
        self._slots = Slots(self.most_pieces)
        self._names: dict[int, str] = {}
        for name in self._first:
            self._names.setdefault(self._slots.number(name), name)
        self._menu: Menu | None = None

    @property
    def over(self) -> bool:
        return self.game.outcome is not None

    @property
    def cut_short(self) -> bool:
        return not self.over and self.actions >= self.limit

    @property
    def asked(self) -> str:
        """The player who chooses now."""
        return self.title.rules.seat(self.game.state, self.game.asked[0])

    @property
    def menu(self) -> Menu:
        if self._menu is None:
            side = self.game.asked[0]
            self._menu = Menu(self.title, self.title.sight.observe(self.game.state, side), side, self._slots)
        return self._menu

    def choose(self, number: int) -> None:
        """Raises `ValueError` for what is not among the choices."""
        side, menu = self.game.asked[0], self.menu
        try:
            action = menu.choose(number)
        except KeyError:
            raise ValueError(f"{number} is not among the choices: the action mask has them") from None
        if action is not None:
            self.game.play(action, side)
            self.actions += 1
            self._menu = None

    def reward(self, player: str) -> float:
        """1 for whoever won, -1 for whoever lost, else nothing."""
        over = self.game.outcome
        if over is None or over.winner is None:
            return 0.0
        return 1.0 if self.title.rules.seat(self.game.state, over.winner) == player else -1.0

    def side_of(self, player: str) -> str:
        return next(side for side in self.title.sides if self.title.rules.seat(self.game.state, side) == player)

    def seen(self, player: str) -> Seen:
        """Of what the side may know; the mask is empty for whoever is not asked."""
        side = self.side_of(player)
        state = self.game.state
        mask: NDArray[np.int8] = np.zeros(self.size, np.int8)
        menu = None
        if not self.over and not self.cut_short and self.asked == player:
            menu = self.menu
            mask[menu.choices] = 1
        view = self.title.sight.view(self.title.sight.observe(state, side), side)
        chosen = self._names.get(menu.piece, "") if menu else ""
        return {"observation": self.sight.arrays(view, side, menu, chosen), "action_mask": mask}

    # Pictures

    def picture(self) -> NDArray[np.uint8]:
        return self.sight.picture(self.game.view(""))

    def text(self) -> str:
        """Turn, phase, and the board around where most counters stand."""
        view, board = self.game.view(""), self.title.rules.board()
        there = [board.index[piece.at] for piece in view.pieces if piece.at in board.index]
        middle = max(set(there), key=there.count) if there else 0
        return f"{view.date}, {view.phase}\n{text_board(board, view, middle, NEAR)}"
