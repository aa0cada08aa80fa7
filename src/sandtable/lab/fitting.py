"""Curves of winning chances, fitted to games between machines: once a turn a position is looked at, and the end of the
game says what it was worth. A curve is tried by halves: either half of the games is foretold by a curve from the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean
from typing import Any, NamedTuple

from sandtable.bots.roster import typed_player
from sandtable.bots.series import play_out, seed_for
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import Title
from sandtable.core.values import Event, Value
from sandtable.lab.chances import EVEN, Band, Curve, logistic, part_played
from sandtable.parallel import Progress, in_parallel, silent

STEPS = 50  # of Newton's method, which needs less than ten
DIGITS = 3  # of what is written down, so that whoever reads it fits the same curve
CAUTION = 2.0  # pulls the curve towards even like two positions, so that few games do not make it certain
BANDS = 5  # of a reliability table
LEAST = 4  # games that either side must have won: from fewer nobody can tell what turns a game
PAIRINGS = (("officer", "officer"), ("officer", "cadet"), ("cadet", "officer"), ("officer", "officer"))


class Sample(Value, frozen=True):
    """A position, and what became of it."""

    game: int  # by its number: positions of one game share its end
    played: float  # part of the game
    worth: float  # by `evaluate`, for the first side
    won: float  # 1, 0, or a half for a draw


class Forecast(NamedTuple):
    """What a curve said of a position of a game that it was not fitted to."""

    game: int
    chance: float
    won: float


class Worthless(ValueError):
    """A curve would tell nobody anything: a side always wins, or forecasts are no better than how often it wins."""


class Played(NamedTuple):
    """One game to be played: all that a worker has to know."""

    title: type[Title[Any]]
    scenario: str
    seed: int
    number: int


def positions(
    title: Title[Any], scenario: str, games: int, seed: int, workers: int | None = None, progress: Progress = silent
) -> list[Sample]:
    """Of so many games, in their order."""
    tasks = [Played(type(title), scenario, seed, number) for number in range(games)]
    found = sorted(in_parallel(samples, tasks, workers, progress), key=lambda each: each[0].game if each else -1)
    return [sample for game in found for sample in game]


def fitted(found: Sequence[Sample], seed: int) -> Curve:
    """A curve from all games, with how well curves from either half foretell the other. Raises `Worthless`."""
    ends = {sample.game: sample.won for sample in found}
    won, lost = (sum(end == sought for end in ends.values()) for sought in (1, 0))
    if min(won, lost) < LEAST:
        raise Worthless(f"of {len(ends)} games the first side won {won} and lost {lost}")
    foretold = tried(found)
    always = fmean(each.won for each in foretold)
    if missed(foretold) >= missed([each._replace(chance=always) for each in foretold]):
        raise Worthless(
            f"its forecasts of other games were no better than always saying {always:.0%}; {len(ends)} games"
        )
    bias, slope, growth = fit(found)
    players = " and ".join(dict.fromkeys(name for pair in PAIRINGS for name in pair))
    return Curve(bias, slope, growth, len(ends), f"{players}, seed {seed}", tuple(bands(foretold)))


def missed(found: Sequence[Forecast]) -> float:
    """By how much on average, squared: less is better (Brier's score)."""
    return fmean((each.chance - each.won) ** 2 for each in found)


def tried(found: Sequence[Sample]) -> list[Forecast]:
    """Every position, foretold by a curve from the other half of the games: every other round of all pairings."""
    halves = [[each for each in found if each.game // len(PAIRINGS) % 2 == half] for half in (0, 1)]
    return [each for half in (0, 1) for each in forecasts(fit(halves[1 - half]), halves[half])]


def samples(task: Played) -> list[Sample]:
    """One game, a position a turn; nothing of a game that has no end."""
    title = task.title()
    game = Game(title, title.setup(task.scenario), SecretDice(secret_of_seed(seed_for(task.seed, task.number, "dice"))))
    names = dict(zip(title.sides, PAIRINGS[task.number % len(PAIRINGS)], strict=True))
    players = {side: typed_player(title, name, seed_for(task.seed, task.number, side)) for side, name in names.items()}
    seen: dict[int, tuple[float, float]] = {}

    def look(before: Any, after: Any, events: Sequence[Event]) -> None:
        turn = title.sight.view(after, "").turn
        if turn not in seen and title.rules.outcome(after) is None:
            worth = title.staff.evaluate(after, title.sides[0])
            seen[turn] = round(part_played(title, after), DIGITS), round(worth, DIGITS)

    over = play_out(game, players, seed=task.number, watcher=look).outcome
    if over is None:
        return []
    won = EVEN if over.winner is None else float(over.winner == title.sides[0])
    return [Sample(task.number, played, worth, won) for played, worth in seen.values()]


def fit(found: Sequence[Sample]) -> tuple[float, float, float]:
    """The likeliest curve, by Newton's method on scaled figures."""
    scale = sqrt(sum(sample.worth**2 for sample in found) / max(1, len(found))) or 1.0
    rows = [(1.0, sample.worth / scale, sample.played * sample.worth / scale) for sample in found]
    weights = (0.0, 0.0, 0.0)
    for _ in range(STEPS):
        step = _newton(rows, [sample.won for sample in found], weights)
        weights = tuple(weight + each for weight, each in zip(weights, step, strict=True))  # type: ignore[assignment]
        if max(map(abs, step)) < 1e-9:
            break
    return weights[0], weights[1] / scale, weights[2] / scale


def _newton(
    rows: Sequence[tuple[float, float, float]], won: Sequence[float], weights: tuple[float, float, float]
) -> tuple[float, ...]:
    slope = [-CAUTION * weight for weight in weights]
    bend = [[CAUTION * (i == j) for j in range(3)] for i in range(3)]
    for row, result in zip(rows, won, strict=True):
        forecast = logistic(sum(weight * each for weight, each in zip(weights, row, strict=True)))
        for i in range(3):
            slope[i] += (result - forecast) * row[i]
            for j in range(3):
                bend[i][j] += forecast * (1 - forecast) * row[i] * row[j]
    return _solved(bend, slope)


def _solved(matrix: list[list[float]], right: list[float]) -> tuple[float, ...]:
    """Three equations, by elimination; the matrix is positive definite."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for i, row in enumerate(rows):
        rows[i] = row = [each / row[i] for each in row]
        for j, other in enumerate(rows):
            if j != i:
                rows[j] = [a - other[i] * b for a, b in zip(other, row, strict=True)]
    return tuple(row[-1] for row in rows)


def forecasts(weights: tuple[float, float, float], found: Iterable[Sample]) -> list[Forecast]:
    curve = Curve(*weights, 0, "")
    return [Forecast(each.game, curve.chance(each.played, each.worth), each.won) for each in found]


def bands(found: Iterable[Forecast]) -> list[Band]:
    """Where forecasts say so many in a hundred, how many it was."""
    sorted_in: list[list[Forecast]] = [[] for _ in range(BANDS)]
    for each in found:
        sorted_in[min(BANDS - 1, int(each.chance * BANDS))].append(each)
    return [
        Band(
            len(each),
            len({forecast.game for forecast in each}),
            fmean(forecast.chance for forecast in each),
            fmean(forecast.won for forecast in each),
        )
        for each in sorted_in
        if each
    ]


# As a file


def written(found: Iterable[Sample]) -> str:
    """Positions as CSV."""
    return "game,played,worth,won\n" + "".join(
        f"{each.game},{each.played:g},{each.worth:.{DIGITS}f},{each.won:g}\n" for each in found
    )


def read(text: str) -> list[Sample]:
    """What `written` wrote."""
    rows = (line.split(",") for line in text.splitlines()[1:])
    return [Sample(int(game), float(played), float(worth), float(won)) for game, played, worth, won in rows]
