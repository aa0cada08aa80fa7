"""The addresses under which a person says how he wishes to be told that he is waited for."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sandtable.core.values import Refusal
from sandtable.table.doors.accounts import Threshold
from sandtable.table.doors.speech import answer, read_as, read_body
from sandtable.table.notices.values import Subscription, Wishes
from sandtable.table.people.allowance import Allowance
from sandtable.table.people.limits import limits

if TYPE_CHECKING:
    from sandtable.table.notices.herald import Herald
    from sandtable.table.people.values import Person


class Ended(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    endpoint: Annotated[str, Meta(max_length=500)]


class NoticeDoors(Threshold):
    _trials: Allowance | None = None

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/api/account/notices", self.wishes),
            Route("/api/account/notices", self.set_wishes, methods=["POST"]),
            Route("/api/account/notices/trial", self.trial, methods=["POST"]),
            Route("/api/account/push", self.subscribe, methods=["POST"]),
            Route("/api/account/push", self.unsubscribe, methods=["DELETE"]),
        ]

    @property
    def herald(self) -> Herald:
        herald = self.house.herald
        if herald is None:
            raise Refusal("unknown", "this table needs no accounts and has none")
        return herald

    async def wishes(self, request: Request) -> Response:
        person = await self.person(request)
        return answer(await asyncio.to_thread(self._shown, person))

    def _shown(self, person: Person) -> dict[str, Any]:
        from sandtable.table.notices.herald import subscriptions_of, wishes_of
        from sandtable.table.notices.push import public_key

        return {
            "wishes": wishes_of(person), "browsers": len(subscriptions_of(person)),
            "key": public_key(self.herald.key), "mail": self.herald.people.post is not None and person.verified,
        }  # fmt: skip

    async def set_wishes(self, request: Request) -> Response:
        person = await self.person(request)
        wishes = read_as(await read_body(request), Wishes)
        await asyncio.to_thread(self.herald.set_wishes, person, wishes)
        return answer({})

    async def subscribe(self, request: Request) -> Response:
        person = await self.person(request)
        subscription = read_as(await read_body(request), Subscription)
        await asyncio.to_thread(self.herald.subscribe, person, subscription)
        return answer({}, 201)

    async def unsubscribe(self, request: Request) -> Response:
        person = await self.person(request)
        endpoint = read_as(await read_body(request), Ended).endpoint
        await asyncio.to_thread(self.herald.unsubscribe, person.id, endpoint)
        return answer({})

    async def trial(self, request: Request) -> Response:
        from sandtable.table.notices.herald import wishes_of
        from sandtable.table.notices.words import Message

        person = await self.person(request)
        if self._trials is None:
            self._trials = Allowance(limits().trials, "you have tried this a few times")
        self._trials.take(person.id)
        message = Message("Sandtable: this is how it looks", "You will be told so when a game waits for you.",
                          f"{self.herald.public}/")  # fmt: skip
        return answer({"sent": await self.herald.send(person, wishes_of(person), message)})
