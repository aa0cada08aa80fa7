"""A program that sits at the table like any other machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.bots.engine.conversation import Conversation, greet
from sandtable.bots.engine.program import Program, words_of
from sandtable.bots.engine.remote import ADDRESSES, Remote, address_of
from sandtable.core.title import PlayerFault, Title
from sandtable.core.values import Action

BUDGET = 5.0  # seconds for a decision
FAULTS = 3  # after so many it is no longer asked


class EnginePlayer:
    """One program for one game: a command line, or the address of one that lives elsewhere. Whatever goes wrong with it
    is a `PlayerFault` in one line; the program is then ended and started again for the next decision."""

    def __init__(self, title: Title[Any], command: str, seed: int, budget: float = BUDGET) -> None:
        self._open, self.name = _opener(command)  # the name is ours until it tells its own
        self._title, self._seed, self._budget = title, seed, budget
        self._programs: dict[str, Program | Remote] = {}  # by the side it was introduced to
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

    def _program(self, side: str) -> Program | Remote:
        if side not in self._programs:
            program = self._programs[side] = self._open()
            self.name = greet(program, self._title, side, self._seed)
        return self._programs[side]

    def end(self) -> None:
        while self._programs:
            self._programs.popitem()[1].end()


def _opener(command: str) -> tuple[Callable[[], Program | Remote], str]:
    """What begins to speak to a program, and what it is called. Raises `UnknownChoice`."""
    if command.startswith(ADDRESSES):
        address = address_of(command)
        return lambda: Remote(address), address.hostname or ""
    words = words_of(command)
    return lambda: Program(words), words[0]
