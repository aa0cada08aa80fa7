"""Who may talk to this server: its own pages on this machine; with the door to the local network open, guests there who
have a link to a table.

A page of another site must not reach a server on this machine through the visitor's browser: not by a form or a script
(`Origin`), not by a name that is made to point here (`Host`).
"""

from __future__ import annotations

import ipaddress
import logging
import re
from collections.abc import Mapping

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sandtable.table.messages.answers import Refused
from sandtable.table.messages.text import plain

log = logging.getLogger("sandtable.table")

NAMES = ("127.0.0.1", "localhost")
# Not the list of tables, nor new ones.
FOR_GUESTS = re.compile(r"/t/.|/client/|/invitations$|/api/invitations$|/api/glyphs$|/api/games($|/)|/api/tables/.")
EMBEDDED = "/position.svg"  # what pages of others may show: anybody may look at it, and it holds no secret
SAFE = ("GET", "HEAD", "OPTIONS")
SITES = ("same-origin", "none")


def policy(host: str, public: str = "") -> str:
    """Everything from this server, nothing written into the page itself."""
    sockets = public.replace("http", "ws", 1) or f"ws://{host}"
    return (
        f"default-src 'self'; connect-src 'self' {sockets}; img-src 'self' data: blob:; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


def headers(host: str, public: str = "") -> Mapping[str, str]:
    return {
        "Content-Security-Policy": policy(host, public),
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
    }


def trouble(scope: Scope, lan: str = "", public: str = "") -> str:
    """Why a request is turned away, or nothing. `lan`: the address on the local network, if its door is open; `public`:
    the one address of a house on the internet, which is another than the one its proxy speaks to."""
    asked = Headers(scope=scope)
    if asked.getlist("host") not in [[host] for host in _addresses(scope, lan, public)]:
        return "this server answers to its own address only"
    if lan and not is_here(scope, lan) and not FOR_GUESTS.match(scope["path"]):
        return "guests come in by the link to a table: ask whoever invited you"
    if scope["type"] == "http" and scope["method"] in SAFE:
        return ""
    if asked.getlist("origin") != [public or f"http://{asked['host']}"]:
        return "the request does not come from a page of this server"
    if asked.get("sec-fetch-site", "same-origin") not in SITES:
        return "the request comes from another site"
    return ""


def _addresses(scope: Scope, lan: str, public: str) -> list[str]:
    """What a request may call this server."""
    if public:
        return [public.partition("://")[2]]
    server = scope.get("server")
    names = (*NAMES, lan) if lan else NAMES
    return [f"{name}:{server[1]}" for name in names] if server else []


def is_here(scope: Scope, lan: str) -> bool:
    """Whether a request comes from this very machine."""
    client = scope.get("client")
    return client is not None and (client[0] == lan or ipaddress.ip_address(client[0]).is_loopback)


class SameOrigin:
    """Turns strangers away and gives every answer its headers. `lan` and `public`: see `trouble`."""

    def __init__(self, app: ASGIApp, lan: str = "", public: str = "") -> None:
        self.app, self._lan, self._public = app, lan, public

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        host = Headers(scope=scope).get("host", "")
        why = trouble(scope, self._lan, self._public)
        if why:
            log.warning("refused %s %s: %s", scope["type"], plain(scope["path"], 100), why)
            await _turn_away(scope, send, why)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = MutableHeaders(scope=message)
                for name, value in headers(host, self._public).items():
                    given[name] = value
                if scope["path"].endswith(EMBEDDED):
                    given["Cross-Origin-Resource-Policy"] = "cross-origin"
                given.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, send_with_headers)


async def _turn_away(scope: Scope, send: Send, why: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": why})
        return
    body = msgspec.json.encode(Refused("origin", why))
    kinds = [(b"content-type", b"application/json"), (b"x-content-type-options", b"nosniff")]
    await send({"type": "http.response.start", "status": 403, "headers": kinds})
    await send({"type": "http.response.body", "body": body})
