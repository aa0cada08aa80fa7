"""Positions and shortcuts for tests of the combat phase."""

from __future__ import annotations

from typing import Any

from sandtable.core.frames import Decision
from sandtable.core.values import Event
from sandtable.games.panzerarmee_afrika.combat.declarations import open_combat
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from tests.panzerarmee_afrika.positions import asking, position
from tests.playing import draft_of

# Around figure 8: an installation that gives the Axis attack supply at 1508 and 1408, and two that supply the Allies
# east of the escarpment from Tobruk.
AXIS_DEPOT = "axis-depot-1 1406"
ALLIED_DEPOTS = "allied-depot-1 1614, allied-depot-2 1622"
FIGURE_8_AXIS = f"de-104, de-5-1-a 1508, {AXIS_DEPOT}"
FIGURE_8_ALLIED = f"uk-sg-2 1509, au-20 1608, {ALLIED_DEPOTS}"


def at(*names: str) -> tuple[int, ...]:
    return tuple(board().location(name) for name in names)


def figure_8() -> PanzerarmeeAfrika:
    return position(FIGURE_8_AXIS, FIGURE_8_ALLIED, phasing="axis")


def opened(state: PanzerarmeeAfrika, *rolls: int) -> PanzerarmeeAfrika:
    """The combat phase of the phasing side, as far as the first question."""
    return opened_noting(state, *rolls)[0]


def opened_noting(state: PanzerarmeeAfrika, *rolls: int) -> tuple[PanzerarmeeAfrika, list[Event]]:
    draft = draft_of(asking(state), *rolls)
    open_combat(draft, state.phasing)
    draft.settle()
    return draft.state, draft.events


def phase(axis: str, allied: str, phasing: Side = "axis", **fields: Any) -> PanzerarmeeAfrika:
    """A position in which the phasing side is asked for its combats."""
    return opened(position(axis, allied, phasing=phasing, **fields))


def is_over(state: PanzerarmeeAfrika) -> bool:
    """Whether the combat phase has passed."""
    return not isinstance(state.stack[-1], Decision)


def facts(events: list[Event], kind: str) -> list[dict[str, Any]]:
    return [dict(event.facts) for event in events if event.kind == kind]
