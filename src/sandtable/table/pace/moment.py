"""What time it is, for every clock: in one place, so that a test can say it is later."""

from __future__ import annotations

import time


def seconds() -> float:
    """Since 1970, by this machine."""
    return time.time()
