"""Whatever is clicked or asked, on the map or beside it, is answered or refused in a sentence: never a fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from sandtable.conformance.failure import Failure
from sandtable.core.frames import admits
from sandtable.core.title import Title
from sandtable.core.values import Refusal


def check_clicks(title: Title[Any], state: Any, random: Random, count: int) -> None:
    """Choose pieces and hexes as a careless hand does, for every side."""
    for side in title.sides:
        known = title.sight.observe(state, side)
        pieces = [piece.id for piece in title.sight.view(known, side).pieces]
        board = title.rules.board()
        hexes = [*random.sample(board.names, min(count, len(board.names))), *board.boxes]
        for piece in random.sample(pieces, min(count, len(pieces))):
            chosen = (piece, random.choice(pieces))[: random.choice((1, 1, 2))]
            _answered("offers", title.screen.offers, known, side, chosen)
            _answered("forecast", title.screen.forecast, known, side, chosen)
            for where in ("", random.choice(hexes)):
                proposed = _answered("propose", title.screen.propose, known, side, chosen, where)
                _check_lawful(title, known, side, proposed)
        for question in _questions(title, pieces, hexes, random, count):
            _answered("explain", title.screen.explain, known, side, question)


def _questions(title: Title[Any], pieces: list[str], hexes: list[str], random: Random, count: int) -> Iterator[str]:
    """Every question of the game, about pieces and hexes, about several, and about nothing."""
    for word in title.screen.questions:
        yield word
        for _ in range(count):
            things = [random.choice(random.choice((pieces, hexes))) for _ in range(random.choice((1, 1, 2, 3)))]
            yield f"{word} {random.choice((' ', ', ', ' with ')).join(things)}"


def _check_lawful(title: Title[Any], known: Any, side: str, proposed: Any) -> None:
    """A title checks what it proposes: a table hands that on as it is."""
    decision = title.rules.asks(known)
    if proposed is None or decision is None or side not in decision.asked(known):
        return
    if not admits(known, side, proposed):
        raise Failure("clicks", f"'{proposed}' is proposed to {side} and would be refused")


def _answered(door: str, asked: Callable[..., object], known: Any, side: str, *what: object) -> object:
    try:
        return asked(known, side, *what)
    except (Refusal, ValueError):  # ValueError: a text that is not understood, reported in a line
        return None
    except Exception as error:
        raise Failure("clicks", f"{door} of {what} for {side} is a fault: {error!r}") from error
