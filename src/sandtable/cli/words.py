"""What a player types, in the spelling the game uses: capitals do not matter where only one name can be meant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.core.board import Board
    from sandtable.core.views import View

_GAPS = re.compile(r"([\s,]+)")
_STEPS = re.compile(r"(-)")


class Names:
    """The names that may appear in an order: hexes, boxes, places and units."""

    def __init__(self, board: Board, view: View) -> None:
        self.spellings: dict[str, set[str]] = {}
        units = [piece.id for piece in view.pieces]
        for name in (*board.names, *board.beyond, *board.boxes, *units):
            self._learn(name, name)
        # A place stands for its hex, unless a unit has the same name.
        for place in board.places:
            if place.name.casefold() not in self.spellings:
                self._learn(place.name, board.name(place.hex))

    def _learn(self, text: str, name: str) -> None:
        self.spellings.setdefault(text.casefold(), set()).add(name)

    def spelt(self, text: str) -> str:
        """A whole order with every name in it spelt as the game does."""
        return "".join(self._word(part) for part in _GAPS.split(text))

    def _word(self, word: str) -> str:
        if "-" in word and self.name(word) == word:
            return "".join(self.name(step) for step in _STEPS.split(word))
        return self.name(word)

    def name(self, word: str) -> str:
        """The one name this word can mean, or the word itself."""
        meant = self.spellings.get(word.casefold(), set())
        return next(iter(meant)) if len(meant) == 1 else word
