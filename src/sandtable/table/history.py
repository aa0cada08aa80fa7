"""The story of a game as one seat may read it: lines, dice, and the pieces it saw move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from sandtable.core.frames import Sealed
from sandtable.core.game import Entry, Game
from sandtable.core.values import Event
from sandtable.core.views import Piece, View
from sandtable.table.answers import Die, Log, LogEntry, Moved

SEALED = "(sealed)"
RECENT = 8  # views that are kept: two positions for two sides and those who watch

Sides: TypeAlias = tuple[str, ...]  # what a token holds; nothing for a spectator


def perspective(game: Game[Any], moment: int, state: Any, sides: Sides) -> str:
    """Whose view somebody with these sides is shown: the side that is asked, else the one that acted last."""
    if len(sides) < 2:
        return sides[0] if sides else ""
    decision = game.title.asks(state)
    for side in decision.asked(state) if decision else ():
        if side in sides:
            return side
    played = (game.record[n].side for n in reversed(range(moment)))
    return next((side for side in played if side in sides), sides[0])


class History:
    """The log of a game in progress. Each entry has a serial number of its own that undo never gives out again."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.serials: list[int] = list(range(len(game.entries) + 1))
        self._next = len(self.serials)
        self._told: dict[tuple[int, Sides], LogEntry] = {}
        self._views: list[tuple[Any, str, View]] = []

    def of_another(self, game: Game[Any]) -> History:
        """The log of a game that begins in the place of this one: none of its entries is one that was told before."""
        other = History(game)
        other.serials = [serial + self._next for serial in other.serials]
        other._next += self._next
        return other

    def view(self, state: Any, side: str) -> View:
        """A position as a side sees it. What was looked at lately is kept: an entry is told from the positions around
        it, of which one was on show before and the other is on show now."""
        for known, whose, view in self._views:
            if known is state and whose == side:
                return view
        view = self.game.title.view(state, side)
        self._views = [(state, side, view), *self._views[: RECENT - 1]]
        return view

    def follow(self) -> None:
        """After an action or an undo."""
        entries = len(self.game.entries) + 1
        if entries > len(self.serials):
            self.serials.append(self._next)
            self._next += 1
        del self.serials[entries:]

    def log(self, sides: Sides, first: int, last: int) -> Log:
        """Entries of these numbers, both included, as far as they exist."""
        first, last = max(first, 0), min(last, len(self.serials) - 1)
        states = self.game.states
        return Log(first, tuple(self._entry(sides, n, states) for n in range(first, last + 1)))

    def _entry(self, sides: Sides, n: int, states: Sequence[Any]) -> LogEntry:
        key = self.serials[n], sides
        told = self._told.get(key)
        if told is None:
            told = self._told[key] = self._tell(sides, n, states)
        return told

    def _tell(self, sides: Sides, n: int, states: Sequence[Any]) -> LogEntry:
        title = self.game.title
        entry = self.game.entries[n - 1] if n else None
        events = entry.events if entry else self.game.opening
        side = perspective(self.game, n, states[n], sides)
        after = self.view(states[n], side)
        heard = [event for event in events if all(event.heard_by(each) for each in sides or ("",))]
        moves = tuple(moved(self.view(states[n - 1], side), after, heard)) if entry else ()
        return LogEntry(
            n=n,
            side=entry.side if entry else "",
            action=shown_action(self.game, entry, states[n - 1], sides) if entry else "",
            count=states[n].count,
            lines=tuple(line for event in heard if (line := title.tell(event))),
            rolls=tuple(dice(heard)),
            moves=moves,
        )


def shown_action(game: Game[Any], entry: Entry, before: Any, sides: Sides) -> str:
    """An answer under seal, or a decision that is secret, is read by its own side alone; a reveal tells it to the
    others. Two sides at one screen do not read each other's either."""
    decision = game.title.asks(before)
    hidden = isinstance(decision, Sealed) or (decision is not None and decision.secret)
    if hidden and sides != (entry.side,):
        return ""
    return str(entry.action)


def dice(events: Sequence[Event]) -> Iterator[Die]:
    for event in events:
        if event.kind == "roll":
            facts = event.facts
            yield Die(str(facts["purpose"]), int(str(facts["sides"])), int(str(facts["value"])))


def moved(before: View, after: View, events: Sequence[Event]) -> Iterator[Moved]:
    """What a viewer saw move. The way is drawn from an event that tells it, if it joins the two places seen."""
    old, new = _by_id(before), _by_id(after)
    paths = [path for event in events if (path := _path(event))]
    for piece in new.values():
        was = old[piece.id].at if piece.id in old else ""
        if was != piece.at:
            path = next((path for path in paths if path[0] == was and path[-1] == piece.at), ())
            yield Moved(piece.id, was, piece.at, path)
    for piece in old.values():
        if piece.id not in new:
            yield Moved(piece.id, piece.at, "", ())


def _by_id(view: View) -> dict[str, Piece]:
    return {piece.id: piece for piece in view.pieces}


def _path(event: Event) -> tuple[str, ...]:
    path = event.facts.get("path")
    return tuple(str(name) for name in path) if isinstance(path, list | tuple) else ()
