"""The environment of PettingZoo: all sides of a game, one after another as they are asked."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from sandtable.bots.series import LIMIT
from sandtable.lab.environment.session import Seen, Session


class SandtableEnv(AECEnv):
    """Agents are the sides as players sat down. A choice that completes an order plays it; the reward comes with the
    end: 1, -1, or 0 for a draw."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "ansi", "rgb_array"],
        "name": "sandtable",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        key: str,
        scenario: str = "",
        options: tuple[str, ...] = (),
        render_mode: str | None = None,
        limit: int = LIMIT,
    ) -> None:
        super().__init__()
        self.session = Session(key, scenario, options, limit)
        self.render_mode = render_mode
        self.possible_agents = list(self.session.title.sides)
        self.observation_spaces = {agent: self.session.space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.session.size) for agent in self.possible_agents}
        self._random = np.random.default_rng()

    def __str__(self) -> str:
        return f"sandtable_{self.session.title.key}"

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.session.begin(int(self._random.integers(2**48)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.session.asked

    def observe(self, agent: str) -> Seen:
        return self.session.seen(agent)

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent that is asked must choose")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self.session.choose(int(action))
        ended, cut = self.session.over, self.session.cut_short
        for agent in self.agents:
            self.rewards[agent] = self.session.reward(agent) if ended else 0.0
            self.terminations[agent], self.truncations[agent] = ended, cut
        if ended or cut:
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.session.asked
        self._accumulate_rewards()

    def render(self) -> NDArray[np.uint8] | str | None:
        if self.render_mode == "rgb_array":
            return self.session.picture()
        text = self.session.text()
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """There is nothing to close."""
