"""Nouns for readers: the plural of what is counted, what the sides are called in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable


def plural(count: object, one: str, more: str = "") -> str:
    """A number, or how it is written, with its noun; a verb that goes with it stands in both forms."""
    many = more or one + ("es" if one.endswith(("s", "x")) else "s")
    return f"{count} {one if str(count) == '1' else many}"


PEOPLE = {"allied": "Allies"}  # those of whom the name of a side is only the adjective


def the(side: object) -> str:
    """A side that does something or has something done to it: the Axis, the Allies. Before a noun its name stands as
    it is, with a capital: Allied units."""
    name = str(side)
    return f"the {PEOPLE.get(name, name.title())}"


def proper(text: str, sides: Iterable[str]) -> str:
    """Sides with their capitals. What a die is for is part of the dice, and names them as the rules do."""
    return re.sub(rf"\b(?:{'|'.join(sides)})\b", lambda side: side[0].title(), text)
