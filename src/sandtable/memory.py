"""How often Python looks for rubbish that refers to itself."""

from __future__ import annotations

import gc

NEW = 50_000  # objects made and not given up again before it looks at them; Python's own figure is 700


def look_seldom() -> None:
    """Positions are plain data that never refer to themselves, and are given up as soon as nobody has them. Games make
    thousands of them: to look through them all the time takes a good part of a machine's thinking and finds nothing."""
    gc.set_threshold(NEW, 20, 50)
