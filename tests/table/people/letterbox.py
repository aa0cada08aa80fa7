"""A mail server of the tests' own, which keeps what it is given."""

from __future__ import annotations

import email
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import policy
from email.message import EmailMessage
from typing import Any, cast

from aiosmtpd.controller import Controller

PATIENCE = 60.0  # seconds


class Letterbox:
    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.port = 0

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.letters.append(
            cast(EmailMessage, email.message_from_bytes(envelope.content, policy=cast(Any, policy.default)))
        )
        return "250 taken"

    def waits(self, number: int) -> EmailMessage:
        """The last of so many letters."""
        ends = time.monotonic() + PATIENCE
        while len(self.letters) < number:
            assert time.monotonic() < ends, "a letter did not come"
            time.sleep(0.01)
        return self.letters[-1]

    def link(self, number: int, purpose: str) -> str:
        """The secret in the link of the last letter."""
        text = self.waits(number).get_content()
        line = next(line for line in text.splitlines() if f"/account#{purpose}=" in line)
        return str(line.partition(f"#{purpose}=")[2])


@contextmanager
def letterbox() -> Iterator[Letterbox]:
    box = Letterbox()
    with socket.socket() as free:  # it cannot be asked which port it took
        free.bind(("127.0.0.1", 0))
        box.port = free.getsockname()[1]
    controller = Controller(box, hostname="127.0.0.1", port=box.port, ready_timeout=PATIENCE)
    controller.start()
    try:
        yield box
    finally:
        controller.stop()
