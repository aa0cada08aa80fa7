"""What a visitor of a house may do at a table, and how often. At one's own table nothing is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from sandtable.core.values import Refusal, Value
from sandtable.table.people.allowance import Allowance
from sandtable.table.people.values import Who
from sandtable.table.stores.base import Row

if TYPE_CHECKING:
    from sandtable.table.people.neighbours import Neighbours

LINES = (20, 30.0)  # of talk by one visitor, in so many seconds
LOOKS = (60, 600.0)  # of the staff for one visitor
APART = "you do not sit at one table: one of you has blocked the other"


def _as_often_as_he_likes() -> None:
    """Nobody counts."""


class Visit(Value, frozen=True):
    """One socket of somebody. `session` is the hash of his session's secret: when that ends, so does his visit."""

    session: str = ""
    unheard: frozenset[str] = frozenset()  # the names of those whom he does not want to hear
    may_talk: Callable[[], None] = _as_often_as_he_likes
    may_look: Callable[[], None] = _as_often_as_he_likes
    may_sit: Callable[[], None] = _as_often_as_he_likes


AT_HOME = Visit()


class Visits:
    """The limits of one server."""

    def __init__(self, neighbours: Neighbours) -> None:
        self._neighbours = neighbours
        self._lines = Allowance(*LINES, "you say much in a short time")
        self._looks = Allowance(*LOOKS, "your staff has looked at much in a short time")

    def begin(self, who: Who, session: str, address: str, row: Row) -> Visit:
        """`address` counts for a guest, who has no account."""
        name = who.id or address
        heard_not = frozenset(self._neighbours.blocked(who.id))
        apart = self.are_apart(who, (seat.person for seat in row.seats.values()))

        def may_sit() -> None:
            if apart:
                raise Refusal("seat", APART)

        return Visit(
            session if who else "", heard_not, lambda: self._lines.take(name), lambda: self._looks.take(name), may_sit
        )

    def are_apart(self, who: Who, others: Iterable[str]) -> bool:
        return bool(self._neighbours.apart(who.id) & {other for other in others if other})
