"""A table that is open: its game, its seats, what each seat sees. Synchronous; whoever shares it takes turns."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from sandtable.bots import suggested
from sandtable.core import journal
from sandtable.core.dice import SecretDice, promise_of
from sandtable.core.game import Entry
from sandtable.core.journal import Record
from sandtable.core.offers import Offer
from sandtable.core.parley import Flag, Parley
from sandtable.core.title import Title
from sandtable.core.values import Action, BadNotation, Refusal, Value
from sandtable.kit.staff.order_book import BadOrder, OrderBook, cancelled, given, read_orders, still_standing, written
from sandtable.kit.staff.situation import Situation
from sandtable.table.accord.agreeing import SAID, Matter, Word, said, to_take_back
from sandtable.table.live import timekeeper
from sandtable.table.live.clocks import clock_shown
from sandtable.table.live.gallery import Gallery
from sandtable.table.live.resuming import follow, position_to_keep, replayed, resumed
from sandtable.table.live.sight import Sides, Sight, looks_on
from sandtable.table.messages.answers import (
    ChatLine,
    LogPart,
    Machines,
    Moment,
    SeatShown,
    Seen,
    SeenView,
    Status,
    Summary,
    You,
)
from sandtable.table.pace import settling
from sandtable.table.pace.clock import Clock, exchanged
from sandtable.table.people.seats import is_for, own_token
from sandtable.table.people.values import GUEST, Who
from sandtable.table.stores.base import EventStore, Line, Row, Seat, Seating, Taken, Token, fresh_token
from sandtable.table.thinking import jobs

LOG_SHOWN = 60  # each is told from the positions around it, which takes time in a large game
LOG_ASKED = 500
CHAT_SHOWN = 50
FORGONE = 200  # answers that are given for players in a row
TRIES = 5  # to say something while others talk on other servers
THE_TABLE = "the table"  # the table's own name in the chat; nobody else may use it


class Lost(Exception):
    """The table in memory is ahead of the disk and must be reopened."""


class Overtaken(Refusal):
    """Another server was first; the table has been read again, as that left it."""


class Holder(Value, frozen=True):
    """Who looks at the table: the sides of a token, or nobody's."""

    sides: Sides = ()
    host: bool = False
    secret: str = ""
    invited: str = ""  # the side of an invitation, which gives no sight of it before the seat is taken
    who: Who = GUEST


SPECTATOR = Holder()


class Around(Value, frozen=True):
    """What the table knows of the room around it."""

    here: Mapping[str, int] = {}  # sides somebody is connected for, and from how many windows
    watchers: int = 0
    machines: Machines = Machines("", False, False, 0.0)


NOBODY = Around()


class Shown(Value, frozen=True):
    """What a seat has been shown: enough to tell later what changed."""

    you: You
    table: Status
    view: SeenView
    offers: tuple[Offer, ...]
    serials: tuple[int, ...]


def stale() -> Refusal:
    return Refusal("stale", "the position has changed in the meantime: look again and decide")


def _overtaken() -> Overtaken:
    return Overtaken("stale", "somebody else was quicker: look again and decide")


def now() -> str:
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def asked_since(summary: Summary, at: str, before: Mapping[str, str] | None = None) -> Summary:
    """Since when everybody who is asked has been asked, as everybody sees it."""
    return replace(summary, since={side: (before or {}).get(side, at) for side in summary.asked})


class LiveTable:
    """One open table. A change is in the store before the method that made it returns."""

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
        invited = next((side for side in token.sides if self.row.seats[side].kind == "open"), "")
        if invited and not token.host:
            return Holder(secret=token.secret, invited=invited, who=who)
        return Holder(token.sides, token.host, token.secret, who=who)

    @property
    def may_be_watched(self) -> bool:
        return self.row.manners.spectators or self.game.outcome is not None

    def sight(self, sides: Sides) -> Sight:
        """The game as these sides may know it. There is no other way to it from outside."""
        if sides or not self._is_delayed:
            return self._sight(sides)
        if self._gallery is None:
            self._gallery = Gallery(self.title, self.row, self.dice, self.store)
        return self._gallery.sight()

    @property
    def _is_delayed(self) -> bool:
        """Whether who looks on sees everything later than the players."""
        return bool(self.row.manners.delay) and self.game.outcome is None and not self.waiting

    def _sight(self, sides: Sides) -> Sight:
        if sides not in self._sights:
            self._sights[sides] = Sight(self.game, sides)
        return self._sights[sides]

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

    # Acting

    def play(self, holder: Holder, text: str, count: int, side: str = "") -> tuple[int, int]:
        """Carry out an action for the holder, decided upon at the position of this name. Says how many entries his log
        has now, and the name of the position."""
        if not holder.sides:
            raise looks_on()
        if not side and len(holder.sides) > 1:
            raise Refusal("message", "you hold several sides: say which one the action is for")
        side = side or holder.sides[0]
        if side not in holder.sides:
            raise Refusal("seat", f"you do not hold the {side}")
        if self.waiting:
            raise Refusal("turn", "the game begins when every guest has taken a seat and added a share to the dice")
        self._look_at_the_clock()
        sight = self.sight(holder.sides)
        moved_on = count != sight.position
        try:
            action = self.game.read(text)
        except BadNotation as error:
            raise stale() if moved_on else Refusal("message", str(error)) from None
        if moved_on and not isinstance(action, Parley):
            raise stale()
        if isinstance(action, Flag):
            raise Refusal("message", "the clock alone says when time is up")
        sight.check(side, action)
        self.act(side, action)
        return self._standing(self.holder(holder.secret, holder.who))

    def _standing(self, holder: Holder) -> tuple[int, int]:
        sight = self.sight(holder.sides)
        return sight.entries, sight.position

    def act(self, side: str, action: Action) -> None:
        """The action, and what follows from it without a choice."""
        self._carry_out(side, action)
        self._go_on()

    def _go_on(self) -> None:
        for _ in range(FORGONE):
            if (forced := self._forced()) is None:
                return
            self._carry_out(*forced)

    def _forced(self) -> tuple[str, Action] | None:
        """The answer of a player who has no other, or has left one; machines answer for themselves."""
        players = (side for side in self.game.asked if side not in self.machine_sides)
        answers = ((side, self._foregone(side)) for side in players)
        return next(((side, answer) for side, answer in answers if answer is not None), None)

    def _foregone(self, side: str) -> Action | None:
        known = self.sight((side,)).known
        return self.title.forced(known, side) or settling.answer(self.title, known, side, self.row.seats[side].settled)

    def _carry_out(self, side: str, action: Action) -> None:
        """The one door, then the disk."""
        self._check()
        before = self.title.seating(self.game.state)
        self.game.play(action, side)
        after = self.title.seating(self.game.state)
        if after == before:
            self._keep("play", self.game.entries[-1])
            return
        came_from = self._came_from(before, after)
        clock = exchanged(self.row.clock, came_from) if self.row.clock else None
        self._keep("play", self.game.entries[-1], self._exchanged(came_from), clock)

    # Time

    @property
    def is_late(self) -> bool:
        """Whether a flag has fallen that is still to be told of."""
        return timekeeper.fallen(self.row) is not None

    def let_flags_fall(self) -> bool:
        """What time has decided meanwhile; whether that was anything. It may be asked at any time."""
        has_fallen = False
        while (late := timekeeper.fallen(self.row)) is not None:
            side, flag = late
            self._check()
            self.game.play(flag, side)
            has_fallen = True
            self._keep(
                "play",
                self.game.entries[-1],
                self._taken_over(side, flag),
                timekeeper.time_of_the_fallen(self.row, side),
            )
        return has_fallen

    def _look_at_the_clock(self) -> None:
        if self.let_flags_fall():
            raise Overtaken("clock", "time was up before that: look again")

    def _taken_over(self, side: str, flag: Flag) -> Seating | None:
        """The machine in the seat of a player whose time is up, where that was agreed."""
        if flag.verdict != "machine":
            return None
        seat = replace(self.row.seats[side], kind="bot", bot=suggested(self.title))
        return Seating({**self.row.seats, side: seat}, tuple(self.tokens.values()))

    def go_away(self, holder: Holder, days: float) -> None:
        """Absent for so many days, or back again; everybody is told."""
        if not holder.sides:
            raise looks_on()
        self._look_at_the_clock()
        side = self.side(holder)
        clock = timekeeper.absent(self.row, side, days)
        told = f"is away for {days:.3g} days: their clock stands" if days else "is back: their clock goes on"
        self.announce(f"The {side} player {told}.")
        self._write_seats(Seating(self.row.seats, tuple(self.tokens.values())), clock=clock)

    def _came_from(self, before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
        played = {seat: side for side, seat in before.items()}
        return {side: played[seat] for side, seat in after.items()}

    def _exchanged(self, came_from: Mapping[str, str]) -> Seating:
        """The same people and machines, each now at the side that the game gave them."""
        seats = {side: replace(self.row.seats[came_from[side]], orders=(), settled={}) for side in self.title.sides}
        tokens = tuple(
            replace(token, sides=tuple(side for side in self.title.sides if came_from[side] in token.sides))
            for token in self.tokens.values()
        )
        return Seating(seats, tokens)

    def undo(self, holder: Holder, count: int | None = None) -> tuple[int, int]:
        """Take back the last action of the holder."""
        self._check()
        if not holder.sides:
            raise looks_on()
        if count not in (None, self.sight(holder.sides).position):
            raise stale()
        last = self.game.entries[-1].side if self.game.entries else ""
        taken = self.game.undo(last if last in holder.sides else self.side(holder))
        self._keep("undo", taken)
        self.left_alone = self.game.state  # the staff does not do at once again what was taken back
        return self._standing(holder)

    def _check(self) -> None:
        """What is ahead of the disk must not be built upon, and nothing is started that could not be written."""
        if self.lost:
            raise Lost("the table must be reopened")
        self.store.ready()

    def _keep(
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
            touched = self.row.touched if summary == self.row.summary else at  # the list does not tell of a secret
            rolls = entry.rolls if kind == "play" else ()
            line = Line(self._lines + 1, kind, entry.side, str(entry.action), rolls)
            position = position_to_keep(self.game) if kind == "play" else None
            seats = seating.seats if seating is not None else self.row.seats
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
        before = self.row
        self.row = replace(self.row, touched=touched, summary=summary, clock=clock)
        if seating is not None:
            self._sit(seating)
        self.moved(before, self.row)

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
            self._follow(row, tokens, lines)
        return seated or bool(lines or talk)

    def _of_one_moment(self) -> tuple[Row, list[Token], list[Line]]:
        """Seats and entries that belong together: where players change sides, an entry changes the seats."""
        while True:
            row = self._written()
            tokens, lines = self.store.tokens(row.id), self.store.lines(row.id, self._lines)
            again = self._written()
            if again.seated == row.seated:
                return again, tokens, lines

    def _follow(self, row: Row, tokens: Sequence[Token], lines: Sequence[Line]) -> None:
        """The entries of others; whatever they do not fit to is read again as a whole."""
        try:
            for line in lines:
                follow(self.game, line)
                self._lines += 1
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

    def claim(self, holder: Holder, side: str) -> Holder:
        """Sit down on an open seat: by its own link, or as the host, whose token then holds it too."""
        seat = self._seat_of(side)
        if seat.kind != "open":
            raise Refusal("seat", f"the seat of the {side} is taken")
        if side == holder.invited:
            return self._take_up(holder, side)
        if not holder.host:
            raise Refusal("seat", f"the seat of the {side} is taken by its own link")
        held = tuple(each for each in self.title.sides if each in (*holder.sides, side))
        others = [token for token in self.tokens.values() if not token.host and side not in token.sides]
        own = replace(seat, given=0, promise="") if self.waiting else seat  # the host's share is the secret itself
        named = replace(own, kind="human", name=self.name(holder), person=self.tokens[holder.secret].person)
        self.announce(f"The host has taken the seat of the {side}; its link no longer works.")
        own_one = replace(self.tokens[holder.secret], sides=held)
        self._seat({**self.row.seats, side: named}, [own_one, *others])
        return self.holder(holder.secret, holder.who)

    def _take_up(self, holder: Holder, side: str) -> Holder:
        """The link opens the seat once: whoever has taken it has a token that nobody else has ever seen."""
        who = holder.who
        others = [token for token in self.tokens.values() if token.secret != holder.secret]
        if own_token(others, who) is not None:
            raise Refusal("seat", "you are at this table already: its host may take an open seat as well")
        own = Token(fresh_token(), (side,), person=who.id)
        seat = replace(self.row.seats[side], kind="human", person=who.id, name=who.name)
        self.announce(f"{who.name or 'A guest'} has taken the seat of the {side} by its link.")
        self._seat({**self.row.seats, side: seat}, [*others, own])
        return self.holder(own.secret, who)

    def reissue(self, holder: Holder, side: str) -> None:
        """A new link for a guest's seat: his token is lost, or he is. Never silently, because whoever has the link may
        sit down there and see what that side sees."""
        seat = self._seat_of(side)
        if not holder.host:
            raise Refusal("seat", "only the host makes links")
        if seat.kind == "bot" or side in holder.sides:
            raise Refusal("seat", f"the seat of the {side} is not a guest's")
        others = [token for token in self.tokens.values() if token.host or side not in token.sides]
        seats = {**self.row.seats, side: replace(seat, kind="open", name="", person="", given=seat.given + 1)}
        if self.waiting:  # whoever has seen a share could choose his own to suit it: all are drawn again
            seats = {each: replace(one, promise="", share="") for each, one in seats.items()}
        self.announce(f"The host has made a new link for the seat of the {side}; the old one no longer works.")
        self._seat(seats, [*others, Token(fresh_token(), (side,))])

    def _seat_of(self, side: str) -> Seat:
        seat = self.row.seats.get(side)
        if seat is None:
            raise Refusal("unknown", f"there is no side '{side}' in this game")
        return seat

    # The dice between people; see docs/dice.md

    def promise(self, holder: Holder, promise: str) -> None:
        """A guest's commitment. It may be changed while nobody's share has been opened."""
        side = self._sharing(holder)
        seats = self.row.seats
        if any(seat.share for seat in seats.values()):
            raise Refusal("share", "a share has already been revealed: promises can no longer change")
        if any(seat.promise == promise for other, seat in seats.items() if other != side):
            raise Refusal("share", "another seat has made this promise")
        self._seat({**seats, side: replace(seats[side], promise=promise)}, self.tokens.values())

    def give_share(self, holder: Holder, share: str) -> None:
        """A guest's share, when all have promised theirs. The last one begins the game."""
        side = self._sharing(holder)
        seats = self.row.seats
        if not all(seats[each].promise for each in self.waiting):
            raise Refusal("share", "shares are revealed once everyone has promised one")
        if promise_of(bytes.fromhex(share)) != seats[side].promise:
            raise Refusal("share", "this is not the share that was promised")
        row = replace(self.row, seats={**seats, side: replace(seats[side], share=share)})
        if waiting_for(row):
            self._seat(row.seats, self.tokens.values())
        else:
            self._begin(row)

    def _sharing(self, holder: Holder) -> str:
        side = next((side for side in holder.sides if side in self.waiting), "")
        if not side:
            raise Refusal("share", "the dice of this game are not waiting for a share of yours")
        return side

    def _begin(self, row: Row) -> None:
        """The game from its set-up on, with the dice of all shares."""
        before = self.row
        dice = dice_of(row, self.dice.secret)
        game = replayed(self.title, row, dice, [])
        summary = asked_since(Sight(game, ()).summary(), now())
        self.announce("Every share in the dice has been given: the game begins.")
        self._write_seats(Seating(row.seats, tuple(self.tokens.values())), summary, waiting=False)
        self.row = replace(self.row, summary=summary)
        self.dice, self.game = dice, game
        self._sights.clear()
        self._gallery = None
        self.moved(before, self.row)

    def rename(self, holder: Holder, name: str) -> None:
        if not holder.sides:
            return
        if any(self.row.seats[side].person for side in holder.sides):
            raise Refusal("name", "your name here is that of your account")
        named = {side: replace(self.row.seats[side], name=name) for side in holder.sides}
        self._seat({**self.row.seats, **named}, self.tokens.values())

    def delegate(self, holder: Holder, desks: Iterable[str]) -> None:
        """Hand desks to a machine, and take back those that are not named."""
        if not holder.sides:
            raise looks_on()
        for desk in desks:
            if desk not in self.title.desks:
                raise Refusal("unknown", f"{self.title.name} has no desk '{desk}'")
        kept = tuple(desk for desk in self.title.desks if desk in desks)
        named = {side: replace(self.row.seats[side], desks=kept) for side in holder.sides}
        self._seat({**self.row.seats, **named}, self.tokens.values())

    # Orders above the unit

    def command(self, holder: Holder, text: str) -> None:
        """An order to units or formations of the side that the holder is shown."""
        side = self._commanding(holder)
        known = self.sight(holder.sides).known
        order = Situation(self.title, known, side).understood(text)
        self.keep_orders(side, given(self.books[side], order, known.turn))

    def cancel(self, holder: Holder, number: int) -> None:
        side = self._commanding(holder)
        try:
            orders = cancelled(self.books[side], number, self.sight(holder.sides).known.turn)
        except BadOrder as error:
            raise Refusal("order", str(error)) from None
        self.keep_orders(side, orders)

    def _commanding(self, holder: Holder) -> str:
        if not holder.sides:
            raise looks_on()
        if self.game.outcome is not None:
            raise Refusal("over", "the game is over")
        return self.side(holder)

    def keep_orders(self, side: str, orders: OrderBook) -> None:
        """The orders of a side as they stand now, on the disk first."""
        seat = replace(self.row.seats[side], orders=written(orders))
        self._seat({**self.row.seats, side: seat}, self.tokens.values())
        self.left_alone = None

    def has_orders(self, side: str) -> bool:
        """Whether a player's staff may have something to do here that he has ordered."""
        standing = side not in self.machine_sides and bool(still_standing(self.books[side]))
        return standing and self.game.state is not self.left_alone

    def relieve(self, holder: Holder, side: str, machine: bool) -> None:
        """Let a machine play a side of the holder's, or let him play it again; the host may give it an open seat too.
        Everybody is told."""
        if machine and holder.host and self._seat_of(side).kind == "open":
            self._reserve(side)
            return
        if side not in holder.sides:
            raise Refusal("seat", f"you do not hold the {side}")
        if self.waiting:
            raise Refusal("turn", "the game begins when every guest has taken a seat and added a share to the dice")
        if timekeeper.is_out_of_time(self.row, side):
            raise Refusal("clock", f"the time of the {side} is up: the machine plays it to the end")
        bot = suggested(self.title) if machine else ""
        seat = replace(self.row.seats[side], kind="bot" if machine else "human", bot=bot)
        self.announce(f"The {side} is now played by {'the machine' if machine else 'its player again'}.")
        self._seat({**self.row.seats, side: seat}, self.tokens.values())

    def _reserve(self, side: str) -> None:
        """A seat that nobody came for is a machine's; its link no longer works."""
        others = [token for token in self.tokens.values() if token.host or side not in token.sides]
        self.announce(f"The seat of the {side} is a machine's; its link no longer works.")
        self._seat({**self.row.seats, side: Seat("bot", suggested(self.title))}, others)

    def settle(self, holder: Holder, kind: str, choice: str) -> None:
        """A standing answer of the side that the holder is shown, from now on; nobody else hears of it."""
        side = self._commanding(holder)
        settled = settling.settled(self.title, self.row.seats[side].settled, kind, choice)
        seats = {**self.row.seats, side: replace(self.row.seats[side], settled=settled)}
        self._seat(seats, self.tokens.values())
        if not self.waiting:
            self._go_on()

    def desks_of(self, side: str) -> tuple[str, ...]:
        """The desks that a machine keeps for a side; that of the question now before it, if it is to answer that."""
        seat, sight = self.row.seats[side], self.sight((side,))
        if seat.settled and settling.is_for_the_staff(self.title, sight.known, side, seat.settled):
            return (*seat.desks, sight.desk)
        return seat.desks

    # Between the players

    def agree(self, holder: Holder, matter: Matter, word: Word) -> None:
        """Ask for something that takes the other side's consent, or answer that; everybody is told."""
        self._look_at_the_clock()
        side = self._speaking(holder, matter, word)
        people = {each for each, seat in self.row.seats.items() if seat.kind == "human"}
        accord, agreed = said(self.row.accord, matter, word, side, people <= set(holder.sides))
        asking = (self.row.accord.undo if matter == "undo" else self.row.accord.adjourn) or side
        clock = None
        if agreed and matter == "adjourn":
            clock = timekeeper.adjourned(self.row, self.row.summary, True)
        elif agreed:
            self._take_back_to(asking)
        self.announce(SAID[matter, "grant" if agreed else word].format(side=side.title()))
        self._write_seats(Seating(self.row.seats, tuple(self.tokens.values()), accord), clock=clock)

    def _speaking(self, holder: Holder, matter: Matter, word: Word) -> str:
        """The side that whoever speaks speaks for: who answers is not who asked. Raises `Refusal`."""
        side = self._commanding(holder)
        if self.waiting:
            raise Refusal("turn", "the game begins when every guest has taken a seat and added a share to the dice")
        if matter == "adjourn" and self.row.clock is None:
            raise Refusal("clock", "this game has no clock that could stand")
        asking = self.row.accord.undo if matter == "undo" else self.row.accord.adjourn
        if word == "withdraw" and asking in holder.sides:
            return asking
        if word in ("grant", "refuse"):
            return next((each for each in holder.sides if each != asking), side)
        if matter == "undo" and word == "ask" and len(holder.sides) > 1:
            last = self.game.record[-1].side if self.game.record else ""
            return last if last in holder.sides else side
        return side

    def _take_back_to(self, side: str) -> None:
        for _ in range(to_take_back(self.game, side)):
            self._check()
            self._keep("undo", self.game.take_back())
        self.left_alone = self.game.state

    def resume_play(self, holder: Holder) -> None:
        """The clocks go on after an adjournment, as soon as a player wishes."""
        side = self._commanding(holder)
        if self.row.clock is None or not self.row.clock.adjourned:
            raise Refusal("clock", "the game is not adjourned")
        self.announce(f"The {side.title()} player plays on: the clocks run again.")
        clock = timekeeper.adjourned(self.row, self.row.summary, False)
        self._write_seats(Seating(self.row.seats, tuple(self.tokens.values())), clock=clock)

    def note(self, holder: Holder, text: str) -> None:
        """What a player has noted for himself; nobody else reads it."""
        if not holder.sides:
            raise looks_on()
        noted = {side: replace(self.row.seats[side], note=text) for side in holder.sides}
        self._seat({**self.row.seats, **noted}, self.tokens.values())

    def _note(self, holder: Holder) -> str:
        return next((self.row.seats[side].note for side in holder.sides), "")

    def play_again(self, table: str, links: dict[str, str]) -> None:
        """The players have another table, each with a way to a seat there."""
        self.announce("There is another game with sides changed.")
        accord = replace(self.row.accord, next=table, links=links)
        self._write_seats(Seating(self.row.seats, tuple(self.tokens.values()), accord))

    def _again(self, holder: Holder) -> str:
        return next((self.row.accord.links[side] for side in holder.sides if side in self.row.accord.links), "")

    def is_delegated(self, side: str) -> bool:
        """Whether a machine answers what this side is asked now."""
        return self.sight((side,)).desk in self.desks_of(side)

    def _seat(self, seats: dict[str, Seat], tokens: Iterable[Token]) -> None:
        self._write_seats(Seating(seats, tuple(tokens)))

    def _write_seats(
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
        self.row = replace(self.row, clock=clock)
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
        names = (seat.name for side, seat in self.row.seats.items() if side in holder.sides and seat.name)
        return next(names, holder.who.name)

    # Seeing

    def shown(self, holder: Holder, around: Around, name: str = "") -> Shown:
        sight = self.sight(holder.sides)
        you = You(
            holder.sides, sight.side, holder.host, name or self.name(holder), sight.may_undo, sight.desk,
            self.links() if holder.host else {}, holder.invited, sight.orders(self.books),
            sight.settled(self.row.seats), self._note(holder), self._again(holder),
        )  # fmt: skip
        offers = () if self.waiting else sight.plain_offers
        return Shown(you, self.status(sight, around), sight.view, offers, sight.serials)

    def seen(self, holder: Holder, around: Around, name: str = "") -> tuple[Shown, Seen]:
        """A look at everything."""
        shown, log = self.shown(holder, around, name), self.log(holder, None, None).log
        return shown, Seen(shown.you, shown.table, shown.view, shown.offers, log, tuple(self.chat[-CHAT_SHOWN:]))

    def log(self, holder: Holder, first: int | None, last: int | None) -> LogPart:
        sight = self.sight(holder.sides)
        last = sight.entries if last is None else min(last, sight.entries)
        first = last - LOG_SHOWN + 1 if first is None else first
        return LogPart(self.row.id, sight.entries, sight.log(max(first, last - LOG_ASKED + 1), last))

    def moment(self, holder: Holder, at: int | None) -> Moment:
        """A position of the past, the present one when none is named."""
        sight = self.sight(holder.sides)
        at = sight.entries if at is None else at
        view = sight.moment(at)
        return Moment(self.row.id, at, sight.entries, view, sight.log(at - LOG_SHOWN + 1, at))

    def status(self, sight: Sight, around: Around) -> Status:
        row, over = self.row, self.game.outcome is not None
        return Status(
            id=row.id, game=row.game, name=self.title.name, scenario=row.setup.scenario, options=row.setup.options,
            created=row.created, entries=sight.entries, watchers=around.watchers,
            seats=seats_shown(row.seats, around.here, over), machines=self._machines(sight, around.machines),
            desks=dict(self.title.desks),
            commitment=row.commitment,
            secret=self.dice.secret.hex() if over else "", seed=row.seed, waiting=self.waiting, left=self.left,
            draw=self.game.offered, clock=clock_shown(row), since=row.summary.since,
            undo=row.accord.undo, adjourn=row.accord.adjourn, next=row.accord.next,
            spectators=row.manners.spectators, delay=row.manners.delay,
        )  # fmt: skip

    def _machines(self, sight: Sight, machines: Machines) -> Machines:
        """That somebody's staff thinks about his orders would tell others that he has given some."""
        side = machines.thinking
        known = not side or side in (*self.machine_sides, *sight.sides) or self.row.seats[side].desks
        return machines if known else replace(machines, thinking="", queued=False)

    def links(self) -> dict[str, str]:
        return links(self.row.id, self.row.seats, self.tokens)

    def record(self, holder: Holder) -> dict[str, Any]:
        """The save of a finished game; of one in progress, what the holder may know of it."""
        save = self._record().save()
        if self.game.outcome is not None:
            return {"finished": True, **_plain(save)}
        if not holder.sides and self._is_delayed:
            raise Refusal("seat", "who looks on later than the players has the record when the game is over")
        return {"finished": False, **_plain(self.sight(holder.sides).record(save))}

    def _record(self) -> Record:
        players = {side: seat.bot if seat.kind == "bot" else "human" for side, seat in self.row.seats.items()}
        record = Record(self.game, self.dice, self.row.seed, players)
        record.orders = {side: seat.orders for side, seat in self.row.seats.items()}
        record.desks = {side: seat.desks for side, seat in self.row.seats.items()}
        record.settled = {side: seat.settled for side, seat in self.row.seats.items()}
        return record

    def looking_back(self, most: int) -> jobs.LookBack:
        """The finished game, for a worker to look back on, if it has no more than so many throws. Raises `Refusal`."""
        if self.game.outcome is None:
            raise Refusal("over", "the game is not over; looking back on it would tell what is still hidden")
        if sum(bool(entry.rolls) for entry in self.game.record) > most:
            raise Refusal("size", "this game has too many throws to go through here: save its record and `review` that")
        return jobs.LookBack(
            game=self.title.key, rules=self.title.rules_version, save=msgspec.json.encode(self._record().save())
        )


def _nobody_hears(before: Row, row: Row) -> None:
    """At a table on one's own machine nobody is told and nothing is counted."""


def _plain(save: journal.Save) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(save)
    return plain


def _book(seat: Seat) -> OrderBook:
    try:
        return read_orders(seat.orders)
    except BadOrder as error:
        raise journal.SaveError(f"its standing orders are damaged: {error}") from None


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


def seats_shown(seats: Mapping[str, Seat], here: Mapping[str, int], over: bool) -> dict[str, SeatShown]:
    return {side: _seat_shown(seat, here.get(side, 0), over) for side, seat in seats.items()}


def _seat_shown(seat: Seat, windows: int, over: bool) -> SeatShown:
    return SeatShown(
        seat.kind, seat.bot, seat.name, seat.kind == "bot" or windows > 0, windows, seat.desks, seat.given,
        seat.promise, seat.share if over else "", bool(seat.person),
    )  # fmt: skip


def links(table: str, seats: Mapping[str, Seat], tokens: Mapping[str, Token]) -> dict[str, str]:
    """The invitations to seats that are still open."""
    return {
        side: f"/t/{table}#seat={token.secret}"
        for token in tokens.values()
        if not token.host
        for side in token.sides
        if seats[side].kind == "open"
    }
