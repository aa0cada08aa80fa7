"""A socket: what comes in by it is read, what goes out is sent, and how it is closed."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from sandtable.table.messages import answers, requests
from sandtable.table.messages.requests import MESSAGE_BYTES, BadMessage
from sandtable.table.messages.text import plain

TOO_LONG, RESTART, UNREADABLE, WRONG_TOKEN, NO_TABLE, LATE, FULL = 1009, 1012, 4400, 4401, 4404, 4408, 4429
JOINING = 10.0  # seconds from the opening of a socket to its first message


class Closing(Exception):
    """The connection ends: a code and a line."""

    def __init__(self, code: int, why: str = "") -> None:
        super().__init__(why)
        self.code, self.why = code, why


async def first_message(socket: WebSocket) -> requests.Join:
    try:
        async with asyncio.timeout(JOINING):
            message = requests.read(await receive(socket))
    except TimeoutError:
        raise Closing(LATE, "the first message did not arrive") from None
    except BadMessage as error:
        await send(socket, answers.RefusedRequest(id=error.request, case="message", why=plain(str(error), 300)))
        raise Closing(UNREADABLE, "the first message must be join") from None
    if not isinstance(message, requests.Join):
        await send(socket, answers.RefusedRequest(id=message.id, case="message", why="the first message must be join"))
        raise Closing(UNREADABLE, "the first message must be join")
    return message


async def receive(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or 1005)
    text = message.get("text")
    if len(text or message.get("bytes") or "") > MESSAGE_BYTES:
        raise Closing(TOO_LONG, "a message of more than 16 kB")
    if text is None:
        raise BadMessage("a binary frame")
    if len(text.encode("utf-8", "replace")) > MESSAGE_BYTES:
        raise Closing(TOO_LONG, "a message of more than 16 kB")
    return str(text)


async def send(socket: WebSocket, message: answers.Answer) -> None:
    """A closed socket hears nothing."""
    if socket.application_state is not WebSocketState.CONNECTED:
        return
    try:
        await socket.send_text(msgspec.json.encode(message).decode())
    except (RuntimeError, OSError) as error:
        raise WebSocketDisconnect(1006) from error


async def close(socket: WebSocket, code: int, why: str) -> None:
    if socket.application_state is not WebSocketState.CONNECTED:
        return
    with suppress(RuntimeError, OSError, WebSocketDisconnect):
        await socket.close(code, why[:100])
