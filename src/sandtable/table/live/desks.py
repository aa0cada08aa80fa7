"""Who of a side decides what: its commander, who holds the first seat, and comrades who hold some of its desks.

What lies on no desk is the commander's, and so is every desk that nobody else holds. He alone speaks for the side to
the other: draws, resignation, consent, absence, orders above the unit. Who else plays the side sees all that it sees.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.core.values import Refusal
from sandtable.table.live.holder import Holder
from sandtable.table.live.table import LiveTable
from sandtable.table.stores.base import Comrade, Row, Seat, Seating, Token, fresh_token

COMMANDER = 0


def place(side: str, comrade: int) -> str:
    """The name of a seat among those of a table."""
    return f"{side} {comrade}" if comrade else side


def held_by(seat: Seat, desk: str) -> int:
    """The number of who decides at a desk."""
    return next((each.n for each in seat.comrades if each.kind == "human" and desk in each.desks), COMMANDER)


def is_asked(row: Row, side: str, comrade: int) -> bool:
    """Whether a table waits for this one of a side, as far as it can be told without opening the game."""
    seat = row.seats[side]
    return side in row.summary.asked and held_by(seat, row.summary.desks.get(side, "")) == comrade


def comrade_of(table: LiveTable, side: str, number: int) -> Comrade:
    found = next((each for each in table.row.seats[side].comrades if each.n == number), None)
    if found is None:
        raise Refusal("unknown", f"there is no such comrade of {table.the(side)}")
    return found


def with_comrade(seat: Seat, comrade: Comrade) -> Seat:
    return replace(seat, comrades=tuple(comrade if each.n == comrade.n else each for each in seat.comrades))


def noted(seat: Seat, holder: Holder, text: str) -> Seat:
    if not holder.comrade:
        return replace(seat, note=text)
    return with_comrade(seat, replace(_own(seat, holder), note=text))


def named(seat: Seat, holder: Holder, name: str) -> Seat:
    if not holder.comrade:
        return replace(seat, name=name)
    return with_comrade(seat, replace(_own(seat, holder), name=name))


def _own(seat: Seat, holder: Holder) -> Comrade:
    return next(each for each in seat.comrades if each.n == holder.comrade)


def _called(seat: Seat, number: int) -> str:
    if number == COMMANDER:
        return f"{seat.name}, who commands" if seat.name else "its commander"
    return next((each.name for each in seat.comrades if each.n == number), "") or "a comrade"


def _announced(seat: Seat, number: int) -> str:
    """At the head of a sentence."""
    if number == COMMANDER:
        return f"{seat.name}, who commands," if seat.name else "The commander"
    return next((each.name for each in seat.comrades if each.n == number), "") or "A comrade"


# Who may do what


def check_known(table: LiveTable, desk: str) -> None:
    if desk not in table.title.staff.desks:
        raise Refusal("unknown", f"{table.title.name} has no desk '{desk}'")


def check_commands(table: LiveTable, holder: Holder, side: str) -> None:
    """Raises `Refusal`."""
    if holder.comrade:
        raise Refusal("desk", f"that is for the commander of {table.the(side)}")


def decides(table: LiveTable, holder: Holder, side: str) -> bool:
    """Whether what a side is asked now is for the holder to answer."""
    if side not in holder.sides:
        return False
    seat = table.row.seats[side]
    return not seat.comrades or held_by(seat, table.sight((side,)).desk) == holder.comrade


def check_decides(table: LiveTable, holder: Holder, side: str) -> None:
    """Raises `Refusal`."""
    if table.row.seats[side].comrades:
        check_holds(table, holder, side, table.sight((side,)).desk)


def check_holds(table: LiveTable, holder: Holder, side: str, desk: str) -> None:
    """Raises `Refusal`, which says whose desk it is."""
    seat = table.row.seats[side]
    held = held_by(seat, desk)
    if held != holder.comrade:
        what = f"the {desk} desk is held by" if desk else "this is decided by"
        raise Refusal("desk", f"{what} {_called(seat, held)}")


def may_take_back(table: LiveTable, holder: Holder) -> bool:
    """Whether the last action was taken at a desk of the holder's."""
    return not holder.sides or _holds_the_last(table, holder, table.side(holder))


def check_takes_back(table: LiveTable, holder: Holder, side: str) -> None:
    """Raises `Refusal`."""
    if not _holds_the_last(table, holder, side):
        raise Refusal("desk", "that was decided at a desk of another of your side")


def _holds_the_last(table: LiveTable, holder: Holder, side: str) -> bool:
    seat = table.row.seats[side]
    if not seat.comrades or not table.game.entries:
        return not holder.comrade or not seat.comrades
    known = table.title.sight.observe(table.game.states[len(table.game.entries) - 1], side)
    return held_by(seat, table.title.staff.desk(known, side)) == holder.comrade


# Handing over


def appoint(table: LiveTable, holder: Holder, side: str, desks: Iterable[str]) -> None:
    """Open a seat beside the commander's for somebody who is to decide at these desks."""
    side = _commanded(table, holder, side)
    seat = table.row.seats[side]
    new = Comrade(next_number(seat), "open", checked(table.title.staff.desks, table.title.name, desks))
    if len(seat.comrades) >= len(table.title.staff.desks):
        raise Refusal("desk", "there are as many comrades already as there are desks")
    others = _without(seat, new.desks)
    seat = replace(others, comrades=(*others.comrades, new))
    table.announce(f"The commander of {table.the(side)} looks for a comrade; desks: {', '.join(new.desks)}.")
    token = Token(fresh_token(), (side,), comrade=new.n)
    write(table, {**table.row.seats, side: seat}, [*table.tokens.values(), token])


def next_number(seat: Seat) -> int:
    return max(seat.appointed, *(each.n for each in seat.comrades), 0) + 1


def checked(known: Iterable[str], game: str, desks: Iterable[str]) -> tuple[str, ...]:
    """Desks in the order of the game. Raises `Refusal`."""
    known, wished = tuple(known), tuple(desks)
    if not known:
        raise Refusal("desk", f"{game} has one command: a side of it is not shared out")
    for desk in wished:
        if desk not in known:
            raise Refusal("unknown", f"{game} has no desk '{desk}'")
    return tuple(desk for desk in known if desk in wished)


def hand(table: LiveTable, holder: Holder, side: str, desk: str, to: int) -> None:
    """Let another of the side decide at a desk: whoever holds it may say so, and the commander, who may also take it
    back."""
    side = _played(table, holder, side)
    check_known(table, desk)
    seat = table.row.seats[side]
    if holder.comrade:
        check_holds(table, holder, side, desk)
    comrades = _without(seat, (desk,))
    if to != COMMANDER:
        comrade = comrade_of(table, side, to)
        held = tuple(each for each in table.title.staff.desks if each in (*comrade.desks, desk))
        comrades = with_comrade(comrades, replace(comrade, desks=held))
    own = replace(comrades, desks=tuple(each for each in seat.desks if each != desk))
    table.announce(f"{_announced(own, to)} now holds the {desk} desk of {table.the(side)}.")
    write(table, {**table.row.seats, side: own}, table.tokens.values())


def dismiss(table: LiveTable, holder: Holder, side: str, number: int) -> None:
    """A comrade has no seat any more, because he or the commander wishes so."""
    side = _played(table, holder, side)
    if holder.comrade not in (COMMANDER, number):
        check_commands(table, holder, side)
    comrade, seat = comrade_of(table, side, number), table.row.seats[side]
    left = replace(
        seat,
        comrades=tuple(each for each in seat.comrades if each.n != number),
        appointed=max(seat.appointed, *(each.n for each in seat.comrades)),
    )
    tokens = [token for token in table.tokens.values() if (side, number) != (*token.sides[:1], token.comrade)]
    who = comrade.name or "A comrade"
    told = (
        f"{who} plays {table.the(side)} no longer"
        if comrade.kind == "human"
        else f"A seat of {table.the(side)} is not given"
    )
    table.announce(f"{told}; desks that are its commander's again: {', '.join(comrade.desks) or 'none'}.")
    write(table, {**table.row.seats, side: left}, tokens)


def delegated(table: LiveTable, holder: Holder, side: str, desks: tuple[str, ...]) -> Seat:
    """The seat when these desks of the holder's are run by a machine, and no others of his. Raises `Refusal`."""
    seat = table.row.seats[side]
    for desk in desks:
        if desk not in seat.desks:
            check_holds(table, holder, side, desk)
    others = [desk for desk in seat.desks if held_by(seat, desk) != holder.comrade]
    kept = tuple(desk for desk in table.title.staff.desks if desk in others or desk in desks)
    if seat.comrades and kept != seat.desks:
        table.announce(f"Desks of {table.the(side)} that the machine keeps: {', '.join(kept) or 'none'}.")
    return replace(seat, desks=kept)


def write(table: LiveTable, seats: dict[str, Seat], tokens: Iterable[Token]) -> None:
    """Seats in which desks have changed hands: whoever is waited for now is to be told."""
    before = table.row
    table.write_seats(Seating(seats, tuple(tokens)), table.with_desks_asked(table.row.summary, seats))
    table.moved(before, table.row)


def _without(seat: Seat, desks: Iterable[str]) -> Seat:
    gone = set(desks)
    comrades = tuple(
        replace(each, desks=tuple(desk for desk in each.desks if desk not in gone)) for each in seat.comrades
    )
    return replace(seat, comrades=comrades)


def _commanded(table: LiveTable, holder: Holder, side: str) -> str:
    side = _played(table, holder, side)
    check_commands(table, holder, side)
    return side


def _played(table: LiveTable, holder: Holder, side: str) -> str:
    side = side or table.side(holder)
    if not side or side not in holder.sides:
        raise Refusal("seat", "you do not play that side")
    return side
