"""More addresses for people: letters, taking one's data along or away, blocking, reporting, and what the host says."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sandtable.core.values import Refusal
from sandtable.table.doors.accounts import Name, Secret, Threshold, address
from sandtable.table.doors.speech import answer, read_as, read_body
from sandtable.table.people import cookies

if TYPE_CHECKING:
    from sandtable.table.people.mail import Letter


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Of a request."""


class Address(Body, frozen=True):
    email: Annotated[str, Meta(max_length=300)]
    password: Secret


class Named(Body, frozen=True):
    name: Name


class Proved(Body, frozen=True):
    secret: Secret


class Reset(Body, frozen=True):
    secret: Secret
    password: Secret


class Leaving(Body, frozen=True):
    password: Secret


class Reported(Body, frozen=True):
    name: Name
    text: Annotated[str, Meta(max_length=500)]
    table: Annotated[str, Meta(max_length=60)] = ""


class OwnDoors(Threshold):
    @property
    def routes(self) -> list[Route]:
        return [
            Route("/api/account", self.leave, methods=["DELETE"]),
            Route("/api/account/email", self.set_email, methods=["POST"]),
            Route("/api/account/verify", self.verify, methods=["POST"]),
            Route("/api/account/forgotten", self.forgotten, methods=["POST"]),
            Route("/api/account/reset", self.reset, methods=["POST"]),
            Route("/api/account/export", self.export),
            Route("/api/account/blocks", self.blocks),
            Route("/api/account/blocks", self.block, methods=["POST"]),
            Route("/api/account/blocks", self.unblock, methods=["DELETE"]),
            Route("/api/reports", self.report, methods=["POST"]),
            Route("/api/notices", self.notices),
        ]

    # Letters

    async def set_email(self, request: Request) -> Response:
        given = read_as(await read_body(request), Address)
        if given.email:
            self._check_post()
        secret = cookies.secret_in(request)
        letter = await asyncio.to_thread(
            self.people.letters.set_email, secret, given.password, given.email, address(request)
        )
        self._post(letter)
        return answer({})

    async def verify(self, request: Request) -> Response:
        given = read_as(await read_body(request), Proved)
        await asyncio.to_thread(self.people.letters.verify, given.secret)
        return answer({})

    async def forgotten(self, request: Request) -> Response:
        given = read_as(await read_body(request), Named)
        self._check_post()
        self._post(await asyncio.to_thread(self.people.letters.forgotten, given.name, address(request)))
        return answer({})

    async def reset(self, request: Request) -> Response:
        given = read_as(await read_body(request), Reset)
        agent = request.headers.get("user-agent", "")
        return self.entered(await asyncio.to_thread(self.people.letters.reset, given.secret, given.password, agent))

    def _check_post(self) -> None:
        if self.people.post is None:
            raise Refusal("unknown", "this house sends no letters")

    def _post(self, letter: Letter | None) -> None:
        if letter is not None and self.people.post is not None:
            self.people.post.later(letter)

    # One's data

    async def export(self, request: Request) -> Response:
        person = await self.person(request)

        def work() -> bytes:
            blocked = self.people.neighbours.blocked(person.id)
            return msgspec.json.format(msgspec.json.encode(self.people.belongings.export(person, blocked)))

        named = {"Content-Disposition": 'attachment; filename="sandtable-account.json"'}
        return Response(await asyncio.to_thread(work), headers=named, media_type="application/json")

    async def leave(self, request: Request) -> Response:
        from sandtable.table.house.parting import part  # it needs the packages of a house

        given = read_as(await read_body(request), Leaving)
        people, secret = self.people, cookies.secret_in(request)
        _, person = await asyncio.to_thread(people.accounts.prove, secret, given.password, address(request))
        await part(self.house, people, person)
        return self.left()

    # Others

    async def blocks(self, request: Request) -> Response:
        person = await self.person(request)
        return answer({"blocked": await asyncio.to_thread(self.people.neighbours.blocked, person.id)})

    async def block(self, request: Request) -> Response:
        given = read_as(await read_body(request), Named)
        await asyncio.to_thread(self.people.neighbours.block, await self.person(request), given.name)
        return answer({}, 201)

    async def unblock(self, request: Request) -> Response:
        given = read_as(await read_body(request), Named)  # a name in the address would stand in the journal
        await asyncio.to_thread(self.people.neighbours.unblock, await self.person(request), given.name)
        return answer({})

    async def report(self, request: Request) -> Response:
        given = read_as(await read_body(request), Reported)
        person = await self.person(request)
        await asyncio.to_thread(self.people.neighbours.report, person, given.name, given.table, given.text)
        return answer({}, 201)

    async def notices(self, request: Request) -> Response:
        """At a table on one's own machine there is nobody to say anything."""
        people = self.house.people
        found = await asyncio.to_thread(people.neighbours.notices) if people else []
        return answer({"notices": [{"id": name, "text": text, "at": at} for name, text, at in found]})
