"""Positions for tests: exactly the units a test names, everything else where it naturally waits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from sandtable.core.frames import Frame
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.notation import NOTATION
from sandtable.games.panzerarmee_afrika.pieces.counters import counters, logistics
from sandtable.games.panzerarmee_afrika.pieces.schedule import POOLS
from sandtable.games.panzerarmee_afrika.state import (
    CADRE,
    DUE,
    SIDES,
    Books,
    PanzerarmeeAfrika,
    Unit,
    counted_hexes,
    side_of,
)
from tests.playing import THE_END, Orders

ORDERS = Orders(NOTATION)
play, play_noting, refusal, listed = ORDERS.play, ORDERS.play_noting, ORDERS.refusal, ORDERS.listed
MARKS = {"*": {"out": True}, "!": {"adrift": True}, "_": {"dismounted": True, "out": True}, "+": {}}


def position(
    axis: str = "", allied: str = "", turn: int = 2, phasing: str = "allied", **fields: Any
) -> PanzerarmeeAfrika:
    """A state with the named units, written as "de-104, de-5-1-a 1508, axis-depot-1 1406": a place holds for every unit
    listed since the place before it. Behind a name: + reinforced (once for each), * out of supply, ! out of command,
    _ dismounted.

    Units not named: those of the set-up are in the cadre, the others due. El Agheila is Axis, the rest Allied, unless
    `control` says otherwise. The stack holds only an end, on which `asking` puts frames.
    """
    units = {name: Unit(CADRE if counter.at_start else DUE) for name, counter in counters().items()}
    units |= {name: Unit(DUE) for name in logistics()}
    for side, text in (("axis", axis), ("allied", allied)):
        for name, unit in _placements(text):
            if side_of(name) != side:
                raise ValueError(f"{name} is not on the {side} side")
            units[name] = unit
    control = {board().name(at): "axis" if at == counted_hexes()[0] else "allied" for at in counted_hexes()}
    books = {side: Books(points=dict.fromkeys(POOLS[side], 0)) for side in SIDES}
    given = {"stack": (THE_END,), "turn": turn, "phasing": phasing, "units": units, "books": books, **fields}
    return PanzerarmeeAfrika(**{**given, "control": {**control, **fields.get("control", {})}})


def _placements(text: str) -> Iterator[tuple[str, Unit]]:
    pending: list[str] = []
    for words in (part.split() for part in text.split(",") if part.strip()):
        pending.append(words[0])
        if len(words) == 1:
            continue
        at = board().location(words[1])
        yield from (_unit(name, at) for name in pending)
        pending = []
    if pending:
        raise ValueError(f"no place is given for {', '.join(pending)}")


def _unit(name: str, at: int) -> tuple[str, Unit]:
    plain = name.rstrip("".join(MARKS))
    marks = name[len(plain) :]
    unit = Unit(at, step=marks.count("+"))
    for sign in marks:
        unit = replace(unit, **MARKS[sign])
    return plain, unit


def with_unit(state: PanzerarmeeAfrika, name: str, **changes: Any) -> PanzerarmeeAfrika:
    """The same position with one unit changed; `at` may be a name."""
    if isinstance(changes.get("at"), str):
        changes["at"] = board().location(changes["at"])
    return replace(state, units={**state.units, name: replace(state.units[name], **changes)})


def with_books(state: PanzerarmeeAfrika, side: str, **entries: Any) -> PanzerarmeeAfrika:
    """The same position with other entries in the books of one side."""
    return replace(state, books={**state.books, side: replace(state.books[side], **entries)})


def asking(state: PanzerarmeeAfrika, *stack: Frame) -> PanzerarmeeAfrika:
    """The same position with these frames on the stack, the last on top, above the end of the test."""
    return replace(state, stack=(THE_END, *stack))


def where(state: PanzerarmeeAfrika, name: str) -> str:
    return board().name(state.units[name].at)
