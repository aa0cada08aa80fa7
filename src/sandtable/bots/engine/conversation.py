"""What is said about one decision: the position, what is legal on demand, and the order in the end."""

from __future__ import annotations

from time import monotonic
from typing import Any

import msgspec

from sandtable.bots.engine.program import Program
from sandtable.bots.engine.remote import Remote
from sandtable.core import frames
from sandtable.core.title import PlayerFault, Title
from sandtable.core.values import Action, BadNotation, Refusal

VERSION = 1
GREETING = 10.0  # seconds to start in
GRACE = 0.5  # seconds beyond the budget: for the pipe and a busy machine
MOST_QUESTIONS = 10_000  # about one decision
MOST_ACTIONS = 1_000  # told at once


def greet(program: Program | Remote, title: Title[Any], side: str, seed: int) -> str:
    """Handshake and introduction to a game; the name by which the program goes."""
    deadline, name = monotonic() + GREETING, program.name
    program.tell(f"sandtable {VERSION}")
    while (said := program.hear(deadline)) != "ready":
        word, _, rest = said.partition(" ")
        if word != "name":
            raise PlayerFault(f"{program.name} says '{said[:80]}' where it should say its name and 'ready'")
        name = rest[:60] or name
    program.tell(f"game {title.key} {side} {seed}")
    return name


class Conversation:
    """About one decision of a side, who sees `observed`."""

    def __init__(self, program: Program | Remote, title: Title[Any], observed: Any, side: str) -> None:
        decision = title.rules.asks(observed)
        if decision is None:
            raise ValueError("the game is over: there is nothing to choose")
        self.program, self.title, self.observed, self.side = program, title, observed, side
        self.decision = decision

    def hold(self, budget: float) -> Action:
        """Raises `PlayerFault`."""
        self.program.tell(f"position {msgspec.json.encode(self.title.sight.view(self.observed, self.side)).decode()}")
        self.program.tell(f"choose {int(budget * 1000)}")
        deadline = monotonic() + budget + GRACE
        for _ in range(MOST_QUESTIONS):
            word, _, rest = self.program.hear(deadline).partition(" ")
            if word == "play":
                try:
                    return self._legal(rest)
                except Refusal as refusal:
                    self._refuse(refusal)
            elif word == "check":
                self._check(rest)
            elif word == "actions":
                self._list(rest)
            else:
                raise PlayerFault(f"{self.program.name} says '{word[:80]}', which is not a word of the protocol")
        raise PlayerFault(f"{self.program.name} asks without end")

    def _legal(self, text: str) -> Action:
        try:
            action = self.title.rules.notation.parse(text)
        except BadNotation as error:
            raise Refusal("notation", str(error)) from None
        frames.check(self.observed, self.side, action)
        return action

    def _check(self, text: str) -> None:
        try:
            self._legal(text)
        except Refusal as refusal:
            self._refuse(refusal)
        else:
            self.program.tell("legal")

    def _refuse(self, refusal: Refusal) -> None:
        self.program.tell(f"refused {refusal.case or '-'} {' '.join(refusal.why.split())}")

    def _list(self, words: str) -> None:
        """`actions [FIRST [NUMBER]]`: so many from there on, then how many there are in all."""
        if not all(word.isascii() and word.isdigit() and len(word) < 10 for word in words.split()):
            raise PlayerFault(f"{self.program.name} asks for 'actions {words[:80]}': numbers are meant")
        first, number, *_ = [*map(int, words.split()), *(0, MOST_ACTIONS)[len(words.split()) :]]
        listed = self.decision.actions(self.observed, self.side)
        last = min(first + min(number, MOST_ACTIONS), len(listed))
        for place in range(first, last):
            self.program.tell(f"action {listed[place]}")
        self.program.tell(f"end {len(listed)}")
