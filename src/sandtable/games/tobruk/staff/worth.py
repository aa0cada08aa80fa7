"""What units are worth: the points the enemy earns for them, and what they could still do."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from sandtable.games.tobruk.pieces.counters import counters
from sandtable.games.tobruk.pieces.tables import casualty_points, recovery, scenarios
from sandtable.games.tobruk.staff.weights import weights
from sandtable.games.tobruk.state import Tobruk

# The worth of each step that a unit has left, the next to be lost first.
Steps = tuple[float, ...]


def steps_of(state: Tobruk, name: str) -> Steps:
    left = scenarios()[state.scenario].last_turn - state.turn
    return _steps(name, state.units[name].reduced, left)


@cache
def _steps(name: str, reduced: bool, left: int) -> Steps:
    counter, w = counters()[name], weights().worth
    points = casualty_points(counter.nation, counter.is_armour)
    if counter.reduced is None:
        return (w.headquarters if left else float(points),)  # [4.1] it comes back, but not after the last turn
    lasting = w.factor * min(1.0, (left + 0.5) / w.lasting)
    counted = points * (1 - w.recovered * _back(name, left))
    first = (w.first_step if left else w.late_first_step) * points
    whole, rest = counter.full, counter.reduced
    gone = lasting * (whole.attack + whole.defence - rest.attack - rest.defence)
    last = max(0.0, counted - first) + lasting * (rest.attack + rest.defence)
    return (last,) if reduced else (first + gone, last)


def _back(name: str, left: int) -> float:
    """[12.0] The chance that the unit comes back before the scenario ends."""
    counter = counters()[name]
    if not counter.recovers:
        return 0.0
    elapse = [recovery(counter.nation, die) for die in range(1, 7)]
    return sum(turns is not None and turns < left for turns in elapse) / len(elapse)


def losses(steps: Iterable[Steps], count: int) -> float:
    """What so many reductions cost a stack whose owner chooses the cheapest each time."""
    waiting = sorted(steps)
    total = 0.0
    for _ in range(count):
        if not waiting:
            break
        taken, *rest = waiting.pop(0)
        total += taken
        if rest:
            waiting.append(tuple(rest))
            waiting.sort()
    return total


class Stake:
    """What an attack can cost the stack that stands in a hex: by reductions, and by what a retreat adds."""

    MOST = 2  # reductions that the table knows

    def __init__(self, steps: Iterable[Steps]) -> None:
        waiting = sorted(steps)
        self.whole = sum(sum(each) for each in waiting)
        self.lost: list[float] = []
        self.harried: list[float] = []  # each survivor loses a step on its retreat
        self.trapped: list[float] = []  # nobody gets away
        self.left: list[int] = []
        total = 0.0
        for count in range(self.MOST + 1):
            self.lost.append(total)
            self.left.append(len(waiting))
            self.harried.append(sum(each[0] for each in waiting))
            self.trapped.append(sum(sum(each) for each in waiting))
            if waiting and count < self.MOST:
                taken, *rest = waiting.pop(0)
                total += taken
                if rest:
                    waiting.append(tuple(rest))
                    waiting.sort()
