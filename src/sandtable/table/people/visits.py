"""What a visitor of a house may do at a table, and how often. At one's own table nothing is counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from sandtable.core.values import Refusal, Value
from sandtable.table.people.allowance import Allowance, Budget
from sandtable.table.people.limits import limits
from sandtable.table.people.values import Who
from sandtable.table.stores.base import Row

if TYPE_CHECKING:
    from sandtable.table.people.neighbours import Neighbours

APART = "you do not sit at one table: one of you has blocked the other"


THOUGHT_OUT = "machines have thought for you as long as they may in a short time"


def _as_often_as_he_likes() -> None:
    """Nobody counts."""


def _as_long_as_he_likes() -> bool:
    return True


def _not_counted(seconds: float) -> None:
    """Nobody counts."""


class Visit(Value, frozen=True):
    """One socket of somebody. `session` is the hash of his session's secret: when that ends, so does his visit."""

    session: str = ""
    unheard: frozenset[str] = frozenset()  # the names of those whom he does not want to hear
    may_talk: Callable[[], None] = _as_often_as_he_likes
    may_look: Callable[[], None] = _as_often_as_he_likes
    may_sit: Callable[[], None] = _as_often_as_he_likes
    may_let_think: Callable[[], bool] = _as_long_as_he_likes
    thought: Callable[[float], None] = _not_counted  # so many seconds, for him


AT_HOME = Visit()


class Visits:
    """The limits of one server."""

    def __init__(self, neighbours: Neighbours) -> None:
        self._neighbours = neighbours
        self._lines = Allowance(limits().lines, "you say much in a short time")
        self._looks = Allowance(limits().looks, "your staff has looked at much in a short time")
        self._thinking = Budget(limits().thinking)

    def begin(self, who: Who, session: str, address: str, row: Row) -> Visit:
        """`address` counts for a guest, who has no account."""
        name = who.id or address
        heard_not = frozenset(self._neighbours.blocked(who.id))
        apart = self.are_apart(who, (person for seat in row.seats.values() for person in seat.persons))

        def may_sit() -> None:
            if apart:
                raise Refusal("seat", APART)

        def may_look() -> None:
            if self._thinking.is_spent(name):
                raise Refusal("busy", f"{THOUGHT_OUT}: wait a little")
            self._looks.take(name)

        return Visit(
            session=session if who else "", unheard=heard_not, may_talk=lambda: self._lines.take(name),
            may_look=may_look, may_sit=may_sit, may_let_think=lambda: not self._thinking.is_spent(name),
            thought=lambda seconds: self._thinking.spend(name, seconds),
        )  # fmt: skip

    def are_apart(self, who: Who, others: Iterable[str]) -> bool:
        return bool(self._neighbours.apart(who.id) & {other for other in others if other})
