"""Messages on a pipe: the length of each, then its bytes."""

from __future__ import annotations

from typing import IO

LENGTH = 4  # bytes
MOST = 256_000_000  # bytes of a message; a larger one is not a message


class Ended(EOFError):
    """Whoever was at the other end has gone."""


def send(pipe: IO[bytes], data: bytes) -> None:
    """Raises `Ended`."""
    try:
        pipe.write(len(data).to_bytes(LENGTH, "big") + data)
        pipe.flush()
    except (OSError, ValueError) as error:  # broken, or closed on this side
        raise Ended(str(error)) from None


def receive(pipe: IO[bytes]) -> bytes:
    """Raises `Ended`."""
    try:
        length = int.from_bytes(_whole(pipe, LENGTH), "big")
        if length > MOST:
            raise Ended(f"a message of {length} bytes")
        return _whole(pipe, length)
    except (OSError, ValueError) as error:
        raise Ended(str(error)) from None


def _whole(pipe: IO[bytes], length: int) -> bytes:
    data = pipe.read(length)
    if data is None or len(data) < length:
        raise Ended("the other end has gone")
    return data
