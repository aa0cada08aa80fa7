"""How often somebody may do something: so many times in so many seconds, for each who is named."""

from __future__ import annotations

from collections import deque
from time import monotonic

from sandtable.core.values import Refusal

REMEMBERED = 10_000  # names; beyond that those who have waited long enough are forgotten


class Allowance:
    def __init__(self, most: int, seconds: float, what: str) -> None:
        self._most, self._seconds, self._what = most, seconds, what
        self._times: dict[str, deque[float]] = {}

    def take(self, name: str) -> None:
        """Once more. Raises `Refusal`."""
        now = monotonic()
        if len(self._times) > REMEMBERED:
            self._times = {each: times for each, times in self._times.items() if times[-1] > now - self._seconds}
        times = self._times.setdefault(name, deque())
        while times and times[0] <= now - self._seconds:
            times.popleft()
        if len(times) >= self._most:
            raise Refusal("busy", f"{self._what}: wait a little")
        times.append(now)
