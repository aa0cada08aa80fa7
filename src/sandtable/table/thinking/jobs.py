"""What a worker is asked and what it answers: plain values, bytes both ways.

A job holds a position as one side may know it, and what that side's machine remembers. There is nothing in it that the
side does not know.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from sandtable.core.values import Explanation, Value
from sandtable.core.views import View
from sandtable.kit.staff.plan import Plan
from sandtable.lab.sheet import Sheet
from sandtable.table.messages.positions import Suggested, Warned


class Asked(Value, frozen=True, tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    """The game and its rules, the position as `Title.encode` writes what may be known, and for whom."""

    game: str
    rules: str
    known: bytes
    side: str


class Choose(Asked, frozen=True, kw_only=True):
    """What a machine player does. Without a memory it is made anew, from its seed."""

    player: str
    seed: int
    memory: bytes = b""


class See(Choose, frozen=True, kw_only=True):
    """What a player's staff does for him: his orders as saves keep them, and the desks he has handed over."""

    orders: tuple[str, ...] = ()
    desks: tuple[str, ...] = ()


class Warn(Asked, frozen=True, kw_only=True):
    """What the side can lose before it moves again."""


class Draw(Asked, frozen=True, kw_only=True):
    """What the staff would do in its place: draw up a plan."""


class Answer(Asked, frozen=True, kw_only=True):
    """A question to the staff, in words."""

    question: str


class LookBack(Value, frozen=True, tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    """The record of a game that is over, in which nothing is hidden any more: how much of it was luck?"""

    game: str
    rules: str
    save: bytes


class Paint(Value, frozen=True, tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    """A position as somebody sees it, as a picture of the map: no thought, but as much work as one."""

    game: str
    rules: str
    view: View


Job: TypeAlias = Choose | See | Warn | Draw | Answer | LookBack | Paint


class Reply(Value, frozen=True, tag=str.lower, forbid_unknown_fields=True):
    """What became of a job."""


class Chosen(Reply, frozen=True):
    """An action in the game's notation, none where the decision is the player's own; and what the machine remembers."""

    action: str | None
    memory: bytes = b""
    orders: tuple[str, ...] = ()  # as they stand now


class Perils(Reply, frozen=True, tag="warnings"):
    warnings: tuple[Warned, ...]


class Drawn(Reply, frozen=True):
    plan: Plan
    orders: tuple[Suggested, ...]


class Told(Reply, frozen=True):
    answer: Explanation


class LookedBack(Reply, frozen=True):
    sheet: Sheet


class Painted(Reply, frozen=True):
    picture: bytes  # SVG, packed as browsers unpack it (gzip)


class Refused(Reply, frozen=True):
    case: str
    why: str


class Failed(Reply, frozen=True):
    """A fault, and where it happened."""

    text: str
    trace: str = ""


AnyReply: TypeAlias = Chosen | Perils | Drawn | Told | LookedBack | Painted | Refused | Failed

_JOBS: msgspec.msgpack.Decoder[Job] = msgspec.msgpack.Decoder(Job)
_REPLIES: msgspec.msgpack.Decoder[AnyReply] = msgspec.msgpack.Decoder(AnyReply)


def packed(message: Job | AnyReply) -> bytes:
    return msgspec.msgpack.encode(message)


def job_in(data: bytes) -> Job:
    """Raises `msgspec.MsgspecError`."""
    return _JOBS.decode(data)


def reply_in(data: bytes) -> AnyReply:
    """Raises `msgspec.MsgspecError`."""
    return _REPLIES.decode(data)


class ThoughtFailed(Exception):
    """A worker failed at a job: a line, and where it happened if that is known."""

    def __init__(self, failed: Failed) -> None:
        super().__init__(f"{failed.text}\n{failed.trace}" if failed.trace else failed.text)
