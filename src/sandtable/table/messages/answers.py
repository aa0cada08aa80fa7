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
