"""Curves of winning chances, fitted to games between machines: once a turn a position is looked at, and the end of the
game says what it was worth. Every feature is meant to help the first side, so that none gets a weight below zero. A
curve is tried by halves: either half of the games is foretold by a curve from the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from sandtable.bots.roster import typed_player
from sandtable.bots.series import play_out, seed_for
from sandtable.core.dice import SecretDice, secret_of_seed
from sandtable.core.game import Game
from sandtable.core.title import Player, Title
from sandtable.core.values import Event, Value
from sandtable.kit.staff.chances import EVEN, Band, Curve, features, part_played
from sandtable.kit.staff.player import StaffPlayer
from sandtable.lab.experiments.parquet import NoLab
from sandtable.parallel import Progress, in_parallel, silent

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

STEPS = 200  # of Newton's method, which needs about ten
CLOSE_ENOUGH = 1e-9  # steps smaller than this change nothing that is written down
DIGITS = 3  # of what is written down, so that whoever reads it fits the same curve
CAUTION = 2.0  # pulls each weight towards nothing like two positions, so that few games do not make a curve certain
BANDS = 5  # of a reliability table
LEAST = 4  # games that either side must have won: from fewer nobody can tell what turns a game
PAIRINGS = (("officer", "officer"), ("officer", "cadet"), ("cadet", "officer"), ("officer", "officer"))


class Sample(Value, frozen=True):
    """A position, and what became of it."""

    game: int  # by its number: positions of one game share its end
    played: float  # part of the game
    features: Mapping[str, float]  # what curves know of it
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
    made = fit(found)
    players = " and ".join(dict.fromkeys(name for pair in PAIRINGS for name in pair))
    return replace(made, games=len(ends), source=f"{players}, seed {seed}", tried=tuple(bands(foretold)))


def missed(found: Sequence[Forecast]) -> float:
    """By how much on average, squared: less is better (Brier's score)."""
    return fmean((each.chance - each.won) ** 2 for each in found)


def tried(found: Sequence[Sample]) -> list[Forecast]:
    """Every position, foretold by a curve from the other half of the games: every other round of all pairings."""
    halves = [[each for each in found if each.game // len(PAIRINGS) % 2 == half] for half in (0, 1)]
    return [each for half in (0, 1) for each in forecasts(fit(halves[1 - half]), halves[half])]


def samples(task: Played) -> list[Sample]:
    """One game, a position a turn, before each side moves by turns; nothing of a game that has no end."""
    title = task.title()
    game = Game(title, title.setup(task.scenario), SecretDice(secret_of_seed(seed_for(task.seed, task.number, "dice"))))
    names = dict(zip(title.sides, PAIRINGS[task.number % len(PAIRINGS)], strict=True))
    players = {side: _player(title, task, side, name) for side, name in names.items()}
    seen: dict[int, tuple[float, Mapping[str, float]]] = {}

    def look(before: Any, after: Any, events: Sequence[Event]) -> None:
        turn = title.sight.view(after, "").turn
        if turn in seen or title.rules.outcome(after) is not None:
            return
        if after.phasing == title.sides[turn % len(title.sides)]:
            told = {name: round(value, DIGITS) for name, value in features(title, after).items()}
            seen[turn] = round(part_played(title, after), DIGITS), told

    over = play_out(game, players, seed=task.number, watcher=look).outcome
    if over is None:
        return []
    won = EVEN if over.winner is None else float(over.winner == title.sides[0])
    return [Sample(task.number, played, told, won) for played, told in seen.values()]


def _player(title: Title[Any], task: Played, side: str, name: str) -> Player:
    """In the last games of each round he follows a course that is drawn by lot, so that curves know where such a course
    leads as well: generals ask them."""
    player = typed_player(title, name, seed_for(task.seed, task.number, side))
    if task.number % len(PAIRINGS) != len(PAIRINGS) - 1 or not isinstance(player, StaffPlayer):
        return player
    return player.following(
        Random(seed_for(task.seed, task.number, side, "course")).choice(["", *player.courses(side)])
    )


def fit(found: Sequence[Sample]) -> Curve:
    """The likeliest curve whose weights are not below zero, by Newton's method on scaled features. Raises `NoLab`."""
    np = _numpy()
    names = list(found[0].features)
    values = np.array([[sample.features[name] for name in names] for sample in found])
    played = np.array([[sample.played] for sample in found])
    scale = np.sqrt((values**2).mean(axis=0))
    scale[scale == 0] = 1.0
    values = values / scale
    rows = np.hstack([np.ones_like(played), values * (1 - played), values * played])
    weights = _likeliest(rows, np.array([sample.won for sample in found]))
    begin, end = (weights[1:][part] / scale for part in (slice(len(names)), slice(len(names), None)))
    return Curve(
        float(weights[0]),
        dict(zip(names, map(float, begin), strict=True)),
        dict(zip(names, map(float, end), strict=True)),
        0,
        "",
    )


def _likeliest(rows: Floats, won: Floats) -> Floats:
    """The weight of every column, the first of which is the bias and may be anything."""
    np = _numpy()
    weights: Floats = np.zeros(rows.shape[1])
    worth = _merit(rows, won, weights)
    for _ in range(STEPS):
        forecast = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (won - forecast) - CAUTION * weights
        bend = (rows * (forecast * (1 - forecast))[:, None]).T @ rows + CAUTION * np.eye(len(weights))
        free = (weights > 0) | (slope > 0)
        free[0] = True
        step = np.zeros_like(weights)
        step[free] = np.linalg.solve(bend[np.ix_(free, free)], slope[free])
        part, after, better = _no_further_than_it_helps(rows, won, weights, step, worth)
        if np.abs(after - weights).max() < CLOSE_ENOUGH or not part:
            break
        weights, worth = after, better
    return weights


def _no_further_than_it_helps(
    rows: Floats,
    won: Floats,
    weights: Floats,
    step: Floats,
    worth: float,
) -> tuple[float, Floats, float]:
    """How much of a step is taken, where it leads once weights below zero are nothing, and how likely that is."""
    np = _numpy()
    part = 1.0
    while part > CLOSE_ENOUGH:
        after = weights + part * step
        after[1:] = np.maximum(after[1:], 0)
        better = _merit(rows, won, after)
        if better >= worth:
            return part, after, better
        part /= 2
    return 0.0, weights, worth


def _merit(rows: Floats, won: Floats, weights: Floats) -> float:
    """How likely these results are by these weights, less what caution takes off."""
    np = _numpy()
    says = rows @ weights
    return float((won * says - np.logaddexp(0, says)).sum() - CAUTION / 2 * (weights**2).sum())


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise NoLab("fitting curves needs numpy: pip install 'sandtable[lab]'") from None
    return numpy


def forecasts(curve: Curve, found: Iterable[Sample]) -> list[Forecast]:
    return [Forecast(each.game, curve.chance(each.played, each.features), each.won) for each in found]


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


def written(found: Sequence[Sample]) -> str:
    """Positions as CSV."""
    names = list(found[0].features)
    return (
        ",".join(["game", "played", *names, "won"])
        + "\n"
        + "".join(
            ",".join([f"{each.game},{each.played:g}", *(f"{each.features[name]:g}" for name in names), f"{each.won:g}"])
            + "\n"
            for each in found
        )
    )


def read(text: str) -> list[Sample]:
    """What `written` wrote."""
    head, *lines = text.splitlines()
    names = head.split(",")[2:-1]
    found = []
    for line in lines:
        game, played, *values, won = line.split(",")
        told = dict(zip(names, map(float, values), strict=True))
        found.append(Sample(int(game), float(played), told, float(won)))
    return found
