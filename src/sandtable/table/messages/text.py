"""Plain text from strangers: no control characters, one line, a length."""

from __future__ import annotations

import unicodedata


def plain(text: str, length: int) -> str:
    """Whatever was written, as one line of visible text. Markup stays what it is: text."""
    visible = "".join(" " if unicodedata.category(sign) in ("Zl", "Zp") or sign.isspace() else sign for sign in text)
    kept = "".join(sign for sign in visible if unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn"))
    return " ".join(kept.split())[:length]


def note_of(text: str) -> str:
    """The same in lines."""
    return "\n".join(plain(line, 2000) for line in text.splitlines())[:2000]
