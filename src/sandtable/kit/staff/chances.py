"""How likely a side is to win from where a game stands, by curves fitted to games of machines.

A curve knows a few features of a position, each so turned that more of it is better for the title's first side. A game
names its own (`staff.features`); of one that names none a curve knows what its `evaluate` makes of the position. How
much a feature counts moves in a straight line from the beginning of the game to its last turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import exp
from pathlib import Path
from typing import Any

from sandtable.core.frames import Over
from sandtable.core.title import Title
from sandtable.core.typed import from_toml
from sandtable.core.values import Value

FILE = "chances.toml"
EVEN = 0.5
MOST = 35.0  # of a logistic, beyond which nothing changes
WORTH = "worth"  # the feature of a game that names none: what `evaluate` makes of the position


class Band(Value, frozen=True):
    """Positions with much the same forecast."""

    samples: int
    games: int  # that these positions are of: those of one game share its end
    forecast: float  # on average
    came: float  # how many were won


class Curve(Value, frozen=True):
    """The chance of the first side is the logistic of bias + the sum of its features, each by its weight."""

    bias: float
    begin: Mapping[str, float]  # weights of the features when the game begins
    end: Mapping[str, float]  # and in its last turn
    games: int  # that it was fitted to
    source: str  # who played them
    guides: bool = False  # whether generals judge by it what their playouts come to: it has won them games
    tried: tuple[Band, ...] = ()  # curves from either half of the games, on the other half

    def chance(self, played: float, features: Mapping[str, float]) -> float:
        weight = {name: begin + played * (self.end[name] - begin) for name, begin in self.begin.items()}
        return logistic(self.bias + sum(each * features[name] for name, each in weight.items()))

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


def features(title: Title[Any], state: Any) -> Mapping[str, float]:
    """What a curve knows of a position."""
    return title.staff.features(state) or {WORTH: title.staff.evaluate(state, title.sides[0])}


def chance(title: Title[Any], scenario: str, state: Any) -> float:
    """Of the title's first side. A game that is over is won, lost, or as good as half won. Raises `NoCurve`."""
    over = title.rules.outcome(state)
    if over is not None:
        return _settled(title, over)
    found = curves(title).get(scenario)
    if found is None:
        raise NoCurve(f"nobody has fitted a curve for {title.name}, {scenario}")
    return found.chance(part_played(title, state), features(title, state))


def guide(title: Title[Any], state: Any) -> Curve | None:
    """The curve by which generals judge a position of this scenario, if there is one."""
    found = curves(title)
    curve = found.get(title.sight.view(state, "").scenario) if found else None
    return curve if curve is not None and curve.guides else None


def chance_of(side: str, curve: Curve, title: Title[Any], state: Any) -> float:
    """Of either side, by a curve, or by how the game has ended."""
    over = title.rules.outcome(state)
    first = _settled(title, over) if over else curve.chance(part_played(title, state), features(title, state))
    return first if side == title.sides[0] else 1 - first


def _settled(title: Title[Any], over: Over) -> float:
    return EVEN if over.winner is None else float(over.winner == title.sides[0])


def part_played(title: Title[Any], state: Any) -> float:
    """From 0 at the beginning to 1 in the last turn."""
    view = title.sight.view(state, "")
    return min(1.0, (view.turn - 1) / max(1, view.last_turn - 1))
