"""Reading the words of an action: the pieces from which games put their notation together."""

from __future__ import annotations

from sandtable.core.values import BadNotation


def names(text: str, usage: str) -> tuple[str, ...]:
    """Names with commas between them."""
    found = tuple(part.strip() for part in text.split(","))
    if not all(found) or any(" " in name for name in found):
        raise BadNotation(f"write it as: {usage}")
    return found


def split(words: str, keyword: str, usage: str) -> tuple[str, str]:
    """What comes before a keyword and what comes after it."""
    before, found, after = words.partition(f" {keyword} ")
    if not found or not before.strip() or not after.strip():
        raise BadNotation(f"write it as: {usage}")
    return before.strip(), after.strip()


def one(words: str, usage: str) -> str:
    """A single name."""
    if not words or " " in words or "," in words:
        raise BadNotation(f"write it as: {usage}")
    return words


def path(text: str, usage: str, least: int = 1) -> tuple[str, ...]:
    """Hexes with dashes between them."""
    hexes = tuple(text.split("-"))
    if not all(hexes) or " " in text or len(hexes) < least:
        raise BadNotation(f"write it as: {usage}")
    return hexes


def number(words: str, usage: str) -> int:
    """A whole number, from zero up."""
    if not (words.isascii() and words.isdigit()):
        raise BadNotation(f"write it as: {usage}")
    return int(words)
