"""Whether a machine takes the draw that it is offered."""

from __future__ import annotations

from typing import Any

from sandtable.core.game import Game
from sandtable.core.parley import AcceptDraw, DeclineDraw, Parley


def answer_to_draw(game: Game[Any], side: str) -> Parley:
    """By what its side may know: it takes the draw where it thinks itself behind, and more so than at the beginning,
    for many a game begins with one side weaker on the map that has time on its own side."""
    title = game.title
    begun, now = (
        title.staff.evaluate(title.sight.observe(state, side), side) for state in (game.states[0], game.state)
    )
    return AcceptDraw() if now < min(begun, 0.0) else DeclineDraw()
