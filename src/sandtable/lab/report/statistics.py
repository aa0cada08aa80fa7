"""Weighing results: intervals, a sequential test of who is stronger, ratings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import log, sqrt
from statistics import fmean, variance
from typing import Any

from sandtable.bots.arena import Z
from sandtable.core.values import Value
from sandtable.lab.experiments.parquet import NoLab

ERROR = 0.05  # of either kind that the sequential test may make
STRONGER = 0.57  # what a player must score to be called stronger: about fifty points of Elo
LEAST_VARIANCE = 0.01  # of a game's score: a few games that all went one way do not make certain


class Interval(Value, frozen=True):
    """A mean and where it lies in 95 of 100 such experiments."""

    mean: float
    low: float
    high: float


def interval(values: Sequence[float]) -> Interval:
    """Of a mean, by the normal curve; of one value alone it is as wide as can be."""
    mean = fmean(values)
    spread = Z * sqrt(variance(values) / len(values)) if len(values) > 1 else float("inf")
    return Interval(mean, mean - spread, mean + spread)


class Verdict(Value, frozen=True):
    """Is one player stronger than another?"""

    player: str
    opponent: str
    games: int
    score: float  # of the first player: a win is 1, a draw a half
    ratio: float  # the logarithm of how much likelier the games are if the first is stronger than if they are equal
    answer: str


def verdict(player: str, opponent: str, deals: Sequence[Sequence[float]]) -> Verdict:
    """By Wald's sequential test on deals: the games of one deal share their dice and are weighed together. `deals` has
    the scores of the first player in each."""
    games = sum(map(len, deals))
    score = fmean(value for deal in deals for value in deal)
    for_first, for_second = (_ratio(deals, sign) for sign in (1, -1))
    bound = log((1 - ERROR) / ERROR)
    if for_first >= bound:
        answer = f"{player} is stronger"
    elif for_second >= bound:
        answer = f"{opponent} is stronger"
    elif max(for_first, for_second) <= -bound:
        answer = f"neither scores {STRONGER:.0%}"
    else:
        answer = "not decided: more games are needed"
    return Verdict(player, opponent, games, score, for_first, answer)


def _ratio(deals: Sequence[Sequence[float]], sign: int) -> float:
    """Of 'scores `STRONGER`' against 'scores a half', for the first player or, with -1, for the other."""
    means = [fmean(deal) if sign > 0 else 1 - fmean(deal) for deal in deals]
    spread = max(variance(means) if len(means) > 1 else 0.25, LEAST_VARIANCE)
    return len(means) * (STRONGER - 0.5) * (2 * fmean(means) - 0.5 - STRONGER) / (2 * spread)


class Rating(Value, frozen=True):
    player: str
    mean: float
    deviation: float


def ratings(games: Iterable[tuple[str, str, float]]) -> list[Rating]:
    """Of everybody who played, the strongest first: first player, second player, score of the first. Raises `NoLab`."""
    try:
        from openskill.models import BradleyTerryFull
    except ImportError:
        raise NoLab("ratings need openskill: pip install 'sandtable[lab]'") from None
    model = BradleyTerryFull()
    found: dict[str, Any] = {}
    for first, second, score in games:
        if first == second:
            continue
        teams = [[found.setdefault(name, model.rating(name=name))] for name in (first, second)]
        (found[first],), (found[second],) = model.rate(teams, ranks=[1 - score, score])
    told = [Rating(name, rating.mu, rating.sigma) for name, rating in found.items()]
    return sorted(told, key=lambda each: -each.mean)


def likelier(more: Sequence[float], fewer: Sequence[float]) -> float:
    """How often a value of the first kind is higher than one of the second; a tie counts half."""
    pairs = [(a > b) + (a == b) / 2 for a in more for b in fewer]
    return fmean(pairs)
