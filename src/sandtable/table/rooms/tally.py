"""What a server counts of itself: plain numbers, whoever reads them."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from time import perf_counter

STEPS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)  # seconds


class Times:
    """How long something took, each time."""

    def __init__(self) -> None:
        self.counts = [0] * (len(STEPS) + 1)  # up to each step, and longer than all
        self.total = 0.0
        self._lock = Lock()

    def add(self, seconds: float) -> None:
        with self._lock:
            self.counts[bisect_left(STEPS, seconds)] += 1
            self.total += seconds

    @contextmanager
    def timed(self) -> Iterator[None]:
        begun = perf_counter()
        try:
            yield
        finally:
            self.add(perf_counter() - begun)


class Tally:
    """Of one server, since it was started."""

    def __init__(self) -> None:
        self.actions = Times()  # from the message to its answer
        self.thoughts = Times()  # of machines, from the question to the choice
        self.thinking = 0  # machines that think or wait for a thread to think in
        self.refusals: Counter[str] = Counter()  # by their case
        self.faults = 0

    @contextmanager
    def thought(self) -> Iterator[None]:
        self.thinking += 1
        try:
            with self.thoughts.timed():
                yield
        finally:
            self.thinking -= 1

    def refused(self, case: str) -> None:
        """Cases of rulebooks are counted together: there are thousands."""
        self.refusals[case if case.isalpha() else "rules"] += 1
        if case == "fault":
            self.faults += 1
