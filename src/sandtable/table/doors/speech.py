"""Requests read and answers written: what all doors of the server have in common."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from sandtable.core.typed import from_json
from sandtable.core.values import Refusal
from sandtable.table.messages.requests import MESSAGE_BYTES
from sandtable.table.messages.text import plain

BODY = 10.0  # seconds for the body of a request
STATUS = {
    "unknown": 404, "seat": 403, "origin": 403, "account": 403, "closed": 403, "password": 403, "size": 413,
    "method": 405, "fault": 500, "busy": 503,
}  # fmt: skip


Shape = TypeVar("Shape")


def answer(value: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def refusal_answer(refusal: Refusal) -> Response:
    return answer({"case": refusal.case, "why": plain(refusal.why, 500)}, STATUS.get(refusal.case, 400))


def bearer(request: Request) -> str:
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else ""


async def read_body(request: Request, most: int = MESSAGE_BYTES) -> bytes:
    body = bytearray()
    try:
        async with asyncio.timeout(BODY):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    raise Refusal("size", f"a request may have at most {most // 1024} kB")
    except (TimeoutError, ClientDisconnect):  # who hangs up in the middle of it hears no answer
        raise Refusal("message", "the rest of the request did not arrive") from None
    return bytes(body)


def read_as(body: bytes, shape: type[Shape]) -> Shape:
    try:
        return from_json(body, shape)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refusal("message", f"not a request that the table understands: {error}") from None
