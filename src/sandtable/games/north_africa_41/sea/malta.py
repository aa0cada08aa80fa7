"""[22.3] The Malta Status Track: how dangerous the way from Italy is."""

from __future__ import annotations

from sandtable.core.frames import Draft
from sandtable.core.values import Refusal
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.pieces.schedule import turn
from sandtable.games.north_africa_41.sea.tables import malta_box, malta_moves, malta_needs
from sandtable.games.north_africa_41.state import NorthAfrica


def roll_for_malta(draft: Draft[NorthAfrica]) -> None:
    """[22.3.2, 22.3.3] In the Preparation Phase the side that the marker shows tries to move it its way."""
    state = draft.state
    side = turn(state.turn).malta
    needed = malta_needs(side, state.malta)
    if needed is None:
        return
    if needed == 1 or malta_moves(side, state.malta, draft.roll(f"Malta, {side}", by=side)):
        shift(draft, side, "22.3.3")


def check_shift(state: NorthAfrica, side: Side) -> None:
    """[22.3.4] Refuse to buy a move that the track does not have."""
    if malta_box(side, state.malta) == state.malta:
        raise Refusal("22.3.4", f"the Malta Status marker is in its last box, {state.malta:+d}")


def shift(draft: Draft[NorthAfrica], side: Side, case: str) -> None:
    """[22.3.2] One box: left for the Axis, right for the Allies."""
    box = malta_box(side, draft.state.malta)
    draft.change(malta=box)
    draft.note("malta", side=side, modifier=box, case=case)
