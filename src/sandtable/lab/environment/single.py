"""The environment of Gymnasium: one side, against a machine."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from sandtable.bots import player
from sandtable.bots.series import LIMIT
from sandtable.core.listing import pick
from sandtable.core.title import PlayerFault, UnknownChoice
from sandtable.core.values import Refusal
from sandtable.lab.environment.session import Seen, Session


class SandtableGym(gymnasium.Env[Seen, np.int64]):
    """The reward comes with the end: 1, -1, or 0 for a draw. The mask of choices is in what is observed;
    a choice that it does not have is refused, unless the environment is `forgiving`."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}

    def __init__(
        self,
        key: str,
        side: str = "",
        opponent: str = "random",
        scenario: str = "",
        options: tuple[str, ...] = (),
        render_mode: str | None = None,
        limit: int = LIMIT,
        forgiving: bool = False,
    ) -> None:
        self.session = Session(key, scenario, options, limit)
        sides = self.session.title.sides
        self.side = side or sides[0]
        if self.side not in sides:
            raise UnknownChoice(f"{self.session.title.name} has no side '{side}'; it has: {', '.join(sides)}")
        self.opponent = opponent
        player(self.session.title, opponent, 0)  # refused here and not in the middle of a game
        self.render_mode = render_mode
        self._forgiving = forgiving
        self.observation_space = self.session.space()
        self.action_space = spaces.Discrete(self.session.size)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        self.session.begin(int(self.np_random.integers(2**48)))
        self._machine = player(self.session.title, self.opponent, int(self.np_random.integers(2**48)))
        self._answer()
        return self.session.seen(self.side), {}

    def step(self, action: np.int64 | int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        self.session.choose(self._meant(int(action)))
        self._answer()
        session = self.session
        return session.seen(self.side), session.reward(self.side), session.over, session.cut_short, {}

    def _meant(self, number: int) -> int:
        """In a forgiving environment the next choice that is legal, round the corner if need be."""
        choices = sorted(self.session.menu.choices)
        if not self._forgiving or number in choices:
            return number
        return next((choice for choice in choices if choice > number), choices[0])

    def _answer(self) -> None:
        """Whatever the machine does before this side is asked again. An answer that is refused is replaced by lot."""
        session = self.session
        game, title = session.game, session.title
        while not (session.over or session.cut_short) and session.asked != self.side:
            side = game.asked[0]
            try:
                game.play(self._machine.choose(title.sight.observe(game.state, side), side), side)
            except (Refusal, PlayerFault):
                game.play(pick(game.actions(side), Random(session.actions)), side)
            session.actions += 1

    def render(self) -> NDArray[np.uint8] | str | None:
        return self.session.picture() if self.render_mode == "rgb_array" else self.session.text()
