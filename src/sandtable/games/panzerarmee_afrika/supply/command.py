"""[10] Command and control: which Allied hexes have no orders this turn."""

from __future__ import annotations

from sandtable.core.frames import Draft
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.pieces.tables import command_digits
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, mark

SINGLE_ROLL = "single-command-roll"


def open_command(draft: Draft[PanzerarmeeAfrika], side: Side) -> None:
    """[7.1, 10] The Allies only, by the method that was agreed on."""
    if side != "allied":
        return
    if draft.state.option(SINGLE_ROLL):  # [10.1, 10.2]
        _roll_once(draft)
    else:
        _roll_for_each_hex(draft)


def allied_hexes(state: PanzerarmeeAfrika) -> list[int]:
    """[10.1, 10.2] Every hex with an Allied unit, transport unit or installation; none is exempt."""
    layout = state.layout
    return sorted({*layout.stands["allied"], *layout.lorries["allied"], *layout.depots["allied"]}, key=board().name)


def _roll_once(draft: Draft[PanzerarmeeAfrika]) -> None:
    """[10.1]"""
    digits = command_digits("single-roll", draft.roll("Allied command", by="allied"))
    for hexagon in allied_hexes(draft.state):
        if last_digit(hexagon) in digits:
            _lose_command(draft, hexagon, "10.1")


def _roll_for_each_hex(draft: Draft[PanzerarmeeAfrika]) -> None:
    """[10.2]"""
    for hexagon in allied_hexes(draft.state):
        digits = command_digits("roll-per-hex", draft.roll(f"Allied command at {board().name(hexagon)}", by="allied"))
        if last_digit(hexagon) in digits:
            _lose_command(draft, hexagon, "10.2")


def last_digit(hexagon: int) -> int:
    """[2.1]"""
    return int(board().name(hexagon)[-1])


def _lose_command(draft: Draft[PanzerarmeeAfrika], hexagon: int, case: str) -> None:
    """[10.3] Everything Allied in the hex, apart from how it is supplied."""
    layout = draft.state.layout
    names = [
        name for group in (layout.stands, layout.lorries, layout.depots) for name in group["allied"].get(hexagon, ())
    ]
    for name in names:
        mark(draft, name, adrift=True)
    draft.note("adrift", at=board().name(hexagon), units=names, case=case)


def restore_command(draft: Draft[PanzerarmeeAfrika]) -> None:
    """[10.3] It lasts to the end of the Allied turn."""
    for name, unit in draft.state.units.items():
        if unit.adrift:
            mark(draft, name, adrift=False)
