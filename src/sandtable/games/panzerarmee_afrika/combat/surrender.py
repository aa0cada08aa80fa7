"""[15.2, 15.3] Italian infantry without support may surrender when it is attacked."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.frames import Draft
from sandtable.games.panzerarmee_afrika.factors.losses import remove
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.pieces.tables import limits, surrenders
from sandtable.games.panzerarmee_afrika.pieces.zones import is_supported, is_unreliable
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, side_of


def may_surrender(state: PanzerarmeeAfrika, name: str) -> bool:
    """[15.2] First unless better troops are with it or adjacent, later unless they are with it."""
    at, figures = state.units[name].at, limits()
    if not is_unreliable(state, name, figures.reliability_near) or is_supported(state, at):
        return False
    if is_unreliable(state, name, figures.reliability_stacked):
        return True
    return not any(is_supported(state, near) for near in board().adjacent[at])


def offer_surrender(draft: Draft[PanzerarmeeAfrika], defending: Sequence[str]) -> list[str]:
    """[15.3] Each unit that may surrender rolls for itself; those that did are removed."""
    liable = [name for name in defending if may_surrender(draft.state, name)]
    lost = [name for name in liable if surrenders(draft.roll(f"surrender of {name}", by=side_of(name)))]
    if lost:
        draft.note("surrendered", units=lost, case="15.3")
        remove(draft, lost, "surrendered")
    return lost
