"""How likely a side is to win from where a game stands, by curves fitted to games of machines.

The curves know two things of a position: what the game's own `evaluate` makes of it, and how much of the game is left.
The same advantage counts for more late in the game than at its beginning.
"""

from __future__ import annotations

from functools import cache
from math import exp
from pathlib import Path
from typing import Any

from sandtable.core.title import Title
from sandtable.core.typed import from_toml
from sandtable.core.values import Value

FILE = "chances.toml"
EVEN = 0.5
MOST = 35.0  # of a logistic, beyond which nothing changes


class Band(Value, frozen=True):
    """Positions with much the same forecast."""

    samples: int
    games: int  # that these positions are of: those of one game share its end
    forecast: float  # on average
    came: float  # how many were won


class Curve(Value, frozen=True):
    """The chance of the first side is the logistic of bias + (slope + growth x part of the game played) x worth."""

    bias: float
    slope: float
    growth: float
    games: int  # that it was fitted to
    source: str  # who played them
    tried: tuple[Band, ...] = ()  # curves from either half of the games, on the other half

    def chance(self, played: float, worth: float) -> float:
        return logistic(self.bias + (self.slope + self.growth * played) * worth)

    def error(self) -> float:
        """By how much forecasts missed on average where it was tried."""
        samples = sum(band.samples for band in self.tried)
        return sum(band.samples * abs(band.forecast - band.came) for band in self.tried) / max(1, samples)


class NoCurve(LookupError):
    """Nobody has fitted a curve for this scenario."""


def logistic(x: float) -> float:
    return 1 / (1 + exp(-max(-MOST, min(MOST, x))))


def curves(title: Title[Any]) -> dict[str, Curve]:
    """By scenario; those that machines have played often enough."""
    return _curves(title.book.package / "data" / FILE)


@cache
def _curves(path: Path) -> dict[str, Curve]:
    return from_toml(path.read_bytes(), dict[str, Curve]) if path.exists() else {}


def chance(title: Title[Any], scenario: str, state: Any) -> float:
    """Of the title's first side. A game that is over is won, lost, or as good as half won. Raises `NoCurve`."""
    over = title.rules.outcome(state)
    if over is not None:
        return EVEN if over.winner is None else float(over.winner == title.sides[0])
    found = curves(title).get(scenario)
    if found is None:
        raise NoCurve(f"nobody has fitted a curve for {title.name}, {scenario}")
    return found.chance(part_played(title, state), title.staff.evaluate(state, title.sides[0]))


def part_played(title: Title[Any], state: Any) -> float:
    """From 0 at the beginning to 1 in the last turn."""
    view = title.sight.view(state, "")
    return min(1.0, (view.turn - 1) / max(1, view.last_turn - 1))
