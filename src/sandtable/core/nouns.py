"""Nouns for readers: the plural of what is counted, who plays a side, and its capital."""

from __future__ import annotations

import re
from collections.abc import Iterable


def plural(count: object, one: str, more: str = "") -> str:
    """A number, or how it is written, with its noun; a verb that goes with it stands in both forms."""
    many = more or one + ("es" if one.endswith(("s", "x")) else "s")
    return f"{count} {one if str(count) == '1' else many}"


def player(side: str) -> str:
    """Who plays a side, where nobody knows what its game calls it in a sentence."""
    return f"the {side.title()} player"


def proper(text: str, sides: Iterable[str]) -> str:
    """Sides with their capitals. What a die is for is part of the dice, and names them as the rules do."""
    return re.sub(rf"\b(?:{'|'.join(sides)})\b", lambda side: side[0].title(), text)
