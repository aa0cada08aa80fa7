"""Ports and what lands in them, for tests."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.core.frames import Draft
from sandtable.core.values import Event
from sandtable.games.afrika_korps.arrivals.phase import Arrivals
from sandtable.games.afrika_korps.map import board
from sandtable.games.afrika_korps.state import AfrikaKorps
from tests.afrika_korps.positions import asking, draft_of, position

BESIEGERS = "21/5 H25, AxS1 W6"  # one unit there closes every way out of Tobruch


def opened(
    opening: Callable[[Draft[AfrikaKorps], str], None], state: AfrikaKorps, side: str, *rolls: int
) -> tuple[AfrikaKorps, list[Event]]:
    draft = draft_of(state, *rolls)
    opening(draft, side)
    return draft.state, draft.events


def names(hexes: tuple[int, ...]) -> list[str]:
    return [board().name(hexagon) for hexagon in hexes]


def landing(axis: str = "", allied: str = "", turn: int = 1, side: str = "axis") -> AfrikaKorps:
    """A position in which this side is asked for its arrivals."""
    return asking(position(axis, allied, turn, phasing=side), Arrivals(side))


def besieged() -> AfrikaKorps:
    """Tobruch without a supply, on the Allied turn in which 7/4 and others are due."""
    return landing(BESIEGERS, "9A/20 G25, AlS1 J62", turn=5, side="allied")
