"""How often somebody may do something, and for how long: so much in so many seconds, for each who is named."""

from __future__ import annotations

from collections import deque
from time import monotonic

from sandtable.core.values import Refusal
from sandtable.table.people.limits import Rate

REMEMBERED = 10_000  # names; beyond that those who have waited long enough are forgotten
GRAIN = 200  # entries for one name at most: what comes close together is counted together


class Budget:
    """What somebody has spent lately."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._spent: dict[str, deque[tuple[float, float]]] = {}  # when, and how much

    def is_spent(self, name: str) -> bool:
        return sum(amount for _, amount in self._lately(name)) >= self._rate.times

    def spend(self, name: str, amount: float) -> None:
        if len(self._spent) > REMEMBERED:
            since = monotonic() - self._rate.seconds
            self._spent = {each: spent for each, spent in self._spent.items() if spent and spent[-1][0] > since}
        spent, now = self._lately(name), monotonic()
        if spent and now - spent[-1][0] < self._rate.seconds / GRAIN:
            amount += spent.pop()[1]
        spent.append((now, amount))

    def _lately(self, name: str) -> deque[tuple[float, float]]:
        spent = self._spent.setdefault(name, deque())
        while spent and spent[0][0] <= monotonic() - self._rate.seconds:
            spent.popleft()
        return spent


class Allowance:
    """The same, for what is done or not done."""

    def __init__(self, rate: Rate, what: str) -> None:
        self._budget, self._what = Budget(rate), what

    def take(self, name: str) -> None:
        """Once more. Raises `Refusal`."""
        if self._budget.is_spent(name):
            raise Refusal("busy", f"{self._what}: wait a little")
        self._budget.spend(name, 1)
