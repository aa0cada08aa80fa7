"""How often Python looks for rubbish that refers to itself, where threads put what they need, and how much a process
holds."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

NEW = 50_000  # objects made and not given up again before it looks at them; Python's own figure is 700
HEAPS = 1  # which all threads share; the C library of Linux would give each its own
LARGE = 128 * 1024  # bytes; what is larger goes back to the system at once when it is given up

# What the C library of Linux calls its settings.
MOST_HEAPS, LARGE_PIECES, FREE_AT_THE_TOP = -8, -3, -1


def look_seldom() -> None:
    """Positions are plain data that never refer to themselves, and are given up as soon as nobody has them. Games make
    thousands of them: to look through them all the time takes a good part of a machine's thinking and finds nothing."""
    gc.set_threshold(NEW, 20, 50)


def keep_what_is_there() -> None:
    """What a server has loaded when it opens it needs to its end: nobody looks through that for rubbish again."""
    gc.collect()
    gc.freeze()


@contextmanager
def undisturbed() -> Iterator[None]:
    """Nobody looks for rubbish in the meantime: whoever takes the time that others need must not spend it himself."""
    looked = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if looked:
            gc.enable()


def share_one_heap() -> None:
    """A server works in a dozen threads, of which one runs at a time. Had each a heap of its own, what one has given up
    would be of no use to the others, and each would grow to the most that any of them ever needed."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):  # another C library
            library = ctypes.CDLL(None)
            library.mallopt(MOST_HEAPS, HEAPS)
            library.mallopt(LARGE_PIECES, LARGE)
            library.mallopt(FREE_AT_THE_TOP, LARGE)


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
