"""Questions to a game on behalf of a seat. A game is asked about what the side may know, never the whole truth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from sandtable.bots.advice import answer
from sandtable.core import frames
from sandtable.core.game import Game
from sandtable.core.offers import Forecast, Layer, Offer
from sandtable.core.title import Title
from sandtable.core.values import Action, Explanation, Refusal

SPECTATOR = Refusal("seat", "spectators look on: this needs a seat")


@runtime_checkable
class Routed(Protocol):
    """A title that knows the hexes an action passes."""

    def path_of(self, state: Any, side: str, action: Action) -> Sequence[str]: ...


def offers(game: Game[Any], side: str, pieces: Sequence[str]) -> tuple[Offer, ...]:
    if not side or side not in game.asked:
        return ()
    return tuple(game.title.offers(game.title.observe(game.state, side), side, pieces))


def proposal(game: Game[Any], side: str, pieces: Sequence[str], at: str) -> tuple[Action, tuple[str, ...]]:
    """The action that is meant, and the hexes it passes."""
    _asked(game, side)
    known = game.title.observe(game.state, side)
    action = game.title.propose(known, side, pieces, at)
    frames.check(known, side, action)
    return action, _path(game.title, known, side, action, pieces)


def _path(title: Title[Any], known: Any, side: str, action: Action, pieces: Sequence[str]) -> tuple[str, ...]:
    if isinstance(title, Routed):
        return tuple(title.path_of(known, side, action))
    text = str(action)
    found = (offer.path for offer in title.offers(known, side, pieces) if offer.action == text)
    return next(found, ())


def forecast(game: Game[Any], side: str, pieces: Sequence[str]) -> Forecast:
    if not side:
        raise SPECTATOR
    return game.title.forecast(game.title.observe(game.state, side), side, pieces)


def layers(game: Game[Any], side: str) -> tuple[Layer, ...]:
    try:
        return tuple(game.title.layers(game.title.observe(game.state, side), side))
    except LookupError:
        if side:
            raise
        raise Refusal("seat", "this game has no layers for spectators") from None


def explanation(game: Game[Any], side: str, question: str) -> Explanation:
    if not side:
        raise SPECTATOR
    return answer(game.title, game.title.observe(game.state, side), side, question)


def _asked(game: Game[Any], side: str) -> None:
    if not side:
        raise SPECTATOR
    if game.outcome is not None:
        raise Refusal("over", "the game is over")
    if side not in game.asked:
        raise Refusal("turn", f"{side} is not asked now; the game waits for {' and '.join(game.asked)}")


def may_undo(game: Game[Any], sides: Sequence[str]) -> bool:
    """Whether `Game.undo` would be granted to one of these sides."""
    if not game.entries or game.outcome is not None:
        return False
    last = game.entries[-1]
    return last.side in sides and last.side in game.asked and not last.final
