"""A game as a picture or a film in a notebook."""

from __future__ import annotations

from typing import Any

from sandtable.core.game import Game
from sandtable.drawing.film import draw_film
from sandtable.drawing.svg import draw_map

FRAMES = 24


class Picture:
    """What notebooks show for a game: put `Picture(game)` at the end of a cell."""

    def __init__(self, game: Game[Any], side: str = "") -> None:
        self.game, self.side = game, side

    def _repr_svg_(self) -> str:
        return draw_map(self.game.title.rules.board(), self.game.view(self.side))


class Film:
    """The whole game as it went, in so many positions at most: put `Film(game)` at the end of a cell."""

    def __init__(self, game: Game[Any], side: str = "", frames: int = FRAMES, seconds: float = 0.8) -> None:
        self.game, self.side, self.frames, self.seconds = game, side, max(1, frames), seconds

    def _repr_svg_(self) -> str:
        title, states = self.game.title, self.game.states
        last = len(states) - 1
        count = min(self.frames, len(states))
        shown = sorted({round(place * last / max(1, count - 1)) for place in range(count)})
        views = [title.sight.view(states[place], self.side) for place in shown]
        return draw_film(title.rules.board(), views, seconds=self.seconds, title=title.name)
