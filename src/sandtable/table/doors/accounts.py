"""The addresses under /api/account. At a table on one's own machine there is nobody behind them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sandtable.core.values import Refusal
from sandtable.table.doors.speech import answer, read_as, read_body
from sandtable.table.house.house import House
from sandtable.table.messages import requests
from sandtable.table.people import cookies
from sandtable.table.people.values import Person

if TYPE_CHECKING:  # they need the packages of a house
    from sandtable.table.people.accounts import Accounts, Entered
    from sandtable.table.people.people import People

Secret = Annotated[str, Meta(max_length=300)]
Name = Annotated[str, Meta(max_length=60)]


class Credentials(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of signing up and signing in."""

    name: Name
    password: Secret


class NewPassword(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    old: Secret
    new: Secret


class Threshold:
    """What all doors for people have in common. `secure`: whether browsers come by https."""

    def __init__(self, house: House, secure: bool) -> None:
        self.house, self._secure = house, secure

    @property
    def people(self) -> People:
        if self.house.people is None:
            raise Refusal("unknown", "this table needs no accounts and has none")
        return self.house.people

    @property
    def accounts(self) -> Accounts:
        return self.people.accounts

    async def person(self, request: Request) -> Person:
        """Whoever is signed in. Raises `Refusal`."""
        _, person = await asyncio.to_thread(self.accounts.signed_in, cookies.secret_in(request))
        return person

    def entered(self, entered: Entered, status: int = 200) -> Response:
        mail = self.people.post is not None
        response = answer({"account": own(entered.person), "mail": mail}, status)
        cookies.give(response, entered.secret, self._secure)
        return response

    def left(self) -> Response:
        response = answer({})
        cookies.take_away(response, self._secure)
        return response


class Doors(Threshold):
    """Coming, going, and the games of a browser."""

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/api/account", self.account),
            Route("/api/account", self.sign_up, methods=["POST"]),
            Route("/api/account/session", self.sign_in, methods=["POST"]),
            Route("/api/account/session", self.sign_out, methods=["DELETE"]),
            Route("/api/account/sessions", self.sessions),
            Route("/api/account/sessions/{session}", self.end_session, methods=["DELETE"]),
            Route("/api/account/password", self.change_password, methods=["POST"]),
            Route("/api/account/claim", self.claim, methods=["POST"]),
        ]

    # Coming and going

    async def account(self, request: Request) -> Response:
        secret = cookies.secret_in(request)
        found = await asyncio.to_thread(self.accounts.session, secret)
        return answer({"account": own(found[1]) if found else None, "mail": self.people.post is not None})

    async def sign_up(self, request: Request) -> Response:
        return self.entered(await self._credentials(request, self.accounts.sign_up), 201)

    async def sign_in(self, request: Request) -> Response:
        return self.entered(await self._credentials(request, self.accounts.sign_in))

    async def _credentials(self, request: Request, enter: Callable[[str, str, str, str], Entered]) -> Entered:
        given = read_as(await read_body(request), Credentials)
        agent = request.headers.get("user-agent", "")
        before = cookies.secret_in(request)
        entered = await asyncio.to_thread(enter, given.name, given.password, address(request), agent)
        if before:  # the browser forgets that session, so nobody could end it
            await asyncio.to_thread(self.accounts.sign_out, before)
        return entered

    async def sign_out(self, request: Request) -> Response:
        await asyncio.to_thread(self.accounts.sign_out, cookies.secret_in(request))
        return self.left()

    # Sessions

    async def sessions(self, request: Request) -> Response:
        def work() -> list[dict[str, Any]]:
            here, person = self.accounts.signed_in(cookies.secret_in(request))
            return [
                {"id": each.id, "created": each.created, "used": each.used, "agent": each.agent,
                 "here": each.id == here.id}
                for each in self.accounts.store.sessions(person.id)
            ]  # fmt: skip

        return answer({"sessions": await asyncio.to_thread(work)})

    async def end_session(self, request: Request) -> Response:
        def work() -> None:
            _, person = self.accounts.signed_in(cookies.secret_in(request))
            if not self.accounts.store.end_session(person.id, request.path_params["session"]):
                raise Refusal("unknown", "there is no such session of yours")

        await asyncio.to_thread(work)
        return answer({})

    async def change_password(self, request: Request) -> Response:
        given = read_as(await read_body(request), NewPassword)
        secret = cookies.secret_in(request)
        await asyncio.to_thread(self.accounts.change_password, secret, given.old, given.new, address(request))
        return answer({})

    # Games

    async def claim(self, request: Request) -> Response:
        held = read_as(await read_body(request), requests.Held).held
        return answer({"claimed": await self.house.adopt(held, (await self.person(request)).who)})


def address(request: Request) -> str:
    return request.client.host if request.client else ""


def own(person: Person) -> dict[str, Any]:
    """An account as its person sees it."""
    return {
        "name": person.name, "created": person.created, "settings": person.settings, "email": person.email,
        "verified": person.verified,
    }  # fmt: skip
