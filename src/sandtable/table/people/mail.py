"""Letters to people who wish them: plain text, one address each, through whatever mail server the host names.

`Post.send` waits until the mail server has taken a letter; `Post.later` does not wait, and notes in the journal what
could not be sent. Neither ever writes an address or a text into the journal.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

import aiosmtplib

from sandtable.core.values import Refusal, Value
from sandtable.table.messages.text import plain

log = logging.getLogger("sandtable.table")

ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z][A-Za-z0-9-]{1,62}")
LONGEST = 254
PATIENCE = 20.0  # seconds for the mail server
WAITING = 200  # letters under way; beyond that the house sends no more for a moment
PORTS = {"smtp": 587, "smtps": 465}
SETTING = "SANDTABLE_MAIL"  # a password on a command line would be read by everybody on the machine


class NotSent(Exception):
    """The mail server did not take a letter, in one line without its address."""


class BadMailServer(ValueError):
    """What cannot be the address of a mail server, in one line."""


class MailServer(Value, frozen=True):
    """Where letters go: `smtp://NAME:PASSWORD@HOST:PORT/?from=house@example.org`; `smtps` begins with TLS, `smtp` turns
    to it where the server can."""

    host: str
    port: int
    sender: str
    name: str = ""
    password: str = ""
    tls: bool = False


def mail_server(text: str) -> MailServer:
    """Raises `BadMailServer`."""
    try:
        parts = urlsplit(text)
        port = parts.port or PORTS[parts.scheme]
    except (ValueError, KeyError):
        raise BadMailServer(f"a mail server is named as smtp://HOST:PORT/?from=ADDRESS; see {SETTING}") from None
    sender = unquote(parts.query.removeprefix("from="))
    if not parts.hostname or not parts.query.startswith("from=") or not is_address(sender):
        raise BadMailServer("the name of a mail server ends in ?from= and the address that its letters come from")
    name, password = unquote(parts.username or ""), unquote(parts.password or "")
    return MailServer(parts.hostname, port, sender, name, password, parts.scheme == "smtps")


def named_mail_server() -> MailServer | None:
    """The one that the host has named in the environment, if any. Raises `BadMailServer`."""
    text = os.environ.get(SETTING, "")
    return mail_server(text) if text else None


def is_address(text: str) -> bool:
    return len(text) <= LONGEST and ADDRESS.fullmatch(text) is not None


def checked_address(text: str) -> str:
    """Raises `Refusal`."""
    if not is_address(text):
        raise Refusal("message", "this is no e-mail address")
    return text


class Letter(Value, frozen=True):
    to: str
    subject: str
    text: str
    leave: str = ""  # the address of a page where one can have no more of them


class Post:
    """The way out for letters."""

    def __init__(self, server: MailServer) -> None:
        self._server = server
        self._under_way: set[asyncio.Task[None]] = set()

    async def send(self, letter: Letter) -> None:
        """Raises `NotSent`."""
        server = self._server
        try:
            await aiosmtplib.send(
                self._written(letter), hostname=server.host, port=server.port, username=server.name or None,
                password=server.password or None, use_tls=server.tls, timeout=PATIENCE,
            )  # fmt: skip
        except (aiosmtplib.SMTPException, OSError, ValueError) as error:
            raise NotSent(f"a letter was not taken: {type(error).__name__}") from None

    def _written(self, letter: Letter) -> EmailMessage:
        message = EmailMessage()
        message["From"] = f"Sandtable <{self._server.sender}>"
        message["To"] = checked_address(letter.to)
        message["Subject"] = plain(letter.subject, 150)
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self._server.sender.partition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        if letter.leave:
            message["List-Unsubscribe"] = f"<{letter.leave}>"
        message.set_content(letter.text)
        return message

    def later(self, letter: Letter) -> None:
        """Soon, and nobody waits for it."""
        if len(self._under_way) >= WAITING:
            log.warning("a letter was not sent: too many wait")
            return
        sending = asyncio.get_running_loop().create_task(self._sent(letter))
        self._under_way.add(sending)
        sending.add_done_callback(self._under_way.discard)

    async def _sent(self, letter: Letter) -> None:
        try:
            await self.send(letter)
        except NotSent as error:
            log.warning("%s", error)

    async def close(self) -> None:
        """What is under way comes to its end."""
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=PATIENCE)
