"""What happens in a game, as rows of the tables in `columns`. Events are read by the facts that games share."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sandtable.core.title import Title
from sandtable.core.values import Event
from sandtable.core.views import Piece, View
from sandtable.kit.story import FOUGHT, LOST, heading

Row = tuple[Any, ...]
PLACES = ("at", "target", "hex", "hexes", "path")  # facts that say where, the plainest first
COUNTERS = ("unit", "units", "counters", "defenders", "attackers", "depot", "ship")  # facts that name counters
REDUCED = "reduced"  # a loss that leaves a counter on the map
SHORT = "units short of supply"
STORES = "supply counters on the map"
SHIPPING = ("landed", "sunk", "no_supply")  # events of which a turn is told how many there were


class Notes:
    """The rows of one game, by table."""

    def __init__(self, title: Title[Any], number: int, state: Any) -> None:
        self._title, self._number = title, number
        self.tables: dict[str, list[Row]] = {
            name: [] for name in ("turns", "battles", "losses", "supply", "positions", "traffic")
        }
        self._traffic: Counter[tuple[str, str]] = Counter()
        self._sailed: Counter[tuple[str, str]] = Counter()  # since the turn began, by side and kind of event
        self._entry = 0
        self._turn = 0
        self._sides_of: dict[str, str] = {}
        self._west = self._western(state)
        self._look(state)

    def saw(self, before: Any, after: Any, events: Sequence[Event]) -> None:
        """A watcher of `play_out`."""
        for event in events:
            under = heading(event.kind)
            if under == FOUGHT:
                self._fought(before, event)
            if under == LOST or event.kind == REDUCED:
                self._lost(before, event)
            if event.kind in SHIPPING:
                self._sailed[str(event.facts.get("side", "")), event.kind] += 1
            self._went(event)
        self._entry += 1
        if any(event.kind == "turn" for event in events):
            self._look(after)

    def end(self, state: Any) -> None:
        """How it stood in the end."""
        self._look(state, ended=True)
        self.tables["traffic"] = [
            (self._number, side, at, passages) for (side, at), passages in sorted(self._traffic.items())
        ]

    # Once a turn

    def _look(self, state: Any, ended: bool = False) -> None:
        views = {side: self._title.sight.view(state, side) for side in self._title.sides}
        first = views[self._title.sides[0]]
        turn = first.turn + ended
        if turn == self._turn:
            return
        for (side, kind), count in sorted(self._sailed.items()):
            self._add("supply", self._turn, side, kind, float(count))
        self._sailed.clear()
        self._turn = turn
        own = {side: [piece for piece in view.pieces if piece.side == side] for side, view in views.items()}
        front = self._front(own)
        for side, pieces in own.items():
            self._sides_of.update((piece.id, side) for piece in pieces)
            here = [piece for piece in pieces if piece.at in self._title.rules.board().index]
            strength = sum(map(_strength, here))
            worth = float(self._title.staff.evaluate(state, side))
            self._add("turns", turn, first.date, self._entry, side, len(here), strength, worth, front)
            for piece in pieces:
                self._add(
                    "positions", turn, side, piece.id, piece.symbol, _strength(piece), piece.at, ",".join(piece.marks)
                )
            for label, figure in _supply(views[side], side, here):
                self._add("supply", turn, side, label, figure)

    def _western(self, state: Any) -> str:
        """The side that begins further west."""
        board = self._title.rules.board()
        means = {}
        for side in self._title.sides:
            pieces = self._title.sight.view(state, side).pieces
            found = [board.centre[board.index[p.at]][0] for p in pieces if p.side == side and p.at in board.index]
            means[side] = sum(found) / len(found) if found else 0.0
        return min(means, key=lambda side: means[side])

    def _front(self, own: Mapping[str, Sequence[Piece]]) -> float | None:
        board = self._title.rules.board()
        west, east = list[float](), list[float]()
        for side, pieces in own.items():
            row = west if side == self._west else east
            row += [board.centre[board.index[p.at]][0] for p in pieces if p.at in board.index and _strength(p)]
        return front_line(west, east)

    # Events

    def _fought(self, before: Any, event: Event) -> None:
        facts = event.facts
        attackers, defenders = _texts(facts.get("attackers")), _texts(facts.get("defenders"))
        named = attackers or _texts(facts.get("units", facts.get("unit")))
        side = str(facts.get("side", "")) or next(
            (self._sides_of[unit] for unit in named if unit in self._sides_of), ""
        )
        odds = str(facts.get("odds", facts.get("column", facts.get("differential", ""))))
        result = str(facts.get("result", facts.get("loss", "")))
        self._add(
            "battles", self._turn, self._entry, event.kind, side, self._where(before, event), ",".join(attackers),
            ",".join(defenders), odds, result, str(facts.get("case", "")),
        )  # fmt: skip

    def _lost(self, before: Any, event: Event) -> None:
        facts = event.facts
        units = next((_texts(facts[name]) for name in COUNTERS if name in facts), [])
        pieces = self._pieces(before)
        for unit in units:
            piece = pieces.get(unit)
            side = piece.side if piece else self._sides_of.get(unit, str(facts.get("side", "")))
            self._add(
                "losses", self._turn, self._entry, event.kind, side, unit, piece.symbol if piece else "",
                _strength(piece) if piece else 0, self._where(before, event), str(facts.get("why", "")),
                str(facts.get("case", "")),
            )  # fmt: skip

    def _went(self, event: Event) -> None:
        path = _texts(event.facts.get("path"))
        if not path:
            return
        units = next((_texts(event.facts[name]) for name in COUNTERS if name in event.facts), [])
        side = str(event.facts.get("side", "")) or next((self._sides_of.get(unit, "") for unit in units), "")
        for at in path:
            if at in self._title.rules.board().index:
                self._traffic[side, at] += max(1, len(units))

    def _where(self, before: Any, event: Event) -> str:
        """The hex that an event names, or else where a counter of it stood: a defender first."""
        for name in PLACES:
            for at in _texts(event.facts.get(name)):
                if at in self._title.rules.board().index:
                    return at
        pieces = self._pieces(before)
        for name in ("defenders", *COUNTERS):
            for unit in _texts(event.facts.get(name)):
                if unit in pieces:
                    return pieces[unit].at
        return ""

    def _pieces(self, state: Any) -> dict[str, Piece]:
        """Every counter as its own side sees it."""
        return {
            piece.id: piece
            for side in self._title.sides
            for piece in self._title.sight.view(state, side).pieces
            if piece.side == side
        }

    def _add(self, table: str, *cells: Any) -> None:
        self.tables[table].append((self._number, *cells))


def front_line(west: Iterable[float], east: Iterable[float]) -> float | None:
    """Where a line from north to south leaves the fewest counters on the wrong side; in the middle of all places where
    it does so."""
    counters = sorted([(x, 1) for x in west] + [(x, -1) for x in east])
    if len({whose for _, whose in counters}) < 2:
        return None
    wrong = least = sum(whose == 1 for _, whose in counters)  # with the line west of them all
    best = [counters[0][0]]
    for place, (x, whose) in enumerate(counters):
        wrong -= whose
        following = counters[place + 1][0] if place + 1 < len(counters) else x
        if following == x and place + 1 < len(counters):
            continue
        if wrong < least:
            least, best = wrong, [x, following]
        elif wrong == least:
            best += [x, following]
    return (min(best) + max(best)) / 2


def _strength(piece: Piece) -> int:
    return piece.factors[0] if piece.factors else 0


def _supply(view: View, side: str, here: Sequence[Piece]) -> Iterator[tuple[str, float]]:
    """What a view tells of the supply of its side: marks, counters, and the lines of its ledger that speak of it."""
    yield SHORT, float(sum(any(_is_short(mark) for mark in piece.marks) for piece in here))
    yield STORES, float(sum("supply" in piece.symbol or "depot" in piece.symbol for piece in here))
    for fact in view.facts:
        figure = re.search(r"-?\d+", fact.text)
        if fact.side == side and figure and "suppl" in fact.label.casefold():
            yield fact.label, float(figure.group())


def _is_short(mark: str) -> bool:
    return "suppl" in mark.casefold() or "isolated" in mark.casefold()


def _texts(fact: object) -> list[str]:
    if isinstance(fact, list | tuple):
        return [str(each) for each in fact]
    return [] if fact is None or fact == "" else [str(fact)]
