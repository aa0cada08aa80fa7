"""Between the players: what takes the other side's consent, what is noted, another game."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.core.values import Refusal
from sandtable.table.accord.agreeing import SAID, Matter, Word, said, to_take_back
from sandtable.table.live import command, desks, flags, timekeeper
from sandtable.table.live.holder import Holder
from sandtable.table.live.sight import looks_on
from sandtable.table.live.table import LiveTable
from sandtable.table.stores.base import Seating


def agree(table: LiveTable, holder: Holder, matter: Matter, word: Word) -> None:
    """Ask for something that takes the other side's consent, or answer that; everybody is told."""
    flags.look_at_the_clock(table)
    side = _speaking(table, holder, matter, word)
    people = {each for each, seat in table.row.seats.items() if seat.kind == "human"}
    accord, agreed = said(table.row.accord, matter, word, side, people <= set(holder.sides))
    asking = (table.row.accord.undo if matter == "undo" else table.row.accord.adjourn) or side
    clock = None
    if agreed and matter == "adjourn":
        clock = timekeeper.adjourned(table.row, table.row.summary, True)
    elif agreed:
        _take_back_to(table, asking)
    table.announce(SAID[matter, "grant" if agreed else word].format(side=side.title()))
    table.write_seats(Seating(table.row.seats, tuple(table.tokens.values()), accord), clock=clock)


def _speaking(table: LiveTable, holder: Holder, matter: Matter, word: Word) -> str:
    """The side that whoever speaks speaks for: who answers is not who asked. Raises `Refusal`."""
    side = command.commanding(table, holder)
    table.check_begun()
    if matter == "adjourn" and table.row.clock is None:
        raise Refusal("clock", "this game has no clock that could stand")
    asking = table.row.accord.undo if matter == "undo" else table.row.accord.adjourn
    if word == "withdraw" and asking in holder.sides:
        return asking
    if word in ("grant", "refuse"):
        return next((each for each in holder.sides if each != asking), side)
    if matter == "undo" and word == "ask" and len(holder.sides) > 1:
        last = table.game.record[-1].side if table.game.record else ""
        return last if last in holder.sides else side
    return side


def _take_back_to(table: LiveTable, side: str) -> None:
    for _ in range(to_take_back(table.game, side)):
        table.check()
        table.keep("undo", table.game.take_back())
    table.left_alone = table.game.state


def resume_play(table: LiveTable, holder: Holder) -> None:
    """The clocks go on after an adjournment, as soon as a player wishes."""
    side = command.commanding(table, holder)
    if table.row.clock is None or not table.row.clock.adjourned:
        raise Refusal("clock", "the game is not adjourned")
    table.announce(f"The {side.title()} player plays on: the clocks run again.")
    clock = timekeeper.adjourned(table.row, table.row.summary, False)
    table.write_seats(Seating(table.row.seats, tuple(table.tokens.values())), clock=clock)


def note(table: LiveTable, holder: Holder, text: str) -> None:
    """What a player has noted for himself; nobody else reads it."""
    if not holder.sides:
        raise looks_on()
    noted = {side: desks.noted(table.row.seats[side], holder, text) for side in holder.sides}
    table.seat({**table.row.seats, **noted}, table.tokens.values())


def play_again(table: LiveTable, other: str, links: dict[str, str]) -> None:
    """The players have another table, each with a way to a seat there."""
    table.announce("There is another game with sides changed.")
    accord = replace(table.row.accord, next=other, links=links)
    table.write_seats(Seating(table.row.seats, tuple(table.tokens.values()), accord))
