"""Whose a seat is: the tokens of people who have an account."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from sandtable.table.people.values import Who
from sandtable.table.stores.base import Seat, Seating, Token


def is_for(token: Token, who: Who) -> bool:
    """Whether somebody may use a token that he shows."""
    return not token.person or token.person == who.id


def own_token(tokens: Iterable[Token], who: Who) -> Token | None:
    """What a person has at a table, which he need not show; the host's first."""
    own = [token for token in tokens if who and token.person == who.id]
    return max(own, key=lambda token: token.host, default=None)


def adopted(seating: Seating, secret: str, who: Who) -> Seating | None:
    """The same seats, with those that a guest's token holds now a person's; nothing if it is no guest's token."""
    token = next((each for each in seating.tokens if each.secret == secret and not each.person), None)
    if token is None or own_token(seating.tokens, who) is not None:
        return None
    held = {side: seat for side, seat in seating.seats.items() if side in token.sides}
    if any(_is_open(seat, token) for seat in held.values()):
        return None  # an invitation is taken up at the table
    own = {side: _owned(seat, token, who) for side, seat in held.items()}
    tokens = tuple(replace(each, person=who.id) if each is token else each for each in seating.tokens)
    return Seating({**seating.seats, **own}, tokens)


def _is_open(seat: Seat, token: Token) -> bool:
    if not token.comrade:
        return seat.kind == "open"
    return any(each.kind == "open" for each in seat.comrades if each.n == token.comrade)


def _owned(seat: Seat, token: Token, who: Who) -> Seat:
    if not token.comrade:
        return replace(seat, person=who.id, name=who.name)
    comrades = (
        replace(each, person=who.id, name=who.name) if each.n == token.comrade else each for each in seat.comrades
    )
    return replace(seat, comrades=tuple(comrades))
