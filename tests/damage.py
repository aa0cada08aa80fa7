"""Damage from seeds: what disks, editors and malice do to a file or a message."""

from __future__ import annotations

import json
from random import Random
from typing import Any

ODD: tuple[Any, ...] = (
    None, True, 0, -1, 99, 2**63, 10**400, 1.5, "", "x", "0", "axis", "done", "\x00", "é" * 300, "x" * 5000,
    [], [[]], {}, {"": []}, [None] * 50, "../../etc/passwd", "00" * 32, "-" * 40,
)  # fmt: skip


def damaged(data: bytes, random: Random) -> bytes:
    """The same bytes with one to three kinds of damage done to them."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        data = random.choice(DAMAGES)(data, random)
    return data


def cut_off(data: bytes, random: Random) -> bytes:
    return data[: random.randrange(len(data) + 1)]


def flipped(data: bytes, random: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(random.randint(1, 5) if changed else 0):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def sprinkled(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    return data[:at] + random.randbytes(random.randint(1, 8)) + data[at:]


def torn(data: bytes, random: Random) -> bytes:
    one, two = sorted(random.randrange(len(data) + 1) for _ in range(2))
    return data[:one] + data[two:]


def doubled(data: bytes, random: Random) -> bytes:
    one, two = sorted(random.randrange(len(data) + 1) for _ in range(2))
    return data[:two] + data[one:]


def nested(data: bytes, random: Random) -> bytes:
    """A value buried under more brackets than anybody opens."""
    depth = random.choice((3, 500, 100_000))
    at = data.find(b":", random.randrange(len(data) + 1)) + 1
    return data[:at] + b"[" * depth + data[at:] + b"]" * random.choice((0, depth))


def replaced(data: bytes, random: Random) -> bytes:
    """A value somewhere in the document is another one now."""
    return _edited(data, random, lambda _: random.choice(ODD))


def exchanged(data: bytes, random: Random) -> bytes:
    """A figure or a word is a little different."""

    def other(value: Any) -> Any:
        if isinstance(value, bool) or value is None:
            return not value
        if isinstance(value, int):
            return value + random.choice((-7, -1, 1, 6, 93))
        if isinstance(value, str) and value:
            at = random.randrange(len(value))
            return value[:at] + random.choice("0 9aZ-/,;()é\ud800") + value[at + random.choice((0, 1)) :]
        return random.choice(ODD)

    return _edited(data, random, other)


def _edited(data: bytes, random: Random, change: Any) -> bytes:
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return flipped(data, random)
    spots = list(_spots(document))
    if not spots:
        return json.dumps(change(document)).encode()
    holder, key = random.choice(spots)
    holder[key] = change(holder[key])
    return json.dumps(document).encode()


def _spots(value: Any) -> Any:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inside:
        yield value, key
        yield from _spots(below)


DAMAGES = (cut_off, flipped, sprinkled, torn, doubled, nested, replaced, replaced, exchanged, exchanged, exchanged)
