"""The terminal: plain lines, a little colour where a person looks at it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from types import ModuleType

BOLD, DIM, RED = "1", "2", "31"


class Screen:
    """Where a game is played. With a script in place of a person everything is plain and commands are repeated."""

    def __init__(self) -> None:
        self.person = sys.stdin.isatty()
        self.coloured = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        if self.person:
            load_line_editing()

    def say(self, text: str, style: str = "") -> None:
        print(f"\x1b[{style}m{text}\x1b[0m" if style and self.coloured else text)

    def say_all(self, lines: Iterable[str], style: str = "") -> None:
        for line in lines:
            self.say(line, style)

    def ask(self, prompt: str) -> str | None:
        """The next command; None when there will be no more."""
        if self.person:
            return self._ask_person(prompt)
        line = sys.stdin.readline()
        if not line:
            return None
        print(f"{prompt}{line.strip()}")
        return line.strip()

    def _ask_person(self, prompt: str) -> str | None:
        try:
            return input(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            print()
            return None


def load_line_editing() -> ModuleType | None:
    """Arrow keys and history where the system has them; `input` finds the module by itself."""
    try:
        import readline
    except ImportError:
        return None
    return readline
