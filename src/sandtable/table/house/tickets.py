"""The owner of a server: his key, and tickets that let a browser of his in once."""

from __future__ import annotations

import hmac
from time import monotonic

from sandtable.core.values import Refusal
from sandtable.table.house.limits import limits
from sandtable.table.stores.base import fresh_token


class Tickets:
    def __init__(self, key: str) -> None:
        self._key = key
        self._tickets: dict[str, float] = {}  # until when each is good

    def is_owner(self, key: str) -> bool:
        return bool(self._key) and hmac.compare_digest(key.encode(), self._key.encode())

    def ticket(self, key: str) -> str:
        """For one visit of the owner, soon. Raises `Refusal`."""
        if not self.is_owner(key):
            raise Refusal("seat", "only the owner of this server gives out tickets")
        self._tickets = {ticket: ends for ticket, ends in self._tickets.items() if ends > monotonic()}
        ticket = fresh_token()
        self._tickets[ticket] = monotonic() + limits().ticket_seconds
        return ticket

    def redeem(self, ticket: str) -> str:
        """The owner's key for a ticket, once. Raises `Refusal`."""
        if self._tickets.pop(ticket, 0) < monotonic():
            raise Refusal("seat", "this ticket has already been used or has expired: start the table again")
        return self._key
