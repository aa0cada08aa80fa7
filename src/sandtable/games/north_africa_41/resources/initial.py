"""[3.2] The Initial Phase: markers come off, works are finished, an event happens, Replacements are used."""

from __future__ import annotations

from sandtable.core.frames import Draft
from sandtable.games.north_africa_41.pieces.counters import Side
from sandtable.games.north_africa_41.state import SIDES, NorthAfrica, mark, side_of, write_books


def begin_player_turn(draft: Draft[NorthAfrica], side: Side) -> None:
    """[3.2] The other player is done: what was noted of his turn, and of this one's last, is wiped."""
    state = draft.state
    draft.change(phasing=side, comando=False)
    draft.note("player_turn", turn=state.turn, impulse=state.impulse, side=side)
    if side == SIDES[0]:  # [21.4.4] a new impulse
        for each in SIDES:
            write_books(draft, each, repaired="")
    write_books(draft, side, convoys=0, embarked={}, debarked={}, demolished=(), restful=True)


def remove_transport_markers(draft: Draft[NorthAfrica], side: Side) -> None:
    """[5.9.1, 18.7.6, 21.1.5] Rail, Air and Naval Transport markers come off."""
    for name, unit in list(draft.state.units.items()):
        if unit.transport and side_of(name) == side:
            mark(draft, name, transport="")
    if draft.state.books[side].landed:
        write_books(draft, side, landed={})
