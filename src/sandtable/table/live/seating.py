"""Seats: taken by a link, named, given away, played by a machine for a while."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.bots import suggested
from sandtable.core.values import Refusal
from sandtable.table.live import timekeeper
from sandtable.table.live.holder import Holder
from sandtable.table.live.table import LiveTable
from sandtable.table.people.seats import own_token
from sandtable.table.stores.base import Seat, Token, fresh_token


def claim(table: LiveTable, holder: Holder, side: str) -> Holder:
    """Sit down on an open seat: by its own link, or as the host, whose token then holds it too."""
    seat = seat_of(table, side)
    if seat.kind != "open":
        raise Refusal("seat", f"the seat of the {side} is taken")
    if side == holder.invited:
        return _take_up(table, holder, side)
    if not holder.host:
        raise Refusal("seat", f"the seat of the {side} is taken by its own link")
    held = tuple(each for each in table.title.sides if each in (*holder.sides, side))
    others = [token for token in table.tokens.values() if not token.host and side not in token.sides]
    own = replace(seat, given=0, promise="") if table.waiting else seat  # the host's share is the secret itself
    named = replace(own, kind="human", name=table.name(holder), person=table.tokens[holder.secret].person)
    table.announce(f"The host has taken the seat of the {side}; its link no longer works.")
    own_one = replace(table.tokens[holder.secret], sides=held)
    table.seat({**table.row.seats, side: named}, [own_one, *others])
    return table.holder(holder.secret, holder.who)


def _take_up(table: LiveTable, holder: Holder, side: str) -> Holder:
    """The link opens the seat once: whoever has taken it has a token that nobody else has ever seen."""
    who = holder.who
    others = [token for token in table.tokens.values() if token.secret != holder.secret]
    if own_token(others, who) is not None:
        raise Refusal("seat", "you are at this table already: its host may take an open seat as well")
    own = Token(fresh_token(), (side,), person=who.id)
    seat = replace(table.row.seats[side], kind="human", person=who.id, name=who.name)
    table.announce(f"{who.name or 'A guest'} has taken the seat of the {side} by its link.")
    table.seat({**table.row.seats, side: seat}, [*others, own])
    return table.holder(own.secret, who)


def reissue(table: LiveTable, holder: Holder, side: str) -> None:
    """A new link for a guest's seat: his token is lost, or he is. Never silently, because whoever has the link may
    sit down there and see what that side sees."""
    seat = seat_of(table, side)
    if not holder.host:
        raise Refusal("seat", "only the host makes links")
    if seat.kind == "bot" or side in holder.sides:
        raise Refusal("seat", f"the seat of the {side} is not a guest's")
    others = [token for token in table.tokens.values() if token.host or side not in token.sides]
    seats = {**table.row.seats, side: replace(seat, kind="open", name="", person="", given=seat.given + 1)}
    if table.waiting:  # whoever has seen a share could choose his own to suit it: all are drawn again
        seats = {each: replace(one, promise="", share="") for each, one in seats.items()}
    table.announce(f"The host has made a new link for the seat of the {side}; the old one no longer works.")
    table.seat(seats, [*others, Token(fresh_token(), (side,))])


def seat_of(table: LiveTable, side: str) -> Seat:
    seat = table.row.seats.get(side)
    if seat is None:
        raise Refusal("unknown", f"there is no side '{side}' in this game")
    return seat


def rename(table: LiveTable, holder: Holder, name: str) -> None:
    if not holder.sides:
        return
    if any(table.row.seats[side].person for side in holder.sides):
        raise Refusal("name", "your name here is that of your account")
    named = {side: replace(table.row.seats[side], name=name) for side in holder.sides}
    table.seat({**table.row.seats, **named}, table.tokens.values())


def relieve(table: LiveTable, holder: Holder, side: str, machine: bool) -> None:
    """Let a machine play a side of the holder's, or let him play it again; the host may give it an open seat too.
    Everybody is told."""
    if machine and holder.host and seat_of(table, side).kind == "open":
        _reserve(table, side)
        return
    if side not in holder.sides:
        raise Refusal("seat", f"you do not hold the {side}")
    table.check_begun()
    if timekeeper.is_out_of_time(table.row, side):
        raise Refusal("clock", f"the time of the {side} is up: the machine plays it to the end")
    bot = suggested(table.title) if machine else ""
    seat = replace(table.row.seats[side], kind="bot" if machine else "human", bot=bot)
    table.announce(f"The {side} is now played by {'the machine' if machine else 'its player again'}.")
    table.seat({**table.row.seats, side: seat}, table.tokens.values())


def _reserve(table: LiveTable, side: str) -> None:
    """A seat that nobody came for is a machine's; its link no longer works."""
    others = [token for token in table.tokens.values() if token.host or side not in token.sides]
    table.announce(f"The seat of the {side} is a machine's; its link no longer works.")
    table.seat({**table.row.seats, side: Seat("bot", suggested(table.title))}, others)
