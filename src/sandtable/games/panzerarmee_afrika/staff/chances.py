"""The exchange of factors that an attack promises, both dice together, quick enough to be asked thousands of times."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sandtable.games.panzerarmee_afrika.factors.losses import greatest_loss
from sandtable.games.panzerarmee_afrika.pieces.tables import results

QUARTERS = 4  # factors are counted in quarters: nothing is halved more than twice
TOP = 10  # the last column of the table


class Exchange(NamedTuple):
    """What an attack comes to on average."""

    gain: float  # factors the defender loses
    loss: float  # factors the attacker loses
    clears: float  # the chance that no defender is left


NOTHING = Exchange(0.0, 0.0, 0.0)


def column(attack: int, defence: int) -> int:
    """[12.4.2] The differential of an attack in quarters."""
    return (attack - defence) // QUARTERS


@lru_cache(maxsize=1 << 16)
def expected_loss(differential: int, factors: tuple[int, ...]) -> tuple[float, float]:
    """[12.4.3, 12.4.5] The factors a stack loses on average in a column, and the chance that it is wiped out."""
    if differential < 0:
        return 0.0, 0.0
    lost = [greatest_loss(factors, number) for number in results(min(differential, TOP))]
    return sum(lost) / len(lost), lost.count(sum(factors)) / len(lost)


Defender = tuple[int, int]  # [12.4.4] its factor and what it strikes back with


@lru_cache(maxsize=1 << 17)
def exchange(differential: int, defence: tuple[Defender, ...], attackers: tuple[int, ...]) -> Exchange:
    """Attack and counter-attack; the defender keeps what strikes back hardest."""
    if differential < 0:
        return NOTHING
    factors, total, striking = tuple(f for f, _ in defence), sum(f for f, _ in defence), sum(s for _, s in defence)
    plain = sum(attackers)
    gain = loss = clears = 0.0
    for number in results(min(differential, TOP)):
        lost = greatest_loss(factors, number)
        left = striking - _given_up(defence, lost)
        gain += lost
        loss += expected_loss(max(0, left - plain), attackers)[0]
        clears += lost == total
    return Exchange(gain / 6, loss / 6, clears / 6)


@lru_cache(maxsize=1 << 14)
def _given_up(defence: tuple[Defender, ...], lost: int) -> int:
    """The least striking strength that goes with so many factors lost."""
    least = {0: 0}
    for factor, blow in defence:
        for paid, blows in list(least.items()):
            least[paid + factor] = min(least.get(paid + factor, blows + blow), blows + blow)
    return least[lost]
