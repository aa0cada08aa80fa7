"""What OpenSpiel loads: a game of two players in turns, with explicit dice and a result at the end."""

from __future__ import annotations

from typing import Any

import pyspiel

from sandtable import games
from sandtable.bots.series import LIMIT
from sandtable.core.title import Title
from sandtable.lab.environment.menu import STAGES, size
from sandtable.lab.spiel.position import MORE_PIECES, Position

SHORT_NAME = "sandtable"
MOST_FACES = 100  # of a die
TYPE = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="Sandtable: board wargames of the desert war",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification={"game": games.keys()[0], "scenario": "", "options": "", "limit": LIMIT},
)


def is_registered(name: str) -> bool:
    return name in pyspiel.registered_names()


class SpielGame(pyspiel.Game):
    """`game`, `scenario`, `options` with plus signs between them, and the `limit` of orders in a game."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**TYPE.parameter_specification, **(params or {})}
        self.title: Title[Any] = games.title(chosen["game"])
        options = [option for option in chosen["options"].split("+") if option]
        self.setup = self.title.setup(chosen["scenario"], options)
        self.limit = int(chosen["limit"])
        self.most_pieces = len(self.title.sight.view(self.title.rules.start(self.setup), "").pieces) + MORE_PIECES
        info = pyspiel.GameInfo(
            num_distinct_actions=size(self.title, self.most_pieces),
            max_chance_outcomes=MOST_FACES,
            num_players=len(self.title.sides),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.limit * len(STAGES),
        )
        super().__init__(TYPE, info, params or {})

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(iig_obs_type is not None and iig_obs_type.perfect_recall)


class SpielState(pyspiel.State):
    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = Position(game.title, game.setup, game.limit, game.most_pieces)

    def current_player(self) -> int:
        if self.position.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.position.die is not None:
            return int(pyspiel.PlayerId.CHANCE)
        return self.position.title.sides.index(self.position.player)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.menu.choices)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """A face less one: outcomes begin with 0."""
        die = self.position.die
        assert die is not None
        return [(face, 1 / die.sides) for face in range(die.sides)]

    def _apply_action(self, action: int) -> None:
        if self.position.die is not None:
            self.position.fall(action + 1)
        else:
            self.position.choose(action)

    def _action_to_string(self, player: int, action: int) -> str:
        die = self.position.die
        if die is not None:
            return f"{die.purpose}: {action + 1}"
        return f"{STAGES[self.position.menu.stage]} {action}"

    def is_terminal(self) -> bool:
        return self.position.over

    def returns(self) -> list[float]:
        return self.position.returns()

    def information_state_string(self, player: int | None = None) -> str:
        return self.position.seen(self._named(player), recall=True)

    def observation_string(self, player: int | None = None) -> str:
        return self.position.seen(self._named(player), recall=False)

    def _named(self, player: int | None) -> str:
        return self.position.title.sides[self.current_player() if player is None else player]

    def __str__(self) -> str:
        view = self.position.title.sight.view(self.position.state, "")
        return f"{view.date}, {view.phase}: {view.prompt}"


class Observer:
    """Strings alone; there is no tensor."""

    tensor = None
    dict: dict[str, Any] = {}  # OpenSpiel's name for it

    def __init__(self, recall: bool) -> None:
        self._recall = recall

    def set_from(self, state: SpielState, player: int) -> None:
        """There is nothing to set."""

    def string_from(self, state: SpielState, player: int) -> str:
        return state.position.seen(state.position.title.sides[player], self._recall)
