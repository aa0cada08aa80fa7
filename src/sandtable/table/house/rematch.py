"""Playing again with sides changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandtable.table.live.desks import place
from sandtable.table.messages.requests import NewTable
from sandtable.table.messages.tables import Made
from sandtable.table.stores.base import Comrade, Row


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


def posts_again(row: Row, wish: NewTable, turned: Mapping[str, str]) -> dict[str, list[tuple[str, ...]]]:
    """The desks of all who played beside a commander, by the side of the other table, where people command it."""
    return {
        other: [each.desks for each in _beside(row, side)]
        for side, other in turned.items()
        if not wish.seats[other].startswith("bot:")
    }


def ways_there(row: Row, made: Made, turned: Mapping[str, str]) -> dict[str, str]:
    """The invitation to the other table for each seat of this one but its maker's."""
    ways = {side: made.links[other] for side, other in turned.items() if other in made.links}
    for side, other in turned.items():
        links = [each.link for each in made.comrades if each.side == other]
        ways |= {place(side, each.n): link for each, link in zip(_beside(row, side), links, strict=False)}
    return ways


def _beside(row: Row, side: str) -> list[Comrade]:
    return [each for each in row.seats[side].comrades if each.kind == "human"]
