"""Positions in the movement phase, and what tests ask of them."""

from __future__ import annotations

from typing import Any

from sandtable.games.panzerarmee_afrika.map import board
from sandtable.games.panzerarmee_afrika.movement.phase import Movement
from sandtable.games.panzerarmee_afrika.movement.reach import reach
from sandtable.games.panzerarmee_afrika.pieces.counters import Side
from sandtable.games.panzerarmee_afrika.pieces.tables import limits
from sandtable.games.panzerarmee_afrika.state import PanzerarmeeAfrika
from tests.panzerarmee_afrika.positions import ORDERS, asking, position
from tests.playing import top

# 1115 lies in open desert: nothing but clear hexes for four hexes around. Germans need no supply to move about there.


def axis_moves(axis: str = "", allied: str = "", turn: int = 3, **fields: Any) -> PanzerarmeeAfrika:
    return _moving("axis", axis, allied, turn, **fields)


def allies_move(axis: str = "", allied: str = "", turn: int = 3, **fields: Any) -> PanzerarmeeAfrika:
    return _moving("allied", axis, allied, turn, **fields)


def _moving(side: Side, axis: str, allied: str, turn: int, **fields: Any) -> PanzerarmeeAfrika:
    return asking(position(axis, allied, turn, phasing=side, **fields), Movement(side))


def refused(state: PanzerarmeeAfrika, order: str) -> str:
    """The case by which an order is refused, empty when it is accepted."""
    try:
        return ORDERS.refusal(state, order).case
    except AssertionError:
        return ""


def ends(state: PanzerarmeeAfrika, *names: str) -> set[str]:
    """Where units can still move together."""
    return {board().name(at) for at in reach(state, names)}


def spent(state: PanzerarmeeAfrika, name: str) -> int:
    return state.trek(name).spent


def offered(state: PanzerarmeeAfrika, verb: str, name: str = "") -> list[str]:
    """Listed orders of one kind, about one unit."""
    side = top(state).asked(state)[0]
    orders = (str(action) for action in top(state).actions(state, side))
    return [order for order in orders if order.split()[0] == verb and name in order]


def name_of_turn(malta: str) -> dict[str, Any]:
    """The turn of the invasion of Malta, with its outcome."""
    return {"turn": limits().malta_turn, "malta": malta}
