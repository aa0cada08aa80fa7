"""What the table asks of a database, and the values it keeps there.

What `append` has returned from is on the disk. Entries are only ever added: taking an action back is an entry too.
Several servers may share a database that can tell them of each other's changes: an entry whose number is taken, and
seats that somebody else has changed, are refused with `Taken`.
"""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Literal

from sandtable.core.dice import Roll
from sandtable.core.game import Marks
from sandtable.core.title import Setup
from sandtable.core.values import Value
from sandtable.table.accord.values import Accord
from sandtable.table.messages.positions import ChatLine
from sandtable.table.messages.tables import Summary
from sandtable.table.pace.clock import Clock, Pace


class StoreError(Exception):
    """The store cannot do what it was asked, in one line."""

    case = "fault"


class Busy(StoreError):
    """Another program keeps writing; nothing was changed."""

    case = "busy"

    def __init__(self, why: str = "another program is writing to the tables; nothing was changed, try again") -> None:
        super().__init__(why)


class Taken(StoreError):
    """Somebody else was first: the number of the entry is taken, or the seats have changed. Nothing was changed."""


class Comrade(Value, frozen=True):
    """Somebody who plays a side together with its commander and decides at some of its desks. Until he has sat down
    they are the commander's."""

    n: int  # by which others name him; never given out again at this side
    kind: Literal["human", "open"]
    desks: tuple[str, ...]
    name: str = ""
    person: str = ""
    note: str = ""  # what he has noted for himself
    public: bool = False  # whether whoever comes to the lobby may take the seat while it is open


class Seat(Value, frozen=True):
    """Who plays a side: its commander, if it is shared out."""

    kind: Literal["human", "bot", "open"]
    bot: str = ""
    name: str = ""
    desks: tuple[str, ...] = ()  # what a person has handed to the machine
    orders: tuple[str, ...] = ()  # standing orders: a secret of its side
    settled: dict[str, str] = {}  # standing answers by the kind of question: a secret of its side
    note: str = ""  # what its player has noted for himself
    given: int = 0  # how often a link to it was made; a seat without one is the host's or a machine's
    promise: str = ""  # the hash of the guest's share in the dice
    share: str = ""  # hidden until the game is over
    person: str = ""  # the id of the person who plays it; a guest's and a machine's have none
    comrades: tuple[Comrade, ...] = ()
    appointed: int = 0  # the highest number of a comrade who has left

    @property
    def persons(self) -> tuple[str, ...]:
        """All with an account who play this side."""
        return tuple(each for each in (self.person, *(one.person for one in self.comrades)) if each)


class Token(Value, frozen=True):
    """A secret and the sides it holds. That of a person is good only together with a session of his."""

    secret: str
    sides: tuple[str, ...]
    host: bool = False
    person: str = ""  # the id of its owner, if he has an account
    comrade: int = 0  # the number of the comrade of its one side whom it seats; nothing: the commander


class Manners(Value, frozen=True):
    """What the host of a table allows to those who look on."""

    spectators: bool = True
    delay: int = 0  # seconds after which they see what has happened


class Row(Value, frozen=True):
    """A table without its entries and secrets."""

    id: str
    game: str
    rules: str
    setup: Setup
    commitment: str
    seed: int | None
    created: str
    touched: str
    seats: dict[str, Seat]
    summary: Summary
    seated: int = 0  # how often the seats have changed
    invited: bool = False  # whether its open seats are for whoever comes
    pace: Pace | None = None  # what was agreed about time
    clock: Clock | None = None
    closed: str = ""  # why the host of the house has closed it, if so
    manners: Manners = Manners()
    accord: Accord = Accord()  # what players have asked each other


class Line(Value, frozen=True):
    """One entry: an action that was accepted, or one that was taken back."""

    n: int
    kind: Literal["play", "undo"]
    side: str
    action: str
    rolls: tuple[Roll, ...] = ()


class Broken(Value, frozen=True):
    """A table whose row cannot be read: what is left of it, and why."""

    id: str
    game: str
    touched: str
    why: str


class Kept(Value, frozen=True):
    """A position from which a game can be taken up again: after so many standing entries, under these rules."""

    entries: int
    rules: str
    state: bytes
    marks: tuple[Marks, ...]  # of the entries from the position kept before it to this one
    exchanged: int  # the last entry in which players changed sides


def fresh_token() -> str:
    return secrets.token_urlsafe(24)


def fresh_name(drawn: int = 9) -> str:
    """Of so many random bytes, for what a host may write after a command: no dash begins it, which would be a flag."""
    name = secrets.token_urlsafe(drawn)
    return f"_{name[1:]}" if name.startswith("-") else name


class Seating(Value, frozen=True):
    """Who sits where; the tokens are all there are."""

    seats: dict[str, Seat]
    tokens: tuple[Token, ...]
    accord: Accord | None = None  # what players have asked each other, if that has changed


class News(Value, frozen=True):
    """What another server has done: changed a table, or said something about one that is kept nowhere. No table means
    that any may have changed."""

    table: str = ""
    server: str = ""
    text: str = ""


class EventStore(ABC):
    """All that the table asks of a database. Every method may be called from any thread."""

    @abstractmethod
    def create(self, row: Row, secret: bytes, tokens: Sequence[Token], lines: Sequence[Line] = ()) -> None:
        """A table, with the entries that its game has already."""

    @abstractmethod
    def ready(self) -> None:
        """Raises `Busy` if nothing can be written just now."""

    @abstractmethod
    def append(
        self,
        row: Row,
        line: Line,
        at: str,
        touched: str,
        summary: Summary,
        seating: Seating | None = None,
        position: Kept | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Durably, or not at all: `StoreError` if the disk is not writable, `Taken` if the number is taken or the seats
        are no longer those of `row`. `seating`: who sits where from now on, if the line has changed that. `position`:
        where the game stands now, if it is to be kept. `clock`: the clocks from now on."""

    @abstractmethod
    def positions(self, table: str) -> list[Kept]:
        """The positions that are kept, in their order."""

    @abstractmethod
    def keep_positions(self, table: str, positions: Sequence[Kept]) -> None:
        """These instead of all that were kept."""

    @abstractmethod
    def lines(self, table: str, after: int = 0, until: str = "") -> list[Line]:
        """The entries whose number is greater, and which were made by then."""

    @abstractmethod
    def row(self, table: str) -> Row | None: ...

    @abstractmethod
    def rows(self) -> list[Row | Broken]:
        """All tables, the most recently used first."""

    @abstractmethod
    def invitations(self, since: str, most: int) -> list[Row]:
        """Tables made since then whose open seats are for whoever comes, the newest first."""

    @abstractmethod
    def secret(self, table: str) -> bytes:
        """The secret of the dice; it leaves the store for the dice and, when the game is over, for the record."""

    @abstractmethod
    def tokens(self, table: str) -> list[Token]: ...

    @abstractmethod
    def due(self, at: float, most: int) -> list[str]:
        """The tables in which a flag has fallen by then, the earliest first."""

    @abstractmethod
    def seat(self, row: Row, seating: Seating, summary: Summary | None = None, clock: Clock | None = None) -> None:
        """Who sits where from now on; `summary` if that has begun the game; `clock`: the clocks from now on. `Taken` if
        the seats are no longer those of `row`."""

    @abstractmethod
    def left_before(self, row: Row) -> int:
        """How many older tables of the same game and scenario were begun with guests and are not finished."""

    @abstractmethod
    def say(self, table: str, line: ChatLine) -> None:
        """`Taken` if somebody else has said something under this number."""

    @abstractmethod
    def chat(self, table: str, after: int = 0) -> list[ChatLine]:
        """The lines whose number is greater."""

    @abstractmethod
    def remove(self, table: str) -> None:
        """A table and all that belongs to it, for good."""

    @abstractmethod
    def close(self) -> None: ...

    # Several servers on one database

    @property
    @abstractmethod
    def shared(self) -> bool:
        """Whether other servers may write to the same tables."""

    @abstractmethod
    def listen(self, heard: Callable[[News], None]) -> None:
        """`heard` is told, in a thread of the store's, what other servers do."""

    @abstractmethod
    def whisper(self, table: str, text: str) -> None:
        """Say something about a table to the other servers, now and never again."""

    @abstractmethod
    def may_think(self, table: str, seconds: float) -> bool:
        """Whether the machines of a table think here, for so long; another server's then wait."""

    @abstractmethod
    def think_no_more(self, table: str) -> None:
        """Leave that to others."""
