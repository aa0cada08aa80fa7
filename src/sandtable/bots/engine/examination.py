"""Whether a program can play: some decisions of every game, against random play, with what went wrong."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from sandtable.bots.engine.player import EnginePlayer
from sandtable.bots.random_player import RandomPlayer
from sandtable.bots.series import PlayedOut, play_out
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import Title
from sandtable.core.values import Action, Value


class Grade(Value, frozen=True):
    """How a program did on one side of one game."""

    game: str
    side: str
    decisions: int
    slowest: float  # seconds
    faults: tuple[str, ...]

    def line(self) -> str:
        told = f"{self.game} as {self.side}: {self.decisions} decisions, slowest {self.slowest:.2f} s"
        return f"{told}, {len(self.faults)} faults" if self.faults else f"{told}, no fault"


class _Timed:
    """Asks the program and remembers how long it took."""

    def __init__(self, player: EnginePlayer) -> None:
        self.player, self.decisions, self.slowest = player, 0, 0.0

    def choose(self, observed: Any, side: str) -> Action:
        begun = perf_counter()
        try:
            return self.player.choose(observed, side)
        finally:
            self.decisions += 1
            self.slowest = max(self.slowest, perf_counter() - begun)


def examine(title: Title[Any], side: str, command: str, actions: int, seed: int = 1) -> Grade:
    """So many actions of a game in which the program has one side."""
    engine = EnginePlayer(title, command, seed)
    timed = _Timed(engine)
    players = {each: timed if each == side else RandomPlayer(title, seed) for each in title.sides}
    try:
        played: PlayedOut = play_out(Game(title, title.setup(), SecretDice(secret_of_seed(seed))), players, actions)
    finally:
        engine.end()
    return Grade(title.key, side, timed.decisions, timed.slowest, played.refused)
