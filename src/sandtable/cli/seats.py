"""Who plays which side: people at the keyboard, machines at the rest."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandtable.cli.common import BadInput, blaming, read_save
from sandtable.cli.showing import players
from sandtable.kit.staff.order_book import read_orders

if TYPE_CHECKING:
    from sandtable.core.journal import Record
    from sandtable.core.title import Player, Title

HUMAN = "human"


def loaded(path: Path) -> Record:
    from sandtable.core import journal

    title, save = read_save(path)
    with blaming(path):
        record = journal.resume(title, save, journal.Keyring())
        for lines in record.orders.values():
            read_orders(lines)
    record.players = seats(title, None, None, record.players)
    return record


def seats(title: Title[Any], side: str | None, against: str | None, seated: dict[str, str]) -> dict[str, str]:
    """Side -> who plays it: as asked, else as the save says, else one person on the first side."""
    from sandtable.bots import is_known
    from sandtable.bots.roster import is_program

    if against is not None and not is_program(against) and not is_known(title, against):
        raise BadInput(f"{title.name} has no player '{against}'; it has: {', '.join(players(title))}")
    if side is None and set(seated) == set(title.sides):
        machine = {
            who: name if name == HUMAN or is_known(title, name) else opponent(title) for who, name in seated.items()
        }
        return {who: against if against and name != HUMAN else name for who, name in machine.items()}
    people = humans(title, side or title.sides[0])
    return {who: HUMAN if who in people else against or opponent(title) for who in title.sides}


def humans(title: Title[Any], side: str) -> tuple[str, ...]:
    if side == "both":
        return title.sides
    if side == "none":
        return ()
    if side not in title.sides:
        raise BadInput(f"{title.name} has no side '{side}'; it has: {', '.join(title.sides)}, both, none")
    return (side,)


def opponent(title: Title[Any]) -> str:
    from sandtable.bots import suggested

    return suggested(title)


def machines(record: Record) -> dict[str, Player]:
    """The machine players, the same ones whenever this game is resumed."""
    from sandtable.bots.roster import typed_player

    title = record.game.title
    return {
        side: typed_player(title, name, record.dice.seed(side, name))
        for side, name in record.players.items()
        if name != HUMAN
    }
