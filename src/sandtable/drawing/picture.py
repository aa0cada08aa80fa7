"""A game as a picture in a notebook."""

from __future__ import annotations

from typing import Any

from sandtable.core.game import Game
from sandtable.drawing.svg import draw_map


class Picture:
    """What notebooks show for a game: put `Picture(game)` at the end of a cell."""

    def __init__(self, game: Game[Any], side: str = "") -> None:
        self.game, self.side = game, side

    def _repr_svg_(self) -> str:
        return draw_map(self.game.title.board, self.game.view(self.side))
