"""Time at an open table: flags that have fallen, players who are away."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.bots import suggested
from sandtable.core.nouns import plural
from sandtable.core.parley import Flag
from sandtable.table.live import desks, timekeeper
from sandtable.table.live.holder import Holder
from sandtable.table.live.sight import looks_on
from sandtable.table.live.table import LiveTable, Overtaken
from sandtable.table.stores.base import Seating


def is_late(table: LiveTable) -> bool:
    """Whether a flag has fallen that is still to be told of."""
    return timekeeper.fallen(table.row) is not None


def let_flags_fall(table: LiveTable) -> bool:
    """What time has decided meanwhile; whether that was anything. It may be asked at any time."""
    has_fallen = False
    while (late := timekeeper.fallen(table.row)) is not None:
        side, flag = late
        table.check()
        table.game.play(flag, side)
        has_fallen = True
        table.keep(
            "play",
            table.game.entries[-1],
            _taken_over(table, side, flag),
            timekeeper.time_of_the_fallen(table.row, side),
        )
    return has_fallen


def look_at_the_clock(table: LiveTable) -> None:
    if let_flags_fall(table):
        raise Overtaken("clock", "time was up before that: look again")


def _taken_over(table: LiveTable, side: str, flag: Flag) -> Seating | None:
    """The machine in the seat of a player whose time is up, where that was agreed."""
    if flag.verdict != "machine":
        return None
    seat = replace(table.row.seats[side], kind="bot", bot=suggested(table.title))
    return Seating({**table.row.seats, side: seat}, tuple(table.tokens.values()))


def go_away(table: LiveTable, holder: Holder, days: float) -> None:
    """Absent for so many days, or back again; everybody is told."""
    if not holder.sides:
        raise looks_on()
    look_at_the_clock(table)
    side = table.side(holder)
    desks.check_commands(table, holder, side)
    clock = timekeeper.absent(table.row, side, days)
    told = f"is away for {plural(f'{days:.3g}', 'day')}: their clock stands" if days else "is back: their clock goes on"
    table.announce(f"The {side.title()} player {told}.")
    table.write_seats(Seating(table.row.seats, tuple(table.tokens.values())), clock=clock)
