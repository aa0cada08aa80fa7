"""Where the counters of a side stand, and what its standing orders mean there: for whom, where to, done or not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sandtable.core.board import Board, UnknownHex
from sandtable.core.title import Title
from sandtable.core.values import Refusal
from sandtable.kit.staff.order_book import PLACED, BadOrder, GivenOrder, Order, OrderBook, ended, still_standing
from sandtable.kit.staff.plan import Task

SCREEN = 3  # hexes in front of a place at which it is screened
CROWD = 3  # counters that find room in one hex
ALONE = " alone"  # after the name of a headquarters: without its formation
NOT_AN_ORDER = "order"  # the case of a refusal that is no rule's


class Situation:
    """A position as one side knows it, looked at for the sake of its orders."""

    def __init__(self, title: Title[Any], known: Any, side: str) -> None:
        self.board: Board = title.rules.board()
        self.side, self.turn = side, known.turn
        self.roll = title.staff.muster(known, side)
        pieces = title.sight.view(known, side).pieces
        self.called = {piece.id: piece.title or piece.name for piece in pieces if piece.side == side}
        self.own = {piece.id: piece.at for piece in pieces if piece.side == side}
        self.enemies = {piece.at for piece in pieces if piece.side not in ("", side) and piece.at in self.board.index}
        self.foreign = {piece.id for piece in pieces if piece.side not in ("", side)}

    # Who

    def counters(self, names: Iterable[str]) -> list[str]:
        """Those that answer to these names and are on the table."""
        found = dict.fromkeys(counter for name in names for counter in self._answering(name))
        return [counter for counter in found if counter in self.own]

    def _answering(self, name: str) -> Sequence[str]:
        return (name.removesuffix(ALONE),) if name.endswith(ALONE) else self.roll.get(name, ())

    def _is_in_play(self, name: str) -> bool:
        return name.removesuffix(ALONE) in self.roll

    def spread(self, orders: OrderBook) -> list[tuple[GivenOrder, list[str]]]:
        """Each order that stands with its counters: who is named in several obeys the last."""
        taken: set[str] = set()
        found = []
        for each in reversed(still_standing(orders)):
            free = [name for name in self.counters(each.order.units) if name not in taken]
            taken.update(free)
            found.append((each, free))
        return found[::-1]

    def place_of(self, name: str) -> str:
        """Where somebody is: of a formation, where the first of its counters is that stands on the map."""
        places = [self.own[counter] for counter in self.counters((name,))]
        return next((at for at in places if at in self.board.index), places[0] if places else "")

    def goal(self, order: Order) -> str:
        """The place that an order points at now, if there is one on the map."""
        at = order.at if order.verb in PLACED else self.place_of(order.at)
        return at if at in self.board.index else ""

    # What is to be done

    def tasks(self, orders: OrderBook) -> tuple[Task, ...]:
        """The orders as tasks of a plan, from here on."""
        return tuple(task for each, counters in self.spread(orders) for task in self._tasks(each.order, counters))

    def _tasks(self, order: Order, counters: list[str]) -> Iterator[Task]:
        why = "it was ordered"
        if order.verb == "supply":
            fed = tuple(self.counters((order.at,)))
            yield from (Task("feed", self.own[name], (name,), why) for name in fed)
        elif not counters:
            return
        elif order.verb == "follow":
            yield Task("move", self.place_of(order.at), tuple(counters), why)
        elif order.verb == "screen":
            posts = self.posts(order.at, len(counters))
            yield from (Task("screen", posts[i % len(posts)], (name,), why) for i, name in enumerate(counters))
        else:
            yield Task(order.verb, order.at, tuple(counters), why)

    def posts(self, at: str, count: int) -> list[str]:
        """The hexes between a place and the nearest enemies, so many for so many counters."""
        board, here = self.board, self.board.hex(at)
        foes = sorted((board.distance(here, board.hex(foe)), foe) for foe in self.enemies)
        if not foes:
            return [at]
        away = min(SCREEN, foes[0][0] - 1)
        towards = board.hex(foes[0][1])
        ring = [hex for hex in within(board, here, away) if board.distance(here, hex) == away]
        free = [hex for hex in ring if board.name(hex) not in self.enemies]
        near = sorted(free, key=lambda hex: (board.distance(hex, towards), hex))
        return [board.name(hex) for hex in near[: max(1, count)]] or [at]

    # What has become of it

    def reviewed(self, orders: OrderBook, exactly: bool = False) -> OrderBook:
        """The orders, those ended that are done or have become impossible. `exactly`: who stands around a place that
        others fill is not there."""
        now = {each.number: self._judged(each, counters, exactly) for each, counters in self.spread(orders)}
        return tuple(now.get(each.number, each) for each in orders)

    def _judged(self, each: GivenOrder, counters: list[str], exactly: bool) -> GivenOrder:
        order = each.order
        if order.verb in ("follow", "supply") and not self._is_in_play(order.at):
            return ended(each, "impossible", self.turn, f"{order.at} is lost")
        if order.units and not any(map(self._is_in_play, order.units)):
            return ended(each, "impossible", self.turn, f"{listed(order.units)} {are(order.units)} lost")
        if self.counters(order.units) and not counters:
            return ended(each, "cancelled", self.turn, "a later order is for the same units")
        if order.verb == "take" and self._stands_in(counters, order.at):
            return ended(each, "done", self.turn, f"{order.at} is taken")
        if order.verb == "move" and self._has_arrived(counters, order.at, exactly):
            return ended(each, "done", self.turn, f"{listed(order.units)} {are(order.units)} there")
        if order.verb == "hold" and order.at in self.enemies and not self._stands_in(counters, order.at):
            return ended(each, "impossible", self.turn, f"the enemy is in {order.at}")
        return each

    def _stands_in(self, counters: Iterable[str], at: str) -> bool:
        return any(self.own[name] == at for name in counters)

    def _has_arrived(self, counters: Sequence[str], at: str, exactly: bool) -> bool:
        """All are there; of many, or where others fill it, those for whom there is no room stand around it."""
        board, here = self.board, self.board.hex(at)
        away = [self.own[name] for name in counters if self.own[name] != at]
        if not counters or not away:
            return bool(counters)
        if exactly or at not in self.own.values() or any(there not in board.index for there in away):
            return False
        span = 1 if len(counters) <= CROWD else 2
        return all(board.distance(here, board.hex(there)) <= span for there in away)

    # What is said

    def understood(self, text: str) -> Order:
        """An order as a player writes it, with every name as the game spells it. Refused when it makes no sense."""
        try:
            order = Order.read(text)
        except BadOrder as error:
            raise Refusal(NOT_AN_ORDER, str(error)) from None
        units = tuple(dict.fromkeys(name for each in order.units for name in self._meant(each)))
        at = self._place(order.at) if order.verb in PLACED else self._somebody(order.at)
        if at in units:
            raise Refusal(NOT_AN_ORDER, f"{at} cannot follow itself")
        if order.verb == "hold" and at in self.enemies:
            raise Refusal(NOT_AN_ORDER, f"the enemy is in {at}: it has to be taken before it can be held")
        return Order(order.verb, at, units)

    def _meant(self, text: str) -> tuple[str, ...]:
        """A unit or formation; a place stands for everybody who is there now."""
        try:
            return (self._somebody(text),)
        except Refusal:
            found = self._hex(text)
            here = tuple(name for name in self.roll if self.own.get(name) == found) if found else ()
            if not here:
                raise
            return tuple(name if self._is_together(name) else f"{name}{ALONE}" for name in here)

    def _is_together(self, name: str) -> bool:
        return len({self.own[counter] for counter in self.counters((name,))}) == 1

    def _somebody(self, text: str) -> str:
        if text.casefold().endswith(ALONE):
            return f"{self._somebody(text[: -len(ALONE)])}{ALONE}"
        wanted = text.casefold()
        if text in self.roll:
            return text
        names = [name for name in self.roll if name.casefold() == wanted]
        names = names or [name for name in self.roll if _plain(self.called.get(name, "")) == _plain(text)]
        if len(names) == 1:
            return names[0]
        if names:
            raise Refusal(NOT_AN_ORDER, f"'{text}' may be {' or '.join(sorted(names))}")
        if any(name.casefold() == wanted for name in self.foreign):
            raise Refusal(NOT_AN_ORDER, f"{text} is not yours to command")
        raise Refusal(NOT_AN_ORDER, f"you have no unit or formation called '{text}' in play")

    def _place(self, text: str) -> str:
        found = self._hex(text)
        if not found:
            raise Refusal(NOT_AN_ORDER, f"there is no place or hex called '{text}' on the map")
        if not self.board.playable[self.board.hex(found)]:
            raise Refusal(NOT_AN_ORDER, f"nobody can stand in {text}")
        return found

    def _hex(self, text: str) -> str:
        board, wanted = self.board, text.casefold()
        for place in board.places:
            if place.name.casefold() == wanted:
                return board.name(place.hex)
        try:
            return board.name(board.hex(text if text in board.index else text.upper()))
        except UnknownHex:
            return ""


def within(board: Board, start: int, span: int) -> list[int]:
    """The hexes in play so near to one, whatever the ground between."""
    found, edge = {start}, [start]
    for _ in range(span):
        edge = [there for here in edge for there in board.neighbours[here] if there >= 0 and there not in found]
        edge = list(dict.fromkeys(edge))
        found.update(edge)
    return sorted(hex for hex in found if board.playable[hex])


def _plain(name: str) -> str:
    """A name as people say it: `7th Armoured Division` is what the counter calls `7th Armoured Div HQ`."""
    words = name.casefold().replace("division", "div").replace("brigade", "bde").replace("regiment", "regt").split()
    return " ".join(word for word in words if word != "hq")


def listed(names: Sequence[str], most: int = 4) -> str:
    return ", ".join(names) if len(names) <= most else f"{', '.join(names[:most])} and {len(names) - most} more"


def are(names: Sequence[str]) -> str:
    return "is" if len(names) == 1 else "are"
