"""Reading orders: whose counters, standing where, along which hexes."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.core.values import Refusal
from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika, role_of, side_of


def hexes_of(names: Sequence[str], case: str) -> tuple[int, ...]:
    return tuple(board().named_hex(name, case) for name in names)


def hex_of(name: str, case: str) -> int:
    return hexes_of((name,), case)[0]


def check_counter(state: PanzerarmeeAfrika, side: Side, name: str, case: str) -> str:
    """The name, if there is such a counter of this side, wherever it is."""
    if name not in state.units:
        raise Refusal(case, f"there is no counter called {name}")
    if side_of(name) != side:
        raise Refusal(case, f"{name} is not a {side.title()} counter")
    return name


def check_own(state: PanzerarmeeAfrika, side: Side, name: str, case: str) -> None:
    """Refuse what is not a counter of this side on the map."""
    check_counter(state, side, name, case)
    if state.units[name].at < 0:
        raise Refusal(case, f"{name} is not on the map")


def check_together(state: PanzerarmeeAfrika, side: Side, names: Sequence[str], here: int, case: str) -> None:
    """Refuse units that do not all stand where their order begins, or not all of one kind."""
    for name in names:
        check_own(state, side, name, case)
        if role_of(name) == "depot":
            raise Refusal("11.3", f"{name} cannot move by itself: it must be carried")
        if state.units[name].at != here:
            where = board().name(state.units[name].at)
            raise Refusal(case, f"{name} is at {where}, not at {board().name(here)}")
    if len(set(names)) < len(names):
        raise Refusal(case, "a unit is named twice")
    if len({role_of(name) for name in names}) > 1:
        raise Refusal("11.1.3", "transport units move separately: move them on their own")
