"""What the table says: the shapes of everything on the wire, over HTTP and over the socket."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType, field

from sandtable.core.offers import Forecast as Odds
from sandtable.core.offers import Layer, Offer
from sandtable.core.standing import Standing as Stood
from sandtable.core.standing import TurnBox
from sandtable.core.values import Explanation, Value
from sandtable.core.views import Battle, Fact, Panel, Piece, View
from sandtable.kit.staff.plan import Plan as Intended
from sandtable.lab.sheet import Sheet
from sandtable.table.messages.requests import Id


class Shape(Value, frozen=True, forbid_unknown_fields=True):
    """Something the table tells."""


class Refused(Shape, frozen=True):
    """A refusal as it leaves the table."""

    case: str
    why: str


# Seats and tables


class SeatShown(Shape, frozen=True):
    kind: str
    bot: str
    name: str
    here: bool
    windows: int  # sockets that hold this side
    desks: tuple[str, ...]  # handed to a machine
    given: int  # how often a link to this seat was made
    promise: str  # the hash of its guest's share in the dice
    share: str  # hidden until the game is over
    account: bool  # whether the name is that of an account


class Machines(Shape, frozen=True):
    thinking: str
    queued: bool  # whether it still waits for a worker to be free
    paused: bool
    delay: float


class PaceShown(Shape, frozen=True):
    """What was agreed about time, in seconds."""

    kind: str
    each: int
    reserve: int
    flag: str
    extension: int
    times: int
    leave: int


class HandShown(Shape, frozen=True):
    """The clock of a side: what was left when it was set going, and since when it runs, if it does."""

    turn: int
    reserve: int
    leave: int
    since: int  # seconds since 1970, like the next two
    due: int  # when its flag falls
    away: int  # until when its player is away
    falls: int


class ClockShown(Shape, frozen=True):
    pace: PaceShown
    hands: dict[str, HandShown]
    begun: bool
    adjourned: bool


class Status(Shape, frozen=True):
    """The table as everybody sees it."""

    id: str
    game: str
    name: str
    scenario: str
    options: tuple[str, ...]
    created: str
    entries: int
    watchers: int
    seats: dict[str, SeatShown]
    machines: Machines
    desks: dict[str, str]  # what a seat of this game may hand over, with a line on each
    commitment: str
    secret: str
    seed: int | None  # open dice: anybody can predict them
    waiting: tuple[str, ...]  # the seats whose share in the dice is still to come; the game begins with the last
    left: int  # games of this scenario begun here with guests before this one, and not finished
    draw: str  # the side whose offer of a draw stands
    clock: ClockShown | None
    since: dict[str, str]  # since when each side that is asked has been asked
    undo: str  # the side that asks the others to let it take back its last action
    adjourn: str  # the side that asks to adjourn
    next: str  # the table on which these players play again
    spectators: bool  # whether anybody may look on
    delay: int  # seconds later than the players, in which he sees it


class OrderShown(Shape, frozen=True):
    """An order above the unit, and what has become of it."""

    number: int
    text: str
    since: int  # the turn
    fate: str  # `standing`, `done`, `impossible` or `cancelled`
    ended: int
    why: str
    at: str  # the hex it points at now, if any
    units: tuple[str, ...]  # the counters that obey it


class You(Shape, frozen=True):
    """The recipient."""

    sides: tuple[str, ...]
    side: str
    host: bool
    name: str
    undo: bool
    desk: str  # the desk that the current question belongs to
    links: dict[str, str]
    invited: str  # the side of an invitation that has not been taken up
    orders: tuple[OrderShown, ...]  # that the side shown has given: nobody else hears of them
    settled: dict[str, str]  # its standing answers: the same
    note: str  # what its player has noted for himself
    again: str  # the way to one's seat at the table on which one plays again


class Summary(Shape, frozen=True):
    """How far a game has come, for the list of tables; kept with the table, so that the list opens no game."""

    entries: int = 0
    turn: int = 0
    last_turn: int = 0
    date: str = ""
    phase: str = ""
    asked: tuple[str, ...] = ()
    over: str = ""
    winner: str | None = None
    where: dict[str, tuple[str, ...]] = {}  # side -> the hexes in which everybody sees it
    since: dict[str, str] = {}  # since when each side that is asked has been asked


class Listed(Shape, frozen=True, kw_only=True):
    """A table in the list."""

    id: str
    game: str
    name: str
    scenario: str
    options: tuple[str, ...]
    seats: dict[str, SeatShown]
    created: str
    touched: str
    entries: int
    turn: int
    last_turn: int
    date: str
    phase: str
    asked: tuple[str, ...]
    over: str
    winner: str | None
    where: dict[str, tuple[str, ...]]
    token: str
    yours: tuple[str, ...]  # the sides of whoever asks for his own tables
    trouble: str
    clock: ClockShown | None
    since: dict[str, str]


class Invitation(Shape, frozen=True, kw_only=True):
    """Open seats for whoever comes."""

    id: str
    game: str
    name: str
    scenario: str
    options: tuple[str, ...]
    host: str
    links: dict[str, str]
    created: str
    pace: PaceShown | None


class Made(Shape, frozen=True):
    """A new table."""

    id: str
    url: str
    token: str
    sides: tuple[str, ...]
    links: dict[str, str]


# The game


class SeenView(Shape, frozen=True):
    """A view with its pieces by id."""

    game: str
    scenario: str
    side: str
    turn: int
    last_turn: int
    date: str
    phase: str
    prompt: str
    asked: tuple[str, ...]
    facts: tuple[Fact, ...]
    panels: tuple[Panel, ...]
    battles: tuple[Battle, ...]
    over: str
    winner: str | None
    count: int  # the name of the position
    pieces: dict[str, Piece]

    @classmethod
    def of(cls, view: View, position: int) -> SeenView:
        plain = {name: getattr(view, name) for name in view.__struct_fields__ if name != "pieces"}
        return cls(**plain, count=position, pieces={piece.id: piece for piece in view.pieces})


class Die(Shape, frozen=True):
    purpose: str
    sides: int
    value: int


class Moved(Shape, frozen=True):
    """A piece whose place was seen to change."""

    piece: str
    origin: str = field(name="from")
    to: str
    path: tuple[str, ...]


class LogEntry(Shape, frozen=True):
    n: int
    side: str
    action: str
    lines: tuple[str, ...]
    headings: tuple[
        str, ...
    ]  # where a report of the turn has each line: `moved`, `fought`, `lost`, `taken`, or nowhere
    rolls: tuple[Die, ...]
    moves: tuple[Moved, ...]


class Log(Shape, frozen=True):
    first: int
    entries: tuple[LogEntry, ...]


class LogChange(Shape, frozen=True):
    keep: int
    add: tuple[LogEntry, ...]


class ChatLine(Shape, frozen=True):
    n: int
    speaker: str = field(name="from")
    side: str
    text: str
    at: str
    turn: int = 0  # of the game, in which it was said


class Seen(Shape, frozen=True):
    """All that one seat sees of a table."""

    you: You
    table: Status
    view: SeenView
    offers: tuple[Offer, ...]
    log: Log
    chat: tuple[ChatLine, ...]


class Moment(Shape, frozen=True):
    """A position of the past."""

    id: str
    at: int
    entries: int
    view: SeenView
    log: Log


class LogPart(Shape, frozen=True):
    id: str
    entries: int
    log: Log


class Warned(Shape, frozen=True):
    """What the staff sees coming before a side moves again."""

    text: str
    at: str
    pieces: tuple[str, ...]
    how: tuple[str, ...]
    case: str
    orders: tuple[str, ...]  # what the staff would order instead


class Suggested(Shape, frozen=True):
    """An order that carries a part of the plan out."""

    verb: str
    at: str
    units: tuple[str, ...]


class Named(Shape, frozen=True):
    """Somebody whom an order may name, with the counters that answer to it."""

    name: str
    units: tuple[str, ...]


# Messages


class Answer(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    """A message to a client; those with an id answer the request of that id."""


class Snapshot(Answer, frozen=True, kw_only=True):
    id: Id
    seq: int
    you: You
    table: Status
    view: SeenView
    offers: tuple[Offer, ...]
    log: Log
    chat: tuple[ChatLine, ...]


class Delta(Answer, frozen=True, kw_only=True, omit_defaults=True):
    """What changed; see docs/api.md for how to apply it."""

    seq: int
    view: dict[str, Any] | UnsetType = UNSET
    pieces: dict[str, dict[str, Any]] | UnsetType = UNSET
    gone: tuple[str, ...] | UnsetType = UNSET
    offers: tuple[Offer, ...] | UnsetType = UNSET
    log: LogChange | UnsetType = UNSET
    you: You | UnsetType = UNSET
    table: Status | UnsetType = UNSET


class Played(Answer, frozen=True, kw_only=True):
    id: Id
    entry: int
    count: int


class Undone(Answer, frozen=True, kw_only=True):
    id: Id
    entry: int
    count: int


class Offers(Answer, frozen=True, kw_only=True):
    id: Id
    count: int
    pieces: tuple[str, ...]
    offers: tuple[Offer, ...]


class Able(Answer, frozen=True, kw_only=True):
    id: Id
    count: int
    able: tuple[str, ...]


class Proposed(Answer, frozen=True, kw_only=True):
    id: Id
    count: int
    action: str
    path: tuple[str, ...]


class Forecast(Answer, frozen=True, kw_only=True):
    id: Id
    count: int
    forecast: Odds


class Layers(Answer, frozen=True, kw_only=True):
    id: Id
    count: int
    layers: tuple[Layer, ...]


class Standing(Answer, frozen=True, kw_only=True):
    id: Id
    count: int
    standing: Stood
    calendar: tuple[TurnBox, ...]


class Explained(Answer, frozen=True, kw_only=True, tag="answer"):
    id: Id
    count: int
    answer: Explanation


class Warnings(Answer, frozen=True, kw_only=True):
    id: Id
    count: int
    warnings: tuple[Warned, ...]


class Plan(Answer, frozen=True, kw_only=True):
    id: Id
    count: int
    plan: Intended
    answer: Explanation  # the same in words
    orders: tuple[Suggested, ...]  # that carry it out


class Review(Answer, frozen=True, kw_only=True):
    id: Id
    count: int
    review: Sheet


class Muster(Answer, frozen=True, kw_only=True):
    id: Id
    count: int
    names: tuple[Named, ...]


class Queued(Answer, frozen=True, kw_only=True):
    """No worker is free to think about the request of this id. Its answer follows when one was."""

    request: Id


class Seated(Answer, frozen=True, kw_only=True):
    id: Id
    side: str
    token: str


class Rematch(Answer, frozen=True, kw_only=True):
    """Another table with sides changed: one's token for it, or the link to a seat that is kept for one."""

    id: Id
    table: str
    url: str
    token: str


class Done(Answer, frozen=True, kw_only=True):
    id: Id


class Chat(Answer, frozen=True, kw_only=True):
    line: ChatLine


class RefusedRequest(Answer, frozen=True, kw_only=True, tag="refused"):
    id: Id
    case: str
    why: str


AnyAnswer: TypeAlias = (
    Snapshot
    | Delta
    | Played
    | Undone
    | Offers
    | Able
    | Proposed
    | Forecast
    | Layers
    | Standing
    | Explained
    | Warnings
    | Plan
    | Review
    | Muster
    | Queued
    | Seated
    | Rematch
    | Done
    | Chat
    | RefusedRequest
)

ANSWERS: tuple[type[Answer], ...] = (
    Snapshot, Delta, Played, Undone, Offers, Able, Proposed, Forecast, Layers, Standing, Explained, Warnings,
    Plan, Review, Muster, Queued, Seated, Rematch, Done, Chat, RefusedRequest,
)  # fmt: skip
