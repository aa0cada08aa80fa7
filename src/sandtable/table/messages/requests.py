"""What a client may say. Every message is checked as it is read: unknown fields and overlong texts are refused."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from sandtable.table.pace.clock import Pace

MESSAGE_BYTES = 16 * 1024

Id: TypeAlias = int | Annotated[str, Meta(max_length=40)]
Short: TypeAlias = Annotated[str, Meta(max_length=200)]
Army: TypeAlias = Annotated[tuple[Short, ...], Meta(max_length=1000)]
Posts: TypeAlias = Annotated[
    tuple[Annotated[tuple[Short, ...], Meta(min_length=1, max_length=20)], ...], Meta(max_length=20)
]
Pieces: TypeAlias = Annotated[tuple[Short, ...], Meta(max_length=100)]


class Request(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    id: Id = 0


class Join(Request, frozen=True, kw_only=True):
    token: Short = ""


class Snapshot(Request, frozen=True, kw_only=True):
    pass


class Play(Request, frozen=True, kw_only=True):
    action: Annotated[str, Meta(max_length=2000)]
    count: int
    side: Short = ""


class Undo(Request, frozen=True, kw_only=True):
    count: int | None = None


class Offers(Request, frozen=True, kw_only=True):
    pieces: Pieces = ()


class Able(Request, frozen=True, kw_only=True):
    pieces: Pieces


class Propose(Request, frozen=True, kw_only=True):
    pieces: Pieces
    at: Short = ""


class Forecast(Request, frozen=True, kw_only=True):
    pieces: Pieces


class Layers(Request, frozen=True, kw_only=True):
    pass


class Standing(Request, frozen=True, kw_only=True):
    """What counts for victory, who is ahead, and the turn track."""


class Ask(Request, frozen=True, kw_only=True):
    question: Annotated[str, Meta(max_length=500)]


class Duties(Request, frozen=True, kw_only=True):
    """What the side leaves undone if the phase ends now: the warnings that nobody has to look ahead for. `idle`: who
    could still act and was not told to stay, as far as the page knows."""

    idle: Army = ()


class Warnings(Request, frozen=True, kw_only=True):
    """What the staff warns of before the phase ends."""


class Plan(Request, frozen=True, kw_only=True):
    """What the staff would do with the side's turn."""


class Review(Request, frozen=True, kw_only=True):
    """A finished game looked back on: how much of it was luck."""


class Muster(Request, frozen=True, kw_only=True):
    """Whom an order above the unit may name."""


class Chat(Request, frozen=True, kw_only=True):
    text: Annotated[str, Meta(max_length=500)]


class Name(Request, frozen=True, kw_only=True):
    name: Annotated[str, Meta(max_length=40)]


class Claim(Request, frozen=True, kw_only=True):
    side: Short


class Promise(Request, frozen=True, kw_only=True):
    """The hash of the sender's share in the dice."""

    promise: Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]


class Share(Request, frozen=True, kw_only=True):
    """The share itself, when everybody has promised his."""

    share: Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]


class Reissue(Request, frozen=True, kw_only=True):
    """A new link for a guest's seat; the old one and its token no longer work, and everybody is told."""

    side: Short


class Delegate(Request, frozen=True, kw_only=True):
    """Which desks of the holder's sides a machine runs from now on."""

    desks: Annotated[tuple[Short, ...], Meta(max_length=20)] = ()


class Appoint(Request, frozen=True, kw_only=True):
    """A seat beside one's own for somebody who is to decide at these desks of a side that one commands."""

    desks: Annotated[tuple[Short, ...], Meta(min_length=1, max_length=20)]
    side: Short = ""


class Hand(Request, frozen=True, kw_only=True):
    """Let another of the side decide at a desk from now on; nobody named: its commander."""

    desk: Short
    to: Annotated[int, Meta(ge=0, le=2**31)] = 0
    side: Short = ""


class Dismiss(Request, frozen=True, kw_only=True):
    """Take the seat of a comrade away, or leave one's own; its desks are the commander's again."""

    comrade: Annotated[int, Meta(ge=0, le=2**31)]
    side: Short = ""


class Order(Request, frozen=True, kw_only=True):
    """What units or formations are to do from now on, until it is done, impossible or cancelled."""

    order: Annotated[str, Meta(max_length=2000)]


class Cancel(Request, frozen=True, kw_only=True):
    """Take an order back."""

    number: int


class Relieve(Request, frozen=True, kw_only=True):
    """Let a machine play one of the holder's sides from now on, or play it oneself again."""

    side: Short
    machine: bool = True


class Settle(Request, frozen=True, kw_only=True):
    """Answer a kind of question once and for all; `ask`: ask me again."""

    question: Short
    choice: Short


class Accord(Request, frozen=True, kw_only=True):
    """Ask the other side to let one take back, or to adjourn; or answer that."""

    matter: Literal["undo", "adjourn"]
    word: Literal["ask", "grant", "refuse", "withdraw"]


class Resume(Request, frozen=True, kw_only=True):
    """Play on after an adjournment."""


class Rematch(Request, frozen=True, kw_only=True):
    """Play again with sides changed, when the game is over."""


class Note(Request, frozen=True, kw_only=True):
    """Something noted for oneself; nobody else reads it."""

    text: Annotated[str, Meta(max_length=2000)]


class Away(Request, frozen=True, kw_only=True):
    """Absent for so many days, out of those that were agreed; none: back again."""

    days: Annotated[float, Meta(ge=0, le=366)]


class Speed(Request, frozen=True, kw_only=True):
    delay: Annotated[float, Meta(ge=0, le=10)]


class Pause(Request, frozen=True, kw_only=True):
    paused: bool = True


class Step(Request, frozen=True, kw_only=True):
    pass


AnyRequest: TypeAlias = (
    Join
    | Snapshot
    | Play
    | Undo
    | Offers
    | Able
    | Propose
    | Forecast
    | Layers
    | Standing
    | Ask
    | Duties
    | Warnings
    | Plan
    | Review
    | Muster
    | Chat
    | Name
    | Claim
    | Promise
    | Share
    | Reissue
    | Delegate
    | Appoint
    | Hand
    | Dismiss
    | Order
    | Cancel
    | Relieve
    | Settle
    | Accord
    | Resume
    | Rematch
    | Note
    | Away
    | Speed
    | Pause
    | Step
)

REQUESTS: tuple[type[Request], ...] = (
    Join, Snapshot, Play, Undo, Offers, Able, Propose, Forecast, Layers, Standing, Ask, Duties, Warnings, Plan, Review,
    Muster, Chat, Name, Claim, Promise, Share, Reissue, Delegate, Appoint, Hand, Dismiss, Order, Cancel, Relieve,
    Settle, Accord, Resume, Rematch, Note, Away, Speed, Pause, Step,
)  # fmt: skip


class BadMessage(ValueError):
    """A frame that is not a message, in one line; with the id by which its sender waits for an answer, if any."""

    def __init__(self, why: str, request: Id = 0) -> None:
        super().__init__(f"not a message of this table: {why}")
        self.request = request


class _Numbered(msgspec.Struct, frozen=True):
    id: Id = 0


_decoder: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)
_numbers: msgspec.json.Decoder[_Numbered] = msgspec.json.Decoder(_Numbered)
_UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)


def read(frame: str) -> AnyRequest:
    try:
        return _decoder.decode(frame)
    except _UNREADABLE as error:
        raise BadMessage(str(error), _id_of(frame)) from None


def _id_of(frame: str) -> Id:
    try:
        return _numbers.decode(frame).id
    except _UNREADABLE:
        return 0


class Ticket(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request for the owner's key."""

    ticket: Short


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request for a new table."""

    game: Short
    scenario: Short = ""
    options: Annotated[tuple[Short, ...], Meta(max_length=50)] = ()
    seats: Annotated[dict[Short, Short], Meta(max_length=20)] = {}
    name: Annotated[str, Meta(max_length=40)] = ""
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    invite: bool = False  # whoever comes to the lobby may take the open seats
    pace: Pace | None = None  # what is agreed about time
    challenge: Annotated[str, Meta(max_length=60)] = ""  # the open seats are kept for the person of this name
    spectators: bool = True  # whether anybody may look on
    delay: Annotated[int, Meta(ge=0, le=7 * 86_400)] = 0  # seconds later than the players, in which he sees it
    comrades: Annotated[dict[Short, Posts], Meta(max_length=20)] = {}  # who is to share the maker's sides: their desks


class Code(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request for a QR code."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]


class Held(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request for one's own tables: the tokens that a browser has, by table."""

    held: Annotated[dict[Short, Short], Meta(max_length=200)]
