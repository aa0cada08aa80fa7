"""Does one job after another: chooses, looks ahead, draws up plans. The same wherever it happens."""

from __future__ import annotations

import gzip
import hashlib
import traceback
from collections.abc import Callable
from typing import Any

from sandtable import bots
from sandtable.core.title import Player, Title
from sandtable.core.values import Refusal
from sandtable.core.views import View
from sandtable.drawing import draw_map
from sandtable.kit.staff.chief import ChiefOfStaff
from sandtable.kit.staff.order_book import read_orders, written
from sandtable.table.thinking.jobs import (
    Answer,
    AnyReply,
    Choose,
    Chosen,
    Draw,
    Drawn,
    Failed,
    Job,
    LookBack,
    LookedBack,
    Paint,
    Painted,
    Perils,
    Refused,
    See,
    Told,
    Warn,
)
from sandtable.table.thinking.lookout import Inquiry, Outpost, looked_back
from sandtable.table.thinking.memory import recalled, remembered

AT_HAND = 16  # players that are kept as they are, so that they need not be read from their memory again
PACKED = 6  # of nine: a picture of a large map to a tenth


class OtherRules(Exception):
    """The job was made under rules that are not here."""


class Thinker:
    """`title` gives a game by its key."""

    def __init__(self, title: Callable[[str], Title[Any]]) -> None:
        self._title = title
        self._players: dict[bytes, Player] = {}  # by what they remember

    def do(self, job: Job) -> AnyReply:
        """Never raises: what goes wrong is a reply, too."""
        try:
            return self._done(job)
        except Refusal as refusal:
            return Refused(refusal.case, refusal.why)
        except Exception as error:
            return Failed(f"{type(error).__name__}: {error}", "".join(traceback.format_exception(error)))

    def _done(self, job: Job) -> AnyReply:
        title = self._title(job.game)
        if title.rules_version != job.rules:
            raise OtherRules(f"{title.name} has rules {title.rules_version} here, not {job.rules}")
        if isinstance(job, LookBack):
            return LookedBack(looked_back(title, job.save))
        if isinstance(job, Paint):
            return Painted(_painted(title, job.view))
        known = title.rules.decode(job.known)
        match job:
            case See():
                return self._seen_to(title, known, job)
            case Choose():
                player = self._player(title, job)
                action = player.choose(known, job.side)
                return Chosen(str(action), self._kept(title, player))
            case Warn():
                return Perils(Outpost(title, known, job.side).warnings())
            case Draw():
                return Drawn(*Outpost(title, known, job.side).plan())
            case Answer():
                return Told(Inquiry(title, known, job.side, job.question).answer())

    def _seen_to(self, title: Title[Any], known: Any, job: See) -> Chosen:
        player = self._player(title, job)
        action, orders = ChiefOfStaff(title, player).answer(known, job.side, read_orders(job.orders), job.desks)
        told = None if action is None else str(action)
        return Chosen(told, self._kept(title, player), written(orders))

    def _player(self, title: Title[Any], job: Choose) -> Player:
        if not job.memory:
            return bots.player(title, job.player, job.seed)
        # Taken away, for what it remembers will be another thing when it has chosen.
        return self._players.pop(_name(job.memory), None) or recalled(title, job.memory)

    def _kept(self, title: Title[Any], player: Player) -> bytes:
        memory = remembered(title, player)
        while len(self._players) >= AT_HAND:
            del self._players[next(iter(self._players))]
        self._players[_name(memory)] = player
        return memory


def _painted(title: Title[Any], view: View) -> bytes:
    drawn = draw_map(title.rules.board(), view, title=title.name)
    return gzip.compress(drawn.encode(), PACKED, mtime=0)


def _name(memory: bytes) -> bytes:
    return hashlib.blake2b(memory, digest_size=16).digest()
