"""[8, 8.4] The supply phase, and the second judgement before the enemy moves."""

from __future__ import annotations

from sandtable.core.frames import Draft
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, mark
from sandtable.games.panzerarmee_afrika.supply.malta import open_malta
from sandtable.games.panzerarmee_afrika.supply.network import judge


def open_supply(draft: Draft[PanzerarmeeAfrika], side: Side) -> None:
    """[7.1, 8] The phasing side finds out who is in supply; on turn 15 the Axis decides about Malta."""
    judge_supply(draft, side)
    if side == "axis":
        open_malta(draft)


def judge_supply(draft: Draft[PanzerarmeeAfrika], side: Side) -> None:
    """[8.4] Mark every regular and transport unit of a side; the mark stays until it is judged again."""
    units, verdict = draft.state.units, judge(draft.state, side)
    changed = [name for name, out in verdict.items() if out != units[name].out]
    # Where units had been written before in the same draft nobody was told once, and games in progress count on it.
    tell = draft.remark if draft.has_written("units") else draft.note
    for name in changed:
        mark(draft, name, out=verdict[name])
    cut_off = [name for name in changed if verdict[name]]
    restored = [name for name in changed if not verdict[name]]
    if cut_off:
        tell("cut_off", side=side, units=cut_off, case="8.4")
    if restored:
        tell("restored", side=side, units=restored, case="8.4")
