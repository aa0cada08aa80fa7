"""Reading JSON, TOML and plain values as a type of ours, one thread at a time.

msgspec makes its plan of a type when the type is first read, and shows the plan to other threads before it is whole:
two threads that read a type for the first time together end the process with a segmentation fault. The table's machines
think in threads, and each game reads its data when it is first asked.
"""

from __future__ import annotations

from threading import RLock
from typing import TypeVar

import msgspec

Shape = TypeVar("Shape")

_ONE_AT_A_TIME = RLock()  # reentrant: checking a value may read another


def from_json(data: bytes | str, shape: type[Shape]) -> Shape:
    with _ONE_AT_A_TIME:
        return msgspec.json.decode(data, type=shape)


def from_toml(data: bytes | str, shape: type[Shape]) -> Shape:
    with _ONE_AT_A_TIME:
        return msgspec.toml.decode(data, type=shape)


def from_plain(values: object, shape: type[Shape]) -> Shape:
    """From dictionaries, lists, text and numbers."""
    with _ONE_AT_A_TIME:
        return msgspec.convert(values, shape)
