"""Running one phase of a turn by itself, and the reinforcement phase as its owner meets it."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.core import frames
from sandtable.core.frames import Draft
from sandtable.core.values import Event
from sandtable.games.panzerarmee_afrika.arrivals.phase import open_arrivals
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from sandtable.games.panzerarmee_afrika.turn import PlayerTurn
from tests.panzerarmee_afrika.positions import asking
from tests.playing import Rolls, draft_of

Phase = Callable[[Draft[PanzerarmeeAfrika], Side], None]


def after(phase: Phase, state: PanzerarmeeAfrika, side: Side, *rolls: int) -> PanzerarmeeAfrika:
    """The state once this phase has begun; the dice must fall exactly as often as told."""
    return noting(phase, state, side, *rolls)[0]


def noting(phase: Phase, state: PanzerarmeeAfrika, side: Side, *rolls: int) -> tuple[PanzerarmeeAfrika, list[Event]]:
    draft = draft_of(state, *rolls)
    phase(draft, side)
    draft.settle()
    return draft.state, draft.events


def mustering(state: PanzerarmeeAfrika, side: Side) -> PanzerarmeeAfrika:
    """The choices of the reinforcement phase, points and withdrawals behind it."""
    return after(open_arrivals, state, side)


def turn_of(side: Side, state: PanzerarmeeAfrika, *rolls: int) -> PanzerarmeeAfrika:
    """The first decision of a faction turn."""
    return frames.begin(asking(state, PlayerTurn(side)), Rolls(*rolls))[0]
