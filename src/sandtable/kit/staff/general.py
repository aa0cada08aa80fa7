"""A general: before each turn he lets his staff play out several courses against the enemy's, and follows the best.

Every course gets a few playouts of a few turns, all with the same dice; the best of them and the staff's own judgement
get some more, so that another course is followed only where it fares better under the same dice. The budget is counted
in playouts, not in seconds, so that the same seed plays the same game on every machine. He knows what his side knows:
the playouts start from what `observe` shows, and both sides see in them what they would see at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Any, NamedTuple

from sandtable.core.title import Player, Title
from sandtable.core.values import Action
from sandtable.kit.staff.ahead import play_on
from sandtable.kit.staff.chances import chance_of, guide
from sandtable.kit.staff.courses import Budget
from sandtable.kit.staff.plan import Plan
from sandtable.kit.staff.player import StaffPlayer

WON = 1_000.0  # a won game: more than any position is worth by `evaluate`
STRIDE = 1_000  # seeds of one deliberation; the next has others


class Trial(NamedTuple):
    """How a course fared."""

    course: str
    values: tuple[float, ...]

    @property
    def mean(self) -> float:
        return sum(self.values) / len(self.values) if self.values else -inf


def finalists(tried: Sequence[Trial], count: int) -> list[Trial]:
    """The staff's own judgement and the best of the others; of courses that fared alike to the last point, which means
    that they led to the same moves, only one."""
    found = [trial for trial in tried if trial.course == ""]
    for trial in sorted(tried, key=lambda each: -each.mean):
        if len(found) < count and all(trial.values != other.values for other in found):
            found.append(trial)
    return found


class Answered:
    """Whether the enemy has had his say so many times: in a game of turns so many turns later, in one whose formations
    are drawn from a cup after so many of his."""

    def __init__(self, state: Any, side: str, occasion: Callable[[Any], object], times: int) -> None:
        self._side, self._occasion, self._left = side, occasion, times
        self._last = state.phasing, occasion(state)

    def __call__(self, state: Any) -> bool:
        now = state.phasing, self._occasion(state)
        if now != self._last:
            self._left -= self._last[0] not in ("", self._side)
            self._last = now
        return self._left <= 0


class General(StaffPlayer):
    """Chooses a course on each occasion that its staff names, usually once a turn before it moves."""

    def __init__(
        self, title: Title[Any], seed: int, make: Callable[[int], StaffPlayer], budget: Budget | None = None
    ) -> None:
        super().__init__(seed)
        self._title, self._make = title, make
        self._staff = make(seed)
        self._budget = budget or self._staff.budget
        self._chosen: tuple[object, str] | None = None  # the occasion and the side that a course was chosen for
        self.trials: tuple[Trial, ...] = ()  # of the last deliberation, the best first

    @property
    def course(self) -> str:
        return self._staff.course

    def plan(self, observed: Any, side: str) -> Plan | None:
        return self._staff.following(self._best(observed, side)).plan(observed, side)

    def choose(self, observed: Any, side: str) -> Action:
        if self._is_due(observed, side):
            self._chosen = self._staff.occasion(observed), side
            self._staff = self._staff.following(self._best(observed, side))
        return self._staff.choose(observed, side)

    def _is_due(self, observed: Any, side: str) -> bool:
        begins = observed.phasing == side and isinstance(observed.stack[-1], self._staff.deliberates)
        return begins and self._chosen != (self._staff.occasion(observed), side)

    # Deliberating

    def _best(self, observed: Any, side: str) -> str:
        """The course that fared best; among equals the one that is being followed, then the staff's own judgement."""
        courses = list(dict.fromkeys((self._staff.course, "", *self._staff.courses(side))))
        if len(courses) == 1:
            return courses[0]
        budget, base = self._budget, self._seed + STRIDE * observed.turn
        tried = [self._tried(observed, side, Trial(course, ()), range(base, base + budget.first)) for course in courses]
        chosen = finalists(tried, budget.best)
        seeds = range(base + budget.first, base + budget.first + budget.more)
        finals = [self._tried(observed, side, trial, seeds) for trial in chosen]
        finals.sort(key=lambda trial: -trial.mean)
        self.trials = (*finals, *(trial for trial in tried if trial not in chosen))
        return finals[0].course

    def _tried(self, observed: Any, side: str, trial: Trial, seeds: Sequence[int]) -> Trial:
        return Trial(
            trial.course, (*trial.values, *(self._played(observed, side, trial.course, seed) for seed in seeds))
        )

    def _horizon(self, observed: Any, side: str) -> Answered:
        return Answered(observed, side, self._staff.occasion, self._budget.answers)

    def _played(self, observed: Any, side: str, course: str, seed: int) -> float:
        players: dict[str, Player] = {each: self._make(seed) for each in self._title.sides}
        players[side] = self._staff.following(course)
        ended = play_on(self._title, observed, players, seed, self._horizon(observed, side))
        curve = guide(self._title, ended.state)
        if curve is not None:
            return chance_of(side, curve, self._title, ended.state)
        if ended.over is None:
            return self._title.staff.evaluate(ended.state, side)
        if ended.over.winner is None:
            return 0.0
        return WON if ended.over.winner == side else -WON
