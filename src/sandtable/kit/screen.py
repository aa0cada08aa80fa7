"""The view of a game, with the parts that are the same in every game filled in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from sandtable.core.frames import Decision, Over
from sandtable.core.views import Battle, Fact, Panel, Piece, View


class Clock(NamedTuple):
    """Where the sequence of play stands."""

    turn: int
    last_turn: int
    date: str
    phase: str


def seen(
    game: str,
    state: Any,
    side: str,
    clock: Clock,
    pieces: Iterable[Piece],
    facts: Iterable[Fact] = (),
    panels: Iterable[Panel] = (),
    battles: Iterable[Battle] = (),
) -> View:
    """A game as one side may see it."""
    top = state.stack[-1]
    decision = top if isinstance(top, Decision) else None
    over = top if isinstance(top, Over) else None
    return View(
        game=game,
        scenario=state.scenario,
        side=side,
        turn=clock.turn,
        last_turn=clock.last_turn,
        date=clock.date,
        phase=clock.phase,
        prompt=decision.prompt(state) if decision else "",
        asked=decision.asked(state) if decision else (),
        pieces=tuple(pieces),
        facts=tuple(facts),
        panels=tuple(panels),
        battles=tuple(battles),
        over=over.reason if over else "",
        winner=over.winner if over else None,
    )
