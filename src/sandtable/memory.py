"""How often Python looks for rubbish that refers to itself, and how much a process holds."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

NEW = 50_000  # objects made and not given up again before it looks at them; Python's own figure is 700


def look_seldom() -> None:
    """Positions are plain data that never refer to themselves, and are given up as soon as nobody has them. Games make
    thousands of them: to look through them all the time takes a good part of a machine's thinking and finds nothing."""
    gc.set_threshold(NEW, 20, 50)


def held() -> int:
    """The bytes that this process holds now; the most that it ever held where the system does not say, and nothing
    where it says neither."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGESIZE")
    except (OSError, ValueError, AttributeError):
        return _most_held()


def _most_held() -> int:
    try:
        from resource import RUSAGE_SELF, getrusage
    except ImportError:
        return 0
    return getrusage(RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
