"""A table that is open: its game in memory and its log, seats and talk in the store, kept in step."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from msgspec.structs import replace

from sandtable.core import journal
from sandtable.core.dice import SecretDice
from sandtable.core.game import Entry, Game
from sandtable.core.title import Title
from sandtable.core.values import Refusal
from sandtable.kit.staff.order_book import BadOrder, OrderBook, read_orders
from sandtable.table.live import timekeeper
from sandtable.table.live.dice import dice_of, waiting_for
from sandtable.table.live.gallery import Gallery
from sandtable.table.live.holder import SPECTATOR, Holder
from sandtable.table.live.resuming import follow, position_to_keep, resumed
from sandtable.table.live.sight import Sides, Sight
from sandtable.table.messages.positions import ChatLine
from sandtable.table.messages.tables import Summary
from sandtable.table.pace.clock import Clock
from sandtable.table.people.seats import is_for, own_token
from sandtable.table.people.values import GUEST, Who
from sandtable.table.stores.base import EventStore, Line, Row, Seat, Seating, Taken, Token

CHAT_SHOWN = 50
TRIES = 5  # to say something while others talk on other servers
THE_TABLE = "the table"  # the table's own name in the chat; nobody else may use it


class Lost(Exception):
    """The table in memory is ahead of the disk and must be reopened."""


class Overtaken(Refusal):
    """Another server was first; the table has been read again, as that left it."""


def stale() -> Refusal:
    return Refusal("stale", "the position has changed in the meantime: look again and decide")


def _overtaken() -> Overtaken:
    return Overtaken("stale", "somebody else was quicker: look again and decide")


def now() -> str:
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def days_ago(days: int) -> str:
    then = datetime.datetime.now(datetime.UTC) - datetime.timedelta(days=days)
    return then.strftime("%Y-%m-%dT%H:%M:%SZ")


def asked_since(summary: Summary, at: str, before: Mapping[str, str] | None = None) -> Summary:
    """Since when everybody who is asked has been asked, as everybody sees it."""
    return replace(summary, since={side: (before or {}).get(side, at) for side in summary.asked})


def with_desks_asked(summary: Summary, seats: Mapping[str, Seat], sight: Callable[[Sides], Sight]) -> Summary:
    """And the desk that each side is asked at which is shared out, known to that side alone."""
    shared = (side for side in summary.asked if seats[side].comrades)
    return replace(summary, desks={side: sight((side,)).desk for side in shared})


class LiveTable:
    """One open table: the game and what is around it, as the store has them. A change is in the store before the method
    that made it returns."""

    def __init__(self, title: Title[Any], row: Row, store: EventStore, dice: SecretDice, lines: list[Line]) -> None:
        self.title, self.store = title, store
        self.left = store.left_before(row)
        self.left_alone: Any = None  # the position in which the staff has no more to do for the player who is asked
        self.moved: Callable[[Row, Row], None] = _nobody_hears  # is told what everybody sees of a change
        self._sights: dict[Sides, Sight] = {}
        self._take(row, dice, lines)

    def _take(self, row: Row, dice: SecretDice, lines: list[Line]) -> None:
        """The game and all around it as the store has them."""
        self.row, self.dice = row, dice
        self.game = resumed(self.title, row, dice, lines, self.store)
        self.chat = self.store.chat(row.id)
        self._take_seats(Seating(row.seats, tuple(self.store.tokens(row.id))))
        self.lost = False
        self._lines = len(lines)  # in the store, undone ones included
        self.has_taken_back = bool(lines) and lines[-1].kind == "undo"  # the last that was done at this table
        self._sights.clear()
        self._gallery: Gallery | None = None

    @classmethod
    def open(cls, title: Title[Any], row: Row, store: EventStore) -> LiveTable:
        """Take the game up again from its entries. Raises `SaveError` naming the first that cannot be played."""
        return cls(title, row, store, dice_of(row, store.secret(row.id)), store.lines(row.id))

    # Who

    def holder(self, secret: str, who: Who = GUEST) -> Holder:
        """Whom a token lets in, or the account of a person who has one here; anybody else is a spectator. Raises
        `Refusal`."""
        token = self.tokens.get(secret) if secret else own_token(self.tokens.values(), who)
        if token is None:
            if secret:
                raise Refusal("seat", "this token does not belong to this table")
            if not self.may_be_watched:
                raise Refusal("seat", "nobody looks on at this table until its game is over")
            return replace(SPECTATOR, who=who)
        if not is_for(token, who):
            raise Refusal("account", "this seat belongs to an account: sign in to it to sit there")
        if token.comrade:
            return self._comrade(token, who)
        invited = next((side for side in token.sides if self.row.seats[side].kind == "open"), "")
        if invited and not token.host:
            return Holder(secret=token.secret, invited=invited, who=who)
        return Holder(token.sides, token.host, token.secret, who=who)

    def _comrade(self, token: Token, who: Who) -> Holder:
        (side,) = token.sides
        seats = {each.n: each.kind for each in self.row.seats[side].comrades}
        if seats[token.comrade] == "open":
            return Holder(secret=token.secret, invited=side, who=who, comrade=token.comrade)
        return Holder(token.sides, secret=token.secret, who=who, comrade=token.comrade)

    @property
    def may_be_watched(self) -> bool:
        return self.row.manners.spectators or self.game.outcome is not None

    def the(self, side: str) -> str:
        """A side in a sentence."""
        return self.title.screen.the(side)

    def sight(self, sides: Sides) -> Sight:
        """The game as these sides may know it. There is no other way to it from outside."""
        if sides or not self.is_delayed:
            return self._sight(sides)
        if self._gallery is None:
            self._gallery = Gallery(self.title, self.row, self.dice, self.store)
        return self._gallery.sight()

    @property
    def is_delayed(self) -> bool:
        """Whether who looks on sees everything later than the players."""
        return bool(self.row.manners.delay) and self.game.outcome is None and not self.waiting

    def _sight(self, sides: Sides) -> Sight:
        if sides not in self._sights:
            self._sights[sides] = Sight(self.game, sides)
        return self._sights[sides]

    def look_away(self) -> None:
        """Nobody is here to look."""
        for sight in list(self._sights.values()):
            sight.look_away()
        if self._gallery is not None:
            self._gallery.look_away()

    def side(self, holder: Holder) -> str:
        """The side the holder is shown and acts for."""
        return self.sight(holder.sides).side

    @property
    def machine_sides(self) -> tuple[str, ...]:
        return tuple(side for side, seat in self.row.seats.items() if seat.kind == "bot")

    @property
    def waiting(self) -> tuple[str, ...]:
        """The sides whose guests have their share in the dice still to give: the game begins with the last."""
        return () if self.game.entries else waiting_for(self.row)

    def check_begun(self) -> None:
        """Raises `Refusal`."""
        if self.waiting:
            raise Refusal("turn", "the game begins when every guest has taken a seat and added a share to the dice")

    def begin(self, game: Game[Any], dice: SecretDice, summary: Summary) -> None:
        """With the dice of all shares, as the store has them already."""
        self.game, self.dice = game, dice
        self.row = replace(self.row, summary=summary)
        self._sights.clear()
        self._gallery = None

    # The log

    def check(self) -> None:
        """What is ahead of the disk must not be built upon, and nothing is started that could not be written."""
        if self.lost:
            raise Lost("the table must be reopened")
        self.store.ready()

    def keep(
        self,
        kind: Literal["play", "undo"],
        entry: Entry,
        seating: Seating | None = None,
        clock: Clock | None = None,
    ) -> None:
        """The game has changed; whatever fails before that is written, the game in memory is no longer the true one."""
        self.lost = True
        try:
            for sight in self._sights.values():
                sight.follow()
            at = now()
            summary = asked_since(self._sight(()).summary(), at, self.row.summary.since)
            is_seen = summary != replace(self.row.summary, desks={})
            touched = at if is_seen else self.row.touched  # the list does not tell of a secret
            rolls = entry.rolls if kind == "play" else ()
            line = Line(self._lines + 1, kind, entry.side, str(entry.action), rolls)
            position = position_to_keep(self.game) if kind == "play" else None
            seats = seating.seats if seating is not None else self.row.seats
            summary = self.with_desks_asked(summary, seats)
            row = self.row if clock is None else replace(self.row, clock=clock)
            clock = timekeeper.time_after(row, summary, seats, bool(self.waiting))
            self.store.append(self.row, line, at, touched, summary, seating, position, clock)
        except Taken:
            self._read_again()
            raise _overtaken() from None
        except Exception as error:
            raise Lost(f"entry {self._lines + 1} was not written: {error}") from error
        self.lost = False
        self._lines += 1
        self.has_taken_back = kind == "undo"
        before = self.row
        self.row = replace(self.row, touched=touched, summary=summary, clock=clock)
        if seating is not None:
            self._sit(seating)
        self.moved(before, self.row)

    def with_desks_asked(self, summary: Summary, seats: Mapping[str, Seat]) -> Summary:
        return with_desks_asked(summary, seats, self._sight)

    # Other servers on the same store

    def catch_up(self) -> bool:
        """Read what others have written since; whether there was anything. Raises `Lost` if the table is no more."""
        talk = self.store.chat(self.row.id, self.chat[-1].n if self.chat else 0)
        self.chat = [*self.chat, *talk][-CHAT_SHOWN:]
        row, tokens, lines = self._of_one_moment()
        seated = row.seated != self.row.seated or row.clock != self.row.clock
        if self.waiting and seated:  # the dice may be others from now on
            self._read_again()
        else:
            self._play_on(row, tokens, lines)
        return seated or bool(lines or talk)

    def _of_one_moment(self) -> tuple[Row, list[Token], list[Line]]:
        """Seats and entries that belong together: where players change sides, an entry changes the seats."""
        while True:
            row = self._written()
            tokens, lines = self.store.tokens(row.id), self.store.lines(row.id, self._lines)
            again = self._written()
            if again.seated == row.seated:
                return again, tokens, lines

    def _play_on(self, row: Row, tokens: Sequence[Token], lines: Sequence[Line]) -> None:
        """The entries of others; whatever they do not fit to is read again as a whole."""
        try:
            for line in lines:
                follow(self.game, line)
                self._lines += 1
                self.has_taken_back = line.kind == "undo"
                for sight in self._sights.values():
                    sight.follow()
        except journal.SaveError:
            self._read_again()
            return
        self.row = row
        self._take_seats(Seating(row.seats, tuple(tokens)))

    def _read_again(self) -> None:
        """The table as it is in the store, whatever it was here."""
        self.lost = True
        row = self._written()
        try:
            self._take(row, dice_of(row, self.store.secret(row.id)), self.store.lines(row.id))
        except journal.SaveError as error:
            raise Lost(str(error)) from error
        if self._written().seated != row.seated:  # in the meantime: see `_of_one_moment`
            self._read_again()

    def _written(self) -> Row:
        row = self.store.row(self.row.id)
        if row is None:
            self.lost = True
            raise Lost("the table was deleted")
        return row

    # Seats and talk

    def seat(self, seats: dict[str, Seat], tokens: Iterable[Token]) -> None:
        self.write_seats(Seating(seats, tuple(tokens)))

    def write_seats(
        self, seating: Seating, summary: Summary | None = None, waiting: bool | None = None, clock: Clock | None = None
    ) -> None:
        waits = bool(self.waiting) if waiting is None else waiting
        row = self.row if clock is None else replace(self.row, clock=clock)
        clock = timekeeper.time_after(row, summary or self.row.summary, seating.seats, waits)
        try:
            self.store.seat(self.row, seating, summary, clock)
        except Taken:
            self._read_again()
            raise _overtaken() from None
        self.row = replace(self.row, clock=clock, summary=summary or self.row.summary)
        self._sit(seating)

    def _sit(self, seating: Seating) -> None:
        """The store has these seats now."""
        accord = seating.accord or self.row.accord
        self.row = replace(self.row, seats=seating.seats, seated=self.row.seated + 1, accord=accord)
        self._take_seats(seating)

    def _take_seats(self, seating: Seating) -> None:
        self.books = {side: _book(seat) for side, seat in seating.seats.items()}  # each a secret of its side
        self.tokens = {token.secret: token for token in seating.tokens}

    def announce(self, text: str) -> None:
        """The table itself speaks. What it announces is done afterwards, so that it is never done silently."""
        self.say(THE_TABLE, "", text)

    def say(self, speaker: str, side: str, text: str) -> ChatLine:
        for _ in range(TRIES):
            line = ChatLine(self.chat[-1].n + 1 if self.chat else 1, speaker, side, text, now(), self.row.summary.turn)
            try:
                self.store.say(self.row.id, line)
            except Taken:  # others talk too
                self.chat = self.store.chat(self.row.id)
                continue
            self.chat = [*self.chat[-CHAT_SHOWN + 1 :], line]
            return line
        raise Refusal("busy", "too many speak at once: say it again")

    def name(self, holder: Holder) -> str:
        if holder.comrade:
            comrades = (each for side in holder.sides for each in self.row.seats[side].comrades)
            return next((each.name for each in comrades if each.n == holder.comrade), "") or holder.who.name
        names = (seat.name for side, seat in self.row.seats.items() if side in holder.sides and seat.name)
        return next(names, holder.who.name)


def _nobody_hears(before: Row, row: Row) -> None:
    """At a table on one's own machine nobody is told and nothing is counted."""


def _book(seat: Seat) -> OrderBook:
    try:
        return read_orders(seat.orders)
    except BadOrder as error:
        raise journal.SaveError(f"its standing orders are damaged: {error}") from None
