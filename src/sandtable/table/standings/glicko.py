"""Glicko-2, game by game: how strong somebody is, and how sure that is.

Our own, in plain arithmetic after Glickman's description ("Example of the Glicko-2 system"), checked against its
worked example: two players a game, no periods to wait for, and the deviation says when a rating is still provisional.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.core.values import Value

START, WIDEST, VOLATILITY = 1500.0, 350.0, 0.06
SCALE = 173.7178
TAU = 0.5  # how quickly volatility may change
PROVISIONAL = 110.0  # a deviation above this
CLOSE = 1e-6


class Rating(Value, frozen=True):
    rating: float = START
    deviation: float = WIDEST
    volatility: float = VOLATILITY
    games: int = 0

    @property
    def is_provisional(self) -> bool:
        return self.deviation > PROVISIONAL


def after(own: Rating, met: Sequence[tuple[Rating, float]]) -> Rating:
    """A rating after games against these, with what each brought: 1 a win, a half a draw, 0 a loss."""
    mu, phi = (own.rating - START) / SCALE, own.deviation / SCALE
    terms = [_term(mu, other, score) for other, score in met]
    variance = 1 / sum(g * g * e * (1 - e) for g, e, _ in terms)
    gained = sum(g * (score - e) for g, e, score in terms)
    sigma = _volatility(own.volatility, phi, variance, variance * gained)
    wide = math.sqrt(phi * phi + sigma * sigma)
    narrow = 1 / math.sqrt(1 / (wide * wide) + 1 / variance)
    return replace(
        own,
        rating=START + SCALE * (mu + narrow * narrow * gained),
        deviation=min(WIDEST, SCALE * narrow),
        volatility=sigma,
        games=own.games + len(met),
    )


def _term(mu: float, other: Rating, score: float) -> tuple[float, float, float]:
    theirs, phi = (other.rating - START) / SCALE, other.deviation / SCALE
    g = 1 / math.sqrt(1 + 3 * phi * phi / (math.pi * math.pi))
    return g, 1 / (1 + math.exp(-g * (mu - theirs))), score


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """The root of Glickman's function, by the method of Illinois."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        top = math.exp(x) * (delta * delta - phi * phi - variance - math.exp(x))
        return top / (2 * (phi * phi + variance + math.exp(x)) ** 2) - (x - a) / (TAU * TAU)

    low, high = a, math.log(delta * delta - phi * phi - variance) if delta * delta > phi * phi + variance else a - TAU
    while delta * delta <= phi * phi + variance and f(high) < 0:
        high -= TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
