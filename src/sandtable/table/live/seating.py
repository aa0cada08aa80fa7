"""Seats: taken by a link, named, given away, played by a machine for a while."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.bots import suggested
from sandtable.core.values import Refusal
from sandtable.table.live import desks, timekeeper
from sandtable.table.live.holder import Holder
from sandtable.table.live.table import LiveTable
from sandtable.table.people.seats import own_token
from sandtable.table.stores.base import Seat, Token, fresh_token


def claim(table: LiveTable, holder: Holder, side: str) -> Holder:
    """Sit down on an open seat: by its own link, or as the host, whose token then holds it too."""
    seat = seat_of(table, side)
    if holder.comrade and side == holder.invited:
        return _join(table, holder, side)
    if seat.kind != "open":
        raise Refusal("seat", f"the seat of {table.the(side)} is taken")
    if side == holder.invited:
        return _take_up(table, holder, side)
    if not holder.host:
        raise Refusal("seat", f"the seat of {table.the(side)} is taken by its own link")
    held = tuple(each for each in table.title.sides if each in (*holder.sides, side))
    others = [token for token in table.tokens.values() if not token.host and not _seats(token, side)]
    own = replace(seat, given=0, promise="") if table.waiting else seat  # the host's share is the secret itself
    named = replace(own, kind="human", name=table.name(holder), person=table.tokens[holder.secret].person)
    table.announce(f"The host has taken the seat of {table.the(side)}; its link no longer works.")
    own_one = replace(table.tokens[holder.secret], sides=held)
    table.seat({**table.row.seats, side: named}, [own_one, *others])
    return table.holder(holder.secret, holder.who)


def _take_up(table: LiveTable, holder: Holder, side: str) -> Holder:
    """The link opens the seat once: whoever has taken it has a token that nobody else has ever seen."""
    who, others = holder.who, _others(table, holder)
    own = Token(fresh_token(), (side,), person=who.id)
    seat = replace(table.row.seats[side], kind="human", person=who.id, name=who.name)
    table.announce(f"{who.name or 'A guest'} has taken the seat of {table.the(side)} by its link.")
    table.seat({**table.row.seats, side: seat}, [*others, own])
    return table.holder(own.secret, who)


def _others(table: LiveTable, holder: Holder) -> list[Token]:
    """Of everybody else; nobody has two seats by links. Raises `Refusal`."""
    others = [token for token in table.tokens.values() if token.secret != holder.secret]
    if own_token(others, holder.who) is not None:
        raise Refusal("seat", "you are at this table already: its host may take an open seat as well")
    return others


def _join(table: LiveTable, holder: Holder, side: str) -> Holder:
    """Beside the commander of a side, with the desks he has appointed one to."""
    who, others = holder.who, _others(table, holder)
    comrade = desks.comrade_of(table, side, holder.comrade)
    own = Token(fresh_token(), (side,), person=who.id, comrade=comrade.n)
    sitting = replace(comrade, kind="human", person=who.id, name=who.name, public=False)
    held = ", ".join(comrade.desks) or "none"
    table.announce(f"{who.name or 'A guest'} plays {table.the(side)} together with its commander; desks: {held}.")
    desks.write(table, {**table.row.seats, side: desks.with_comrade(table.row.seats[side], sitting)}, [*others, own])
    return table.holder(own.secret, who)


def _seats(token: Token, side: str) -> bool:
    """Whether it is the link or the token of who commands a side, or would."""
    return side in token.sides and not token.comrade


def reissue(table: LiveTable, holder: Holder, side: str) -> None:
    """A new link for a guest's seat: his token is lost, or he is. Never silently, because whoever has the link may
    sit down there and see what that side sees."""
    seat = seat_of(table, side)
    if not holder.host:
        raise Refusal("seat", "only the host makes links")
    if seat.kind == "bot" or side in holder.sides:
        raise Refusal("seat", f"the seat of {table.the(side)} is not a guest's")
    others = [token for token in table.tokens.values() if token.host or not _seats(token, side)]
    seats = {**table.row.seats, side: replace(seat, kind="open", name="", person="", given=seat.given + 1)}
    if table.waiting:  # whoever has seen a share could choose his own to suit it: all are drawn again
        seats = {each: replace(one, promise="", share="") for each, one in seats.items()}
    table.announce(f"The host has made a new link for the seat of {table.the(side)}; the old one no longer works.")
    table.seat(seats, [*others, Token(fresh_token(), (side,))])


def seat_of(table: LiveTable, side: str) -> Seat:
    seat = table.row.seats.get(side)
    if seat is None:
        raise Refusal("unknown", f"there is no side '{side}' in this game")
    return seat


def rename(table: LiveTable, holder: Holder, name: str) -> None:
    if not holder.sides:
        return
    if table.tokens[holder.secret].person:
        raise Refusal("name", "your name here is that of your account")
    named = {side: desks.named(table.row.seats[side], holder, name) for side in holder.sides}
    table.seat({**table.row.seats, **named}, table.tokens.values())


def relieve(table: LiveTable, holder: Holder, side: str, machine: bool) -> None:
    """Let a machine play a side of the holder's, or let him play it again; the host may give it an open seat too.
    Everybody is told."""
    if machine and holder.host and seat_of(table, side).kind == "open":
        _reserve(table, side)
        return
    if side not in holder.sides:
        raise Refusal("seat", f"you do not hold {table.the(side)}")
    desks.check_commands(table, holder, side)
    table.check_begun()
    if timekeeper.is_out_of_time(table.row, side):
        raise Refusal("clock", f"the time of {table.the(side)} is up: the machine plays it to the end")
    bot = suggested(table.title) if machine else ""
    seat = replace(table.row.seats[side], kind="bot" if machine else "human", bot=bot)
    table.announce(f"{'The machine now' if machine else 'A player again'} plays {table.the(side)}.")
    table.seat({**table.row.seats, side: seat}, table.tokens.values())


def _reserve(table: LiveTable, side: str) -> None:
    """A seat that nobody came for is a machine's; its link no longer works."""
    others = [token for token in table.tokens.values() if token.host or side not in token.sides]
    table.announce(f"The seat of {table.the(side)} is a machine's; its link no longer works.")
    table.seat({**table.row.seats, side: Seat("bot", suggested(table.title))}, others)
