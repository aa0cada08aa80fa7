"""Orders above the unit, as values: what a player tells formations to do, and what has become of it. Text both ways.

A standing order is no part of the rules: it is kept beside the game, for the one side that gave it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from msgspec import convert
from msgspec.structs import replace

from sandtable.core.values import Value

Fate: TypeAlias = Literal["standing", "done", "impossible", "cancelled"]

FORMS = {
    "take": "take PLACE with UNITS",
    "hold": "hold PLACE with UNITS",
    "screen": "screen PLACE with UNITS",
    "move": "move UNITS to PLACE",
    "follow": "follow UNIT with UNITS",
    "supply": "supply UNIT",
}
PLACED = ("take", "hold", "screen", "move")  # orders that name a place; the others name somebody
KEPT = 40  # orders of a side that are remembered, finished ones included

_MOVE = re.compile(r"move (?P<units>.+) to (?P<at>.+)", re.IGNORECASE)
_OTHER = re.compile(r"(?P<verb>\w+) (?P<at>.+?)(?: with (?P<units>.+))?", re.IGNORECASE)
_LINE = re.compile(
    r"(?P<number>\d+)\. (?P<order>.+?); since turn (?P<since>\d+)"
    r"(?:; (?P<fate>done|impossible|cancelled) in turn (?P<ended>\d+): (?P<why>.+))?"
)


class BadOrder(ValueError):
    """A text that is not an order, in one line."""


class Order(Value, frozen=True):
    """What some units or formations are to do, and where or for whom."""

    verb: str  # one of `FORMS`
    at: str
    units: tuple[str, ...] = ()

    def __str__(self) -> str:
        who = ", ".join(self.units)
        if self.verb == "move":
            return f"move {who} to {self.at}"
        return f"{self.verb} {self.at} with {who}" if who else f"{self.verb} {self.at}"

    @classmethod
    def read(cls, text: str) -> Order:
        """The inverse of `str`; names are taken as they are written. Raises `BadOrder`."""
        text = " ".join(text.split())
        verb = text.partition(" ")[0].casefold()
        if verb not in FORMS:
            raise BadOrder(f"'{verb}' is not an order to a formation; the orders are: {', '.join(FORMS)}")
        found = (_MOVE if verb == "move" else _OTHER).fullmatch(text)
        units = found["units"] if found else None
        if found is None or not (units or verb == "supply") or (units and verb == "supply"):
            raise BadOrder(f"say it like this: {FORMS[verb]}")
        return cls(verb, found["at"].strip(), tuple(_names(units or "")))


def _names(text: str) -> Iterable[str]:
    return (name.strip() for name in text.split(",") if name.strip())


class GivenOrder(Value, frozen=True):
    """An order that was given, by its number, and what has become of it."""

    number: int
    order: Order
    since: int  # the turn in which it was given
    fate: Fate = "standing"
    ended: int = 0
    why: str = ""

    @property
    def stands(self) -> bool:
        return self.fate == "standing"

    def __str__(self) -> str:
        line = f"{self.number}. {self.order}; since turn {self.since}"
        return line if self.stands else f"{line}; {self.fate} in turn {self.ended}: {self.why}"

    @classmethod
    def read(cls, line: str) -> GivenOrder:
        """The inverse of `str`. Raises `BadOrder`."""
        found = _LINE.fullmatch(line)
        if found is None:
            raise BadOrder(f"'{line}' is not an order that was given")
        number, order, since = int(found["number"]), Order.read(found["order"]), int(found["since"])
        if found["fate"] is None:
            return cls(number, order, since)
        return cls(number, order, since, convert(found["fate"], Fate), int(found["ended"]), found["why"])


OrderBook: TypeAlias = tuple[GivenOrder, ...]  # of one side, in the order in which they were given


def given(orders: OrderBook, order: Order, turn: int) -> OrderBook:
    """With one more; old finished ones are forgotten."""
    number = max((each.number for each in orders), default=0) + 1
    return shortened((*orders, GivenOrder(number, order, turn)))


def shortened(orders: OrderBook) -> OrderBook:
    over = [each.number for each in orders if not each.stands]
    forgotten = set(over[: max(0, len(orders) - KEPT)])
    return tuple(each for each in orders if each.number not in forgotten)


def ended(each: GivenOrder, fate: Fate, turn: int, why: str) -> GivenOrder:
    return replace(each, fate=fate, ended=turn, why=why)


def cancelled(orders: OrderBook, number: int, turn: int) -> OrderBook:
    """Without one that stands. Raises `BadOrder`."""
    found = next((each for each in orders if each.number == number), None)
    if found is None:
        raise BadOrder(f"there is no order {number}")
    if not found.stands:
        raise BadOrder(f"order {number} no longer stands: it is {found.fate}")
    over = ended(found, "cancelled", turn, "you took it back")
    return tuple(over if each is found else each for each in orders)


def still_standing(orders: OrderBook) -> OrderBook:
    """Those that are still to be carried out."""
    return tuple(each for each in orders if each.stands)


def written(orders: OrderBook) -> tuple[str, ...]:
    """As saves keep them."""
    return tuple(map(str, orders))


def read_orders(lines: Sequence[str]) -> OrderBook:
    """The inverse of `written`. Raises `BadOrder`."""
    return tuple(map(GivenOrder.read, lines))
