"""Above the unit: orders, desks handed to the staff, answers that are left."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.core.values import Refusal
from sandtable.kit.staff.order_book import BadOrder, OrderBook, cancelled, given, still_standing, written
from sandtable.kit.staff.situation import Situation
from sandtable.table.live import desks as commands
from sandtable.table.live import playing
from sandtable.table.live.holder import Holder
from sandtable.table.live.sight import looks_on
from sandtable.table.live.table import LiveTable
from sandtable.table.pace import settling


def delegate(table: LiveTable, holder: Holder, desks: Iterable[str]) -> None:
    """Hand desks to a machine, and take back those that are not named."""
    if not holder.sides:
        raise looks_on()
    for desk in desks:
        commands.check_known(table, desk)
    named = {side: commands.delegated(table, holder, side, tuple(desks)) for side in holder.sides}
    commands.write(table, {**table.row.seats, **named}, table.tokens.values())


def give_order(table: LiveTable, holder: Holder, text: str) -> None:
    """An order to units or formations of the side that the holder is shown."""
    side = commanding(table, holder)
    known = table.sight(holder.sides).known
    order = Situation(table.title, known, side).understood(text)
    keep_orders(table, side, given(table.books[side], order, known.turn))


def cancel_order(table: LiveTable, holder: Holder, number: int) -> None:
    side = commanding(table, holder)
    try:
        orders = cancelled(table.books[side], number, table.sight(holder.sides).known.turn)
    except BadOrder as error:
        raise Refusal("order", str(error)) from None
    keep_orders(table, side, orders)


def commanding(table: LiveTable, holder: Holder) -> str:
    """The side that the holder commands, while there is anything to command. Raises `Refusal`."""
    side = playing_side(table, holder)
    commands.check_commands(table, holder, side)
    return side


def playing_side(table: LiveTable, holder: Holder) -> str:
    """The side that the holder plays, alone or with others. Raises `Refusal`."""
    if not holder.sides:
        raise looks_on()
    if table.game.outcome is not None:
        raise Refusal("over", "the game is over")
    return table.side(holder)


def keep_orders(table: LiveTable, side: str, orders: OrderBook) -> None:
    """The orders of a side as they stand now, on the disk first."""
    seat = replace(table.row.seats[side], orders=written(orders))
    table.seat({**table.row.seats, side: seat}, table.tokens.values())
    table.left_alone = None


def has_orders(table: LiveTable, side: str) -> bool:
    """Whether a player's staff may have something to do here that he has ordered."""
    standing = side not in table.machine_sides and bool(still_standing(table.books[side]))
    return standing and table.game.state is not table.left_alone


def settle(table: LiveTable, holder: Holder, kind: str, choice: str) -> None:
    """A standing answer of the side that the holder is shown, from now on; nobody else hears of it. Where the side is
    shared out, it is for whoever holds the desk of such questions."""
    side = playing_side(table, holder)
    desk = table.title.rules.interrupts[kind].desk if kind in table.title.rules.interrupts else ""
    commands.check_holds(table, holder, side, desk)
    settled = settling.settled(table.title, table.row.seats[side].settled, kind, choice)
    seats = {**table.row.seats, side: replace(table.row.seats[side], settled=settled)}
    table.seat(seats, table.tokens.values())
    if not table.waiting:
        playing.go_on(table)


def desks_of(table: LiveTable, side: str) -> tuple[str, ...]:
    """The desks that a machine keeps for a side; that of the question now before it, if it is to answer that."""
    seat, sight = table.row.seats[side], table.sight((side,))
    if seat.settled and settling.is_for_the_staff(table.title, sight.known, side, seat.settled):
        return (*seat.desks, sight.desk)
    return seat.desks


def is_delegated(table: LiveTable, side: str) -> bool:
    """Whether a machine answers what this side is asked now."""
    return table.sight((side,)).desk in desks_of(table, side)
