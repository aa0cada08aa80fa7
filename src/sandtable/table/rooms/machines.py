"""The machine players of one table: what they are asked, and what becomes of what they answer. They think elsewhere, on
what their side may know."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from random import Random
from typing import Any

from sandtable.bots import suggested
from sandtable.bots.draws import answer_to_draw
from sandtable.bots.roster import Roster
from sandtable.core.title import Player
from sandtable.core.values import Action, Value
from sandtable.kit.staff.order_book import OrderBook, read_orders, written
from sandtable.table.live import command, playing
from sandtable.table.live.table import LiveTable, Lost, Overtaken
from sandtable.table.rooms.mishaps import Mishaps
from sandtable.table.stores.base import StoreError
from sandtable.table.thinking.jobs import AnyReply, Choose, Chosen, Failed, Refused, See, ThoughtFailed
from sandtable.table.thinking.pool import Pool

CHOICE = 200  # actions among which to look for another when a machine has failed
TRIES = 20  # of these that are tried


class Thought(Value, frozen=True):
    """What a machine wants to do, or what kept it from knowing."""

    action: Action | None
    fault: Exception | None = None
    book: OrderBook | None = None  # the orders it was thought of for, and what has become of them
    orders: OrderBook = ()


class Errand(Value, frozen=True):
    """Something that a machine of this table was asked."""

    state: Any
    side: str
    reply: Future[AnyReply]
    player: str = ""  # who remembers what it comes to
    book: OrderBook | None = None  # of a player who is seen to


class AtALoss(Exception):
    """Nothing that was tried for a machine could be carried out."""


class Crew:
    """The machines that sit at a table. The same table gets the same ones whenever it is opened. Programs of the roster
    are spoken to in `threads`: they think for themselves."""

    def __init__(self, table: LiveTable, mishaps: Mishaps, roster: Roster, pool: Pool, threads: Executor) -> None:
        self.table, self.mishaps, self._roster = table, mishaps, roster
        self._pool, self._threads = pool, threads
        self._memories: dict[tuple[str, str], bytes] = {}  # of whom, by side and name; see `thinking.memory`
        self._programs: dict[tuple[str, str], Player] = {}
        self._stand_in = Random(table.dice.seed("stand-in"))

    def turn(self) -> str:
        """The side whose machine is asked, or nothing: a side that a machine plays, or one whose player has handed it
        the desk this lies on or has given orders."""
        table = self.table
        if table.waiting:
            return ""
        if answering := self._answering():
            return answering
        return next((side for side in table.game.asked if side in table.machine_sides or self._is_seen_to(side)), "")

    def _is_seen_to(self, side: str) -> bool:
        return command.is_delegated(self.table, side) or command.has_orders(self.table, side)

    def _answering(self) -> str:
        """The machine that has been offered a draw."""
        game = self.table.game
        if not game.offered or game.outcome is not None:
            return ""
        return next((side for side in self.table.machine_sides if side != game.offered), "")

    # Thinking

    def choose(self, state: Any, side: str) -> Thought:
        """Ask, and wait for the answer."""
        return self.thought(self.ask(state, side))

    def ask(self, state: Any, side: str) -> Errand:
        """Give a machine of this side something to think about."""
        book = None if side in self.table.machine_sides else self.table.books[side]
        try:
            if side == self._answering():
                return Errand(state, side, _known(Chosen(str(answer_to_draw(self.table.game, side)))), book=None)
            if book is not None:
                return self._seeing_to(state, side, book)
            name = self.table.row.seats[side].bot or suggested(self.table.title)
            if self._roster.is_program(self.table.title, name):
                return Errand(state, side, self._threads.submit(self._program_asked, name, state, side))
            return Errand(state, side, self._pool.think(self._choice(state, side, name)), name)
        except StoreError:
            raise  # jobs for other machines go through the database
        except Exception as error:
            failed: Future[AnyReply] = Future()
            failed.set_exception(error)
            return Errand(state, side, failed, book=book)

    def _choice(self, state: Any, side: str, name: str) -> Choose:
        title = self.table.title
        known = title.rules.encode(title.sight.observe(state, side))
        return Choose(
            game=title.key, rules=title.rules_version, known=known, side=side, player=name,
            seed=self.table.dice.seed(side, name), memory=self._memories.get((side, name), b""),
        )  # fmt: skip

    def _seeing_to(self, state: Any, side: str, book: OrderBook) -> Errand:
        """What a player's staff does for him; it comes to no action where the decision is his own."""
        title, name, chief = self.table.title, suggested(self.table.title), "chief of staff"
        known = title.rules.encode(title.sight.observe(state, side))
        job = See(
            game=title.key, rules=title.rules_version, known=known, side=side, player=name,
            seed=self.table.dice.seed(side, name), memory=self._memories.get((side, chief), b""),
            orders=written(book), desks=command.desks_of(self.table, side),
        )  # fmt: skip
        return Errand(state, side, self._pool.think(job), chief, book)

    def _program_asked(self, name: str, state: Any, side: str) -> AnyReply:
        if (side, name) not in self._programs:
            seed = self.table.dice.seed(side, name)
            self._programs[side, name] = self._roster.player(self.table.title, name, seed)
        return Chosen(str(self._programs[side, name].choose(self.table.title.sight.observe(state, side), side)))

    def thought(self, errand: Errand) -> Thought:
        """What an errand has come to; waits for it."""
        book = errand.book
        try:
            match errand.reply.result():
                case Chosen(action, memory, orders):
                    if errand.player:
                        self._memories[errand.side, errand.player] = memory
                    found = None if action is None else self.table.game.read(action)
                    return Thought(found, None, book, () if book is None else read_orders(orders))
                case Failed() as failed:
                    raise ThoughtFailed(failed)
                case Refused(case, why):
                    raise ThoughtFailed(Failed(f"refused ({case}): {why}"))
                case other:
                    raise ThoughtFailed(Failed(f"an answer to another question: {type(other).__name__}"))
        except Exception as error:
            # It begins anew at the next decision, in case it was what it remembers that it failed at.
            self._memories.pop((errand.side, errand.player), None)
            return Thought(None, error, book, book or ())

    # Acting

    def act(self, state: Any, side: str, thought: Thought) -> bool:
        """Play what was thought of, unless the position is no longer the one it was thought of for; whether all went
        well. A machine that fails is replaced for this decision by a random choice. Raises `AtALoss`."""
        if self.table.game.state is not state:
            return True
        if thought.fault is not None:
            self.mishaps.keep(self.table, side, "", thought.fault)
        if thought.book is not None and self._is_settled(state, side, thought):
            return True
        if thought.action is not None and self._carried_out(side, thought.action):
            return True
        others, failed = self._listed(state, side), set[type]()
        for _ in range(min(TRIES, len(others))):
            # Where one action fails others like it will: another kind first.
            action = min(others, key=lambda other: type(other) in failed)
            if self._carried_out(side, action):
                return False
            others.remove(action)
            failed.add(type(action))
        raise AtALoss(f"no action that was tried for {side} could be carried out")

    def _is_settled(self, state: Any, side: str, thought: Thought) -> bool:
        """What was ordered is carried out, if it is still ordered; what is left of the decision, or cannot be done, is
        the player's. Only what lies on a desk is not settled by that."""
        if self.table.books[side] != thought.book:
            return True
        if thought.orders != thought.book:
            command.keep_orders(self.table, side, thought.orders)
        if command.is_delegated(self.table, side) and (thought.action is not None or thought.fault is not None):
            return False
        if thought.action is None or not self._carried_out(side, thought.action):
            self.table.left_alone = state
        return True

    def _carried_out(self, side: str, action: Action) -> bool:
        """Whether the position has changed; a fault is kept, as there should be none."""
        before = self.table.game.state
        try:
            playing.act(self.table, side, action)
        except (Lost, StoreError):
            raise
        except Overtaken:
            return True  # by another server's machine, or by a player there
        except Exception as error:
            self.mishaps.keep(self.table, side, str(action), error)
        return self.table.game.state is not before

    def _listed(self, state: Any, side: str) -> list[Action]:
        """Some of what could be done instead, in any order."""
        try:
            decision = self.table.title.rules.asks(state)
            actions = decision.actions(state, side) if decision else ()
            ends = {0, len(actions) - 1} if actions else set()  # doing nothing is often the first or the last
            some = self._stand_in.sample(range(len(actions)), min(CHOICE, len(actions)))
            return [actions[number] for number in dict.fromkeys([*some, *ends])]
        except Exception as error:
            self.mishaps.keep(self.table, side, "", error)
            raise AtALoss(f"no action of {side} can be listed") from error


def _known(reply: AnyReply) -> Future[AnyReply]:
    """A reply for which nobody has to think."""
    known: Future[AnyReply] = Future()
    known.set_result(reply)
    return known
