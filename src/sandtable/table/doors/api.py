"""The JSON side of the server: games, boards, rules, tables. Every page has its twin here."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from functools import cached_property
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from sandtable import bots
from sandtable.bots.advice import questions
from sandtable.bots.roster import Roster
from sandtable.core.cases import Case, CaseTable
from sandtable.core.title import Title
from sandtable.core.values import Refusal
from sandtable.drawing.glyphs import glyphs_json
from sandtable.table.doors import connection
from sandtable.table.doors.boards import board_json
from sandtable.table.doors.embedding import framed, to_be_painted
from sandtable.table.doors.lobby import Lobby
from sandtable.table.doors.qr import TooLong, as_svg
from sandtable.table.doors.speech import answer, bearer, read_as, read_body
from sandtable.table.house.house import House
from sandtable.table.live import records, showing
from sandtable.table.live.holder import Holder
from sandtable.table.live.table import LiveTable
from sandtable.table.messages import requests
from sandtable.table.messages.text import plain
from sandtable.table.pace.settling import offered

RECORD_BYTES = 16 * 1024 * 1024  # of a record that is brought along; the longest game we know has five million


class Kept:
    """Something that never changes while the server runs, with its tag."""

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.tag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'

    def answer(self, request: Request) -> Response:
        named = {"ETag": self.tag, "Cache-Control": "no-cache"}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=named)
        return Response(self.body, headers=named, media_type="application/json")


class Api:
    """The addresses under /api."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._lobby = Lobby(house)
        self._boards: dict[str, Kept] = {}
        self._painting = asyncio.Lock()  # one picture after the other: others wait for those who paint, too

    @property
    def routes(self) -> list[Route | WebSocketRoute]:
        return [
            Route("/api/games", self.games),
            Route("/api/games/{game}", self.game),
            Route("/api/games/{game}/board", self.board),
            Route("/api/games/{game}/cases", self.cases),
            Route("/api/games/{game}/cases/{number}", self.case),
            Route("/api/glyphs", self.glyphs),
            Route("/api/tickets", self.ticket, methods=["POST"]),
            Route("/api/key", self.key, methods=["POST"]),
            Route("/api/tables", self.tables),
            Route("/api/tables", self.make, methods=["POST"]),
            Route("/api/invitations", self.invitations),
            Route("/api/qr", self.qr, methods=["POST"]),
            Route("/api/mine", self.mine, methods=["POST"]),
            Route("/api/records", self.take_in, methods=["POST"]),
            Route("/api/tables/{table}", self.table),
            Route("/api/tables/{table}", self.remove, methods=["DELETE"]),
            Route("/api/tables/{table}/replay", self.replay),
            Route("/api/tables/{table}/log", self.log),
            Route("/api/tables/{table}/position.svg", self.picture),
            Route("/api/tables/{table}/record", self.record),
            WebSocketRoute("/api/tables/{table}/socket", self.socket),
        ]

    # Games

    async def games(self, request: Request) -> Response:
        about = [_about(title, self.house.roster) for title in self.house.titles.values()]
        return answer({"games": about, "public": self.house.is_public, "invites": self.house.invites})

    async def game(self, request: Request) -> Response:
        title = self._title(request)
        return answer({
            **_about(title, self.house.roster), "questions": _pairs(questions(title)),
            "first_turn": title.book.guide().first_turn, "interrupts": offered(title),
        })  # fmt: skip

    async def board(self, request: Request) -> Response:
        title = self._title(request)
        if title.key not in self._boards:
            told = await asyncio.to_thread(board_json, title.key, title.rules.board(), title.screen)
            self._boards[title.key] = Kept(told)
        return self._boards[title.key].answer(request)

    async def cases(self, request: Request) -> Response:
        title = self._title(request)
        table, query = title.book.cases(), plain(request.query_params.get("q", ""), 100)
        found = [_case_line(table, case) for case in _search(table, query)]
        return Kept(msgspec.json.encode({"game": title.key, "query": query, "cases": found})).answer(request)

    async def case(self, request: Request) -> Response:
        title, number = self._title(request), request.path_params["number"]
        table = title.book.cases()
        if number not in table:
            raise Refusal("unknown", f"{title.name} has no case '{plain(number, 20)}'")
        numbers = ["", *table.cases, ""]
        here = numbers.index(number)
        told = {
            "game": title.key, **msgspec.to_builtins(table[number]), "rulings": table.rulings_on(number),
            "before": numbers[here - 1], "after": numbers[here + 1],
        }  # fmt: skip
        return Kept(msgspec.json.encode(told)).answer(request)

    async def glyphs(self, request: Request) -> Response:
        return self._glyphs.answer(request)

    @cached_property
    def _glyphs(self) -> Kept:
        return Kept(glyphs_json().encode())

    def _title(self, request: Request) -> Title[Any]:
        return self.house.title(request.path_params["game"])

    # The owner

    async def ticket(self, request: Request) -> Response:
        return answer({"ticket": self.house.tickets.ticket(bearer(request))}, 201)

    async def key(self, request: Request) -> Response:
        return answer({"key": self.house.tickets.redeem(read_as(await read_body(request), requests.Ticket).ticket)})

    # Tables

    async def tables(self, request: Request) -> Response:
        owner = self.house.tickets.is_owner(bearer(request))
        return answer({"tables": await asyncio.to_thread(self.house.listing.listed, owner)})

    async def make(self, request: Request) -> Response:
        if self.house.is_public:
            self.house.maker.strangers.take(request.client.host if request.client else "")
        wish = read_as(await read_body(request), requests.NewTable)
        return answer(await asyncio.to_thread(self.house.maker.make, wish, await self.house.visitor(request)), 201)

    async def invitations(self, request: Request) -> Response:
        return answer(
            {"invitations": await asyncio.to_thread(self._lobby.invitations, await self.house.visitor(request))}
        )

    async def qr(self, request: Request) -> Response:
        text = read_as(await read_body(request), requests.Code).text
        try:
            return answer({"svg": await asyncio.to_thread(as_svg, text)})
        except TooLong as error:
            raise Refusal("size", str(error)) from None

    async def mine(self, request: Request) -> Response:
        held = read_as(await read_body(request), requests.Held).held
        who = await self.house.visitor(request)
        return answer({"tables": await asyncio.to_thread(self._lobby.mine, held, who)})

    async def take_in(self, request: Request) -> Response:
        record = await read_body(request, RECORD_BYTES)
        return answer(await self.house.opening(self.house.maker.take_in, record), 201)

    async def remove(self, request: Request) -> Response:
        await self.house.remove(request.path_params["table"], bearer(request), await self.house.visitor(request))
        return answer({})

    async def table(self, request: Request) -> Response:
        room = await self.house.room(request.path_params["table"])
        around = room.around()
        return await self._seen(request, lambda table, holder: showing.everything(table, holder, around)[1])

    async def replay(self, request: Request) -> Response:
        at = _number(request, "at")
        return await self._seen(request, lambda table, holder: showing.moment_of(table, holder, at))

    async def log(self, request: Request) -> Response:
        first, last = _number(request, "from"), _number(request, "to")
        return await self._seen(request, lambda table, holder: showing.log_part(table, holder, first, last))

    async def picture(self, request: Request) -> Response:
        """A position as a spectator sees it, whoever asks: for pages of others."""
        at = _number(request, "at")
        room = await self.house.room(request.path_params["table"])
        anybody = room.table.holder("")
        seen = await room.run(lambda: showing.moment_of(room.table, anybody, at).view)
        async with self._painting:
            return framed(await room.paint(to_be_painted(room.table.title, seen)), request)

    async def record(self, request: Request) -> Response:
        return await self._seen(request, lambda table, holder: records.record_for(table, holder))

    async def _seen(self, request: Request, look: Callable[[LiveTable, Holder], Any]) -> Response:
        """What the holder of the request's token sees of the table."""
        room = await self.house.room(request.path_params["table"])
        holder = room.table.holder(bearer(request), await self.house.visitor(request))
        found = await room.run(look, room.table, holder)
        return await asyncio.to_thread(answer, found)  # a long record is a megabyte

    async def socket(self, socket: WebSocket) -> None:
        await connection.serve(socket, self.house)


def _number(request: Request, name: str) -> int | None:
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise Refusal("message", f"{name} is the number of an entry")
    return int(text)


def _pairs(texts: Any) -> list[dict[str, str]]:
    return [{"key": key, "text": text} for key, text in texts.items()]


def _about(title: Title[Any], roster: Roster) -> dict[str, Any]:
    return {
        "key": title.key, "name": title.name, "rules": title.rules_version, "sides": title.sides,
        "scenarios": _scenarios(title), "options": _pairs(title.options), "players": roster.names(title),
        "opponent": bots.suggested(title), "introduction": title.book.guide().introduction,
        "card": title.book.guide().card, "hides": title.sight.hides, "desks": _pairs(title.staff.desks),
    }  # fmt: skip


def _scenarios(title: Title[Any]) -> list[dict[str, Any]]:
    """Each by its name, with what it is, how long it takes and how hard it is."""
    cards = {key: msgspec.to_builtins(title.book.guide().scenario(key)) for key in title.scenarios}
    return [{"key": key, "text": text, **cards[key]} for key, text in title.scenarios.items()]


def _search(table: CaseTable, query: str) -> list[Case]:
    if not query:
        return list(table)
    words = {case.number for case in table.search(query)}
    return [case for case in table if case.number in words or case.number.startswith(query)]


def _case_line(table: CaseTable, case: Case) -> dict[str, Any]:
    return {
        "number": case.number, "title": case.title, "summary": case.summary, "kind": case.kind,
        "rulings": len(table.rulings_on(case.number)),
    }  # fmt: skip
