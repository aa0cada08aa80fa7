"""What is legal as a fixed number of choices: first one of one's counters, then a place, then how.

A step that leaves only one choice is not asked. Where a decision lists more actions than are read at once, some evenly
spread over all of them are, others the next time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sandtable.core.listing import evenly_spaced
from sandtable.core.title import Title
from sandtable.core.values import Action
from sandtable.kit.clicks import words_in

MOST_LISTED = 4_000  # actions of one decision that are read
OPTIONS = 128  # ways to do the same with a counter at a place
STAGES = ("piece", "place", "way")
NOBODY = NOWHERE = 0  # the choice for an order without a counter or a place


class Slots:
    """Counters by number, as many as there is room for: those of the set-up first, others as they turn up. The same
    game gives the same numbers."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._numbers: dict[str, int] = {}

    def number(self, name: str) -> int:
        """From 1; those for whom there is no room share the last."""
        return self._numbers.setdefault(name, min(len(self._numbers) + 1, self.most))

    def copy(self) -> Slots:
        other = Slots(self.most)
        other._numbers = dict(self._numbers)
        return other


class Menu:
    """The choices of one side at one decision, stage by stage."""

    def __init__(self, title: Title[Any], observed: Any, side: str, slots: Slots) -> None:
        self._title = title
        decision = title.rules.asks(observed)
        assert decision is not None, "nobody is asked once a game is over"
        listed = evenly_spaced(decision.actions(observed, side), MOST_LISTED, observed.count)
        self._left: Sequence[Action] = listed
        pieces = title.sight.view(observed, side).pieces
        self._own = {piece.id: slots.number(piece.id) for piece in pieces if piece.side == side}
        self._others = {piece.id: piece.at for piece in pieces if piece.side != side}
        self.verbs = frozenset(action.verb for action in listed)
        self.stage = 0
        self.piece = self.place = 0  # what was chosen
        self._groups: dict[int, list[Action]] = {}
        self._open()

    @property
    def choices(self) -> list[int]:
        return list(self._groups)

    def choose(self, number: int) -> Action | None:
        """The action once it is clear which is meant. Raises `KeyError` for what is not among the choices."""
        self._left = self._groups[number]
        if self.stage == 0:
            self.piece = number
        elif self.stage == 1:
            self.place = number
        self.stage += 1
        if len(self._left) == 1 or self.stage == len(STAGES):
            return self._left[0]
        self._open()
        return None

    def _open(self) -> None:
        """Go on to the next stage that has something to choose; the last one is asked in any case."""
        while True:
            self._groups = self._grouped()
            if len(self._groups) > 1 or self.stage == len(STAGES) - 1:
                return
            (only,) = self._groups
            self.piece, self.place = (only, self.place) if self.stage == 0 else (self.piece, only)
            self.stage += 1

    def _grouped(self) -> dict[int, list[Action]]:
        if self.stage == len(STAGES) - 1:
            return {way: [action] for way, action in enumerate(self._left[:OPTIONS])}
        key: Callable[[Action], int] = (self._piece, self._place)[self.stage]
        groups: dict[int, list[Action]] = {}
        for action in self._left:
            groups.setdefault(key(action), []).append(action)
        return groups

    def _piece(self, action: Action) -> int:
        """The first of one's own counters that an action names."""
        own = self._own
        return min([own[name] for name in words_in(action) if name in own], default=NOBODY)

    def _place(self, action: Action) -> int:
        """The place that an action names last, or where the enemy stands whom it names."""
        found = NOWHERE
        enemy = ""
        for name in words_in(action):
            if name in self._others:
                enemy = enemy or self._others[name]
            elif name not in self._own:
                found = place_number(self._title, name) or found
        return found or place_number(self._title, enemy)


def place_number(title: Title[Any], at: str) -> int:
    """Hexes from 1 in the order of the map, then the boxes beside it."""
    board = title.rules.board()
    if at in board.index:
        return 1 + board.index[at]
    return 1 + len(board) + board.boxes.index(at) if at in board.boxes else NOWHERE


def size(title: Title[Any], most_pieces: int) -> int:
    """How many numbers there are to choose from, whatever the stage."""
    return max(1 + most_pieces, 1 + len(title.rules.board()) + len(title.rules.board().boxes), OPTIONS)
