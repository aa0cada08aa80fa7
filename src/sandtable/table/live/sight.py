"""All that leaves the table of a game passes here: the game as those who hold some sides may know it.

A `Sight` belongs to the sides of a token, or to nobody's for a spectator. Whatever it answers follows from what these
sides may know: the view, the log and the record, offers, forecasts, layers and questions, refusals, and also the
numbers. Entries of which somebody learns nothing are not in his log, so that its length, the numbers of entries,
events and dice in it and the name of the position tell nothing of them.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from sandtable.core import frames
from sandtable.core.dice import Roll
from sandtable.core.game import Game, Line, Marks, Told, marks_of, rolls_of
from sandtable.core.journal import Save
from sandtable.core.nouns import proper
from sandtable.core.offers import Forecast, Layer, Offer
from sandtable.core.parley import Parley, tell
from sandtable.core.standing import Standing, TurnBox
from sandtable.core.values import Action, Event, Explanation, Refusal
from sandtable.core.views import Piece, View
from sandtable.kit.staff.order_book import OrderBook
from sandtable.kit.staff.situation import Situation
from sandtable.kit.story import belongs_to, heading
from sandtable.table.messages.positions import Die, Log, LogEntry, Moved, Named, SeenView
from sandtable.table.messages.tables import OrderShown, Summary
from sandtable.table.stores.base import Seat
from sandtable.table.thinking.lookout import Inquiry, Outpost

SEALED = "(sealed)"
VIEWS = 4  # that are kept: an entry is told from the positions around it
TOLD = 1000  # entries whose telling is kept
NAMES = 2**40  # positions and entries are numbered from one of these on, so that no two sights share a number

Sides: TypeAlias = tuple[str, ...]  # what a token holds; nothing for a spectator


def looks_on() -> Refusal:
    """What is raised repeatedly is created each time: a refusal that is kept holds on to its whole traceback."""
    return Refusal("seat", "spectators can only watch: this needs a seat")


class Page(NamedTuple):
    """An entry of the game in the log of somebody."""

    entry: int  # its number in the game; 0 is the set-up
    serial: int  # its own, never given out again when it is taken back
    heard: int  # events heard before it


class Place(NamedTuple):
    """A position as it was last named."""

    number: int
    state: Any
    page: Page


class Sight:
    """A game as seen with these sides. `follow` is told of every entry and of every one that is taken back."""

    def __init__(self, game: Game[Any], sides: Sides, views: Sequence[tuple[Any, str, View]] = ()) -> None:
        self._game, self.sides = game, sides
        self._serial = secrets.randbelow(NAMES)
        self.views = list(views)  # of the positions last looked at, with the side that looked
        self._told: dict[int, LogEntry] = {}
        self._known: tuple[Any, str, Any] | None = None
        self._offers: tuple[Any, tuple[Offer, ...]] | None = None
        self._seen: tuple[View, SeenView] | None = None
        self._open()
        self._place = Place(secrets.randbelow(NAMES), game.state, self._pages[-1])

    def _open(self) -> None:
        """Read the game from its beginning."""
        self._exchanged = self._game.exchanged
        self._pages = [Page(0, self._serial, 0)]
        self._serials = [self._serial]
        self._read = 0  # entries of the game
        self._heard = len(self._heard_of(0))  # events
        self.follow()

    def follow(self) -> None:
        """The game has moved on, or back."""
        entries = len(self._game.entries)
        if self._game.exchanged != self._exchanged:  # what was the holder's own is now somebody else's
            self._serial += 1
            self._open()
        while self._read > entries:
            if self._pages[-1].entry == self._read:
                self._heard = self._pages.pop().heard
                self._serials.pop()
            self._read -= 1
        while self._read < entries:
            self._read += 1
            heard = self._noted(self._read).marks.heard(self._sides_at(self._read))
            if heard or self._is_ours(self._read) or self._reads(self._read):
                self._serial += 1
                self._pages.append(Page(self._read, self._serial, self._heard))
                self._serials.append(self._serial)
            self._heard += heard

    # Whose and what

    def _sides_at(self, number: int) -> Sides:
        """Whoever has changed sides since reads what came before as a spectator."""
        exchanged = self._game.exchanged
        return self.sides if number > exchanged or not exchanged else ()

    def _noted(self, number: int) -> Told:
        """What is known of an entry without playing it again."""
        return self._game.record[number - 1]

    def _is_ours(self, number: int) -> bool:
        return self._noted(number).side in self._sides_at(number)

    def _heard_of(self, number: int) -> list[Event]:
        """The events of an entry that may be heard here: two sides at one screen hear what both may."""
        events = self._game.entries[number - 1].events if number else self._game.opening
        listeners = self._sides_at(number) or ("",)
        return [event for event in events if all(event.heard_by(each) for each in listeners)]

    def _reads(self, number: int) -> bool:
        """Whether the order of an entry may be read: one's own, else neither one under seal, nor one behind which a
        side alone hears of something. Where things are hidden an enemy's order is not read at all, for that some can
        be read would tell which of the others did something in secret."""
        entry, sides = self._noted(number), self._sides_at(number)
        if sides == (entry.side,):
            return True
        if entry.marks.secret or (self._game.title.sight.hides and entry.side not in sides):
            return False
        return not entry.marks.only

    def _perspective(self, number: int, state: Any) -> str:
        """Whose view is shown: the side that is asked, else the one that acted last."""
        sides = self.sides if number >= self._game.exchanged else ()
        if len(sides) < 2:
            return sides[0] if sides else ""
        decision = self._game.title.rules.asks(state)
        asked = decision.asked(state) if decision else ()
        acted = (told.side for told in reversed(self._game.record[:number]))
        return next((side for side in (*asked, *acted) if side in sides), sides[0])

    @property
    def side(self) -> str:
        """The side that is shown and acts now."""
        return self._perspective(len(self._game.entries), self._game.state)

    @property
    def known(self) -> Any:
        """The position as that side may know it, events counted as it heard them."""
        state, side = self._game.state, self.side
        if self._known is None or self._known[0] is not state or self._known[1] != side:
            observed = self._game.title.sight.observe(state, side)
            known = state if observed is state else replace(observed, count=self._heard)
            self._known = state, side, known
        return self._known[2]

    # Looking

    def seen_at(self, state: Any) -> View:
        """A position as the side that is shown now sees it."""
        return self._view(state, self.side)

    def look_away(self) -> None:
        """Keep nothing that was only worked out to be looked at."""
        self.views, self._known, self._offers, self._seen = [], None, None, None

    def _view(self, state: Any, side: str) -> View:
        for known, whose, view in self.views:
            if known is state and whose == side:
                return view
        view = self._game.title.sight.view(state, side)
        self.views = [(state, side, view), *self.views[: VIEWS - 1]]
        return view

    @property
    def view(self) -> SeenView:
        view, position = self._view(self._game.state, self.side), self.position
        if self._seen is None or self._seen[0] is not view or self._seen[1].count != position:
            self._seen = view, SeenView.of(view, position)
        return self._seen[1]

    @property
    def position(self) -> int:
        """The name of the position: another whenever something has changed that is seen here, and never used twice.
        That somebody else has answered under seal leaves it the position one is still asked about."""
        number, state, page = self._place
        now, last = self._game.state, self._pages[-1]
        if now is state and last == page:
            return number
        if last != page or self._question(state) != self._question(now):
            number += 1
        self._place = Place(number, now, last)
        return number

    def _question(self, state: Any) -> tuple[View, bool, object]:
        view = self._view(state, self.side)
        return replace(view, asked=()), view.side in view.asked, self.said_at(state)

    def said_at(self, state: Any) -> object:
        """What the rules have the enemy say here besides, to who holds one side."""
        return self._game.title.sight.said(state, self.side) if self.sides == (self.side,) else None

    @property
    def entries(self) -> int:
        return len(self._pages) - 1

    @property
    def serials(self) -> tuple[int, ...]:
        """Of the entries in the log: where two tellings of it have the same one they agree up to there."""
        return tuple(self._serials)

    def log(self, first: int, last: int) -> Log:
        """Entries of these numbers, both included, as far as they exist."""
        first, last = max(first, 0), min(last, self.entries)
        return Log(first, tuple(self._tell(n) for n in range(first, last + 1)))

    def _tell(self, n: int) -> LogEntry:
        page = self._pages[n]
        told = self._told.get(page.serial)
        if told is None:
            if len(self._told) >= TOLD:
                del self._told[next(iter(self._told))]
            told = self._told[page.serial] = self._telling(n, page.entry)
        return told

    def _telling(self, n: int, number: int) -> LogEntry:
        title, heard = self._game.title, self._heard_of(number)
        told = [(line, heading(event.kind), belongs_to(event)) for event in heard if (line := tell(title, event))]
        return LogEntry(
            n=n,
            side=self._noted(number).side if number else "",
            action=str(self._noted(number).action) if number and self._reads(number) else "",
            lines=tuple(line for line, _, _ in told),
            headings=tuple(under for _, under, _ in told),
            whose=tuple(by for _, _, by in told),
            rolls=tuple(self._dice_told(heard)),
            moves=tuple(self._moves(number, heard)) if number else (),
        )

    def _dice_told(self, heard: Sequence[Event]) -> Iterator[Die]:
        """Each die with the line that tells it: its own, or the next one."""
        title, line = self._game.title, 0
        for event in heard:
            for roll in rolls_of((event,)):
                yield Die(proper(roll.purpose, title.sides), roll.sides, roll.value, line)
            line += bool(tell(title, event))

    def _moves(self, number: int, heard: Sequence[Event]) -> Iterator[Moved]:
        before, after = self._game.states[number - 1], self._game.states[number]
        side = self._perspective(number, after)
        return moved(self._view(before, side), self._view(after, side), heard)

    def moment(self, at: int) -> SeenView:
        """A position of the past, after an entry of the log. Raises `Refusal`."""
        if not 0 <= at <= self.entries:
            raise Refusal("unknown", f"there is no entry {at}: the game has {self.entries}")
        number = self._pages[at].entry
        state = self._game.states[number]
        return SeenView.of(self._view(state, self._perspective(number, state)), at)

    def summary(self) -> Summary:
        """How far the game has come."""
        view = self._view(self._game.state, self.side)
        return Summary(
            self.entries, view.turn, view.last_turn, view.date, view.phase, view.asked, view.over, view.winner,
            self._where(view),
        )  # fmt: skip

    def _where(self, view: View) -> dict[str, tuple[str, ...]]:
        title = self._game.title
        on_map = [(piece.side, piece.at) for piece in view.pieces if piece.at in title.rules.board().index]
        return {side: tuple(sorted({at for whose, at in on_map if whose == side})) for side in title.sides}

    def record(self, save: Save) -> Save:
        """A save of the game with nothing in it but what may be known here while the game goes on. The fingerprint is
        of the whole truth, and anybody guessing at a secret could confirm the guess with it."""
        numbers = count()  # dice are numbered as they were seen here
        opening = tuple(self._dice_seen(0, marks_of(self._game.opening), save.opening, numbers))
        lines = tuple(self._line(page.entry, save.lines[page.entry - 1], numbers) for page in self._pages[1:])
        own = {side: orders for side, orders in save.orders.items() if self.sides == (side,)}
        settled = {side: answers for side, answers in save.settled.items() if self.sides == (side,)}
        return replace(save, opening=opening, lines=lines, fingerprint="", secret=None, orders=own, settled=settled)

    def _line(self, number: int, line: Line, numbers: Iterator[int]) -> Line:
        rolls = tuple(self._dice_seen(number, self._noted(number).marks, line.rolls, numbers))
        return replace(line, action=line.action if self._reads(number) else SEALED, rolls=rolls)

    def _dice_seen(self, number: int, marks: Marks, rolls: Sequence[Roll], numbers: Iterator[int]) -> Iterator[Roll]:
        sides = self._sides_at(number)
        for roll, whose in zip(rolls, marks.dice, strict=True):
            if not whose or sides == (whose,):
                yield replace(roll, n=next(numbers))

    # Asking

    def check(self, side: str, action: Action) -> None:
        """Refuse an action by what is known here, so that a refusal reveals no more than that."""
        if isinstance(action, Parley):
            return  # what is said between players rests on nothing that is hidden
        if side in self._game.asked and self.known is not self._game.state:
            frames.check(self.known, side, action)

    def offers(self, pieces: Sequence[str]) -> tuple[Offer, ...]:
        side = self.side
        if not side or side not in self._game.asked:
            return ()
        return tuple(self._game.title.screen.offers(self.known, side, pieces))

    def able(self, pieces: Sequence[str]) -> tuple[str, ...]:
        """Those of the pieces something can be done with besides giving them up, or what else lies folded away."""
        return tuple(
            one for one in pieces if any(one in offer.pieces and not offer.folded for offer in self.offers((one,)))
        )

    @property
    def plain_offers(self) -> tuple[Offer, ...]:
        """Those without a piece chosen, worked out once for a position."""
        state = self._game.state
        if self._offers is None or self._offers[0] is not state:
            self._offers = state, self.offers(())
        return self._offers[1]

    def proposal(self, pieces: Sequence[str], at: str) -> tuple[Action, tuple[str, ...]]:
        """The action that is meant, and the hexes it passes."""
        title, side = self._game.title, self.side
        if not side:
            raise looks_on()
        if self._game.outcome is not None:
            raise Refusal("over", "the game is over")
        if side not in self._game.asked:
            raise frames.out_of_turn(side, self._game.asked)
        known = self.known
        action = title.screen.propose(known, side, pieces, at)  # which checks it; so does whoever carries it out
        return action, tuple(title.screen.path_of(known, side, action))

    def forecast(self, pieces: Sequence[str]) -> Forecast:
        if not self.side:
            raise looks_on()
        return self._game.title.screen.forecast(self.known, self.side, pieces)

    def layers(self) -> tuple[Layer, ...]:
        with self._spectators_refused("layers"):
            return tuple(self._game.title.screen.layers(self.known, self.side))

    def standing(self) -> Standing:
        """What counts for victory, judged by what is known here."""
        with self._spectators_refused("standing"):
            return self._game.title.screen.standing(self.known, self.side)

    def calendar(self) -> tuple[TurnBox, ...]:
        with self._spectators_refused("calendar"):
            return tuple(self._game.title.screen.calendar(self.known, self.side))

    @contextmanager
    def _spectators_refused(self, what: str) -> Iterator[None]:
        """Not every game knows what somebody without a side may know."""
        try:
            yield
        except LookupError:
            if self.side:
                raise
            raise Refusal("seat", f"this game has no {what} for spectators") from None

    def explanation(self, question: str) -> Explanation:
        return self.inquiry(question).answer()

    def inquiry(self, question: str) -> Inquiry:
        """A question, to be answered from what is known without the table."""
        if not self.side:
            raise looks_on()
        return Inquiry(self._game.title, self.known, self.side, question)

    def muster(self) -> tuple[Named, ...]:
        """Whom an order of this side may name; of several names for the same counters, the longest.
        A counter that is all there is of its formation goes by its own."""
        if not self.side:
            raise looks_on()
        found: dict[tuple[str, ...], str] = {}
        for name, counters in self._game.title.staff.muster(self.known, self.side).items():
            known = found.get(tuple(counters), "")
            found[tuple(counters)] = counters[0] if len(counters) == 1 else max(known, name, key=len)
        return tuple(Named(name, counters) for counters, name in found.items())

    @property
    def outpost(self) -> Outpost:
        """What the staff may look at before this side ends its phase."""
        side = self.side
        if not side:
            raise looks_on()
        if self._game.outcome is not None:
            raise Refusal("over", "the game is over")
        if side not in self._game.asked:
            raise Refusal("turn", "the staff looks ahead for the side that is to decide")
        return Outpost(self._game.title, self.known, side)

    @property
    def desk(self) -> str:
        """The desk that the current question to this side belongs to."""
        return self._game.title.staff.desk(self.known, self.side) if self.side in self._game.asked else ""

    def orders(self, books: Mapping[str, OrderBook]) -> tuple[OrderShown, ...]:
        """The standing orders of the side that is shown: to anybody else there are none."""
        side = self.side
        book = books.get(side, ()) if side in self.sides else ()
        if not book:
            return ()
        situation = Situation(self._game.title, self.known, side)
        obeying = {each.number: counters for each, counters in situation.spread(book)}
        return tuple(
            OrderShown(
                each.number, str(each.order), each.since, each.fate, each.ended, each.why,
                situation.goal(each.order) if each.stands else "", tuple(obeying.get(each.number, ())),
            )
            for each in book
        )  # fmt: skip

    def settled(self, seats: Mapping[str, Seat]) -> dict[str, str]:
        """The standing answers of the side that is shown: to anybody else there are none."""
        side = self.side
        return seats[side].settled if side in self.sides else {}

    @property
    def may_undo(self) -> bool:
        """Whether undo would be granted."""
        return any(self._game.undo_refused(side) is None for side in self.sides)


def moved(before: View, after: View, events: Sequence[Event]) -> Iterator[Moved]:
    """What a viewer saw move. The route is drawn from an event that has it, if it joins the two places seen."""
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
