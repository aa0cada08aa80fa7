"""Positions, the log and the talk as answers tell of them."""

from __future__ import annotations

from msgspec import field

from sandtable.core.offers import Offer
from sandtable.core.views import Battle, Fact, Panel, Piece, View
from sandtable.table.messages.shape import Shape
from sandtable.table.messages.tables import Status, You


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
    line: int  # the line of its entry that tells it, or what came of it


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
    # Of each line that tells a die, the side that threw it; of one that begins a side's turn, that side; else nobody.
    whose: tuple[str, ...]
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
    later: bool  # whether all that can still be prevented in a later phase of its turn


class Suggested(Shape, frozen=True):
    """An order that carries a part of the plan out."""

    verb: str
    at: str
    units: tuple[str, ...]


class Named(Shape, frozen=True):
    """Somebody whom an order may name, with the counters that answer to it."""

    name: str
    units: tuple[str, ...]
