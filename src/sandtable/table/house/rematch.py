"""Playing again with sides changed."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.table.messages.requests import NewTable
from sandtable.table.stores.base import Row


def wish_for_another(row: Row, sides: Sequence[str], held: Sequence[str], name: str) -> tuple[NewTable, dict[str, str]]:
    """A table like this one with its sides changed, as whoever holds these sides asks for it; and for each side of this
    one the side its player has there. A machine plays what its opponent played."""
    turned = dict(zip(sides, (*sides[1:], sides[0]), strict=True))
    seats = {}
    for side, other in turned.items():
        seat = row.seats[side]
        kind = f"bot:{seat.bot}" if seat.kind == "bot" and side not in held else "human" if side in held else "open"
        seats[other] = kind
    wish = NewTable(
        game=row.game, scenario=row.setup.scenario, options=row.setup.options, seats=seats, name=name, pace=row.pace
    )
    return wish, turned
