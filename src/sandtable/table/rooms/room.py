"""The room around an open table: who is connected, whose machine is at work, and that everybody hears of changes."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from concurrent.futures import Future as ConcurrentFuture
from contextlib import suppress
from typing import Any, ParamSpec, Protocol, TypeVar

from sandtable.bots.roster import Roster
from sandtable.core.values import Refusal
from sandtable.table.live import playing
from sandtable.table.live.desks import place
from sandtable.table.live.holder import Holder
from sandtable.table.live.showing import Around
from sandtable.table.live.table import LiveTable, Lost, Overtaken
from sandtable.table.messages.answers import Chat
from sandtable.table.messages.tables import Machines
from sandtable.table.people.visits import AT_HOME, Visit
from sandtable.table.rooms.company import Company, Present
from sandtable.table.rooms.machines import Crew, Errand, Thought
from sandtable.table.rooms.mishaps import Mishaps
from sandtable.table.rooms.tally import Tally
from sandtable.table.rooms.waiting import SLOW, Watch, awaited, drop
from sandtable.table.stores.base import Busy, StoreError, Taken
from sandtable.table.thinking.jobs import AnyReply, Failed, Job, Paint, Painted, Refused, ThoughtFailed
from sandtable.table.thinking.pool import Pool

log = logging.getLogger("sandtable.table")

P = ParamSpec("P")
R = TypeVar("R")

WATCHING_DELAY = 0.5  # seconds between the actions of machines when only machines play
SILENCE = 50  # entries between two notices about a machine that fails
AGAIN = 1.0  # seconds until a machine tries again to write what it does
LEASE = 8.0  # seconds for which no other server lets the machines of this table think
STAND_IN = (
    "The machine that plays for {side} failed at a decision. Another choice was made for it, and the game goes on."
)
THOUGHT_OUT = "Machines have thought for you as long as this house allows in a short time. They go on in a while."
STUCK = "The machine that is to move can do nothing here, and the machines pause. Its fault is in the log of the table."


class Guest(Protocol):
    """A connection as the room knows it."""

    holder: Holder
    visit: Visit

    def stir(self) -> None:
        """Something changed: look."""

    def hear(self, message: Chat) -> None: ...

    def dismiss(self) -> None:
        """The table is to be reopened: connect again."""


class Room:
    """One open table and its guests. Whatever touches the table takes its turn under the lock, in a thread."""

    def __init__(
        self,
        table: LiveTable,
        pool: Pool,
        threads: Executor,
        forget: Callable[[str], None],
        mishaps: Mishaps | None = None,
        roster: Roster | None = None,
        tally: Tally | None = None,
    ) -> None:
        self.table, self.tally = table, tally or Tally()
        self.crew = Crew(table, mishaps or Mishaps(None), roster or Roster(), pool, threads)
        self.guests: set[Guest] = set()
        self.company = Company(table.store, table.row.id, self._present, self.stir)
        self.lock = asyncio.Lock()
        self.paused = False
        self.delay = WATCHING_DELAY if len(table.machine_sides) == len(table.row.seats) else 0.0
        self.thinking = ""
        self.queued = False  # whether it waits for a worker to be free
        self.lost = False
        self._steps = 0
        self._spread = table.chat[-1].n if table.chat else 0  # the last line of talk that everybody heard
        self._pool = pool
        self._forget = forget
        self._changed = asyncio.Event()
        self._told_of: dict[str, int] = {}
        self._runner: asyncio.Task[None] | None = None
        self._behind = False  # whether a look at what other servers have done is on its way
        self._is_thought_out = False  # whether everybody was told that the machines wait a while

    @property
    def idle(self) -> bool:
        """Whether nobody is here and nothing is under way."""
        return not (self.guests or self.lock.locked() or (self._runner and not self._runner.done()))

    # Turns at the table

    async def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Do something with the table, alone. Who is called away while waiting leaves the work to be finished."""
        return await self._finished(asyncio.create_task(self._alone(work, *args, **kwargs)))

    async def change(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """The same, and everybody hears of it."""
        return await self._finished(asyncio.create_task(self._change(work, *args, **kwargs)))

    async def _finished(self, work: asyncio.Task[R]) -> R:
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            work.add_done_callback(self._note)
            raise
        finally:
            del work  # a refusal knows the frames it passed through: with the work in this one, both would stay

    def _note(self, work: asyncio.Task[Any]) -> None:
        """What became of work whose asker has left: a refusal has nobody to hear it, a fault is still a fault."""
        error = None if work.cancelled() else work.exception()
        if error is not None and not isinstance(error, Refusal | Lost | StoreError):
            log.error("table %s: failed on work whose asker has left", self.table.row.id, exc_info=error)

    async def _change(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        result = await self._alone(work, *args, **kwargs)
        self.stir()
        return result

    async def _alone(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """A table that got ahead of its disk is given up."""
        async with self.lock:
            try:
                return await asyncio.to_thread(work, *args, **kwargs)
            except Busy:
                raise  # nothing was begun
            except Overtaken:
                self.stir()  # the table is another now
                raise
            except (Lost, StoreError) as error:
                if not self.lost:
                    log.error("table %s: %s", self.table.row.id, error, exc_info=error.__cause__)
                    self.give_up()
                raise
            finally:
                self._look_away_from_it()

    def _look_away_from_it(self) -> None:
        """What was worked out to be looked at is kept for as long as somebody is here to look again."""
        if not self.guests:
            self.table.look_away()

    async def catch_up(self) -> None:
        """Another server has changed the table. One look is enough for all changes before it."""
        if self._behind:
            return
        self._behind = True
        try:
            if await self.run(self._caught_up):
                self.stir()
                self.spread()
        except (Lost, StoreError):
            pass  # told and given up already, or looked at again with the next change

    def _caught_up(self) -> bool:
        self._behind = False
        return self.table.catch_up()

    def give_up(self) -> None:
        self.lost = True
        self._forget(self.table.row.id)
        for guest in list(self.guests):
            guest.dismiss()
        self._changed.set()

    async def think(self, job: Job, queued: Callable[[], Awaitable[None]], visit: Visit) -> AnyReply:
        """Work something out that needs no table, where the machines think. Who has to wait until a worker is free is
        told so by `queued`; how long was thought for him, not waited, counts for his `visit`. When he leaves, what
        nobody has begun to think about is given up."""
        reply = await self._asked(job)
        thinking, watch = awaited(reply), Watch(reply)
        try:
            done, _ = await asyncio.wait([thinking], timeout=SLOW)
            if not done and not reply.running():
                await queued()
            await watch.until(thinking)
        finally:
            reply.cancel()
            visit.thought(watch.seconds)
        match await thinking:
            case Refused(case, why):
                raise Refusal(case, why)
            case Failed() as failed:
                raise ThoughtFailed(failed)
            case told:
                return told

    async def paint(self, job: Paint) -> bytes:
        """Where the machines think as well: it would keep everybody else here waiting."""
        match await self.think(job, _nobody_waits, AT_HOME):
            case Painted(picture):
                return picture
            case other:
                raise TypeError(f"a picture was asked for, not {other}")

    async def _asked(self, job: Job) -> ConcurrentFuture[AnyReply]:
        asking = asyncio.ensure_future(asyncio.to_thread(self._pool.think, job))
        try:
            return await asyncio.shield(asking)
        except asyncio.CancelledError:
            asking.add_done_callback(drop)
            raise

    async def take_up(self) -> None:
        """Somebody comes who may have been at the table when its server ended in the middle of something."""
        with suppress(Lost, StoreError):  # told and given up already, or tried again with whoever comes next
            if await self.run(playing.take_up, self.table):
                self.stir()

    # Guests

    def enter(self, guest: Guest) -> None:
        self.guests.add(guest)
        self.stir()
        self.tend()

    def leave(self, guest: Guest) -> None:
        self.guests.discard(guest)
        self.stir()
        if not self.lock.locked():  # else whoever has the table does it when he is done
            self._look_away_from_it()

    def around(self) -> Around:
        everybody = self.company.all()
        return Around(everybody.here, everybody.watchers, Machines(self.thinking, self.queued, self.paused, self.delay))

    def _present(self) -> Present:
        holders = [guest.holder for guest in self.guests]
        here = Counter(place(side, holder.comrade) for holder in holders for side in holder.sides)
        return Present(dict(here), sum(not guest.holder.sides for guest in self.guests))

    def stir(self) -> None:
        self._changed.set()
        for guest in list(self.guests):
            guest.stir()
        self.company.tell()

    def spread(self) -> None:
        """Everybody hears what has been said since."""
        news = [line for line in self.table.chat if line.n > self._spread]
        for guest in list(self.guests):
            for line in news:
                guest.hear(Chat(line=line))
        self._spread = self.table.chat[-1].n if self.table.chat else 0

    async def close(self) -> None:
        self.lost = True
        for guest in list(self.guests):
            guest.dismiss()
        if self._runner is not None:
            self._runner.cancel()
            await asyncio.gather(self._runner, return_exceptions=True)
        async with self.lock:  # what is under way comes to its end, and nothing is begun after it
            self.table.lost = True

    # Machines

    def set_speed(self, delay: float) -> None:
        self.delay = delay
        self.stir()

    def set_paused(self, paused: bool) -> None:
        self.paused = paused
        self._steps = 0
        self.stir()

    def step(self) -> None:
        self._steps += 1
        self._changed.set()

    def tend(self) -> None:
        """Let the machines play, unless they do already."""
        if self._runner is None or self._runner.done():
            self._runner = asyncio.create_task(self._play_machines())
            self._pool.warm_up()

    @property
    def _is_awaited(self) -> bool:
        """Whether somebody is here, or a person who is away waits for a machine's answer."""
        if self.guests:
            return True
        plays = any(seat.kind == "human" for seat in self.table.row.seats.values())
        return plays and not self.paused and bool(self.crew.turn())

    async def _play_machines(self) -> None:
        """While they are awaited: whenever a machine is asked, let it think, play, and rest a little."""
        while self._is_awaited and not self.lost:
            self._changed.clear()
            try:
                side = self.crew.turn()
                if not side or (self.paused and not self._steps):
                    await self._changed.wait()
                elif not self._is_granted():
                    await self._announce_once()
                    await self._wait_a_little()
                elif await self._may_think():
                    await self._play_machine(side)
                else:
                    await self._wait_a_little()
            except Busy:
                await asyncio.sleep(AGAIN)
            except (Lost, StoreError):
                return  # told and given up already
            except Exception as error:
                # They carry on when somebody says so, and nothing that went wrong ends them.
                log.error("table %s: its machines pause", self.table.row.id, exc_info=error)
                self.set_paused(True)
                await self._announce(STUCK)
        if self.table.store.shared:
            await asyncio.to_thread(self.table.store.think_no_more, self.table.row.id)

    def _is_granted(self) -> bool:
        """Whether machines may still think for one of those who are here; where nobody is, for whoever waits."""
        return not self.guests or any(guest.visit.may_let_think() for guest in self.guests)

    async def _announce_once(self) -> None:
        if not self._is_thought_out:
            self._is_thought_out = True
            await self._announce(THOUGHT_OUT)

    async def _may_think(self) -> bool:
        """Machines think on one server at a time; when that one has gone, another goes on."""
        store = self.table.store
        try:
            return not store.shared or await asyncio.to_thread(store.may_think, self.table.row.id, LEASE)
        except Taken:
            return False  # the table was deleted, which this server will hear in a moment

    async def _wait_a_little(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._changed.wait(), LEASE / 4)

    async def _play_machine(self, side: str) -> None:
        stepping = self._steps > 0
        self._steps = max(0, self._steps - 1)
        state = self.table.game.state
        thought = await self._thought(state, side)
        # What a machine was thinking when the pause came is thought through again when they carry on.
        if (stepping or not self.paused) and not await self.change(self.crew.act, state, side, thought):
            await self._tell_of_stand_in(side)
        if not self.paused and self.delay:
            await self._rest()

    async def _tell_of_stand_in(self, side: str) -> None:
        """A machine that keeps failing is not announced every time."""
        now = len(self.table.game.record)
        if now - self._told_of.get(side, -SILENCE) >= SILENCE:
            self._told_of[side] = now
            await self._announce(STAND_IN.format(side=self.table.the(side)))

    async def _announce(self, text: str) -> None:
        """The table itself speaks, to everybody."""
        try:
            await self.run(self.table.announce, text)
            self.spread()
        except (Lost, StoreError) as error:
            log.error("table %s: %s was not written: %s", self.table.row.id, text, error)

    async def _thought(self, state: Any, side: str) -> Thought:
        with self.tally.thought():
            errand = await asyncio.to_thread(self.crew.ask, state, side)
            try:
                await self._waited_for(errand)
                return await asyncio.to_thread(self.crew.thought, errand)
            finally:
                if self.thinking:
                    self.thinking, self.queued = "", False
                    self.stir()

    async def _waited_for(self, errand: Errand) -> None:
        """Everybody sees who takes longer, and whether he thinks or waits for a worker to be free. It counts for those
        who are here, in equal parts."""
        reply, watch = awaited(errand.reply), Watch(errand.reply)
        while not (await asyncio.wait([reply], timeout=SLOW))[0]:
            watch.look()
            seen = errand.side, not errand.reply.running()
            if seen != (self.thinking, self.queued):
                self.thinking, self.queued = seen
                self.stir()
        self._is_thought_out = False
        for guest in list(self.guests):
            guest.visit.thought(watch.seconds / len(self.guests))

    async def _rest(self) -> None:
        """The pause between two actions; a change of speed ends it."""
        delay = self.delay
        ends = asyncio.get_running_loop().time() + delay
        while self.guests and self.delay == delay and not self.paused:
            self._changed.clear()
            left = ends - asyncio.get_running_loop().time()
            if left <= 0:
                return
            try:
                await asyncio.wait_for(self._changed.wait(), left)
            except TimeoutError:
                return


async def _nobody_waits() -> None:
    """Who asks for a picture is told nothing before it is there."""
