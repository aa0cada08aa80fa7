"""How a request knows its person: the cookie of a session, which no script of a page can read."""

from __future__ import annotations

import hashlib
import re

from starlette.requests import HTTPConnection
from starlette.responses import Response

SECRET = re.compile(r"[A-Za-z0-9_-]{20,100}")
YEAR = 365 * 24 * 3600
# Only a house that is tried out on this machine speaks plain http, where browsers know no cookie of this prefix. One
# with a public address takes no other: a plain cookie may have been set by a neighbour under the same domain.
SECURE, PLAIN = "__Host-sandtable", "sandtable"
THIS_MACHINE = ("127.0.0.1", "localhost", "::1")


def secret_in(asked: HTTPConnection) -> str:
    """The secret of the request's session, or nothing."""
    plain = asked.cookies.get(PLAIN, "") if asked.url.hostname in THIS_MACHINE else ""
    secret = asked.cookies.get(SECURE) or plain
    return secret if SECRET.fullmatch(secret) else ""


def give(response: Response, secret: str, secure: bool) -> None:
    name = SECURE if secure else PLAIN
    response.set_cookie(name, secret, max_age=YEAR, path="/", secure=secure, httponly=True, samesite="lax")


def take_away(response: Response, secure: bool) -> None:
    name = SECURE if secure else PLAIN
    response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="lax")


def kept(secret: str) -> str:
    """As the database knows it: whoever reads that can sign in nowhere."""
    return hashlib.sha256(secret.encode()).hexdigest()
