"""What the dice of a game could have shown, what they showed, and what that was worth.

An action that rolled dice is played again from the same position with everything that the dice could have shown. What
it led to, against what it could have led to, is the luck of it: what the dice gave, whatever anybody decided before or
after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import prod
from random import Random
from typing import Any

from sandtable.core import frames
from sandtable.core.dice import Roll
from sandtable.core.game import Game
from sandtable.core.values import Action, Value
from sandtable.parallel import Progress, silent

MOST_EXACT = 36  # ways the dice of one action may fall that are all played: two dice of six
SAMPLES = 40  # of more ways than that so many are drawn by lot
SEASONS = 2_000  # games of the same throws that one's luck is compared with

Worth = Callable[[Any], float]  # of a position, for the first side


class Way(Value, frozen=True, array_like=True):
    """One way in which dice can fall."""

    chance: float
    worth: float  # of the position that it leads to


class Throw(Value, frozen=True):
    """The dice of one action."""

    number: int  # of the entry, from 0
    side: str  # who acted
    action: str
    rolls: tuple[Roll, ...]
    came: float  # what the position was worth that they led to
    ways: tuple[Way, ...]  # in which they could have fallen
    exact: bool  # whether these are all of them

    @property
    def mean(self) -> float:
        """What the position would have been worth on average."""
        return sum(way.chance * way.worth for way in self.ways)

    @property
    def luck(self) -> float:
        """Of the first side."""
        return self.came - self.mean


class Asking:
    """Dice that show what they are told, and beyond that a one; they remember who asked for how many sides."""

    def __init__(self, values: Sequence[int]) -> None:
        self.values, self.asked = values, list[int]()

    def roll(self, n: int, purpose: str, sides: int) -> int:
        self.asked.append(sides)
        number = len(self.asked) - 1
        return self.values[number] if number < len(self.values) else 1


class Drawn:
    """Dice by lot."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def roll(self, n: int, purpose: str, sides: int) -> int:
        return self.random.randint(1, sides)


def throws(game: Game[Any], worth: Worth, progress: Progress = silent) -> Iterator[Throw]:
    """All actions of a game whose dice could have changed something, in their order."""
    states = game.states
    for number, entry in enumerate(game.entries):
        progress(number, len(game.record))
        rolls = entry.rolls
        if not rolls:
            continue
        ways, exact = fallen(states[number], entry.side, entry.action, rolls, worth, number)
        if len({way.worth for way in ways}) > 1:
            yield Throw(number, entry.side, str(entry.action), rolls, worth(states[number + 1]), ways, exact)


def fallen(
    state: Any, side: str, action: Action, rolls: Sequence[Roll], worth: Worth, seed: int = 0
) -> tuple[tuple[Way, ...], bool]:
    """The ways in which the dice of an action could have fallen, and whether these are all of them."""
    if prod(roll.sides for roll in rolls) <= MOST_EXACT:
        found = list(_every_way(state, side, action, worth))
        if sum(chance for chance, _ in found) == 1:
            return tuple(Way(float(chance), value) for chance, value in found), True
    random = Random(seed)
    drawn = (worth(frames.play(state, side, action, Drawn(random))[0]) for _ in range(SAMPLES))
    return tuple(Way(1 / SAMPLES, value) for value in drawn), False


def _every_way(state: Any, side: str, action: Action, worth: Worth) -> Iterator[tuple[Fraction, float]]:
    """How likely each way is in which the dice can fall, and what it leads to. What is rolled later may depend on what
    came before. Stops short when there are too many."""
    waiting: list[tuple[int, ...]] = [()]
    for _ in range(MOST_EXACT * 2):
        if not waiting:
            return
        values = waiting.pop()
        dice = Asking(values)
        after, _ = frames.play(state, side, action, dice)
        # It was carried on with ones: the other faces of each die beyond the given ones are ways of their own.
        for place in range(len(values), len(dice.asked)):
            ones = (1,) * (place - len(values))
            waiting += [(*values, *ones, face) for face in range(2, dice.asked[place] + 1)]
        yield Fraction(1, prod(dice.asked)), worth(after)


def percentile(found: Sequence[Throw], seed: int = 0) -> float:
    """How many games in a hundred with the same throws would have been less lucky for the first side; the same luck
    counts half."""
    if not found:
        return 50.0
    random, came = Random(seed), sum(throw.came for throw in found)
    falls = [([way.worth for way in throw.ways], [way.chance for way in throw.ways]) for throw in found]
    drawn = [random.choices(worths, chances, k=SEASONS) for worths, chances in falls]
    below = same = 0
    for season in range(SEASONS):
        other = sum(each[season] for each in drawn)
        if abs(other - came) < 1e-9:
            same += 1
        elif other < came:
            below += 1
    return 100 * (below + same / 2) / SEASONS
