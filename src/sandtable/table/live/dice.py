"""The dice between people, made of everybody's share; see docs/dice.md."""

from __future__ import annotations

from sandtable.core import journal
from sandtable.core.dice import SecretDice, promise_of
from sandtable.table.stores.base import Row


def waiting_for(row: Row) -> tuple[str, ...]:
    """Seats that were given by a link and have no share in the dice yet; open dice take none."""
    if row.seed is not None:
        return ()
    return tuple(side for side, seat in row.seats.items() if seat.given and not seat.share)


def dice_of(row: Row, secret: bytes) -> SecretDice:
    """Of all shares, or of none while one is missing. Raises `SaveError` where a share is not the promised one."""
    given = () if waiting_for(row) else [seat for seat in row.seats.values() if seat.share]
    shares = [bytes.fromhex(seat.share) for seat in given]
    if [promise_of(share) for share in shares] != [seat.promise for seat in given]:
        raise journal.SaveError("a guest's share in its dice is not the one that was promised")
    return SecretDice(secret, shares)
