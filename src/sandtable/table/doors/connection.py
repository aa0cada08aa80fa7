"""One socket: reads requests, answers them in their order, and tells what changed in between."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from msgspec.structs import replace
from starlette.websockets import WebSocket, WebSocketDisconnect

from sandtable.bots.advice import is_for_the_staff
from sandtable.core.values import Refusal
from sandtable.table.doors.questions import consulted
from sandtable.table.doors.sockets import (
    FULL,
    NO_TABLE,
    RESTART,
    UNREADABLE,
    WRONG_TOKEN,
    Closing,
    close,
    first_message,
    receive,
    send,
)
from sandtable.table.doors.staff_work import Look, looked_ahead, looking
from sandtable.table.house.house import House
from sandtable.table.house.limits import limits
from sandtable.table.house.making import Posts
from sandtable.table.house.rematch import posts_again, ways_there, wish_for_another
from sandtable.table.live import agreements, command, desks, flags, playing, seating, sharing, showing
from sandtable.table.live.deltas import delta, kept_entries
from sandtable.table.live.holder import SPECTATOR, Holder
from sandtable.table.live.showing import Around, Shown
from sandtable.table.live.sight import looks_on
from sandtable.table.live.table import THE_TABLE, Lost
from sandtable.table.messages import answers, requests
from sandtable.table.messages.requests import BadMessage
from sandtable.table.messages.tables import Made
from sandtable.table.messages.text import note_of, plain
from sandtable.table.people.values import Who
from sandtable.table.people.visits import AT_HOME
from sandtable.table.rooms.room import Room
from sandtable.table.stores.base import Busy, StoreError

log = logging.getLogger("sandtable.table")


PATIENCE = 10  # unreadable messages in a row
HEARD = 100  # chat lines that wait for a slow socket


async def serve(socket: WebSocket, house: House) -> None:
    """A connection from its opening to its end."""
    await socket.accept()
    name = str(socket.path_params["table"])
    house.sockets += 1
    try:
        if house.sockets > limits().sockets_in_all:
            raise Closing(FULL, "too many connections to this server")
        first = await first_message(socket)
        connection = await _seated(socket, house, name, first, await house.visitor(socket))
        await connection.run(first.id)
    except Closing as end:
        log.info("table %s: socket closed, %d %s", plain(name, 60), end.code, plain(end.why, 300))
        await close(socket, end.code, end.why)
    except WebSocketDisconnect:
        pass
    finally:
        house.sockets -= 1


async def _seated(socket: WebSocket, house: House, name: str, join: requests.Join, who: Who) -> Connection:
    try:
        room = await house.room(name)
    except (Refusal, StoreError) as error:
        why = error.why if isinstance(error, Refusal) else str(error)
        await send(socket, answers.RefusedRequest(id=join.id, case=error.case, why=why))
        raise Closing(RESTART if isinstance(error, Busy) else NO_TABLE, why) from None
    try:
        holder = room.table.holder(join.token, who)
    except Refusal as refusal:
        await send(socket, answers.RefusedRequest(id=join.id, case=refusal.case, why=refusal.why))
        raise Closing(WRONG_TOKEN, refusal.why) from None
    if len(room.guests) >= limits().sockets_at_a_table:
        raise Closing(FULL, "too many connections at this table")
    connection = Connection(socket, room, holder, house.maker.guest_named, house.maker.make_again)
    connection.visit = await house.visit(socket, holder.who, room.table.row)
    room.enter(connection)  # at once, so that a room with a guest on the way is never closed
    return connection


def any_name(name: str) -> str:
    """Where nobody has an account everybody is called as he likes."""
    return plain(name, 40)


class Connection:
    """A guest at a table. `seq` and what was last shown belong to the socket alone."""

    def __init__(
        self,
        socket: WebSocket,
        room: Room,
        holder: Holder,
        guest_named: Callable[[str], str] = any_name,
        make: Callable[[requests.NewTable, Who, Posts], Made] | None = None,
    ) -> None:
        self.socket, self.room, self.holder, self._guest_named = socket, room, holder, guest_named
        self.visit = AT_HOME
        self._make = make  # another table
        self.name = room.table.name(holder)
        self._seq = 0
        self._shown: Shown | None = None
        self._changed = asyncio.Event()
        self._heard: deque[answers.Chat] = deque(maxlen=HEARD)
        self._dismissed = False
        self._out = asyncio.Lock()  # an answer and the change it brings leave in this order
        self._looking: asyncio.Task[None] | None = None  # the staff, for whom nothing waits

    # As the room's guest

    def stir(self) -> None:
        try:
            self.holder = self.room.table.holder(self.holder.secret, self.holder.who)
        except Refusal:
            self.holder = replace(SPECTATOR, who=self.holder.who)  # the link was withdrawn
        self._changed.set()

    def hear(self, message: answers.Chat) -> None:
        if message.line.speaker in self.visit.unheard:
            return
        self._heard.append(message)
        self._changed.set()

    def dismiss(self) -> None:
        self._dismissed = True
        self._changed.set()

    @property
    def _is_welcome(self) -> bool:
        """Who no longer has a seat may stay only where others look on; he is told so when he comes again."""
        holder = self.holder
        return bool(holder.sides or holder.host or holder.invited) or self.room.table.may_be_watched

    # The two halves

    async def run(self, join: requests.Id) -> None:
        reader = asyncio.create_task(self._read(join))
        writer = asyncio.create_task(self._write())
        try:
            await asyncio.wait([reader, writer], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.room.leave(self)
            halves = [half for half in (reader, writer, self._looking) if half is not None]
            for half in halves:
                half.cancel()
            await asyncio.wait(halves)
            self._shown = None  # the halves and their ends refer to each other, and are found as rubbish later
        for half in (reader, writer):
            if not half.cancelled() and (error := half.exception()):
                raise error

    async def _read(self, join: requests.Id) -> None:
        await self.room.take_up()
        async with self._out:
            await self._snapshot(join)
        unreadable = 0
        while True:
            try:
                request = requests.read(await receive(self.socket))
            except BadMessage as error:
                unreadable += 1
                async with self._out:
                    await self._refuse(error.request, "message", str(error))
                if unreadable >= PATIENCE:
                    raise Closing(UNREADABLE, "too many unreadable messages") from None
                continue
            unreadable = 0
            async with self._out:
                await self._answer(request)

    async def _write(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            async with self._out:
                if self._dismissed or not self._is_welcome:
                    raise Closing(RESTART, "connect again")
                while self._heard:
                    await send(self.socket, self._heard.popleft())
                if self._shown is not None:
                    await self._tell_change(self._shown)

    async def _tell_change(self, old: Shown) -> None:
        change, self._shown = await self.room.run(self._change, old, self.room.around())
        if change is not None:
            self._seq += 1
            await send(self.socket, change)

    def _change(self, old: Shown, around: Around) -> tuple[answers.Delta | None, Shown]:
        table, holder = self.room.table, self.holder
        new = showing.look(table, holder, around, self.name)
        keep = kept_entries(old.serials, new.serials)
        return delta(self._seq + 1, old, new, keep, showing.log_part(table, holder, keep, None).log), new

    async def _snapshot(self, request: requests.Id) -> None:
        table, around = self.room.table, self.room.around()
        self._shown, seen = await self.room.run(showing.everything, table, self.holder, around, self.name)
        self._seq = 0
        await send(self.socket, answers.Snapshot(
            id=request, seq=0, you=seen.you, table=seen.table, view=seen.view, offers=seen.offers, log=seen.log,
            chat=tuple(line for line in seen.chat if line.speaker not in self.visit.unheard),
        ))  # fmt: skip

    # Requests

    async def _refuse(self, request: requests.Id, case: str, why: str) -> None:
        why = plain(why, 500)
        self.room.tally.refused(case)
        log.info("table %s: refused %s (%s) %s", self.room.table.row.id, self.holder.sides or "spectator", case, why)
        await send(self.socket, answers.RefusedRequest(id=request, case=case, why=why))

    async def _answer(self, request: requests.AnyRequest) -> None:
        await self._answered(request, self._carry_out(request))

    async def _answered(self, request: requests.AnyRequest, work: Coroutine[Any, Any, None]) -> None:
        """Work on a request to its end, or the refusal of it."""
        try:
            await work
        except Refusal as refusal:
            await self._refuse(request.id, refusal.case, refusal.why)
        except Busy as error:
            await self._refuse(request.id, "busy", str(error))
        except (Lost, StoreError):
            await self._refuse(request.id, "fault", "the table could not be written; nothing was changed")
        except (WebSocketDisconnect, Closing):
            raise
        except Exception:
            log.exception("table %s: failed on %s", self.room.table.row.id, type(request).__name__)
            await self._refuse(request.id, "fault", "the table failed on this; nothing was changed")

    async def _carry_out(self, request: requests.AnyRequest) -> None:
        match request:
            case requests.Join():
                raise Refusal("message", "you have already joined")
            case requests.Snapshot():
                await self._snapshot(request.id)
            case requests.Play() | requests.Undo():
                with self.room.tally.actions.timed():
                    await self._act(request)
            case requests.Order() | requests.Cancel() | requests.Settle():
                await self._command(request)
            case requests.Chat() | requests.Name() | requests.Delegate() | requests.Relieve() | requests.Away():
                await self._talk(request)
            case requests.Appoint() | requests.Hand() | requests.Dismiss():
                await self._share_out(request)
            case requests.Claim() | requests.Promise() | requests.Share() | requests.Reissue():
                await self._sit_down(request)
            case requests.Accord() | requests.Resume() | requests.Rematch() | requests.Note():
                await self._agree(request)
            case requests.Speed() | requests.Pause() | requests.Step():
                await self._conduct(request)
            case requests.Warnings() | requests.Plan() | requests.Review():
                self._look(request)
            case requests.Ask(question=question) if is_for_the_staff(question):
                self._look(request)
            case _:
                told = await self.room.run(lambda: consulted(self.room.table.sight(self.holder.sides), request))
                await send(self.socket, told)

    async def _act(self, request: requests.Play | requests.Undo) -> None:
        table, holder = self.room.table, self.holder

        def work() -> answers.Answer:
            if isinstance(request, requests.Play):
                entry, count = playing.play(table, holder, request.action, request.count, request.side)
                return answers.Played(id=request.id, entry=entry, count=count)
            entry, count = playing.undo(table, holder, request.count)
            return answers.Undone(id=request.id, entry=entry, count=count)

        await send(self.socket, await self.room.change(work))

    def _look(self, request: Look) -> None:
        """One look at a time; it is answered when it is done, and what is asked meanwhile is answered before."""
        if self._looking is not None and not self._looking.done():
            raise Refusal("busy", "the staff is still looking")
        self.visit.may_look()
        self._looking = asyncio.create_task(self._looked(request))

    async def _looked(self, request: Look) -> None:
        with suppress(WebSocketDisconnect):
            await self._answered(request, self._advise(request))

    async def _advise(self, request: Look) -> None:
        sight = self.room.table.sight(self.holder.sides)
        count, job = await self.room.run(lambda: (sight.position, looking(self.room.table, sight, request)))

        async def queued() -> None:
            async with self._out:
                await send(self.socket, answers.Queued(request=request.id))

        told = await self.room.think(job, queued, self.visit)
        async with self._out:
            await send(self.socket, looked_ahead(request.id, count, told))

    async def _command(self, request: requests.Order | requests.Cancel | requests.Settle) -> None:
        table = self.room.table
        if isinstance(request, requests.Order):
            await self.room.change(command.give_order, table, self.holder, request.order)
        elif isinstance(request, requests.Settle):
            await self.room.change(command.settle, table, self.holder, request.question, request.choice)
        else:
            await self.room.change(command.cancel_order, table, self.holder, request.number)
        await send(self.socket, answers.Done(id=request.id))

    async def _talk(
        self, request: requests.Chat | requests.Name | requests.Delegate | requests.Relieve | requests.Away
    ) -> None:
        table = self.room.table
        match request:
            case requests.Chat():
                self.visit.may_talk()
                text = plain(request.text, 500)
                if not text:
                    raise Refusal("message", "there is nothing to say")
                side = table.side(self.holder)
                await self.room.run(table.say, self.name or side or "spectator", side, text)
                self.room.spread()
            case requests.Name():
                if self.holder.who:
                    raise Refusal("name", "your name here is that of your account")
                name = await asyncio.to_thread(self._guest_named, request.name)
                if name.casefold() == THE_TABLE:
                    raise Refusal("message", "that name is the table's own: choose another")
                self.name = name
                await self.room.change(seating.rename, table, self.holder, self.name)
            case requests.Delegate(desks=kept):
                await self.room.change(command.delegate, table, self.holder, kept)
                self.room.spread()
            case requests.Away(days=days):
                await self.room.change(flags.go_away, table, self.holder, days)
                self.room.spread()
            case requests.Relieve(side=side, machine=machine):
                await self.room.change(seating.relieve, table, self.holder, side, machine)
                self.room.spread()
        await send(self.socket, answers.Done(id=request.id))

    async def _share_out(self, request: requests.Appoint | requests.Hand | requests.Dismiss) -> None:
        table, holder = self.room.table, self.holder
        match request:
            case requests.Appoint(desks=wished, side=side):
                await self.room.change(desks.appoint, table, holder, side, wished)
            case requests.Hand(desk=desk, to=to, side=side):
                await self.room.change(desks.hand, table, holder, side, desk, to)
            case requests.Dismiss(comrade=number, side=side):
                await self.room.change(desks.dismiss, table, holder, side, number)
        self.room.spread()
        await send(self.socket, answers.Done(id=request.id))

    async def _agree(self, request: requests.Accord | requests.Resume | requests.Rematch | requests.Note) -> None:
        table = self.room.table
        match request:
            case requests.Accord(matter=matter, word=word):
                await self.room.change(agreements.agree, table, self.holder, matter, word)
            case requests.Resume():
                await self.room.change(agreements.resume_play, table, self.holder)
            case requests.Note(text=text):
                await self.room.change(agreements.note, table, self.holder, note_of(text))
            case requests.Rematch():
                await send(self.socket, await self._another(request))
                return
        self.room.spread()
        await send(self.socket, answers.Done(id=request.id))

    async def _another(self, request: requests.Rematch) -> answers.Rematch:
        """A table with sides changed; whoever asks second is shown the way to the first's."""
        table, holder = self.room.table, self.holder
        if not holder.sides:
            raise looks_on()
        desks.check_commands(table, holder, table.side(holder))
        if not table.row.summary.over or self._make is None:
            raise Refusal("accord", "one plays again when the game is over")
        if table.row.accord.next:
            link = table.row.accord.links.get(holder.sides[0], "")
            return answers.Rematch(id=request.id, table=table.row.accord.next, url=link, token="")
        wish, turned = wish_for_another(table.row, table.title.sides, holder.sides, self.name)
        posts = posts_again(table.row, wish, turned)
        made = await asyncio.to_thread(self._make, wish, holder.who, posts)
        await self.room.change(agreements.play_again, table, made.id, ways_there(table.row, made, turned))
        self.room.spread()
        return answers.Rematch(id=request.id, table=made.id, url=made.url, token=made.token)

    async def _sit_down(self, request: requests.Claim | requests.Promise | requests.Share | requests.Reissue) -> None:
        table = self.room.table
        match request:
            case requests.Claim(side=side):
                self.visit.may_sit()
                self.holder = await self.room.change(seating.claim, table, self.holder, side)
                self.room.stir()  # that this window is here under its new token
                await send(self.socket, answers.Seated(id=request.id, side=side, token=self.holder.secret))
            case requests.Promise(promise=promise):
                await self.room.change(sharing.promise, table, self.holder, promise)
            case requests.Share(share=share):
                await self.room.change(sharing.give_share, table, self.holder, share)
            case requests.Reissue(side=side):
                await self.room.change(seating.reissue, table, self.holder, side)
        if not isinstance(request, requests.Claim):
            await send(self.socket, answers.Done(id=request.id))
        self.room.spread()

    async def _conduct(self, request: requests.Speed | requests.Pause | requests.Step) -> None:
        if not (self.holder.sides or self.holder.host):
            raise looks_on()
        match request:
            case requests.Speed(delay=delay):
                self.room.set_speed(delay)
            case requests.Pause(paused=paused):
                self.room.set_paused(paused)
            case requests.Step():
                self.room.step()
        await send(self.socket, answers.Done(id=request.id))
