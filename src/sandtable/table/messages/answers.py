"""What the table says: the shapes of everything on the wire, over HTTP and over the socket."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from sandtable.core.offers import Forecast as Odds
from sandtable.core.offers import Layer, Offer
from sandtable.core.standing import Standing as Stood
from sandtable.core.standing import TurnBox
from sandtable.core.values import Explanation
from sandtable.kit.staff.plan import Plan as Intended
from sandtable.lab.sheet import Sheet
from sandtable.table.messages.positions import ChatLine, Log, LogChange, Named, SeenView, Suggested, Warned
from sandtable.table.messages.requests import Id
from sandtable.table.messages.shape import Shape
from sandtable.table.messages.tables import Status, You


class Refused(Shape, frozen=True):
    """A refusal as it leaves the table."""

    case: str
    why: str


class Answer(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    """A message to a client; those with an id answer the request of that id."""


class Reply(Answer, frozen=True, kw_only=True):
    """The answer to a request."""

    id: Id


class OfPosition(Reply, frozen=True, kw_only=True):
    """An answer that holds for one position only."""

    count: int  # the name of the position


class Snapshot(Reply, frozen=True, kw_only=True):
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


class Played(Reply, frozen=True, kw_only=True):
    entry: int
    count: int


class Undone(Reply, frozen=True, kw_only=True):
    entry: int
    count: int


class Offers(OfPosition, frozen=True, kw_only=True):
    pieces: tuple[str, ...]
    offers: tuple[Offer, ...]


class Able(OfPosition, frozen=True, kw_only=True):
    able: tuple[str, ...]


class Proposed(OfPosition, frozen=True, kw_only=True):
    action: str
    path: tuple[str, ...]


class Forecast(OfPosition, frozen=True, kw_only=True):
    forecast: Odds


class Layers(OfPosition, frozen=True, kw_only=True):
    layers: tuple[Layer, ...]


class Standing(OfPosition, frozen=True, kw_only=True):
    standing: Stood
    calendar: tuple[TurnBox, ...]


class Explained(OfPosition, frozen=True, kw_only=True, tag="answer"):
    answer: Explanation


class Warnings(OfPosition, frozen=True, kw_only=True):
    warnings: tuple[Warned, ...]


class Plan(OfPosition, frozen=True, kw_only=True):
    plan: Intended
    answer: Explanation  # the same in words
    orders: tuple[Suggested, ...]  # that carry it out


class Review(OfPosition, frozen=True, kw_only=True):
    review: Sheet


class Muster(OfPosition, frozen=True, kw_only=True):
    names: tuple[Named, ...]


class Queued(Answer, frozen=True, kw_only=True):
    """No worker is free to think about the request of this id. Its answer follows when one was."""

    request: Id


class Seated(Reply, frozen=True, kw_only=True):
    side: str
    token: str


class Rematch(Reply, frozen=True, kw_only=True):
    """Another table with sides changed: one's token for it, or the link to a seat that is kept for one."""

    table: str
    url: str
    token: str


class Done(Reply, frozen=True, kw_only=True):
    """It is done; there is nothing more to say."""


class Chat(Answer, frozen=True, kw_only=True):
    line: ChatLine


class RefusedRequest(Reply, frozen=True, kw_only=True, tag="refused"):
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
