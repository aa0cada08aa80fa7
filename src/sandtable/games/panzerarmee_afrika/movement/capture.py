"""[11.1.6] Enemy installations that are taken: captured for one's own use, or destroyed."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.frames import Draft
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.pieces.counters import Side, depots
from sandtable.games.panzerarmee_afrika.pieces.tables import captures
from sandtable.games.panzerarmee_afrika.state import (
    DUE,
    PanzerarmeeAfrika,
    Unit,
    eliminate,
    enemy_of,
    role_of,
    side_of,
    take_control,
)


def capture_depots(draft: Draft[PanzerarmeeAfrika], side: Side, hexagon: int) -> list[str]:
    """Take every enemy installation in a hex that a unit of this side has entered; the own ones put in their place."""
    prizes: list[str] = []
    for depot in list(draft.state.layout.depots[enemy_of(side)].get(hexagon, ())):
        taken = captures(side, draft.state.turn, draft.roll("capture"))
        prize = _spare(draft.state, side) if taken else None
        eliminate(draft, depot, "11.1.6", "captured" if taken else "destroyed by its captors")
        if prize is None:
            continue
        draft.amend("units", prize, Unit(hexagon))
        draft.note("captured", depot=depot, prize=prize, at=board().name(hexagon), side=side)
        prizes.append(prize)
    return prizes


def pass_through(draft: Draft[PanzerarmeeAfrika], names: Sequence[str], hexes: Sequence[int]) -> list[str]:
    """[5, 11.1.6] Regular units take control of the hexes they enter, and all but installations take the enemy
    installations that they find alone."""
    side, regular = side_of(names[0]), role_of(names[0]) == "unit"
    prizes: list[str] = []
    there = draft.state.layout.depots[enemy_of(side)]
    for at in hexes:
        if regular:
            take_control(draft, at, side)
        if at in there:
            prizes += capture_depots(draft, side, at)
    return prizes


def _spare(state: PanzerarmeeAfrika, side: Side) -> str | None:
    """The installation to put in place of a captured one; without one on the order of battle nothing is gained."""
    return next((depot for depot in depots(side) if state.units[depot].at == DUE), None)
