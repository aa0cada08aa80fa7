"""A program that sits at the table like any other machine."""

from __future__ import annotations

from typing import Any

from sandtable.bots.engine.conversation import Conversation, greet
from sandtable.bots.engine.program import Program, words_of
from sandtable.core.title import PlayerFault, Title
from sandtable.core.values import Action

BUDGET = 5.0  # seconds for a decision
FAULTS = 3  # after so many it is no longer asked


class EnginePlayer:
    """One program for one game. Whatever goes wrong with it is a `PlayerFault` in one line; the program is then ended
    and started again for the next decision."""

    def __init__(self, title: Title[Any], command: str, seed: int, budget: float = BUDGET) -> None:
        self._words = words_of(command)
        self.name = self._words[0]  # until it tells its own
        self._title, self._seed, self._budget = title, seed, budget
        self._programs: dict[str, Program] = {}  # by the side it was introduced to
        self._faults = 0

    def choose(self, observed: Any, side: str) -> Action:
        if self._faults >= FAULTS:
            raise PlayerFault(f"{self.name} has failed {FAULTS} times and is no longer asked")
        try:
            return Conversation(self._program(side), self._title, observed, side).hold(self._budget)
        except PlayerFault:
            self._faults += 1
            if side in self._programs:
                self._programs.pop(side).kill()
            raise

    def _program(self, side: str) -> Program:
        if side not in self._programs:
            program = self._programs[side] = Program(self._words)
            self.name = greet(program, self._title, side, self._seed)
        return self._programs[side]

    def end(self) -> None:
        while self._programs:
            self._programs.popitem()[1].end()
