"""A record that somebody brings along, made into a table: checked as `check` does, and with its own dice."""

from __future__ import annotations

from typing import Any, NamedTuple

from sandtable.bots.roster import Roster
from sandtable.core import journal
from sandtable.core.game import Game
from sandtable.core.journal import Keyring, Save
from sandtable.core.title import Title
from sandtable.table.live.sight import Sight
from sandtable.table.live.table import asked_since, now
from sandtable.table.stores.base import Line, Row, Seat, fresh_name


class Imported(NamedTuple):
    """All that the store is to keep of it."""

    row: Row
    secret: bytes
    lines: list[Line]
    game: Game[Any]


def imported(title: Title[Any], save: Save, roster: Roster, keyring: Keyring) -> Imported:
    """A new table with the game of a save. Raises `SaveError`: the first entry that breaks, dice that are not those
    that were promised, or the dice of a game in progress that are sealed elsewhere."""
    game = journal.check(title, save)
    dice = journal.dice_of(save, keyring)
    at = now()
    row = Row(
        id=fresh_name(), game=title.key, rules=title.rules_version, setup=game.setup,
        commitment=save.commitment, seed=save.seed, created=at, touched=at, seats=_seats(title, save, roster),
        summary=asked_since(Sight(game, ()).summary(), at),
    )  # fmt: skip
    lines = [Line(n, "play", line.side, line.action, line.rolls) for n, line in enumerate(save.lines, 1)]
    return Imported(row, dice.secret, lines, game)


def _seats(title: Title[Any], save: Save, roster: Roster) -> dict[str, Seat]:
    """As the record has them; a machine that is not known here is a seat for whoever brings the record. The shares that
    guests had in the dice stay with the seats; which belonged to which makes no difference to a roll."""
    shares = iter(zip(save.promises, save.shares, strict=True))
    seats = {}
    for side in title.sides:
        name = save.players.get(side, "human")
        if name != "human" and roster.is_known(title, name):
            seats[side] = Seat("bot", name)
        else:
            promise, share = next(shares, ("", ""))
            seats[side] = Seat("human", given=1 if share else 0, promise=promise, share=share)
    return seats
