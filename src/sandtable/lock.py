"""A file that one process has to itself."""

from __future__ import annotations

import sys
from typing import IO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


def lock(file: IO[bytes]) -> None:
    """For as long as the file is open; the system gives it back when the process ends, however it ends. Raises
    `OSError` where another process has it."""
    if sys.platform == "win32":
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
