"""Curves of winning chances, fitted to games between machines: once a turn a position is looked at, and the end of the
game says what it was worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
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
CAUTION = 2.0  # pulls the curve towards even like two positions, so that few games do not make it certain
BANDS = 5  # of a reliability table
PAIRINGS = (("officer", "officer"), ("officer", "cadet"), ("cadet", "officer"), ("officer", "officer"))


class Sample(Value, frozen=True):
    """A position, and what became of it."""

    played: float  # part of the game
    worth: float  # by `evaluate`, for the first side
    won: float  # 1, 0, or a half for a draw


class Played(NamedTuple):
    """One game to be played: all that a worker has to know."""

    title: type[Title[Any]]
    scenario: str
    seed: int
    number: int


def fitted(
    title: Title[Any], scenario: str, games: int, seed: int, workers: int | None = None, progress: Progress = silent
) -> Curve:
    """A curve for a scenario, with how well it fits games that it was not fitted to: every other round of all pairings
    is kept for that, then the curve is fitted to all."""
    tasks = [Played(type(title), scenario, seed, number) for number in range(games)]
    found = sorted(in_parallel(samples, tasks, workers, progress))
    halves = [[each for number, each in found if number // len(PAIRINGS) % 2 == half] for half in (0, 1)]
    tried = reliability(fit(_flat(halves[0])), _flat(halves[1]))
    bias, slope, growth = fit(_flat(each for _, each in found))
    players = " and ".join(dict.fromkeys(name for pair in PAIRINGS for name in pair))
    return Curve(bias, slope, growth, games, f"{players}, seed {seed}", tuple(tried))


def _flat(games: Iterable[Sequence[Sample]]) -> list[Sample]:
    return [sample for game in games for sample in game]


def samples(task: Played) -> tuple[int, list[Sample]]:
    """One game, a position a turn."""
    title = task.title()
    game = Game(title, title.setup(task.scenario), SecretDice(secret_of_seed(seed_for(task.seed, task.number, "dice"))))
    names = dict(zip(title.sides, PAIRINGS[task.number % len(PAIRINGS)], strict=True))
    players = {side: typed_player(title, name, seed_for(task.seed, task.number, side)) for side, name in names.items()}
    seen: dict[int, tuple[float, float]] = {}

    def look(before: Any, after: Any, events: Sequence[Event]) -> None:
        turn = title.sight.view(after, "").turn
        if turn not in seen and title.rules.outcome(after) is None:
            seen[turn] = part_played(title, after), title.staff.evaluate(after, title.sides[0])

    over = play_out(game, players, seed=task.number, watcher=look).outcome
    if over is None:
        return task.number, []
    won = EVEN if over.winner is None else float(over.winner == title.sides[0])
    return task.number, [Sample(played, worth, won) for played, worth in seen.values()]


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


def reliability(weights: tuple[float, float, float], found: Sequence[Sample]) -> list[Band]:
    """Where the curve says so many in a hundred, how many it was."""
    bias, slope, growth = weights
    curve = Curve(bias, slope, growth, 0, "")
    bands: list[list[tuple[float, float]]] = [[] for _ in range(BANDS)]
    for sample in found:
        forecast = curve.chance(sample.played, sample.worth)
        bands[min(BANDS - 1, int(forecast * BANDS))].append((forecast, sample.won))
    return [
        Band(len(each), sum(forecast for forecast, _ in each) / len(each), sum(won for _, won in each) / len(each))
        for each in bands
        if each
    ]
